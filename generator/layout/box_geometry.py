"""The geometry of boxes: rectangles, lengths shared along a row or column, cells of a grid.

All lengths are in millimetres. The library ``stretchable`` (Taffy) was measured for comparison. Its
import takes 77 ms and a face of nine boxes 23 ms; this code takes 0.03 ms. Flexible boxes also have
no text that shrinks before its neighbours move.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

from cards_data.problems import Message
from generator.geometry.units import BLEED_MM

Arrangement = Literal["rows", "snake", "ring", "circle", "hex", "hex_pointy"]
ARRANGEMENTS = get_args(Arrangement)
# Anything closer to the cut touches it.
TOUCH_MM = 0.01
# The width of a hexagon, corner to corner, is its height times this.
_CORNERS = 2 / math.sqrt(3)
# A smaller shortage is not reported: nobody can see it.
SLACK_MM = 0.05


@dataclass(frozen=True)
class Rect:
    """A rectangle in millimetres."""

    x: float
    y: float
    width: float
    height: float

    def inside(self, top: float, right: float, bottom: float, left: float) -> Rect:
        width, height = self.width - left - right, self.height - top - bottom
        return Rect(self.x + left, self.y + top, max(0.0, width), max(0.0, height))

    @property
    def sides(self) -> tuple[float, float, float, float]:
        return self.x, self.y, self.width, self.height

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2


def over_bleed(room: Rect, face: tuple[float, float]) -> Rect:
    """Extend a rectangle on a face over the bleed where it touches the cut."""
    left = BLEED_MM if room.x <= TOUCH_MM else 0.0
    top = BLEED_MM if room.y <= TOUCH_MM else 0.0
    right = BLEED_MM if room.x + room.width >= face[0] - TOUCH_MM else 0.0
    bottom = BLEED_MM if room.y + room.height >= face[1] - TOUCH_MM else 0.0
    return Rect(room.x - left, room.y - top, room.width + left + right, room.height + top + bottom)


class Part(NamedTuple):
    """A box along one axis, in millimetres."""

    natural: float
    least: float
    grow: float = 0.0


class Span(NamedTuple):
    """The start and length of a box."""

    start: float
    length: float


def extent(parts: Sequence[Part], gap: float) -> float:
    """Return the total natural length of all parts."""
    return sum(part.natural for part in parts) + gap * max(0, len(parts) - 1)


def share(parts: Sequence[Part], span: Span, gap: float, place: float = 0.0) -> list[Span]:
    """Return the span of every part.

    Spare length goes to the parts that grow. Missing length is taken from those that can shrink,
    each by the same share. If nothing grows, ``place`` positions all of them: 0 first, 0.5 centred,
    1 last.
    """
    rest = span.length - extent(parts, gap)
    if rest >= 0:
        whole = sum(part.grow for part in parts)
        each = rest / whole if whole else 0.0
        lengths = [part.natural + part.grow * each for part in parts]
    else:
        slack = sum(part.natural - part.least for part in parts)
        each = min(1.0, -rest / slack) if slack > 0 else 0.0
        lengths = [part.natural - (part.natural - part.least) * each for part in parts]
    free = span.length - sum(lengths) - gap * max(0, len(parts) - 1)
    at = span.start + max(0.0, free) * place
    spans = []
    for length in lengths:
        spans.append(Span(at, length))
        at += length + gap
    return spans


def without_excess(
    parts: Sequence[Part], texts: Sequence[int], room: float, gap: float
) -> list[Part] | None:
    """Shorten the longest text, which reports it, by what shrinking cannot save; None without."""
    shrunk = [Part(part.least, part.least) for part in parts]
    excess = extent(shrunk, gap) - room
    if excess <= SLACK_MM:
        return list(parts)
    if not texts:
        return None
    longest = max(texts, key=lambda place: parts[place].natural)
    short = max(0.0, parts[longest].least - excess)
    shrunk[longest] = Part(short, short)
    return shrunk


@dataclass(frozen=True)
class Cells:
    """The number of cells, their arrangement and spacing; ``size`` is for cells of a circle."""

    arrange: str = "rows"
    columns: int = 1
    rows: int = 1
    gap: float = 0.0
    size: float = 10.0
    count: int = 0

    @property
    def total(self) -> int:
        if self.arrange == "ring":
            inner = max(0, self.columns - 2) * max(0, self.rows - 2)
            return self.columns * self.rows - inner
        return self.columns * self.rows

    def rects(self, room: Rect) -> list[Rect]:
        """Return every cell, no more than requested."""
        rects = _ARRANGED[self.arrange](self, room)
        return rects[: self.count] if self.count and self.arrange != "circle" else rects


def _square(cells: Cells, room: Rect) -> list[list[Rect]]:
    """Return rows of equal cells."""
    gap = cells.gap
    width = max(0.0, (room.width - gap * (cells.columns - 1)) / cells.columns)
    height = max(0.0, (room.height - gap * (cells.rows - 1)) / cells.rows)
    return [
        [
            Rect(room.x + column * (width + gap), room.y + row * (height + gap), width, height)
            for column in range(cells.columns)
        ]
        for row in range(cells.rows)
    ]


def _snake(cells: Cells, room: Rect) -> list[Rect]:
    """Reverse every second row, so that each cell touches the next."""
    rows = enumerate(_square(cells, room))
    return [cell for index, row in rows for cell in (row[::-1] if index % 2 else row)]


def _ring(cells: Cells, room: Rect) -> list[Rect]:
    """Return cells along the edge, clockwise from the top left."""
    rows = _square(cells, room)
    if cells.rows == 1 or cells.columns == 1:
        return [cell for row in rows for cell in row]
    right = [row[-1] for row in rows[1:-1]]
    left = [row[0] for row in rows[-2:0:-1]]
    return [*rows[0], *right, *rows[-1][::-1], *left]


def _circle(cells: Cells, room: Rect) -> list[Rect]:
    """Return cells around an ellipse, clockwise from the top."""
    count, size = cells.count or cells.total, cells.size
    x, y = room.centre
    across, down = max(0.0, room.width - size) / 2, max(0.0, room.height - size) / 2
    angles = [2 * math.pi * step / count for step in range(count)]
    return [
        Rect(
            x + across * math.sin(angle) - size / 2,
            y - down * math.cos(angle) - size / 2,
            size,
            size,
        )
        for angle in angles
    ]


def _hexes(cells: Cells, room: Rect) -> list[Rect]:
    """Return flat-topped hexagons, as large as fit; every second column is half a cell lower."""
    columns, rows, gap = cells.columns, cells.rows, cells.gap
    drop = 0.5 if columns > 1 else 0.0
    high = (room.height - gap * (rows - 1 + drop)) / (rows + drop)
    across = (room.width - gap * (columns - 1) / _CORNERS) / (1 + 0.75 * (columns - 1)) / _CORNERS
    height = max(0.0, min(high, across))
    width = height * _CORNERS
    step_x, step_y = width * 0.75 + gap / _CORNERS, height + gap
    whole = (step_x * (columns - 1) + width, step_y * (rows - 1 + drop) + height)
    left, top = room.x + (room.width - whole[0]) / 2, room.y + (room.height - whole[1]) / 2
    return [
        Rect(left + column * step_x, top + (row + column % 2 / 2) * step_y, width, height)
        for row in range(rows)
        for column in range(columns)
    ]


def _pointy_hexes(cells: Cells, room: Rect) -> list[Rect]:
    """Return pointy-topped hexagons: the same, with rows and columns swapped."""
    turned = Cells("hex", cells.rows, cells.columns, cells.gap, cells.size)
    flat = _hexes(turned, Rect(room.y, room.x, room.height, room.width))
    by_row = [flat[row :: cells.rows] for row in range(cells.rows)]
    return [Rect(one.y, one.x, one.height, one.width) for row in by_row for one in row]


_ARRANGED: dict[str, Callable[[Cells, Rect], list[Rect]]] = {
    "rows": lambda cells, room: [cell for row in _square(cells, room) for cell in row],
    "snake": _snake,
    "ring": _ring,
    "circle": _circle,
    "hex": _hexes,
    "hex_pointy": _pointy_hexes,
}


_FOCUS = re.compile(r"\s*(\d{1,3}(?:\.\d+)?)\s*%\s+(\d{1,3}(?:\.\d+)?)\s*%\s*")
FOCUSES = Message("layout.focus", example="50% 30%")


def parse_focus(value: object) -> tuple[float, float] | None:
    """Read the part of a picture that must stay visible, ``50% 30%``, as shares of one."""
    match = _FOCUS.fullmatch(value) if isinstance(value, str) else None
    if not match or max(float(match[1]), float(match[2])) > 100:
        return None
    return float(match[1]) / 100, float(match[2]) / 100
