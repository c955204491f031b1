"""The cache can only cost time: damaged, swapped, full, locked or shared, the cards are right."""

from __future__ import annotations

import errno
import os
import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from comparing import POND, Command, faces, options, read
from hypothesis import given
from hypothesis import strategies as st
from pond import Pond
from workshop import WorkLog, compose_all, print_game, started

from cards_data import Problems
from generator.store.cache import MARK, Cache, cache_folder, open_cache

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("cold_cache")]

PDF = Path("output/pond-en-a4.pdf")
KEY = "ab12" * 8


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return POND.write(tmp_path)


def built(**chosen: Any) -> bytes:
    """The game printed anew from whatever the cache holds: no old PDF helps."""
    shutil.rmtree("output", ignore_errors=True)
    report = print_game(read(Path.cwd()), options(Path("output"), **chosen))
    return report.pdf.read_bytes()


def elsewhere(monkeypatch: pytest.MonkeyPatch, folder: Path) -> bytes:
    """The bytes of a build that has never seen this cache."""
    with monkeypatch.context() as patch:
        patch.setenv("ECOTABLE_CACHE", str(folder))
        return built()


def entries(kind: str = "*") -> list[Path]:
    return sorted(path for path in cache_folder().glob(f"{kind}/*/*") if path.is_file())


def test_the_second_run_draws_and_composes_nothing(project: Path, work_log: WorkLog) -> None:
    first = built()
    assert len(work_log.composed) == 6, "six pieces"
    assert len(work_log.drawn) == 8, "their seven different faces and the how-to page"
    work_log.forget()
    assert built() == first
    assert (work_log.composed, work_log.drawn) == ([], [])


def test_one_changed_card_costs_one_card(project: Path, work_log: WorkLog) -> None:
    built()
    work_log.forget()
    POND.with_plant("reed", name="Rush").write(project)
    built()
    assert work_log.composed == ["plants/reed"]
    assert work_log.drawn == ["plants/reed, front (templates/pond/plant.svg.j2)"]


def test_a_print_that_stands_is_not_written_again(project: Path) -> None:
    first = built()
    before = PDF.stat().st_mtime_ns
    report = print_game(read(project), options(Path("output")))
    assert report.pdf.read_bytes() == first
    assert PDF.stat().st_mtime_ns == before


@pytest.mark.parametrize("suffix", [".pdf", ".json"])
@pytest.mark.parametrize("content", [b"", b"\xff\xfe broken", b"half"])
def test_a_file_that_someone_broke_is_written_again(
    project: Path, suffix: str, content: bytes
) -> None:
    first, path = built(), PDF.with_suffix(suffix)
    whole = path.read_bytes()
    path.write_bytes(content)
    print_game(read(project), options(Path("output")))
    assert path.read_bytes() == whole
    assert PDF.read_bytes() == first


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def half(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])


def flipped(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def flipped_checksum(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[3] ^= 128
    path.write_bytes(data)


def longer(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"\0")


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def a_full_folder(path: Path) -> None:
    a_folder(path)
    (path / "something").write_bytes(b"x")


def a_loop(path: Path) -> None:
    """A file that nobody can open, whoever asks."""
    path.unlink()
    path.symlink_to(path.name)


def gone(path: Path) -> None:
    path.unlink()


DAMAGES: tuple[Callable[[Path], None], ...] = (
    cut,
    half,
    flipped,
    flipped_checksum,
    longer,
    emptied,
    a_folder,
    a_full_folder,
    a_loop,
    gone,
)


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_damaged_entries_give_the_same_bytes(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: Callable[[Path], None]
) -> None:
    built()
    entry_paths = entries()
    assert {path.parent.parent.name for path in entry_paths} >= {
        "faces",
        "composed",
        "builds",
        "pages",
    }
    for path in entry_paths:
        damage(path)
    assert built() == elsewhere(monkeypatch, tmp_path / "other cache")


@pytest.mark.parametrize("kind", ["faces", "composed", "pages", "builds"])
def test_entries_that_changed_places_give_the_same_bytes(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """Whole, but not what their name says: a restored disk, a tool that renamed files."""
    built()
    built(flip="short")
    entry_paths = entries(kind)
    contents = [path.read_bytes() for path in entry_paths]
    assert len(contents) > 1
    for path, content in zip(entry_paths, (*contents[1:], contents[0]), strict=True):
        path.write_bytes(content)
    assert built() == elsewhere(monkeypatch, tmp_path / "other cache")


@given(st.lists(st.integers(0, 10**6), min_size=1, max_size=4), st.integers(1, 255))
def test_no_flipped_byte_goes_unnoticed(places: list[int], mask: int) -> None:
    cache = open_cache()
    content = bytes(range(200))
    cache.put("faces", KEY, content)
    path = cache.folder / "faces" / KEY[:1] / KEY
    data = bytearray(path.read_bytes())
    for place in {place % len(data) for place in places}:
        data[place] ^= mask
    path.write_bytes(data)
    assert cache.get("faces", KEY) is None
    cache.put("faces", KEY, content)
    assert cache.get("faces", KEY) == content


def test_another_resolution_is_another_face(project: Path, work_log: WorkLog) -> None:
    built()
    drawn = list(work_log.drawn)
    work_log.forget()
    built(dpi=90)
    assert (work_log.composed, len(work_log.drawn)) == ([], len(drawn))


def aged(cache: Cache, key: str, hours: int) -> Path:
    path = cache.folder / "faces" / key[:1] / key
    os.utime(path, (1_000_000_000 - hours * 3600,) * 2)
    return path


def test_what_was_not_used_for_longest_goes_first(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    keys = [digit * 32 for digit in "abcde"]
    for number, key in enumerate(keys):
        cache.put("faces", key, bytes(400_000))
        aged(cache, key, 10 - number)
    assert cache.get("faces", keys[0]), "the oldest is used once more"
    assert cache.prune(limit_mb=1) == 3
    names = sorted(path.name for path in tmp_path.rglob("*") if path.is_file())
    assert names == [keys[0], MARK, keys[-1]]
    assert cache.usage().bytes <= 1_000_000
    assert cache.prune(limit_mb=1) == 0


def test_composed_faces_that_are_used_stay(project: Path) -> None:
    """Looking at an entry is using it, whatever kind it is of."""
    built()
    for path in entries():
        os.utime(path, (1_000_000_000,) * 2)
    built()
    old = [path for path in entries() if path.stat().st_mtime < 1_000_000_100]
    assert [path for path in old if path.parent.parent.name in ("faces", "composed")] == []


def test_a_run_keeps_the_limit(
    project: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    cache = open_cache()
    keys = [f"{number}0{KEY[2:]}" for number in range(4)]
    for number, key in enumerate(keys):
        cache.put("faces", key, bytes(400_000))
        os.utime(cache.folder / "faces" / key[:1] / key, (10**9 + number,) * 2)
    prune = Cache.prune
    monkeypatch.setattr(Cache, "prune", lambda self: prune(self, limit_mb=1))
    first = built()
    assert cache.usage().bytes <= 1_000_000
    assert cache.get("faces", keys[0]) is None
    assert elsewhere(monkeypatch, tmp_path / "other cache") == first


def test_two_builds_at_once(project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = elsewhere(monkeypatch, tmp_path / "other cache")
    shutil.rmtree("output")
    words = ("print", "pond", "--dpi", 72, "--jobs", 2)
    for run in [started(project, *words) for _ in range(2)]:
        out, err = run.communicate(timeout=60)
        assert (run.returncode, err) == (0, ""), out
    assert PDF.read_bytes() == expected
    assert sorted(path.name for path in PDF.parent.iterdir()) == [
        "pond-en-a4.json",
        "pond-en-a4.pdf",
    ]


@pytest.mark.parametrize("place", ["note.txt", "/proc/nothing/cache"])
def test_a_cache_that_cannot_be_written_only_costs_time(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ecotable: Command, place: str
) -> None:
    expected = elsewhere(monkeypatch, tmp_path / "other cache")
    (project / "note.txt").write_text("a file where the folder should be", encoding="utf-8")
    monkeypatch.setenv("ECOTABLE_CACHE", place)
    assert built() == built() == expected
    answer = ecotable("cache")
    assert (answer.code, answer.err) == (0, "")
    assert "0 entries" in answer.out
    assert ecotable("cache", "--clear").code == 0


def test_a_full_disk_under_the_cache_only_costs_time(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, work_log: WorkLog
) -> None:
    expected = elsewhere(monkeypatch, tmp_path / "other cache")
    folder, write = str(cache_folder()), Path.write_bytes

    def full(self: Path, data: bytes) -> int:
        if not str(self).startswith(folder):
            return write(self, data)
        write(self, data[: len(data) // 2])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(self))

    monkeypatch.setattr(Path, "write_bytes", full)
    assert built() == built() == expected
    assert entries() == [], "no half entries remain"


def test_the_command_tells_and_clears(project: Path, ecotable: Command) -> None:
    built()
    prefix = cache_folder() / "faces" / KEY[:1]
    prefix.mkdir(exist_ok=True)
    (prefix / f".{KEY}.4711").write_bytes(b"left by a killed run")
    (prefix / KEY).write_bytes(b"")
    count = len(entries())
    size = sum(path.stat().st_size for path in entries()) / 1e6
    answer = ecotable("cache")
    assert answer.code == 0
    assert answer.out == f"{cache_folder()}: {count} entries, {size:.1f}\u00a0MB of 1000\u00a0MB\n"
    answer = ecotable("cache", "--clear")
    assert answer.out == f"{count} entries removed from {cache_folder()}\n"
    assert entries() == []
    assert "0 entries, 0.0\u00a0MB" in ecotable("cache").out


def test_the_folder_is_the_users_unless_another_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ECOTABLE_CACHE", str(tmp_path / "own"))
    assert cache_folder() == tmp_path / "own"
    monkeypatch.delenv("ECOTABLE_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "users"))
    assert cache_folder().name == "ecotable"
    assert not (tmp_path / "users").exists(), "asking for it makes nothing"


def summary_text(root: Path) -> str:
    """What the summary card shows, from the cache where that holds it."""
    faces_by_id = {
        piece.id: piece_faces for _, piece, piece_faces in compose_all(read(root), "en").pieces()
    }
    return " ".join(re.findall(r">([^<>]+)</text>", faces_by_id["summary"].front.svg))


@pytest.mark.parametrize(
    ("new", "pattern"),
    [
        (POND.with_fish("pike", name="Eel"), "Eel"),
        (POND.with_fish("pike", cost="7"), "7"),
        (replace(POND, fish=POND.fish[:2]), ""),
        (replace(POND, fish=POND.fish[::-1]), "Tench"),
        (replace(POND, points=9), "9"),
    ],
    ids=["name", "cost", "removed", "reordered", "scoring"],
)
def test_a_card_that_shows_another_deck_changes_with_it(
    project: Path, new: Pond, pattern: str
) -> None:
    before = summary_text(project)
    assert summary_text(project) == before
    new.write(project)
    after = summary_text(project)
    assert after != before
    assert pattern in after
    text = faces(project)["summary", "summary"].front.svg
    assert after == " ".join(re.findall(r">([^<>]+)</text>", text))


def test_a_card_that_refers_to_one_piece_changes_with_it(project: Path, work_log: WorkLog) -> None:
    template = "{{ line(ref('fish', 'pike').name, 5, 9) }}"
    (project / "templates/pond/plant.svg.j2").write_text(template, encoding="utf-8")
    compose_all(read(project), "en")
    work_log.forget()
    POND.with_fish("pike", name="Eel").write(project)
    (project / "templates/pond/plant.svg.j2").write_text(template, encoding="utf-8")
    faces_by_id = {
        piece.id: piece_faces for _, piece, piece_faces in compose_all(read(project), "en").pieces()
    }
    assert "Eel" in faces_by_id["reed"].front.svg
    assert "Eel" in faces_by_id["lily"].front.svg
    assert work_log.composed == ["fish/pike", "plants/reed", "plants/lily", "summary/summary"]


def test_a_face_with_problems_is_never_kept(project: Path) -> None:
    POND.with_fish("pike", name="very long " * 40).write(project)
    for _ in range(2):
        with pytest.raises(Problems, match="too long"):
            compose_all(read(project), "en")
