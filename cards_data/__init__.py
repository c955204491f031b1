"""Every game's data, and the reader that turns it into checked values."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .models import Column, Deck, Game, Piece, Size, Value
    from .problems import Findings, Problem, Problems, did_you_mean, quote
    from .registry import find_game, game_folders, list_games, load_game, load_games

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
    "game_folders",
    "list_games",
    "load_game",
    "load_games",
    "quote",
]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Import a name on first use: a command that reads no game starts without the reader."""
        for room in ("problems", "models", "registry") if name in __all__ else ():
            value = getattr(import_module(f"{__name__}.{room}"), name, None)
            if value is not None:
                globals()[name] = value
                return value
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
