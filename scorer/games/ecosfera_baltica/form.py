"""Ecosfera Baltica: the form, and what is printed on reference cards and score sheets."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from cards_data.schema import asdict

from ...core.forms import Choice, Field, Group, choices_of, worded_field
from ...core.translation import Translation
from .numbers import Numbers
from .rules import SWITCHES, level_name


def form(numbers: Numbers, say: Translation) -> tuple[Field, ...]:
    field, box, stack = partial(worded_field, say), numbers.box, numbers.elements
    variant = partial(field, part="variant")
    players = Group("players", say("players"), numbers.players.least, numbers.players.most)
    habitats = choices_of("habitats", box.habitats, say)
    levels = tuple(Choice(str(level), level_name(level, say)) for level in numbers.levels)
    switches = tuple(Choice(key, say(f"variant.{key}")) for key in SWITCHES)
    return (
        field("name", "name", group=players, unique=True, part="who"),
        variant("level", "choice", choices=levels, default=levels[0].value),
        variant("variants.elements", "int", low=stack.least, high=stack.most, optional=True),
        variant("switches", "multi", "variants", choices=switches, optional=True),
        field("habitats", "multi", choices=habitats, widget="star"),
        field("impacts", "int", high=box.impacts, default=0, widget="meter"),
    )


def complete(raw: dict[str, Any]) -> dict[str, Any]:
    """Turn the list of played variants into the state's switches."""
    rest = {key: value for key, value in raw.items() if key != "switches"}
    players = [player.get("name", "") for player in raw.get("players", ())]
    variants = {**raw.get("variants", {}), **dict.fromkeys(raw.get("switches", ()), True)}
    level = raw["level"]
    number = int(level) if level.isdecimal() and len(level) < 9 else level
    return {**rest, "players": players, "level": number, "variants": variants}


def split(raw: dict[str, Any]) -> dict[str, Any]:
    """Turn the state back: name each player, and list the variants that were played."""
    variants = raw.get("variants", {})
    switches = [key for key in SWITCHES if variants.get(key)]
    rest = {key: value for key, value in variants.items() if key not in SWITCHES}
    players = [{"name": name} for name in raw.get("players", ())]
    level = {"level": str(raw["level"])} if "level" in raw else {}
    return {**raw, **level, "players": players, "variants": rest, "switches": switches}


def to_print(numbers: Numbers) -> Mapping[str, object]:
    """Return how many habitats win and how many impacts lose, for reference cards."""
    return {
        "habitats_needed": numbers.win.habitats,
        "impacts_lost": numbers.lose.impacts,
        "both_at_once": numbers.both_at_once,
        "players": asdict(numbers.players),
        "rows_least": numbers.rows.least,
        "levels": numbers.levels,
        "elements": asdict(numbers.elements),
        "eutrophication_nutrients": numbers.eutrophication.nutrients,
    }
