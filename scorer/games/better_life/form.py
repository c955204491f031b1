"""BETTER Life: what is asked for, and what is printed on references and score sheets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cards_data import Game, Piece

from ...core.forms import Choice, Field, Group, Kind, Limit, choices_of
from ...core.numbers import deck
from ...core.schema import asdict
from ...core.translation import Translation
from .numbers import Numbers, numbers
from .rules import DEGREES, policy_name, vote_numbers
from .state import TARGETS

# What is handed out and earned in play: printed, never counted at the end.
PRINTED_ONLY = ("setup", "turn", "arrival", "talk")


def form(game: Game, say: Translation) -> tuple[Field, ...]:
    known = numbers(game)
    meters = known.meters

    def meter(key: str, high: int) -> Field:
        label, text = say(f"field.{key}"), say("help.meters")
        return Field(
            f"meters.{key}", label, "int", 0, high, help=text, optional=True, widget="meter"
        )

    limits = tuple(Choice(key, say(f"limits.{key}")) for key in ("five", "by_players"))
    return (
        *_votes(game, say, known),
        meter("policy", meters.policy.highest),
        meter("biodiversity_loss", meters.loss.lost_at),
        *_players(game, say, known),
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


def _votes(game: Game, say: Translation, known: Numbers) -> tuple[Field, ...]:
    votes = Group("votes", say("group.votes"), 0, known.rounds)
    policies, most = choices_of(deck(game, "policies"), say), known.box.influence
    return (
        Field("policy", say("field.voted"), "choice", choices=policies, group=votes, apart=True),
        Field("pool", say("field.pool"), "int", 0, most, group=votes, help=say("help.pool")),
    )


def _players(game: Game, say: Translation, known: Numbers) -> tuple[Field, ...]:
    players = Group("players", say("players"), 1, len(known.box.roles))
    most = known.box.influence

    def own(key: str, kind: Kind, **more: Any) -> Field:
        label = say(f"field.{key}")
        return Field(key, label, kind, group=players, apart=True, part="who", **more)

    return (
        own("name", "name"),
        own("role", "choice", choices=choices_of(deck(game, "roles"), say)),
        Field("ip", say("field.ip"), "int", 0, most, group=players, help=say("help.ip")),
        own("card", "choice", choices=_target_cards(game, say), help=say("help.card")),
    )


def _target_cards(game: Game, say: Translation) -> tuple[Choice, ...]:
    """A player has one card in hand, not three policies: its policies are its value."""
    cards = [[str(piece.values[rank]) for rank in TARGETS] for piece in _targets(game)]
    return tuple(
        Choice(" ".join(card), " · ".join(policy_name(policy, say) for policy in card))
        for card in cards
    )


def _targets(game: Game) -> tuple[Piece, ...]:
    return deck(game, "policy_targets").pieces


def complete(raw: dict[str, Any]) -> dict[str, Any]:
    """Answers name a target card for each player; the state lists its policies."""
    players = [dict(player) for player in raw.get("players", ())]
    for player in players:
        if "card" in player:
            player["targets"] = player.pop("card").split()
    return {**raw, "players": players}


def split(raw: dict[str, Any]) -> dict[str, Any]:
    """The way back: the policies of a player are those of a card."""
    players = [
        {**player, "card": " ".join(player.get("targets", ()))} for player in raw.get("players", ())
    ]
    return {**raw, "players": players}


def limits(game: Game, say: Translation) -> tuple[Limit, ...]:
    """The influence points that all players together can have kept."""
    return (Limit(say("field.ip"), numbers(game).box.influence, (("ip", ""),)),)


def printed(game: Game) -> Mapping[str, object]:
    """The vote table and the victory points, for reference card and score sheet."""
    known = numbers(game)
    rows = [vote_numbers(name, known) for name in DEGREES]
    ends = [row.from_ - 1 for row in rows[1:]] + [None]
    return {
        "rounds": known.rounds,
        "years": tuple(
            (known.years.first + known.years.each * index) for index in range(known.rounds + 1)
        ),
        "votes": tuple(
            {"from": row.from_, "to": end, "outcome": name, "policy": row.policy, "loss": row.loss}
            for name, row, end in zip(DEGREES, rows, ends, strict=True)
        ),
        "influence": asdict(known.victory_points.influence),
        "targets": {rank: asdict(getattr(known.victory_points, rank)) for rank in TARGETS},
        "meters": asdict(known.meters),
        **{part: asdict(getattr(known, part)) for part in PRINTED_ONLY},
        "smaller_groups": {
            players: {
                name: -(-vote_numbers(name, known).from_ * players // known.smaller_groups.players)
                for name in DEGREES
            }
            for players in range(2, known.smaller_groups.players)
        },
    }
