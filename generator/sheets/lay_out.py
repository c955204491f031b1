"""A composed game onto sheets.

Comes in: the composed pieces of a game, a paper and print options. Goes out: the pages of all
sheets in the order they are printed, each with its letter, label and marks.
"""

from __future__ import annotations

from cards_data.models import Deck, Game
from cards_data.problems import Findings, Problems
from generator.compose.composed_game import ComposedGame, Pieces
from generator.options import PrintOptions

from .papers import Paper
from .shared_sheets import sharing_sheets, sheets_of
from .sheet_labels import SheetPage, in_order, sheet_pages, single_sheets
from .sheet_pages import DeckPiece, PieceToPlace, Sheet, layout_of


def lay_out(composed: ComposedGame, paper: Paper, options: PrintOptions) -> tuple[SheetPage, ...]:
    """Every side of every wanted sheet."""
    game = composed.game
    sheets = [
        (_title(sheet, game, options.lang), sheet)
        for sheet in game_sheets(composed, paper, options)
    ]
    pages = tuple(sheet_pages(game, sheets, paper, options))
    return in_order(single_sheets(pages, options.sheets, game.slug), options)


def _title(sheet: Sheet, game: Game, lang: str) -> str:
    """The decks on a sheet."""
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
    return [
        (
            deck,
            PieceToPlace(
                piece.id,
                faces.front.key,
                faces.back.key if faces.back else None,
                options.copies_of(piece.copies),
            ),
        )
        for piece, faces in pieces
    ]
