"""BETTER Life: neighbouring tables, to find what would have changed the outcome."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...core.rules import Change
from ...core.schema import replace
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


def _word(key: str, step: int) -> str:
    return f"change.{key}.{'more' if step > 0 else 'fewer'}"


def _pools(
    state: State, numbers: Numbers, index: int, step: int, say: Translation
) -> Iterator[Change[State]]:
    vote = state.votes[index]
    for n in range(1, REACH + 1):
        pool = vote.pool + step * n
        if pool < 0:
            return
        changed = replace(vote, pool=pool)
        votes = (*state.votes[:index], changed, *state.votes[index + 1 :])
        text = say(_word("pool", step), n=n, policy=policy_name(vote.policy, say))
        touches = frozenset({vote.policy})
        yield Change(n, text, _followed(state, votes, numbers), touches)


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
    for n in range(1, REACH + 1):
        if player.ip + step * n < 0:
            return
        changed = replace(player, ip=player.ip + step * n)
        players = (*state.players[:index], changed, *state.players[index + 1 :])
        text = say(_word("ip", step), n=n, name=player.name)
        touches = frozenset({player.name})
        yield Change(n, text, replace(state, players=players), touches)


def _meters(state: State, key: str, step: int, say: Translation) -> Iterator[Change[State]]:
    """Only meters that were entered: the others follow the votes."""
    level = getattr(state.meters, key)
    for n in range(1, REACH + 1):
        if level is None or level + step * n < 0:
            return
        meters = replace(state.meters, **{key: level + step * n})
        text = say(_word(key, step), n=n)
        yield Change(n, text, replace(state, meters=meters), frozenset({key}))
