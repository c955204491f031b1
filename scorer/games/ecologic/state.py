"""Ecologic: the table state and what can be wrong with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Any, Literal

from cards_data import quoted

from ...core.schema import Frozen, Path, asdict, wrong
from ...core.state import (
    COUNT_LIMIT,
    Count,
    Mistake,
    Name,
    TableState,
    counted,
    players_mistakes,
    repeat_mistakes,
    sentence,
)
from .numbers import Numbers

MINUS = "minus"


def _enviros(value: Any) -> int | Literal["minus"]:
    if value == MINUS:
        return "minus"
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= COUNT_LIMIT:
        raise wrong(f"{quoted(value)} is no number of Enviros", f"0 or more, {MINUS}")
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
    """One player who has nothing yet."""
    return {"players": [{"name": "1", "profits": 0, "enviros": 0}]}


def check(state: State, numbers: Numbers) -> Iterator[Mistake]:
    """Names, teams, tracks and counts beyond the box."""
    yield from _check_players(state, numbers)
    yield from _check_box(state, numbers)
    yield from _check_teams(state, numbers)
    steps = numbers.rounding.steps
    if state.variants.rounding not in (None, *steps):
        found = f"{quoted(state.variants.rounding)} is not known"
        yield Mistake(("variants", "rounding"), found, ", ".join(steps))


def _check_players(state: State, numbers: Numbers) -> Iterator[Mistake]:
    highest = numbers.track.highest
    yield from players_mistakes(len(state.players), 1, numbers.box.players)
    yield from repeat_mistakes([player.name for player in state.players], "players", "name")
    for index, player in enumerate(state.players):
        for key, value in (("profits", player.profits), ("enviros", player.enviros)):
            if isinstance(value, int) and value > highest:
                found = f"{value} is too large"
                yield Mistake(("players", index, key), found, f"up to {highest}")


def _check_box(state: State, numbers: Numbers) -> Iterator[Mistake]:
    """No player has more tokens than a colour; all together not more than the box."""
    own, box = numbers.box.refineries, asdict(numbers.box)
    for index, player in enumerate(state.players):
        if player.refineries > own:
            found = f"{player.refineries} refineries on the table, a player has {own}"
            yield Mistake(("players", index, "refineries"), found, f"up to {own}")
    yield from _check_sectors(state, numbers)
    for key in ("eco_initiatives", "tads"):
        total = sum(getattr(player, key) for player in state.players)
        if total > box[key]:
            label = {"tads": "TADs", "eco_initiatives": "eco-initiatives"}[key]
            found = f"{total} {label} on the table, the box has {box[key]}"
            yield Mistake(("players",), found, f"up to {box[key]} in all")


def _check_sectors(state: State, numbers: Numbers) -> Iterator[Mistake]:
    """Placement: a sector has one owner, and one token for each level."""
    box, tokens = numbers.box, [player.refineries for player in state.players]
    needed = sum(-(-count // box.levels) for count in tokens)
    if needed > box.sectors:
        found = f"{sum(tokens)} refineries need {needed} sectors, the board has {box.sectors}"
        allowed = f"up to {box.levels} in a sector, which has one owner"
        text = sentence("sectors", n=needed, most=box.sectors)
        yield Mistake(("players",), found, allowed, sentence=text)


def _check_teams(state: State, numbers: Numbers) -> Iterator[Mistake]:
    """Variants: everybody is in one team, and a team has two players."""
    if not state.teams:
        return
    if len(state.teams) == 1:
        found, text = counted(1, "team", "teams"), sentence("one_team")
        yield Mistake(("teams",), found, "2 or more", sentence=text, unfinished=True)
    size, names = numbers.teams.players, [player.name for player in state.players]
    times = Counter(name for members in state.teams.values() for name in members)
    for team, members in state.teams.items():
        if len(members) != size:
            found, text = (
                counted(len(members), "player", "players"),
                sentence("team", team=team, n=size),
            )
            few = len(members) < size
            yield Mistake(
                ("teams", team), found, f"{size} in a team", sentence=text, unfinished=few
            )
        for index, name in enumerate(members):
            at = ("teams", team, index)
            if name not in names:
                allowed = ", ".join(names)
                yield Mistake(at, f"{quoted(name)} is no player", allowed, needs=_names(state))
            elif times[name] > 1:
                found, needs = f"{quoted(name)} is in a team twice", _names(state)
                allowed, text = "one team for each player", sentence("twice", what=name)
                yield Mistake(at, found, allowed, needs=needs, sentence=text)
    for index, name in enumerate(names):
        if name not in times:
            found = f"{quoted(name)} is in no team"
            needs, text = (("teams",), *_names(state)), sentence("no_team", what=name)
            yield Mistake(("players", index, "name"), found, "", "", needs, text, unfinished=True)


def _names(state: State) -> tuple[Path, ...]:
    return tuple(("players", index, "name") for index in range(len(state.players)))
