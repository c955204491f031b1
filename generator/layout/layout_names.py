"""The names that a layout may use, texts with names in braces, and conditions.

A single lower-case word is a name: a column, a text of the game, a number. Everything else is a
text, in which ``{name}`` is filled in. A brace without a known name is a symbol. ``when`` is a
small expression such as ``cost > 3 and not rare``. It always has a value: an empty cell is false, a
text that is a number counts as that number, and values that cannot be compared are not equal.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from cards_data.declarations import invalid
from cards_data.models import Deck, Game
from cards_data.problems import Message, did_you_mean, quote
from cards_data.schema import Wrong
from scorer.expressions import OPERATORS, ExpressionError, Language, SyntaxNode

_WORD = re.compile(r"[a-zA-Z_]\w*(\.\w+)*")
_PLACEHOLDER = re.compile(r"\{([a-zA-Z_]\w*(?:\.\w+)*)\}")
OWN = ("id", "copies", "number")
PLAIN = ("game.title", "game.link", "deck.title", "deck.name", "deck.total", "side", "lang")
# What a repeated box can show of its turn.
REPEATED = ("item", "index")
MOST_LISTED = 24


@dataclass(frozen=True)
class LayoutNames:
    """What a layout of one deck can refer to."""

    game: Game
    deck: Deck
    fonts: frozenset[str]
    symbols: frozenset[str]
    templates: frozenset[str] = field(default_factory=frozenset)

    def knows(self, name: str) -> bool:
        """Return whether a name has a value that can be shown."""
        return name in self._plain_names or self._is_path(name)

    @cached_property
    def _plain_names(self) -> frozenset[str]:
        return frozenset((*self.deck.columns, *OWN, *PLAIN, *REPEATED))

    def _is_path(self, name: str) -> bool:
        """Return whether it is a number, a text, or a column of the piece a column refers to."""
        first, _, rest = name.partition(".")
        if first in ("scoring", "facts"):
            values = self.game.scoring if first == "scoring" else self.game.facts
            return isinstance(value_at(values, rest), str | int | float)
        if first == "t":
            return rest in self.game.words
        if first == "deck":
            return rest.partition("options.")[2] in self.deck.options
        column = self.deck.columns.get(first)
        other = self.game.decks.get(column.ref) if column and column.kind == "ref" else None
        return other is not None and (rest in other.columns or rest in OWN)

    @property
    def for_message(self) -> tuple[str, ...]:
        """The names that a message lists as allowed."""
        words = (f"t.{word}" for word in self.game.words)
        facts = (f"facts.{fact}" for fact in self.game.facts)
        return (*self.deck.columns, *OWN, *PLAIN, *facts, *words)


def value_at(value: object, path: str) -> object:
    """Return the value at a path of keys, which may be numbers in the file; None without one."""
    for key in path.split("."):
        if isinstance(value, Mapping):
            own = key if key in value else next((one for one in value if str(one) == key), None)
            value = None if own is None else value[own]
        elif isinstance(value, tuple | list) and key.isdecimal() and int(key) < len(value):
            value = value[int(key)]
        else:
            return None
    return value


def name_list(names: Iterable[str]) -> str:
    """Return the first names for a message: a large game has very many."""
    listed = list(names)
    return ", ".join(listed[:MOST_LISTED]) + (" …" if len(listed) > MOST_LISTED else "")


@dataclass(frozen=True)
class Name:
    """Something that is looked up: a column, a text, a number."""

    path: str


@dataclass(frozen=True)
class Parts:
    """Texts and names in order."""

    parts: tuple[str | Name, ...]

    @property
    def name(self) -> str:
        """The name, if it is a single one."""
        first = self.parts[0] if len(self.parts) == 1 else ""
        return first.path if isinstance(first, Name) else ""


def unknown_name(word: str, names: LayoutNames) -> Wrong:
    """Return the fault of a word that looks like a name and has no value."""
    hint = did_you_mean(word, names.for_message) or Message("layout.one_word")
    return invalid(Message("layout.no_name", value=quote(word)), name_list(names.for_message), hint)


def parts_of(value: object, names: LayoutNames) -> Parts:
    """Split a value into its parts; raise if it is an unknown name."""
    text = str(value)
    if _WORD.fullmatch(text) and (names.knows(text) or text == text.lower()):
        if not names.knows(text):
            raise unknown_name(text, names)
        return Parts((Name(text),))
    parts: list[str | Name] = []
    end = 0
    for match in _PLACEHOLDER.finditer(text):
        path = match[1]
        if names.knows(path):
            parts += [text[end : match.start()], Name(path)]
            end = match.end()
        elif "." in path:
            raise unknown_name(path, names)
    return Parts(tuple(part for part in (*parts, text[end:]) if part))


Lookup = Callable[[str], object]
MOST_TOKENS = 64
ALLOWED = Message("layout.condition")


def parse_condition(text: str, names: LayoutNames) -> SyntaxNode:
    """Parse the expression; raise if it is invalid or uses unknown names."""

    def check_name(name: str) -> None:
        if not names.knows(name):
            raise unknown_name(name, names)

    words = ("and", "or", "not", "in")
    language = Language((), words, MOST_TOKENS, depth=MOST_TOKENS, check_name=check_name)
    try:
        return language.parse(text)
    except ExpressionError as broken:
        if broken.reason == "long":
            fault = Message("layout.tokens", n=int(broken.sign), limit=MOST_TOKENS)
        else:
            fault = Message(_REASONS[broken.reason], value=quote(broken.sign[:20]))
        raise invalid(fault, ALLOWED) from None


_REASONS = {
    "unreadable": "layout.unreadable",
    "left_over": "layout.nothing_can",
    "no_term": "layout.needs_name",
    "ended": "layout.too_early",
    "parenthesis": "layout.parenthesis",
}


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
        return is_equal(*parts) == (tree.value == "=")
    if tree.value == "in":
        return any(is_equal(parts[0], item) for item in items_of(parts[1]))
    numbers = [number(part) for part in parts]
    return 0 if None in numbers else OPERATORS[tree.value](*numbers)


def is_equal(first: object, second: object) -> bool:
    """Compare as numbers if both are numbers, else as texts."""
    one, two = number(first), number(second)
    if one is not None and two is not None:
        return one == two
    return str(_or_empty(first)) == str(_or_empty(second))


def _or_empty(value: object) -> object:
    return "" if value is None else value


def number(value: object) -> float | None:
    """Return a value as a finite number, if it is one."""
    is_number = isinstance(value, int | float | Fraction)
    if not is_number and (not value or isinstance(value, tuple)):
        return None
    try:
        number_out = float(value if is_number else str(value))  # type: ignore[arg-type]
    except (ValueError, OverflowError):
        return None
    return number_out if math.isfinite(number_out) else None


def items_of(value: object) -> tuple[object, ...]:
    """Return the items of a list column, or of a text with items between bars."""
    if isinstance(value, tuple | list):
        return tuple(value)
    text = str(_or_empty(value))
    return tuple(item.strip(" {}") for item in text.split("|") if item.strip(" {}"))
