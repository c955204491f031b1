"""Place pieces on sheets: which of them share one, and where each is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from cards_data.models import Deck, Game, Size
from cards_data.problems import Findings, Message, Problems
from generator.geometry import shapes
from generator.geometry.units import BLEED_MM
from generator.options import PrintOptions

from .grids import BoardPart, Grid, Slot, grid, group_by, mirror_slot, must_fit, split
from .marks import SheetPage, in_order, sheet_pages, single_sheets
from .packing import Item, PackedPage, pack
from .papers import Paper
from .sheet_pages import (
    Areas,
    Cut,
    DeckPiece,
    FoldedLayout,
    Layout,
    PieceToPlace,
    PlacedPiece,
    Placement,
    Sheet,
    Side,
    by_size,
    half,
    layout_of,
    sheet,
)

if TYPE_CHECKING:
    from generator.compose.composed_game import ComposedGame, Pieces

# A sheet whose pieces are not yet placed: enough for counting sheets.
SheetPlan = Callable[[], Sheet]


def sheets_of(pieces: Sequence[DeckPiece], layout: Layout) -> Iterator[Sheet]:
    """Yield all sheets for pieces that share them, each front with its back."""
    if layout.gutterfold:
        yield from _folded_sheets(pieces, layout)
        return
    yield from (lay() for lay in planned_sheets(pieces, layout))


def planned_sheets(pieces: Sequence[DeckPiece], layout: Layout) -> Iterator[SheetPlan]:
    """Yield the sheets of a layout without a fold.

    Pieces of one size form a grid, and a board larger than the paper is split. With several sizes,
    each fills its own grids first, and only the rest is packed.
    """
    copies = [(deck, piece) for deck, piece in pieces for _ in range(piece.copies)]
    groups = by_size(copies)
    if len(groups) > 1:
        yield from _mixed_sheets(groups, layout)
        return
    if not copies:
        return
    deck = copies[0][0]
    if deck.split and grid(deck.size, deck.gap_mm, layout.paper) is None:
        for owned in copies:
            parts = split(owned[0].size, layout.paper)
            yield from (partial(_split_sheet, *owned, part, layout) for part in parts)
        return
    yield from _grid_sheets(copies, layout)


def _mixed_sheets(groups: list[list[DeckPiece]], layout: Layout) -> Iterator[SheetPlan]:
    """Yield full grids and one packed rest; pack everything only if that saves a sheet."""
    separate: list[SheetPlan] = []
    rests = []
    for same in groups:
        deck = same[0][0]
        fitting = grid(deck.size, deck.gap_mm, layout.paper)
        full = len(same) - len(same) % len(fitting.slots) if fitting else 0
        separate += _grid_sheets(same[:full], layout) if full else ()
        rests += [same[full:]] if full < len(same) else []
    mixed = [one for rest in rests for one in rest]
    packed = list(_packed_sheets(mixed, layout, len(rests))) if len(rests) > 1 else []
    separate += packed or [one for rest in rests for one in _grid_sheets(rest, layout)]
    least = len(separate)
    together = list(_packed_sheets([one for same in groups for one in same], layout, least))
    yield from together or separate


def _grid_sheets(copies: list[DeckPiece], layout: Layout) -> Iterator[SheetPlan]:
    deck = copies[0][0]
    fitting = must_fit(deck.size, deck.gap_mm, layout.paper, deck.name)
    capacity = len(fitting.slots)
    for start in range(0, len(copies), capacity):
        yield partial(_grid_sheet, copies[start : start + capacity], fitting, layout)


def _grid_sheet(batch: list[DeckPiece], layout_grid: Grid, layout: Layout) -> Sheet:
    turns = row_turns(layout_grid.size, layout_grid.slots, layout.turned)
    places = zip(batch, layout_grid.slots, turns, strict=False)
    pieces = [PlacedPiece(*owned, owned[1].front, slot, turn) for owned, slot, turn in places]
    return sheet([(layout_grid, pieces)], layout_grid, layout_grid, layout)


def _packed_sheets(copies: Sequence[DeckPiece], layout: Layout, least: int) -> Iterator[SheetPlan]:
    """Yield sheets with pieces of any size; nothing unless fewer than ``least``."""
    items = [Item(index, deck.size, deck.gap_mm) for index, (deck, _) in enumerate(copies)]
    pages = pack(items, layout.paper)
    for page in pages if len(pages) < least else ():
        yield partial(_packed_sheet, page, copies, layout)


def _packed_sheet(page: PackedPage, copies: Sequence[DeckPiece], layout: Layout) -> Sheet:
    """Return a sheet and, as its back, the page as seen from behind."""
    areas: Areas = []
    behind = []
    for block in page.blocks:
        turns = row_turns(block.size, [slot for _, slot in block.slots], layout.turned)
        pieces = [
            PlacedPiece(*copies[index], copies[index][1].front, slot, turn)
            for (index, slot), turn in zip(block.slots, turns, strict=True)
        ]
        areas.append((block, pieces))
        slots = (
            (index, mirror_slot(slot, block.size, layout.paper, layout.flip))
            for index, slot in block.slots
        )
        behind.append(block._replace(slots=tuple(slots)))
    return sheet(areas, page, page._replace(blocks=tuple(behind)), layout)


def row_turns(size: Size, slots: Sequence[Slot], turned: bool = False) -> list[int]:
    """Turn every second row upside down: tops meet tops; rows of rotated pieces are vertical."""
    if size.shape != "rect":
        return [0] * len(slots)
    places = [round(slot.x_mm if turned else slot.y_mm, 3) for slot in slots]
    rows = sorted(set(places))
    return [90 * turned + 180 * (rows.index(place) % 2) for place in places]


def _split_sheet(deck: Deck, piece: PieceToPlace, part: BoardPart, layout: Layout) -> Sheet:
    left, top = part.slot.x_mm, part.slot.y_mm
    right, bottom = left + part.width_mm, top + part.height_mm
    dx, dy = part.bleed_x_mm, part.bleed_y_mm
    # Where parts meet, the area outside the cut shows the neighbour.
    visible = (left - dx, top - dy, right + dx, bottom + dy)
    width, height = deck.size.width_mm + 2 * BLEED_MM, deck.size.height_mm + 2 * BLEED_MM
    placement = Placement(
        piece.front,
        left - part.window_x_mm - BLEED_MM,
        top - part.window_y_mm - BLEED_MM,
        height if part.turn else width,
        width if part.turn else height,
        shapes.rounded_rect(visible, 0),
        part.turn,
        piece.alt(piece.front),
    )
    cut = Cut(piece.id, deck.name, deck.size, part.slot, part.width_mm, part.height_mm)
    return Side((placement,), (cut,), part), Side() if layout.duplex else None


def sharing_sheets(decks: tuple[Deck, ...]) -> Iterator[tuple[Deck, ...]]:
    """Group decks that share sheets: of one size or ``sheet`` value; a board is by itself."""

    def sheet_key(deck: Deck) -> object:
        return deck.name if deck.split else deck.sheet or (deck.size, deck.gap_mm)

    yield from map(tuple, group_by(decks, sheet_key))


def sheets_needed(game: Game, paper: Paper) -> Iterator[tuple[tuple[Deck, ...], int]]:
    layout = Layout(paper)
    for decks in sharing_sheets(tuple(game.decks.values())):
        owned = [
            (deck, PieceToPlace(piece.id, "", None, piece.copies))
            for deck in decks
            for piece in deck.pieces
        ]
        yield decks, sum(1 for _ in planned_sheets(owned, layout))


def lay_out(composed: ComposedGame, paper: Paper, options: PrintOptions) -> tuple[SheetPage, ...]:
    game = composed.game
    sheets = []
    for one in game_sheets(composed, paper, options):
        names = dict.fromkeys(cut.deck for cut in one[0].cuts)
        sheets.append((", ".join(game.decks[name].title(options.lang) for name in names), one))
    pages = tuple(sheet_pages(game, sheets, paper, options))
    return in_order(single_sheets(pages, options.sheets, game.slug), options)


def game_sheets(composed: ComposedGame, paper: Paper, options: PrintOptions) -> tuple[Sheet, ...]:
    """Return the sheets of all decks in order; decks of one size share them."""
    layout, game = layout_of(paper, options), composed.game
    pieces_of = {deck.name: pieces for deck, pieces in composed.decks}
    sheets: list[Sheet] = []
    findings = Findings()
    for decks in sharing_sheets(tuple(deck for deck, _ in composed.decks)):
        to_place = [
            item
            for deck in decks
            for item in pieces_to_place(game, deck, pieces_of[deck.name], options)
        ]
        try:
            sheets += sheets_of(to_place, layout)
        except Problems as problems:
            # Report all pieces that do not fit on a sheet, not only the first.
            findings.extend(problems.problems)
    findings.raise_any()
    return tuple(sheets)


def pieces_to_place(
    game: Game, deck: Deck, pieces: Pieces, options: PrintOptions
) -> list[DeckPiece]:
    """Return what the sheets need to know about the pieces of a deck."""
    pieces_out = []
    for piece, faces in pieces:
        back, copies = faces.back.key if faces.back else None, options.copies_of(piece.copies)
        alts = faces.speech(game, deck, piece, options.lang)
        pieces_out.append((deck, PieceToPlace(piece.id, faces.front.key, back, copies, alts)))
    return pieces_out


# The edge along which the paper is folded, and whether pieces are rotated; the first wins ties.
FoldWay = tuple[str, bool]
WAYS: tuple[FoldWay, ...] = (("long", False), ("short", False), ("long", True), ("short", True))


def _folded_sheets(pieces: Sequence[DeckPiece], layout: Layout) -> list[Sheet]:
    """Return fronts beside their backs, folded and rotated so that the fewest pages are needed."""
    backed = [owned for owned in pieces if owned[1].back]
    single = [owned for owned in pieces if not owned[1].back]
    findings, hint = Findings(), Message("print.larger_manual")
    for deck in {deck.name: deck for deck, _ in backed}.values():
        if not _ways(deck, layout.paper):
            size = f"{deck.size.width_mm:g} × {deck.size.height_mm:g}\u00a0mm"
            fault = Message("print.half_too_small", size=size, paper=layout.paper.name)
            findings.add(Message("problem.deck", deck=deck.name), fault, hint=hint)
    findings.raise_any()
    flat = layout._replace(gutterfold=False, duplex=False)
    return [*_fewest(backed, layout.paper), *sheets_of(single, flat)]


def _ways(deck: Deck, paper: Paper) -> list[FoldWay]:
    """Return how pieces of a deck fit on half a page; only rectangles are rotated."""
    return [
        (flip, turned)
        for flip, turned in WAYS
        if (deck.size.shape == "rect" or not turned)
        and grid(_rotate(deck, turned).size, deck.gap_mm, half(paper, flip))
    ]


def _rotate(deck: Deck, turned: bool) -> Deck:
    """Return the deck with width and height swapped if its pieces are rotated."""
    size = deck.size
    rotated = replace(size, width_mm=size.height_mm, height_mm=size.width_mm)
    return replace(deck, size=rotated) if turned else deck


def _fewest(pieces: Sequence[DeckPiece], paper: Paper) -> list[Sheet]:
    """Fold each size its own way; or all like the size with most sheets, if that saves one."""
    groups = by_size(pieces)
    plans = []
    for same in groups:
        ways = _ways(same[0][0], paper)
        tried = [(fold, _folded_one_way(same, paper, fold)) for fold in ways]
        plans.append(min(tried, key=lambda plan: len(plan[1])))
    separate = [sheet for _, sheets in plans for sheet in sheets]
    if len(plans) < 2:
        return separate
    fold, _ = max(plans, key=lambda plan: len(plan[1]))
    if not all(fold in _ways(same[0][0], paper) for same in groups):
        return separate
    together = _folded_one_way(pieces, paper, fold)
    return together if len(together) < len(separate) else separate


def _folded_one_way(pieces: Sequence[DeckPiece], paper: Paper, fold: FoldWay) -> list[Sheet]:
    flip, turned = fold
    layout = Layout(half(paper, flip), flip=flip, turned=turned)
    rotated = [(_rotate(deck, turned), piece) for deck, piece in pieces]
    return [(_join(front, back, paper, flip), None) for front, back in sheets_of(rotated, layout)]


def _join(front: Side, back: Side | None, paper: Paper, flip: str) -> Side:
    assert back and front.layout and back.layout
    assert not isinstance(front.layout, BoardPart | FoldedLayout)
    assert not isinstance(back.layout, BoardPart | FoldedLayout)
    layout = FoldedLayout(paper, flip, front.layout, back.layout)
    dx, dy = shift = layout.shift_mm
    placements = list(front.placements)
    for place in back.placements:
        clip = shapes.move_path(place.clip, shift)
        placements.append(place._replace(x_mm=place.x_mm + dx, y_mm=place.y_mm + dy, clip=clip))
    slots = (Slot(cut.slot.x_mm + dx, cut.slot.y_mm + dy) for cut in back.cuts)
    cuts = (cut._replace(slot=slot) for cut, slot in zip(back.cuts, slots, strict=True))
    return Side(tuple(placements), front.cuts, layout, tuple(cuts))
