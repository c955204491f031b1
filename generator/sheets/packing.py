"""Place pieces of several sizes on as few sheets as possible.

Each size gets separate rows with shared cuts, one block below the other. If that needs more sheets
than necessary, pieces are packed as tightly as straight cuts allow.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cards_data.models import Size
from cards_data.problems import Message, Problems
from generator.geometry.units import BLEED_MM, EDGE_MM

from .grids import MARK_MM, NARROW_MM, STRIP_MM, WIDE_MM, Slot, does_not_fit, group_by
from .papers import Paper

# The gap between shapes without straight edges, for their bleed.
ROUND_GAP_MM = 2.0


@dataclass(frozen=True)
class Item:
    index: int
    size: Size
    gap_mm: float = 0.0


class Block(NamedTuple):
    """Pieces of one size in rows and columns, with the bleed and the marks around them."""

    size: Size
    gap_mm: float
    slots: tuple[tuple[int, Slot], ...]
    bleed_x_mm: float
    bleed_y_mm: float
    mark_mm: float


class PackedPage(NamedTuple):
    """One page: its blocks, and which pair of sides has the strip."""

    blocks: tuple[Block, ...]
    strip: str

    @property
    def slots(self) -> tuple[tuple[int, Slot], ...]:
        return tuple(place for block in self.blocks for place in block.slots)


class Room(NamedTuple):
    """A page with one gap between blocks and the strip on one pair of sides."""

    paper: Paper
    gap_mm: float
    strip: str

    def margin_mm(self, side: str) -> float:
        """Return what a margin must hold: the strip on its sides, bleed and marks on all."""
        longer = max(0.0, self.gap_mm / 2 - MARK_MM)
        return longer + (WIDE_MM if self.strip == side else NARROW_MM)

    @property
    def width_mm(self) -> float:
        return self.paper.width_mm - 2 * self.margin_mm("x")

    @property
    def height_mm(self) -> float:
        return self.paper.height_mm - 2 * self.margin_mm("y")

    @property
    def mark_mm(self) -> float:
        """The length of marks: one millimetre of a block's half gap, or half of it."""
        return min(MARK_MM, self.gap_mm / 4) or MARK_MM

    @property
    def bleed_mm(self) -> float:
        return min(BLEED_MM, max(0.0, self.gap_mm / 2 - self.mark_mm))

    def holds(self, items: Sequence[Item]) -> bool:
        return all(
            item.size.width_mm <= self.width_mm + 1e-6
            and item.size.height_mm <= self.height_mm + 1e-6
            for item in items
        )


class _Band(NamedTuple):
    """Rows of one size at a height on a page, before centring."""

    items: tuple[Item, ...]
    columns: int
    y_mm: float

    @property
    def size(self) -> Size:
        return self.items[0].size

    @property
    def height_mm(self) -> float:
        rows = math.ceil(len(self.items) / self.columns)
        return rows * (self.size.height_mm + gap_of(self.items[0])) - gap_of(self.items[0])


def gap_of(item: Item) -> float:
    """Return the gap between neighbours of one size: 0 if they share a cut."""
    return item.gap_mm or (0.0 if item.size.shape == "rect" else ROUND_GAP_MM)


def in_bands(items: Sequence[Item], room: Room) -> tuple[PackedPage, ...] | None:
    """Stack blocks, tallest pieces first; return nothing if a piece is too large."""
    if not room.holds(items):
        return None
    pages: list[list[_Band]] = [[]]
    y = 0.0
    # Pieces that fit in one block, otherwise in the given order.
    groups = group_by(items, lambda item: (item.size, item.gap_mm))
    for same in sorted(groups, key=lambda one: (-one[0].size.height_mm, -one[0].size.width_mm)):
        left = same
        while left:
            size, gap = left[0].size, gap_of(left[0])
            columns = int((room.width_mm + gap) / (size.width_mm + gap) + 1e-6)
            rows = int((room.height_mm - y + gap) / (size.height_mm + gap) + 1e-6)
            count = max(0, rows) * columns
            if count == 0:
                pages.append([])
                y = 0.0
                continue
            band = _Band(tuple(left[:count]), columns, y)
            pages[-1].append(band)
            y += band.height_mm + room.gap_mm
            left = left[count:]
    packed = []
    for bands in pages:
        # All bands are centred on the paper.
        top = (room.paper.height_mm - bands[-1].y_mm - bands[-1].height_mm) / 2
        packed.append(PackedPage(tuple(_block(one, top, room) for one in bands), room.strip))
    return tuple(packed)


def _block(band: _Band, top: float, room: Room) -> Block:
    size, gap = band.size, gap_of(band.items[0])
    across = min(band.columns, len(band.items))
    left = (room.paper.width_mm - across * (size.width_mm + gap) + gap) / 2
    slots = []
    for place, item in enumerate(band.items):
        row, column = divmod(place, band.columns)
        x = left + column * (size.width_mm + gap)
        slots.append((item.index, Slot(x, top + band.y_mm + row * (size.height_mm + gap))))
    used_mm = EDGE_MM + room.mark_mm + (STRIP_MM if room.strip == "x" else 0.0)
    bleed_x = min(BLEED_MM, max(room.bleed_mm, left - used_mm))
    return Block(size, gap, tuple(slots), bleed_x, room.bleed_mm, room.mark_mm)


# Packing uses whole hundredths of a millimetre.
UNIT_MM = 0.01
# Between blocks: the full bleed and marks on both sides, or what the paper allows.
BAND_GAPS_MM = (8.0, 6.0, 4.0, 2.0)
# Between tightly packed pieces; the last is a shared cut.
GAPS_MM = (4.0, 2.0, 1.0, 0.0)
# Tight packing takes quadratic time: many sets are laid out in bands.
MOST_TIGHT = 300


def pack(items: Sequence[Item], paper: Paper) -> tuple[PackedPage, ...]:
    """Return the plan with fewest pages; then the one with shared cuts, then the widest gaps."""
    plans: list[tuple[PackedPage, ...]] = []
    for packer, gaps in ((in_bands, BAND_GAPS_MM), (_pack_tightly, GAPS_MM)):
        if packer is _pack_tightly and plans and len(items) > MOST_TIGHT:
            break
        for gap in gaps:
            for strip in ("y", "x"):
                plan = packer(items, Room(paper, gap, strip))
                if plan and len(plan) <= _least(items, paper):
                    return plan
                plans += [plan] if plan else []
    if not plans:
        largest = max(items, key=lambda item: item.size.width_mm * item.size.height_mm).size
        fault = does_not_fit(largest, paper)
        raise Problems.of("sheet", fault, hint=Message("print.larger"))
    return min(plans, key=len)


def _least(items: Sequence[Item], paper: Paper) -> int:
    """Return the smallest possible number of pages, from the area of the pieces."""
    area = sum(item.size.width_mm * item.size.height_mm for item in items)
    page = (paper.width_mm - 2 * NARROW_MM) * (paper.height_mm - 2 * WIDE_MM)
    return math.ceil(area / page)


def _pack_tightly(items: Sequence[Item], room: Room) -> tuple[PackedPage, ...] | None:
    """Pack the pieces tightly, still with cuts from edge to edge."""
    if not room.holds(items):
        return None
    sizes = [_padded_units(item.size, room.gap_mm) for item in items]
    page = (_units(room.width_mm + room.gap_mm), _units(room.height_mm + room.gap_mm))
    return tuple(
        _centred_page([(items[number], x * UNIT_MM, y * UNIT_MM) for number, x, y in corners], room)
        for corners in guillotine(sizes, page)
    )


class Free(NamedTuple):
    """A free rectangle of a page."""

    x: int
    y: int
    width: int
    height: int

    def waste(self, wide: int, high: int) -> float:
        """Return the area left over beside a piece of this size, infinite if it does not fit."""
        fits = wide <= self.width and high <= self.height
        return self.width * self.height - wide * high if fits else math.inf

    def split(self, wide: int, high: int) -> list[Free]:
        """Return what is left above and beside a piece in the corner, with the shorter cut."""
        across = self.width - wide < self.height - high
        above = Free(self.x, self.y + high, self.width if across else wide, self.height - high)
        beside = Free(self.x + wide, self.y, self.width - wide, high if across else self.height)
        return [one for one in (above, beside) if one.width and one.height]

    def join(self, other: Free) -> Free | None:
        """Return both as one rectangle if they share a whole edge."""
        low, high = sorted((self, other))
        if low.x == high.x and low.width == high.width and low.y + low.height == high.y:
            return low._replace(height=low.height + high.height)
        if low.y == high.y and low.height == high.height and low.x + low.width == high.x:
            return low._replace(width=low.width + high.width)
        return None


def guillotine(
    sizes: Sequence[tuple[int, int]], page: tuple[int, int]
) -> list[list[tuple[int, int, int]]]:
    """Return pages with numbers and corners of pieces; the one with the smallest waste is next."""
    waiting: dict[tuple[int, int], list[int]] = {}
    for number in reversed(range(len(sizes))):
        waiting.setdefault(sizes[number], []).append(number)
    pages = []
    while waiting:
        corners: list[tuple[int, int, int]] = []
        free = [Free(0, 0, *page)]
        while waiting and free:
            best = min(
                (one.waste(*size), numbers[-1], at, size)
                for size, numbers in waiting.items()
                for at, one in enumerate(free)
            )
            if best[0] == math.inf:
                break
            _, number, at, size = best
            space = free.pop(at)
            corners.append((number, space.x, space.y))
            waiting[size].pop()
            if not waiting[size]:
                del waiting[size]
            for part in space.split(*size):
                free = _merge_free(free, part)
        pages.append(corners)
    return pages


def _merge_free(free: list[Free], part: Free) -> list[Free]:
    """Add a free rectangle, joined with every neighbour that shares a whole edge with it."""
    count = 0
    while count != len(free):
        count, rest = len(free), []
        for one in free:
            if whole := part.join(one):
                part = whole
            else:
                rest.append(one)
        free = rest
    return [*free, part]


def _padded_units(size: Size, gap: float) -> tuple[int, int]:
    """Return a piece with its gap in units, rounded up, so that it fits in millimetres too."""
    sides = (size.width_mm + gap, size.height_mm + gap)
    wide, high = (math.ceil(side / UNIT_MM - 1e-6) for side in sides)
    return wide, high


def _units(length_mm: float) -> int:
    return int(length_mm / UNIT_MM + 1e-6)


def _centred_page(corners: list[tuple[Item, float, float]], room: Room) -> PackedPage:
    """Return the pieces of a page, centred on the paper, each a block, in reading order."""
    right = max(x + item.size.width_mm for item, x, _ in corners)
    bottom = max(y + item.size.height_mm for item, _, y in corners)
    left, top = (room.paper.width_mm - right) / 2, (room.paper.height_mm - bottom) / 2
    ordered = sorted(corners, key=lambda place: (place[2], place[1]))
    bleed = room.bleed_mm
    blocks = []
    for item, x, y in ordered:
        slots = ((item.index, Slot(left + x, top + y)),)
        blocks.append(Block(item.size, room.gap_mm, slots, bleed, bleed, room.mark_mm))
    return PackedPage(tuple(blocks), room.strip)
