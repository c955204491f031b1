"""The names that a layout may use: columns, words, numbers, colours, fonts, symbols.

Comes in: a checked game and a deck of it. Goes out: what a name in a layout file means, or the
nearest names that mean something.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from cards_data.models import Deck, Game

WORD = re.compile(r"[a-zA-Z_]\w*(\.\w+)*")
OWN = ("id", "copies", "number")
PLAIN = ("game.title", "game.link", "deck.title", "deck.name", "deck.total", "side", "lang")
# What a repeated box can say of its turn.
REPEATED = ("item", "index")


@dataclass(frozen=True)
class LayoutNames:
    """What a layout of one deck can speak of."""

    game: Game
    deck: Deck
    fonts: frozenset[str]
    symbols: frozenset[str]
    templates: frozenset[str] = field(default_factory=frozenset)

    def knows(self, name: str) -> bool:
        """Whether a name stands for something that can be shown."""
        return name in self.plain or self._below(name)

    @cached_property
    def plain(self) -> frozenset[str]:
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
        other = self.game.decks.get(self.ref(first))
        return other is not None and (rest in other.columns or rest in OWN)

    def ref(self, column: str) -> str:
        """The deck that a column refers to."""
        declared = self.deck.columns.get(column)
        return declared.ref if declared and declared.kind == "ref" else ""

    def listed(self, name: str) -> bool:
        """Whether a column holds a list."""
        declared = self.deck.columns.get(name)
        return bool(declared and declared.kind == "list")

    @property
    def shown(self) -> tuple[str, ...]:
        """What is told to be allowed where a name means nothing."""
        words = (f"t.{word}" for word in self.game.words)
        facts = (f"facts.{fact}" for fact in self.game.facts)
        return (*self.deck.columns, *OWN, *PLAIN, *facts, *words)

    def colour(self, name: str) -> bool:
        return name in self.game.colours


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
    """LayoutNames for a message: not all words of a long game."""
    listed = list(names)
    return ", ".join(listed[:most]) + (" …" if len(listed) > most else "")
