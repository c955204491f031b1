"""A declared game's neighbouring tables, to find what would have changed the outcome."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ..core.rules import Change
from ..core.schema import replace
from ..core.translation import Translation
from .numbers import Numbers

# How far "what would have changed it" looks for each number on the table.
REACH = 12


def changes(state: Any, numbers: Numbers, say: Translation) -> Iterable[Iterable[Change[Any]]]:
    """Each number of each player, step by step up and down."""
    for index in range(len(state.players)):
        for key in numbers.score.count:
            for step in (1, -1):
                yield _ladder(state, index, key, step, say)


def _ladder(state: Any, index: int, key: str, step: int, say: Translation) -> Iterator[Change[Any]]:
    player = state.players[index]
    for n in range(1, REACH + 1):
        value = getattr(player, key) + step * n
        if value < 0:
            return
        changed = replace(player, **{key: value})
        players = (*state.players[:index], changed, *state.players[index + 1 :])
        word = "declared.more" if step > 0 else "declared.fewer"
        text = say(word, name=player.name, n=n, what=say(f"rule.{key}"))
        touches = frozenset({f"{player.name}.{key}"})
        yield Change(n, text, replace(state, players=players), touches)
