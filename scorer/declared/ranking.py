"""Who won: by points, by tie-breaks, by rounds, or all together.

Comes in: each player's lines and values. Goes out: places, winners and the sentence that says why.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..core.result import Line, Outcome, PlacedSide, Result, Tally
from ..core.translation import Translation
from ..expressions import Number, SyntaxNode
from .expressions import digits, number
from .numbers import Declared
from .table_values import Values


class Contender(NamedTuple):
    """One player: the ledger, and what the names of expressions stand for at the end."""

    tally: Tally
    values: Values

    def key(self, score: Declared) -> tuple[Number, ...]:
        """What decides, the smaller the better: the total, then each tie-break."""
        total = self.tally.total if score.outcome == "lowest" else -self.tally.total
        return (total, *(self.broken(way, what.tree) for way, what in score.tie_break))

    def broken(self, way: str, tree: SyntaxNode) -> Number:
        found = number(tree, self.values)
        return -found if way == "most" else found


def ranked(slug: str, score: Declared, standings: Sequence[Contender], say: Translation) -> Result:
    """Places by the total, then by the tie-breaks; who is equal in all of them shares a place."""
    keys = [one.key(score) for one in standings]
    sides = tuple(
        PlacedSide(one.tally.name, one.tally.lines, "", 1 + sum(other < key for other in keys))
        for one, key in zip(standings, keys, strict=True)
    )
    first = [at for at, side in enumerate(sides) if side.place == 1]
    outcome: Outcome = "ranked" if len(first) == 1 else "draw"
    names = tuple(sides[at].name for at in first)
    return Result(slug, outcome, names, _reason(score, standings, first, say), sides)


def _reason(
    score: Declared, standings: Sequence[Contender], first: Sequence[int], say: Translation
) -> str:
    best, total = standings[first[0]], standings[first[0]].tally.total
    names = say.listed([standings[at].tally.name for at in first])
    outcome = "ranked" if len(first) == 1 else "draw"
    low = score.outcome == "lowest"
    level = [one for one in standings if one.tally.total == total]
    if outcome == "ranked" and len(level) > 1:
        return _decided(score, best, level, say)
    key = f"reason.{'lowest_' if low else 'rounds_' if score.outcome == 'rounds' else ''}{outcome}"
    return say(key, names=names, n=total)


def _decided(score: Declared, best: Contender, level: Sequence[Contender], say: Translation) -> str:
    """Which tie-break it was: the first in which the winner is alone among those still level."""
    total, name = best.tally.total, best.tally.name
    names = say.listed([one.tally.name for one in level])
    ways = iter(score.tie_break)
    while len(level) > 1:
        way, what = next(ways)
        own = best.broken(way, what.tree)
        level = [one for one in level if one.broken(way, what.tree) == own]
    called = say.word(f"rule.{what.tree.value}", str(what)) if what.is_name else str(what)
    found = digits(-own if way == "most" else own)
    return say(f"reason.broken_{way}", names=names, n=total, name=name, what=called, found=found)


def together(
    slug: str, score: Declared, standings: Sequence[Contender], say: Translation
) -> Result:
    """All win or all lose, by what they have together."""
    assert score.won is not None
    summed = _summed(standings)
    won = bool(number(score.won.tree, summed))
    names = tuple(one.tally.name for one in standings)
    sides = tuple(PlacedSide(one.tally.name, one.tally.lines) for one in standings)
    outcome: Outcome = "won" if won else "lost"
    gaps = {"what": str(score.won), "n": summed["total"]}
    reason = say(f"reason.together_{outcome}", **gaps)
    return Result(slug, outcome, names if won else (), reason, sides)


def _summed(standings: Sequence[Contender]) -> Values:
    """Every number of all players together; rows are as many as they are."""
    found: Values = {}
    for one in standings:
        for key, value in {**one.values, "total": one.tally.total}.items():
            if not isinstance(value, str):
                n = len(value) if isinstance(value, tuple) else value
                found[key] = found.get(key, 0) + n
    return {**found, "players": len(standings)}


def by_rounds(
    names: Sequence[str], points: Sequence[Sequence[int]], say: Translation
) -> list[Tally]:
    """Each round is won by whoever has most points in it; equal points win it together."""
    rounds = len(points[0])
    best = [max(own[at] for own in points) for at in range(rounds)]
    return [
        Tally(name, (_rounds_line([at for at in range(rounds) if own[at] == best[at]], say),))
        for name, own in zip(names, points, strict=True)
    ]


def _rounds_line(won: Sequence[int], say: Translation) -> Line:
    which = say.listed([str(at + 1) for at in won])
    why = say("declared.rounds_won", n=len(won), which=which) if won else say("declared.no_round")
    return Line("rounds", len(won), why)
