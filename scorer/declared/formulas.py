"""Score with expressions: ``size * crowns``, ``min(gear, tablet)``, ``sum(birds, points)``.

An expression of scoring.yaml is parsed, checked against the available names, evaluated for a table
and shown to people. A checked expression always has a value, and no number exceeds ``LARGEST``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from cards_data.problems import Message, quote, short_list
from cards_data.schema import Wrong, unknown_mistake, wrong

from ..core.translation import Translation
from ..expressions import COMPARING, OPERATORS, ExpressionError, Language, Number, SyntaxNode, clamp

LENGTH = 200
FUNCTIONS = ("min", "max", "sum", "count", "different")


def _check_name(name: str) -> None:
    """Refuse dotted names, which only layouts have."""
    if "." in name:
        raise ExpressionError("unreadable", name[name.index(".") :])


_LANGUAGE = Language(FUNCTIONS, check_name=_check_name)
# The operators that are words: they cannot be names.
OPERATOR_WORDS = _LANGUAGE.words


class SomeWords(NamedTuple):
    """A name whose value is a word; one of these, if they are known."""

    known: tuple[str, ...] = ()


class RowNames(NamedTuple):
    """A name whose value is rows: cards or the items of a list, and the names in each."""

    names: Mapping[str, Any]


# What a name represents; None is a number.
Scope = Mapping[str, SomeWords | RowNames | None]


@dataclass(frozen=True, slots=True)
class Expression:
    """An expression as written, and its tree."""

    text: str
    tree: SyntaxNode

    def __str__(self) -> str:
        return phrase(self.tree, {})

    @property
    def is_name(self) -> bool:
        return self.tree.type == "name"


def expression(raw: Any) -> Expression:
    """Parse an expression; raise ``wrong(…)`` if it is invalid."""
    if isinstance(raw, bool) or not isinstance(raw, int | float | str):
        raise wrong("no_expression", given=quote(raw))
    text = str(raw)
    if len(text) > LENGTH:
        raise wrong("long_expression", given=quote(text), most=LENGTH)
    try:
        return Expression(text, _LANGUAGE.parse(text))
    except ExpressionError as broken:
        raise _syntax_error(text, broken) from None


def _syntax_error(text: str, broken: ExpressionError) -> Wrong:
    if broken.reason == "deep":
        return wrong("deep_expression", given=quote(text), most=_LANGUAGE.depth)
    if broken.reason == "function":
        return Wrong(unknown_mistake((), broken.sign, "function", FUNCTIONS, text=quote(text)))
    sign = broken.sign[:1] if broken.reason == "unreadable" else broken.sign
    key = "expression_at" if sign else "expression_end"
    return wrong(key, given=quote(text), found=quote(sign))


# ---- checking ------------------------------------------------------------------------------


def check_number(tree: SyntaxNode, scope: Scope) -> None:
    """Raise ``Wrong`` unless the value is a number; rows count as their number."""
    if isinstance(_type(tree, scope), SomeWords):
        raise wrong("word_no_number", given=quote(phrase(tree, {})))


def check_rows(tree: SyntaxNode, scope: Scope) -> RowNames:
    """Return what each row has, for a name that represents rows."""
    result = _type(tree, scope)
    if not isinstance(result, RowNames):
        lists = tuple(name for name, type_ in scope.items() if isinstance(type_, RowNames))
        raise wrong("no_rows", given=quote(phrase(tree, {})), known=short_list(lists))
    return result


def inside(rows: RowNames, scope: Scope) -> dict[str, SomeWords | RowNames | None]:
    """Return the names available in one row: its own, and the player's without other rows.

    Rows within rows would let the work grow without limit.
    """
    own = {name: type_ for name, type_ in scope.items() if not isinstance(type_, RowNames)}
    return {**own, **rows.names}


def _type(tree: SyntaxNode, scope: Scope) -> SomeWords | RowNames | None:
    if tree.type == "name":
        if tree.value not in scope:
            raise Wrong(unknown_mistake((), tree.value, "value", scope))
        return scope[tree.value]
    if tree.type == "text":
        return SomeWords()
    if tree.type == "call":
        _check_call(tree, scope)
        return None
    if tree.value in ("=", "!=") and _check_words(tree, scope):
        return None
    for part in tree.parts:
        check_number(part, scope)
    return None


def _check_words(tree: SyntaxNode, scope: Scope) -> bool:
    """Return whether words are compared; they must be words that can occur there."""
    compared = [
        (part, scope[part.value], tree.parts[1 - at])
        for at, part in enumerate(tree.parts)
        if part.type == "name" and isinstance(scope.get(part.value), SomeWords)
    ]
    for part, words, other in compared:
        if other.type not in ("name", "text"):
            raise wrong("word_no_number", given=quote(part.value))
        assert isinstance(words, SomeWords)
        _check_word(part.value, words.known, other, scope)
    return bool(compared)


def _check_word(name: str, words: Sequence[str], other: SyntaxNode, scope: Scope) -> None:
    """Check what a name is compared with: one of its words, or another name with words.

    A word that is also a name would be read as that name.
    """
    is_name = other.type == "name" and other.value in scope
    has_words = is_name and isinstance(scope[other.value], SomeWords)
    if is_name and (other.value in words or not (words or has_words)):
        hint = Message("hint.word_in_quotes", word=f"'{other.value}'")
        raise wrong("two_meanings", given=quote(other.value), what=quote(name), hint=hint)
    if words and not has_words and other.value not in words:
        raise Wrong(unknown_mistake((), other.value, "word", words, what=quote(name)))


def _check_call(tree: SyntaxNode, scope: Scope) -> None:
    first, *rest = tree.parts
    has_rows = first.type == "name" and isinstance(scope.get(first.value), RowNames)
    if tree.value in ("min", "max") and not has_rows:
        for part in tree.parts:
            check_number(part, scope)
        return
    rows = check_rows(first, scope)
    counts = {"count": (0, 1), "different": (1,)}.get(tree.value, (1,))
    if len(rest) not in counts:
        raise wrong("call_parts", given=quote(f"{tree.value}({phrase(first, {})}, …)"))
    for part in rest:
        if tree.value == "different":
            _type(part, inside(rows, scope))
        else:
            check_number(part, inside(rows, scope))


# ---- evaluating ----------------------------------------------------------------------------

Values = Mapping[str, Any]


class CutNumbers(list[Number]):
    """Numbers that exceeded the limits, before they were cut."""


def number(tree: SyntaxNode, values: Values, cut: CutNumbers | None = None) -> Number:
    """Return the value as a number; rows give their count. Cut numbers are added to ``cut``."""
    value = _value(tree, values, cut)
    counted: Number = 0 if isinstance(value, str) else _as_number(value)
    return counted


def cap(value: Number, cut: CutNumbers | None) -> Number:
    """Return a number within the limits."""
    within = clamp(value)
    if cut is not None and within != value:
        cut.append(value)
    return within


def _value(tree: SyntaxNode, values: Values, cut: CutNumbers | None) -> Any:
    if tree.type == "name":
        # If it is not a name here, it was checked to be a word that another name may have.
        return values.get(tree.value, tree.value)
    if tree.type in ("number", "text"):
        return tree.value
    if tree.type == "call":
        return _call(tree, values, cut)
    if tree.value in ("=", "!="):
        left, right = (_value(part, values, cut) for part in tree.parts)
        return int((_as_number(left) == _as_number(right)) == (tree.value == "="))
    return cap(OPERATORS[tree.value](*(number(part, values, cut) for part in tree.parts)), cut)


def _as_number(value: Any) -> Any:
    return len(value) if isinstance(value, tuple) else value


def row_values(rows: Iterable[Values], values: Values) -> list[dict[str, Any]]:
    """Return the values for each row, with the names of ``inside``."""
    own = {name: value for name, value in values.items() if not isinstance(value, tuple)}
    return [{**own, **row} for row in rows]


def _call(tree: SyntaxNode, values: Values, cut: CutNumbers | None) -> Number:
    first, *rest = tree.parts
    over = values.get(first.value) if first.type == "name" else None
    values_found: list[Number]
    if not isinstance(over, tuple):
        values_found = [number(part, values, cut) for part in tree.parts]
        return min(values_found) if tree.value == "min" else max(values_found)
    if not rest:
        return len(over)
    rows = row_values(over, values)
    if tree.value == "different":
        return len({_value(rest[0], row, cut) for row in rows})
    values_found = [number(rest[0], row, cut) for row in rows]
    if tree.value == "count":
        return sum(map(bool, values_found))
    if tree.value == "sum":
        return cap(sum(values_found), cut)
    return min(values_found, default=0) if tree.value == "min" else max(values_found, default=0)


# ---- showing -------------------------------------------------------------------------------

_SIGNS = {"*": "×", "/": "÷", "-": "−", "minus": "−", "<=": "≤", ">=": "≥", "!=": "≠"}
# The loosest binding first, as they are parsed.
_LEVELS = ((), ("or",), ("and",), ("not",), COMPARING, ("+", "-"), ("*", "/", "%"), ("minus",))
_BINDING = {mark: level for level, marks in enumerate(_LEVELS) for mark in marks}


class FormulaWords(NamedTuple):
    """The readable names of names and functions; ``lists`` are names of rows.

    Inside a row, ``row`` is the name of its list.
    """

    say: Translation
    lists: Collection[str] = ()
    row: str = ""

    def name(self, name: str) -> str:
        if self.row:
            return self.say.word(f"asked.{self.row}.{name}", name)
        otherwise = self.say.word(name, name) if name in ("players", "total") else name
        return self.say.word(f"rule.{name}", otherwise)

    def call(self, tree: SyntaxNode, values: Values) -> str:
        """Describe a function; rows are shown by name, as a line cannot hold all of them."""
        first, *rest = tree.parts
        if first.value not in self.lists:
            parts = [phrase(part, values, self) for part in tree.parts]
            listed = self.say.join(parts)
            return self.say(f"formula.{tree.value}", n=len(parts), parts=listed)
        inside = self._replace(row=first.value, lists=())
        what = [phrase(part, {}, inside) for part in rest]
        word = tree.value if what or tree.value != "count" else "count_all"
        word = f"{word}_of" if word in ("min", "max") else word
        return self.say(f"formula.{word}", list=self.name(first.value), what=" ".join(what))


def phrase(
    tree: SyntaxNode, values: Values, wording: FormulaWords | None = None, around: int = 0
) -> str:
    """Write a formula, with the values of its names if given.

    Without ``wording`` it is written as in scoring.yaml. ``around`` is the binding outside it.
    """
    if tree.type == "name":
        value = _as_number(values.get(tree.value, tree.value))
        if not isinstance(value, str):
            return _shown_number(value, around)
        return wording.name(value) if wording and tree.value not in values else value
    if tree.type == "number":
        return _shown_number(tree.value, around)
    if tree.type == "text":
        return str(tree.value)
    if tree.type == "op":
        return _shown_operator(tree, values, wording, around)
    if wording is None:
        return f"{tree.value}({', '.join(phrase(part, {}) for part in tree.parts)})"
    text = wording.call(tree, values)
    if around == 0:
        return text
    # In an equation its value comes first: 3 (the sum of points in Birds) + 2 = 5.
    return f"{_shown_number(number(tree, values), around)} ({text})" if values else f"({text})"


def _shown_number(value: Number, around: int) -> str:
    """Write a number, with brackets around a fraction: 4 ÷ (3/2) is not 4 ÷ 3/2."""
    divided = value.denominator > 1 and around > _BINDING["/"]
    return f"({digits(value)})" if divided else digits(value)


def _shown_operator(
    tree: SyntaxNode, values: Values, wording: FormulaWords | None, around: int
) -> str:
    binding = _BINDING[tree.value]
    mark = _SIGNS.get(tree.value, tree.value)
    if wording and mark in OPERATOR_WORDS:
        mark = wording.say(f"formula.{mark}")
    if len(tree.parts) == 1:
        gap = " " * (tree.value == "not")
        text = f"{mark}{gap}{phrase(tree.parts[0], values, wording, binding)}"
    else:
        left, right = tree.parts
        # A comparison inside a comparison needs brackets.
        before = binding + 1 if tree.value in COMPARING else binding
        first = phrase(left, values, wording, before)
        text = f"{first} {mark} {phrase(right, values, wording, binding + 1)}"
    return f"({text})" if binding < around else text


def digits(value: Number) -> str:
    """Write a whole number, or a fraction with a slash."""
    return str(value).replace("-", "−")
