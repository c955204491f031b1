"""A declared game's neighbouring tables, to find what would have changed the outcome."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ..core.rules import Change, ladder, way, with_item
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
    touches = frozenset({f"{player.name}.{key}"})
    for n, value in ladder(getattr(player, key), step, REACH):
        changed = with_item(state.players, index, replace(player, **{key: value}))
        text = say(f"declared.{way(step)}", name=player.name, n=n, what=say(f"rule.{key}"))
        yield Change(n, text, replace(state, players=changed), touches)
