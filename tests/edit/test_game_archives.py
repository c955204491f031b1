"""Games as ``.zip`` files: packed and opened without loss, and nothing hostile is ever opened."""

from __future__ import annotations

import io
import stat
import struct
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from texts import fault, text_of
from workshop import Command

from cards_data import Problems, find_game, list_games, load_game
from generator.edit import game_archive
from generator.edit.copy_game import free_name
from generator.edit.game_archive import packed_game, read_archive
from scorer.engine import scorer_for

GAMES = ("better_life", "ecologic", "ecosfera_baltica", "kompensaatiopeli")
GAME = "cards_data/pond/game.yaml"
Entry = tuple[str | zipfile.ZipInfo, bytes]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def zipped(*entries: Entry, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", method) as archive:
        for name, raw in entries:
            archive.writestr(name, raw)
    return written.getvalue()


def entries(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {one.filename: archive.read(one) for one in archive.infolist()}


def paths_in(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))


def opened(content: bytes, name: str = "", file: str = "game.zip") -> str:
    """Add the game in an archive to those in the current folder, as the page does."""
    archive = read_archive(content, file)
    return archive.write(free_name(name or archive.slug))


@pytest.mark.parametrize("slug", GAMES)
def test_a_game_is_the_same_after_its_way_through_a_zip(here: Path, slug: str) -> None:
    packed = packed_game(find_game(slug))
    assert packed == packed_game(find_game(slug))
    assert not any(name.endswith(".py") or "/." in name for name in entries(packed))
    archive = read_archive(packed, "it.zip")
    assert archive.write(slug) == slug
    assert find_game(slug).is_relative_to(here)
    assert packed_game(find_game(slug)) == packed


@pytest.mark.parametrize("slug", GAMES)
def test_a_built_in_game_opens_under_another_name_and_scores_the_same(
    here: Path, slug: str
) -> None:
    packed = packed_game(find_game(slug))
    with pytest.raises(Problems, match="there is already a game"):
        opened(packed)
    assert opened(packed, "my-own") == "my_own"
    game = load_game("my_own")
    assert (game.origin, game.rules) == (slug, slug)
    state = load_game(slug).folder / "examples"
    assert scorer_for("my_own", "en").numbers == scorer_for(slug, "en").numbers
    assert {path.name for path in (game.folder / "examples").iterdir()} == {
        path.name for path in state.iterdir()
    }


NAMES = st.from_regex(r"[a-z][a-z0-9_ ]{0,8}[a-z]\.(csv|yaml|svg|png|txt)", fullmatch=True)


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(files=st.dictionaries(NAMES, st.binary(max_size=200), max_size=6))
def test_any_files_come_back_as_they_were(
    tmp_path_factory: pytest.TempPathFactory, files: dict[str, bytes]
) -> None:
    folder = tmp_path_factory.mktemp("any") / "cards_data" / "pond"
    (folder / "art").mkdir(parents=True)
    (folder / "game.yaml").write_bytes(b"title: \xff")
    for name, raw in files.items():
        (folder / "art" / name).write_bytes(raw)
    archive = read_archive(packed_game(folder), "it.zip")
    assert archive.slug == "pond"
    assert archive.files.data == {
        "game.yaml": b"title: \xff",
        **{f"art/{name}": raw for name, raw in files.items()},
    }


def test_a_folder_that_people_packed_themselves_opens(here: Path) -> None:
    raw = zipped(
        ("My game/", b""),
        ("My game/README.md", b"Read me"),
        ("My game/.gitignore", b"output/"),
        ("My game/cards_data/pond/game.yaml", b"title: Pond"),
        ("My game/cards_data/pond/.DS_Store", b"\0"),
        ("My game/cards_data/pond/Thumbs.db", b"\0"),
        ("__MACOSX/My game/._cards_data", b"\0"),
    )
    assert opened(raw) == "pond"
    assert paths_in(here) == ["cards_data", "cards_data/pond", GAME, "templates", "templates/pond"]


def link(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name)
    entry.create_system, entry.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
    return entry


def encrypted(content: bytes) -> bytes:
    """Set the flag of a password in every header."""
    raw = bytearray(content)
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = raw.find(mark)
        while at >= 0:
            raw[at + offset] |= 1
            at = raw.find(mark, at + 4)
    return bytes(raw)


def lying(content: bytes, size: int) -> bytes:
    """Claim another size of the last file than it has."""
    raw = bytearray(content)
    raw[(at := raw.rfind(b"PK\x01\x02")) + 24 : at + 28] = struct.pack("<I", size)
    return bytes(raw)


def damaged(content: bytes) -> bytes:
    raw = bytearray(content)
    raw[40:60] = b"\0" * 20
    return bytes(raw)


def game_and(*names: str | zipfile.ZipInfo) -> bytes:
    return zipped((GAME, b"title: Pond"), *((name, b"x") for name in names))


def zeros(n: int, size: int) -> Iterable[Entry]:
    return ((f"cards_data/pond/art/a{i}.png", b"\0" * size) for i in range(n))


DATA = "cards_data/pond"
HOSTILE: dict[str, tuple[Callable[[], bytes], str]] = {
    "empty": (lambda: b"", "is not a .zip file"),
    "text": (lambda: b"PK is how it begins", "is not a .zip file"),
    "half": (lambda: packed_game(find_game("ecologic"))[:5000], "is not a .zip file"),
    "damaged": (lambda: damaged(game_and()), "is not a .zip file"),
    "password": (lambda: encrypted(game_and()), "protected by a password"),
    "unusual": (lambda: zipped((GAME, b"x"), method=zipfile.ZIP_LZMA), "unusual compression"),
    "no game": (lambda: zipped(("a.csv", b"id")), "contains no game"),
    "game without its folder": (lambda: zipped(("game.yaml", b"x")), "contains no game"),
    "name": (lambda: zipped(("cards_data/Pond!/game.yaml", b"")), text_of("archive.name")),
    "name of a game": (lambda: zipped(("cards_data/Pond/game.yaml", b"")), "contains no game"),
    "two": (lambda: game_and("cards_data/lake/game.yaml"), "several games: lake and pond"),
    "other templates": (lambda: game_and("templates/lake/a.j2"), "outside the folders of the game"),
    "shared templates": (lambda: game_and("templates/_shared/macros.j2"), "outside the folders"),
    "scorer": (lambda: game_and("scorer/games/pond.py"), "is Python code"),
    "python": (lambda: game_and(f"{DATA}/judge.PY"), "is Python code"),
    "program": (lambda: game_and(f"{DATA}/art/a.exe"), "not a kind of file"),
    "absolute": (lambda: game_and("/etc/passwd.txt"), "not a path inside the game"),
    "above": (lambda: game_and(f"{DATA}/../../../a.csv"), "not a path inside the game"),
    "dot": (lambda: game_and(f"{DATA}/./a.csv"), "not a path inside the game"),
    "drive": (lambda: game_and("C:/a.csv"), "not a path inside the game"),
    "stream": (lambda: game_and(f"{DATA}/a.csv:b.csv"), "not a path inside the game"),
    "backslash": (lambda: game_and(f"{DATA}\\..\\a.csv"), "not a path inside the game"),
    "deep": (lambda: game_and(f"{DATA}/{'a/' * 20}a.csv"), "not a path inside the game"),
    "long": (lambda: game_and(f"{DATA}/{'a' * 300}.csv"), "not a valid file name"),
    "device": (lambda: game_and(f"{DATA}/aux.csv"), "not a valid file name"),
    "trailing space": (lambda: game_and(f"{DATA}/art /a.csv"), "not a valid file name"),
    "turned round": (lambda: game_and(f"{DATA}/a\u202ecsv.svg"), "not a valid file name"),
    "link": (lambda: game_and(link(f"{DATA}/art/a.svg")), "is a link"),
    "twice": (lambda: game_and(f"{DATA}/a.csv", f"{DATA}/A.CSV"), "in the .zip twice"),
    "large file": (lambda: zipped(*zeros(1, 25_000_000)), "25,000,000 bytes long"),
    "bomb": (lambda: zipped(*zeros(4, 2_000_000)), text_of("archive.ratio")),
    "many": (lambda: zipped(*zeros(2_001, 1)), "contains 2,001 entries"),
    "more than it says": (lambda: lying(zipped(*zeros(1, 900_000)), 9), "is not a .zip file"),
    "less than it says": (lambda: lying(game_and(), 900), "is not a .zip file"),
    "file as a folder": (lambda: game_and(f"{DATA}/a.csv", f"{DATA}/a.csv/b.csv"), "be written"),
}


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("kind", HOSTILE)
def test_nothing_of_a_hostile_file_is_written(here: Path, kind: str) -> None:
    content, words = HOSTILE[kind]
    with pytest.raises(Problems) as caught:
        opened(content(), file="it.zip")
    assert words in str(caught.value)
    assert "it.zip" in str(caught.value) or kind == "file as a folder"
    assert [path for path in paths_in(here) if path not in ("cards_data", "templates")] == []


def test_a_file_that_is_too_large_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = game_and()
    monkeypatch.setattr(game_archive, "ARCHIVE_LIMIT", len(raw) - 1)
    with pytest.raises(Problems, match=rf"the file is {len(raw)} bytes long"):
        read_archive(raw, "it.zip")
    monkeypatch.setattr(game_archive, "ARCHIVE_LIMIT", len(raw))
    monkeypatch.setattr(game_archive, "UNPACKED_LIMIT", 10)
    with pytest.raises(Problems, match="11 bytes long together"):
        read_archive(raw, "it.zip")


# ---- on the command line -----------------------------------------------------------------------


@pytest.fixture
def pond_zip(here: Path, ecotable: Command, tmp_path: Path) -> Path:
    """A game in a ``.zip`` in the current folder, which holds no game."""
    other = tmp_path / "other"
    other.mkdir()
    assert ecotable("new", "pond", "--layout", "creature").code == 0
    packed = packed_game(find_game("pond"))
    for name in ("cards_data", "templates"):
        (here / name).rename(other / name)
    (here / "pond.zip").write_bytes(packed)
    return here / "pond.zip"


@pytest.mark.slow
def test_commands_read_a_game_from_a_zip(here: Path, ecotable: Command, pond_zip: Path) -> None:
    checked = ecotable("check", "pond.zip")
    assert (checked.code, checked.err) == (0, ""), checked.err
    assert checked.out.startswith("pond: ")
    printed = ecotable("print", "pond.zip", "--jobs", 1, "--render", "vector", "--out", "out")
    assert printed.code == 0, printed.err
    assert (here / "out" / "pond-en-a4-vector.pdf").is_file()
    assert ecotable("stats", "pond.zip").code == 0
    table = here / "table.yaml"
    table.write_bytes(entries(pond_zip.read_bytes())[f"{DATA}/examples/first_table.yaml"])
    assert "Winner" in ecotable("score", "pond.zip", "table.yaml").out
    assert "pond" not in list_games() and Path.cwd() == here
    refused = ecotable("sheet", "pond.zip", "creature")
    assert refused.code != 0 and "ecotable new --from pond.zip" in refused.err
    assert ecotable("new", "--from", "pond.zip").code == 0
    assert packed_game(find_game("pond")) == pond_zip.read_bytes()


@pytest.mark.slow
def test_a_zip_prints_as_the_game_that_was_packed(
    here: Path, ecotable: Command, pond_zip: Path
) -> None:
    options = ("--jobs", 1, "--render", "vector")
    assert ecotable("print", "pond.zip", *options, "--out", "a").code == 0
    assert ecotable("new", "--from", "pond.zip").code == 0
    assert ecotable("print", "pond", *options, "--out", "b").code == 0
    first, second = (here / name / "pond-en-a4-vector.pdf" for name in "ab")
    assert first.read_bytes() == second.read_bytes()


@pytest.mark.slow
def test_a_game_from_a_zip_does_not_reach_those_in_the_folder(
    here: Path, ecotable: Command, tmp_path: Path
) -> None:
    """Neither the templates of other games nor Python rules, even if this folder is trusted."""
    for name in ("mine", "pond"):
        assert ecotable("new", name).code == 0
    card = here / "templates" / "pond" / "card.svg.j2"
    card.write_text('{% include "mine/card.svg.j2" %}')
    rules = here / "scorer" / "games"
    rules.mkdir(parents=True)
    (rules / "pond.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')")
    (here / "pond.zip").write_bytes(packed_game(find_game("pond")))
    assert ecotable("check", "mine", "--trust").code == 0
    checked = ecotable("check", "pond.zip")
    assert checked.code == 1 and "mine/card.svg.j2" in checked.err
    assert not (tmp_path / "ran").exists()


def test_mistakes_are_named_by_the_files_in_the_zip(
    here: Path, ecotable: Command, pond_zip: Path
) -> None:
    files = entries(pond_zip.read_bytes())
    files[f"{DATA}/creature.csv"] += b"odd,what,is,this\n"
    pond_zip.write_bytes(zipped(*files.items()))
    checked = ecotable("check", "pond.zip")
    assert checked.code == 1 and f"{DATA}/creature.csv:" in checked.err
    missing = ecotable("print", "lake.zip")
    assert missing.code != 0 and fault("lake.zip", text_of("file.missing")) in missing.err
