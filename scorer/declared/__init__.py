"""Rules that a game declares in scoring.yaml instead of programming them.

The ``score`` section defines what each player is asked, the point values, the awards and who wins.
A module that only has ``judge`` uses everything else from here.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

from cards_data import Game

from ..core.rules import Rules
from .declaration import asked_numbers, numbers
from .form import form, limits, to_print
from .numbers import Numbers
from .rules import changes, judge
from .state import Shape, blank, check, shape, table

__all__ = ["declared_rules", "is_declared", "rules_with_custom_score"]


def declared_rules(game: Game) -> Rules[Any, Numbers]:
    return _rules(game.slug, shape(numbers(game)))


def rules_with_custom_score(game: Game, own: Callable[..., Any]) -> Rules[Any, Numbers]:
    """Return the rules of a game that declares its questions and scores with a function."""
    return Rules(
        game.slug, table(shape(asked_numbers(game))), asked_numbers, blank, check, own, form,
        to_print, changes, limits=limits,
    )  # fmt: skip


def is_declared(rules: Rules[Any, Any]) -> bool:
    """Return whether scoring.yaml, and not a module, defines how points are counted."""
    return isinstance(rules.judge, partial) and rules.judge.func is judge


@lru_cache(maxsize=16)
def _rules(slug: str, player_shape: Shape) -> Rules[Any, Numbers]:
    """Build the rules; they differ only in a player's part, all else is in the numbers."""
    return Rules(
        slug, table(player_shape), numbers, blank, check, partial(judge, slug), form, to_print,
        changes, limits=limits,
    )  # fmt: skip
