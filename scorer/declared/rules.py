"""The points of a declared game, and who won: by points, tie-breaks, rounds, or all together.

It also finds neighbouring tables, to see what would have changed the outcome.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from cards_data.schema import Path, replace

from ..core.result import Line, Outcome, PlacedSide, Result, Tally, place_sides
from ..core.rules import Change, direction_key, ladder, with_item
from ..core.translation import Translation
from ..expressions import Number, SyntaxNode, clamp
from .form import label
from .formulas import CutNumbers, cap, digits, number, phrase
from .lines import Award, least, type_of
from .numbers import ROUNDS, Numbers, ScoreSheetRules, player_questions, wording_of
from .point_lines import award_lines, lines
from .state import Values, rounds_of


class RoundScore(NamedTuple):
    """One round of one player; without rounds the game is one round."""

    lines: tuple[Line, ...]
    values: Values

    @property
    def points(self) -> int:
        return sum(line.points for line in self.lines)


class Contender(NamedTuple):
    """One player: the ledger, the values of names in expressions, and each round."""

    tally: Tally
    values: Values
    rounds: tuple[RoundScore, ...]

    def key(self, score: ScoreSheetRules) -> tuple[Number, ...]:
        """Return what decides, smaller is better: the total, then each tie-break."""
        total = self.tally.total if score.outcome == "lowest" else -self.tally.total
        return (total, *(self.tie_value(order, what.tree) for order, what in score.tie_break))

    def tie_value(self, order: str, tree: SyntaxNode, cut: CutNumbers | None = None) -> Number:
        value = number(tree, self.values, cut)
        return -value if order == "most" else value


def rank(slug: str, numbers: Numbers, standings: Sequence[Contender], say: Translation) -> Result:
    """Rank by the total, then by the tie-breaks; players equal in all of them share a rank."""
    score = numbers.score
    sides = place_sides([one.tally for one in standings], [one.key(score) for one in standings])
    best = [side for side in sides if side.place == 1]
    outcome: Outcome = "ranked" if len(best) == 1 else "draw"
    names = tuple(side.name for side in best)
    return Result(slug, outcome, names, _reason(numbers, standings, best, say), sides)


def _reason(
    numbers: Numbers, standings: Sequence[Contender], best: Sequence[PlacedSide], say: Translation
) -> str:
    """Return who won, and which tie-breaks decided between equal points."""
    total, broken = best[0].total, list(_ties_broken(numbers, standings, say))
    if len(best) == 1 and sum(one.tally.total == total for one in standings) > 1:
        return " ".join(broken)
    prefix = {"lowest": "lowest_", "rounds": "rounds_"}.get(numbers.score.outcome, "")
    outcome = "ranked" if len(best) == 1 else "draw"
    names = say.join([one.name for one in best])
    return " ".join((say(f"reason.{prefix}{outcome}", names=names, n=total), *broken))


def _ties_broken(
    numbers: Numbers, standings: Sequence[Contender], say: Translation
) -> Iterator[str]:
    """Yield a sentence for each rank that a tie-break decided, best first."""
    keys = [one.key(numbers.score) for one in standings]
    for best in sorted(set(keys)):
        left = [at for at, key in enumerate(keys) if key[0] == best[0] and key >= best]
        ahead = [standings[at] for at in left if keys[at] == best]
        if len(ahead) < len(left):
            yield _tie_break_text(numbers, ahead, [standings[at] for at in left], say)


def _tie_break_text(
    numbers: Numbers, ahead: Sequence[Contender], level: Sequence[Contender], say: Translation
) -> str:
    """Return which tie-break decided: the one after which nobody else is level."""
    best, total = ahead[0], ahead[0].tally.total
    names = say.join([one.tally.name for one in level])
    ways, cut = iter(numbers.score.tie_break), CutNumbers()
    while len(level) > len(ahead):
        order, what = next(ways)
        own = best.tie_value(order, what.tree)
        level = [one for one in level if one.tie_value(order, what.tree, cut) == own]
    called = phrase(what.tree, {}, wording_of(numbers, say))
    value = digits(-own if order == "most" else own)
    name, many = say.join([one.tally.name for one in ahead]), len(ahead)
    gaps = {"names": names, "n": total, "name": name, "many": many, "what": called, "found": value}
    return f"{say(f'reason.broken_{order}', **gaps)}{_cut_note(cut, say)}"


def _cut_note(cut: CutNumbers, say: Translation) -> str:
    return f" {say('declared.cut')}" if cut else ""


def cooperative_result(
    slug: str, numbers: Numbers, standings: Sequence[Contender], say: Translation
) -> Result:
    """Return the result in which all win or lose, by what they have together."""
    score, cut = numbers.score, CutNumbers()
    totals = [{**one.values, "total": one.tally.total} for one in standings]
    summed = {
        key: len(value) if isinstance(value, tuple) else value
        for key, value in _added_up(totals, len(standings), cut).items()
    }
    won = bool(number(score.won.tree, summed, cut))
    names = tuple(one.tally.name for one in standings)
    sides = tuple(PlacedSide(one.tally.name, one.tally.lines) for one in standings)
    outcome: Outcome = "won" if won else "lost"
    gaps = {"what": phrase(score.won.tree, {}, wording_of(numbers, say)), "n": summed["total"]}
    reason = f"{say(f'reason.together_{outcome}', **gaps)}{_cut_note(cut, say)}"
    return Result(slug, outcome, names if won else (), reason, sides)


def _added_up(each: Sequence[Values], players: int, cut: CutNumbers | None = None) -> Values:
    """Combine all rounds or players: numbers are added, cards and lists joined."""
    totals: Values = {}
    for values in each:
        for key, value in values.items():
            if isinstance(value, tuple):
                totals[key] = (*totals.get(key, ()), *value)
            elif not isinstance(value, str):
                totals[key] = cap(totals.get(key, 0) + value, cut)
    return {**totals, "players": players}


def by_rounds(
    slug: str, numbers: Numbers, standings: Sequence[Contender], say: Translation
) -> Result:
    """Rank by rounds won; each round is won by the most points, shared if equal.

    The total is the rounds won; the points are shown next to it.
    """
    points = [[one.points for one in player.rounds] for player in standings]
    best = [max(each) for each in zip(*points, strict=True)]
    counted = []
    for one, own in zip(standings, points, strict=True):
        won = [at for at, most in enumerate(best) if own[at] == most]
        counted.append(one._replace(tally=Tally(one.tally.name, (_rounds_line(won, say),))))
    extras = tuple(one.tally for one in standings)
    return dataclasses.replace(rank(slug, numbers, counted, say), extras=extras)


def _rounds_line(won: Sequence[int], say: Translation) -> Line:
    which = say.join([str(at + 1) for at in won])
    why = say("declared.rounds_won", n=len(won), which=which) if won else say("declared.no_round")
    return Line("rounds", len(won), why)


def judge(slug: str, state: Any, numbers: Numbers, say: Translation) -> Result:
    """Score every line of every player, then the awards, and rank the players."""
    ends = {"together": cooperative_result, "rounds": by_rounds}
    counted = [_score_player(player, state, numbers, say) for player in state.players]
    standings = _add_awards(counted, numbers, say)
    return ends.get(numbers.score.outcome, rank)(slug, numbers, standings, say)


def _score_player(player: Any, state: Any, numbers: Numbers, say: Translation) -> Contender:
    """Score one player before awards."""
    players = len(state.players)
    rounds = tuple(
        RoundScore(*lines(numbers, values, say)) for values in rounds_of(player, numbers, players)
    )
    if numbers.score.rounds is None:
        return Contender(Tally(player.name, rounds[0].lines), rounds[0].values, rounds)
    lines_out = (
        _over_rounds(same, say) for same in zip(*(one.lines for one in rounds), strict=True)
    )
    values = _added_up([one.values for one in rounds], players)
    return Contender(Tally(player.name, tuple(lines_out)), values, rounds)


# With more rounds, the points of each are listed without the reason.
EXPLAINED_ROUNDS = 5


def _over_rounds(same: Sequence[Line], say: Translation) -> Line:
    word = "round_why" if len(same) <= EXPLAINED_ROUNDS else "round"
    points_text = (
        say(f"declared.{word}", n=at, points=one.points, why=one.why.removesuffix("."))
        for at, one in enumerate(same, 1)
    )
    cut = CutNumbers()
    points = int(cap(sum(one.points for one in same), cut))
    return Line(same[0].rule, points, f"{', '.join(points_text)}.{_cut_note(cut, say)}")


def _add_awards(
    counted: Sequence[Contender], numbers: Numbers, say: Translation
) -> list[Contender]:
    names = [one.tally.name for one in counted]
    for key, award in numbers.score.awards.items():
        by_round = award.per == "round"
        each = [[had.values for had in one.rounds] if by_round else [one.values] for one in counted]
        award_rows = [
            award_lines(key, award, names, values, say) for values in zip(*each, strict=True)
        ]
        counted = [
            _with_award(one, award, [lines[at] for lines in award_rows], say)
            for at, one in enumerate(counted)
        ]
    return [_standing(one, numbers) for one in counted]


def _with_award(
    one: Contender, award: Award, lines_out: Sequence[Line], say: Translation
) -> Contender:
    if award.per != "round":
        return one._replace(tally=Tally(one.tally.name, (*one.tally.lines, *lines_out)))
    rounds = tuple(
        played._replace(lines=(*played.lines, line))
        for played, line in zip(one.rounds, lines_out, strict=True)
    )
    tally = Tally(one.tally.name, (*one.tally.lines, _over_rounds(lines_out, say)))
    return one._replace(tally=tally, rounds=rounds)


def _standing(one: Contender, numbers: Numbers) -> Contender:
    """Add the points of awards and the total as names for tie-breaks."""
    points = {line.rule: line.points for line in one.tally.lines}
    awards = {key: points[key] for key in numbers.score.awards}
    return one._replace(values={**awards, **one.values, "total": clamp(one.tally.total)})


# How far "what would have changed it" searches for each number on the table.
REACH = 12

Changes = Iterable[Change[Any]]


def changes(state: Any, numbers: Numbers, say: Translation) -> Iterable[Changes]:
    """Return changes of each answer of each player: numbers up and down, others by choice."""
    for seat, player in enumerate(state.players):
        for key, one in player_questions(numbers).items():
            called = label(numbers, key, say)
            answer = _Answer(state, seat, (key,), called, say, getattr(player, key))
            yield from _changes(answer, one, numbers)


class _Answer(NamedTuple):
    """One answer of one player, and the tables with another answer there.

    ``path`` leads to it from the player, through the items of lists and rounds.
    """

    state: Any
    seat: int
    path: Path
    label: str
    say: Translation
    value: Any

    def change(self, cost: int, word: str, value: Any, what: str = "", inside: str = "") -> Any:
        player = self.state.players[self.seat]
        changed = _replace_at(player, self.path, value)
        players = with_item(self.state.players, self.seat, changed)
        text = self.say(f"declared.{word}", name=player.name, n=cost, what=what or self.label)
        touched = ".".join(map(str, (player.name, *self.path)))
        touches = frozenset({f"{touched}{inside}"})
        return Change(cost, text, replace(self.state, players=players), touches)

    def in_row(self, at: int, key: str, numbers: Numbers) -> _Answer:
        *_, own = self.path
        called = (
            label(numbers, key, self.say)
            if own == ROUNDS
            else self.say.word(f"asked.{own}.{key}", key)
        )
        value = getattr(self.value[at], key)
        path = (*self.path, at, key)
        return self._replace(label=f"{self.label} {at + 1}: {called}", value=value, path=path)

    def answer_text(self, value: bool | str) -> str:
        """Return an answer in readable form."""
        if isinstance(value, bool):
            return self.say("ask.yes" if value else "ask.no")
        keys = (step for step in self.path if isinstance(step, str) and step != ROUNDS)
        return self.say.word(f"choice.{'.'.join(keys)}.{value}", value)


def _replace_at(part: Any, path: Path, value: Any) -> Any:
    """Return a player's part of the table with another value at a path."""
    if not path:
        return value
    step, *rest = path
    if isinstance(step, int):
        return with_item(part, step, _replace_at(part[step], tuple(rest), value))
    return replace(part, **{step: _replace_at(getattr(part, step), tuple(rest), value)})


def _changes(answer: _Answer, one: Any, numbers: Numbers) -> Iterator[Changes]:
    type_ = type_of(one)
    if type_ == "int":
        yield from (_ladder(answer, step, least(one)) for step in (1, -1))
    elif type_ == "cards":
        yield from _cards(answer, one.cards, numbers)
    elif type_ == "list":
        for at in range(len(answer.value)):
            for key, item in one.list.items():
                yield from _changes(answer.in_row(at, key, numbers), item, numbers)
    else:
        words = (True, False) if type_ == "yes/no" else one.choice
        yield [
            answer.change(1, "instead", value, f"{answer.label}: {answer.answer_text(value)}")
            for value in words
            if value != answer.value
        ]


def _ladder(answer: _Answer, step: int, lowest: int) -> Iterator[Change[Any]]:
    for n, value in ladder(answer.value, step, REACH, lowest):
        yield answer.change(n, direction_key(step), value)


def _cards(answer: _Answer, deck: str, numbers: Numbers) -> Iterator[Changes]:
    """Yield tables with one card more, if the box has it, or one of the player's cards fewer."""
    own_cards = answer.value
    more = [("with_card", card, (*own_cards, card)) for card in numbers.box.cards[deck]["rows"]]
    fewer = [
        ("without_card", card, (*own_cards[:at], *own_cards[at + 1 :]))
        for at, card in enumerate(own_cards)
    ]
    for word, card, cards in (*more, *fewer):
        yield [answer.change(1, word, cards, answer.say.name(deck, card), f".{card}")]
