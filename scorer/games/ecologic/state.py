"""Ecologic: the table state, what can be wrong with it, and doubts that the box allows.

Sections in docstrings are those of the rulebook.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from operator import add, le
from typing import Annotated, Any, Literal

from cards_data.problems import quote, short_list
from cards_data.schema import Frozen, Mistake, asdict, mistake, wrong

from ...core.result import TableNote
from ...core.state import (
    COUNT_LIMIT,
    Count,
    Name,
    TableState,
    players_mistakes,
    repeat_mistakes,
    too_many,
)
from ...core.translation import Translation
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


# Tokens of a type and colour, and sectors of that type.
Type = tuple[int, int]


def notes(state: State, numbers: Numbers, say: Translation) -> Iterator[TableNote]:
    """Check the space on the board, and the size of teams."""
    yield from refineries(state, numbers, say)
    yield from teams(state, numbers, say)


def refineries(state: State, numbers: Numbers, say: Translation) -> Iterator[TableNote]:
    """Section 1, placement: a sector takes one type of token, has one owner, and four levels."""
    box = numbers.box
    tokens = tuple(sorted(player.refineries for player in state.players))
    types = tuple((most, box.sectors.get(kind, 0)) for kind, most in box.types.items())
    if _have_room(tokens, types, box.levels):
        return
    sectors = say.join([_sectors(kind, n, say) for kind, n in box.sectors.items()])
    gaps = {"tokens": say.join([str(n) for n in tokens if n]), "sectors": sectors}
    text = say("note.refineries", **gaps, levels=box.levels)
    addition = say("note.reconstructed") if box.reconstructed else ""
    yield TableNote(f"{text} {addition}".rstrip(), ("players", 0, "refineries"))


def _sectors(kind: str, n: int, say: Translation) -> str:
    key = f"sectors.{kind}"
    return say(key, n=n) if key in say.words else f"{n} {kind}"


@lru_cache(maxsize=4096)
def _have_room(tokens: tuple[int, ...], types: tuple[Type, ...], levels: int) -> bool:
    """Return whether all sectors are enough for some types of each player's tokens."""
    used, sectors = {(0,) * len(types)}, [most for _, most in types]
    for count in tokens:
        mixed = product(*(range(min(most, count) + 1) for most, _ in types))
        needed = {tuple(-(-n // levels) for n in split) for split in mixed if sum(split) == count}
        every = (tuple(map(add, one, more)) for one in used for more in needed)
        used = {one for one in every if all(map(le, one, sectors))}
    return bool(used)


def teams(state: State, numbers: Numbers, say: Translation) -> Iterator[TableNote]:
    """Variants, play in teams: two allies against two."""
    members_by_team, size = state.teams or {}, numbers.teams.players
    if len(members_by_team) == 1:
        yield TableNote(say("note.one_team"), ("players", 0, "team"))
    names = [player.name for player in state.players]
    for team, members in members_by_team.items():
        if len(members) != size:
            text = say("note.team", team=team, n=len(members), size=size)
            yield TableNote(text, ("players", names.index(members[0]), "team"))
