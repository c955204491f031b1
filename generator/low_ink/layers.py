"""A drawing in which every place knows what it shows.

Comes in: items, one after the other. Goes out: the number of the item on top, place by place.
"""

from __future__ import annotations

from collections.abc import Iterable

from generator.raster.painter import hard_edged
from generator.svg.drawing import Drawing, Fill, Item, Matrix, Shape


class Layers:
    """Items one over the other, where every place knows which of them it shows."""

    def __init__(self, drawing: Drawing, per_mm: float) -> None:
        x, y, wide, high = drawing.view
        self.columns, self.rows = max(1, round(wide * per_mm)), max(1, round(high * per_mm))
        self._matrix: Matrix = (per_mm, 0.0, 0.0, per_mm, -x * per_mm, -y * per_mm)
        pixels = bytearray(4 * self.columns * self.rows)
        # Row by row, as ``number_of`` reads it.
        self.shown = memoryview(pixels).cast("I")
        self._painter = hard_edged(pixels, (self.columns, self.rows), self._matrix)

    def paint(self, item: Item, number: int) -> None:
        """Puts an item on top, opaque; numbers count from 0."""
        if isinstance(item, Shape):
            value = number + 1
            mark = (value >> 16 & 255) / 255, (value >> 8 & 255) / 255, (value & 255) / 255
            fill = item.fill and Fill(mark, 1.0, item.fill.evenodd)
            stroke = item.stroke and item.stroke._replace(paint=mark, opacity=1.0)
            item = item._replace(fill=fill, stroke=stroke)
        self._painter.paint(item)

    def column(self, x_mm: float) -> int:
        return min(self.columns - 1, max(0, int(x_mm * self._matrix[0] + self._matrix[4])))

    def row(self, y_mm: float) -> int:
        """Where a row begins."""
        found = int(y_mm * self._matrix[3] + self._matrix[5])
        return self.columns * min(self.rows - 1, max(0, found))

    def numbers(self, places: Iterable[int]) -> list[int]:
        """The items that show at places, each the sum of a row and a column."""
        shown = self.shown
        return [(shown[place] & 0xFFFFFF) - 1 for place in places]


def number_of(shown: int) -> int:
    """The item that a place shows; -1 for bare paper. The upper byte says nothing."""
    return (shown & 0xFFFFFF) - 1
