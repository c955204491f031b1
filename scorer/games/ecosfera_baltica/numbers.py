"""Ecosfera Baltica: every number that scoring reads, from scoring.yaml and the decks."""

from __future__ import annotations

from typing import Literal

from cards_data import Game

from ...numbers import deck, read_numbers
from ...state import Frozen

SLUG = "ecosfera_baltica"


class Win(Frozen):
    habitats: int


class Lose(Frozen):
    impacts: int


class Bounds(Frozen):
    least: int
    most: int


class Rows(Frozen):
    least: int


class Eutrophication(Frozen):
    nutrients: int


class Progress(Frozen):
    habitat: int


class Box(Frozen):
    """What the decks hold: names of habitats, impact tiles, nutrients cards."""

    habitats: dict[str, str]
    impacts: int
    nutrients: int


class Numbers(Frozen):
    win: Win
    lose: Lose
    both_at_once: Literal["won", "lost"]
    players: Bounds
    rows: Rows
    levels: tuple[int, ...]
    elements: Bounds
    eutrophication: Eutrophication
    progress: Progress
    box: Box


def numbers(game: Game) -> Numbers:
    """What scoring reads; tiles and cards in the box come from the decks."""
    elements = deck(game, "elements").pieces
    box = {
        "habitats": {piece.id: piece.values["name"] for piece in deck(game, "habitats").pieces},
        "impacts": deck(game, "impacts").total,
        "nutrients": sum(piece.copies for piece in elements if piece.id == "nutrients"),
    }
    return read_numbers(Numbers, game, box)
