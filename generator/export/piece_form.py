"""Decide what a piece is on a virtual table: a card, a tile, a token or a board."""

from __future__ import annotations

from typing import Literal

from cards_data.models import Deck

Form = Literal["card", "tile", "token", "board"]

# Longer pieces are not held in the hand.
LONGEST_CARD_MM = 135.0
SHORTEST_CARD_MM = 40.0
# Cards are clearly longer than wide; a square is a tile.
CARD_RATIO = 1.2


def form(deck: Deck) -> Form:
    size = deck.size
    short, long = sorted((size.width_mm, size.height_mm))
    if deck.split or long > LONGEST_CARD_MM:
        return "board"
    if size.shape != "rect":
        # A token is cut along its picture, but has the same picture on both sides.
        return "tile" if deck.back or size.shape == "circle" else "token"
    is_card = deck.back and short >= SHORTEST_CARD_MM and long >= CARD_RATIO * short
    return "card" if is_card else "tile"
