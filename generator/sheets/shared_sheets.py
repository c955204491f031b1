"""Places pieces on sheets: which of them share one, and where each is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from cards_data.models import Deck, Game, Size
from cards_data.problems import Findings, Problems
from generator.geometry import shapes
from generator.geometry.units import BLEED_MM
from generator.options import PrintOptions

from .grids import BoardPart, Grid, Slot, grid, grouped, must_fit, split
from .gutterfold import folded_sheets
from .packing import Block, Item, PackedPage, pack
from .papers import Paper
from .sheet_labels import SheetPage, in_order, sheet_pages, single_sheets
from .sheet_pages import (
    Areas,
    Cut,
    DeckPiece,
    Layout,
    PieceToPlace,
    PlacedPiece,
    Placement,
    Sheet,
    Side,
    behind,
    by_size,
    layout_of,
    sheet,
)

if TYPE_CHECKING:
    from generator.compose.composed_game import ComposedGame, Pieces

# A sheet whose pieces are not yet placed: enough for counting sheets.
SheetPlan = Callable[[], Sheet]


def sheets_of(pieces: Sequence[DeckPiece], layout: Layout) -> Iterator[Sheet]:
    """All sheets for pieces that share them, each front with its back."""
    if layout.gutterfold:
        yield from folded_sheets(pieces, layout, sheets_of)
        return
    yield from (lay() for lay in planned_sheets(pieces, layout))


def planned_sheets(pieces: Sequence[DeckPiece], layout: Layout) -> Iterator[SheetPlan]:
    """The sheets of a layout without a fold.

    Pieces of one size lie in a grid, a board larger than the paper is split, and of several
    sizes each fills its own grids first: only what is left over is packed.
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
        yield from _split_sheets(copies, layout)
        return
    yield from _grid_sheets(copies, layout)


def _mixed_sheets(groups: list[list[DeckPiece]], layout: Layout) -> Iterator[SheetPlan]:
    """Full grids and one packed rest; everything packed only where that saves a sheet."""
    cut = [_full_and_rest(same, layout.paper) for same in groups]
    separate = [one for full, _ in cut if full for one in _grid_sheets(full, layout)]
    separate += _left_over_sheets([rest for _, rest in cut if rest], layout)
    least = len(separate)
    together = list(_packed_sheets([one for same in groups for one in same], layout, least))
    yield from together or separate


def _full_and_rest(same: list[DeckPiece], paper: Paper) -> tuple[list[DeckPiece], list[DeckPiece]]:
    """Those of one size that fill whole pages, and those that are left over."""
    deck = same[0][0]
    fitting = grid(deck.size, deck.gap_mm, paper)
    full = len(same) - len(same) % len(fitting.slots) if fitting else 0
    return same[:full], same[full:]


def _left_over_sheets(groups: list[list[DeckPiece]], layout: Layout) -> list[SheetPlan]:
    """What fills no page: packed, or each size in its grid where packing saves nothing."""
    mixed = [one for same in groups for one in same]
    packed = list(_packed_sheets(mixed, layout, len(groups))) if len(groups) > 1 else []
    return packed or [one for same in groups for one in _grid_sheets(same, layout)]


def _grid_sheets(copies: list[DeckPiece], layout: Layout) -> Iterator[SheetPlan]:
    deck = copies[0][0]
    fitting = must_fit(deck.size, deck.gap_mm, layout.paper, deck.name)
    capacity = len(fitting.slots)
    for start in range(0, len(copies), capacity):
        yield partial(_grid_sheet, copies[start : start + capacity], fitting, layout)


def _grid_sheet(batch: list[DeckPiece], layout_grid: Grid, layout: Layout) -> Sheet:
    turns = row_turns(layout_grid.size, layout_grid.slots, layout.turned)
    places = zip(batch, layout_grid.slots, turns, strict=False)
    laid = [PlacedPiece(*owned, owned[1].front, slot, turn) for owned, slot, turn in places]
    return sheet([(layout_grid, laid)], layout_grid, layout_grid, layout)


def _packed_sheets(copies: Sequence[DeckPiece], layout: Layout, least: int) -> Iterator[SheetPlan]:
    """Pieces of any size on as few sheets as possible; none unless fewer than ``least``."""
    items = [Item(index, deck.size, deck.gap_mm) for index, (deck, _) in enumerate(copies)]
    pages = pack(items, layout.paper)
    for page in pages if len(pages) < least else ():
        yield partial(_packed_sheet, page, copies, layout)


def _packed_sheet(page: PackedPage, copies: Sequence[DeckPiece], layout: Layout) -> Sheet:
    areas: Areas = [(block, _laid_block(block, copies, layout)) for block in page.blocks]
    return sheet(areas, page, _seen_through(page, layout), layout)


def _laid_block(block: Block, copies: Sequence[DeckPiece], layout: Layout) -> list[PlacedPiece]:
    turns = row_turns(block.size, [slot for _, slot in block.slots], layout.turned)
    return [
        PlacedPiece(*copies[index], copies[index][1].front, slot, turn)
        for (index, slot), turn in zip(block.slots, turns, strict=True)
    ]


def row_turns(size: Size, slots: Sequence[Slot], turned: bool = False) -> list[int]:
    """Every second row stands on its head: tops meet tops, and bottoms bottoms.

    Of pieces that lie a quarter turned, the rows stand upright.
    """
    if size.shape != "rect":
        return [0] * len(slots)
    places = [round(slot.x_mm if turned else slot.y_mm, 3) for slot in slots]
    rows = sorted(set(places))
    return [90 * turned + 180 * (rows.index(place) % 2) for place in places]


def _seen_through(page: PackedPage, layout: Layout) -> PackedPage:
    """A packed page from behind."""
    blocks = []
    for block in page.blocks:
        slots = ((index, behind(block.size, slot, layout)) for index, slot in block.slots)
        blocks.append(block._replace(slots=tuple(slots)))
    return page._replace(blocks=tuple(blocks))


def _split_sheets(copies: list[DeckPiece], layout: Layout) -> Iterator[SheetPlan]:
    for owned in copies:
        for part in split(owned[0].size, layout.paper):
            yield partial(_split_sheet, owned, part, layout)


def _split_sheet(owned: DeckPiece, part: BoardPart, layout: Layout) -> Sheet:
    return _part(*owned, part), Side() if layout.duplex else None


def _part(deck: Deck, piece: PieceToPlace, part: BoardPart) -> Side:
    left, top = part.slot.x_mm, part.slot.y_mm
    right, bottom = left + part.width_mm, top + part.height_mm
    dx, dy = part.bleed_x_mm, part.bleed_y_mm
    # Where parts meet, what is seen beyond the cut is the neighbour's.
    seen = (left - dx, top - dy, right + dx, bottom + dy)
    width, height = deck.size.width_mm + 2 * BLEED_MM, deck.size.height_mm + 2 * BLEED_MM
    placement = Placement(
        piece.front,
        left - part.window_x_mm - BLEED_MM,
        top - part.window_y_mm - BLEED_MM,
        height if part.turn else width,
        width if part.turn else height,
        shapes.rounded(seen, 0),
        part.turn,
    )
    cut = Cut(piece.id, deck.name, deck.size, part.slot, part.width_mm, part.height_mm)
    return Side((placement,), (cut,), part)


def sharing_sheets(decks: tuple[Deck, ...]) -> Iterator[tuple[Deck, ...]]:
    """Decks that share sheets: those of one size, or with the same ``sheet`` word."""
    yield from map(tuple, grouped(decks, _shared))


def _shared(deck: Deck) -> object:
    """A board keeps its pages to itself; a word joins what no size would."""
    return deck.name if deck.split else deck.sheet or (deck.size, deck.gap_mm)


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
    sheets = [
        (_title(sheet, game, options.lang), sheet)
        for sheet in game_sheets(composed, paper, options)
    ]
    pages = tuple(sheet_pages(game, sheets, paper, options))
    return in_order(single_sheets(pages, options.sheets, game.slug), options)


def _title(sheet: Sheet, game: Game, lang: str) -> str:
    names = dict.fromkeys(cut.deck for cut in sheet[0].cuts)
    return ", ".join(game.decks[name].title(lang) for name in names)


def game_sheets(composed: ComposedGame, paper: Paper, options: PrintOptions) -> tuple[Sheet, ...]:
    """The sheets of all decks in order; decks of one size share theirs."""
    layout = layout_of(paper, options)
    pieces_of = {deck.name: pieces for deck, pieces in composed.decks}
    sheets: list[Sheet] = []
    findings = Findings()
    for decks in sharing_sheets(tuple(deck for deck, _ in composed.decks)):
        to_place = [
            item for deck in decks for item in pieces_to_place(deck, pieces_of[deck.name], options)
        ]
        try:
            sheets += sheets_of(to_place, layout)
        except Problems as problems:
            # A piece that fits on no sheet does not hide the next one.
            findings.extend(problems.problems)
    findings.raise_any()
    return tuple(sheets)


def pieces_to_place(deck: Deck, pieces: Pieces, options: PrintOptions) -> list[DeckPiece]:
    """What the sheets need to know of the pieces of a deck."""
    placed = []
    for piece, faces in pieces:
        back, copies = faces.back.key if faces.back else None, options.copies_of(piece.copies)
        placed.append((deck, PieceToPlace(piece.id, faces.front.key, back, copies)))
    return placed
