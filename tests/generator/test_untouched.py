"""A print that nothing was touched for is answered at once; whatever was touched is noticed."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from workshop import Command, Workshop

from generator.commands import print as printing
from generator.commands.known import seen_by
from generator.store import untouched

pytestmark = pytest.mark.slow

WORDS = ("print", "pond", "--dpi", 72, "--jobs", 1)


@pytest.fixture
def printed(pond: Workshop, ecotable: Command, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A first print, and from then on a count of those that had to do their work."""
    assert ecotable(*WORDS).code == 0
    done: list[int] = []
    whole = printing._all_printed

    def counted(*words: object) -> object:
        done.append(1)
        return whole(*words)  # type: ignore[arg-type]

    monkeypatch.setattr(printing, "_all_printed", counted)
    return done


def same_marks(path: Path, old: str, new: str) -> None:
    """Another text of the same length with the same time of writing."""
    times = path.stat()
    text = path.read_text(encoding="utf-8")
    assert len(old) == len(new) and old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


def test_the_same_print_is_answered_with_the_same_words(
    pond: Workshop, ecotable: Command, printed: list[int]
) -> None:
    first = ecotable(*WORDS)
    assert (first.code, printed) == (0, [])
    assert "pond-en-a4.pdf  " in first.out
    assert "different faces" in first.out


TOUCHED: dict[str, Callable[[Workshop], object]] = {
    "a card": lambda pond: pond.change("fish.csv", "Draw a card.", "Draw two cards."),
    "a card, its marks forged": lambda pond: same_marks(pond.data / "fish.csv", "card", "cart"),
    "a template": lambda pond: pond.template("fish.svg.j2", '<circle r="3"/>'),
    "a new picture": lambda pond: _written(pond.data / "art" / "perch.svg", "<svg/>"),
    "a removed symbol": lambda pond: next((pond.templates / "symbols").glob("*.svg")).unlink(),
    "own rules": lambda pond: _written(pond.root / "scorer" / "games" / "pond.py", "RULES = 1"),
    "the sheets": lambda pond: _written(pond.out / "pond-en-a4.pdf", "scribble"),
    "the manifest": lambda pond: (pond.out / "pond-en-a4.json").unlink(),
}


def _written(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


@pytest.mark.parametrize("what", TOUCHED)
def test_whatever_is_touched_is_noticed(
    what: str, pond: Workshop, ecotable: Command, printed: list[int]
) -> None:
    TOUCHED[what](pond)
    ecotable(*WORDS)
    assert printed == [1]


@pytest.mark.parametrize("word", [("--marks", "none"), ("--render", "vector"), ("--lang", "sv")])
def test_another_print_is_not_mistaken_for_it(
    word: tuple[str, str], ecotable: Command, printed: list[int]
) -> None:
    assert ecotable(*WORDS, *word).code == 0
    assert printed == [1]


def test_another_cairo_or_library_is_noticed(
    ecotable: Command, printed: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("generator.raster.cairo_library.cairo_version", lambda: 1)
    ecotable(*WORDS)
    assert printed == [1]
    monkeypatch.setattr(untouched, "_installed", lambda place: 5)
    ecotable(*WORDS)
    assert printed == [1, 1]


def test_a_file_touched_while_a_print_runs_is_printed_next_time(
    pond: Workshop, ecotable: Command, printed: list[int]
) -> None:
    """What is remembered is what was there before anything was read."""
    seen = seen_by(["print", "pond"])
    assert seen
    pond.change("fish.csv", "Draw a card.", "Draw two cards.")
    seen.keep("old", [])
    now = seen_by(["print", "pond"])
    assert now and now.told() is None


def test_a_folder_that_leads_elsewhere_is_never_answered_for(tmp_path: Path) -> None:
    (tmp_path / "real" / "inner").mkdir(parents=True)
    (tmp_path / "linked").mkdir()
    (tmp_path / "linked" / "link").symlink_to(tmp_path / "real")
    assert untouched.look([tmp_path / "real"]) is not None
    assert untouched.look([tmp_path / "linked"]) is None


def test_a_printer_that_was_measured_anew_is_noticed(ecotable: Command, printed: list[int]) -> None:
    measured = ("calibrate", "--save", "desk", "--y", 1)
    words = (*WORDS, "--printer", "desk")
    assert ecotable(*measured, "--x", 1).code == 0
    ecotable(*words)
    ecotable(*words)
    assert printed == [1]
    assert ecotable(*measured, "--x", 2).code == 0
    ecotable(*words)
    assert printed == [1, 1]


def test_another_date_for_the_sheets_is_noticed(
    ecotable: Command, printed: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    ecotable(*WORDS)
    assert printed == [1]


def test_the_list_of_games_is_told_again_until_a_game_changes(
    pond: Workshop, ecotable: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = ecotable("games")
    with monkeypatch.context() as patch:
        patch.setattr("generator.commands.games.load_games", lambda *_: pytest.fail("read again"))
        assert ecotable("games") == first
    pond.change("game.yaml", "Pond Life", "Lake Life")
    assert "Lake Life" in ecotable("games").out
