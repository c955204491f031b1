"""Pieces onto sheets: everything has its absolute place before anything is drawn.

Comes in: a deck's pieces with the keys of their faces, and the layout. Goes out: sheets, each a
front and a back, with every face and every cut at its absolute place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from cards_data.models import Deck, Size
from generator.geometry import shapes
from generator.geometry.units import BLEED_MM

from .grids import Grid, Part, Slot, grid, mirrored, must_fit, split
from .packing import Item, Packed, pack
from .papers import Paper

# Neighbours overlap by a hair, so that no white line shows between them on screen or paper.
HAIR_MM = 0.05


@dataclass(frozen=True)
class Placement:
    """A face on a page: the box its image fills, its turn in degrees, and what of it is seen."""

    face: str
    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    clip: shapes.Path
    turn: int = 0


@dataclass(frozen=True)
class Cut:
    """Where a piece's cut edge lies."""

    piece: str
    deck: str
    size: Size
    slot: Slot
    width_mm: float
    height_mm: float
    turn: int = 0


@dataclass(frozen=True)
class Side:
    """One side of a sheet: what lies on it, what it will be cut by, and how it is laid out."""

    placements: tuple[Placement, ...] = ()
    cuts: tuple[Cut, ...] = ()
    layout: Grid | Packed | Part | None = None


# A sheet is its front and its back; without a back when only fronts are printed.
Sheet = tuple[Side, Side | None]


@dataclass(frozen=True)
class ToLay:
    """A piece to be laid on a sheet: its id and the keys of its faces."""

    id: str
    front: str
    back: str | None
    copies: int


@dataclass(frozen=True)
class Layout:
    """How sheets are made: paper, both sides or one, which edge turns."""

    paper: Paper
    duplex: bool = True
    flip: str = "long"


# A piece to be laid on a sheet, with the deck it belongs to.
Owned = tuple[Deck, ToLay]


def sheets_of(pieces: Sequence[Owned], layout: Layout) -> Iterator[Sheet]:
    """All sheets for pieces that share them, each front with its back.

    Pieces of one size lie in a grid, a board larger than the paper is split, and pieces of
    several sizes are packed.
    """
    copies = [(deck, piece) for deck, piece in pieces for _ in range(piece.copies)]
    sizes = {(deck.size, deck.gap_mm) for deck, _ in copies}
    if len(sizes) > 1:
        yield from packed_sheets(copies, layout)
        return
    deck = copies[0][0]
    found = grid(deck.size, deck.gap_mm, layout.paper)
    if found is None and deck.split:
        yield from _split_sheets(copies, layout)
        return
    yield from _grid_sheets(
        copies, found or must_fit(deck.size, deck.gap_mm, layout.paper, deck.name), layout
    )


def _grid_sheets(copies: list[Owned], found: Grid, layout: Layout) -> Iterator[Sheet]:
    capacity = len(found.slots)
    for start in range(0, len(copies), capacity):
        batch = copies[start : start + capacity]
        back = _back(batch, found, layout) if layout.duplex else None
        yield _front(batch, found), back


def _front(batch: list[Owned], found: Grid) -> Side:
    pairs = list(zip(batch, found.slots, strict=False))
    faces = [(piece.front, slot) for (_, piece), slot in pairs]
    cuts = tuple(_cut(*owned, slot) for owned, slot in pairs)
    return Side(tuple(_placed(faces, found)), cuts, found)


def _back(batch: list[Owned], found: Grid, layout: Layout) -> Side:
    """Behind every front its back; a sheet turned over its short edge stands on its head."""
    size = (found.size.width_mm, found.size.height_mm)
    slots = [mirrored(slot, size, layout.paper, layout.flip) for slot in found.slots]
    pairs = [pair for pair in zip(batch, slots, strict=False) if pair[0][1].back]
    faces = [(str(piece.back), slot) for (_, piece), slot in pairs]
    turn = 180 if layout.flip == "short" else 0
    cuts = tuple(_cut(*owned, slot, turn) for owned, slot in pairs)
    return Side(tuple(_placed(faces, found, turn)), cuts, found)


def _cut(deck: Deck, piece: ToLay, slot: Slot, turn: int = 0) -> Cut:
    size = deck.size
    return Cut(piece.id, deck.name, size, slot, size.width_mm, size.height_mm, turn)


def _placed(faces: list[tuple[str, Slot]], found: Grid, turn: int = 0) -> Iterator[Placement]:
    taken = {(round(slot.x_mm, 3), round(slot.y_mm, 3)) for _, slot in faces}
    if found.size.shape == "rect":
        for face, slot in faces:
            yield _placement(face, slot, found.size, _rect_clip(slot, found, taken), turn)
        return
    # Shapes that share edges are laid twice: first with their bleed, then exactly, so that
    # bleed shows outside only and never covers a neighbour.
    bleed = min(found.bleed_x_mm, found.bleed_y_mm, found.gap_mm / 2 or BLEED_MM)
    passes = (bleed, HAIR_MM) if found.size.shape == "hex" and not found.gap_mm else (bleed,)
    for reach in passes:
        for face, slot in faces:
            clip = moved_outline(found.size, -reach, slot, turn)
            yield _placement(face, slot, found.size, clip, turn)


def _placement(face: str, slot: Slot, size: Size, clip: shapes.Path, turn: int) -> Placement:
    return Placement(
        face,
        slot.x_mm - BLEED_MM,
        slot.y_mm - BLEED_MM,
        size.width_mm + 2 * BLEED_MM,
        size.height_mm + 2 * BLEED_MM,
        clip,
        turn,
    )


def _rect_clip(slot: Slot, found: Grid, taken: set[tuple[float, float]]) -> shapes.Path:
    """Bleed where no neighbour lies, half the gap or a hair where one does."""
    w, h, gap = found.size.width_mm, found.size.height_mm, found.gap_mm
    inner = gap / 2 if gap else HAIR_MM

    def reach(dx: float, dy: float, bleed: float) -> float:
        beside = round(slot.x_mm + dx * (w + gap), 3), round(slot.y_mm + dy * (h + gap), 3)
        return min(inner, bleed) if beside in taken and gap else inner if beside in taken else bleed

    left, right = reach(-1, 0, found.bleed_x_mm), reach(1, 0, found.bleed_x_mm)
    top, bottom = reach(0, -1, found.bleed_y_mm), reach(0, 1, found.bleed_y_mm)
    box = (slot.x_mm - left, slot.y_mm - top, slot.x_mm + w + right, slot.y_mm + h + bottom)
    return shapes.rounded(box, 0)


def moved_outline(size: Size, inset: float, slot: Slot, turn: int = 0) -> shapes.Path:
    """A piece's outline at its place on the page, on its head where the piece lies so."""
    path = shapes.outline(size, inset)
    if turn == 180:
        path = shapes.upside_down(path, size)
    return tuple(
        (letter, tuple((x + slot.x_mm, y + slot.y_mm) for x, y in points))
        for letter, points in path
    )


def _split_sheets(copies: list[Owned], layout: Layout) -> Iterator[Sheet]:
    """A board over several pages that overlap."""
    for deck, piece in copies:
        for part in split(deck.size, layout.paper):
            yield _part(deck, piece, part), Side() if layout.duplex else None


def _part(deck: Deck, piece: ToLay, part: Part) -> Side:
    left, top = part.slot.x_mm, part.slot.y_mm
    box = (left, top, left + part.width_mm, top + part.height_mm)
    width, height = deck.size.width_mm + 2 * BLEED_MM, deck.size.height_mm + 2 * BLEED_MM
    placement = Placement(
        piece.front,
        left - part.window_x_mm - BLEED_MM,
        top - part.window_y_mm - BLEED_MM,
        height if part.turn else width,
        width if part.turn else height,
        shapes.rounded(box, 0),
        part.turn,
    )
    cut = Cut(piece.id, deck.name, deck.size, part.slot, part.width_mm, part.height_mm)
    return Side((placement,), (cut,), part)


def packed_sheets(copies: Sequence[Owned], layout: Layout) -> Iterator[Sheet]:
    """Pieces of any size on as few sheets as possible, with their backs."""
    items = [Item(index, deck.size) for index, (deck, _) in enumerate(copies)]
    for page in pack(items, layout.paper):
        found = [(*copies[index], slot) for index, slot in page.slots]
        front = _packed_side(found, page, 0)
        yield front, _packed_back(found, page, layout) if layout.duplex else None


def _packed_back(found: list[tuple[Deck, ToLay, Slot]], page: Packed, layout: Layout) -> Side:
    behind = [
        (deck, replace(piece, front=piece.back), _behind(deck.size, slot, layout))
        for deck, piece, slot in found
        if piece.back
    ]
    return _packed_side(behind, page, 180 if layout.flip == "short" else 0)


def _behind(size: Size, slot: Slot, layout: Layout) -> Slot:
    return mirrored(slot, (size.width_mm, size.height_mm), layout.paper, layout.flip)


def _packed_side(found: list[tuple[Deck, ToLay, Slot]], page: Packed, turn: int) -> Side:
    # Half of the way to the middle of the gap: the other half is for the cut marks.
    reach = page.gap_mm / 4 or HAIR_MM
    placements = tuple(
        _placement(
            piece.front,
            slot,
            deck.size,
            moved_outline(_square(deck.size), -reach, slot, turn),
            turn,
        )
        for deck, piece, slot in found
    )
    cuts = tuple(_cut(deck, piece, slot, turn) for deck, piece, slot in found)
    return Side(placements, cuts, page)


def _square(size: Size) -> Size:
    """Cards are cut straight: their bleed has square corners."""
    return replace(size, corner_mm=0.0)
