"""Pieces of several sizes on as few sheets as possible. The only importer of rectpack.

Comes in: pieces with their sizes. Goes out: pages of placed pieces, centred as a whole, with
straight cuts wherever the shapes allow, and room for each piece's own cut marks.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from cards_data.models import Size
from cards_data.problems import Problem, Problems

from .grids import MARK_MM, NARROW_MM, WIDE_MM, Slot
from .papers import Paper

# Packing counts in whole hundredths of a millimetre.
UNIT_MM = 0.01
# Between neighbours: room for bleed and marks where the paper allows, else a shared cut.
GAPS_MM = (4.0, 2.0, 1.0, 0.0)


@dataclass(frozen=True)
class Item:
    """A piece to be placed: who it is and how large."""

    index: int
    size: Size


@dataclass(frozen=True)
class Packed:
    """One page: which item lies where."""

    slots: tuple[tuple[int, Slot], ...]
    gap_mm: float
    strip: str


def pack(items: Sequence[Item], paper: Paper) -> tuple[Packed, ...]:
    """The plan with the fewest pages; among equals straight rows, then the widest gaps."""
    plans: list[tuple[Packed, ...]] = []
    for packer in (_in_rows, _anyhow):
        for gap in GAPS_MM:
            for strip in ("y", "x"):
                plan = packer(items, _Room(paper, gap, strip))
                if plan and len(plan) <= _least(items, paper):
                    return plan
                plans += [plan] if plan else []
    if not plans:
        largest = max(items, key=lambda item: item.size.width_mm * item.size.height_mm).size
        measure = f"{largest.width_mm:g} × {largest.height_mm:g} mm does not fit on {paper.name}"
        raise Problems([Problem("sheet", measure, hint="use a larger --paper")])
    return min(plans, key=len)


@dataclass(frozen=True)
class _Room:
    """A page with one gap and the strip on one pair of sides."""

    paper: Paper
    gap_mm: float
    strip: str

    def margin_mm(self, side: str) -> float:
        """What a margin must hold: the strip on its sides, and marks half a gap long on all."""
        longer = max(0.0, self.gap_mm / 2 - MARK_MM)
        return longer + (WIDE_MM if self.strip == side else NARROW_MM)

    @property
    def width_mm(self) -> float:
        return self.paper.width_mm - 2 * self.margin_mm("x")

    @property
    def height_mm(self) -> float:
        return self.paper.height_mm - 2 * self.margin_mm("y")

    def holds(self, items: Sequence[Item]) -> bool:
        return all(
            item.size.width_mm <= self.width_mm + 1e-6
            and item.size.height_mm <= self.height_mm + 1e-6
            for item in items
        )


def _least(items: Sequence[Item], paper: Paper) -> int:
    """Fewer pages than this cannot be: the pieces have that much area."""
    area = sum(item.size.width_mm * item.size.height_mm for item in items)
    page = (paper.width_mm - 2 * NARROW_MM) * (paper.height_mm - 2 * WIDE_MM)
    return math.ceil(area / page)


def _in_rows(items: Sequence[Item], room: _Room) -> tuple[Packed, ...] | None:
    """Rows of equal height, the tallest first: a ruler and a knife do the rest."""
    if not room.holds(items):
        return None
    pages: list[list[tuple[Item, float, float]]] = [[]]
    x = y = 0.0
    row = 0.0
    for item in sorted(items, key=lambda item: (-item.size.height_mm, -item.size.width_mm)):
        if x and (
            x + item.size.width_mm > room.width_mm + 1e-6 or item.size.height_mm < row - 1e-6
        ):
            x, y = 0.0, y + row + room.gap_mm
        if y + item.size.height_mm > room.height_mm + 1e-6:
            pages.append([])
            x = y = 0.0
        row = item.size.height_mm if x == 0.0 else row
        pages[-1].append((item, x, y))
        x += item.size.width_mm + room.gap_mm
    return tuple(_centred(page, room) for page in pages)


def _anyhow(items: Sequence[Item], room: _Room) -> tuple[Packed, ...] | None:
    """As tight as a packing library makes it, still with cuts from edge to edge."""
    import rectpack

    if not room.holds(items):
        return None
    packer = rectpack.newPacker(
        mode=rectpack.PackingMode.Offline,
        bin_algo=rectpack.PackingBin.Global,
        pack_algo=rectpack.GuillotineBafSlas,
        sort_algo=rectpack.SORT_LSIDE,
        rotation=False,
    )
    for item in items:
        packer.add_rect(*_padded(item.size, room.gap_mm), rid=item.index)
    page = (_units(room.width_mm + room.gap_mm), _units(room.height_mm + room.gap_mm))
    packer.add_bin(*page, count=len(items))
    packer.pack()
    known = {item.index: item for item in items}
    return tuple(
        _centred([(known[rect.rid], rect.x * UNIT_MM, rect.y * UNIT_MM) for rect in found], room)
        for found in packer
    )


def _padded(size: Size, gap: float) -> tuple[int, int]:
    """A piece and its gap in units, rounded up: what fits in units fits in millimetres."""
    return math.ceil((size.width_mm + gap) / UNIT_MM - 1e-6), math.ceil(
        (size.height_mm + gap) / UNIT_MM - 1e-6
    )


def _units(length_mm: float) -> int:
    return int(length_mm / UNIT_MM + 1e-6)


def _centred(found: list[tuple[Item, float, float]], room: _Room) -> Packed:
    """The pieces of a page, moved to the middle of the paper, in reading order."""
    right = max(x + item.size.width_mm for item, x, _ in found)
    bottom = max(y + item.size.height_mm for item, _, y in found)
    left, top = (room.paper.width_mm - right) / 2, (room.paper.height_mm - bottom) / 2
    ordered = sorted(found, key=lambda place: (round(place[2], 2), place[1]))
    slots = tuple((item.index, Slot(left + x, top + y)) for item, x, y in ordered)
    return Packed(slots, room.gap_mm, room.strip)
