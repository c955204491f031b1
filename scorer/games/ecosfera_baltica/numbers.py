"""Ecosfera Baltica: every number that scoring reads, from scoring.yaml and the decks."""

from __future__ import annotations

from typing import Annotated, Literal

from cards_data import Game, Piece
from cards_data.schema import Frozen, holding

from ...core.rules import Few, Points, Some, ascending, deck, read_numbers

SLUG = "ecosfera_baltica"


class Win(Frozen):
    habitats: Some


class Lose(Frozen):
    impacts: Some


class Bounds(Frozen):
    least: Few
    most: Few

    def _check(self) -> None:
        ascending((self.least, self.most), "elements")


class Rows(Frozen):
    least: Few


class Eutrophication(Frozen):
    nutrients: Few


class Progress(Frozen):
    habitat: Points


class HabitatBox(Frozen):
    """What the decks contain: names of habitats, impact tiles, nutrients cards."""

    habitats: dict[str, str]
    impacts: int
    nutrients: int


class Numbers(Frozen):
    win: Win
    lose: Lose
    both_at_once: Literal["won", "lost"]
    players: Bounds
    rows: Rows
    levels: Annotated[tuple[Few, ...], holding(1, 9)]
    elements: Bounds
    eutrophication: Eutrophication
    progress: Progress
    box: HabitatBox


def element_of(piece: Piece) -> str:
    """Return the element of a card; in versions with one picture per element, its id."""
    return str(piece.values.get("element", piece.id))


def numbers(game: Game) -> Numbers:
    """Return what scoring reads; tiles and cards in the box come from the decks."""
    elements = deck(game, "elements").pieces
    box = {
        "habitats": {piece.id: piece.values["name"] for piece in deck(game, "habitats").pieces},
        "impacts": deck(game, "impacts").total,
        "nutrients": sum(piece.copies for piece in elements if element_of(piece) == "nutrients"),
    }
    return read_numbers(Numbers, game, box)
