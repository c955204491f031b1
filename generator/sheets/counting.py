"""How many sheets a game takes, without composing a single face."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from cards_data.models import Deck, Game

from .pages import Layout, ToLay, sheets_of
from .papers import Paper


def stacked(decks: tuple[Deck, ...]) -> Iterator[tuple[Deck, ...]]:
    """Decks that share sheets: neighbours with the same ``sheet`` word, else each on its own."""
    for _, group in groupby(decks, key=lambda deck: deck.sheet or f"deck {deck.name}"):
        yield tuple(group)


def sheets_needed(game: Game, paper: Paper) -> Iterator[tuple[tuple[Deck, ...], int]]:
    """The decks of every stack and its number of sheets."""
    layout = Layout(paper, duplex=False)
    for decks in stacked(tuple(game.decks.values())):
        owned = [
            (deck, ToLay(piece.id, "", None, piece.copies))
            for deck in decks
            for piece in deck.pieces
        ]
        yield decks, sum(1 for _ in sheets_of(owned, layout))
