"""The points of a declared game, and who won: by points, tie-breaks, rounds, or all together.

And its neighbouring tables, to find what would have changed the outcome.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from cards_data.schema import replace

from ..core.result import Line, Outcome, PlacedSide, Result, Tally, placed
from ..core.rules import Change, ladder, way, with_item
from ..core.translation import Translation
from ..expressions import Number, SyntaxNode, plain
from .form import form
from .formulas import digits, number
from .numbers import Declared, Numbers, answered
from .point_lines import award_lines, lines
from .questions import least, type_of
from .state import Values, rounds_of, values_of


class Contender(NamedTuple):
    """One player: the ledger, what the names of expressions stand for, the points by round."""

    tally: Tally
    values: Values
    rounds: tuple[int, ...] = ()

    def key(self, score: Declared) -> tuple[Number, ...]:
        """What decides, the smaller the better: the total, then each tie-break."""
        total = self.tally.total if score.outcome == "lowest" else -self.tally.total
        return (total, *(self.broken(way, what.tree) for way, what in score.tie_break))

    def broken(self, way: str, tree: SyntaxNode) -> Number:
        found = number(tree, self.values)
        return -found if way == "most" else found


def ranked(slug: str, score: Declared, standings: Sequence[Contender], say: Translation) -> Result:
    """Places by the total, then by the tie-breaks; who is equal in all of them shares a place."""
    sides = placed([one.tally for one in standings], [one.key(score) for one in standings])
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
    slug: str, score: Declared, standings: Sequence[Contender], say: Translation
) -> Result:
    """Each round is won by the most points in it, by several together where they are equal.

    The total is the rounds won; the points are shown beside it.
    """
    best = [max(points) for points in zip(*(one.rounds for one in standings), strict=True)]
    counted = []
    for one in standings:
        won = [at for at, most in enumerate(best) if one.rounds[at] == most]
        counted.append(one._replace(tally=Tally(one.tally.name, (_rounds_line(won, say),))))
    extras = tuple(one.tally for one in standings)
    return dataclasses.replace(ranked(slug, score, counted, say), extras=extras)


def _rounds_line(won: Sequence[int], say: Translation) -> Line:
    which = say.listed([str(at + 1) for at in won])
    why = say("declared.rounds_won", n=len(won), which=which) if won else say("declared.no_round")
    return Line("rounds", len(won), why)


def judge(slug: str, state: Any, numbers: Numbers, say: Translation) -> Result:
    """Every line of every player, then the awards, then who has won."""
    ends = {"together": together, "rounds": by_rounds}
    counted = [_counted(player, state, numbers, say) for player in state.players]
    standings = _awarded(counted, numbers, say)
    return ends.get(numbers.score.outcome, ranked)(slug, numbers.score, standings, say)


def _counted(player: Any, state: Any, numbers: Numbers, say: Translation) -> Contender:
    """One player before awards."""
    players = len(state.players)
    if numbers.score.rounds is None:
        found, values = lines(numbers, values_of(player, numbers, players), say)
        return Contender(Tally(player.name, found), values)
    rounds = [lines(numbers, values, say) for values in rounds_of(player, numbers, players)]
    points = tuple(sum(line.points for line in found) for found, _ in rounds)
    tally = Tally(player.name, _over_rounds([found for found, _ in rounds], say))
    return Contender(tally, _summed([values for _, values in rounds], players), points)


def _over_rounds(rounds: Sequence[tuple[Line, ...]], say: Translation) -> tuple[Line, ...]:
    return tuple(
        Line(same[0].rule, sum(one.points for one in same), _each_round(same, say))
        for same in zip(*rounds, strict=True)
    )


def _each_round(same: Sequence[Line], say: Translation) -> str:
    told = (say("declared.round", n=at, points=one.points) for at, one in enumerate(same, 1))
    return f"{', '.join(told)}."


def _awarded(counted: Sequence[Contender], numbers: Numbers, say: Translation) -> list[Contender]:
    """Who was counted, with the lines of the awards."""
    names = [one.tally.name for one in counted]
    values = [one.values for one in counted]
    awards = [
        award_lines(key, award, names, values, say) for key, award in numbers.score.awards.items()
    ]
    return [_standing(one, [lines[at] for lines in awards]) for at, one in enumerate(counted)]


def _standing(one: Contender, awards: Sequence[Line]) -> Contender:
    tally = Tally(one.tally.name, (*one.tally.lines, *awards))
    points = {line.rule: line.points for line in awards}
    return one._replace(tally=tally, values={**points, **one.values, "total": tally.total})


# How far "what would have changed it" looks for each number on the table.
REACH = 12

Changes = Iterable[Change[Any]]


def changes(state: Any, numbers: Numbers, say: Translation) -> Iterable[Changes]:
    """Each answer of each player: numbers step by step up and down, others as they may be."""
    labels = {field.key: field.label for field in form(numbers, say)}
    for seat, player in enumerate(state.players):
        for key, one in answered(numbers).items():
            answer = _Answer(state, seat, key, labels[key], say, getattr(player, key))
            yield from _changes(answer, one, numbers)


class _Answer(NamedTuple):
    """One answer of one player, or in a row of a list, and the tables that have another there."""

    state: Any
    seat: int
    key: str
    label: str
    say: Translation
    value: Any
    row: tuple[int, str] | None = None

    def change(self, cost: int, word: str, value: Any, what: str = "", inside: str = "") -> Any:
        player = self.state.players[self.seat]
        if self.row is not None:
            at, key = self.row
            rows = getattr(player, self.key)
            value, inside = with_item(rows, at, replace(rows[at], **{key: value})), f".{at}.{key}"
        players = with_item(self.state.players, self.seat, replace(player, **{self.key: value}))
        text = self.say(f"declared.{word}", name=player.name, n=cost, what=what or self.label)
        touches = frozenset({f"{player.name}.{self.key}{inside}"})
        return Change(cost, text, replace(self.state, players=players), touches)

    def in_row(self, at: int, key: str) -> _Answer:
        label = self.say.word(f"asked.{self.key}.{key}", "") or self.say.word(f"rule.{key}", key)
        value = getattr(self.value[at], key)
        return self._replace(label=f"{self.label} {at + 1}: {label}", value=value, row=(at, key))


def _changes(answer: _Answer, one: Any, numbers: Numbers) -> Iterator[Changes]:
    type_ = type_of(one)
    if type_ == "int":
        yield from (_ladder(answer, step, least(one)) for step in (1, -1))
    elif type_ == "cards":
        yield from _cards(answer, one.cards, numbers)
    elif type_ == "list":
        for at in range(len(answer.value)):
            for key, item in one.list.items():
                yield from _changes(answer.in_row(at, key), item, numbers)
    else:
        words = (True, False) if type_ == "yes/no" else one.choice
        yield [
            answer.change(1, "instead", value, f"{answer.label}: {_said(answer, value)}")
            for value in words
            if value != answer.value
        ]


def _said(answer: _Answer, value: bool | str) -> str:
    if isinstance(value, bool):
        return answer.say("ask.yes" if value else "ask.no")
    return answer.say.word(f"choice.{answer.key}.{value}", value)


def _ladder(answer: _Answer, step: int, lowest: int) -> Iterator[Change[Any]]:
    for n, value in ladder(answer.value, step, REACH, lowest):
        yield answer.change(n, way(step), value)


def _cards(answer: _Answer, deck: str, numbers: Numbers) -> Iterator[Changes]:
    """One card more, of those that the box has, or one of the player's own away."""
    held = answer.value
    more = [("with_card", card, (*held, card)) for card in numbers.box.cards[deck]["rows"]]
    fewer = [("without_card", card, (*held[:at], *held[at + 1 :])) for at, card in enumerate(held)]
    for word, card, cards in (*more, *fewer):
        yield [answer.change(1, word, cards, answer.say.name(deck, card), f".{card}")]
