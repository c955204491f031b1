"""Ecologic: every number that scoring reads, from scoring.yaml and the decks."""

from __future__ import annotations

from cards_data import Game

from ...numbers import deck, read_numbers
from ...state import Frozen

SLUG = "ecologic"


class Points(Frozen):
    refinery: int
    eco_initiative: int
    tad: int


class Base(Frozen):
    minus_counts_as: int


class Rounding(Frozen):
    default: str
    steps: dict[str, tuple[int, ...]]


class Highest(Frozen):
    highest: int


class Teams(Frozen):
    players: int


class Box(Frozen):
    """What the box holds, counted from the decks."""

    players: int
    refineries: int
    eco_initiatives: int
    tads: int


class Numbers(Frozen):
    points: Points
    base: Base
    rounding: Rounding
    table: Highest
    track: Highest
    teams: Teams
    box: Box


def numbers(game: Game) -> Numbers:
    """What scoring reads; each player has the refinery tokens of one colour."""
    players = deck(game, "tablets").total
    box = {
        "players": players,
        "refineries": deck(game, "refineries").total // max(players, 1),
        "eco_initiatives": deck(game, "eco_initiatives").total,
        "tads": deck(game, "tads").total,
    }
    return read_numbers(Numbers, game, box)
