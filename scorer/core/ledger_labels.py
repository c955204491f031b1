"""What a game that declares its scorer calls the lines of its ledger.

Comes in: the part ``score`` of scoring.yaml, whatever stands there: its numbers are checked
elsewhere. Goes out: words by rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cards_data import Game
from cards_data.words import PLAIN

PART = "score"


def declares(game: Game) -> bool:
    return PART in game.scoring


def labels(game: Game, lang: str) -> dict[str, str]:
    """What is counted and awarded, by its rule, as the game calls it."""
    found = (*lines(game, "count"), *lines(game, "awards"))
    return {f"rule.{key}": text(one.get("ask", key), lang) for key, one in found}


def lines(game: Game, name: str) -> tuple[tuple[str, Mapping[str, Any]], ...]:
    """What stands there, as far as it has the shape of lines."""
    part = game.scoring.get(PART)
    found = part.get(name) if isinstance(part, Mapping) else None
    listed = found.items() if isinstance(found, Mapping) else ()
    return tuple((str(key), one) for key, one in listed if isinstance(one, Mapping))


def text(told: Any, lang: str) -> str:
    """A text in a language, or the one that stands first."""
    if isinstance(told, Mapping):
        return str(told.get(lang) or told.get(PLAIN) or next(iter(told.values()), ""))
    return str(told)
