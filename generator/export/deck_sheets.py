"""How many cards fit on a sheet for a virtual table, and at which resolution.

Comes in: a card's size and a number of different cards. Goes out: sheets of at most 10 × 7
places and 4096 pixels a side; for Tabletop Simulator the last place is kept for the hidden face.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar

from cards_data.models import Size
from generator.geometry.units import MM_PER_INCH, pixels

MOST_COLUMNS, MOST_ROWS, LEAST = 10, 7, 2
MOST_PX = 4096
CARDS_A_SHEET = MOST_COLUMNS * MOST_ROWS - 1
Card = TypeVar("Card")


@dataclass(frozen=True)
class SheetShape:
    """Columns, rows, and how finely the cards can be drawn."""

    columns: int
    rows: int
    dpi: int

    @property
    def places(self) -> int:
        return self.columns * self.rows


def shape(size: Size, cards: int, dpi: int) -> SheetShape:
    """The shape that holds the cards and the hidden face, drawn as finely as may be."""
    holding = [
        SheetShape(columns, rows, _finest(size, columns, rows, dpi))
        for columns in range(LEAST, MOST_COLUMNS + 1)
        for rows in range(LEAST, MOST_ROWS + 1)
        if columns * rows > cards
    ]
    return max(holding, key=lambda one: (one.dpi, -one.places))


def tight_shape(size: Size, cards: int, dpi: int) -> SheetShape:
    """The shape that holds the cards alone: as finely as may be, then with fewest empty places."""
    holding = [
        SheetShape(columns, rows, _finest(size, columns, rows, dpi))
        for columns in range(1, MOST_COLUMNS + 1)
        for rows in range(1, MOST_ROWS + 1)
        if columns * rows >= cards
    ]
    return max(holding, key=lambda one: (one.dpi, -one.places, one.columns))


def _finest(size: Size, columns: int, rows: int, dpi: int) -> int:
    for side_mm, count in ((size.width_mm, columns), (size.height_mm, rows)):
        room = MOST_PX // count
        dpi = min(dpi, int(room * MM_PER_INCH / side_mm))
        while pixels(side_mm, dpi) > room:
            dpi -= 1
    return dpi


def in_sheets(cards: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    for start in range(0, len(cards), CARDS_A_SHEET):
        yield cards[start : start + CARDS_A_SHEET]
