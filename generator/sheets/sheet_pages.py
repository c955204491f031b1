"""Build both sides of a sheet, with the absolute position of every face and cut."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from cards_data.models import HEXES, Deck, Size
from generator.geometry import shapes
from generator.geometry.units import BLEED_MM
from generator.options import PrintOptions

from .grids import MARK_MM, NARROW_MM, BoardPart, Grid, Slot, group_by, mirror_slot
from .packing import Block, PackedPage
from .papers import Paper

# Between a piece and the fold: its bleed, and space in which the fold is visible.
GUTTER_MM = BLEED_MM + MARK_MM


class FoldedLayout(NamedTuple):
    """Fronts on one half of a page, backs on the other; ``long`` has the halves side by side."""

    paper: Paper
    flip: str
    front: Grid | PackedPage
    back: Grid | PackedPage

    @property
    def strip(self) -> str:
        return self.front.strip

    @property
    def shift_mm(self) -> tuple[float, float]:
        """The offset of the back's half: halves are mirrored about the middle of the paper."""
        one = half(self.paper, self.flip)
        return self.paper.width_mm - one.width_mm, self.paper.height_mm - one.height_mm


def half(paper: Paper, flip: str) -> Paper:
    """Return half a paper, extended over the fold by what a margin is wider than the gutter."""
    overlap_mm = NARROW_MM - GUTTER_MM
    if flip == "long":
        return Paper(paper.name, paper.width_mm / 2 + overlap_mm, paper.height_mm)
    return Paper(paper.name, paper.width_mm, paper.height_mm / 2 + overlap_mm)


# Neighbours overlap slightly, so that no white line shows between them on screen or paper.
HAIR_MM = 0.05


class Placement(NamedTuple):
    """A face on a page: the box of its image, its rotation in degrees, and its visible part."""

    face: str
    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    clip: shapes.Path
    turn: int = 0
    # What is said instead of the picture; empty for decoration.
    alt: str = ""


class Cut(NamedTuple):
    piece: str
    deck: str
    size: Size
    slot: Slot
    width_mm: float
    height_mm: float
    turn: int = 0


AnyLayout = Grid | PackedPage | BoardPart | FoldedLayout | None


class Side(NamedTuple):
    """One side of a sheet: what is on it, its cuts, its layout, and the backs past a fold."""

    placements: tuple[Placement, ...] = ()
    cuts: tuple[Cut, ...] = ()
    layout: AnyLayout = None
    folded: tuple[Cut, ...] = ()


# A sheet is its front and its back; without a back if only one side is printed.
Sheet = tuple[Side, Side | None]


class PieceToPlace(NamedTuple):
    id: str
    front: str
    back: str | None
    copies: int
    # What is said instead of the front and the back.
    alts: tuple[str, str] = ("", "")

    def alt(self, face: str) -> str:
        return self.alts[face == self.back]


class Layout(NamedTuple):
    """How sheets are made: paper, one or two sides, the turning edge, or the fold."""

    paper: Paper
    duplex: bool = True
    flip: str = "long"
    # Backs next to their fronts, on the other half of the page.
    gutterfold: bool = False
    # Pieces are rotated by 90 degrees, with width and height swapped.
    turned: bool = False


def layout_of(paper: Paper, options: PrintOptions) -> Layout:
    folded = options.layout == "gutterfold"
    return Layout(paper, options.two_sided, options.flip, gutterfold=folded)


# A piece to be placed on a sheet, with its deck.
DeckPiece = tuple[Deck, PieceToPlace]


def by_size(pieces: Sequence[DeckPiece]) -> list[list[DeckPiece]]:
    """Group pieces that fit in one grid, in the order of appearance."""
    return group_by(pieces, lambda owned: (owned[0].size, owned[0].gap_mm))


# Pieces of one size side by side, and the bleed around all of them.
Area = Grid | Block


class PlacedPiece(NamedTuple):
    """A piece in its place: which of its faces is visible, and its rotation."""

    deck: Deck
    piece: PieceToPlace
    face: str | None
    slot: Slot
    turn: int


# What is on a side, area by area.
Areas = list[tuple[Area, list[PlacedPiece]]]


def sheet(areas: Areas, front: Grid | PackedPage, back: Grid | PackedPage, layout: Layout) -> Sheet:
    if not layout.duplex:
        return _side(areas, front), None
    turned: Areas = [(area, list(_backs(pieces, layout))) for area, pieces in areas]
    return _side(areas, front), _side(turned, back)


def _backs(pieces: list[PlacedPiece], layout: Layout) -> Iterator[PlacedPiece]:
    """Yield the back of every front, top behind top; seen from behind, rotations are reversed."""
    over = 180 if layout.flip == "short" else 0
    for one in pieces:
        if one.piece.back:
            deck = one.deck
            slot = mirror_slot(one.slot, deck.size, layout.paper, layout.flip)
            if deck.size.outline:
                deck = replace(deck, size=deck.size.seen_from("back"))
            turn = (over - one.turn) % 360
            yield one._replace(deck=deck, face=one.piece.back, slot=slot, turn=turn)


def _side(areas: Areas, layout: Grid | PackedPage) -> Side:
    placements = tuple(place for area, pieces in areas for place in _placements(pieces, area))
    cuts = []
    for deck, piece, _, slot, turn in (one for _, pieces in areas for one in pieces):
        size = deck.size
        cuts.append(Cut(piece.id, deck.name, size, slot, size.width_mm, size.height_mm, turn))
    return Side(placements, tuple(cuts), layout)


def _placements(pieces: list[PlacedPiece], area: Area) -> Iterator[Placement]:
    used = {(round(one.slot.x_mm, 3), round(one.slot.y_mm, 3)) for one in pieces}
    if area.size.shape == "rect":
        for one in pieces:
            yield _placement(one, _rect_clip(one.slot, area, used))
        return
    # Shapes that share edges are placed twice: first with their bleed, then exactly. Bleed then
    # shows only at the outside and never covers a neighbour. It is decoration.
    bleed = min(area.bleed_x_mm, area.bleed_y_mm, area.gap_mm / 2 or BLEED_MM)
    passes = (bleed, HAIR_MM) if area.size.shape in HEXES and not area.gap_mm else (bleed,)
    for reach in passes:
        for one in pieces:
            place = _placement(one, moved_outline(one.deck.size, -reach, one.slot, one.turn))
            yield place if reach == passes[-1] else place._replace(alt="")


def _placement(one: PlacedPiece, clip: shapes.Path) -> Placement:
    assert one.face is not None
    return Placement(
        one.face,
        one.slot.x_mm - BLEED_MM,
        one.slot.y_mm - BLEED_MM,
        one.deck.size.width_mm + 2 * BLEED_MM,
        one.deck.size.height_mm + 2 * BLEED_MM,
        clip,
        one.turn,
        one.piece.alt(one.face),
    )


def _rect_clip(slot: Slot, area: Area, used: set[tuple[float, float]]) -> shapes.Path:
    """Return the clip: bleed without a neighbour, half the gap or a hair with one."""
    w, h, gap = area.size.width_mm, area.size.height_mm, area.gap_mm
    inner = gap / 2 if gap else HAIR_MM

    def reach(dx: float, dy: float, bleed: float) -> float:
        beside = round(slot.x_mm + dx * (w + gap), 3), round(slot.y_mm + dy * (h + gap), 3)
        return min(inner, bleed) if beside in used and gap else inner if beside in used else bleed

    left, right = reach(-1, 0, area.bleed_x_mm), reach(1, 0, area.bleed_x_mm)
    top, bottom = reach(0, -1, area.bleed_y_mm), reach(0, 1, area.bleed_y_mm)
    box = (slot.x_mm - left, slot.y_mm - top, slot.x_mm + w + right, slot.y_mm + h + bottom)
    return shapes.rounded_rect(box, 0)


def moved_outline(size: Size, inset: float, slot: Slot, turn: int) -> shapes.Path:
    """Return a piece's outline in its place on the page, upside down if the piece is."""
    path = shapes.outline(size, inset)
    if turn == 180:
        path = shapes.upside_down(path, size)
    return shapes.move_path(path, (slot.x_mm, slot.y_mm))
