"""The table of a declared game, and what can be wrong with it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..core.schema import Frozen, model_of
from ..core.sentences import Names, sentence
from ..core.state import (
    Count,
    Mistake,
    Name,
    TableState,
    players_mistakes,
    repeat_mistakes,
)
from .numbers import Numbers, supplies


def table(keys: tuple[str, ...]) -> type[Any]:
    """The state's model: players, each with a name and a number for every key."""
    player = model_of("Player", Frozen, {"name": Name, **dict.fromkeys(keys, Count)})
    return model_of("Table", TableState, {"players": tuple[player, ...]})  # type: ignore[valid-type]


def blank(numbers: Numbers) -> dict[str, Any]:
    """As few players as may be, who have nothing yet."""
    nothing = dict.fromkeys(numbers.score.count, 0)
    least = numbers.score.players.least
    return {"players": [{"name": str(n + 1), **nothing} for n in range(least)]}


def check(state: Any, numbers: Numbers) -> Iterator[Mistake]:
    """Names, how many play, and counts beyond what is possible."""
    wanted = numbers.score.players
    yield from players_mistakes(len(state.players), wanted.least, wanted.most)
    yield from repeat_mistakes([player.name for player in state.players], "players", "name")
    for index, player in enumerate(state.players):
        for key, one in numbers.score.count.items():
            if getattr(player, key) > one.most:
                said = sentence("count_large", n=getattr(player, key), most=one.most)
                yield Mistake(("players", index, key), said)
    for keys, most in supplies(numbers):
        total = sum(getattr(player, key) for player in state.players for key in keys)
        if total > most:
            said = sentence("supply", what=Names(keys, "and"), n=total, most=most)
            yield Mistake(("players",), said)
