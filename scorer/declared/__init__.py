"""Rules that a game declares in scoring.yaml instead of programming them.

Comes in: the part ``score`` of scoring.yaml: what is counted for each player, what it is worth, and
what is awarded to whoever has most. Goes out: rules like those of any other game.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Any

from cards_data import Game

from ..core.rules import Rules
from .changes import changes
from .form import form, limits, printed
from .numbers import Numbers, numbers
from .rules import judge
from .state import blank, check, table

__all__ = ["declared"]


def declared(game: Game) -> Rules[Any, Numbers]:
    """The rules of one game."""
    return _rules(game.slug, tuple(numbers(game).score.count))


@lru_cache(maxsize=16)
def _rules(slug: str, keys: tuple[str, ...]) -> Rules[Any, Numbers]:
    """Rules differ in their keys alone: whatever else is declared is a number."""
    judged = partial(judge, slug)
    return Rules(
        slug, table(keys), numbers, blank, check, judged, form, printed, changes, limits=limits
    )
