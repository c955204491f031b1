"""What tables and game.yaml say of a piece, as plain values to be hashed."""

from __future__ import annotations

from cards_data.models import Deck, Piece


def declared(deck: Deck, lang: str) -> list[object]:
    """What game.yaml says of a deck, as far as a face can show it."""
    return [deck.title(lang), deck.total, dict(deck.options), vars(deck.size)]


def row_values(piece: Piece) -> list[object]:
    """All cells of a row, and its number in the deck."""
    translations = {f"{column}:{lang}": text for (column, lang), text in piece.translations.items()}
    return [piece.id, piece.copies, piece.number, dict(piece.values), translations]
