"""The points of a declared game, and who won: by points, tie-breaks, rounds, or all together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from ..core.result import Line, Outcome, PlacedSide, Result, Tally
from ..core.translation import Translation
from ..expressions import Number, SyntaxNode, plain
from .awards import award_lines, running
from .formulas import digits, number
from .numbers import Declared, Numbers
from .point_lines import lines
from .state import Values, rounds_of, values_of


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
    totals = [{**one.values, "total": one.tally.total} for one in standings]
    summed = _summed(totals, len(standings))
    won = bool(number(score.won.tree, summed))
    names = tuple(one.tally.name for one in standings)
    sides = tuple(PlacedSide(one.tally.name, one.tally.lines) for one in standings)
    outcome: Outcome = "won" if won else "lost"
    gaps = {"what": str(score.won), "n": summed["total"]}
    reason = say(f"reason.together_{outcome}", **gaps)
    return Result(slug, outcome, names if won else (), reason, sides)


def _summed(each: Sequence[Values], players: int) -> Values:
    """The numbers of all rounds or players together; rows count as how many they are."""
    found: Values = {}
    for values in each:
        for key, value in values.items():
            if not isinstance(value, str):
                n = len(value) if isinstance(value, tuple) else value
                found[key] = plain(found.get(key, 0) + n)
    return {**found, "players": players}


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


class _Counted(NamedTuple):
    """One player before awards: the lines, the values, and the points of each round."""

    name: str
    lines: tuple[Line, ...]
    values: Values
    rounds: tuple[int, ...] = ()


def judge(slug: str, state: Any, numbers: Numbers, say: Translation) -> Result:
    """Every line of every player, then the awards, then who has won."""
    score = numbers.score
    counted = [_counted(player, state, numbers, say) for player in state.players]
    standings = _awarded(counted, numbers, say)
    if score.outcome == "together":
        return together(slug, score, standings, say)
    if score.outcome == "rounds":
        return _by_rounds(slug, counted, standings, numbers, say)
    return ranked(slug, score, standings, say)


def _counted(player: Any, state: Any, numbers: Numbers, say: Translation) -> _Counted:
    players = len(state.players)
    if numbers.score.rounds is None:
        return _Counted(player.name, *lines(numbers, values_of(player, numbers, players), say))
    rounds = [lines(numbers, values, say) for values in rounds_of(player, numbers, players)]
    total = tuple(sum(line.points for line in found) for found, _ in rounds)
    told = _over_rounds([found for found, _ in rounds], say)
    return _Counted(player.name, told, _summed([values for _, values in rounds], players), total)


def _over_rounds(rounds: Sequence[tuple[Line, ...]], say: Translation) -> tuple[Line, ...]:
    """Each line's points over all rounds."""
    return tuple(
        Line(same[0].rule, sum(one.points for one in same), _each_round(same, say))
        for same in zip(*rounds, strict=True)
    )


def _each_round(same: Sequence[Line], say: Translation) -> str:
    told = (say("declared.round", n=at, points=one.points) for at, one in enumerate(same, 1))
    return f"{', '.join(told)}."


def _awarded(counted: Sequence[_Counted], numbers: Numbers, say: Translation) -> list[Contender]:
    """Who was counted, with the lines of the awards."""
    names = [one.name for one in counted]
    values = [one.values for one in counted]
    awards = [
        award_lines(running(key, award, names, values), say)
        for key, award in numbers.score.awards.items()
    ]
    return [_standing(one, [lines[at] for lines in awards]) for at, one in enumerate(counted)]


def _standing(one: _Counted, awards: Sequence[Line]) -> Contender:
    tally = Tally(one.name, (*one.lines, *awards))
    points = {line.rule: line.points for line in awards}
    return Contender(tally, {**points, **one.values, "total": tally.total})


def _by_rounds(
    slug: str,
    counted: Sequence[_Counted],
    standings: Sequence[Contender],
    numbers: Numbers,
    say: Translation,
) -> Result:
    """The total is the rounds won; the points are shown beside it."""
    tallies = by_rounds([one.name for one in counted], [one.rounds for one in counted], say)
    placed = [Contender(tally, one.values) for tally, one in zip(tallies, standings, strict=True)]
    found = ranked(slug, numbers.score, placed, say)
    return replace(found, extras=tuple(one.tally for one in standings))
