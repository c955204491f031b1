"""Printing again with nothing changed: answered without loading a game, and never wrongly."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from workshop import Command, Workshop

from generator.commands import print as print_command

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("cold_cache")]
WORDS = ("print", "pond", "--out", "out", "--dpi", "72", "--jobs", "1")


@pytest.fixture
def loads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games that prints load from now on."""
    loaded: list[str] = []
    whole = print_command._load_games

    def noted(names: tuple[str, ...], lang: str) -> object:
        loaded.extend(names)
        return whole(names, lang)

    monkeypatch.setattr(print_command, "_load_games", noted)
    return loaded


def settled() -> None:
    """Waits until what was saved just now is a little older."""
    time.sleep(0.1)


@pytest.fixture
def printed(pond: Workshop, ecotable: Command, loads: list[str]) -> str:
    """What the first print says."""
    settled()
    answer = ecotable(*WORDS)
    assert (answer.code, loads) == (0, ["pond"])
    loads.clear()
    return answer.out


def test_the_same_print_is_answered_without_loading_the_game(
    pond: Workshop, ecotable: Command, printed: str, loads: list[str]
) -> None:
    manifest = pond.root / "out" / "pond-en-a4.json"
    os.utime(manifest, (1, 1))
    assert ecotable(*WORDS).out == printed
    assert loads == []
    assert manifest.stat().st_mtime > 1, "it is the newest print again"


def flipped(path: Path) -> None:
    """Another content of the same size and time."""
    content, stat = bytearray(path.read_bytes()), path.stat()
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))


CHANGES: dict[str, Callable[[Workshop], object]] = {
    "a cell": lambda pond: pond.change("fish.csv", "Pike", "Pyke"),
    "a new picture": lambda pond: (
        (pond.data / "art").mkdir(exist_ok=True)
        or (pond.data / "art" / "new.svg").write_text("<svg/>")
    ),
    "a template": lambda pond: flipped(pond.root / "templates" / "pond" / "fish.svg.j2"),
    "no PDF": lambda pond: (pond.root / "out" / "pond-en-a4.pdf").unlink(),
    "another PDF": lambda pond: flipped(pond.root / "out" / "pond-en-a4.pdf"),
    "another manifest": lambda pond: flipped(pond.root / "out" / "pond-en-a4.json"),
    "rules of the user's own": lambda pond: (pond.root / "scorer" / "games").mkdir(parents=True),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_whatever_changed_the_game_is_looked_at_again(
    pond: Workshop,
    ecotable: Command,
    printed: str,
    loads: list[str],
    change: Callable[[Workshop], object],
) -> None:
    change(pond)
    ecotable(*WORDS)
    assert loads == ["pond"]


@pytest.mark.parametrize("more", [("--paper", "letter"), ("--lang", "sv"), ("--out", "other")])
def test_another_print_has_another_receipt(
    ecotable: Command, printed: str, loads: list[str], more: tuple[str, ...]
) -> None:
    assert ecotable(*WORDS, *more).code == 0
    assert loads == ["pond"]


def test_a_file_saved_just_now_gives_no_receipt(
    pond: Workshop, ecotable: Command, printed: str, loads: list[str]
) -> None:
    late = time.time() + 60
    os.utime(pond.data / "fish.csv", (late, late))
    for _ in range(2):
        ecotable(*WORDS)
    assert loads == ["pond", "pond"]


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_folder_behind_a_link_gives_no_receipt(
    pond: Workshop, ecotable: Command, printed: str, loads: list[str]
) -> None:
    (pond.data / "art").mkdir(exist_ok=True)
    (pond.data / "art" / "round").symlink_to(pond.data)
    settled()
    for _ in range(2):
        ecotable(*WORDS)
    assert loads == ["pond", "pond"]
