"""How many sheets a game takes, without composing a single face."""

from __future__ import annotations

from collections.abc import Iterator

from cards_data.models import Deck, Game

from .papers import Paper
from .shared_sheets import planned_sheets
from .sheet_pages import Layout, PieceToPlace


def sharing_sheets(decks: tuple[Deck, ...]) -> Iterator[tuple[Deck, ...]]:
    """Decks that share sheets: those of one size, or with the same ``sheet`` word."""
    groups: dict[object, list[Deck]] = {}
    for deck in decks:
        groups.setdefault(_shared(deck), []).append(deck)
    yield from (tuple(group) for group in groups.values())


def _shared(deck: Deck) -> object:
    """A board keeps its pages to itself; a word joins what no size would."""
    return deck.name if deck.split else deck.sheet or (deck.size, deck.gap_mm)


def sheets_needed(game: Game, paper: Paper) -> Iterator[tuple[tuple[Deck, ...], int]]:
    """The decks of every stack and its number of sheets."""
    layout = Layout(paper, duplex=False)
    for decks in sharing_sheets(tuple(game.decks.values())):
        owned = [
            (deck, PieceToPlace(piece.id, "", None, piece.copies))
            for deck in decks
            for piece in deck.pieces
        ]
        yield decks, sum(1 for _ in planned_sheets(owned, layout))
