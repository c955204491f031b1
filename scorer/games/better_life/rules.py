"""BETTER Life: the rules, each named after the rulebook's heading.

Sections in docstrings are those of the rulebook.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from cards_data.schema import replace

from ...core.result import Line, Result, Tally, ranked, undecided
from ...core.rules import Change, direction_key, ladder, with_item
from ...core.translation import Translation
from .numbers import SLUG, TARGETS, Numbers, Target, Vote
from .state import OneVote, Player, State

Success = Literal["weak", "semi", "success"]
DEGREES: tuple[Success, ...] = ("weak", "semi", "success")


def degree(pool: int, limits: Mapping[Success, int]) -> Success:
    """Voting process: how successful a policy is, by the influence points in the pool."""
    return next(name for name in reversed(DEGREES) if pool >= limits[name] or name == "weak")


def vote_limits(state: State, numbers: Numbers) -> dict[Success, int]:
    """Voting process: the smallest pool for each degree; a smaller group may choose its share."""
    if state.variants.limits == "by_players":
        return smaller_limits(len(state.players), numbers)
    return {name: vote_numbers(name, numbers).from_ for name in DEGREES}


def smaller_limits(players: int, numbers: Numbers) -> dict[Success, int]:
    """Voting process: the limits in proportion to the players, rounded up."""
    of = numbers.smaller_groups.players
    return {name: -(-vote_numbers(name, numbers).from_ * players // of) for name in DEGREES}


def vote_numbers(name: Success, numbers: Numbers) -> Vote:
    vote: Vote = getattr(numbers.votes, name)
    return vote


@dataclass(frozen=True)
class Decade:
    """The result of the votes: each policy's degree and both meters' lines."""

    degrees: Mapping[str, Success]
    policy: Tally
    loss: Tally
    lost: bool

    @property
    def meters(self) -> tuple[Tally, Tally]:
        return self.policy, self.loss


def vote_moves(state: State, numbers: Numbers) -> Iterator[tuple[OneVote, Success, Vote, int]]:
    """Voting process: each vote, its degree and numbers, and how far the loss meter moves.

    That meter never goes below its lowest level.
    """
    limits, level = vote_limits(state, numbers), numbers.meters.loss.start
    for vote in state.votes:
        name = degree(vote.pool, limits)
        moves = vote_numbers(name, numbers)
        moved = max(level + moves.loss, numbers.meters.loss.lowest) - level
        level += moved
        yield vote, name, moves, moved


def implement_policies(state: State, numbers: Numbers, say: Translation) -> Decade:
    """Voting process: both meters after each vote, then where events moved them."""
    meters, degrees = numbers.meters, {}
    policy = [Line("start", meters.policy.start, say("why.meter.start"))]
    loss = [Line("start", meters.loss.start, say("why.meter.start"))]
    level = worst = meters.loss.start
    for vote, name, moves, moved in vote_moves(state, numbers):
        degrees[vote.policy] = name
        level += moved
        worst = max(worst, level)
        why = stopped = _vote_text("why.vote", vote, name, numbers, say)
        if moved != moves.loss:
            stopped = _vote_text("why.vote.stopped", vote, name, numbers, say)
        policy.append(Line("vote", moves.policy, why))
        loss.append(Line("vote", moved, stopped))
    policy += _events(policy, state.meters.policy, say)
    loss += _events(loss, state.meters.biodiversity_loss, say)
    names = say("meter.policy"), say("meter.loss")
    entered = state.meters.biodiversity_loss
    lost = (worst if entered is None else entered) >= meters.loss.lost_at
    return Decade(degrees, Tally(names[0], tuple(policy)), Tally(names[1], tuple(loss)), lost)


def vote_levels(state: State, numbers: Numbers) -> tuple[int, int]:
    """Voting process: where the votes alone move the policy and the loss meter."""
    policy, loss = numbers.meters.policy.start, numbers.meters.loss.start
    for _, _, moves, moved in vote_moves(state, numbers):
        policy, loss = policy + moves.policy, loss + moved
    return policy, loss


def _vote_text(key: str, vote: OneVote, name: Success, numbers: Numbers, say: Translation) -> str:
    gaps = {"policy": policy_name(vote.policy, say), "degree": say(f"degree.{name}")}
    return say(key, n=vote.pool, lowest=numbers.meters.loss.lowest, **gaps)


def policy_name(policy: str, say: Translation) -> str:
    return say.name("policies", policy)


def _events(lines: list[Line], entered: int | None, say: Translation) -> list[Line]:
    """Return a line for events, which move the meters too: the difference to what was entered."""
    moved = 0 if entered is None else entered - sum(line.points for line in lines)
    return [Line("events", moved, say("why.events", level=entered))] if moved else []


def remaining_influence(player: Player, numbers: Numbers, say: Translation) -> Line:
    """Personal score: every three remaining influence points are one victory point."""
    worth = numbers.victory_points.influence
    points = player.ip // worth.each * worth.points
    why = say("why.influence", n=player.ip, each=worth.each, points=worth.points)
    return Line("influence", points, why)


def policy_targets(
    player: Player, decade: Decade, numbers: Numbers, say: Translation
) -> Iterator[Line]:
    """Personal score: primary, secondary and tertiary target by how well each was carried out."""
    for rank, policy in zip(TARGETS, player.targets, strict=True):
        worth: Target = getattr(numbers.victory_points, rank)
        name, reached = policy_name(policy, say), decade.degrees.get(policy)
        if reached is None:
            key = "why.target.open" if len(decade.degrees) < numbers.rounds else "why.target.never"
            yield Line(rank, 0, say(key, policy=name, points=worth.success))
        else:
            why = say("why.target", policy=name, degree=say(f"degree.{reached}"))
            yield Line(rank, getattr(worth, reached), why)


def judge(state: State, numbers: Numbers, say: Translation) -> Result:
    """Winning the game: most victory points, if the meters did not make everyone lose."""
    decade = implement_policies(state, numbers, say)
    tallies = []
    for player in state.players:
        targets = policy_targets(player, decade, numbers, say)
        lines = (remaining_influence(player, numbers, say), *targets)
        tallies.append(Tally(player.name, lines, say.name("roles", player.role)))
    policy, needed = decade.policy.total, numbers.meters.policy.needed
    if decade.lost:
        reason = say("reason.loss", level=numbers.meters.loss.lost_at)
        return undecided(SLUG, "lost", tallies, reason, decade.meters)
    if len(state.votes) < numbers.rounds:
        reason = still_possible(state, decade, numbers, say)
        return undecided(SLUG, "ongoing", tallies, reason, decade.meters)
    if policy < needed:
        reason = say("reason.policy", level=policy, needed=needed, year=numbers.last_year)
        return undecided(SLUG, "lost", tallies, reason, decade.meters)
    return ranked(SLUG, tallies, say, decade.meters)


def still_possible(state: State, decade: Decade, numbers: Numbers, say: Translation) -> str:
    """Policy meter: where both meters are, and what the remaining votes can still do."""
    left, needed = numbers.rounds - len(state.votes), numbers.meters.policy.needed
    policy, loss = decade.policy.total, decade.loss.total
    now = say("reason.ongoing", n=left, policy=policy, needed=needed, loss=loss)
    outlook = _outlook(left, policy, vote_limits(state, numbers), numbers, say)
    return f"{now} {outlook} {say('reason.room', n=numbers.meters.loss.lost_at - loss)}"


def _outlook(
    left: int, policy: int, limits: Mapping[Success, int], numbers: Numbers, say: Translation
) -> str:
    """Describe the fewest influence points that move the policy meter to its goal, if possible."""
    missing, votes = numbers.meters.policy.needed - policy, numbers.votes
    if missing <= 0:
        return say("reason.reached")
    ways = [
        (successes * limits["success"] + semis * limits["semi"], successes, semis)
        for successes in range(left + 1)
        for semis in range(left - successes + 1)
        if successes * votes.success.policy + semis * votes.semi.policy >= missing
    ]
    if not ways:
        return say("reason.out_of_reach", best=policy + left * votes.success.policy)
    ip, successes, semis = min(ways)
    both = int(bool(successes and semis))
    return say("reason.needs", successes=successes, semis=semis, both=both, ip=ip)


REACH = 10


def changes(state: State, numbers: Numbers, say: Translation) -> Iterable[Iterable[Change[State]]]:
    """Return changes of each pool, each player's points and each meter, step by step."""
    for step in (1, -1):
        for index in range(len(state.votes)):
            yield _pools(state, numbers, index, step, say)
        for index in range(len(state.players)):
            yield _points(state, index, step, say)
        for key in ("policy", "biodiversity_loss"):
            yield _meters(state, key, step, say)


def _pools(
    state: State, numbers: Numbers, index: int, step: int, say: Translation
) -> Iterator[Change[State]]:
    vote = state.votes[index]
    for n, pool in ladder(vote.pool, step, REACH):
        votes = with_item(state.votes, index, replace(vote, pool=pool))
        text = say(f"change.pool.{direction_key(step)}", n=n, policy=policy_name(vote.policy, say))
        yield Change(n, text, _with_votes(state, votes, numbers), frozenset({vote.policy}))


def _with_votes(state: State, votes: tuple[OneVote, ...], numbers: Numbers) -> State:
    """Return the state with other votes; entered meters move with the votes."""
    other = replace(state, votes=votes)
    before, after = vote_levels(state, numbers), vote_levels(other, numbers)
    highest = (numbers.meters.policy.highest, numbers.meters.loss.lost_at)
    entered = (state.meters.policy, state.meters.biodiversity_loss)
    moved = {
        key: None if level is None else min(max(level + now - then, 0), most)
        for key, level, then, now, most in zip(
            ("policy", "biodiversity_loss"), entered, before, after, highest, strict=True
        )
    }
    levels = {key: level for key, level in moved.items() if level is not None}
    return replace(other, meters=replace(state.meters, **levels))


def _points(state: State, index: int, step: int, say: Translation) -> Iterator[Change[State]]:
    player = state.players[index]
    for n, ip in ladder(player.ip, step, REACH):
        players = with_item(state.players, index, replace(player, ip=ip))
        text = say(f"change.ip.{direction_key(step)}", n=n, name=player.name)
        yield Change(n, text, replace(state, players=players), frozenset({player.name}))


def _meters(state: State, key: str, step: int, say: Translation) -> Iterator[Change[State]]:
    """Yield changes of meters that were entered: the others follow the votes."""
    entered = getattr(state.meters, key)
    if entered is None:
        return
    for n, level in ladder(entered, step, REACH):
        meters = replace(state.meters, **{key: level})
        text = say(f"change.{key}.{direction_key(step)}", n=n)
        yield Change(n, text, replace(state, meters=meters), frozenset({key}))
