"""Whether a condition holds: total, whatever the columns hold.

Comes in: an expression and a way to look names up. Goes out: yes or no. An empty cell counts as
nothing, a text that is a number as that number; what cannot be compared is not equal.
"""

from __future__ import annotations

import operator
from collections.abc import Callable

from .conditions import Expression, Operation, Term

Lookup = Callable[[str], object]
_ORDER = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
_SUMS = {"+": operator.add, "-": operator.sub, "*": operator.mul}


def holds(tree: Expression, lookup: Lookup) -> bool:
    return bool(_value(tree, lookup))


def _value(tree: Expression, lookup: Lookup) -> object:
    if isinstance(tree, Term):
        return lookup(str(tree.value)) if tree.kind == "name" else tree.value
    if tree.operator == "not":
        return not _value(tree.parts[0], lookup)
    first = _value(tree.parts[0], lookup)
    if tree.operator in ("and", "or"):
        decided = bool(first) == (tree.operator == "or")
        return bool(first) if decided else bool(_value(tree.parts[1], lookup))
    return _worked_out(tree, first, _value(tree.parts[1], lookup))


def _worked_out(tree: Operation, first: object, second: object) -> object:
    sign = tree.operator
    if sign in ("==", "!="):
        return same(first, second) == (sign == "==")
    if sign == "in":
        items = items_of(second)
        return any(same(first, item) for item in items)
    one, two = number(first), number(second)
    if one is None or two is None:
        return False if sign in _ORDER else 0.0
    if sign in _ORDER:
        return _ORDER[sign](one, two)
    if sign == "%":
        return one % two if two else 0.0
    return _SUMS[sign](one, two)


def same(first: object, second: object) -> bool:
    """Equal as numbers, where both are numbers, else as texts."""
    one, two = number(first), number(second)
    if one is not None and two is not None:
        return one == two
    return str(_plain(first)) == str(_plain(second))


def _plain(value: object) -> object:
    return "" if value is None else value


def number(value: object) -> float | None:
    """A value as a number, if it is one."""
    if isinstance(value, int | float):
        return float(value)
    try:
        return float(str(value)) if value and not isinstance(value, tuple) else None
    except ValueError:
        return None


def items_of(value: object) -> tuple[object, ...]:
    """A list column, or a text with its items between bars."""
    if isinstance(value, tuple | list):
        return tuple(value)
    text = str(_plain(value))
    return tuple(item.strip(" {}") for item in text.split("|") if item.strip(" {}"))
