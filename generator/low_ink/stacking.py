"""What is on what: of every item how much is seen, what is below it and what is beside it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby, pairwise
from typing import NamedTuple

from cards_data.outlines.path_reader import Rect, Step, tight_box
from generator.raster.painter import hard_edged
from generator.svg.drawing import (
    Begin,
    Colour,
    Drawing,
    End,
    Fill,
    Gradient,
    Item,
    Letters,
    Matrix,
    Paint,
    Shape,
    moved,
)
from generator.svg.outlines import polygon


class Layers:
    """Items one over the other, where every place knows which of them it shows."""

    def __init__(self, drawing: Drawing, per_mm: float) -> None:
        x, y, wide, high = drawing.view
        self.columns, self.rows = max(1, round(wide * per_mm)), max(1, round(high * per_mm))
        self._matrix: Matrix = (per_mm, 0.0, 0.0, per_mm, -x * per_mm, -y * per_mm)
        pixels = bytearray(4 * self.columns * self.rows)
        # Row by row, as ``number_of`` reads it.
        self.shown = memoryview(pixels).cast("I")
        self._painter = hard_edged(pixels, (self.columns, self.rows), self._matrix)

    def paint(self, item: Item, number: int) -> None:
        """Puts an item on top, opaque; numbers count from 0."""
        if isinstance(item, Shape):
            value = number + 1
            mark = (value >> 16 & 255) / 255, (value >> 8 & 255) / 255, (value & 255) / 255
            fill = item.fill and Fill(mark, 1.0, item.fill.evenodd)
            stroke = item.stroke and item.stroke._replace(paint=mark, opacity=1.0)
            item = item._replace(fill=fill, stroke=stroke)
        self._painter.paint(item)

    def column(self, x_mm: float) -> int:
        return min(self.columns - 1, max(0, int(x_mm * self._matrix[0] + self._matrix[4])))

    def row(self, y_mm: float) -> int:
        found = int(y_mm * self._matrix[3] + self._matrix[5])
        return self.columns * min(self.rows - 1, max(0, found))

    def numbers(self, places: Iterable[int]) -> list[int]:
        """The items that show at places, each the sum of a row and a column."""
        shown = self.shown
        return [(shown[place] & 0xFFFFFF) - 1 for place in places]


def number_of(shown: int) -> int:
    """The item that a place shows; -1 for bare paper. The upper byte says nothing."""
    return (shown & 0xFFFFFF) - 1


NOTHING = -1
# Every second row and column tells as much as all of them.
EVERY = 2


class Sighting(NamedTuple):
    """How much of an item is seen, how broad it is on the average, and beside what it lies."""

    area_mm2: float = 0.0
    breadth_mm: float = 0.0
    beside: int = NOTHING


def seen_on(layers: Layers, per_mm: float) -> dict[int, Sighting]:
    """All items of which anything is seen."""
    wide, shown = layers.columns, layers.shown
    rows = [shown[start : start + wide] for start in range(0, len(shown), EVERY * wide)]
    columns = [shown[start::wide] for start in range(0, wide, EVERY)]
    (across, met_across), (down, met_down) = _runs(rows), _runs(columns)
    beside = _beside(met_across + met_down)
    found = {}
    for value, count in Counter(shown).items():
        runs = EVERY * max(across[value], down[value], 1)
        number = number_of(value)
        found[number] = Sighting(
            count / per_mm**2, count / runs / per_mm, beside.get(number, NOTHING)
        )
    return found


def _runs(lines: list[memoryview]) -> tuple[Counter[int], Counter[tuple[int, int]]]:
    """How many runs show each item, and which items meet."""
    runs: Counter[int] = Counter()
    meetings: Counter[tuple[int, int]] = Counter()
    for line in lines:
        met = [value for value, _ in groupby(line)]
        runs.update(met)
        meetings.update(pairwise(met))
    return runs, meetings


def _beside(meetings: Counter[tuple[int, int]]) -> dict[int, int]:
    """For each item the one that it meets most often."""
    found: dict[int, Counter[int]] = {}
    for (one, other), count in meetings.items():
        first, second = number_of(one), number_of(other)
        found.setdefault(first, Counter())[second] += count
        found.setdefault(second, Counter())[first] += count
    return {number: met.most_common(1)[0][0] for number, met in found.items()}


PAPER: Colour = (1.0, 1.0, 1.0)
NO_BOX: Rect = (0.0, 0.0, 0.0, 0.0)
# So finely is looked; a board more coarsely.
PER_MM, MOST_PLACES = 3.5, 400_000
# Places where a shape is looked at, along each side of its box.
GRID = 6
# Of a run of letters, that much must lie on something for it to be written on.
WRITTEN_ON = 0.03


class Lying(NamedTuple):
    """An item as it lies; others are known by their number."""

    # What it was painted on, and all that letters are written on.
    ground: int
    grounds: tuple[int, ...]
    # The colour as it is seen where the ground shines through.
    tone: Colour
    opacity: float
    box: Rect
    painted_mm2: float = 0.0
    seen: Sighting = Sighting()

    @property
    def is_shining_through(self) -> bool:
        """Whether less than half of it is seen in the end, because others lie over it."""
        return self.seen.area_mm2 < self.painted_mm2 / 2


def lying(drawing: Drawing) -> tuple[Lying, ...]:
    per_mm = min(PER_MM, math.sqrt(MOST_PLACES / (drawing.view[2] * drawing.view[3])))
    layers = Layers(drawing, per_mm)
    found: list[Lying] = []
    faded = [1.0]
    for number, item in enumerate(drawing.items):
        if isinstance(item, Begin):
            faded.append(faded[-1] * item.opacity)
            layers.paint(item._replace(opacity=1.0), number)
        elif isinstance(item, End):
            faded.pop()
            layers.paint(End(item.begin._replace(opacity=1.0)), number)
        found.append(_look(item, number, layers, found, faded[-1]))
    seen = seen_on(layers, per_mm)
    return tuple(
        look._replace(seen=seen[number]) if number in seen else look
        for number, look in enumerate(found)
    )


def _look(item: Item, number: int, layers: Layers, before: list[Lying], faded: float) -> Lying:
    box, painted = NO_BOX, 0.0
    if isinstance(item, Shape):
        box = tight_box(moved(item.path, item.matrix))
        places = _grid(box, layers)
        below = layers.numbers(places)
        layers.paint(item, number)
        now = layers.numbers(places)
        hit = [one for one, shown in zip(below, now, strict=True) if shown == number]
        grounds = _ranked(hit or below)
        painted = len(hit) / len(places) * box[2] * box[3]
    elif isinstance(item, Letters):
        grounds = _ranked(layers.numbers(_written(item, layers)))
    else:
        return Lying(NOTHING, (), PAPER, faded, box)
    ink = item.fill or item.stroke
    assert ink
    below_tone = before[grounds[0]].tone if grounds[0] != NOTHING else PAPER
    opacity = ink.opacity * faded
    tone = mixed(below_tone, plain(ink.paint), opacity)
    return Lying(grounds[0], grounds, tone, opacity, box, painted)


def _ranked(numbers: list[int]) -> tuple[int, ...]:
    """What shows most often first; what hardly shows not at all."""
    least = WRITTEN_ON * len(numbers)
    return tuple(number for number, count in Counter(numbers).most_common() if count >= least)


def _grid(box: Rect, layers: Layers) -> list[int]:
    x, y, wide, high = box
    columns = [layers.column(x + wide * share) for share in _SHARES]
    rows = [layers.row(y + high * share) for share in _SHARES]
    return [row + column for row in rows for column in columns]


_SHARES = tuple((step + 0.5) / GRID for step in range(GRID))


def _written(letters: Letters, layers: Layers) -> Iterator[int]:
    """Places along a run of letters, low and high."""
    (_, (x1, y1)), (_, (x2, y2)), (_, (x3, y3)), *_ = text_box(letters)
    for along in _ALONG:
        x, y = x1 + (x2 - x1) * along, y1 + (y2 - y1) * along
        for height in (0.0, 0.5, 1.0):
            right, low = x + (x3 - x2) * height, y + (y3 - y2) * height
            yield layers.row(low) + layers.column(right)


_ALONG = tuple((step + 0.5) / 12 for step in range(12))


def text_box(letters: Letters, clear_mm: float = 0.0) -> tuple[Step, ...]:
    """The box around a run of letters on the face, from baseline to the height of capitals."""
    width = letters.face.width(letters.text) * letters.size
    width += letters.spacing * max(0, len(letters.text) - 1)
    left, right = letters.x - clear_mm, letters.x + width + clear_mm
    top = letters.y - letters.face.cap_height * letters.size - clear_mm
    low = letters.y + clear_mm
    return moved(
        polygon((left, low, right, low, right, top, left, top), closed=True), letters.matrix
    )


def plain(paint: Paint) -> Colour:
    """A paint as one colour: of a gradient, the mean of its stops."""
    if not isinstance(paint, Gradient):
        return paint
    colours = [mixed(PAPER, stop.colour, stop.opacity) for stop in paint.stops]
    red, green, blue = (sum(parts) / len(colours) for parts in zip(*colours, strict=True))
    return red, green, blue


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    red, green, blue = (a + (b - a) * share for a, b in zip(one, other, strict=True))
    return red, green, blue
