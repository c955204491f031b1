"""Ecologic: every number that scoring reads, from scoring.yaml and the decks."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

from cards_data import Game, Piece
from cards_data.problems import quote, short_list
from cards_data.schema import Frozen, holding, in_range, wrong

from ...core.rules import Few, Points, Some, deck, read_numbers

SLUG = "ecologic"


class PointValues(Frozen):
    refinery: Points
    eco_initiative: Points
    tad: Points


class Base(Frozen):
    minus_counts_as: Annotated[int, in_range(-100, 100)]


class Rounding(Frozen):
    """The fractions of a point that are rounded to, one after the other."""

    default: str
    steps: dict[str, Annotated[tuple[Some, ...], holding(1, 5)]]

    def _check(self) -> None:
        if self.default not in self.steps:
            raise wrong("no_steps", given=quote(self.default), known=short_list(self.steps))
        for name, steps in self.steps.items():
            if steps[-1] != 1:
                raise wrong("last_step", given=quote(name), n=steps[-1])


class BalanceTable(Frozen):
    highest: Few


class Track(Frozen):
    highest: Some


class Teams(Frozen):
    players: Annotated[int, in_range(2, 8)]


class CompanyBox(Frozen):
    """What the box contains, counted from the decks.

    Refinery tokens of a colour, together and by type; the board's sectors by type. Each sector has
    space for one token per level.
    """

    players: int
    refineries: int
    types: dict[str, int]
    eco_initiatives: int
    tads: int
    sectors: dict[str, int]
    levels: Few
    reconstructed: bool


class Numbers(Frozen):
    points: PointValues
    base: Base
    rounding: Rounding
    table: BalanceTable
    track: Track
    teams: Teams
    box: CompanyBox


def _cell_list(board: Piece, column: str) -> tuple[str, ...]:
    listed = board.values.get(column)
    return listed if isinstance(listed, tuple) else ()


def numbers(game: Game) -> Numbers:
    """Return what scoring reads; each player has the refinery tokens of one colour."""
    players = deck(game, "tablets").total
    boards, refineries = deck(game, "board").pieces, deck(game, "refineries").pieces
    sectors = Counter(kind for board in boards for kind in _cell_list(board, "sectors"))
    types: Counter[str] = Counter()
    for piece in refineries:
        types[str(piece.values["kind"])] += piece.copies
    box = {
        "players": players,
        "refineries": types.total() // max(players, 1),
        "types": {kind: n // max(players, 1) for kind, n in types.items()},
        "eco_initiatives": deck(game, "eco_initiatives").total,
        "tads": deck(game, "tads").total,
        "sectors": dict(sectors),
        "levels": max((len(_cell_list(board, "income")) for board in boards), default=0),
        "reconstructed": any(piece.source == "reconstruction" for piece in (*boards, *refineries)),
    }
    return read_numbers(Numbers, game, box)
