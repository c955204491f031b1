"""BETTER Life: the table state, what can be wrong with it, and doubts that the box allows.

Sections in docstrings are those of the rulebook.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Literal

from cards_data.problems import quote
from cards_data.schema import Frozen, Mistake, mistake, unknown_mistake

from ...core.result import TableNote
from ...core.state import Count, Name, TableState, players_mistakes, repeat_mistakes, too_many
from ...core.translation import Translation
from .numbers import TARGETS, Numbers


class OneVote(Frozen):
    policy: str
    pool: Count


class Meters(Frozen):
    policy: Count | None = None
    biodiversity_loss: Count | None = None


class Player(Frozen):
    name: Name
    role: str
    ip: Count
    targets: tuple[str, ...]


class Variants(Frozen):
    limits: Literal["five", "by_players"] = "five"


class State(TableState):
    votes: tuple[OneVote, ...] = ()
    meters: Meters = Meters()
    players: tuple[Player, ...]
    variants: Variants = Variants()


def blank(numbers: Numbers) -> dict[str, Any]:
    """Return one player before the first vote."""
    policies = list(numbers.box.policies)
    role = next(iter(numbers.box.roles))
    player = {"name": "1", "role": role, "ip": 0, "targets": policies[: len(TARGETS)]}
    return {"votes": [{"policy": policies[0], "pool": 0}], "players": [player]}


def check(state: State, numbers: Numbers) -> Iterator[Mistake]:
    """Check votes, meters, names, roles, targets and influence points against the box."""
    yield from _check_votes(state, numbers)
    policy, loss = state.meters.policy or 0, state.meters.biodiversity_loss or 0
    yield from too_many(("meters", "policy"), "meter", policy, numbers.meters.policy.highest)
    yield from too_many(("meters", "biodiversity_loss"), "meter", loss, numbers.meters.loss.lost_at)
    yield from _check_players(state, numbers)
    yield from _check_targets(state, numbers)


def _check_votes(state: State, numbers: Numbers) -> Iterator[Mistake]:
    box, times = numbers.box, Counter(vote.policy for vote in state.votes)
    for index, vote in enumerate(state.votes):
        at = ("votes", index, "policy")
        if vote.policy not in box.policies:
            yield unknown_mistake(at, vote.policy, "policy", box.policies)
        elif times[vote.policy] > 1:
            policy, n = quote(vote.policy), times[vote.policy]
            yield mistake(at, "voted_twice", what=vote.policy, given=policy, n=n)
        yield from too_many(("votes", index, "pool"), "pool", vote.pool, box.influence)


def _check_players(state: State, numbers: Numbers) -> Iterator[Mistake]:
    box, players = numbers.box, state.players
    yield from players_mistakes(len(players), 1, len(box.roles))
    yield from repeat_mistakes([player.name for player in players], "players", "name")
    yield from repeat_mistakes([player.role for player in players], "players", "role")
    for index, player in enumerate(players):
        if player.role not in box.roles:
            yield unknown_mistake(("players", index, "role"), player.role, "role", box.roles)
    total = sum(player.ip for player in players)
    yield from too_many(("players",), "influence", total, box.influence)


def _check_targets(state: State, numbers: Numbers) -> Iterator[Mistake]:
    for number, player in enumerate(state.players):
        at = ("players", number, "targets")
        if len(player.targets) != len(TARGETS):
            yield mistake(at, "targets", n=len(player.targets))
        for index, policy in enumerate(player.targets):
            if policy not in numbers.box.policies:
                yield unknown_mistake((*at, index), policy, "policy", numbers.box.policies)
            elif player.targets.count(policy) > 1:
                yield mistake((*at, index), "target_twice", given=quote(policy))


def notes(state: State, numbers: Numbers, say: Translation) -> Iterator[TableNote]:
    """Check votes and target cards."""
    yield from rounds(state, numbers, say)
    yield from target_cards(state, numbers, say)


def rounds(state: State, numbers: Numbers, say: Translation) -> Iterator[TableNote]:
    """Voting process: one vote in each round."""
    if len(state.votes) > numbers.rounds:
        text = say("note.votes", n=len(state.votes), rounds=numbers.rounds)
        yield TableNote(text, ("votes", numbers.rounds, "policy"))


def target_cards(state: State, numbers: Numbers, say: Translation) -> Iterator[TableNote]:
    """Setup: each player draws one target card."""
    in_box = Counter(numbers.box.target_cards)
    dealt = Counter(player.targets for player in state.players)
    addition = say("note.reconstructed") if numbers.box.reconstructed else ""
    for index, player in enumerate(state.players):
        if dealt[player.targets] > in_box[player.targets]:
            key = "note.card_twice" if in_box[player.targets] else "note.no_card"
            names = " · ".join(say.name("policies", policy) for policy in player.targets)
            gaps = {"name": player.name, "targets": names, "n": dealt[player.targets]}
            text = f"{say(key, **gaps)} {addition}".rstrip()
            yield TableNote(text, ("players", index, "card"))
