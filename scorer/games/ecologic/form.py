"""Ecologic: the form, and what is printed on reference cards and score sheets."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from cards_data.schema import asdict

from ...core.forms import Choice, Field, Group, Limit, worded_field
from ...core.translation import Translation
from .numbers import Numbers
from .rules import as_int, balance
from .state import MINUS


def form(numbers: Numbers, say: Translation) -> tuple[Field, ...]:
    field, box, highest = partial(worded_field, say), numbers.box, numbers.track.highest
    variant = partial(field, optional=True, part="variant")
    own = partial(field, group=Group("players", say("players"), 1, box.players))
    minus = (Choice(MINUS, say("minus")),)
    rounding = tuple(Choice(key, say(f"rounding.{key}")) for key in numbers.rounding.steps)
    return (
        own("name", "name", unique=True, part="who"),
        own("profits", "int", high=highest),
        own("enviros", "int", high=highest, choices=minus),
        own("refineries", "int", high=box.refineries, default=0),
        own("eco_initiatives", "int", high=box.eco_initiatives, default=0),
        own("tads", "int", high=box.tads, default=0),
        own("team", "name", optional=True, part="who"),
        variant("variants.rounding", "choice", choices=rounding, default=numbers.rounding.default),
    )


def complete(raw: dict[str, Any]) -> dict[str, Any]:
    """Turn the team of each player into the state's list of players in each team."""
    players = [dict(player) for player in raw.get("players", ())]
    teams: dict[str, list[str]] = {}
    for player in players:
        team = player.pop("team", None)
        if team:
            teams.setdefault(team, []).append(player["name"])
    return {**raw, "players": players, **({"teams": teams} if teams else {})}


def split(raw: dict[str, Any]) -> dict[str, Any]:
    """Turn the state's teams back into the team of each player."""
    teams = {name: team for team, names in (raw.get("teams") or {}).items() for name in names}
    players = [
        {**player, **({"team": teams[player["name"]]} if player["name"] in teams else {})}
        for player in raw.get("players", ())
    ]
    return {**raw, "players": players}


def limits(numbers: Numbers, say: Translation) -> tuple[Limit, ...]:
    """Return what all players together can have."""
    box = numbers.box
    return (
        Limit(say("field.eco_initiatives"), box.eco_initiatives, (("eco_initiatives", ""),)),
        Limit(say("field.tads"), box.tads, (("tads", ""),)),
    )


def balance_table(numbers: Numbers, rounding: str) -> tuple[tuple[int, ...], ...]:
    """Section 3: return the calculation table, Profits down, Enviros across, both from 1."""
    steps, sizes = numbers.rounding.steps[rounding], range(1, numbers.table.highest + 1)
    return tuple(tuple(as_int(balance(p, e, steps)[1][-1]) for e in sizes) for p in sizes)


def to_print(numbers: Numbers) -> Mapping[str, object]:
    """Return the balance tables and the points, for reference card and score sheet."""
    tables = {f"balance_table_{key}": balance_table(numbers, key) for key in numbers.rounding.steps}
    return {
        **tables,
        "balance_table": tables[f"balance_table_{numbers.rounding.default}"],
        "points": asdict(numbers.points),
        "minus_counts_as": numbers.base.minus_counts_as,
        "team_players": numbers.teams.players,
        "track_highest": numbers.track.highest,
    }
