"""Dots: the pieces of a scatter plot by the point they lie on."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from .report import Compared, Numbers, Plot
from .scales import axis_end

Place = tuple[float, float]


@dataclass(frozen=True)
class Dot:
    """Pieces that lie on one point of a plot, in shares of its axes."""

    reading: str
    x: float
    y: float
    pieces: int
    names: str


def dots(plot: Plot) -> tuple[Dot, ...]:
    """Pieces by the point they lie on, and a ring where other pieces lay before."""
    now, before = _points(plot, "now"), _points(plot, "before")
    moved = {place: lines for place, lines in before.items() if lines != now.get(place)}
    rings = [_dot(plot, "before", place, lines) for place, lines in moved.items()]
    return (*rings, *(_dot(plot, "now", place, lines) for place, lines in now.items()))


def _points(plot: Plot, reading: str) -> dict[Place, list[Compared]]:
    points: dict[Place, list[Compared]] = defaultdict(list)
    for line in plot.lines:
        numbers: Numbers | None = getattr(line, reading)
        if numbers:
            points[numbers[0] or 0, numbers[1] or 0].append(line)
    return points


def _dot(plot: Plot, reading: str, place: Place, lines: list[Compared]) -> Dot:
    """The last number of a row of a scatter plot is its copies."""
    copies = sum(int((getattr(line, reading) or (0,))[-1] or 0) for line in lines)
    x, y = place[0] / axis_end(plot, 0), place[1] / axis_end(plot, 1)
    return Dot(reading, x, y, copies, ", ".join(line.label for line in lines))
