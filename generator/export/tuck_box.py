"""Compute a tuck box for a deck, and a die: their sizes and nets, in millimetres.

The net of a box from left to right: a glue flap, the back with the lid, a side, the front with a
thumb notch and the bottom, a side. A box too large for the paper is split between a side and the
front. The first half then has a second glue flap.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, NamedTuple

from cards_data.models import Size
from generator.export.cut_lines import QUARTER, Ends, Polyline, Vertex, straight

# Approximate thickness of card: 300 g/m² measures 0.375 mm (docs/print/exporting.md has a table).
MM_PER_GRAM = 0.00125
# Clearance: a deck must slide out when the box is turned over, but not rattle.
PLAY_MM = 1.0
PLAY_SHARE = 0.04
GLUE_MM, TUCK_MM, DUST_MM = 10.0, 14.0, 16.0
# A side narrower than this cannot be scored, folded or labelled.
LEAST_DEPTH_MM = 8.0
SLANT_MM, CORNER_MM, NOTCH_MM = 4.0, 6.0, 9.0

Kind = Literal["glue", "back", "side", "front", "last_glue"]


@dataclass(frozen=True)
class TuckBox:
    """The panels of a box, from fold to fold, and the paper it is made of."""

    width_mm: float
    height_mm: float
    depth_mm: float
    stock_mm: float

    @property
    def inner_mm(self) -> tuple[float, float, float]:
        """The inner size, as flaps are inside the walls.

        Subtracted from the width: a fold and the glue flap; from the height: a fold and the dust
        flaps; from the depth: a fold, the tuck and the bottom's tab.
        """
        s = self.stock_mm
        return self.width_mm - 2 * s, self.height_mm - 3 * s, self.depth_mm - 3 * s


def stock_mm(grams: int) -> float:
    return grams * MM_PER_GRAM


def box_for(size: Size, cards: int, grams: int) -> TuckBox:
    """Return the box for a number of cards, deep enough to be folded."""
    s = stock_mm(grams)
    return TuckBox(
        size.width_mm + PLAY_MM + 2 * s,
        size.height_mm + PLAY_MM + 3 * s,
        max(LEAST_DEPTH_MM, filled_depth_mm(cards, grams)),
        s,
    )


def filled_depth_mm(cards: int, grams: int) -> float:
    s = stock_mm(grams)
    stack = cards * s
    return stack + max(PLAY_MM, PLAY_SHARE * stack) + 3 * s


@dataclass(frozen=True)
class PanelColumn:
    """A panel with the flaps at its ends."""

    kind: Kind
    x_mm: float
    width_mm: float

    @property
    def right_mm(self) -> float:
        return self.x_mm + self.width_mm


@dataclass(frozen=True)
class Net:
    """A box, or half of one, laid flat; its top left corner is (0, 0)."""

    box: TuckBox
    columns: tuple[PanelColumn, ...]

    @property
    def top_mm(self) -> float:
        """Where the panels begin, below lid and dust flaps."""
        has_lid = any(column.kind == "back" for column in self.columns)
        return max(DUST_MM, self.box.depth_mm + TUCK_MM if has_lid else 0.0)

    @property
    def bottom_mm(self) -> float:
        return self.top_mm + self.box.height_mm

    @property
    def width_mm(self) -> float:
        return self.columns[-1].right_mm

    @property
    def before_mm(self) -> float:
        """The length of the panels before these: 0, or that of the first half of a split box."""
        first = next(column for column in self.columns if column.kind in ("back", "front"))
        return self.box.width_mm + self.box.depth_mm if first.kind == "front" else 0.0

    @property
    def height_mm(self) -> float:
        has_bottom = any(column.kind == "front" for column in self.columns)
        below = max(DUST_MM, self.box.depth_mm + GLUE_MM if has_bottom else 0.0)
        return self.bottom_mm + below

    @property
    def outline(self) -> Polyline:
        above = [vertex for column in self.columns for vertex in self._upper_edge(column)]
        below = [vertex for column in reversed(self.columns) for vertex in self._lower_edge(column)]
        return Polyline(tuple(_single([*above, *below])))

    def _upper_edge(self, column: PanelColumn) -> Iterator[Vertex]:
        """Yield the upper edge of a column, from left to right."""
        left, right, top = column.x_mm, column.right_mm, self.top_mm
        yield Vertex(left, top + (SLANT_MM if column.kind == "glue" else 0))
        if column.kind == "back":
            lid = top - self.box.depth_mm - TUCK_MM
            yield Vertex(left, lid + CORNER_MM, QUARTER)
            yield Vertex(left + CORNER_MM, lid)
            yield Vertex(right - CORNER_MM, lid, QUARTER)
            yield Vertex(right, lid + CORNER_MM)
        elif column.kind == "side":
            slant = self._dust_slant
            yield Vertex(left + slant, top - DUST_MM)
            yield Vertex(right - slant, top - DUST_MM)
        elif column.kind == "front":
            middle = (left + right) / 2
            yield Vertex(middle - NOTCH_MM, top, -1.0)
            yield Vertex(middle + NOTCH_MM, top)
        yield Vertex(right, top + (SLANT_MM if column.kind == "last_glue" else 0))

    def _lower_edge(self, column: PanelColumn) -> Iterator[Vertex]:
        """Yield the lower edge of a column, from right to left."""
        left, right, bottom = column.x_mm, column.right_mm, self.bottom_mm
        yield Vertex(right, bottom - (SLANT_MM if column.kind == "last_glue" else 0))
        if column.kind == "side":
            slant = self._dust_slant
            yield Vertex(right - slant, bottom + DUST_MM)
            yield Vertex(left + slant, bottom + DUST_MM)
        elif column.kind == "front":
            floor = bottom + self.box.depth_mm
            yield Vertex(right, floor)
            yield Vertex(right - SLANT_MM, floor + GLUE_MM)
            yield Vertex(left + SLANT_MM, floor + GLUE_MM)
            yield Vertex(left, floor)
        yield Vertex(left, bottom - (SLANT_MM if column.kind == "glue" else 0))

    @property
    def _dust_slant(self) -> float:
        return min(2.0, self.box.depth_mm / 6)

    @property
    def folds(self) -> tuple[Polyline, ...]:
        """The folds between the panels, and at lid, bottom and flaps."""
        return straight(self._folds())

    def _folds(self) -> Iterator[Ends]:
        top, bottom, depth = self.top_mm, self.bottom_mm, self.box.depth_mm
        for column, _ in pairwise(self.columns):
            yield (column.right_mm, top), (column.right_mm, bottom)
        for column in self.columns:
            heights = {
                "back": (top - depth, top),
                "side": (top, bottom),
                "front": (bottom, bottom + depth),
            }.get(column.kind, ())
            for y in heights:
                yield (column.x_mm, y), (column.right_mm, y)


def _single(vertices: list[Vertex]) -> Iterator[Vertex]:
    """Yield the vertices without corners that two columns both name."""
    for vertex, following in zip(vertices, (*vertices[1:], vertices[0]), strict=True):
        if abs(vertex.x_mm - following.x_mm) > 1e-9 or abs(vertex.y_mm - following.y_mm) > 1e-9:
            yield vertex


def whole_net(box: TuckBox) -> tuple[Net, ...]:
    return (_net(box, "glue", "back", "side", "front", "side"),)


def halves(box: TuckBox) -> tuple[Net, ...]:
    return _net(box, "glue", "back", "side", "last_glue"), _net(box, "front", "side")


def _net(box: TuckBox, *kinds: Kind) -> Net:
    widths = {"glue": GLUE_MM, "last_glue": GLUE_MM, "side": box.depth_mm}
    columns: list[PanelColumn] = []
    for kind in kinds:
        left = columns[-1].right_mm if columns else 0.0
        columns.append(PanelColumn(kind, left, widths.get(kind, box.width_mm)))
    return Net(box, tuple(columns))


EDGE_MM = 18.0
TAB_MM, DIE_SLANT_MM = 6.0, 2.0


class Face(NamedTuple):
    """A face by its column and row in the net, and its number of pips."""

    column: int
    row: int
    pips: int


# Faces two columns apart are opposite when the die is folded, as are the first and the last row.
FACES = (Face(0, 1, 2), Face(1, 1, 1), Face(2, 1, 5), Face(3, 1, 6), Face(1, 0, 3), Face(1, 2, 4))


@dataclass(frozen=True)
class DieNet:
    """A die laid flat: four faces in a row, one above the second, one below it, and seven tabs."""

    edge_mm: float = EDGE_MM

    @property
    def width_mm(self) -> float:
        return TAB_MM + 4 * self.edge_mm

    @property
    def height_mm(self) -> float:
        return 3 * self.edge_mm

    @property
    def faces(self) -> tuple[tuple[float, float, int], ...]:
        """The top left corners of the faces, and their pips."""
        return tuple((*self._corner(face.column, face.row), face.pips) for face in FACES)

    @property
    def tabs(self) -> tuple[tuple[Vertex, ...], ...]:
        return tuple(tuple(_tab(*edge)) for edge, tabbed in self._edges() if tabbed)

    @property
    def outline(self) -> Polyline:
        corners = [
            vertex
            for (start, end), tabbed in self._edges()
            for vertex in (_tab(start, end)[:-1] if tabbed else [Vertex(*start)])
        ]
        return Polyline(tuple(corners))

    def _edges(self) -> Iterator[tuple[Ends, bool]]:
        """Yield the edges of the cross, clockwise, and whether they have a tab."""
        corners = [(0, 1), (1, 1), (1, 0), (2, 0), (2, 1), (3, 1), (4, 1)]
        corners += [(4, 2), (3, 2), (2, 2), (2, 3), (1, 3), (1, 2), (0, 2)]
        points = [self._corner(*corner) for corner in corners]
        tabbed = {0, 4, 5, 7, 8, 12, 13}
        for number, start in enumerate(points):
            yield (start, points[(number + 1) % len(points)]), number in tabbed

    def _corner(self, column: int, row: int) -> tuple[float, float]:
        return TAB_MM + column * self.edge_mm, row * self.edge_mm

    @property
    def folds(self) -> tuple[Polyline, ...]:
        between = [(self._corner(column, 1), self._corner(column, 2)) for column in (1, 2, 3)]
        between += [(self._corner(1, row), self._corner(2, row)) for row in (1, 2)]
        tabs = [edge for edge, tabbed in self._edges() if tabbed]
        return straight((*between, *tabs))


def _tab(start: tuple[float, float], end: tuple[float, float]) -> list[Vertex]:
    """Return a tab outside a clockwise edge: both ends, and its outer corners between them."""
    (x1, y1), (x2, y2) = start, end
    length = abs(x2 - x1) + abs(y2 - y1)
    ax, ay = (x2 - x1) / length, (y2 - y1) / length
    out = (ay * TAB_MM, -ax * TAB_MM)
    return [
        Vertex(x1, y1),
        Vertex(x1 + ax * DIE_SLANT_MM + out[0], y1 + ay * DIE_SLANT_MM + out[1]),
        Vertex(x2 - ax * DIE_SLANT_MM + out[0], y2 - ay * DIE_SLANT_MM + out[1]),
        Vertex(x2, y2),
    ]
