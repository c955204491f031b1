"""The cache touches only what bears its mark, and only what is named like an entry."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from texts import fault, text_of
from workshop import Command, Workshop

from generator.store.cache import MARK, Cache, cache_folder, open_cache

pytestmark = pytest.mark.usefixtures("cold_cache")

KEY = "ab" * 16


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "elsewhere"
    monkeypatch.setenv("ECOTABLE_CACHE", str(folder))
    return folder


def test_a_folder_with_other_files_is_a_problem_and_stays_as_it_is(
    pond: Workshop, ecotable: Command, elsewhere: Path
) -> None:
    letter = elsewhere / "faces" / "ab" / KEY
    letter.parent.mkdir(parents=True)
    letter.write_text("not yours", encoding="utf-8")
    for words in (["print", "pond", "--dpi", "72"], ["cache"], ["cache", "--clear"]):
        answer = ecotable(*words)
        assert answer.code == 1
        assert fault(f"ECOTABLE_CACHE={elsewhere}", text_of("cache.not_ours")) in answer.err
        assert len(answer.err.splitlines()) == 1
    assert [path for path in elsewhere.rglob("*") if path.is_file()] == [letter]
    assert letter.read_text(encoding="utf-8") == "not yours"


@pytest.mark.parametrize("exists", [True, False])
def test_a_new_or_empty_folder_becomes_one_for_its_owner_alone(
    elsewhere: Path, exists: bool
) -> None:
    if exists:
        elsewhere.mkdir(mode=0o755)
    cache = open_cache()
    cache.put("faces", KEY, b"drawn")
    assert cache.get("faces", KEY) == b"drawn"
    assert (elsewhere / MARK).is_file()
    assert stat.S_IMODE(elsewhere.stat().st_mode) == 0o700


def test_clearing_and_pruning_leave_what_is_no_entry(elsewhere: Path, tmp_path: Path) -> None:
    cache = open_cache()
    cache.put("faces", KEY, b"drawn")
    others = [
        elsewhere / "letter.txt",
        elsewhere / "faces" / "notes",
        elsewhere / "faces" / "ab" / "notes.txt",
        elsewhere / "photos" / "2024" / KEY,
    ]
    for path in others:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(bytes(2_000_000))
    outside = tmp_path / "outside" / "ab"
    outside.mkdir(parents=True)
    (outside / KEY).write_bytes(bytes(2_000_000))
    (elsewhere / "linked").symlink_to(outside.parent, target_is_directory=True)
    assert cache.usage().entries == 1
    assert cache.prune(limit_mb=0) == 1
    cache.put("faces", KEY, b"drawn")
    assert cache.clear() == 1
    assert all(path.exists() for path in (*others, outside / KEY))


def test_a_folder_without_the_mark_is_never_cleared(tmp_path: Path) -> None:
    entry = tmp_path / "faces" / "ab" / KEY
    entry.parent.mkdir(parents=True)
    entry.write_bytes(b"another's")
    assert (Cache(tmp_path).clear(), Cache(tmp_path).prune(0)) == (0, 0)
    assert entry.exists()


def test_a_cache_that_was_removed_while_we_worked_is_a_cache_again(
    pond: Workshop, ecotable: Command, elsewhere: Path
) -> None:
    cache = open_cache()
    (elsewhere / MARK).unlink()
    elsewhere.rmdir()
    cache.put("faces", KEY, b"drawn")
    assert (cache_folder() / MARK).is_file()
    assert ecotable("cache").code == 0


def test_half_written_entries_of_two_machines_do_not_meet(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same process number in two containers that share a folder."""
    names: list[str] = []
    replace = Path.replace
    monkeypatch.setattr("os.getpid", lambda: 7)
    monkeypatch.setattr(
        Path, "replace", lambda self, to: (names.append(self.name), replace(self, to))[1]
    )
    for content in (b"one", b"two"):
        open_cache().put("faces", KEY, content)
    assert len(set(names)) == 2
