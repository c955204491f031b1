"""The grid of pieces on a sheet, centred both ways, with space for marks and labels."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple, TypeVar

from cards_data.models import Size
from cards_data.problems import Message, Problems
from generator.geometry.units import BLEED_MM, EDGE_MM

from .papers import Paper

# What a margin must hold: marks on every side, and a strip (ruler, label) on one pair of sides.
MARK_MM = 1.0
STRIP_MM = 3.2
# How far the parts of a board overlap: enough for glue and for their bleed.
OVERLAP_MM = 6.0
NARROW_MM, WIDE_MM = EDGE_MM + MARK_MM, EDGE_MM + MARK_MM + STRIP_MM


T = TypeVar("T")
# One number across and one down.
Pair = tuple[float, float]


def group_by(items: Iterable[T], key: Callable[[T], object]) -> list[list[T]]:
    """Group items with the same key, in the order of appearance."""
    groups: dict[object, list[T]] = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    return list(groups.values())


class Slot(NamedTuple):
    """The top left corner of a cut edge."""

    x_mm: float
    y_mm: float


class Grid(NamedTuple):
    """The slots of a page and the bleed that its margins allow."""

    paper: Paper
    size: Size
    gap_mm: float
    slots: tuple[Slot, ...]
    bleed_x_mm: float
    bleed_y_mm: float
    strip: str

    @property
    def box(self) -> tuple[float, float, float, float]:
        return (
            min(slot.x_mm for slot in self.slots),
            min(slot.y_mm for slot in self.slots),
            max(slot.x_mm for slot in self.slots) + self.size.width_mm,
            max(slot.y_mm for slot in self.slots) + self.size.height_mm,
        )


@lru_cache(maxsize=256)
def grid(size: Size, gap_mm: float, paper: Paper) -> Grid | None:
    """Return the grid with most slots, or nothing if not even one fits."""
    plans = _LATTICES.get(size.shape, _rows)(size, gap_mm, paper)
    fitting = [(plan, strip) for plan in plans if (strip := _strip(*plan.margins_mm))]
    if not fitting:
        return None
    plan, strip = max(fitting, key=lambda option: option[0].pieces)
    x, y = plan.margins_mm
    bleed = _bleed(x, strip == "x"), _bleed(y, strip == "y")
    return Grid(paper, size, gap_mm, tuple(plan.slots), *bleed, strip)


class _Plan(NamedTuple):
    """A possible arrangement; slots are created only for the best one."""

    margins_mm: Pair
    pieces: int
    slots: Iterator[Slot]


def _rows(size: Size, gap: float, paper: Paper) -> Iterator[_Plan]:
    """Yield as many columns and rows as fit, with the strip on either pair of sides."""
    steps = (size.width_mm + gap, size.height_mm + gap)
    for margins in ((NARROW_MM, WIDE_MM), (WIDE_MM, NARROW_MM)):
        columns = int((paper.width_mm - 2 * margins[0] + gap) / steps[0] + 1e-9)
        rows = int((paper.height_mm - 2 * margins[1] + gap) / steps[1] + 1e-9)
        left = (paper.width_mm - columns * steps[0] + gap) / 2
        top = (paper.height_mm - rows * steps[1] + gap) / 2
        if columns > 0 and rows > 0:
            slots = _row_slots((columns, rows), steps, (left, top))
            yield _Plan((left, top), columns * rows, slots)


def _row_slots(counts: tuple[int, int], steps: Pair, corner: Pair) -> Iterator[Slot]:
    for row, column in product(range(counts[1]), range(counts[0])):
        yield Slot(corner[0] + column * steps[0], corner[1] + row * steps[1])


def _honeycombs(size: Size, gap: float, paper: Paper) -> Iterator[_Plan]:
    """Yield flat-topped hexagons with shared edges: every other column is half a hexagon lower."""
    steps = size.width_mm * 0.75 + gap * math.cos(math.pi / 6), size.height_mm + gap
    for columns in range(math.ceil(paper.width_mm / steps[0]), 0, -1):
        for rows in range(math.ceil(paper.height_mm / steps[1]), 0, -1):
            for short in (0, 1):
                # A single row leaves every other column empty, but never the last one: otherwise
                # the rest would be off centre.
                if rows > short or columns % 2:
                    yield _honeycomb((columns, rows, short), steps, size, paper)


def _pointy_honeycombs(size: Size, gap: float, paper: Paper) -> Iterator[_Plan]:
    """Yield pointy-topped hexagons: the same, with both axes swapped."""
    flat = Size(size.name, size.height_mm, size.width_mm, "hex")
    lying = Paper(paper.name, paper.height_mm, paper.width_mm)
    for plan in _honeycombs(flat, gap, lying):
        x, y = plan.margins_mm
        yield _Plan((y, x), plan.pieces, (Slot(y, x) for x, y in plan.slots))


_LATTICES = {"hex": _honeycombs, "hex_pointy": _pointy_honeycombs}


def _honeycomb(counts: tuple[int, int, int], steps: Pair, size: Size, paper: Paper) -> _Plan:
    """Return the plan of a honeycomb; ``short`` if every other column has one hexagon fewer."""
    columns, rows, short = counts
    lower = steps[1] / 2 if columns > 1 and not short else 0
    width = (columns - 1) * steps[0] + size.width_mm
    height = (rows - 1) * steps[1] + lower + size.height_mm
    corner = (paper.width_mm - width) / 2, (paper.height_mm - height) / 2
    count = columns * rows - short * (columns // 2)
    return _Plan(corner, count, _honeycomb_slots(counts, steps, corner))


def _honeycomb_slots(counts: tuple[int, int, int], steps: Pair, corner: Pair) -> Iterator[Slot]:
    columns, rows, short = counts
    for column in range(columns):
        for row in range(rows - short * (column % 2)):
            down = row * steps[1] + (column % 2) * steps[1] / 2
            yield Slot(corner[0] + column * steps[0], corner[1] + down)


def _strip(x: float, y: float) -> str:
    """Return which pair of sides has the strip: "y" above and below, "x" left and right."""
    narrow, wide = NARROW_MM - 1e-6, WIDE_MM - 1e-6
    if x >= narrow and y >= wide and y >= x:
        return "y"
    return "x" if x >= wide and y >= narrow else ""


def _bleed(margin_mm: float, strip: bool) -> float:
    """Return what a margin leaves for the bleed, next to marks and the strip."""
    used_mm = EDGE_MM + MARK_MM + (STRIP_MM if strip else 0)
    return max(0.0, min(BLEED_MM, margin_mm - used_mm))


class BoardPart(NamedTuple):
    """One page of a piece larger than the paper; its window is on the piece as rotated there."""

    column: int
    row: int
    columns: int
    rows: int
    window_x_mm: float
    window_y_mm: float
    slot: Slot
    width_mm: float
    height_mm: float
    turn: int

    @property
    def strip(self) -> str:
        """The pair of sides with the strip: the one with more space."""
        return "x" if self.slot.x_mm > self.slot.y_mm else "y"

    @property
    def bleed_x_mm(self) -> float:
        return _bleed(self.slot.x_mm, self.strip == "x")

    @property
    def bleed_y_mm(self) -> float:
        return _bleed(self.slot.y_mm, self.strip == "y")

    @property
    def parts(self) -> int:
        return self.columns * self.rows

    @property
    def is_first(self) -> bool:
        return self.column == self.row == 1


def split(size: Size, paper: Paper) -> tuple[BoardPart, ...]:
    """Split a large piece over the fewest pages, equal and overlapping, upright or rotated."""
    upright = (size.width_mm, size.height_mm)
    plans = [
        _parts(sides, paper, margins, turn)
        for turn, sides in ((0, upright), (90, upright[::-1]))
        for margins in ((NARROW_MM, WIDE_MM), (WIDE_MM, NARROW_MM))
    ]
    return min(plans, key=len)


def _parts(size: Pair, paper: Paper, margins: Pair, turn: int) -> tuple[BoardPart, ...]:
    columns, width = _shares(size[0], paper.width_mm - 2 * margins[0])
    rows, height = _shares(size[1], paper.height_mm - 2 * margins[1])
    slot = Slot((paper.width_mm - width) / 2, (paper.height_mm - height) / 2)
    parts = []
    for row, column in product(range(rows), range(columns)):
        place = column + 1, row + 1, columns, rows
        window = column * (width - OVERLAP_MM), row * (height - OVERLAP_MM)
        parts.append(BoardPart(*place, *window, slot, width, height, turn))
    return tuple(parts)


def _shares(length: float, room: float) -> tuple[int, float]:
    """Return the number of equal parts, and the length of each with its overlap."""
    count = max(1, math.ceil((length - OVERLAP_MM) / (room - OVERLAP_MM) - 1e-9))
    return count, (length + (count - 1) * OVERLAP_MM) / count


def mirror_slot(slot: Slot, size: Size, paper: Paper, flip: str) -> Slot:
    """Return the slot on the back of a slot, for a sheet turned on its long or short edge."""
    if flip == "long":
        return Slot(paper.width_mm - slot.x_mm - size.width_mm, slot.y_mm)
    return Slot(slot.x_mm, paper.height_mm - slot.y_mm - size.height_mm)


def does_not_fit(size: Size, paper: Paper) -> Message:
    sides = {"width": size.width_mm, "height": size.height_mm}
    return Message("print.does_not_fit", **sides, paper=paper.name)


def must_fit(size: Size, gap_mm: float, paper: Paper, deck: str) -> Grid:
    fitting = grid(size, gap_mm, paper)
    if fitting is None:
        place, hint = Message("problem.deck", deck=deck), Message("print.larger_split")
        raise Problems.of(place, does_not_fit(size, paper), hint=hint)
    return fitting
