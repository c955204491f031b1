"""Small changes of a declaration: wrong rules that worked examples should detect.

Each number is increased by one, each comparison and operator is replaced, and each choice such as
``ties`` gets another value. A variant is valid without being read again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, get_args

from cards_data.schema import Path, replace

from ..core.rules import with_item
from ..expressions import Number, SyntaxNode, clamp
from .formulas import Expression, digits, phrase
from .lines import Award, Rounding, ScoreLine
from .numbers import Numbers, ScoreSheetRules


class RuleChange(NamedTuple):
    """One part of a rule with another value: as people read it, and the changed fields."""

    part: str
    before: str
    after: str
    fields: dict[str, Any]


class Variant(NamedTuple):
    """A declaration with one change of the rule at a path."""

    rule: Path
    change: RuleChange
    numbers: Numbers


def variants(numbers: Numbers) -> Iterator[list[Variant]]:
    score = numbers.score
    several = score.players.most > 1
    for key, line in score.count.items():
        yield [_of_rule(numbers, "count", key, one) for one in _line_changes(line)]
    for key, award in score.awards.items():
        yield [_of_rule(numbers, "awards", key, one) for one in _award_changes(award, several)]
    for rule, changes in _end_changes(score, several):
        yield [
            Variant(("score", *rule), one, replace(numbers, score=replace(score, **one.fields)))
            for one in changes
        ]


def _of_rule(numbers: Numbers, part: str, key: str, change: RuleChange) -> Variant:
    rules = getattr(numbers.score, part)
    changed = {**rules, key: replace(rules[key], **change.fields)}
    return Variant(
        ("score", part, key),
        change,
        replace(numbers, score=replace(numbers.score, **{part: changed})),
    )


def _line_changes(line: ScoreLine) -> Iterator[RuleChange]:
    yield from _number("each", line.each)
    yield from _number("every", line.every, (1, -1) if line.group > 1 else (1,))
    yield from _entries("steps", line.steps)
    for word, points in (line.points or {}).items():
        after = {**line.points, word: points + 1}
        yield RuleChange(f"points.{word}", digits(points), digits(points + 1), {"points": after})
    for column, steps in (line.each_by or {}).items():
        for one in _entries("each_by", steps):
            yield one._replace(fields={"each_by": {column: one.fields["each_by"]}})
    yield from _number("from", line.from_, (1, -1), "from_")
    for part in ("of", "sum", "when"):
        yield from _formula(part, getattr(line, part))
    if line.when is not None:
        yield RuleChange("when", str(line.when), "1", {"when": None})
    yield from _formulas("sets", line.sets)
    yield from _formulas("product", line.product, 1 if line.of is None else 0)
    if _has_fractions(line):
        yield from _rounding(line.round)


def _award_changes(award: Award, several: bool) -> Iterator[RuleChange]:
    if several:
        part, other = ("most_of", "least_of") if award.least_of is None else ("least_of", "most_of")
        yield RuleChange(part, part, other, {part: None, other: award.compared})
        yield from (
            RuleChange("ties", award.ties, ties, {"ties": ties}) for ties in _other_ties(award)
        )
    yield from _number("points", award.points)
    yield from _entries("places", award.places)
    for at, (span, places) in enumerate(award.by_players or ()):
        for one in _entries("by_players", places):
            entry = (span, one.fields["by_players"])
            yield one._replace(fields={"by_players": with_item(award.by_players, at, entry)})
    yield from _number("from", award.from_, (1, -1), "from_")
    if award.players is not None:
        low, high = award.players
        yield RuleChange("players", f"{low}-{high}", "1-20", {"players": None})
    yield from _formula("most_of" if award.least_of is None else "least_of", award.compared)
    if award.per is not None:
        per = "game" if award.per == "round" else "round"
        yield RuleChange("per", award.per, per, {"per": per})
    if several and award.ties in ("split", "split_place"):
        yield from _rounding(award.round)


def _other_ties(award: Award) -> Iterator[str]:
    """Yield other ways to treat ties; with one place, both ways to split are the same."""
    others: Sequence[Any] = award.by_players or ()
    several = (award.places or (award.points,), *(places for _, places in others))
    one_place = all(len(each) == 1 for each in several)
    same = {"none": "nobody", **({"split_place": "split"} if one_place else {})}
    own = same.get(award.ties, award.ties)
    yield from (ties for ties in ("all", "nobody", "split") if ties != own)
    if not one_place and own != "split_place":
        yield "split_place"


def _end_changes(score: ScoreSheetRules, several: bool) -> Iterator[tuple[Path, list[RuleChange]]]:
    other = {"highest": "lowest", "lowest": "highest"}.get(score.outcome)
    if other and several:
        yield ("outcome",), [RuleChange("outcome", score.outcome, other, {"outcome": other})]
    yield ("won",), list(_formula("won", score.won))
    for at, (order, what) in enumerate(score.tie_break if several else ()):
        ties, swapped = score.tie_break, "fewest" if order == "most" else "most"
        changes = [
            RuleChange(
                "tie_break", f"{order} {what}", "–", {"tie_break": (*ties[:at], *ties[at + 1 :])}
            ),
            RuleChange(
                "tie_break", order, swapped, {"tie_break": with_item(ties, at, (swapped, what))}
            ),
        ]
        for one in _formula("tie_break", what):
            broken = with_item(ties, at, (order, one.fields["tie_break"]))
            changes.append(one._replace(fields={"tie_break": broken}))
        yield ("tie_break", at), changes


# ---- one part ------------------------------------------------------------------------------


def _number(
    part: str, value: Number | None, steps: Iterable[int] = (1,), field: str = ""
) -> Iterator[RuleChange]:
    if value is not None:
        for step in steps:
            yield RuleChange(
                part, digits(value), digits(value + step), {field or part: value + step}
            )


def _entries(part: str, values: Sequence[int] | None) -> Iterator[RuleChange]:
    """Increase points by one: an example that detects this detects any other number."""
    for at, n in enumerate(values or ()):
        after = with_item(tuple(values or ()), at, n + 1)
        yield RuleChange(f"{part}.{at}", digits(n), digits(n + 1), {part: after})


def _rounding(own: str) -> Iterator[RuleChange]:
    for other in get_args(Rounding):
        if other != own:
            yield RuleChange("round", own, other, {"round": other})


def _has_fractions(line: ScoreLine) -> bool:
    """Return whether the points need not be whole, so that rounding matters."""
    if line.method in ("each", "points"):
        points = line.points.values() if line.points else (line.each,)
        return any(isinstance(one, Fraction) for one in points)
    trees = {"sum": (line.sum,), "product": (line.of, *(line.product or ()))}.get(line.method, ())
    return any(_divides(one.tree) for one in trees if one is not None)


def _divides(tree: SyntaxNode) -> bool:
    own = tree.value == "/" or isinstance(tree.value, Fraction)
    return own or any(map(_divides, tree.parts))


def _formula(part: str, what: Expression | None) -> Iterator[RuleChange]:
    for tree, before, after in _variants(what.tree) if what is not None else ():
        yield RuleChange(part, phrase(before, {}), phrase(after, {}), {part: Expression("", tree)})


def _formulas(
    part: str, several: Sequence[Expression] | None, least: int = 1
) -> Iterator[RuleChange]:
    """Change each of several formulas, and remove each if enough others are left."""
    all_of = tuple(several or ())
    for at, what in enumerate(all_of):
        for one in _formula(part, what):
            yield one._replace(fields={part: with_item(all_of, at, one.fields[part])})
        if len(all_of) > least:
            yield RuleChange(part, str(what), "–", {part: (*all_of[:at], *all_of[at + 1 :])})


_OTHER = {
    "+": "-", "-": "+", "*": "+", "/": "*", "%": "/", "<": "<=", "<=": "<", ">": ">=", ">=": ">",
    "=": "!=", "!=": "=", "and": "or", "or": "and", "min": "max", "max": "min", "sum": "max",
}  # fmt: skip


class _Other(NamedTuple):
    """A tree with one change, and the smallest part that shows it, before and after."""

    tree: SyntaxNode
    before: SyntaxNode
    after: SyntaxNode


def _variants(tree: SyntaxNode) -> Iterator[_Other]:
    """Yield the tree with one number or operator changed; a number is shown in context."""
    yield from (_Other(one, tree, one) for one in _variants_of_root(tree))
    for at, part in enumerate(tree.parts):
        for other in _variants(part):
            whole = SyntaxNode(tree.type, tree.value, with_item(tree.parts, at, other.tree))
            shows = part.type != "number"
            yield other._replace(tree=whole) if shows else _Other(whole, tree, whole)


def _variants_of_root(tree: SyntaxNode) -> Iterator[SyntaxNode]:
    """Yield the tree with its outermost number, operator or function changed."""
    if tree.type == "number":
        yield from (SyntaxNode("number", clamp(tree.value + step)) for step in (1, -1))
    elif tree.value in ("not", "minus") and tree.type == "op":
        yield tree.parts[0]
    elif tree.value in _OTHER and tree.type != "name":
        yield SyntaxNode(tree.type, _OTHER[tree.value], tree.parts)
    elif tree.type == "call" and len(tree.parts) > 1:
        yield SyntaxNode("call", "count", tree.parts[:1])


def weight(numbers: Numbers) -> int:
    """Return how much is computed per answer: lines, awards and parts of their formulas."""
    score = numbers.score
    formulas = [what for _, what in score.tie_break]
    for one in score.count.values():
        formulas += [one.of, one.sum, one.when, *(one.sets or ()), *(one.product or ())]
    formulas += [one.compared for one in score.awards.values()]
    parts = sum(_parts(one.tree) for one in formulas if one is not None)
    return len(score.count) + len(score.awards) + parts


def _parts(tree: SyntaxNode) -> int:
    return 1 + sum(map(_parts, tree.parts))
