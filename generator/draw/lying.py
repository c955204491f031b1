"""What lies on what: of every item how much is seen, on what it lies and what it lies beside.

Comes in: a drawing. Goes out: one look for each item, in the same order.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from typing import NamedTuple

from .boxes import Rect, Step, tight_box
from .cairo_pixels import Layers, number_of
from .drawing import Begin, Colour, Drawing, End, Gradient, Item, Letters, Paint, Shape, moved
from .path_data import polygon

PAPER: Colour = (1.0, 1.0, 1.0)
NOTHING = -1
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
    # What is seen of it in the end: how much, how broad on the average, and beside what.
    area_mm2: float = 0.0
    breadth_mm: float = 0.0
    beside: int = NOTHING


@dataclass
class _Seen:
    """A finished picture: how often each item shows, in how many runs, and who meets whom."""

    areas: Counter[int]
    across: Counter[int] = field(default_factory=Counter)
    down: Counter[int] = field(default_factory=Counter)
    meetings: Counter[tuple[int, int]] = field(default_factory=Counter)


def lying(drawing: Drawing) -> tuple[Lying, ...]:
    """Every item as it lies."""
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
    return tuple(_finished(found, _seen(layers), per_mm))


def _look(item: Item, number: int, layers: Layers, before: list[Lying], faded: float) -> Lying:
    if isinstance(item, Shape):
        box = tight_box(moved(item.path, item.matrix))
        places = list(_grid(box))
        below = [layers.at(*place) for place in places]
        layers.paint(item, number)
        hit = [one for one, place in zip(below, places, strict=True) if layers.at(*place) == number]
        grounds = _ranked(hit or below)
        painted = len(hit) / len(places) * box[2] * box[3]
    elif isinstance(item, Letters):
        box, painted = (0.0, 0.0, 0.0, 0.0), 0.0
        grounds = _ranked([layers.at(*place) for place in _written(item)])
    else:
        return Lying(NOTHING, (), PAPER, faded, (0.0, 0.0, 0.0, 0.0))
    ink = item.fill or item.stroke
    assert ink
    below_tone = before[grounds[0]].tone if grounds[0] != NOTHING else PAPER
    opacity = ink.opacity * faded
    tone = mixed(below_tone, plain(ink.paint), opacity)
    return Lying(grounds[0], grounds, tone, opacity, box, painted)


def _ranked(numbers: Sequence[int]) -> tuple[int, ...]:
    """What shows most often first; what hardly shows not at all."""
    least = WRITTEN_ON * len(numbers)
    return tuple(number for number, count in Counter(numbers).most_common() if count >= least)


def _grid(box: Rect) -> Iterator[tuple[float, float]]:
    x, y, wide, high = box
    for row in range(GRID):
        for column in range(GRID):
            yield x + wide * (column + 0.5) / GRID, y + high * (row + 0.5) / GRID


def _written(letters: Letters) -> Iterator[tuple[float, float]]:
    """Places along a run of letters, low and high."""
    (_, (x1, y1)), (_, (x2, y2)), (_, (x3, y3)), *_ = text_box(letters)
    for step in range(12):
        for height in (0.0, 0.5, 1.0):
            along = (step + 0.5) / 12
            x, y = x1 + (x2 - x1) * along, y1 + (y2 - y1) * along
            yield x + (x3 - x2) * height, y + (y3 - y2) * height


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


def _seen(layers: Layers) -> _Seen:
    """The finished picture, row by row and column by column."""
    wide, shown = layers.columns, layers.shown
    seen = _Seen(Counter(shown))
    rows = (shown[start : start + wide] for start in range(0, len(shown), wide))
    columns = (shown[start::wide] for start in range(wide))
    for runs, lines in ((seen.across, rows), (seen.down, columns)):
        for line in lines:
            met = [value for value, _ in groupby(line)]
            runs.update(met)
            seen.meetings.update(pairwise(met))
    return seen


def _finished(looks: Sequence[Lying], seen: _Seen, per_mm: float) -> Iterator[Lying]:
    """What is known of every item, with what is seen of it in the end."""
    areas, across, down = (_by_item(found) for found in (seen.areas, seen.across, seen.down))
    beside: dict[int, Counter[int]] = {}
    for (one, other), count in seen.meetings.items():
        first, second = number_of(one), number_of(other)
        beside.setdefault(first, Counter())[second] += count
        beside.setdefault(second, Counter())[first] += count
    for number, look in enumerate(looks):
        if number not in areas:
            yield look
            continue
        yield look._replace(
            area_mm2=areas[number] / per_mm**2,
            breadth_mm=areas[number] / max(across[number], down[number]) / per_mm,
            beside=beside[number].most_common(1)[0][0] if number in beside else NOTHING,
        )


def _by_item(found: Counter[int]) -> dict[int, int]:
    return {number_of(value): count for value, count in found.items()}


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
