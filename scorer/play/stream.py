"""Reproducible randomness: a stream for each deck, ordered by card.

A shuffle gives every card a number and sorts by it. The number depends on the seed, the deck, the
count of shuffles and the card itself. Adding, removing or changing a card does not move other
cards, so two versions of a game can be played with the same shuffles.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from hashlib import sha256
from typing import Any, TypeVar

Card = TypeVar("Card", bound=Hashable)
# The largest prime below 2**30: Python is fast for numbers below it.
_PRIME = 1_073_741_789
# Distinguishes the copies of a card, and the shuffles of a deck.
_STEP = 618_033_988


def mark(value: object) -> int:
    """Return a number below 2**30 for any value, the same on every machine."""
    return int.from_bytes(sha256(repr(value).encode()).digest()[:8], "big") % _PRIME


class CardMarks(dict[Any, int]):
    """CardMarks of cards and names, created when first used."""

    def __missing__(self, value: Hashable) -> int:
        self[value] = number = mark(value)
        return number


_MARKS = CardMarks()


class Stream:
    """All randomness of one game."""

    __slots__ = ("_keys", "seed")

    def __init__(self, seed: int) -> None:
        digest = sha256(b"%d" % seed).digest()
        self.seed = seed
        self._keys = tuple(int.from_bytes(digest[at : at + 8], "big") % _PRIME for at in (0, 8, 16))

    def _pair(self, name: str, number: int) -> tuple[int, int]:
        """Return two numbers for a request, from cubes and squares of request and seed."""
        first, second, third = self._keys
        x = (_MARKS[name] + number * _STEP + first) % _PRIME
        factor = (x * x % _PRIME + second) * x % _PRIME
        return factor, (factor * factor + third) % _PRIME

    def shuffled(
        self, cards: Iterable[Card], deck: str, number: int = 0, marks: Mapping[Card, int] = _MARKS
    ) -> tuple[Card, ...]:
        """Return the cards in the order of a shuffle, no matter how they were ordered before.

        ``marks`` identifies a card if it is not the value itself.
        """
        factor, offset = self._pair(deck, number)
        keys = set()
        keyed = []
        for card in cards:
            own = marks[card]
            while own in keys:
                own = (own + _STEP) % _PRIME
            keys.add(own)
            # The square breaks the linearity in the marks.
            x = (own * factor + offset) % _PRIME
            keyed.append((x * x % _PRIME, own, card))
        keyed.sort()
        return tuple([card for _, _, card in keyed])

    def roll(self, sides: int, name: str, number: int = 0) -> int:
        """Return a number from 0 to one less than ``sides``: a die, a spinner, a choice."""
        return self._pair(name, number)[1] * sides // _PRIME

    def branch(self, name: str, number: int = 0) -> Stream:
        """Return a separate stream, such as for what a bot imagines."""
        factor, offset = self._pair(name, number)
        return Stream(factor * _PRIME + offset)
