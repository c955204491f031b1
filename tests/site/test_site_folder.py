"""A site's folder: the same bytes again, nothing of others touched, everything in it found."""

from __future__ import annotations

import errno
import json
import os
import re
from pathlib import Path
from urllib.parse import urlsplit

import pypdfium2
import pytest
import zxingcpp
from publishing import PATH, built
from texts import text_of
from workshop import Command, Workshop

from cards_data import Problems
from generator.site.build_site import PAPERS, VARIANTS
from generator.site.site_folder import MARK, FolderChanges, digests, put_site, site_folder
from scorer.web.static_files import PAGE, page_words

pytestmark = pytest.mark.slow

QUIET = ("--no-scorer", "--games", "pond")
LINK = re.compile(r'(?:href|src)="([^"]+)"|(?:from|import\() ?"(\.[^"]+)"')


@pytest.mark.thorough
def test_the_same_site_has_the_same_bytes(published: Path, tmp_path: Path) -> None:
    """The engine with everything compiled in it, too."""
    for name in ("again", "and_again"):
        built(tmp_path / name, ("ecologic",), languages=("sv",))
    assert digests(tmp_path / "again") == digests(tmp_path / "and_again")


def test_a_new_site_removes_what_an_old_one_left_and_nothing_else(
    pond: Workshop, ecotable: Command
) -> None:
    site = pond.root / "public"
    assert ecotable("site", site, *QUIET).code == 0
    (site / "CNAME").write_text("games.example.org")
    assert (site / "pdf" / "pond-sv-a4-vector.pdf").is_file()
    before = digests(site)
    again = ecotable("site", site, *QUIET)
    assert " 0 files written" in again.out and digests(site) == before
    less = ecotable("site", site, *QUIET, "--langs", "en")
    assert less.code == 0 and " 0 removed" not in less.out
    assert not (site / "pdf" / "pond-sv-a4-vector.pdf").exists()
    assert (site / "CNAME").read_text() == "games.example.org"


def test_a_folder_of_somebody_else_is_never_written_to(pond: Workshop, ecotable: Command) -> None:
    (pond.root / "thesis").mkdir()
    (pond.root / "thesis" / "chapter.txt").write_text("years of work")
    answer = ecotable("site", pond.root / "thesis", *QUIET)
    assert answer.code == 1 and text_of("site.not_empty") in answer.err
    assert [path.name for path in (pond.root / "thesis").iterdir()] == ["chapter.txt"]


def test_a_history_alone_is_an_empty_folder(tmp_path: Path) -> None:
    (tmp_path / "clone" / ".git").mkdir(parents=True)
    with site_folder(tmp_path / "clone") as staged:
        (staged / "index.html").write_text("hello")
        put_site(staged, tmp_path / "clone")
    assert (tmp_path / "clone" / ".git").is_dir()
    assert (tmp_path / "clone" / "index.html").read_text() == "hello"


def test_a_strangers_file_inside_a_site_is_not_replaced(tmp_path: Path) -> None:
    def put(**files: str) -> None:
        with site_folder(tmp_path / "site") as staged:
            for name, text in files.items():
                (staged / name).write_text(text)
            put_site(staged, tmp_path / "site")

    put(one="1")
    (tmp_path / "site" / "two").write_text("mine")
    with pytest.raises(Problems, match="was not made by Ecotable"):
        put(one="1", two="2")
    assert (tmp_path / "site" / "two").read_text() == "mine"


def test_a_forged_mark_removes_nothing_outside(tmp_path: Path) -> None:
    (tmp_path / "diary").write_text("dear")
    site = tmp_path / "site"
    site.mkdir()
    (site / MARK).write_text(json.dumps({"files": {"../diary": "", str(tmp_path / "diary"): ""}}))
    with site_folder(site) as staged:
        (staged / "index.html").write_text("hello")
        put_site(staged, site)
    assert (tmp_path / "diary").read_text() == "dear"


def put(site: Path, **files: str) -> FolderChanges:
    """A site of small files; the names of folders end with two underscores."""
    with site_folder(site) as staged:
        for name, text in files.items():
            path = staged / name.replace("__", "/")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return put_site(staged, site)


def claim(site: Path, *names: str) -> None:
    """Adds files to the mark that we never wrote."""
    mark = json.loads((site / MARK).read_text())
    mark["files"].update(dict.fromkeys(names, "0" * 64))
    (site / MARK).write_text(json.dumps(mark))


def test_only_what_is_as_it_was_written_is_removed(tmp_path: Path) -> None:
    site = tmp_path / "site"
    put(site, one="1", two="2", pdf__three="3")
    (site / "two").write_text("changed by hand")
    (site / "CNAME").write_text("games.example.org")
    claim(site, "CNAME", "nowhere")
    assert put(site, one="1").removed == 1
    assert sorted(path.name for path in site.iterdir()) == ["CNAME", MARK, "one", "two"]
    assert (site / "two").read_text() == text_of("changes_by", causes="hand")


def test_files_of_the_host_are_never_removed_whatever_the_mark_says(tmp_path: Path) -> None:
    site = tmp_path / "site"
    put(site, one="1")
    (site / ".git").mkdir()
    (site / ".git" / "config").write_text("history")
    (site / "CNAME").write_text("example.org")
    mark = json.loads((site / MARK).read_text())
    mark["files"] |= {name: digests(site)[name] for name in (".git/config", "CNAME")}
    (site / MARK).write_text(json.dumps(mark))
    put(site, one="1")
    assert (site / ".git" / "config").read_text() == "history"
    assert (site / "CNAME").exists()


def test_nothing_is_removed_through_a_link(tmp_path: Path) -> None:
    site = tmp_path / "site"
    put(site, one="1", notes__diary="dear")
    (site / "notes").rename(tmp_path / "victim")
    (site / "notes").symlink_to("../victim")
    put(site, one="1")
    assert (tmp_path / "victim" / "diary").read_text() == "dear"


@pytest.mark.parametrize("link", ["pdf", "one"])
def test_nothing_is_written_through_a_link(link: str, tmp_path: Path) -> None:
    site, elsewhere = tmp_path / "site", tmp_path / "elsewhere"
    elsewhere.mkdir()
    put(site, two="2")
    (site / link).symlink_to("../elsewhere")
    claim(site, "one", "pdf/three")
    with pytest.raises(Problems, match=f"{link}: is a link.*remove the link"):
        put(site, one="1", pdf__three="3")
    assert list(elsewhere.iterdir()) == []


def test_the_mark_is_not_written_through_a_link(tmp_path: Path) -> None:
    site = tmp_path / "site"
    put(site, one="1")
    (tmp_path / "diary").write_text("dear")
    (site / f".{MARK}").symlink_to("../diary")
    put(site, one="2")
    assert (tmp_path / "diary").read_text() == "dear"


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EACCES, errno.EROFS])
def test_a_site_that_cannot_be_written_is_one_line(
    number: int, pond: Workshop, ecotable: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(path: Path, *_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number), str(path))

    monkeypatch.setattr(Path, "write_bytes", refused)
    answer = ecotable("site", pond.root / "public", *QUIET)
    assert answer.code == 1 and os.strerror(number) in answer.err
    assert "choose another folder" in answer.err and "--out" not in answer.err
    assert len(answer.err.splitlines()) == 1
    assert not (pond.root / "public").exists()


# Stays hidden where nothing is served: phones are joined by a server.
SERVED_ONLY = ("join.html",)


def test_every_link_inside_leads_to_a_file_of_the_site(published: Path) -> None:
    site = published / PATH
    outside = set()
    for page in (*site.rglob("*.html"), *site.glob("*.js")):
        for match in LINK.finditer(page.read_text(encoding="utf-8")):
            link = match[1] or match[2]
            parts = urlsplit(link)
            if parts.scheme:
                # The documentation links to other sites, but loads nothing from them.
                if match[0].startswith("src") or not page.is_relative_to(site / "docs"):
                    outside.add((page.name, link))
            elif parts.path and "${" not in link and link not in SERVED_ONLY:
                # Leaflets are put into rules.html, so their links begin there.
                home = site if page.parent.name == "leaflet" else page.parent
                target = (home / parts.path).resolve()
                assert target.is_relative_to(site.resolve()), link
                assert (target / "index.html" if target.is_dir() else target).is_file(), link
    assert outside == set()


def test_files_are_named_from_the_root_of_the_site_nowhere(published: Path) -> None:
    for path in (published / PATH).glob("*.html"):
        assert not re.search(r'(?:href|src)="/', path.read_text(encoding="utf-8")), path.name


def test_the_code_on_the_score_sheet_leads_to_the_sites_own_score_page(tmp_path: Path) -> None:
    url = "https://example.org/games"
    options = {"languages": ("en",), "papers": ("a4",), "url": url, "scorer": False}
    built(tmp_path / "site", ("ecologic",), **options)
    (file,) = json.loads((tmp_path / "site" / "files.json").read_text())["ecologic"]
    pdf = pypdfium2.PdfDocument(tmp_path / "site" / file["file"])
    assert len(pdf) == file["pages"]
    codes = [
        zxingcpp.read_barcodes(pdf[at].render(scale=3).to_pil())
        for at in range(len(pdf) - 2, len(pdf))
    ]
    texts = [code.text for codes in codes for code in codes]
    pdf.close()
    assert texts == [f"{url}/ecologic"]


def test_variants_are_files_of_their_own(pond: Workshop, ecotable: Command) -> None:
    site = pond.root / "public"
    answer = ecotable("site", site, *QUIET, "--langs", "en", "--variants", "low-ink, gutterfold")
    assert answer.code == 0 and "pdf  6 files" in answer.out
    files = json.loads((site / "files.json").read_text())["pond"]
    kinds = ("duplex", "full"), ("duplex", "low"), ("gutterfold", "full")
    assert [(file["layout"], file["ink"]) for file in files] == [
        kind for kind in kinds for _ in PAPERS
    ]
    assert len({file["file"] for file in files}) == 6
    for file in files:
        pdf = pypdfium2.PdfDocument(site / file["file"])
        assert len(pdf) == file["pages"] and file["sheets"] > 0
        pdf.close()
        assert (site / file["file"]).stat().st_size == file["bytes"]
    assert ecotable("site", site, *QUIET, "--langs", "en").code == 0
    assert len(list((site / "pdf").iterdir())) == 2


def test_every_variant_has_words_on_the_print_page() -> None:
    for variant in VARIANTS.values():
        for key in (f"print_layout_{variant.layout}", f"print_ink_{variant.edition.ink}"):
            assert key in page_words(PAGE / "print.html", "en"), key


def test_a_games_short_address_leads_on_to_its_score_page(published: Path) -> None:
    page = (published / PATH / "ecologic" / "index.html").read_text()
    assert 'url=../score.html?game=ecologic"' in page


def test_a_wrong_word_is_told_before_anything_is_made(pond: Workshop, ecotable: Command) -> None:
    for words in (
        ("--url", "example"),
        ("--langs", "xx"),
        ("--games", "chess"),
        ("--variants", "lowink"),
    ):
        answer = ecotable("site", pond.root / "public", *words)
        assert answer.code == 2 and words[1] in answer.err
    assert not (pond.root / "public").exists()


def test_without_a_network_and_without_the_cache_it_says_so(
    pond: Workshop, ecotable: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ECOTABLE_CACHE", str(tmp_path / "empty"))
    monkeypatch.setenv("NPM_CONFIG_REGISTRY", "http://127.0.0.1:9")
    monkeypatch.setenv("NPM_CONFIG_FETCH_RETRIES", "0")
    monkeypatch.setenv("NPM_CONFIG_CACHE", str(tmp_path / "npm"))
    answer = ecotable("site", pond.root / "public", "--games", "ecologic")
    assert answer.code == 1
    assert "pyodide could not be downloaded" in answer.err and "--no-scorer" in answer.err
    assert not (pond.root / "public").exists()
