"""The names that a layout may use, and texts with names in braces.

A single word in lower case is a name: a column, a word of the game, a number. Everything else is
a text, and ``{name}`` in it is filled in. A brace that holds no name is a symbol's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from cards_data.declarations import refused
from cards_data.models import Deck, Game
from cards_data.problems import Message, did_you_mean, quoted
from cards_data.schema import Wrong

_WORD = re.compile(r"[a-zA-Z_]\w*(\.\w+)*")
_PLACEHOLDER = re.compile(r"\{([a-zA-Z_]\w*(?:\.\w+)*)\}")
OWN = ("id", "copies", "number")
PLAIN = ("game.title", "game.link", "deck.title", "deck.name", "deck.total", "side", "lang")
# What a repeated box can show of its turn.
REPEATED = ("item", "index")


@dataclass(frozen=True)
class LayoutNames:
    """What a layout of one deck can refer to."""

    game: Game
    deck: Deck
    fonts: frozenset[str]
    symbols: frozenset[str]
    templates: frozenset[str] = field(default_factory=frozenset)

    def knows(self, name: str) -> bool:
        """Whether a name has a value that can be shown."""
        return name in self._plain or self._below(name)

    @cached_property
    def _plain(self) -> frozenset[str]:
        return frozenset((*self.deck.columns, *OWN, *PLAIN, *REPEATED))

    def _below(self, name: str) -> bool:
        """A number, a word, or a column of the piece that a column refers to."""
        first, _, rest = name.partition(".")
        if first in ("scoring", "facts"):
            return _leads(self.game.scoring if first == "scoring" else self.game.facts, rest)
        if first == "t":
            return rest in self.game.words
        if first == "deck":
            return rest.partition("options.")[2] in self.deck.options
        column = self.deck.columns.get(first)
        other = self.game.decks.get(column.ref) if column and column.kind == "ref" else None
        return other is not None and (rest in other.columns or rest in OWN)

    @property
    def shown(self) -> tuple[str, ...]:
        """The names that a message lists as allowed."""
        words = (f"t.{word}" for word in self.game.words)
        facts = (f"facts.{fact}" for fact in self.game.facts)
        return (*self.deck.columns, *OWN, *PLAIN, *facts, *words)


def _leads(values: Mapping[str, object], path: str) -> bool:
    """Whether a path of keys leads to a number or a text."""
    found: object = values
    for key in path.split("."):
        if isinstance(found, Mapping):
            found = next((value for own, value in found.items() if str(own) == key), None)
        elif isinstance(found, tuple) and key.isdecimal() and int(key) < len(found):
            found = found[int(key)]
        else:
            return False
    return isinstance(found, str | int | float)


def few(names: Iterable[str], most: int = 24) -> str:
    """The first names for a message: a long game has very many."""
    listed = list(names)
    return ", ".join(listed[:most]) + (" …" if len(listed) > most else "")


@dataclass(frozen=True)
class Name:
    """Something that is looked up: a column, a word, a number."""

    path: str


@dataclass(frozen=True)
class Shown:
    """Texts and names in their order."""

    parts: tuple[str | Name, ...]

    @property
    def name(self) -> str:
        """The one name that it is, or nothing."""
        first = self.parts[0] if len(self.parts) == 1 else ""
        return first.path if isinstance(first, Name) else ""


def unknown_name(word: str, names: LayoutNames) -> Wrong:
    """A word that looks like a name and has no value."""
    hint = did_you_mean(word, names.shown) or Message("layout.one_word")
    return refused(Message("layout.no_name", value=quoted(word)), few(names.shown), hint)


def shown(value: object, names: LayoutNames) -> Shown:
    """The parts of a value; raises where it is an unknown name."""
    text = str(value)
    if _WORD.fullmatch(text) and (names.knows(text) or text == text.lower()):
        if not names.knows(text):
            raise unknown_name(text, names)
        return Shown((Name(text),))
    parts: list[str | Name] = []
    end = 0
    for match in _PLACEHOLDER.finditer(text):
        path = match[1]
        if names.knows(path):
            parts += [text[end : match.start()], Name(path)]
            end = match.end()
        elif "." in path:
            raise unknown_name(path, names)
    return Shown(tuple(part for part in (*parts, text[end:]) if part))
