"""The straight cuts of a sheet. Pure geometry.

Comes in: a side of a sheet. Goes out: its straight cuts, each from edge to edge of what it cuts
through. Sheets with the same cuts are cut as one stack; pieces without straight edges are cut
along their outline, one by one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import singledispatch

from cards_data.models import Size

from .bands import PackedPage
from .grids import BoardPart, Grid, Slot
from .halves import FoldedLayout
from .sheet_pages import Side

# Across or down, where, and from where to where, in millimetres.
Knife = tuple[str, float, float, float]


def straight_cuts(side: Side) -> frozenset[Knife]:
    """Pieces that share an edge share its cut; folded halves are cut together."""
    return frozenset(_knives(side.layout))


def outlined(side: Side) -> int:
    """How many pieces are cut along their outline."""
    return sum(cut.size.shape != "rect" for cut in side.cuts)


@singledispatch
def _knives(layout: object) -> Iterator[Knife]:
    """Each layout has its own way; an empty side is not cut."""
    return iter(())


@_knives.register
def _of_grid(layout: Grid) -> Iterator[Knife]:
    return _around(layout.size, layout.slots)


@_knives.register
def _of_blocks(layout: PackedPage) -> Iterator[Knife]:
    for block in layout.blocks:
        yield from _around(block.size, [slot for _, slot in block.slots])


@_knives.register
def _of_part(layout: BoardPart) -> Iterator[Knife]:
    return _around(Size("part", layout.width_mm, layout.height_mm), [layout.slot])


@_knives.register
def _of_half(layout: FoldedLayout) -> Iterator[Knife]:
    return _knives(layout.front)


def _around(size: Size, slots: Sequence[Slot]) -> Iterator[Knife]:
    """Both edges of every row and column, all the way through."""
    if size.shape != "rect":
        return
    xs = sorted({edge for slot in slots for edge in _edges(slot.x_mm, size.width_mm)})
    ys = sorted({edge for slot in slots for edge in _edges(slot.y_mm, size.height_mm)})
    yield from (("down", x, ys[0], ys[-1]) for x in xs)
    yield from (("across", y, xs[0], xs[-1]) for y in ys)


def _edges(start: float, length: float) -> tuple[float, float]:
    return round(start, 2), round(start + length, 2)
