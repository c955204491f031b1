"""Ecologic: neighbouring tables, to find what would have changed the outcome."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cards_data.schema import replace

from ...core.rules import Change, ladder, way, with_item
from ...core.translation import Translation
from .numbers import Numbers
from .rules import COUNTS
from .state import MINUS, Player, State

# How far "what would have changed it" looks for each number on the table.
REACH = 12


def changes(state: State, numbers: Numbers, say: Translation) -> Iterable[Iterable[Change[State]]]:
    """Each number of each player, step by step up and down."""
    for index, player in enumerate(state.players):
        for key in ("profits", "enviros", *COUNTS):
            for step in (1, -1):
                yield _ladder(state, index, player, key, step, say)


def _ladder(
    state: State, index: int, player: Player, key: str, step: int, say: Translation
) -> Iterator[Change[State]]:
    value = getattr(player, key)
    touches = frozenset({f"{player.name}.{key}"})
    # Minus is one step below 0, and only Enviros have it.
    start, lowest = (-1 if value == MINUS else int(value)), (-1 if key == "enviros" else 0)
    for n, place in ladder(start, step, REACH, lowest):
        changed = replace(player, **{key: MINUS if place < 0 else place})
        players = with_item(state.players, index, changed)
        text = say(f"change.{key}.{way(step)}", name=player.name, n=n)
        yield Change(n, text, replace(state, players=players), touches)
