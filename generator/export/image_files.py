"""Export drawn faces as picture files, single or on sheets. The pool draws and encodes them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from cards_data.models import Deck, Piece, Size
from generator import images
from generator.compose.artwork import Artwork, artwork
from generator.compose.composed_game import ComposedGame, Pieces
from generator.compose.piece import Faces
from generator.geometry.shapes import outline, path_data
from generator.geometry.units import BLEED_MM, MM_PER_INCH, pixels
from generator.raster import Pixels

from .job import ExportJob


@dataclass(frozen=True)
class FaceFiles:
    """A piece and the files of its faces, as paths in the export's folder."""

    deck: Deck
    piece: Piece
    faces: Faces
    front: str
    back: str = ""


def face_files(composed: ComposedGame) -> Iterator[FaceFiles]:
    for deck, pieces in composed.decks:
        shared = shares_back(pieces)
        for piece, faces in pieces:
            own = f"{deck.name}/{piece.id}"
            back = f"{deck.name}/back.png" if shared else f"{own}-back.png"
            yield FaceFiles(deck, piece, faces, f"{own}-front.png", back if faces.back else "")


def shares_back(pieces: Pieces) -> bool:
    """Return whether several different pieces share the same back."""
    backs = {faces.back.key for _, faces in pieces if faces.back}
    return len(pieces) > 1 and len(backs) == 1


def files(pieces: Iterator[FaceFiles]) -> Mapping[str, Art]:
    arts_out: dict[str, Art] = {}
    for one in pieces:
        arts_out[one.front] = (one.faces.front, one.deck.size)
        if one.faces.back:
            arts_out[one.back] = (one.faces.back, one.deck.size.seen_from("back"))
    return arts_out


PNG_LEVEL = 6
WEBP_QUALITY = 82
# The resolution in which print-on-demand shops specify pixels.
PIXELS_DPI = 300


@dataclass(frozen=True)
class ImageFormat:
    dpi: int
    bleed: bool = False
    format: str = "PNG"
    # An exact size in pixels, if needed.
    pixels: tuple[int, int] | None = None


@dataclass(frozen=True)
class Trim:
    """The visible part of a drawn face in pixels inside its edge, and a mask for other shapes."""

    edge: int
    width: int
    height: int
    mask: Pixels | None = None


Art = tuple[Artwork, Size]


def pictures(
    job: ExportJob, arts: Mapping[str, Art], finish: ImageFormat
) -> Iterator[tuple[str, bytes]]:
    """Yield the file content of every face, in order."""
    drawn = job.drawn_faces({key: art for key, (art, _) in arts.items()}, finish.dpi)
    cuts = _cuts(job, {size for _, size in arts.values()}, finish)
    items = [(drawn[key], cuts[size], finish) for key, (_, size) in arts.items()]
    return zip(arts, job.in_workers(ENCODE, items), strict=True)


def _cuts(job: ExportJob, sizes: set[Size], finish: ImageFormat) -> dict[Size, Trim | None]:
    if finish.bleed:
        return dict.fromkeys(sizes)
    shaped = {size: shape_of(size) for size in sizes if size.shape != "rect" or size.corner_mm}
    masks = job.drawn_faces({art.key: art for art in shaped.values()}, finish.dpi)
    return {
        size: cut_box(size, finish.dpi, masks[shaped[size].key] if size in shaped else None)
        for size in sizes
    }


def cut_box(size: Size, dpi: int, mask: Pixels | None = None) -> Trim:
    edge = pixels(BLEED_MM, dpi)
    return Trim(edge, pixels(size.width_mm, dpi), pixels(size.height_mm, dpi), mask)


def shape_of(size: Size, inset_mm: float = 0.0) -> Artwork:
    """Draw the outline of a piece, white on black, as a mask of the visible part."""
    ground = f'<rect x="-{BLEED_MM:g}" y="-{BLEED_MM:g}" width="100%" height="100%"/>'
    path = f'<path d="{path_data(outline(size, inset_mm))}" fill="#ffffff"/>'
    return artwork(ground + path, size)


def encode(_: object, item: tuple[Pixels, Trim | None, ImageFormat]) -> bytes:
    drawn, trim, form = item
    image = _trim(images.bitmap(drawn), trim)
    if form.pixels:
        image = images.resized_well(image, *form.pixels)
        return images.png(image, PNG_LEVEL, PIXELS_DPI)
    if form.format == "WEBP":
        return images.webp(image, WEBP_QUALITY, method=4)
    return images.png(image, PNG_LEVEL, form.dpi)


def lay(_: object, sheet: tuple[Sequence[Pixels | None], Trim, SheetShape]) -> bytes:
    """Arrange faces in rows in a worker, each cut to the same box; empty cells stay white."""
    drawn, trim, form = sheet
    cells = [_trim(images.bitmap(cell), trim) if cell else None for cell in drawn]
    whole = images.in_grid(cells, form.columns, (trim.width, trim.height))
    return images.png(whole, PNG_LEVEL, form.dpi)


def text_outside(_: object, item: tuple[Pixels, Pixels, Pixels]) -> bool:
    """Return whether text is outside the safe zone, where a cut may touch it; runs in a worker.

    The item holds the face, the same face without its text, and the safe zone as a white shape.
    """
    face, bare, zone = map(images.bitmap, item)
    return images.differ_outside(face, bare, zone)


def _trim(image: images.Bitmap, trim: Trim | None) -> images.Bitmap:
    if trim is None:
        return image
    box = (trim.edge, trim.edge, trim.edge + trim.width, trim.edge + trim.height)
    return images.cut_out(image, box, images.bitmap(trim.mask) if trim.mask else None)


ENCODE, LAY, TEXT_OUTSIDE = (f"{__name__}:{work.__name__}" for work in (encode, lay, text_outside))


MOST_COLUMNS, MOST_ROWS, LEAST = 10, 7, 2
MOST_PX = 4096
CARDS_A_SHEET = MOST_COLUMNS * MOST_ROWS - 1
Card = TypeVar("Card")


@dataclass(frozen=True)
class SheetShape:
    """Columns, rows, and the resolution of the cards."""

    columns: int
    rows: int
    dpi: int

    @property
    def places(self) -> int:
        return self.columns * self.rows


def shape(size: Size, cards: int, dpi: int) -> SheetShape:
    """Return the shape that holds the cards and the hidden face at the highest resolution."""
    return max(_holding(size, cards + 1, dpi, LEAST), key=lambda one: (one.dpi, -one.places))


def tight_shape(size: Size, cards: int, dpi: int) -> SheetShape:
    """Return the shape for the cards alone: highest resolution, then fewest empty cells."""
    holding = _holding(size, cards, dpi, 1)
    return max(holding, key=lambda one: (one.dpi, -one.places, one.columns))


def _holding(size: Size, cards: int, dpi: int, least: int) -> Iterator[SheetShape]:
    for columns in range(least, MOST_COLUMNS + 1):
        for rows in range(least, MOST_ROWS + 1):
            if columns * rows >= cards:
                yield SheetShape(columns, rows, _finest(size, columns, rows, dpi))


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


# The backs of a sheet: none, one for all, or one for each piece.
NO_BACK, ONE_BACK, OWN_BACKS = "none", "one", "each"


@dataclass(frozen=True)
class PictureSheet:
    """Pieces of a deck in rows and columns, left to right and top to bottom."""

    deck: Deck
    pieces: tuple[Piece, ...]
    shape: SheetShape
    fronts: Path
    backs: Path | None
    back_kind: str

    @property
    def files(self) -> tuple[Path, ...]:
        return (self.fronts, self.backs) if self.backs else (self.fronts,)


def picture_sheets(job: ExportJob, folder: str = "") -> Iterator[PictureSheet]:
    """Yield every deck on as many sheets as it needs, named by game, deck and number."""
    for deck, pieces in job.composed.decks:
        for number, part in enumerate(in_sheets(pieces), 1):
            yield _sheet(job, deck, part, f"{folder}{job.game.slug}-{deck.name}-{number}")


def _sheet(job: ExportJob, deck: Deck, pieces: Pieces, name: str) -> PictureSheet:
    form = tight_shape(deck.size, len(pieces), job.options.dpi)
    fronts = grid(job, deck.size, [faces.front for _, faces in pieces], form)
    backs = [faces.back for _, faces in pieces if faces.back]
    kind, behind, size = NO_BACK, None, deck.size.seen_from("back")
    if len({back.key for back in backs}) == 1:
        kind, one = ONE_BACK, SheetShape(1, 1, form.dpi)
        behind = job.write(f"{name}-back.png", grid(job, size, backs[:1], one))
    elif backs:
        kind, behind = OWN_BACKS, job.write(f"{name}-backs.png", grid(job, size, backs, form))
    written = job.write(f"{name}-fronts.png", fronts)
    return PictureSheet(deck, tuple(piece for piece, _ in pieces), form, written, behind, kind)


def grid(
    job: ExportJob, size: Size, arts: list[Artwork], form: SheetShape, last: Artwork | None = None
) -> bytes:
    """Arrange faces in a grid, one more in the last cell; around shaped ones it is transparent."""
    mask = shape_of(size) if size.shape != "rect" else None
    drawn = job.drawn_faces({art.key: art for art in (*arts, last, mask) if art}, form.dpi)
    trim = cut_box(size, form.dpi, drawn[mask.key] if mask else None)
    cells: list[Pixels | None] = [drawn[art.key] for art in arts]
    cells += [None] * (form.places - len(cells))
    if last:
        cells[-1] = drawn[last.key]
    (content,) = job.in_workers(LAY, [(cells, trim, form)])
    return bytes(content)
