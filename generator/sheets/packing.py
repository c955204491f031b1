"""Pieces of several sizes on as few sheets as possible. The only importer of rectpack.

Comes in: pieces with their sizes. Goes out: pages of placed pieces, centred as a whole, with
straight cuts wherever the shapes allow, and room for bleed and cut marks around each block.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from cards_data.models import Size
from cards_data.problems import Message, Problem, Problems

from .bands import Block, Item, PackedPage, Room, in_bands
from .grids import NARROW_MM, WIDE_MM, Slot
from .papers import Paper

# Packing counts in whole hundredths of a millimetre.
UNIT_MM = 0.01
# Between blocks: room for the whole bleed and marks on both sides, or what the paper allows.
BAND_GAPS_MM = (8.0, 6.0, 4.0, 2.0)
# Between tightly packed pieces; the last is a shared cut.
GAPS_MM = (4.0, 2.0, 1.0, 0.0)


def pack(items: Sequence[Item], paper: Paper) -> tuple[PackedPage, ...]:
    """The plan with the fewest pages; among equals shared cuts, then the widest gaps."""
    plans: list[tuple[PackedPage, ...]] = []
    for packer, gaps in ((in_bands, BAND_GAPS_MM), (_tightly, GAPS_MM)):
        for gap in gaps:
            for strip in ("y", "x"):
                plan = packer(items, Room(paper, gap, strip))
                if plan and len(plan) <= _least(items, paper):
                    return plan
                plans += [plan] if plan else []
    if not plans:
        largest = max(items, key=lambda item: item.size.width_mm * item.size.height_mm).size
        measure = Message(
            "print.does_not_fit", width=largest.width_mm, height=largest.height_mm, paper=paper.name
        )
        raise Problems([Problem("sheet", measure, hint=Message("print.larger"))])
    return min(plans, key=len)


def _least(items: Sequence[Item], paper: Paper) -> int:
    """Fewer pages than this cannot be: the pieces have that much area."""
    area = sum(item.size.width_mm * item.size.height_mm for item in items)
    page = (paper.width_mm - 2 * NARROW_MM) * (paper.height_mm - 2 * WIDE_MM)
    return math.ceil(area / page)


def _tightly(items: Sequence[Item], room: Room) -> tuple[PackedPage, ...] | None:
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
        _centred([(known[rect.rid], rect.x * UNIT_MM, rect.y * UNIT_MM) for rect in rects], room)
        for rects in packer
    )


def _padded(size: Size, gap: float) -> tuple[int, int]:
    """A piece and its gap in units, rounded up: what fits in units fits in millimetres."""
    return math.ceil((size.width_mm + gap) / UNIT_MM - 1e-6), math.ceil(
        (size.height_mm + gap) / UNIT_MM - 1e-6
    )


def _units(length_mm: float) -> int:
    return int(length_mm / UNIT_MM + 1e-6)


def _centred(placed: list[tuple[Item, float, float]], room: Room) -> PackedPage:
    """The pieces of a page, moved to the middle of the paper, each a block, in reading order."""
    right = max(x + item.size.width_mm for item, x, _ in placed)
    bottom = max(y + item.size.height_mm for item, _, y in placed)
    left, top = (room.paper.width_mm - right) / 2, (room.paper.height_mm - bottom) / 2
    ordered = sorted(placed, key=lambda place: (place[2], place[1]))
    bleed = room.bleed_mm
    return PackedPage(
        tuple(
            Block(
                item.size,
                room.gap_mm,
                ((item.index, Slot(left + x, top + y)),),
                bleed,
                bleed,
                room.mark_mm,
            )
            for item, x, y in ordered
        ),
        room.strip,
    )
