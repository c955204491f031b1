"""What the scorer gives for print, so that paper and scorer cannot disagree.

Comes in: a game. Goes out: the scorer's values, and a hash of them that is known without loading
the scorer while neither its code nor the game has changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from cards_data.models import Game, Piece
from generator import resources
from generator.store.cache import open_cache
from generator.store.fingerprint import code_digest, digest
from generator.store.sources import Sources

if TYPE_CHECKING:
    from scorer.core.rules import Rules

KIND = "scored"


def row_values(piece: Piece) -> list[object]:
    """All cells of a row, and its number in the deck, as plain values to be hashed."""
    translations = {f"{column}:{lang}": text for (column, lang), text in piece.translations.items()}
    return [piece.id, piece.copies, piece.number, dict(piece.values), translations]


def scored(game: Game) -> Mapping[str, object]:
    """The values that reference cards and score sheets print; none without rules."""
    from scorer.registry import is_scored, rules

    return _printed(rules(game), game) if is_scored(game) else {}


@lru_cache(maxsize=8)
def _printed(rules: Rules[Any, Any], game: Game) -> Mapping[str, object]:
    return rules.printed(rules.numbers(game))


def rules_key(game: Game, sources: Sources) -> str:
    """Everything that the scorer's answers about a game follow from: its code, and the data."""
    files = resources.rules_files(game.rules_name)
    code = [sources.read(path).digest for path in files], code_digest()
    rows = [[row_values(piece) for piece in deck.pieces] for deck in game.decks.values()]
    return digest(code, game.scoring, rows)


def scored_digest(game: Game, sources: Sources) -> str:
    cache, key = open_cache(), rules_key(game, sources)
    if kept := cache.get(KIND, key):
        return kept.decode()
    printed = digest(scored(game))
    # Not cached if the rules were saved meanwhile: the values may come from either version.
    if rules_key(game, Sources()) == key:
        cache.put(KIND, key, printed.encode())
    return printed
