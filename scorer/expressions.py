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


class Broken(Exception):
    """An error in an expression: a reason, and the text or sign where it occurs."""

    def __init__(self, reason: str, found: str = "") -> None:
        super().__init__(reason)
        self.reason, self.found = reason, found


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
        """Parse an expression; raise ``Broken`` if it is invalid."""
        tokens: list[_Token] = []
        at = 0
        while rest := text[at:].strip():
            found = _TOKEN.match(text, at)
            if found is None:
                raise Broken("unreadable", rest)
            at, type_ = found.end(), str(found.lastgroup)
            word = found[type_]
            tokens.append(_Token("mark" if word in self.words else type_, word))
        if len(tokens) > self.most_tokens:
            raise Broken("long", str(len(tokens)))
        return _Parser(self, tokens).all()


class _Parser:
    """A recursive descent parser, loosest binding first."""

    def __init__(self, language: Language, tokens: list[_Token]) -> None:
        self.language, self.tokens, self.at, self.depth = language, tokens, 0, 0

    @property
    def next(self) -> str:
        """The next token as written; empty at the end."""
        return self.tokens[self.at].text if self.at < len(self.tokens) else ""

    def all(self) -> SyntaxNode:
        tree = self.either()
        if self.next:
            raise Broken("left_over", self.next)
        return tree

    def taken(self, *marks: str) -> str | None:
        """Consume the next token if it is one of these."""
        if self.at < len(self.tokens) and self.tokens[self.at].type == "mark":
            mark = _SAME.get(self.next, self.next)
            if mark in marks:
                self.at += 1
                return mark
        return None

    def close(self) -> None:
        if not self.taken(")"):
            raise Broken("parenthesis", self.next)

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
        if mark := self.taken(*COMPARING):
            return SyntaxNode("op", mark, (left, self.sum()))
        return left

    def sum(self) -> SyntaxNode:
        return self.chain(self.product, "+", "-")

    def product(self) -> SyntaxNode:
        return self.chain(self.signed, "*", "/", "%")

    def signed(self) -> SyntaxNode:
        if self.taken("-"):
            return self.deeper(lambda: SyntaxNode("op", "minus", (self.signed(),)))
        return self.single()

    def deeper(self, part: Callable[[], SyntaxNode]) -> SyntaxNode:
        self.depth += 1
        if self.depth > self.language.depth:
            raise Broken("deep")
        node = part()
        self.depth -= 1
        return node

    def single(self) -> SyntaxNode:
        if self.taken("("):
            tree = self.deeper(self.either)
            self.close()
            return tree
        if not self.next or self.tokens[self.at].type == "mark":
            raise Broken("no_term" if self.next else "ended", self.next)
        type_, text = self.tokens[self.at]
        self.at += 1
        if type_ == "number":
            return SyntaxNode("number", plain(Fraction(text)))
        if type_ == "text":
            return SyntaxNode("text", text[1:-1])
        if self.language.functions and self.taken("("):
            return self.called(text)
        if self.language.check_name:
            self.language.check_name(text)
        return SyntaxNode("name", text)

    def called(self, name: str) -> SyntaxNode:
        if name not in self.language.functions:
            raise Broken("function", name)
        parts = [self.deeper(self.either)]
        while self.taken(","):
            parts.append(self.deeper(self.either))
        self.close()
        return SyntaxNode("call", name, tuple(parts))


# ---- numbers -------------------------------------------------------------------------------

LARGEST = 10**9
# The largest denominator; finer fractions result only from repeated division.
FINEST = 10**6


def plain(found: Number) -> Number:
    """Return a number within bounds, as an integer if it is whole."""
    kept = max(-LARGEST, min(found, LARGEST))
    if isinstance(kept, Fraction):
        kept = kept.limit_denominator(FINEST)
    return int(kept) if kept.denominator == 1 else kept


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
