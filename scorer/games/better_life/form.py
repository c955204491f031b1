"""BETTER Life: what is asked for, and what is printed on references and score sheets."""

from __future__ import annotations

from collections.abc import Mapping

from cards_data import Game

from ...forms import Choice, Field, Group, Limit, choices_of
from ...numbers import deck
from ...speech import Speech
from .numbers import numbers
from .rules import DEGREES, vote_numbers
from .state import TARGETS


def form(game: Game, say: Speech) -> tuple[Field, ...]:
    known = numbers(game)
    votes = Group("votes", say("group.votes"), 0, known.rounds)
    players = Group("players", say("players"), 1, len(known.box.roles))
    policies = choices_of(deck(game, "policies"), "policy", say)
    roles = choices_of(deck(game, "roles"), "role", say)
    most, meters = known.box.influence, known.meters

    def meter(key: str, high: int) -> Field:
        label, text = say(f"field.{key}"), say("help.meters")
        return Field(
            f"meters.{key}", label, "int", 0, high, help=text, optional=True, widget="meter"
        )

    targets = tuple(
        Field(
            f"targets.{index}",
            say(f"field.{rank}"),
            "choice",
            choices=policies,
            group=players,
            part="who",
        )
        for index, rank in enumerate(TARGETS)
    )
    limits = tuple(Choice(key, say(f"limits.{key}")) for key in ("five", "by_players"))
    return (
        Field("policy", say("field.voted"), "choice", choices=policies, group=votes),
        Field("pool", say("field.pool"), "int", 0, most, group=votes, help=say("help.pool")),
        meter("policy", meters.policy.highest),
        meter("biodiversity_loss", meters.loss.lost_at),
        Field("name", say("field.name"), "name", group=players, part="who"),
        Field("role", say("field.role"), "choice", choices=roles, group=players, part="who"),
        Field("ip", say("field.ip"), "int", 0, most, group=players, help=say("help.ip")),
        *targets,
        Field(
            "variants.limits",
            say("field.limits"),
            "choice",
            choices=limits,
            default="five",
            help=say("help.limits"),
            optional=True,
            part="variant",
        ),
    )


def limits(game: Game, say: Speech) -> tuple[Limit, ...]:
    """The influence points that all players together can have kept."""
    return (Limit(say("field.ip"), numbers(game).box.influence, (("ip", ""),)),)


def printed(game: Game) -> Mapping[str, object]:
    """The vote table and the victory points, for reference card and score sheet."""
    known = numbers(game)
    rows = [vote_numbers(name, known) for name in DEGREES]
    ends = [row.least - 1 for row in rows[1:]] + [None]
    return {
        "rounds": known.rounds,
        "years": tuple(
            (known.years.first + known.years.each * index) for index in range(known.rounds + 1)
        ),
        "votes": tuple(
            {"from": row.least, "to": end, "outcome": name, "policy": row.policy, "loss": row.loss}
            for name, row, end in zip(DEGREES, rows, ends, strict=True)
        ),
        "influence": known.victory_points.influence.model_dump(),
        "targets": {rank: getattr(known.victory_points, rank).model_dump() for rank in TARGETS},
        "meters": known.meters.model_dump(),
        "smaller_groups": {
            players: {
                name: -(-vote_numbers(name, known).least * players // known.smaller_groups.players)
                for name in DEGREES
            }
            for players in range(2, known.smaller_groups.players)
        },
    }
