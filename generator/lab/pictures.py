"""Prepare the charts of a playtest page: before and after in one chart for each measure.

Lengths and positions are shares between 0 and 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from cards_data.words import Say
from generator.report.html_page import axis

from .effects import BOUGHT, Effect
from .figures import RunFigures
from .findings import percent, points, what_of

# Cards drawn as bars; the table lists all of them.
DRAWN = 12
Point = tuple[float, float]
Mark = tuple[float, str]


class Course(NamedTuple):
    """The growth of a number by turn: a line for each side, and the marks of both axes."""

    title: str
    lines: list[tuple[str, list[Point]]]
    across: list[Mark]
    up: list[Mark]


class Bars(NamedTuple):
    """The bars of one label, one for each side with its text, and a remark next to them."""

    label: str
    bars: list[tuple[str, float, str]]
    note: str = ""


def courses(run: RunFigures, say: Say) -> Iterator[Course]:
    for what in run.after.by_turn:
        sides = [(name, side.by_turn.get(what, ())) for name, side in run.sides()]
        right, across = _marks(turn for _, line in sides for turn, _ in line)
        top, up = _marks(number for _, line in sides for _, number in line)
        lines = [
            (name, [(0.0, 0.0), *((turn / right, number / top) for turn, number in line)])
            for name, line in sides
            if line
        ]
        yield Course(what_of(say, what), lines, across, up)


def _marks(numbers: Iterable[float]) -> tuple[int, list[Mark]]:
    """Return the end of an axis, and its marks."""
    step, end = axis(max(numbers))
    return end, [(mark / end, str(mark)) for mark in range(0, end + 1, step)]


def bars_of(run: RunFigures, card: str, label: str, say: Say) -> Bars:
    """Return in what share of games a card was bought, with any certain difference."""
    shares = [(name, side.in_games.get(BOUGHT, {}).get(card, 0.0)) for name, side in run.sides()]
    bars = [(name, share, percent(say, share)) for name, share in shares]
    certain = (one.difference for one in run.effects if one.card == card and one.size)
    return Bars(label, bars, *(points(say, one, "lab_moved") for one in certain))


def cards_bought(run: RunFigures, changed: Iterable[str]) -> list[str]:
    """Return changed cards, then the largest certain differences, then the most bought."""
    certain = sorted((one for one in run.effects if one.card and one.size), key=_by_size)
    sides = (side.in_games.get(BOUGHT, {}) for _, side in reversed(run.sides()))
    bought = dict.fromkeys(card for shares in sides for card in shares)
    first = dict.fromkeys((*changed, *(one.card for one in certain), *bought))
    return [card for card in first if card in bought]


def _by_size(effect: Effect) -> float:
    return -effect.size
