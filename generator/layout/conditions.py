"""``when``: a column, or a small expression on columns such as ``cost > 3 and not rare``.

Whatever the columns hold, a condition has a value: an empty cell counts as nothing, a text that is
a number as that number; what cannot be compared is not equal.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from cards_data.declarations import refused
from cards_data.problems import Message, quoted
from scorer.expressions import OPERATORS, Broken, Language, SyntaxNode

from .layout_names import LayoutNames, unknown_name

Lookup = Callable[[str], object]
MOST_TOKENS = 64
ALLOWED = Message("layout.condition")


def parse_condition(text: str, names: LayoutNames) -> SyntaxNode:
    """The expression; raises where it is none, or names what is not known."""

    def check_name(name: str) -> None:
        if not names.knows(name):
            raise unknown_name(name, names)

    words = ("and", "or", "not", "in")
    language = Language((), words, MOST_TOKENS, depth=MOST_TOKENS, check_name=check_name)
    try:
        return language.parse(text)
    except Broken as broken:
        raise refused(_message(broken), ALLOWED) from None


_REASONS = {
    "unreadable": "layout.unreadable",
    "left_over": "layout.nothing_can",
    "no_term": "layout.needs_name",
    "ended": "layout.too_early",
    "parenthesis": "layout.parenthesis",
}


def _message(broken: Broken) -> Message:
    if broken.reason == "long":
        return Message("layout.tokens", n=int(broken.found), limit=MOST_TOKENS)
    return Message(_REASONS[broken.reason], value=quoted(broken.found[:20]))


def holds(tree: SyntaxNode, lookup: Lookup) -> bool:
    return bool(_value(tree, lookup))


def _value(tree: SyntaxNode, lookup: Lookup) -> object:
    if tree.type != "op":
        return lookup(tree.value) if tree.type == "name" else tree.value
    if tree.value in ("and", "or"):
        first = holds(tree.parts[0], lookup)
        return first if first == (tree.value == "or") else holds(tree.parts[1], lookup)
    parts = [_value(part, lookup) for part in tree.parts]
    if tree.value == "not":
        return not parts[0]
    if tree.value in ("=", "!="):
        return same(*parts) == (tree.value == "=")
    if tree.value == "in":
        return any(same(parts[0], item) for item in items_of(parts[1]))
    numbers = [number(part) for part in parts]
    return 0 if None in numbers else OPERATORS[tree.value](*numbers)


def same(first: object, second: object) -> bool:
    """Equal as numbers, where both are numbers, else as texts."""
    one, two = number(first), number(second)
    if one is not None and two is not None:
        return one == two
    return str(_plain(first)) == str(_plain(second))


def _plain(value: object) -> object:
    return "" if value is None else value


def number(value: object) -> float | None:
    """A value as a finite number, if it is one."""
    known = isinstance(value, int | float | Fraction)
    if not known and (not value or isinstance(value, tuple)):
        return None
    try:
        found = float(value if known else str(value))  # type: ignore[arg-type]
    except (ValueError, OverflowError):
        return None
    return found if math.isfinite(found) else None


def items_of(value: object) -> tuple[object, ...]:
    """A list column, or a text with its items between bars."""
    if isinstance(value, tuple | list):
        return tuple(value)
    text = str(_plain(value))
    return tuple(item.strip(" {}") for item in text.split("|") if item.strip(" {}"))
