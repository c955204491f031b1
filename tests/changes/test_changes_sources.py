"""Where the earlier state comes from: archives, folders, git and prints, at their bounds."""

from __future__ import annotations

import json
import os
import subprocess
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from handmade import NOTHING, deck_of, game_of, piece_of, record_of, state
from pond import Pond
from texts import fault, text_of

from cards_data import Problems
from cards_data.formats.archives import check_sizes
from generator.changes import compare, earlier_state, reprint
from generator.changes.compare import Comparison
from generator.changes.earlier_state import (
    EarlierGame,
    _read_game,
    checkout,
    commit_of,
    earlier_prints,
    is_shallow,
    old_game,
    print_named,
    printed_game,
    unzip,
    write_below,
)
from generator.changes.print_history import (
    Print,
    ReadKeys,
    _embeds,
    check_edition,
    prints_in,
    read_print,
)
from generator.changes.report import ChangeReport
from generator.compose.artwork import Artwork
from generator.compose.composed_game import ComposedGame
from generator.compose.piece import Faces
from generator.kit.front_pages import ReadPages
from generator.options import Edition, PrintOptions
from generator.pdf.manifest import pages_key
from generator.report import html_page
from generator.store.sources import Sources

pytestmark = pytest.mark.usefixtures("cold_cache")

EN = Edition("en")
POOL: Any = object()


def error_text(act: Callable[[], object]) -> str:
    with pytest.raises(Problems) as caught:
        act()
    return "\n".join(str(problem) for problem in caught.value.problems)


# Archives.


def test_an_archive_is_refused_just_beyond_its_bounds() -> None:
    assert (earlier_state.BYTES_LIMIT, earlier_state.FILES_LIMIT) == (200_000_000, 20_000)
    check_sizes((50, 30, 20), 3, 100, "a.zip")
    assert "101" in error_text(lambda: check_sizes((50, 31, 20), 3, 100, "a.zip"))
    assert "4 entries" in error_text(lambda: check_sizes((0, 0, 0, 0), 3, 100, "a.zip"))
    assert "4 entries" in error_text(lambda: check_sizes((500, 1, 1, 1), 3, 100, "a.zip"))


@pytest.mark.parametrize("name", ["../out", "/out", "a/../../out", "C:/out", "a\\..\\..\\out", ""])
def test_nothing_is_written_outside(tmp_path: Path, name: str) -> None:
    inner = tmp_path / "in"
    inner.mkdir()
    write_below(inner, name, b"x")
    assert [path.name for path in tmp_path.rglob("*")] == ["in"]


def test_files_of_a_zip_below_a_folder(tmp_path: Path) -> None:
    path, into = tmp_path / "a.zip", tmp_path / "into"
    with zipfile.ZipFile(path, "w") as archive:
        archive.mkdir("empty")
        archive.writestr("b/c.txt", b"hello")
        archive.writestr("b\\d.txt", b"there")
    assert unzip(path, into) == into
    assert (into / "b/c.txt").read_bytes() == b"hello"
    assert (into / "b/d.txt").read_bytes() == b"there"
    assert not (into / "empty").exists()
    path.write_bytes(b"no zip")
    assert str(path) in error_text(lambda: unzip(path, into))


def test_a_zip_that_unpacks_to_too_much_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a", b"12345")
    monkeypatch.setattr(earlier_state, "BYTES_LIMIT", 4)
    monkeypatch.setattr(earlier_state, "read_bytes", lambda path, limit: path.read_bytes())
    assert "up to 4" in error_text(lambda: unzip(path, tmp_path / "into"))


# Prints in a folder.


def written(path: Path, time: int = 1000, **more: Any) -> Path:
    path.write_text(json.dumps(record_of("fish/pike", **more)), encoding="utf-8")
    os.utime(path, ns=(time, time))
    return path


def test_prints_of_a_folder_the_oldest_first(tmp_path: Path) -> None:
    written(tmp_path / "pond-en-a4.json", 3000, version="c")
    written(tmp_path / "pond-en-a5.json", 1000, version="a")
    written(tmp_path / "pond-en-a3.json", 2000, version="b")
    written(tmp_path / "pond-sv-a4.json", 4000)
    written(tmp_path / "pond-en-low.json", 5000, ink="low")
    written(tmp_path / "lake-en-a4.json", 6000, game="lake")
    written(tmp_path / "pond-en-a4.txt", 7000)
    (tmp_path / "pond-en-broken.json").write_text("{", encoding="utf-8")
    prints = prints_in(tmp_path, "pond", EN)
    assert [one.record["version"] for one in prints] == ["a", "b", "c"]
    assert prints[0].path.name == "pond-en-a5.json"
    assert prints_in(tmp_path / "nowhere", "pond", EN) == ()
    # A PDF that was written later makes its print the newer one; damaged, it says nothing more.
    pdf = tmp_path / "pond-en-a5.pdf"
    pdf.write_bytes(b"%PDF broken")
    os.utime(pdf, ns=(9000, 9000))
    prints = prints_in(tmp_path, "pond", EN)
    assert [one.record["version"] for one in prints] == ["b", "c", "a"]
    os.utime(pdf, ns=(500, 500))
    assert [one.record["version"] for one in prints_in(tmp_path, "pond", EN)] == ["a", "b", "c"]


def test_a_pdf_is_read_where_it_holds_another_manifest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from generator.pdf import pdf_reader
    from generator.store.compression import WELL, pack

    inside = record_of("fish/pike", version="inside")
    monkeypatch.setattr(pdf_reader, "embedded_manifest", lambda _: inside)
    beside, pdf = written(tmp_path / "pond-en-a4.json"), tmp_path / "pond-en-a4.pdf"
    pdf.write_bytes(b"%PDF something else")
    (earlier,) = prints_in(tmp_path, "pond", EN)
    assert (earlier.path, earlier.record["version"]) == (pdf, "inside")
    pdf.write_bytes(b"")
    assert _embeds(pdf, beside) is False
    (earlier,) = prints_in(tmp_path, "pond", EN)
    assert earlier.path == pdf
    pdf.write_bytes(pack(beside.read_bytes(), WELL) + b"%PDF")
    assert _embeds(pdf, beside) is True
    (earlier,) = prints_in(tmp_path, "pond", EN)
    assert (earlier.path, earlier.record["version"]) == (beside, "1")
    beside.unlink()
    (earlier,) = prints_in(tmp_path, "pond", EN)
    assert earlier.path == pdf
    one = read_print(pdf)
    assert one
    assert one.record is inside
    assert read_print(tmp_path / "a.txt") is None
    monkeypatch.setattr(pdf_reader, "embedded_manifest", lambda _: None)
    assert read_print(pdf) is None


def test_a_print_of_another_edition_is_told() -> None:
    low = Edition("en", "low")
    one = Print(Path("a.json"), record_of("fish/pike"))
    check_edition(one, "pond", EN)
    other = error_text(lambda: check_edition(one, "lake", EN))
    assert other.startswith("a.json: ")
    assert "lake" in other
    assert "ink" not in other
    assert "ink" in error_text(lambda: check_edition(one, "pond", low))


# What "since" names.


def test_which_prints_a_reference_names(tmp_path: Path) -> None:
    assert "lake" in error_text(lambda: earlier_prints("lake", EN, "", tmp_path))
    assert earlier_prints("pond", EN, "", tmp_path, "origin") == ()
    assert "pond" in error_text(lambda: earlier_prints("pond", EN, "last", tmp_path, "origin"))
    one = written(tmp_path / "pond-en-a4.json")
    for ref, origin in (("", ""), ("last", ""), ("", "origin"), ("last", "origin")):
        (earlier,) = earlier_prints("pond", EN, ref, tmp_path, origin)
        assert earlier.path == one
    (earlier,) = earlier_prints("pond", EN, str(one), tmp_path)
    assert earlier.path == one
    assert earlier_prints("pond", EN, "v1.0", tmp_path) == ()
    assert "lake" in error_text(lambda: earlier_prints("lake", EN, str(one), tmp_path))


def test_a_file_that_is_a_print(tmp_path: Path) -> None:
    one = written(tmp_path / "a.json")
    earlier = print_named(str(one))
    assert earlier
    assert earlier.path == one
    assert print_named(str(tmp_path / "missing.json")) is None
    assert print_named(str(written(tmp_path / "a.txt"))) is None
    assert print_named("a\0.json") is None
    assert print_named("a" * 5000 + ".json") is None
    one.write_text("{}", encoding="utf-8")
    assert str(one) in error_text(lambda: print_named(str(one)))


def test_a_path_that_cannot_be_is_not_there() -> None:
    def refused() -> bool:
        raise OSError

    assert earlier_state._test(refused) is False
    assert earlier_state._test(lambda: True) is True


def test_the_game_as_the_named_prints_have_it(tmp_path: Path) -> None:
    game = game_of(deck_of("fish", piece_of("pike")), deck_of("plants"))
    one = written(tmp_path / "pond-en-a4.json")
    old = printed_game(game, EN, str(one), tmp_path)
    assert old
    assert [piece.id for piece in old.decks["fish"].pieces] == ["pike"]
    assert printed_game(game, EN, "v1.0", tmp_path) is None


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project folder beside the current one."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return Pond(points=7).write(tmp_path / "then")


def since(ref: object, game: Any = None) -> EarlierGame:
    with old_game(game or game_of(), str(ref)) as old:
        return old


def test_a_folder_and_a_zip_with_the_game(root: Path, tmp_path: Path) -> None:
    deeper = tmp_path / "deeper"
    deeper.mkdir()
    (deeper / "copy").symlink_to(root, target_is_directory=True)
    for place in (root, root / "cards_data", root / "cards_data/pond", deeper):
        old = since(place)
        assert old.game.slug == "pond"
        assert old.game.scoring == {"points": {"fish": 7}}
    assert since(root).sources.folders[0] == root / "templates"
    bare = tmp_path / "bare/pond"
    bare.parent.mkdir()
    (root / "cards_data/pond").rename(bare)
    assert since(bare).sources.folders == Sources().folders, "shown with the templates of today"
    pack = tmp_path / "a.zip"
    with zipfile.ZipFile(pack, "w") as archive:
        for path in bare.iterdir():
            archive.write(path, f"cards_data/pond/{path.name}")
    assert since(pack).game.scoring == {"points": {"fish": 7}}
    with zipfile.ZipFile(pack, "w") as archive:
        archive.writestr("cards_data/pond/game.yaml", "title: 7\n")
    assert all(
        line.startswith(f"{pack}: ") for line in error_text(lambda: since(pack)).splitlines()
    )
    (bare / "game.yaml").write_text("title: 7\n", encoding="utf-8")
    assert not error_text(lambda: since(bare)).startswith(str(pack))


def test_a_file_or_folder_without_the_game_is_told(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    assert "other/cards_data/pond/game.yaml" in error_text(lambda: since(other))
    file = tmp_path / "a.txt"
    file.write_text("x", encoding="utf-8")
    assert error_text(lambda: since(file)).startswith(fault(file, text_of("print.not_whole")))
    missing = tmp_path / "missing.zip"
    assert error_text(lambda: since(missing)).startswith("--since: ")


def test_a_copy_is_compared_with_its_origin(monkeypatch: pytest.MonkeyPatch) -> None:
    comparisons: list[tuple[str, bool]] = []

    def load_game(slug: str, counted: bool = True) -> str:
        comparisons.append((slug, counted))
        return slug

    monkeypatch.setattr(earlier_state, "load_game", load_game)
    copy = replace(game_of(), origin="ecologic")
    assert [since(ref, copy).game for ref in ("", "ecologic")] == ["ecologic", "ecologic"]
    assert comparisons == [("ecologic", False)] * 2, "whatever it counts"
    assert "v1" in error_text(lambda: since("v1", copy))


def test_games_of_then_are_read_however_many_pieces_they_have(root: Path) -> None:
    game = root / "cards_data/pond/game.yaml"
    game.write_text(game.read_text("utf-8").replace("pieces: 5", "pieces: 6"), encoding="utf-8")
    assert _read_game("pond", root).game.slug == "pond"


# Git.


def git(folder: Path, *words: str) -> str:
    call = ["git", "-c", "user.email=a@example.org", "-c", "user.name=A", *words]
    return subprocess.run(call, cwd=folder, capture_output=True, text=True, check=True).stdout


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in {
        "cards_data/pond/a.csv": "one\n",
        "cards_data/pond/empty.csv": "",
        "templates/pond/b.svg": "two\n\nthree",
        "other/c.txt": "not asked for",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    (tmp_path / "cards_data/link").symlink_to("pond/a.csv")
    git(tmp_path, "init", "-q", "-b", "main")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-q", "-m", "as it was")
    return tmp_path


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_data_and_templates_of_a_revision(
    repository: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit = git(repository, "rev-parse", "HEAD").strip()
    assert commit_of("main") == commit
    assert commit_of("nothing") == ""
    assert commit_of("-h") == ""
    assert is_shallow() is False
    expected = {
        "cards_data/pond/a.csv": b"one\n",
        "cards_data/pond/empty.csv": b"",
        "templates/pond/b.svg": b"two\n\nthree",
    }
    into = tmp_path_factory.mktemp("into")
    checkout(commit, "main", into)
    assert files(into) == expected
    monkeypatch.chdir(repository / "other")
    again = tmp_path_factory.mktemp("again")
    checkout(commit, "main", again)
    assert files(again) == expected, "of the whole repository, where this folder has none"
    monkeypatch.setattr(earlier_state, "FILES_LIMIT", 2)
    assert error_text(lambda: checkout(commit, "main", into)).startswith(
        "git main: the file contains 3"
    )


def test_a_game_of_a_revision(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root)
    git(root, "init", "-q", "-b", "main")
    git(root, "add", ".")
    git(root, "commit", "-q", "-m", "as it was")
    (root / "cards_data/pond/scoring.yaml").write_text("points: {fish: 9}\n", encoding="utf-8")
    assert since("main").game.scoring == {"points": {"fish": 7}}
    (root / "cards_data/pond/game.yaml").write_text("title: 7\n", encoding="utf-8")
    git(root, "commit", "-q", "-a", "-m", "broken")
    lines = error_text(lambda: since("main")).splitlines()
    assert all(line.startswith("git main: ") for line in lines)


def test_a_revision_without_data_is_told(
    repository: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    git(repository, "rm", "-q", "-r", "cards_data")
    git(repository, "commit", "-q", "-m", "without")
    commit = commit_of("main")
    assert error_text(lambda: checkout(commit, "main", tmp_path_factory.mktemp("into"))).startswith(
        "git main: "
    )


@pytest.mark.parametrize(
    ("ref", "shallow", "git_there", "hint"),
    [
        ("v9", False, True, None),
        ("v9", True, True, "print.shallow"),
        ("-v9", True, True, None),
        ("v9", True, False, "print.no_git"),
        ("v9", False, False, "print.no_git"),
    ],
)
def test_an_unknown_revision_says_what_could_help(
    ref: str, shallow: bool, git_there: bool, hint: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(earlier_state, "commit_of", lambda _: "")
    monkeypatch.setattr(earlier_state, "is_shallow", lambda: shallow)
    monkeypatch.setattr(earlier_state.shutil, "which", lambda _: "git" if git_there else None)
    with pytest.raises(Problems) as caught:
        since(ref)
    (problem,) = caught.value.problems
    assert problem.where == "--since"
    assert getattr(problem.hint, "key", None) == hint


def test_what_git_says_before_it_refuses_is_no_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "git"
    script.write_text("#!/bin/sh\necho half an answer\nexit $STATUS\n", encoding="utf-8")
    script.chmod(0o755)
    monkeypatch.setattr(earlier_state, "program", lambda _: str(script))
    for status, answer in (("0", "half an answer"), ("1", "")):
        monkeypatch.setenv("STATUS", status)
        assert commit_of("main") == answer
    monkeypatch.setattr(earlier_state, "program", lambda _: None)
    assert commit_of("main") == ""


def test_a_shallow_clone_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(earlier_state, "_git", lambda *_: b"true\n")
    assert is_shallow() is True


# Compared as a whole; composing and reading pages are other rooms' work.

PAGE, SHEET = Artwork("<p/>", 210, 297), Artwork("<s/>", 210, 297)


def composed_of(*ids: str, scoring: int = 1) -> ComposedGame:
    pieces = tuple(piece_of(one) for one in ids)
    deck = replace(deck_of("fish", *pieces), columns={})
    faces = [Faces(Artwork(f"<{one}{scoring}/>", 50, 40), None, "1234") for one in ids]
    composed_decks = ((deck, tuple(zip(pieces, faces, strict=True))),)
    return ComposedGame(game_of(deck, points=scoring), EN, Sources(), composed_decks)


@pytest.fixture
def composing(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Games are composed as they say themselves; the kits whose pages were read are noted."""
    kits: list[Any] = []

    def begun(kit: Any) -> Callable[[], ReadPages]:
        kits.append(kit)
        return lambda: ReadPages((PAGE,), (SHEET,))

    def composed(composer: Any, _pool: Any) -> ComposedGame:
        (deck,) = composer.game.decks.values()
        ids = tuple(piece.id for piece in deck.pieces)
        game_now = composed_of(*ids, scoring=composer.game.scoring["points"])
        return replace(game_now, game=composer.game, edition=composer.edition)

    for name in ("compose_all", "compose_with_placeholders"):
        monkeypatch.setattr(compare, name, composed)
    monkeypatch.setattr(compare, "begin_read_pages", begun)
    return kits


def test_compared_with_a_print(tmp_path: Path, composing: list[Any]) -> None:
    one = written(
        tmp_path / "pond-en-a4.json",
        leaflet="old",
        score_sheet=pages_key((SHEET,)),
        scorer_url="https://table",
        scoring={"points": 1},
    )
    game = composed_of("pike", "eel").game
    result = compare.compare(game, EN, str(one), tmp_path, POOL)
    assert result.since == "pond-en-a4.json"
    assert [piece.id for piece in result.changes.added] == ["eel"]
    assert [change.after.id for change in result.changes.changed] == ["pike"]
    assert (result.changes.leaflet, result.changes.score_sheet) == (True, False)
    assert result.read == ReadPages((PAGE,), (SHEET,))
    assert result.read_before == ReadKeys("old", pages_key((SHEET,)), "https://table")
    assert result.box
    assert composing[0].options.scorer_url == "https://table"
    assert result.composer.game is game


def test_a_print_of_single_pieces_knows_nothing_of_the_others(
    tmp_path: Path, composing: list[Any]
) -> None:
    one = written(tmp_path / "pond-en-a4.json", decks=[])
    result = compare.compare(composed_of("pike", "eel").game, EN, str(one), tmp_path, POOL)
    assert result.changes.added == ()
    assert (result.changes.leaflet, result.changes.score_sheet) == (False, False)


def test_compared_with_a_game_of_then(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, composing: list[Any]
) -> None:
    then = composed_of("pike", "perch", scoring=2)
    editions: list[Edition] = []

    @contextmanager
    def old(*_: Any) -> Iterator[EarlierGame]:
        yield EarlierGame(then.game, Sources())

    class Noted(compare.CurrentHashes):
        def __init__(self, game: Any, edition: Edition, sources: Sources) -> None:
            editions.append(edition)
            super().__init__(game, edition, sources)

    monkeypatch.setattr(compare, "old_game", old)
    monkeypatch.setattr(compare, "CurrentHashes", Noted)
    game = replace(composed_of("pike").game, origin="lake")
    result = compare.compare(game, EN, "v1", tmp_path, POOL)
    assert (result.since, result.box) == ("v1", None)
    assert [piece.id for piece in result.changes.removed] == ["perch"]
    assert [field.name for field in result.changes.scoring] == ["points"]
    assert set(result.old_faces) == {art.key for art in then.artworks()}
    assert result.read_before == ReadKeys(pages_key((PAGE,)), pages_key((SHEET,)))
    assert (result.changes.leaflet, result.changes.score_sheet) == (False, False)
    assert compare.compare(game, EN, "", tmp_path, POOL).since == "lake"
    compare.compare(replace(game, languages=("en", "sv")), Edition("sv"), "v1", tmp_path, POOL)
    assert [one.lang for one in editions] == ["en", "en", "en"], "a language that was not there"


def verified(path: Path, monkeypatch: pytest.MonkeyPatch, *ids: str) -> list[str]:
    """What is said of a print, with these fish in the game now."""

    def load_game(slug: str, counted: bool = True) -> Any:
        assert (slug, counted) == ("pond", False)
        return composed_of(*ids).game

    monkeypatch.setattr(compare, "load_game", load_game)
    result = compare.verify(path, POOL)
    return [
        *(f"+{piece.id}" for piece in result.added),
        *(f"-{piece.id}" for piece in result.removed),
        *(f"~{change.after.id}" for change in result.changed),
        *(["leaflet"] if result.leaflet else []),
        *(["score sheet"] if result.score_sheet else []),
    ]


def test_what_was_printed_is_still_what_the_data_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, composing: list[Any]
) -> None:
    record = record_of("fish/pike", scoring={"points": 1})
    key = Artwork("<pike1/>", 50, 40).key
    row = {"copies": 1, "name:sv": "Gädda", "source": "rulebook", "reason": ""}
    record["pieces"][0] |= {"front": key, "row": row}
    path = tmp_path / "a.json"

    def printed(**more: Any) -> Path:
        path.write_text(json.dumps(record | more), encoding="utf-8")
        return path

    assert verified(printed(), monkeypatch, "pike") == []
    assert verified(printed(), monkeypatch, "pike", "eel") == ["+eel"]
    assert verified(printed(), monkeypatch, "eel") == ["+eel", "-pike"]
    assert verified(printed(decks=["fish"]), monkeypatch, "pike", "eel") == ["+eel"]
    assert verified(printed(decks=[]), monkeypatch, "pike", "eel") == []
    assert verified(printed(leaflet="x", score_sheet="y"), monkeypatch, "pike") == [
        "leaflet",
        "score sheet",
    ]
    whole = [*record["pieces"], {**record["pieces"][0], "id": "perch"}]
    assert verified(printed(whole=whole), monkeypatch, "pike", "eel") == []
    low = verified(printed(ink="low"), monkeypatch, "pike")
    assert low == []
    assert composing[-1].options.edition.ink == "low"


def test_what_is_no_print_is_not_verified(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.txt"
    path.write_text("x", encoding="utf-8")
    assert str(path) in error_text(lambda: compare.verify(path, POOL))
    pdf = tmp_path / "a.pdf"
    monkeypatch.setattr(compare, "print_named", lambda _: Print(pdf, record_of("fish/pike")))
    monkeypatch.setattr(compare, "is_untouched", lambda _: False)
    assert str(pdf) in error_text(lambda: compare.verify(pdf, POOL))


def test_nothing_is_printed_where_nothing_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    one = Comparison(NOTHING, composed_of("pike"), read=ReadPages((PAGE,), ()), since="v1")
    calls: list[Any] = []
    monkeypatch.setattr(reprint, "compare", lambda *words: calls.append(words) or one)
    monkeypatch.setattr(reprint, "ink_saved", lambda *_: None)
    monkeypatch.setattr(reprint, "front_matter", lambda _kit, _howto, leaflet, _pages: leaflet)
    kit = SimpleNamespace(opening=lambda *words: calls.append(words))
    monkeypatch.setattr(reprint, "Kit", lambda *_: kit)
    monkeypatch.setattr(reprint, "write_print", lambda planned, *_: planned)
    game, options = one.composed.game, PrintOptions(scorer_url="https://x")
    assert reprint.print_changed(game, options, "v1", POOL) is None
    changes = replace(NOTHING, added=(state("pike"),), leaflet=True)
    one = replace(one, changes=changes)
    planned: Any = reprint.print_changed(game, options, "v1", POOL)
    assert [deck.name for deck, _ in planned.composed.decks] == ["fish"]
    assert [len(sheet.side.cuts) for sheet in planned.sheets] == [1, 0]
    assert planned.read == ReadPages((PAGE,), None)
    assert planned.opening == (PAGE,)
    assert calls[-1][0] == ()
    assert [swap.piece for swap in calls[-1][2]] == ["", "pike"]
    assert calls[-1][3] == "v1"
    one = replace(one, changes=replace(changes, leaflet=False))
    planned = reprint.print_changed(game, options, "v1", POOL)
    assert planned.opening == ()


def test_what_the_page_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    from generator.changes import report

    monkeypatch.setattr(report, "entries", lambda *_: ["entry"])
    monkeypatch.setattr(html_page, "render_text", lambda _, name, names, what: (name, names, what))
    one = ChangeReport(Comparison(NOTHING, composed_of("pike"), since="v1"), POOL)
    name, names, _ = html_page.page(one)
    assert name == "_shared/changes.html.j2"  # type: ignore[comparison-overlap]
    page: Any = names
    assert (one.lang, one.title, page["since"]) == (
        "en",
        text_of("changes_title", title="Pond"),
        "v1",
    )
    assert (page["titles"], page["entries"]) == ({"fish": "Fish"}, ["entry"])
    assert page["changes"] is NOTHING
    assert page["shown"](True) == "yes"
    assert page["shown_on"] == []
