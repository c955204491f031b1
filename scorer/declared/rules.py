"""The points of a declared game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from ..core.result import Line, Result, Tally
from ..core.translation import Translation
from ..expressions import plain
from .awards import award_lines, running
from .numbers import Numbers
from .point_lines import lines
from .ranking import Contender, by_rounds, ranked, together
from .table_values import Values, rounds_of, values_of


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
    return _Counted(player.name, told, _added([values for _, values in rounds], players), total)


def _over_rounds(rounds: Sequence[tuple[Line, ...]], say: Translation) -> tuple[Line, ...]:
    """Each line's points over all rounds."""
    return tuple(
        Line(same[0].rule, sum(one.points for one in same), _each_round(same, say))
        for same in zip(*rounds, strict=True)
    )


def _each_round(same: Sequence[Line], say: Translation) -> str:
    told = (say("declared.round", n=at, points=one.points) for at, one in enumerate(same, 1))
    return f"{', '.join(told)}."


def _added(rounds: Sequence[Values], players: int) -> Values:
    """The numbers of all rounds together; words have no sum."""
    found: Values = {}
    for values in rounds:
        for key, value in values.items():
            if not isinstance(value, str):
                found[key] = plain(found.get(key, 0) + value)
    return {**found, "players": players}


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
