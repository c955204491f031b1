"""The table of a declared game, and what can be wrong with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from cards_data import quoted

from ..core.counted_words import counted
from ..core.schema import Frozen, model_of
from ..core.state import Count, Mistake, Name, TableState, said
from .numbers import Numbers


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
    if not wanted.least <= len(state.players) <= wanted.most:
        found = counted(len(state.players), "player", "players")
        yield Mistake(("players",), found, f"{wanted.least} to {wanted.most}")
    times = Counter(player.name for player in state.players)
    for index, player in enumerate(state.players):
        if times[player.name] > 1:
            found = f"{quoted(player.name)} stands {times[player.name]} times"
            text = said("twice", what=player.name)
            yield Mistake(("players", index, "name"), found, "each name once", said=text)
        for key, one in numbers.score.count.items():
            if getattr(player, key) > one.most:
                found = f"{getattr(player, key)} is too large"
                yield Mistake(("players", index, key), found, f"up to {one.most}")
    for key, most in numbers.box.items():
        total = sum(getattr(player, key) for player in state.players)
        if total > most:
            found = f"{key}: {total} on the table, the box has {most}"
            yield Mistake(("players",), found, f"up to {most} in all")
