"""The points of one line for one player, and the sentence that says why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ..core.result import Line
from ..core.translation import Translation
from ..expressions import Number, plain
from .formulas import Expression, digits, number, shown
from .lines import Counted, rounded
from .numbers import Numbers, decks_of_cards
from .state import CARD, Values

# More than so many parts of a sum are told as their sum alone.
PARTS = 8


class Counting(NamedTuple):
    """One line, for one player."""

    key: str
    one: Counted
    values: Values
    say: Translation
    deck: str = ""

    @property
    def rows(self) -> tuple[Values, ...] | None:
        """The rows that are counted, if it counts rows; ``when`` picks some of them."""
        name = _name(self.one.of, self.key if self.one.counts_itself else "")
        found = self.values.get(name)
        if not isinstance(found, tuple):
            return None
        rows = ({**self.values, **row} for row in found)
        when = self.one.when
        return tuple(row for row in rows if when is None or number(when.tree, row))

    @property
    def holds(self) -> bool:
        """What is not counted in rows is counted at all only when its condition holds."""
        when = self.one.when
        return self.rows is not None or when is None or bool(number(when.tree, self.values))

    @property
    def n(self) -> Number:
        """How many there are of what is counted."""
        if self.one.sets is not None:
            return min(number(part.tree, self.values) for part in self.one.sets)
        if (rows := self.rows) is not None:
            return len(rows)
        if self.one.of is None:
            found = self.values.get(self.key, 0) if self.one.counts_itself else 0
            return 0 if isinstance(found, str) else found
        return number(self.one.of.tree, self.values)


def lines(numbers: Numbers, values: Values, say: Translation) -> tuple[tuple[Line, ...], Values]:
    """Every line of a player, and the names with the points of these lines beside them."""
    found: list[Line] = []
    decks = decks_of_cards(numbers)
    for key, one in numbers.score.count.items():
        deck = decks.get(_name(one.of, key), "")
        found.append(_line(Counting(key, one, values, say, deck)))
        values = {key: found[-1].points, **values}
    return tuple(found), values


def _name(of: Expression | None, key: str) -> str:
    if of is None:
        return key
    return str(of.tree.value) if of.is_name else ""


def _line(counting: Counting) -> Line:
    one, say = counting.one, counting.say
    if not counting.holds:
        return Line(counting.key, 0, say("declared.not_when", what=str(one.when)))
    exact, why = _WAYS[one.way](counting)
    if one.from_ is not None and counting.n < one.from_:
        why = say("declared.too_few", n=digits(counting.n), least=one.from_)
        return Line(counting.key, 0, why)
    points = rounded(exact, one.round)
    if points != exact:
        why = f"{why} {say(f'declared.rounded_{one.round}', points=points)}"
    return Line(counting.key, points, why)


Worth = tuple[Number, str]


def _each(counting: Counting) -> Worth:
    one, say, n = counting.one, counting.say, counting.n
    points = plain(one.each * (n // one.group))
    if one.sets is not None:
        names = ", ".join(_called(part, say) for part in one.sets)
        sets = n // one.group
        gaps = {"n": sets, "names": names, "each": digits(one.each), "points": digits(points)}
        return points, say("declared.sets", **gaps)
    each: Any = one.each if isinstance(one.each, int) else digits(one.each)
    shown_n: Any = n if isinstance(n, int) else digits(n)
    word = ("each" if one.group == 1 else "every") + "_part" * (not isinstance(each, int))
    return points, say(f"declared.{word}", n=shown_n, each=each, every=one.group, points=points)


def _steps(counting: Counting) -> Worth:
    """Of steps the first is for none, the last for so many and more."""
    n, points = counting.n, _step(counting.one.steps or (0,), counting.n)
    return points, counting.say("declared.steps", n=digits(n), points=points)


def _step(steps: Sequence[int], n: Number) -> int:
    return steps[max(0, min(int(n // 1), len(steps) - 1))]


def _sum(counting: Counting) -> Worth:
    tree, rows = counting.one.sum.tree, counting.rows
    if rows is None:
        found = number(tree, counting.values)
        return found, _equation(shown(tree, counting.values), found)
    parts = [(row, number(tree, row)) for row in rows]
    return _added(counting, [(_part(counting, row, found), found) for row, found in parts])


def _part(counting: Counting, row: Values, found: Number) -> str:
    if CARD in row:
        return f"{counting.say.name(counting.deck, row[CARD])} {digits(found)}"
    text = shown(counting.one.sum.tree, row)
    return text if len(text) <= 20 else digits(found)


def _added(counting: Counting, parts: Sequence[tuple[str, Number]]) -> Worth:
    """The parts of a sum, told one by one where they are few."""
    total = plain(sum(found for _, found in parts))
    if not parts:
        return 0, counting.say("declared.no_rows")
    if len(parts) > PARTS:
        return total, counting.say("declared.many", n=len(parts), points=digits(total))
    return total, _equation(" + ".join(text for text, _ in parts), total)


def _product(counting: Counting) -> Worth:
    factors = [number(part.tree, counting.values) for part in counting.one.product or ()]
    factors = ([counting.n] if counting.one.of is not None else []) + factors
    found: Number = 1
    for factor in factors:
        found = plain(found * factor)
    return found, _equation(" × ".join(map(digits, factors)), found)


def _points(counting: Counting) -> Worth:
    """Points by the word that was chosen; of others there are none."""
    name = _name(counting.one.of, counting.key)
    word = counting.values.get(name, "")
    found = counting.one.points.get(word, 0)
    label = counting.say.word(f"choice.{name}.{word}", str(word))
    return found, counting.say("declared.chosen", what=label, points=digits(found))


def _each_by(counting: Counting) -> Worth:
    ((column, steps),) = counting.one.each_by.items()
    found = [(row[column], _step(steps, row[column])) for row in counting.rows or ()]
    # "4 → 7": of a row with four of them the points.
    return _added(counting, [(f"({digits(n)} → {digits(points)})", points) for n, points in found])


def _equation(left: str, found: Number) -> str:
    right = digits(found)
    return f"{left}." if left == right else f"{left} = {right}."


def _called(part: Expression, say: Translation) -> str:
    """A question by its name, anything else as it is written."""
    return say.word(f"rule.{part.tree.value}", str(part)) if part.is_name else str(part)


_WAYS = {
    "each": _each,
    "steps": _steps,
    "sum": _sum,
    "product": _product,
    "points": _points,
    "each_by": _each_by,
}
