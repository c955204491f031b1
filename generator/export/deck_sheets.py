"""How many cards fit on a sheet for a virtual table, and at which resolution.

Comes in: a card's size and a number of different cards. Goes out: sheets of at most 10 × 7
places and 4096 pixels a side; for Tabletop Simulator the last place is kept for the hidden face.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from cards_data.models import Deck, Piece, Size
from generator.compose.artwork import Artwork
from generator.compose.composed_game import Pieces
from generator.geometry.units import MM_PER_INCH, pixels

from .image_files import LAY, SheetOf, cut_box, drawn_faces, in_workers, shape_of
from .job import ExportJob, write_bytes_whole

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


# What of a sheet a back is: there is none, one serves all, or each piece has its own.
NO_BACK, ONE_BACK, OWN_BACKS = "none", "one", "each"


@dataclass(frozen=True)
class PictureSheet:
    """Pieces of a deck in rows and columns, from left to right and from top to bottom."""

    deck: Deck
    pieces: tuple[Piece, ...]
    columns: int
    rows: int
    fronts: Path
    backs: Path | None
    back_kind: str

    @property
    def files(self) -> tuple[Path, ...]:
        return (self.fronts, self.backs) if self.backs else (self.fronts,)


def picture_sheets(job: ExportJob, folder: Path) -> Iterator[PictureSheet]:
    """Every deck on as many sheets as it needs, named after the game, the deck and a number."""
    for deck, pieces in job.composed.decks:
        for number, part in enumerate(in_sheets(pieces), 1):
            name = f"{job.game.slug}-{deck.name}-{number}"
            yield _sheet(job, deck, part, folder / name)


def _sheet(job: ExportJob, deck: Deck, pieces: Pieces, place: Path) -> PictureSheet:
    form = tight_shape(deck.size, len(pieces), job.options.dpi)
    fronts = _laid(job, deck.size, [faces.front for _, faces in pieces], form)
    backs = [faces.back for _, faces in pieces if faces.back]
    one = len({back.key for back in backs}) == 1
    kind = NO_BACK if not backs else ONE_BACK if one else OWN_BACKS
    behind: Path | None = None
    if backs:
        shown = backs[:1] if one else backs
        drawn = _laid(
            job,
            deck.size.seen_from("back"),
            shown,
            SheetShape(1, 1, form.dpi) if one else form,
        )
        ending = "back" if one else "backs"
        behind = write_bytes_whole(place.with_name(f"{place.name}-{ending}.png"), drawn)
    written = write_bytes_whole(place.with_name(f"{place.name}-fronts.png"), fronts)
    owned = tuple(piece for piece, _ in pieces)
    return PictureSheet(deck, owned, form.columns, form.rows, written, behind, kind)


def _laid(job: ExportJob, size: Size, arts: list[Artwork], form: SheetShape) -> bytes:
    """The faces cut out; all around a piece that is no rectangle is transparent."""
    mask = shape_of(size) if size.shape != "rect" else None
    wanted = {art.key: art for art in (*arts, *((mask,) if mask else ()))}
    drawn = drawn_faces(job, wanted, form.dpi)
    trim = cut_box(size, form.dpi, drawn[mask.key] if mask else None)
    empty = [None] * (form.places - len(arts))
    cells = (*(drawn[art.key] for art in arts), *empty)
    (content,) = in_workers(job, LAY, [SheetOf(cells, form.columns, trim, form.dpi)])
    return bytes(content)
