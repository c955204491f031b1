"""BETTER Life: five votes on policies, two meters for all, victory points for each player.

Sections in docstrings are those of the rulebook.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import Field as Item

from cards_data import Game, did_you_mean, quoted

from ..forms import Choice, Field, Group, choices_of
from ..numbers import deck, read_numbers
from ..result import Line, Result, Tally, ranked, undecided
from ..rules import Change, Rules
from ..speech import Speech
from ..state import Count, Frozen, Mistake, Name, TableState

SLUG = "better_life"
TARGETS = ("primary", "secondary", "tertiary")
Success = Literal["weak", "semi", "success"]
DEGREES: tuple[Success, ...] = ("weak", "semi", "success")
REACH = 10


# Numbers


class Years(Frozen):
    first: int
    each: int


class Vote(Frozen):
    """From how many points in the pool; what the policy and the loss meter then do."""

    least: int = Item(validation_alias="from")
    policy: int
    loss: int


class Votes(Frozen):
    weak: Vote
    semi: Vote
    success: Vote


class SmallerGroups(Frozen):
    players: int


class PolicyMeter(Frozen):
    start: int
    needed: int
    highest: int


class LossMeter(Frozen):
    start: int
    lowest: int
    lost_at: int


class MeterNumbers(Frozen):
    policy: PolicyMeter
    loss: LossMeter


class Influence(Frozen):
    points: int
    each: int


class Target(Frozen):
    weak: int
    semi: int
    success: int


class VictoryPoints(Frozen):
    influence: Influence
    primary: Target
    secondary: Target
    tertiary: Target


class Box(Frozen):
    """What the decks hold: names of roles and policies, and the influence points."""

    roles: dict[str, str]
    policies: dict[str, str]
    influence: int


class Numbers(Frozen):
    rounds: int
    years: Years
    votes: Votes
    smaller_groups: SmallerGroups
    meters: MeterNumbers
    victory_points: VictoryPoints
    box: Box

    @property
    def last_year(self) -> int:
        return self.years.first + self.rounds * self.years.each


def numbers(game: Game) -> Numbers:
    """What scoring reads; roles, policies and influence points come from the decks."""
    box = {
        "roles": {piece.id: piece.values["name"] for piece in deck(game, "roles").pieces},
        "policies": {piece.id: piece.values["name"] for piece in deck(game, "policies").pieces},
        "influence": deck(game, "influence").total,
    }
    return read_numbers(Numbers, game, box)


# State


class Voted(Frozen):
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
    votes: tuple[Voted, ...] = ()
    meters: Meters = Meters()
    players: tuple[Player, ...]
    variants: Variants = Variants()


def blank(numbers: Numbers) -> dict[str, Any]:
    """One player before the first vote."""
    policies = list(numbers.box.policies)
    role = next(iter(numbers.box.roles))
    player = {"name": "1", "role": role, "ip": 0, "targets": policies[: len(TARGETS)]}
    return {"votes": [{"policy": policies[0], "pool": 0}], "players": [player]}


def check(state: State, numbers: Numbers) -> Iterator[Mistake]:
    """Votes, meters, names, roles, targets and influence points beyond the box."""
    yield from _check_votes(state, numbers)
    yield from _check_meters(state, numbers)
    yield from _check_players(state, numbers)
    yield from _check_targets(state, numbers)


def _check_votes(state: State, numbers: Numbers) -> Iterator[Mistake]:
    box, times = numbers.box, Counter(vote.policy for vote in state.votes)
    if len(state.votes) > numbers.rounds:
        found, allowed = f"{len(state.votes)} votes", f"up to {numbers.rounds}, one a round"
        yield Mistake(("votes",), found, allowed)
    for index, vote in enumerate(state.votes):
        at = ("votes", index, "policy")
        if vote.policy not in box.policies:
            yield _no_policy(at, vote.policy, numbers)
        elif times[vote.policy] > 1:
            found = f"{quoted(vote.policy)} was voted on {times[vote.policy]} times"
            yield Mistake(at, found, "each policy once")
        if vote.pool > box.influence:
            found = f"{vote.pool} influence points in the pool, the box has {box.influence}"
            yield Mistake(("votes", index, "pool"), found, f"up to {box.influence}")


def _no_policy(at: tuple[str | int, ...], policy: str, numbers: Numbers) -> Mistake:
    known = numbers.box.policies
    hint = did_you_mean(policy, known)
    return Mistake(at, f"{quoted(policy)} is no policy", ", ".join(known), hint)


def _check_meters(state: State, numbers: Numbers) -> Iterator[Mistake]:
    limits = (
        ("policy", state.meters.policy, numbers.meters.policy.highest),
        ("biodiversity_loss", state.meters.biodiversity_loss, numbers.meters.loss.lost_at),
    )
    for key, value, highest in limits:
        if value is not None and value > highest:
            yield Mistake(("meters", key), f"{value} is beyond the meter", f"0 to {highest}")


def _check_players(state: State, numbers: Numbers) -> Iterator[Mistake]:
    box, players = numbers.box, state.players
    if not 1 <= len(players) <= len(box.roles):
        yield Mistake(("players",), f"{len(players)} players", f"1 to {len(box.roles)}")
    yield from _twice(players, "name", "each name once")
    yield from _twice(players, "role", "each role once")
    for index, player in enumerate(players):
        if player.role not in box.roles:
            found, hint = f"{quoted(player.role)} is no role", did_you_mean(player.role, box.roles)
            yield Mistake(("players", index, "role"), found, ", ".join(box.roles), hint)
    total = sum(player.ip for player in players)
    if total > box.influence:
        found = f"{total} influence points on the table, the box has {box.influence}"
        yield Mistake(("players",), found, f"up to {box.influence} in all")


def _twice(players: Iterable[Player], key: str, allowed: str) -> Iterator[Mistake]:
    values = [getattr(player, key) for player in players]
    for index, value in enumerate(values):
        if values.count(value) > 1:
            found = f"{quoted(value)} stands {values.count(value)} times"
            yield Mistake(("players", index, key), found, allowed)


def _check_targets(state: State, numbers: Numbers) -> Iterator[Mistake]:
    for number, player in enumerate(state.players):
        at = ("players", number, "targets")
        if len(player.targets) != len(TARGETS):
            yield Mistake(at, f"{len(player.targets)} targets", ", ".join(TARGETS))
        for index, policy in enumerate(player.targets):
            if policy not in numbers.box.policies:
                yield _no_policy((*at, index), policy, numbers)
            elif player.targets.count(policy) > 1:
                found = f"{quoted(policy)} is a target twice"
                yield Mistake((*at, index), found, "three different policies")


# Rules


def degree(pool: int, limits: Mapping[Success, int]) -> Success:
    """Voting process: how successful a policy is, by the influence points in the pool."""
    return next(name for name in reversed(DEGREES) if pool >= limits[name] or name == "weak")


def vote_limits(state: State, numbers: Numbers) -> dict[Success, int]:
    """The least pool for each degree; in proportion for a smaller group that chose so."""
    limits = {name: _vote(name, numbers).least for name in DEGREES}
    if state.variants.limits == "five":
        return limits
    of, players = numbers.smaller_groups.players, len(state.players)
    return {name: -(-limit * players // of) for name, limit in limits.items()}


def _vote(name: Success, numbers: Numbers) -> Vote:
    vote: Vote = getattr(numbers.votes, name)
    return vote


@dataclass(frozen=True)
class Decade:
    """What the votes made of the ten years: each policy's degree and both meters' lines."""

    degrees: Mapping[str, Success]
    policy: Tally
    loss: Tally
    lost: bool

    @property
    def meters(self) -> tuple[Tally, Tally]:
        return self.policy, self.loss


def implemented(state: State, numbers: Numbers, say: Speech) -> Decade:
    """Voting process: both meters after each vote, then where events moved them."""
    limits, meters = vote_limits(state, numbers), numbers.meters
    degrees = {vote.policy: degree(vote.pool, limits) for vote in state.votes}
    policy = [Line("start", meters.policy.start, say("why.meter.start"))]
    loss = [Line("start", meters.loss.start, say("why.meter.start"))]
    level = worst = meters.loss.start
    for vote in state.votes:
        name = degrees[vote.policy]
        moves, why = _vote(name, numbers), _told(vote, name, numbers, say)
        # The loss meter never goes below its lowest level.
        moved = max(level + moves.loss, meters.loss.lowest) - level
        level += moved
        worst = max(worst, level)
        policy.append(Line("vote", moves.policy, why))
        loss.append(Line("vote", moved, why))
    policy += _events(policy, state.meters.policy, say)
    loss += _events(loss, state.meters.biodiversity_loss, say)
    names = say("meter.policy"), say("meter.loss")
    entered = state.meters.biodiversity_loss
    lost = (worst if entered is None else entered) >= meters.loss.lost_at
    return Decade(degrees, Tally(names[0], tuple(policy)), Tally(names[1], tuple(loss)), lost)


def _told(vote: Voted, name: Success, numbers: Numbers, say: Speech) -> str:
    policy = _policy_name(vote.policy, numbers, say)
    return say("why.vote", policy=policy, n=vote.pool, degree=say(f"degree.{name}"))


def _policy_name(policy: str, numbers: Numbers, say: Speech) -> str:
    return say.name("policy", policy, numbers.box.policies[policy])


def _events(lines: list[Line], entered: int | None, say: Speech) -> list[Line]:
    """Events move the meters too: the difference to what was entered."""
    moved = 0 if entered is None else entered - sum(line.points for line in lines)
    return [Line("events", moved, say("why.events", level=entered))] if moved else []


def remaining_influence(player: Player, numbers: Numbers, say: Speech) -> Line:
    """Personal score: every three remaining influence points are one victory point."""
    worth = numbers.victory_points.influence
    points = player.ip // worth.each * worth.points
    why = say("why.influence", n=player.ip, each=worth.each, points=worth.points)
    return Line("influence", points, why)


def policy_targets(player: Player, decade: Decade, numbers: Numbers, say: Speech) -> Iterator[Line]:
    """Personal score: primary, secondary and tertiary target by how well each was carried out."""
    for rank, policy in zip(TARGETS, player.targets, strict=True):
        worth: Target = getattr(numbers.victory_points, rank)
        name, found = _policy_name(policy, numbers, say), decade.degrees.get(policy)
        if found is None:
            key = "why.target.open" if len(decade.degrees) < numbers.rounds else "why.target.never"
            yield Line(rank, 0, say(key, policy=name, points=worth.success))
        else:
            why = say("why.target", policy=name, degree=say(f"degree.{found}"))
            yield Line(rank, getattr(worth, found), why)


def judge(state: State, numbers: Numbers, say: Speech) -> Result:
    """Winning the game: most victory points, if the meters did not make everyone lose."""
    decade = implemented(state, numbers, say)
    tallies = [
        Tally(
            player.name,
            (
                remaining_influence(player, numbers, say),
                *policy_targets(player, decade, numbers, say),
            ),
        )
        for player in state.players
    ]
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


def still_possible(state: State, decade: Decade, numbers: Numbers, say: Speech) -> str:
    """Policy meter: where both meters are, and what the votes that are left can still bring."""
    left, needed = numbers.rounds - len(state.votes), numbers.meters.policy.needed
    policy, loss = decade.policy.total, decade.loss.total
    told = say("reason.ongoing", n=left, policy=policy, needed=needed, loss=loss)
    outlook = _outlook(left, policy, vote_limits(state, numbers), numbers, say)
    return f"{told} {outlook} {say('reason.room', n=numbers.meters.loss.lost_at - loss)}"


def _outlook(
    left: int, policy: int, limits: Mapping[Success, int], numbers: Numbers, say: Speech
) -> str:
    """The fewest influence points that bring the policy meter to its goal, if any do."""
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
    return say("reason.needs", successes=successes, semis=semis, ip=ip)


# What is asked, printed and changed


def form(game: Game, say: Speech) -> tuple[Field, ...]:
    known = numbers(game)
    votes = Group("votes", say("group.votes"), 0, known.rounds)
    players = Group("players", say("players"), 1, len(known.box.roles))
    policies = choices_of(deck(game, "policies"), "policy", say)
    roles = choices_of(deck(game, "roles"), "role", say)
    most, meters = known.box.influence, known.meters

    def meter(key: str, high: int) -> Field:
        label, text = say(f"field.{key}"), say("help.meters")
        return Field(f"meters.{key}", label, "int", 0, high, help=text, optional=True)

    targets = tuple(
        Field(f"targets.{index}", say(f"field.{rank}"), "choice", choices=policies, group=players)
        for index, rank in enumerate(TARGETS)
    )
    limits = tuple(Choice(key, say(f"limits.{key}")) for key in ("five", "by_players"))
    return (
        Field("policy", say("field.voted"), "choice", choices=policies, group=votes),
        Field("pool", say("field.pool"), "int", 0, most, group=votes, help=say("help.pool")),
        meter("policy", meters.policy.highest),
        meter("biodiversity_loss", meters.loss.lost_at),
        Field("name", say("field.name"), "name", group=players),
        Field("role", say("field.role"), "choice", choices=roles, group=players),
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
        ),
    )


def printed(game: Game) -> Mapping[str, object]:
    """The vote table and the victory points, for reference card and score sheet."""
    known = numbers(game)
    rows = [_vote(name, known) for name in DEGREES]
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
                name: -(-_vote(name, known).least * players // known.smaller_groups.players)
                for name in DEGREES
            }
            for players in range(2, known.smaller_groups.players)
        },
    }


def changes(state: State, numbers: Numbers, say: Speech) -> Iterable[Iterable[Change[State]]]:
    """Each pool, each player's points and each meter, step by step."""
    for step in (1, -1):
        for index in range(len(state.votes)):
            yield _pools(state, numbers, index, step, say)
        for index in range(len(state.players)):
            yield _points(state, index, step, say)
        for key in ("policy", "biodiversity_loss"):
            yield _meters(state, key, step, say)


def _word(key: str, step: int) -> str:
    return f"change.{key}.{'more' if step > 0 else 'fewer'}"


def _pools(
    state: State, numbers: Numbers, index: int, step: int, say: Speech
) -> Iterator[Change[State]]:
    vote = state.votes[index]
    for n in range(1, REACH + 1):
        pool = vote.pool + step * n
        if pool < 0:
            return
        changed = vote.model_copy(update={"pool": pool})
        votes = (*state.votes[:index], changed, *state.votes[index + 1 :])
        text = say(_word("pool", step), n=n, policy=_policy_name(vote.policy, numbers, say))
        touches = frozenset({vote.policy})
        yield Change(n, text, state.model_copy(update={"votes": votes}), touches)


def _points(state: State, index: int, step: int, say: Speech) -> Iterator[Change[State]]:
    player = state.players[index]
    for n in range(1, REACH + 1):
        if player.ip + step * n < 0:
            return
        changed = player.model_copy(update={"ip": player.ip + step * n})
        players = (*state.players[:index], changed, *state.players[index + 1 :])
        text = say(_word("ip", step), n=n, name=player.name)
        touches = frozenset({player.name})
        yield Change(n, text, state.model_copy(update={"players": players}), touches)


def _meters(state: State, key: str, step: int, say: Speech) -> Iterator[Change[State]]:
    """Only meters that were entered: the others follow the votes."""
    level = getattr(state.meters, key)
    for n in range(1, REACH + 1):
        if level is None or level + step * n < 0:
            return
        meters = state.meters.model_copy(update={key: level + step * n})
        text = say(_word(key, step), n=n)
        yield Change(n, text, state.model_copy(update={"meters": meters}), frozenset({key}))


RULES = Rules(SLUG, State, numbers, blank, check, judge, form, printed, changes)
