"""The expressions of scoring files and layouts: ``size * crowns``, ``cost > 3 and not rare``.

One parser reads both into trees of limited length and depth. The two languages differ in their
names and functions, and in the values of these.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

Number = int | Fraction


@dataclass(frozen=True, slots=True)
class SyntaxNode:
    """A ``number``, a ``text``, a ``name``, or an ``op`` or ``call`` with its parts."""

    type: str
    value: Any
    parts: tuple[SyntaxNode, ...] = ()


class ExpressionError(Exception):
    """An error in an expression: a reason, and the text or sign where it occurs."""

    def __init__(self, reason: str, sign: str = "") -> None:
        super().__init__(reason)
        self.reason, self.sign = reason, sign


COMPARING = ("<", "<=", ">", ">=", "=", "!=", "in")
_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+(?:\.\d+)?)|(?P<name>[^\W\d]\w*(?:\.\w+)*)|(?P<text>\"[^\"]*\"|'[^']*')"
    r"|(?P<mark><=|>=|!=|==|[-+*/%()<>=,×·÷−≤≥≠]))"
)
_SAME = {"×": "*", "·": "*", "÷": "/", "−": "-", "≤": "<=", "≥": ">=", "≠": "!=", "==": "="}


class _Token(NamedTuple):
    type: str
    text: str


@dataclass(frozen=True)
class Language:
    """What an expression may contain; ``check_name`` raises for a name without a value."""

    functions: tuple[str, ...] = ()
    # The operators that are words: they cannot be names.
    words: tuple[str, ...] = ("and", "or", "not")
    most_tokens: int = 200
    depth: int = 20
    check_name: Callable[[str], None] | None = None

    def parse(self, text: str) -> SyntaxNode:
        """Parse an expression; raise ``ExpressionError`` if it is invalid."""
        tokens: list[_Token] = []
        at = 0
        while rest := text[at:].strip():
            match = _TOKEN.match(text, at)
            if match is None:
                raise ExpressionError("unreadable", rest)
            at, type_ = match.end(), str(match.lastgroup)
            word = match[type_]
            tokens.append(_Token("mark" if word in self.words else type_, word))
        if len(tokens) > self.most_tokens:
            raise ExpressionError("long", str(len(tokens)))
        return _Parser(self, tokens).parse()


class _Parser:
    """A recursive descent parser, loosest binding first."""

    def __init__(self, language: Language, tokens: list[_Token]) -> None:
        self.language, self.tokens, self.at, self.depth = language, tokens, 0, 0

    @property
    def next(self) -> str:
        """The next token as written; empty at the end."""
        return self.tokens[self.at].text if self.at < len(self.tokens) else ""

    def parse(self) -> SyntaxNode:
        tree = self.disjunction()
        if self.next:
            raise ExpressionError("left_over", self.next)
        return tree

    def accept(self, *marks: str) -> str | None:
        """Consume the next token if it is one of these."""
        if self.at < len(self.tokens) and self.tokens[self.at].type == "mark":
            mark = _SAME.get(self.next, self.next)
            if mark in marks:
                self.at += 1
                return mark
        return None

    def close(self) -> None:
        if not self.accept(")"):
            raise ExpressionError("parenthesis", self.next)

    def chain(self, part: Callable[[], SyntaxNode], *marks: str) -> SyntaxNode:
        tree = part()
        while mark := self.accept(*marks):
            tree = SyntaxNode("op", mark, (tree, part()))
        return tree

    def disjunction(self) -> SyntaxNode:
        return self.chain(self.conjunction, "or")

    def conjunction(self) -> SyntaxNode:
        return self.chain(self.negation, "and")

    def negation(self) -> SyntaxNode:
        if self.accept("not"):
            return self.deeper(lambda: SyntaxNode("op", "not", (self.negation(),)))
        left = self.sum()
        if mark := self.accept(*COMPARING):
            return SyntaxNode("op", mark, (left, self.sum()))
        return left

    def sum(self) -> SyntaxNode:
        return self.chain(self.product, "+", "-")

    def product(self) -> SyntaxNode:
        return self.chain(self.signed_value, "*", "/", "%")

    def signed_value(self) -> SyntaxNode:
        if self.accept("-"):
            return self.deeper(lambda: SyntaxNode("op", "minus", (self.signed_value(),)))
        return self.single()

    def deeper(self, part: Callable[[], SyntaxNode]) -> SyntaxNode:
        self.depth += 1
        if self.depth > self.language.depth:
            raise ExpressionError("deep")
        node = part()
        self.depth -= 1
        return node

    def single(self) -> SyntaxNode:
        if self.accept("("):
            tree = self.deeper(self.disjunction)
            self.close()
            return tree
        if not self.next or self.tokens[self.at].type == "mark":
            raise ExpressionError("no_term" if self.next else "ended", self.next)
        type_, text = self.tokens[self.at]
        self.at += 1
        if type_ == "number":
            return SyntaxNode("number", clamp(Fraction(text)))
        if type_ == "text":
            return SyntaxNode("text", text[1:-1])
        if self.language.functions and self.accept("("):
            return self.call(text)
        if self.language.check_name:
            self.language.check_name(text)
        return SyntaxNode("name", text)

    def call(self, name: str) -> SyntaxNode:
        if name not in self.language.functions:
            raise ExpressionError("function", name)
        parts = [self.deeper(self.disjunction)]
        while self.accept(","):
            parts.append(self.deeper(self.disjunction))
        self.close()
        return SyntaxNode("call", name, tuple(parts))


# ---- numbers -------------------------------------------------------------------------------

LARGEST = 10**9
# The largest denominator; finer fractions result only from repeated division.
FINEST = 10**6


def clamp(value: Number) -> Number:
    """Return a number within bounds, as an integer if it is whole."""
    number = max(-LARGEST, min(value, LARGEST))
    if isinstance(number, Fraction):
        number = number.limit_denominator(FINEST)
    return int(number) if number.denominator == 1 else number


# Operators are defined for all numbers: dividing by zero gives zero.
OPERATORS: dict[str, Callable[..., Any]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: Fraction(a) / b if b else 0,
    "%": lambda a, b: a % b if b else 0,
    "minus": lambda a: -a,
    "<": lambda a, b: int(a < b),
    "<=": lambda a, b: int(a <= b),
    ">": lambda a, b: int(a > b),
    ">=": lambda a, b: int(a >= b),
    "and": lambda a, b: int(bool(a) and bool(b)),
    "or": lambda a, b: int(bool(a) or bool(b)),
    "not": lambda a: int(not a),
}
