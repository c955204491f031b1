"""The points of a line for one player and of an award among all, with explanations."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from ..core.result import Line
from ..core.translation import Translation
from ..expressions import Number, clamp
from .formulas import CutNumbers, Expression, FormulaWords, cap, digits, number, phrase, row_values
from .lines import Award, ScoreLine, round_points
from .numbers import OWN_CARDS, Numbers, decks_of_cards, wording_of
from .state import CARD, Values

# A sum with more parts than this is shown only as its total.
PARTS = 8


class Counting(NamedTuple):
    """One line, for one player."""

    key: str
    one: ScoreLine
    values: Values
    wording: FormulaWords
    deck: str
    cut: CutNumbers

    @property
    def say(self) -> Translation:
        return self.wording.say

    @property
    def rows(self) -> tuple[Values, ...] | None:
        """The rows that are counted, if any; ``when`` filters them."""
        name = _name(self.one.of, self.key if self.one.counts_itself else "")
        value = self.values.get(name)
        if not isinstance(value, tuple):
            return None
        rows = row_values(value, self.values)
        when = self.one.when
        return tuple(row for row in rows if when is None or self.number(when, row))

    @property
    def holds(self) -> bool:
        """Whether it counts: anything but rows only if its condition holds."""
        when = self.one.when
        return self.rows is not None or when is None or bool(self.number(when))

    @property
    def n(self) -> Number:
        """How many there are of what is counted."""
        if self.one.sets is not None:
            return min(map(self.number, self.one.sets))
        if (rows := self.rows) is not None:
            return len(rows)
        if self.one.of is None:
            value = self.values.get(self.key, 0) if self.one.counts_itself else 0
            return 0 if isinstance(value, str) else value
        return self.number(self.one.of)

    def number(self, what: Expression, values: Values | None = None) -> Number:
        return number(what.tree, self.values if values is None else values, self.cut)

    def text_of(self, what: Expression, values: Values) -> str:
        return phrase(what.tree, values, self.wording)


def lines(numbers: Numbers, values: Values, say: Translation) -> tuple[tuple[Line, ...], Values]:
    """Return every line of a player, and the names with the points of these lines."""
    lines_out: list[Line] = []
    decks, wording = decks_of_cards(numbers), wording_of(numbers, say)
    for key, one in numbers.score.count.items():
        deck = decks.get(_name(one.of, key), "")
        lines_out.append(_line(Counting(key, one, values, wording, deck, CutNumbers())))
        values = {key: lines_out[-1].points, **values}
    return tuple(lines_out), values


def _name(of: Expression | None, key: str) -> str:
    if of is None:
        return key
    return str(of.tree.value) if of.is_name else ""


def _line(counting: Counting) -> Line:
    one, say = counting.one, counting.say
    if not counting.holds:
        what = counting.text_of(one.when, {})
        return Line(counting.key, 0, say("declared.not_when", what=what))
    exact, why = _WAYS[one.method](counting)
    if one.from_ is not None and counting.n < one.from_:
        why = say("declared.too_few", n=digits(counting.n), least=one.from_)
        return Line(counting.key, 0, why)
    points = round_points(exact, one.round)
    if counting.cut:
        return Line(counting.key, points, f"{digits(points)}. {say('declared.cut')}")
    if points != exact:
        why = f"{why} {say(f'declared.rounded_{one.round}', points=points)}"
    return Line(counting.key, points, why)


PointsText = tuple[Number, str]


def _each_points(counting: Counting) -> PointsText:
    one, say, n = counting.one, counting.say, counting.n
    points = cap(one.each * (n // one.group), counting.cut)
    if one.sets is not None:
        names = ", ".join(counting.text_of(part, {}) for part in one.sets)
        sets = n // one.group
        gaps = {"n": sets, "names": names, "each": digits(one.each), "points": digits(points)}
        return points, say("declared.sets", **gaps)
    each: Any = one.each if isinstance(one.each, int) else digits(one.each)
    shown_n: Any = n if isinstance(n, int) else digits(n)
    word = ("each" if one.group == 1 else "every") + "_part" * (not isinstance(each, int))
    return points, say(f"declared.{word}", n=shown_n, each=each, every=one.group, points=points)


def _steps(counting: Counting) -> PointsText:
    """Score by steps: the first is for none, the last for that many and more."""
    n, points = counting.n, _step(counting.one.steps or (0,), counting.n)
    return points, counting.say("declared.steps", n=digits(n), points=points)


def _step(steps: Sequence[int], n: Number) -> int:
    return steps[max(0, min(int(n // 1), len(steps) - 1))]


def _sum(counting: Counting) -> PointsText:
    what, rows = counting.one.sum, counting.rows
    if rows is None:
        total, left = counting.number(what), counting.text_of(what, counting.values)
        if what.tree.type == "call":
            return total, f"{left[:1].upper()}{left[1:]}: {digits(total)}."
        return total, _equation(left, total)
    parts = [(row, counting.number(what, row)) for row in rows]
    return _add_parts(counting, [(_part(counting, row, total), total) for row, total in parts])


def _part(counting: Counting, row: Values, points: Number) -> str:
    if CARD in row:
        return f"{counting.say.name(counting.deck, row[CARD])} {digits(points)}"
    text = counting.text_of(counting.one.sum, row)
    return text if len(text) <= 20 else digits(points)


def _add_parts(counting: Counting, parts: Sequence[tuple[str, Number]]) -> PointsText:
    """Add up the parts of a sum, and list them if they are few."""
    total = cap(sum(points for _, points in parts), counting.cut)
    if not parts:
        return 0, counting.say("declared.no_rows")
    if len(parts) > PARTS:
        return total, counting.say("declared.many", n=len(parts), points=digits(total))
    return total, _equation(" + ".join(text for text, _ in parts), total)


def _product(counting: Counting) -> PointsText:
    factors = [counting.number(part) for part in counting.one.product or ()]
    factors = ([counting.n] if counting.one.of is not None else []) + factors
    product: Number = 1
    for factor in factors:
        product = cap(product * factor, counting.cut)
    return product, _equation(" × ".join(map(digits, factors)), product)


def _points(counting: Counting) -> PointsText:
    """Score by the chosen word; other words give no points."""
    name = _name(counting.one.of, counting.key)
    word = counting.values.get(name, "")
    points = counting.one.points.get(word, 0)
    label = counting.say.word(f"choice.{name}.{word}", str(word))
    return points, counting.say("declared.chosen", what=label, points=digits(points))


def _each_by(counting: Counting) -> PointsText:
    ((column, steps),) = counting.one.each_by.items()
    rows = [(row[column], _step(steps, row[column])) for row in counting.rows or ()]
    # "4 → 7": a row with four of them gives seven points.
    return _add_parts(
        counting, [(f"({digits(n)} → {digits(points)})", points) for n, points in rows]
    )


def _equation(left: str, value: Number) -> str:
    right = digits(value)
    return f"{left}." if left == right else f"{left} = {right}."


_WAYS = {
    "each": _each_points,
    "steps": _steps,
    "sum": _sum,
    "product": _product,
    "points": _points,
    "each_by": _each_by,
}


class Running(NamedTuple):
    """One award among all players: what each has, in table order."""

    award: Award
    names: Sequence[str]
    found: Sequence[Number]
    held: Sequence[bool]
    say: Translation

    @property
    def most(self) -> bool:
        return self.award.most_of is not None

    @property
    def places(self) -> dict[int, int]:
        """The place of each who qualifies, from 0; players may share one, and the next are skipped.

        A player with none of something, or fewer than required, does not qualify.
        """
        least = self.award.from_
        order = {
            at: -n if self.most else n
            for at, n in enumerate(self.found)
            if (least is None or n >= least) and (not self.most or n > 0)
        }
        return {at: sum(other < own for other in order.values()) for at, own in order.items()}


def award_lines(
    key: str, award: Award, names: Sequence[str], players: Sequence[Values], say: Translation
) -> tuple[Line, ...]:
    """Return a line for everyone, in table order."""
    cut = CutNumbers()
    values = [number(award.compared.tree, values, cut) for values in players]
    holders = [bool(values.get(OWN_CARDS.format(key))) for values in players]
    run = Running(award, names, values, holders, say)
    shares, places = award.shares(len(names)), run.places
    results = (_award_text(run, at, places, shares) for at in range(len(names)))
    note = f" {say('declared.cut')}" if cut else ""
    return tuple(Line(key, points, f"{why}{note}") for points, why in results)


def _award_text(
    run: Running, at: int, places: dict[int, int], shares: Sequence[int]
) -> tuple[int, str]:
    say, least = run.say, run.award.from_
    if not shares:
        return 0, say("declared.other_players", n=len(run.names))
    if not places:
        return 0, say("declared.nobody") if least is None else say(
            "declared.nobody_from", least=least
        )
    if at not in places or places[at] >= len(shares):
        return 0, _leader_sentence(run, places)
    equal = [one for one, place in places.items() if place == places[at]]
    points, word = _award_points(run, at, equal, places[at], shares)
    names = say.join([run.names[one] for one in equal])
    gaps = {"n": digits(run.found[at]), "names": names, "place": places[at] + 1, "points": points}
    return points, say(f"declared.{word}", **gaps)


def _leader_sentence(run: Running, places: dict[int, int]) -> str:
    first = [at for at, place in places.items() if place == 0]
    gaps = {
        "names": run.say.join([run.names[at] for at in first]),
        "n": digits(run.found[first[0]]),
    }
    return run.say("declared.not_most" if run.most else "declared.not_least", **gaps)


def _award_points(
    run: Running, at: int, equal: Sequence[int], place: int, shares: Sequence[int]
) -> tuple[int, str]:
    """Return the points, and the key of the sentence that explains them."""
    alone = "most" if run.most else "least"
    if len(equal) == 1:
        return shares[place], alone if place == 0 else "place"
    ties = run.award.ties
    if ties in ("split", "split_place"):
        shared = sum(shares[place : place + len(equal)]) if ties == "split" else shares[place]
        return round_points(clamp(Fraction(shared, len(equal))), run.award.round), "split"
    if ties == "holder":
        keeps = run.held[at] and place == 0
        return (shares[0], "keeps") if keeps else (0, "not_held")
    if ties == "all":
        return shares[place], "shared" if place == 0 and run.most else "shared_place"
    return 0, "tied"
