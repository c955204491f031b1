"""Rules that a game declares in scoring.yaml instead of programming them.

The part ``score`` says what is asked of each player, what it is worth, what is awarded and who
wins. A module with ``judge`` alone takes everything else from here.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

from cards_data import Game

from ..core.rules import Rules
from .declaration import asked_numbers, numbers
from .form import form, limits, printed
from .numbers import Numbers
from .rules import changes, judge
from .state import Shape, blank, check, shape, table

__all__ = ["declared", "is_declared", "judged_by"]


def declared(game: Game) -> Rules[Any, Numbers]:
    return _rules(game.slug, shape(numbers(game)))


def judged_by(game: Game, own: Callable[..., Any]) -> Rules[Any, Numbers]:
    """The rules of a game that declares what is asked, and judges it by a function."""
    return Rules(
        game.slug, table(shape(asked_numbers(game))), asked_numbers, blank, check, own, form,
        printed, changes, limits=limits,
    )  # fmt: skip


def is_declared(rules: Rules[Any, Any]) -> bool:
    """Whether scoring.yaml says how points are counted, and not a module."""
    return isinstance(rules.judge, partial) and rules.judge.func is judge


@lru_cache(maxsize=16)
def _rules(slug: str, known: Shape) -> Rules[Any, Numbers]:
    """Rules differ only in the shape of a player's part; everything else is in the numbers."""
    judged = partial(judge, slug)
    return Rules(
        slug, table(known), numbers, blank, check, judged, form, printed, changes, limits=limits
    )
