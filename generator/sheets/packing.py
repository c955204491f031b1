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

from .grids import NARROW_MM, WIDE_MM, Slot
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
    """The plan with the fewest pages; among equals the one with the widest gaps."""
    plans: list[tuple[Packed, ...]] = []
    for gap in GAPS_MM:
        for strip in ("y", "x"):
            plan = _packed(items, paper, gap, strip)
            if plan and len(plan) <= _least(items, paper):
                return plan
            plans += [plan] if plan else []
    if not plans:
        largest = max(items, key=lambda item: item.size.width_mm * item.size.height_mm).size
        measure = f"{largest.width_mm:g} × {largest.height_mm:g} mm does not fit on {paper.name}"
        raise Problems([Problem("sheet", measure, hint="use a larger --paper")])
    return min(plans, key=len)


def _least(items: Sequence[Item], paper: Paper) -> int:
    """Fewer pages than this cannot be: the pieces have that much area."""
    area = sum(item.size.width_mm * item.size.height_mm for item in items)
    page = (paper.width_mm - 2 * NARROW_MM) * (paper.height_mm - 2 * WIDE_MM)
    return math.ceil(area / page)


def _packed(
    items: Sequence[Item], paper: Paper, gap: float, strip: str
) -> tuple[Packed, ...] | None:
    """All items with one gap, or nothing when one of them does not fit."""
    import rectpack

    margin_x = WIDE_MM if strip == "x" else NARROW_MM
    margin_y = WIDE_MM if strip == "y" else NARROW_MM
    width = _units(paper.width_mm - 2 * margin_x + gap)
    height = _units(paper.height_mm - 2 * margin_y + gap)
    packer = rectpack.newPacker(
        mode=rectpack.PackingMode.Offline,
        bin_algo=rectpack.PackingBin.Global,
        pack_algo=rectpack.GuillotineBafSlas,
        sort_algo=rectpack.SORT_LSIDE,
        rotation=False,
    )
    for item in items:
        size = (
            _units(item.size.width_mm + gap, up=True),
            _units(item.size.height_mm + gap, up=True),
        )
        if size[0] > width or size[1] > height:
            return None
        packer.add_rect(*size, rid=item.index)
    packer.add_bin(width, height, count=len(items))
    packer.pack()
    sizes = {item.index: item.size for item in items}
    return tuple(_page(page, sizes, paper, gap, strip) for page in packer)


def _lengths(size: Size) -> tuple[float, float]:
    return size.width_mm, size.height_mm


def _units(length_mm: float, up: bool = False) -> int:
    """Rounded so that what fits in units fits in millimetres."""
    return int(length_mm / UNIT_MM + (0.999 if up else 1e-6))


def _page(rects: object, sizes: dict[int, Size], paper: Paper, gap: float, strip: str) -> Packed:
    """The placed rectangles of a page, moved to the middle of the paper."""
    found = [(rect.rid, rect.x * UNIT_MM, rect.y * UNIT_MM) for rect in rects]  # type: ignore[attr-defined]
    found.sort(key=lambda item: (round(item[2], 2), item[1]))
    right = max(x + sizes[index].width_mm for index, x, _ in found)
    bottom = max(y + sizes[index].height_mm for index, _, y in found)
    left, top = (paper.width_mm - right) / 2, (paper.height_mm - bottom) / 2
    slots = tuple((index, Slot(left + x, top + y)) for index, x, y in found)
    return Packed(slots, gap, strip)
