"""Compute the net of a die: six faces, seven tabs, in millimetres.

Four faces are in a row. The fifth is above the second, the sixth below it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from generator.export.cut_lines import Ends, Polyline, Vertex, straight

EDGE_MM = 18.0
TAB_MM, SLANT_MM = 6.0, 2.0


class Face(NamedTuple):
    """A face by its column and row in the net, and its number of pips."""

    column: int
    row: int
    pips: int


# Faces two columns apart are opposite when the die is folded, as are the first and the last row.
FACES = (Face(0, 1, 2), Face(1, 1, 1), Face(2, 1, 5), Face(3, 1, 6), Face(1, 0, 3), Face(1, 2, 4))


@dataclass(frozen=True)
class DieNet:
    """A die laid flat; its top left corner is (0, 0)."""

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
        Vertex(x1 + ax * SLANT_MM + out[0], y1 + ay * SLANT_MM + out[1]),
        Vertex(x2 - ax * SLANT_MM + out[0], y2 - ay * SLANT_MM + out[1]),
        Vertex(x2, y2),
    ]
