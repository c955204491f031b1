"""Ecologic: the table state and what can be wrong with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Any, Literal

from cards_data.problems import quote, short_list
from cards_data.schema import Frozen, Mistake, asdict, mistake, wrong

from ...core.state import (
    COUNT_LIMIT,
    Count,
    Name,
    TableState,
    players_mistakes,
    repeat_mistakes,
    too_many,
)
from .numbers import Numbers

MINUS = "minus"


def _enviros(value: Any) -> int | Literal["minus"]:
    if value == MINUS:
        return "minus"
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= COUNT_LIMIT:
        raise wrong("enviros", given=quote(value), minus=MINUS)
    return value


class Player(Frozen):
    name: Name
    profits: Count
    enviros: Annotated[int | Literal["minus"], _enviros]
    refineries: Count = 0
    eco_initiatives: Count = 0
    tads: Count = 0


class Variants(Frozen):
    rounding: str | None = None


class State(TableState):
    players: tuple[Player, ...]
    teams: dict[Name, tuple[Name, ...]] | None = None
    variants: Variants = Variants()


def blank(numbers: Numbers) -> dict[str, Any]:
    """Return one player who has nothing yet."""
    return {"players": [{"name": "1", "profits": 0, "enviros": 0}]}


def check(state: State, numbers: Numbers) -> Iterator[Mistake]:
    """Check names, teams, tracks and counts that exceed the box."""
    yield from _check_players(state, numbers)
    yield from _check_box(state, numbers)
    yield from _check_teams(state)
    steps = numbers.rounding.steps
    if state.variants.rounding not in (None, *steps):
        value = quote(state.variants.rounding)
        yield mistake(("variants", "rounding"), "rounding", given=value, known=short_list(steps))


def _check_players(state: State, numbers: Numbers) -> Iterator[Mistake]:
    highest = numbers.track.highest
    yield from players_mistakes(len(state.players), 1, numbers.box.players)
    yield from repeat_mistakes([player.name for player in state.players], "players", "name")
    for index, player in enumerate(state.players):
        for key, value in (("profits", player.profits), ("enviros", player.enviros)):
            if isinstance(value, int):
                yield from too_many(("players", index, key), "count_large", value, highest)


def _check_box(state: State, numbers: Numbers) -> Iterator[Mistake]:
    """Check tokens: no player has more than a colour, and all together not more than the box."""
    own, box = numbers.box.refineries, asdict(numbers.box)
    for index, player in enumerate(state.players):
        yield from too_many(("players", index, "refineries"), "refineries", player.refineries, own)
    for key in ("eco_initiatives", "tads"):
        total = sum(getattr(player, key) for player in state.players)
        yield from too_many(("players",), f"box.{key}", total, box[key])


def _check_teams(state: State) -> Iterator[Mistake]:
    """Variants: everybody is in one team; the size of a team is only a note."""
    if not state.teams:
        return
    names = [player.name for player in state.players]
    needs = tuple(("players", index, "name") for index in range(len(names)))
    times = Counter(name for members in state.teams.values() for name in members)
    for team, members in state.teams.items():
        if not members:
            yield mistake(("teams", team), "team")
        for index, name in enumerate(members):
            at, value = ("teams", team, index), quote(name)
            if name not in names:
                yield mistake(at, "no_player", given=value, known=short_list(names), needs=needs)
            elif times[name] > 1:
                yield mistake(at, "teams_twice", what=name, given=value, needs=needs)
    for index, name in enumerate(names):
        if name not in times:
            place, more = ("players", index, "name"), (("teams",), *needs)
            yield mistake(
                place, "no_team", what=name, given=quote(name), needs=more, unfinished=True
            )
