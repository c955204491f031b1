"""What a game that declares its scorer calls the lines of its ledger.

Comes in: the part ``score`` of scoring.yaml, not checked yet. Goes out: words by rule.
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
    every = (*lines(game, "count"), *lines(game, "awards"))
    return {f"rule.{key}": text_in(lang, one.get("ask", key)) for key, one in every}


def lines(game: Game, name: str) -> tuple[tuple[str, Mapping[str, Any]], ...]:
    """What stands there, as far as it has the shape of lines."""
    part = game.scoring.get(PART)
    listed = part.get(name) if isinstance(part, Mapping) else None
    items = listed.items() if isinstance(listed, Mapping) else ()
    return tuple((str(key), one) for key, one in items if isinstance(one, Mapping))


def text_in(lang: str, texts: Any) -> str:
    """A text in a language, in English, or else the first; one text alone is for all languages."""
    if isinstance(texts, Mapping):
        return str(texts.get(lang) or texts.get(PLAIN) or next(iter(texts.values()), ""))
    return str(texts)
