"""BETTER Life: neighbouring tables, to find what would have changed the outcome."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cards_data.schema import replace

from ...core.rules import Change, ladder, way, with_item
from ...core.translation import Translation
from .numbers import Numbers
from .rules import policy_name, vote_levels
from .state import State, Voted

REACH = 10


def changes(state: State, numbers: Numbers, say: Translation) -> Iterable[Iterable[Change[State]]]:
    """Each pool, each player's points and each meter, step by step."""
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
        text = say(f"change.pool.{way(step)}", n=n, policy=policy_name(vote.policy, say))
        yield Change(n, text, _followed(state, votes, numbers), frozenset({vote.policy}))


def _followed(state: State, votes: tuple[Voted, ...], numbers: Numbers) -> State:
    """Other votes; meters that were entered move as far as the votes now move them."""
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
    given = {key: level for key, level in moved.items() if level is not None}
    return replace(other, meters=replace(state.meters, **given))


def _points(state: State, index: int, step: int, say: Translation) -> Iterator[Change[State]]:
    player = state.players[index]
    for n, ip in ladder(player.ip, step, REACH):
        players = with_item(state.players, index, replace(player, ip=ip))
        text = say(f"change.ip.{way(step)}", n=n, name=player.name)
        yield Change(n, text, replace(state, players=players), frozenset({player.name}))


def _meters(state: State, key: str, step: int, say: Translation) -> Iterator[Change[State]]:
    """Only meters that were entered: the others follow the votes."""
    entered = getattr(state.meters, key)
    if entered is None:
        return
    for n, level in ladder(entered, step, REACH):
        meters = replace(state.meters, **{key: level})
        text = say(f"change.{key}.{way(step)}", n=n)
        yield Change(n, text, replace(state, meters=meters), frozenset({key}))
