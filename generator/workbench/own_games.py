"""Which games may be changed: one's own, never those that came along."""

from __future__ import annotations

from pathlib import Path

from cards_data import Game
from cards_data.shelf import PACKAGE


def is_own(game: Game) -> bool:
    """Whether a game lies in the current folder and is no game that came along.

    In a checkout of this project both lie in one folder: there only copies are one's own.
    """
    here = (Path.cwd() / "cards_data").resolve()
    if game.folder.resolve().parent != here:
        return False
    return here != PACKAGE.resolve() or bool(game.origin)
