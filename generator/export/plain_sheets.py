"""Sheets of pictures in rows and columns, without gaps, as virtual tables cut them up.

Comes in: the pieces of a deck. Goes out: PNG files with all fronts and all backs, and which piece
lies at which place.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cards_data.models import Deck, Piece, Size
from generator.compose.artwork import Artwork
from generator.compose.composed_game import Pieces

from .deck_sheets import SheetShape, in_sheets, tight_shape
from .image_files import LAY, SheetOf, cut_box, drawn_faces, in_workers, shape_of
from .job import ExportJob, write_bytes_whole

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
