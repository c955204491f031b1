"""Words on the command line, understood as they are typed, and what was said to them.

Comes in: a word. Goes out: the word that is meant, where it is known here; what means nothing is
told by whoever looks for it.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cards_data.models import Game

if TYPE_CHECKING:
    from generator.store.untouched import Look


def any_case(ctx: click.Context, parameter: click.Parameter, word: str) -> str:
    """A language's code, however it is written."""
    return word.strip().lower()


def decks_meant(game: Game, words: tuple[str, ...]) -> tuple[str, ...]:
    """The decks by id or by title in any of the game's languages."""
    meant = {_folded(title): name for name, title in _titles(game)}
    meant |= {_folded(name): name for name in game.decks}
    return tuple(dict.fromkeys(meant.get(_folded(word), word) for word in words))


def _titles(game: Game) -> list[tuple[str, str]]:
    # Asked for here: a word such as a language must not wait for all that composes.
    from generator.compose.game import RULES
    from generator.words import own_words

    rules = [(RULES, title) for title in own_words()["rules_leaflet"].values() if game.leaflets]
    return [
        *rules,
        *((deck.name, title) for deck in game.decks.values() for title in deck.titles.values()),
    ]


def _folded(word: str) -> str:
    return " ".join(word.casefold().replace("_", " ").replace("-", " ").split())


def look_before() -> Look | None:
    """How everything stood that the command may read, before any of it was read."""
    seen: Look | None = (click.get_current_context().find_root().obj or {}).get("seen")
    return seen


def keep_told(told: str, made: Iterable[Path] = ()) -> None:
    """Remembers what a command said, where it began with a look at all it may read."""
    if seen := look_before():
        seen.keep(told, made)
