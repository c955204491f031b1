"""The shelf: every game's data, and the reader that makes it into checked values."""

from .models import Column, Deck, Game, Piece, Size, Value
from .problems import Findings, Problem, Problems, did_you_mean, quoted
from .shelf import find_game, list_games, load_game, load_games, shelves

__all__ = [
    "Column",
    "Deck",
    "Findings",
    "Game",
    "Piece",
    "Problem",
    "Problems",
    "Size",
    "Value",
    "did_you_mean",
    "find_game",
    "list_games",
    "load_game",
    "load_games",
    "quoted",
    "shelves",
]
