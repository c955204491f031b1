"""Hard edges without cairo: the same places as by cairo without antialiasing, but for edges."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from cards_data.outlines.path_reader import Step
from generator.low_ink.visible_outlines import Layers
from generator.raster.cairo import context_on, lib, surface_on
from generator.raster.painter import _Painter
from generator.svg.drawing import IDENTITY, Begin, End, Fill, Item, Path, Shape, Stroke
from generator.svg.drawing import map_steps as moved_steps

PER_MM, SIZE_MM = 3.5, 20.0
SIDE = round(SIZE_MM * PER_MM)
WITHOUT_ANTIALIASING = 1
BLACK = (0.0, 0.0, 1 / 255)
Places = list[bool]

SEEDS = range(40)
TURNED, SKEWED = (0.6, 0.5, -0.5, 0.6, 9.0, 1.0), (-1.0, 0.2, 0.3, 0.8, 15.0, 0.0)


def outline(chance: Random, closed: bool | None = None) -> Path:
    """Return lines and curves that may cross each other and leave the view.

    Not by Hypothesis: it prefers edges on the centres of places, where cairo rounds otherwise.
    """
    steps: list[Step] = []
    for _ in range(chance.randint(1, 2)):
        steps.append(("M", _points(chance, 1)))
        for count in chance.choices((1, 3), k=chance.randint(2, 4)):
            steps.append(("L" if count == 1 else "C", _points(chance, count)))
        if chance.random() < 0.5 if closed is None else closed:
            steps.append(("Z", ()))
    return Path(tuple(steps))


def _points(chance: Random, count: int) -> tuple[float, ...]:
    return tuple(chance.uniform(-4, 24) for _ in range(2 * count))


def pen(chance: Random, most_mm: float) -> Stroke:
    cap = chance.choice(("butt", "round", "square"))
    return Stroke(BLACK, chance.uniform(0.6, most_mm), 1.0, cap, "round")


def by_cairo(items: tuple[Item, ...]) -> Places:
    pixels = bytearray(4 * SIDE * SIDE)
    at = context_on(surface_on(pixels, SIDE, SIDE))
    lib.cairo_set_antialias(at, WITHOUT_ANTIALIASING)
    painter = _Painter(at, (PER_MM, 0.0, 0.0, PER_MM, 0.0, 0.0))
    for item in items:
        painter.paint(item)
    return [bool(blue) for blue in pixels[::4]]


def by_ours(items: tuple[Item, ...]) -> Places:
    layers = Layers((0.0, 0.0, SIZE_MM, SIZE_MM), PER_MM)
    for item in items:
        if isinstance(item, Begin):
            layers.begin(item.clip, item.evenodd)
        elif isinstance(item, End):
            layers.end()
        elif isinstance(item, Shape):
            layers.paint(item, moved_steps(item.path, item.matrix), 1)
    return [number == 1 for number in layers.top_items]


def compare(*items: Item) -> None:
    """Compare both: what differs is little, and next to an edge of one of them."""
    theirs, ours = by_cairo(items), by_ours(items)
    apart = [place for place in range(SIDE * SIDE) if theirs[place] != ours[place]]
    assert all(_is_edge(theirs, place) or _is_edge(ours, place) for place in apart)
    edges = sum(one != other for one, other in pairwise(theirs))
    assert len(apart) <= 5 + 0.1 * edges


def _is_edge(visible: Places, place: int) -> bool:
    row, column = divmod(place, SIDE)
    rows = range(max(0, row - 1), min(SIDE, row + 2))
    left, right = max(0, column - 1), column + 2
    around = {value for one in rows for value in visible[one * SIDE + left : one * SIDE + right]}
    return len(around) > 1


@pytest.mark.parametrize("seed", SEEDS)
def test_everything_is_painted_as_by_cairo(seed: int) -> None:
    chance = Random(seed)
    matrix = chance.choice((IDENTITY, TURNED, SKEWED))
    compare(Shape(outline(chance), matrix, Fill(BLACK, 1.0, evenodd=seed % 2 > 0), None))
    compare(Shape(outline(chance), matrix, None, pen(chance, 2.0)))
    dashes = chance.uniform(0.5, 3), chance.uniform(0.5, 3)
    dashed = pen(chance, 1.2)._replace(dashes=dashes, dash_offset=chance.uniform(-3, 3))
    compare(Shape(outline(chance, closed=False), matrix, None, dashed))
    clips = Begin(outline(chance), evenodd=seed % 2 > 0), Begin(), Begin(outline(chance))
    shape = Shape(outline(chance), IDENTITY, Fill(BLACK), None)
    compare(*clips, shape, *map(End, reversed(clips)))


def test_joins_and_dots() -> None:
    corner = Path((("M", (3.0, 12.0)), ("L", (10.0, 3.0)), ("L", (14.0, 12.0))))
    for join, limit in (("miter", 1.0), ("miter", 4.0), ("bevel", 4.0), ("round", 4.0)):
        stroke = Stroke(BLACK, 3.0, join=join, miter_limit=limit)
        compare(Shape(corner, IDENTITY, None, stroke))
    dot = Path((("M", (9.0, 9.0)), ("L", (9.0, 9.0))))
    compare(Shape(dot, IDENTITY, None, Stroke(BLACK, 6.0, cap="round")))


def test_outlines_far_outside_paint_nothing() -> None:
    far = Path((("M", (1e5, -1e5)), ("C", (1e5, 1e5, 9e4, 1e5, 9e4, -1e5)), ("Z", ())))
    assert not any(by_ours((Shape(far, IDENTITY, Fill(BLACK), Stroke(BLACK, 1.0)),)))
