"""BETTER Life: the form, and what is printed on reference cards and score sheets."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from cards_data.schema import asdict

from ...core.forms import Choice, Field, Group, Limit, choices_of, worded_field
from ...core.translation import Translation
from .numbers import TARGETS, Numbers
from .rules import DEGREES, policy_name, smaller_limits, vote_numbers

# What is given out and earned in play: printed, never counted at the end.
PRINTED_ONLY = ("setup", "turn", "arrival", "talk")


def form(numbers: Numbers, say: Translation) -> tuple[Field, ...]:
    field, box, rounds = partial(worded_field, say), numbers.box, numbers.rounds
    voted = partial(field, group=Group("votes", say("group.votes"), 0, rounds))
    own = partial(field, group=Group("players", say("players"), 1, len(box.roles)))
    meter = partial(field, kind="int", help=say("help.meters"), optional=True, widget="meter")
    who = partial(own, unique=True, part="who")
    variant = partial(field, optional=True, part="variant")
    policies = choices_of("policies", box.policies, say)
    # The value of a target card is its three policies.
    cards = tuple(
        Choice(" ".join(card), " · ".join(policy_name(policy, say) for policy in card))
        for card in dict.fromkeys(box.target_cards)
    )
    limits = tuple(Choice(key, say(f"limits.{key}")) for key in ("five", "by_players"))
    return (
        voted("policy", "choice", "voted", choices=policies, unique=True),
        voted("pool", "int", high=box.influence),
        meter("meters.policy", high=numbers.meters.policy.highest),
        meter("meters.biodiversity_loss", high=numbers.meters.loss.lost_at),
        who("name", "name"),
        who("role", "choice", choices=choices_of("roles", box.roles, say)),
        own("ip", "int", high=box.influence),
        who("card", "choice", choices=cards),
        variant("variants.limits", "choice", choices=limits, default="five"),
    )


def complete(raw: dict[str, Any]) -> dict[str, Any]:
    """Turn the target card of each player into the state's list of policies."""
    players = [dict(player) for player in raw.get("players", ())]
    for player in players:
        if "card" in player:
            player["targets"] = player.pop("card").split()
    return {**raw, "players": players}


def split(raw: dict[str, Any]) -> dict[str, Any]:
    """Turn a player's policies back into a target card."""
    players = raw.get("players", ())
    cards = [{**player, "card": " ".join(player.get("targets", ()))} for player in players]
    return {**raw, "players": cards}


def limits(numbers: Numbers, say: Translation) -> tuple[Limit, ...]:
    """Return how many influence points all players together can have left."""
    return (Limit(say("field.ip"), numbers.box.influence, (("ip", ""),)),)


def to_print(numbers: Numbers) -> Mapping[str, object]:
    """Return the vote table and the victory points, for reference card and score sheet."""
    rows = [vote_numbers(name, numbers) for name in DEGREES]
    years = numbers.years
    ends = [row.from_ - 1 for row in rows[1:]] + [None]
    return {
        "rounds": numbers.rounds,
        "years": tuple(range(years.first, numbers.last_year + 1, years.each)),
        "votes": tuple(
            {"from": row.from_, "to": end, "outcome": name, "policy": row.policy, "loss": row.loss}
            for name, row, end in zip(DEGREES, rows, ends, strict=True)
        ),
        "influence": asdict(numbers.victory_points.influence),
        "targets": {rank: asdict(getattr(numbers.victory_points, rank)) for rank in TARGETS},
        "meters": asdict(numbers.meters),
        **{part: asdict(getattr(numbers, part)) for part in PRINTED_ONLY},
        # The smallest pools for every group size, starting with a full table.
        "limits": tuple(
            {"players": players, **smaller_limits(players, numbers)}
            for players in range(numbers.smaller_groups.players, 1, -1)
        ),
    }
