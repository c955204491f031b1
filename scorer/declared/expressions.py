"""A small language for points: ``size * crowns``, ``min(gear, tablet)``, ``sum(birds, points)``.

Comes in: a text of scoring.yaml. Goes out: a tree, checked against the names that hold there, and
its value for a table. The language is total: it has no loops and no attributes, dividing by nothing
gives nothing, and no number grows beyond ``LARGEST``; whatever was checked has a value.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from ..core.schema import Wrong, wrong
from ..core.sentences import Given, Names, Sentence, unknown

LENGTH = 200
DEPTH = 20
LARGEST = 10**9
# What a fraction is made of; finer ones come only from dividing over and over.
FINEST = 10**6

Number = int | Fraction


class SomeWords(NamedTuple):
    """A name that stands for a word; of these, where they are known."""

    known: tuple[str, ...] = ()


class RowNames(NamedTuple):
    """A name that stands for rows: cards or the items of a list, and what each of them has."""

    names: Mapping[str, Any]


# What a name stands for: nothing else is a number.
Scope = Mapping[str, SomeWords | RowNames | None]


@dataclass(frozen=True, slots=True)
class SyntaxNode:
    """A number, a text, a name, or an operator or function with its parts."""

    type: str
    value: Any
    parts: tuple[SyntaxNode, ...] = ()


@dataclass(frozen=True, slots=True)
class Expression:
    """What was written, and what it says."""

    text: str
    tree: SyntaxNode

    def __str__(self) -> str:
        return shown(self.tree, {})

    @property
    def is_name(self) -> bool:
        return self.tree.type == "name"


# ---- reading -------------------------------------------------------------------------------

_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+(?:\.\d+)?)|(?P<name>[^\W\d]\w*)|(?P<text>\"[^\"]*\"|'[^']*')"
    r"|(?P<mark><=|>=|!=|==|[-+*/()<>=,×·÷−≤≥≠]))"
)
_SAME = {"×": "*", "·": "*", "÷": "/", "−": "-", "≤": "<=", "≥": ">=", "≠": "!=", "==": "="}
_COMPARING = ("<", "<=", ">", ">=", "=", "!=")
FUNCTIONS = ("min", "max", "sum", "count", "different")


def expression(raw: Any) -> Expression:
    """Raises ``wrong(…)`` where it cannot be read."""
    if isinstance(raw, bool) or not isinstance(raw, int | float | str):
        raise wrong("no_expression", given=Given(raw))
    text = str(raw)
    if len(text) > LENGTH:
        raise wrong("long_expression", given=Given(text), most=LENGTH)
    return Expression(text, _Reader(text).all())


class _Token(NamedTuple):
    type: str
    text: str


def _tokens(text: str) -> Iterator[_Token]:
    at = 0
    while text[at:].strip():
        found = _TOKEN.match(text, at)
        if found is None:
            raise _broken(text, text[at:].strip()[:1])
        at, type_ = found.end(), str(found.lastgroup)
        word = found.group(type_)
        yield _Token("mark" if word in _WORDS else type_, _SAME.get(word, word))


_WORDS = ("and", "or", "not")


def _broken(text: str, found: str) -> Wrong:
    key = "expression_at" if found else "expression_end"
    return wrong(key, given=Given(text), found=Given(found))


class _Reader:
    """Recursive descent, the loosest binding first."""

    def __init__(self, text: str) -> None:
        self.text, self.tokens, self.at, self.depth = text, list(_tokens(text)), 0, 0

    def all(self) -> SyntaxNode:
        tree = self.either()
        if self.at < len(self.tokens):
            raise self.broken()
        return tree

    def broken(self) -> Wrong:
        ended = self.at == len(self.tokens)
        return _broken(self.text, "" if ended else self.tokens[self.at].text)

    def taken(self, *marks: str) -> str | None:
        """The next token, if it is one of these."""
        if self.at < len(self.tokens) and self.tokens[self.at].type == "mark":
            mark = self.tokens[self.at].text
            if mark in marks:
                self.at += 1
                return mark
        return None

    def needed(self, mark: str) -> None:
        if not self.taken(mark):
            raise self.broken()

    def chain(self, part: Callable[[], SyntaxNode], *marks: str) -> SyntaxNode:
        tree = part()
        while mark := self.taken(*marks):
            tree = SyntaxNode("op", mark, (tree, part()))
        return tree

    def either(self) -> SyntaxNode:
        return self.chain(self.both, "or")

    def both(self) -> SyntaxNode:
        return self.chain(self.negated, "and")

    def negated(self) -> SyntaxNode:
        if self.taken("not"):
            return self.deeper(lambda: SyntaxNode("op", "not", (self.negated(),)))
        left = self.sum()
        if mark := self.taken(*_COMPARING):
            return SyntaxNode("op", mark, (left, self.sum()))
        return left

    def sum(self) -> SyntaxNode:
        return self.chain(self.product, "+", "-")

    def product(self) -> SyntaxNode:
        return self.chain(self.signed, "*", "/")

    def signed(self) -> SyntaxNode:
        if self.taken("-"):
            return self.deeper(lambda: SyntaxNode("op", "minus", (self.signed(),)))
        return self.single()

    def deeper(self, part: Callable[[], SyntaxNode]) -> SyntaxNode:
        self.depth += 1
        if self.depth > DEPTH:
            raise wrong("deep_expression", given=Given(self.text), most=DEPTH)
        node = part()
        self.depth -= 1
        return node

    def single(self) -> SyntaxNode:
        if self.taken("("):
            tree = self.deeper(self.either)
            self.needed(")")
            return tree
        if self.at == len(self.tokens) or self.tokens[self.at].type == "mark":
            raise self.broken()
        type_, text = self.tokens[self.at]
        self.at += 1
        if type_ == "number":
            return SyntaxNode("number", _written(text))
        if type_ == "text":
            return SyntaxNode("text", text[1:-1])
        return self.called(text) if self.taken("(") else SyntaxNode("name", text)

    def called(self, name: str) -> SyntaxNode:
        if name not in FUNCTIONS:
            raise Wrong(unknown("function", name, FUNCTIONS).also(text=Given(self.text)))
        parts = [self.deeper(self.either)]
        while self.taken(","):
            parts.append(self.deeper(self.either))
        self.needed(")")
        return SyntaxNode("call", name, tuple(parts))


def _written(text: str) -> Number:
    return plain(Fraction(text))


# ---- checking ------------------------------------------------------------------------------


def check_number(tree: SyntaxNode, scope: Scope) -> None:
    """Raises ``Wrong`` unless the value is a number; rows count as how many they are."""
    if isinstance(_type(tree, scope), SomeWords):
        raise wrong("word_no_number", given=Given(shown(tree, {})))


def check_rows(tree: SyntaxNode, scope: Scope) -> RowNames:
    """What each row has, of a name that stands for rows."""
    found = _type(tree, scope)
    if not isinstance(found, RowNames):
        lists = tuple(name for name, type_ in scope.items() if isinstance(type_, RowNames))
        raise wrong("no_rows", given=Given(shown(tree, {})), known=Names(lists))
    return found


def inside(rows: RowNames, scope: Scope) -> dict[str, SomeWords | RowNames | None]:
    """The names that hold for one row: its own, and the player's without other rows.

    RowNames within rows would let the work grow beyond all bounds.
    """
    own = {name: type_ for name, type_ in scope.items() if not isinstance(type_, RowNames)}
    return {**own, **rows.names}


def _type(tree: SyntaxNode, scope: Scope) -> SomeWords | RowNames | None:
    if tree.type == "name":
        if tree.value not in scope:
            raise Wrong(unknown("value", tree.value, scope))
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
    """Whether words are compared; they must be words that can stand there."""
    named = [
        (part, scope[part.value], tree.parts[1 - at])
        for at, part in enumerate(tree.parts)
        if part.type == "name" and isinstance(scope.get(part.value), SomeWords)
    ]
    for part, words, other in named:
        if other.type not in ("name", "text"):
            raise wrong("word_no_number", given=Given(part.value))
        both = isinstance(scope.get(other.value), SomeWords) and other.type == "name"
        assert isinstance(words, SomeWords)
        if not both and words.known and other.value not in words.known:
            raise Wrong(unknown("word", other.value, words.known).also(what=Given(part.value)))
    return bool(named)


def _check_call(tree: SyntaxNode, scope: Scope) -> None:
    first, *rest = tree.parts
    if tree.value in ("min", "max") and not _is_rows(first, scope):
        for part in tree.parts:
            check_number(part, scope)
        return
    rows = check_rows(first, scope)
    wanted = {"count": (0, 1), "different": (1,)}.get(tree.value, (1,))
    if len(rest) not in wanted:
        raise wrong("call_parts", given=Given(f"{tree.value}({shown(first, {})}, …)"))
    for part in rest:
        if tree.value == "different":
            _type(part, inside(rows, scope))
        else:
            check_number(part, inside(rows, scope))


def _is_rows(tree: SyntaxNode, scope: Scope) -> bool:
    return tree.type == "name" and isinstance(scope.get(tree.value), RowNames)


# ---- the value -----------------------------------------------------------------------------

Values = Mapping[str, Any]


def number(tree: SyntaxNode, values: Values) -> Number:
    """The value as a number; rows are as many as they are."""
    found = _value(tree, values)
    counted: Number = 0 if isinstance(found, str) else _counted(found)
    return counted


def plain(found: Number) -> Number:
    """Within bounds, and whole where it is whole."""
    kept = max(-LARGEST, min(found, LARGEST))
    if isinstance(kept, Fraction):
        kept = kept.limit_denominator(FINEST)
    return int(kept) if kept.denominator == 1 else kept


def _value(tree: SyntaxNode, values: Values) -> Any:
    if tree.type == "name":
        # What is no name here was checked to be a word that another name may stand for.
        return values.get(tree.value, tree.value)
    if tree.type in ("number", "text"):
        return tree.value
    if tree.type == "call":
        return _call(tree, values)
    if tree.value in ("=", "!="):
        left, right = (_value(part, values) for part in tree.parts)
        return int((_counted(left) == _counted(right)) == (tree.value == "="))
    return plain(_OPERATORS[tree.value](*(number(part, values) for part in tree.parts)))


def _counted(found: Any) -> Any:
    return len(found) if isinstance(found, tuple) else found


_OPERATORS: dict[str, Callable[..., Number]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: Fraction(a) / b if b else 0,
    "minus": lambda a: -a,
    "<": lambda a, b: int(a < b),
    "<=": lambda a, b: int(a <= b),
    ">": lambda a, b: int(a > b),
    ">=": lambda a, b: int(a >= b),
    "and": lambda a, b: int(bool(a) and bool(b)),
    "or": lambda a, b: int(bool(a) or bool(b)),
    "not": lambda a: int(not a),
}


def _call(tree: SyntaxNode, values: Values) -> Number:
    first, *rest = tree.parts
    over = values.get(first.value) if first.type == "name" else None
    found: list[Number]
    if not isinstance(over, tuple):
        found = [number(part, values) for part in tree.parts]
        return min(found) if tree.value == "min" else max(found)
    if not rest:
        return len(over)
    rows: Sequence[Values] = [{**values, **row} for row in over]
    if tree.value == "different":
        return len({_value(rest[0], row) for row in rows})
    found = [number(rest[0], row) for row in rows]
    if tree.value == "count":
        return sum(map(bool, found))
    if tree.value == "sum":
        return plain(sum(found))
    return min(found, default=0) if tree.value == "min" else max(found, default=0)


# ---- as people read it ---------------------------------------------------------------------

_SHOWN = {"*": "×", "/": "÷", "-": "−", "minus": "−", "<=": "≤", ">=": "≥", "!=": "≠"}
# The loosest binding first, as they are read.
_LEVELS = (("or",), ("and",), ("not",), _COMPARING, ("+", "-"), ("*", "/"), ("minus",))
_BINDING = {mark: level for level, marks in enumerate(_LEVELS) for mark in marks}


def shown(tree: SyntaxNode, values: Values) -> str:
    """With the numbers that its names stand for, where they are given."""
    return _shown(tree, values, 0)


def _shown(tree: SyntaxNode, values: Values, around: int) -> str:
    if tree.type == "name":
        found = _counted(values.get(tree.value, tree.value))
        return found if isinstance(found, str) else _shown_number(found, around)
    if tree.type == "number":
        return _shown_number(tree.value, around)
    if tree.type == "text":
        return str(tree.value)
    if tree.type == "call":
        # Its rows are told by their name: no line holds all of them.
        return f"{tree.value}({', '.join(_shown(part, {}, 0) for part in tree.parts)})"
    return _shown_operator(tree, values, around)


def _shown_number(found: Number, around: int) -> str:
    """A fraction is divided like any other two numbers: 4 ÷ (3/2) is not 4 ÷ 3/2."""
    divided = found.denominator > 1 and around > _BINDING["/"]
    return f"({digits(found)})" if divided else digits(found)


def _shown_operator(tree: SyntaxNode, values: Values, around: int) -> str:
    binding = _BINDING[tree.value]
    mark = _SHOWN.get(tree.value, tree.value)
    if len(tree.parts) == 1:
        text = f"{mark}{' ' * (tree.value == 'not')}{_shown(tree.parts[0], values, binding)}"
    else:
        left, right = tree.parts
        # What is compared is not compared again without brackets.
        before = binding + 1 if tree.value in _COMPARING else binding
        text = f"{_shown(left, values, before)} {mark} {_shown(right, values, binding + 1)}"
    return f"({text})" if binding < around else text


def digits(found: Number) -> str:
    """A whole number, or a fraction with its line."""
    return str(found).replace("-", "−")


def no_count(line: str, given: str, known: Sequence[str]) -> Sentence:
    return unknown("count", given, known).also(line=Given(line))
