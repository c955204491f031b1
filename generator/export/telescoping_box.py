"""Compute a box with a lid for a whole game: its size, and the nets of its two trays.

Tuck boxes and loose stacks are side by side on the bottom. Boards and the rules are on top of
them. A tray that is too large for the paper is split into parts, each with a strip to glue.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from generator.export.cut_lines import Polyline, Vertex, straight
from generator.export.tuck_box import NOTCH_MM, PLAY_MM, SLANT_MM

# Between the base and the lid, along each side: the lid slides down slowly, but never sticks.
CLEARANCE_MM = 1.5
# How much of the base is visible below the lid, to hold it while the lid is lifted.
LIP_MM = 4.0
TAB_MM, SEAM_MM = 14.0, 14.0
# Inside: lower walls leave no space for the title.
LEAST_HEIGHT_MM = 20.0
# How many parts a tray can have: more seams would not stay straight.
PARTS = (1, 2, 3, 4)
# Longer pieces are folded in half, as boards are.
LONGEST_MM = 200.0
# Stacks: lower ones need a wide box, higher ones fall over, and high walls bend.
LOWEST_MM, HIGHEST_MM, STEP_MM = 15, 60, 5
LENGTHS_MM = range(110, 301, 5)


class BoxItem(NamedTuple):
    """Something that goes into the box: a tuck box, a stack of pieces, a folded board."""

    name: str
    length_mm: float
    width_mm: float
    height_mm: float

    @property
    def turned(self) -> BoxItem:
        return self._replace(length_mm=self.width_mm, width_mm=self.length_mm)

    @property
    def lengthwise(self) -> BoxItem:
        """The same with its long side along the box."""
        return self if self.length_mm >= self.width_mm else self.turned


# Rules and score sheets: ten sheets of paper, folded twice from A4 or Letter.
PAPERS = BoxItem("papers", 150.0, 110.0, 4.0)


def fold_to_fit(item: BoxItem) -> BoxItem:
    """Fold a piece in half until it is short enough."""
    item = item.lengthwise
    if item.length_mm <= LONGEST_MM:
        return item
    length, height = item.length_mm / 2, 2 * item.height_mm
    return fold_to_fit(item._replace(length_mm=length, height_mm=height))


def stacks(item: BoxItem, most_mm: float) -> list[BoxItem]:
    """Split a stack of loose pieces into equal ones of at most a height."""
    count = max(1, math.ceil(item.height_mm / most_mm))
    return [item._replace(height_mm=item.height_mm / count)] * count


class PlacedItem(NamedTuple):
    """A item and the corner where it is: along, across and above the bottom."""

    item: BoxItem
    x_mm: float
    y_mm: float
    z_mm: float


@dataclass(frozen=True)
class Load:
    """What goes into a box: closed tuck boxes, loose stacks, and sheets on top of them."""

    boxes: tuple[BoxItem, ...]
    loose: tuple[BoxItem, ...]
    sheets: tuple[BoxItem, ...]


@dataclass(frozen=True)
class Packing:
    """The contents in their places, and the inner size that they need."""

    placed: tuple[PlacedItem, ...]

    @property
    def inner_mm(self) -> tuple[float, float, float]:
        length = max(one.x_mm + one.item.length_mm for one in self.placed)
        width = max(one.y_mm + one.item.width_mm for one in self.placed)
        height = max(one.z_mm + one.item.height_mm for one in self.placed)
        return length + PLAY_MM, width + PLAY_MM, max(height + PLAY_MM, LEAST_HEIGHT_MM)

    @property
    def lengthwise(self) -> Packing:
        """The same packing with the long side of the box along its length."""
        length, width, _ = self.inner_mm
        turned = (PlacedItem(item.turned, y, x, z) for item, x, y, z in self.placed)
        return self if length >= width else Packing(tuple(turned))


def packings(contents: Load) -> Iterator[Packing]:
    """Yield ways to pack a box: flat or high, long or nearly square."""
    sheets = [fold_to_fit(sheet) for sheet in contents.sheets]
    tallest = max((box.height_mm for box in contents.boxes), default=0.0)
    lowest = max(LOWEST_MM, math.ceil(tallest))
    for most in range(lowest, max(lowest, HIGHEST_MM) + 1, STEP_MM):
        loose = [part for item in contents.loose for part in stacks(item, most)]
        along = _piles([*contents.boxes, *loose], most)
        across = [[item.turned for item in pile] for pile in along]
        for length in LENGTHS_MM:
            for turned in (across, along):
                floor = _rows(turned, float(length))
                if floor is not None:
                    top = max((one.z_mm + one.item.height_mm for one in floor), default=0.0)
                    layers = _stack(sheets, 0.0, 0.0, top)
                    yield Packing((*floor, *layers)).lengthwise


def _piles(items: Sequence[BoxItem], most_mm: float) -> list[list[BoxItem]]:
    """Stack items on others that are at least as large, up to a height."""
    piles: list[list[BoxItem]] = []
    items = [item.lengthwise for item in items]
    for item in sorted(items, key=lambda one: (-one.length_mm * one.width_mm, -one.height_mm)):
        pile = next((pile for pile in piles if _carries(pile, item, most_mm)), None)
        if pile is None:
            piles.append([item])
        else:
            pile.append(item)
    return piles


def _carries(pile: list[BoxItem], item: BoxItem, most_mm: float) -> bool:
    low = sum(one.height_mm for one in pile) + item.height_mm <= most_mm
    return low and item.length_mm <= pile[-1].length_mm and item.width_mm <= pile[-1].width_mm


def _rows(piles: Sequence[Sequence[BoxItem]], length_mm: float) -> list[PlacedItem] | None:
    """Place piles in rows of a length, the deepest first; nothing if one is too long."""
    ends: list[tuple[float, float]] = []
    placed: list[PlacedItem] = []
    depth = 0.0
    for pile in sorted(piles, key=lambda pile: -pile[0].width_mm):
        long = pile[0].length_mm
        row = next((n for n, (x, _) in enumerate(ends) if x + long <= length_mm), len(ends))
        if row == len(ends):
            if long > length_mm:
                return None
            ends.append((0.0, depth))
            depth += pile[0].width_mm
        x, y = ends[row]
        placed += _stack(pile, x, y, 0.0)
        ends[row] = (x + long, y)
    return placed


def _stack(items: Iterable[BoxItem], x: float, y: float, z: float) -> Iterator[PlacedItem]:
    """Yield items one on top of the other."""
    for item in items:
        yield PlacedItem(item, x, y, z)
        z += item.height_mm


@dataclass(frozen=True)
class Tray:
    """A bottom with four walls, from fold to fold, and the thickness of its paper."""

    length_mm: float
    width_mm: float
    height_mm: float
    stock_mm: float
    notched: bool = False

    @property
    def inner_mm(self) -> tuple[float, float, float]:
        """The inner size: each axis loses two folds and two tabs, the height a fold and a seam."""
        s = self.stock_mm
        return self.length_mm - 4 * s, self.width_mm - 4 * s, self.height_mm - 2 * s

    @property
    def outer_mm(self) -> tuple[float, float, float]:
        s = self.stock_mm
        return self.length_mm + 2 * s, self.width_mm + 2 * s, self.height_mm + s


@dataclass(frozen=True)
class TelescopingBox:
    base: Tray
    lid: Tray


def box_with(inner_mm: tuple[float, float, float], stock_mm: float) -> TelescopingBox:
    """Return a box with an inner size; the lid slides over the base."""
    s, (length, width, height) = stock_mm, inner_mm
    base = Tray(length + 4 * s, width + 4 * s, height + 2 * s, s)
    outer_length, outer_width, _ = base.outer_mm
    lid = replace(
        base,
        length_mm=outer_length + CLEARANCE_MM + 4 * s,
        width_mm=outer_width + CLEARANCE_MM + 4 * s,
        height_mm=base.height_mm - LIP_MM,
        notched=True,
    )
    return TelescopingBox(base, lid)


@dataclass(frozen=True)
class TrayPart:
    """A tray, or a part of one, laid flat; its top left corner is (0, 0)."""

    tray: Tray
    number: int
    of: int

    @property
    def first(self) -> bool:
        return self.number == 1

    @property
    def last(self) -> bool:
        return self.number == self.of

    @property
    def start_mm(self) -> float:
        """Where the part begins along the bottom."""
        return self.tray.length_mm * (self.number - 1) / self.of

    @property
    def left_mm(self) -> float:
        """Where its bottom panel begins on the net."""
        return self.tray.height_mm if self.first else 0.0

    @property
    def right_mm(self) -> float:
        return self.left_mm + self.tray.length_mm / self.of

    @property
    def width_mm(self) -> float:
        return self.right_mm + (self.tray.height_mm if self.last else SEAM_MM)

    @property
    def height_mm(self) -> float:
        return self.tray.width_mm + 2 * self.tray.height_mm

    @property
    def tab_mm(self) -> float:
        return min(TAB_MM, 0.6 * self.tray.height_mm)

    @property
    def outline(self) -> Polyline:
        right = self._end if self.last else self._seam
        left = self._end if self.first else self._plain_edge
        half_turn = (Vertex(-x, self.height_mm - y, bulge) for x, y, bulge in left(-self.left_mm))
        return Polyline((*right(self.right_mm), *half_turn))

    def _end(self, fold: float) -> Iterator[Vertex]:
        """Yield the right end from top to bottom: a tab, the wall, a tab."""
        tray, tab = self.tray, fold + self.tab_mm
        upper, lower, edge = tray.height_mm, tray.height_mm + tray.width_mm, fold + tray.height_mm
        yield from (Vertex(fold, 0), Vertex(tab, SLANT_MM), Vertex(tab, upper - SLANT_MM))
        yield from (Vertex(fold, upper), Vertex(edge, upper))
        if tray.notched:
            middle = (upper + lower) / 2
            yield from (Vertex(edge, middle - NOTCH_MM, -1.0), Vertex(edge, middle + NOTCH_MM))
        yield from (Vertex(edge, lower), Vertex(fold, lower))
        yield from (Vertex(tab, lower + SLANT_MM), Vertex(tab, self.height_mm - SLANT_MM))
        yield Vertex(fold, self.height_mm)

    def _seam(self, edge: float) -> Iterator[Vertex]:
        """Yield the strip that is glued behind the next part."""
        yield from (Vertex(edge, 0), Vertex(edge + SEAM_MM, SLANT_MM))
        yield from (Vertex(edge + SEAM_MM, self.height_mm - SLANT_MM), Vertex(edge, self.height_mm))

    def _plain_edge(self, edge: float) -> Iterator[Vertex]:
        yield from (Vertex(edge, 0), Vertex(edge, self.height_mm))

    @property
    def folds(self) -> tuple[Polyline, ...]:
        upper, end = self.tray.height_mm, self.right_mm + (0.0 if self.last else SEAM_MM)
        lines = [((self.left_mm, y), (end, y)) for y in (upper, upper + self.tray.width_mm)]
        ends = [(self.left_mm, self.first), (self.right_mm, self.last)]
        lines += [((x, 0.0), (x, self.height_mm)) for x, wall in ends if wall]
        return straight(lines)


def parts(tray: Tray, count: int) -> tuple[TrayPart, ...]:
    return tuple(TrayPart(tray, number, count) for number in range(1, count + 1))
