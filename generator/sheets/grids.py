"""The grid of pieces on a sheet: pure geometry in millimetres.

Comes in: a piece size, a gap and a paper. Goes out: a grid of slots, centred in both
directions, the same on every page, with room for cut marks and one strip of furniture.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from cards_data.models import Size
from cards_data.problems import Problem, Problems
from generator.geometry.units import BLEED_MM, EDGE_MM

from .papers import Paper

# What a margin must hold: marks on every side, and a strip (ruler, label) on one pair of sides.
MARK_MM = 1.0
STRIP_MM = 3.2
# How far the parts of a board lie over each other: enough to glue, and room for their bleed.
OVERLAP_MM = 6.0
NARROW_MM, WIDE_MM = EDGE_MM + MARK_MM, EDGE_MM + MARK_MM + STRIP_MM


class Slot(NamedTuple):
    """The upper left corner of a cut edge."""

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
        """Left, top, right and bottom of all slots together."""
        return (
            min(slot.x_mm for slot in self.slots),
            min(slot.y_mm for slot in self.slots),
            max(slot.x_mm for slot in self.slots) + self.size.width_mm,
            max(slot.y_mm for slot in self.slots) + self.size.height_mm,
        )


@lru_cache(maxsize=256)
def grid(size: Size, gap_mm: float, paper: Paper) -> Grid | None:
    """The grid with most slots, or nothing when not even one fits."""
    shapes = _honeycombs(size, gap_mm, paper) if size.shape == "hex" else _rows(size, gap_mm, paper)
    fitting = [(slots, strip) for slots in shapes if (strip := _strip(slots))]
    if not fitting:
        return None
    slots, strip = max(fitting, key=lambda option: len(option[0]))
    return _with_bleed(slots, strip, size, gap_mm, paper)


def _rows(size: Size, gap: float, paper: Paper) -> Iterator[tuple[Slot, ...]]:
    """Columns and rows, as many as the margins leave room for with the strip on either side."""
    steps = (size.width_mm + gap, size.height_mm + gap)
    for margins in ((NARROW_MM, WIDE_MM), (WIDE_MM, NARROW_MM)):
        columns = int((paper.width_mm - 2 * margins[0] + gap) / steps[0] + 1e-9)
        rows = int((paper.height_mm - 2 * margins[1] + gap) / steps[1] + 1e-9)
        left = (paper.width_mm - columns * steps[0] + gap) / 2
        top = (paper.height_mm - rows * steps[1] + gap) / 2
        yield tuple(
            Slot(left + column * steps[0], top + row * steps[1])
            for row in range(rows)
            for column in range(columns)
        )


def _honeycombs(size: Size, gap: float, paper: Paper) -> Iterator[tuple[Slot, ...]]:
    """Flat-topped hexes that share their edges: every other column half a hex lower."""
    step_x = size.width_mm * 0.75 + gap * math.cos(math.pi / 6)
    step_y = size.height_mm + gap
    for columns in range(int(paper.width_mm / step_x) + 1, 0, -1):
        for rows in range(int(paper.height_mm / step_y) + 1, 0, -1):
            for short in (0, 1):
                yield _honeycomb((columns, rows, short), (step_x, step_y), size, paper)


def _honeycomb(
    counts: tuple[int, int, int], steps: tuple[float, float], size: Size, paper: Paper
) -> tuple[Slot, ...]:
    columns, rows, short = counts
    step_x, step_y = steps
    slots = [
        Slot(column * step_x, row * step_y + (column % 2) * step_y / 2)
        for column in range(columns)
        for row in range(rows - short * (column % 2))
    ]
    width = max((slot.x_mm for slot in slots), default=0) + size.width_mm
    height = max((slot.y_mm for slot in slots), default=0) + size.height_mm
    left, top = (paper.width_mm - width) / 2, (paper.height_mm - height) / 2
    return tuple(Slot(left + slot.x_mm, top + slot.y_mm) for slot in slots)


def _margins(slots: tuple[Slot, ...]) -> tuple[float, float]:
    return min(slot.x_mm for slot in slots), min(slot.y_mm for slot in slots)


def _strip(slots: tuple[Slot, ...]) -> str:
    """Which pair of sides carries the strip: "y" above and below, "x" left and right."""
    if not slots:
        return ""
    x, y = _margins(slots)
    narrow, wide = NARROW_MM - 1e-6, WIDE_MM - 1e-6
    if x >= narrow and y >= wide and y >= x:
        return "y"
    if x >= wide and y >= narrow:
        return "x"
    return "y" if x >= narrow and y >= wide else ""


def _with_bleed(slots: tuple[Slot, ...], strip: str, size: Size, gap: float, paper: Paper) -> Grid:
    x, y = _margins(slots)
    bleed_x, bleed_y = _bleed(x, strip == "x"), _bleed(y, strip == "y")
    return Grid(paper, size, gap, slots, bleed_x, bleed_y, strip)


def _bleed(margin_mm: float, strip: bool) -> float:
    """What a margin leaves for the bleed, beside marks and the strip."""
    taken = EDGE_MM + MARK_MM + (STRIP_MM if strip else 0)
    return max(0.0, min(BLEED_MM, margin_mm - taken))


class BoardPart(NamedTuple):
    """One page of a piece larger than the paper: what it shows of it, and where.

    The window is measured on the piece as it is on the page: rotated by 90 degrees, or not.
    """

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
        """Which pair of sides carries the strip: the one with more room."""
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
    """A large piece over as few pages as possible, upright or a quarter turned.

    The pages are equal in size and overlap their neighbours.
    """
    plans = [
        _parts(_turned(size, turn), paper, margins, turn)
        for turn in (0, 90)
        for margins in ((NARROW_MM, WIDE_MM), (WIDE_MM, NARROW_MM))
    ]
    return min(plans, key=len)


def _turned(size: Size, turn: int) -> tuple[float, float]:
    upright = (size.width_mm, size.height_mm)
    return upright if turn == 0 else upright[::-1]


def _parts(
    size: tuple[float, float], paper: Paper, margins: tuple[float, float], turn: int
) -> tuple[BoardPart, ...]:
    columns, width = _shares(size[0], paper.width_mm - 2 * margins[0])
    rows, height = _shares(size[1], paper.height_mm - 2 * margins[1])
    slot = Slot((paper.width_mm - width) / 2, (paper.height_mm - height) / 2)
    return tuple(
        BoardPart(
            column + 1,
            row + 1,
            columns,
            rows,
            column * (width - OVERLAP_MM),
            row * (height - OVERLAP_MM),
            slot,
            width,
            height,
            turn,
        )
        for row in range(rows)
        for column in range(columns)
    )


def _shares(length: float, room: float) -> tuple[int, float]:
    """How many equal parts, and how long each is with its overlap."""
    count = max(1, math.ceil((length - OVERLAP_MM) / (room - OVERLAP_MM) - 1e-9))
    return count, (length + (count - 1) * OVERLAP_MM) / count


def mirrored(slot: Slot, size: tuple[float, float], paper: Paper, flip: str) -> Slot:
    """The slot behind a slot, for a sheet turned over its long or its short edge."""
    width, height = size
    if flip == "long":
        return Slot(paper.width_mm - slot.x_mm - width, slot.y_mm)
    return Slot(slot.x_mm, paper.height_mm - slot.y_mm - height)


def must_fit(size: Size, gap_mm: float, paper: Paper, deck: str) -> Grid:
    """The grid, or a problem that says what to do about it."""
    fitting = grid(size, gap_mm, paper)
    if fitting is None:
        measure = f"{size.width_mm:g} × {size.height_mm:g} mm does not fit on {paper.name}"
        hint = "use a larger --paper, or split: true in game.yaml"
        raise Problems([Problem(f"deck {deck}", measure, hint=hint)])
    return fitting
