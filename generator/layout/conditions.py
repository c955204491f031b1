"""``when``: a column, or a small expression on columns.

Comes in: a text such as ``cost > 3 and not rare``. Goes out: a tree of at most sixty-four parts
that can be weighed in bounded time, or what is wrong with it.

    or, and, not, = (==), !=, <, <=, >, >=, in, + - * %, numbers, "texts", names, parentheses
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from cards_data.problems import Message, quoted

from .box_values import UnknownName
from .layout_names import LayoutNames

_TOKEN = re.compile(
    r"\s*(?:(\d+(?:\.\d+)?)|(\"[^\"]*\"|'[^']*')|([^\W\d]\w*(?:\.\w+)*)|(==|!=|<=|>=|[-+*%()<>=]))"
)
MOST_TOKENS = 64
COMPARED = ("=", "==", "!=", "<", "<=", ">", ">=", "in")
ALLOWED = Message("layout.condition")


@dataclass(frozen=True)
class Term:
    """A number, a text (``kind`` "value") or a name (``kind`` "name")."""

    kind: str
    value: str | float


@dataclass(frozen=True)
class Operation:
    """An operator and what it works on."""

    operator: str
    parts: tuple[Expression, ...]


Expression = Term | Operation


class WrongCondition(Exception):
    """Something that is no expression."""


def parse_condition(text: str, names: LayoutNames) -> Expression:
    """The expression, or ``WrongCondition`` or ``UnknownName``."""
    reader = _Reader(_tokens(text), names)
    tree = reader.either()
    if reader.left:
        raise WrongCondition(Message("layout.nothing_can", value=quoted(reader.left[0])))
    return tree


def _tokens(text: str) -> list[str]:
    tokens: list[str] = []
    at = 0
    text = text.rstrip()
    while at < len(text):
        match = _TOKEN.match(text, at)
        if not match:
            raise WrongCondition(Message("layout.unreadable", value=quoted(text[at:].strip()[:20])))
        tokens.append(match[0].strip())
        at = match.end()
    if len(tokens) > MOST_TOKENS:
        raise WrongCondition(Message("layout.tokens", n=len(tokens), limit=MOST_TOKENS))
    return tokens


class _Reader:
    """Reads tokens by precedence: or, and, not, comparison, sum, product."""

    def __init__(self, tokens: list[str], names: LayoutNames) -> None:
        self.left = tokens
        self._names = names

    def either(self) -> Expression:
        return self._chain(("or",), self._both)

    def _both(self) -> Expression:
        return self._chain(("and",), self._negated)

    def _negated(self) -> Expression:
        if self._next() == "not":
            self.left.pop(0)
            return Operation("not", (self._negated(),))
        return self._comparison()

    def _comparison(self) -> Expression:
        first = self._sum()
        if self._next() not in COMPARED:
            return first
        operator = self.left.pop(0)
        return Operation("==" if operator == "=" else operator, (first, self._sum()))

    def _sum(self) -> Expression:
        return self._chain(("+", "-"), self._product)

    def _product(self) -> Expression:
        return self._chain(("*", "%"), self._term)

    def _chain(self, operators: tuple[str, ...], inner: object) -> Expression:
        assert callable(inner)
        tree: Expression = inner()
        while self._next() in operators:
            operator = self.left.pop(0)
            tree = Operation(operator, (tree, inner()))
        return tree

    def _term(self) -> Expression:
        token = self.left.pop(0) if self.left else ""
        if not token:
            raise WrongCondition(Message("layout.too_early"))
        if token == "(":
            tree = self.either()
            if self._next() != ")":
                raise WrongCondition(Message("layout.parenthesis"))
            self.left.pop(0)
            return tree
        if token[0] in "\"'":
            return Term("value", token[1:-1])
        if token[0].isdigit():
            return Term("value", float(token))
        if not (token[0].isalpha() or token[0] == "_") or token in ("and", "or", "not", "in"):
            raise WrongCondition(Message("layout.needs_name", value=quoted(token)))
        if not self._names.knows(token):
            raise UnknownName(token, self._names)
        return Term("name", token)

    def _next(self) -> str:
        return self.left[0] if self.left else ""
