"""Checked look-ups of decks, columns and pieces for the parameters of a chart.

What does not exist is a finding with file and line, and the answer is empty, so that all findings
are reported together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from cards_data.declarations import Fields
from cards_data.models import Column, Deck, Game, Piece
from cards_data.problems import Message, did_you_mean, either, quoted

AMOUNTS = ("int", "list")
VALUES = ("choice", "list", "bool", "ref")


@dataclass(frozen=True)
class Selection:
    """Some pieces of one deck."""

    name: str
    columns: Mapping[str, Column]
    pieces: tuple[Piece, ...]

    @property
    def total(self) -> int:
        return sum(piece.copies for piece in self.pieces)


NOTHING = Selection("", {}, ())


@dataclass(frozen=True)
class Query:
    """Parameters of a chart, or of a part of it, and the game they are asked of."""

    game: Game
    fields: Fields

    def inner(self, key: str, *known: str, required: bool = True) -> Query:
        """A mapping among the parameters; ``known`` are the keys that it may hold, if limited."""
        inner = self.fields.inner(key, required)
        if known:
            inner.known(*known)
        return Query(self.game, inner)

    def words(self, key: str, required: bool = True) -> tuple[str, ...]:
        """One word, or a list of them."""
        if isinstance(self.fields.data.get(key), list):
            return tuple(plain(item) for item in self.fields.items(key))
        word = self.fields.text(key, None if required else "")
        return (word,) if word else ()

    def numbers(self, key: str, least: int = 0) -> tuple[int, ...]:
        """One whole number, or a list of them."""
        given = self.fields.data.get(key)
        numbers = _listed(given)
        if not numbers or any(not isinstance(item, int) or item < least for item in numbers):
            found, allowed = (
                Message("value.found", value=quoted(given)),
                Message("stats.from", n=least),
            )
            self.fields.findings.add(self.fields.at(key), found, allowed)
            return ()
        return tuple(numbers)

    def number(self, key: str, least: int = 0) -> int:
        numbers = self.numbers(key, least)
        return numbers[0] if numbers else least

    def selection(self, name: str | None = None) -> Selection:
        """The pieces of ``deck``, narrowed by ``where`` and ``without``."""
        name = self.fields.text("deck") if name is None else name
        deck = self.deck(name, "deck") if name else None
        if not deck:
            return NOTHING
        gone = self.ids("without", deck.name, deck.pieces)
        pieces = [piece for piece in deck.pieces if piece.id not in gone]
        for column, allowed in self._conditions(deck):
            pieces = [piece for piece in pieces if allowed & set(keys_of(piece, column))]
        return Selection(deck.name, deck.columns, tuple(pieces))

    def deck(self, name: str, key: str) -> Deck | None:
        decks = self.game.decks
        return decks[name] if self.is_known(name, decks, Message("stats.deck"), key) else None

    def ids(self, key: str, deck: str, pieces: Iterable[Piece]) -> list[str]:
        """The pieces that a parameter names, if it is there."""
        known, what = [piece.id for piece in pieces], Message("stats.piece_of", deck=deck)
        words = self.words(key, required=False)
        return [word for word in words if self.is_known(word, known, what, key)]

    def column(self, selection: Selection, key: str, kinds: Iterable[str]) -> Column | None:
        return next(iter(self.columns(selection, key, kinds)), None)

    def columns(
        self, selection: Selection, key: str, kinds: Iterable[str], required: bool = True
    ) -> tuple[Column, ...]:
        """The columns that a parameter names, each of a fitting type."""
        words = self.words(key, required)
        if selection is NOTHING:
            return ()
        fitting = _of_kinds(selection.columns, kinds)
        what = Message("stats.column_of_type", kinds=either(tuple(kinds)), deck=selection.name)
        return tuple(fitting[word] for word in words if self.is_known(word, fitting, what, key))

    def is_known(self, word: str, known: Iterable[str], what: Message, key: str) -> bool:
        """Whether the word is among those known; if not, that is a finding."""
        allowed = list(known)
        if word in allowed:
            return True
        hint = did_you_mean(word, allowed)
        found = Message("stats.none_such", what=what, value=quoted(word))
        self.fields.findings.add(self.fields.at(key), found, ", ".join(allowed), hint)
        return False

    def _conditions(self, deck: Deck) -> list[tuple[str, set[str]]]:
        """``where: {level: ["1", "2"]}``: the column holds one of these values."""
        inner, known = self.inner("where", required=False), _of_kinds(deck.columns, VALUES)
        what = Message("stats.column_in", deck=deck.name)
        conditions: list[tuple[str, set[str]]] = []
        for name in map(str, inner.fields.data):
            if inner.is_known(name, known, what, name):
                values = set(map(plain, _listed(inner.fields.data[name])))
                for value in sorted(values) if (choices := _declared(known[name])) else ():
                    inner.is_known(value, choices, Message("stats.value"), name)
                conditions.append((name, values))
        return conditions


def _of_kinds(columns: Mapping[str, Column], kinds: Iterable[str]) -> dict[str, Column]:
    return {name: column for name, column in columns.items() if column.kind in kinds}


def _declared(column: Column) -> tuple[str, ...]:
    return ("yes", "no") if column.kind == "bool" else tuple(column.choices)


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def plain(value: Any) -> str:
    """A value as a key. YAML reads a bare ``yes`` as true; the columns hold yes and no."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def keys_of(piece: Piece, column: str) -> tuple[str, ...]:
    """What a piece counts under in a column: its words, yes or no, or its one value."""
    value = piece.values[column]
    if isinstance(value, tuple):
        return value
    word = plain(value) if value is not None else ""
    return (word,) if word else ()


def amount_of(piece: Piece, column: str) -> int:
    """The number in a column; a list counts its words, an empty cell is nothing."""
    value = piece.values[column]
    return len(value) if isinstance(value, tuple) else int(value or 0)


def keys_in(selection: Selection, column: Column, game: Game) -> list[str]:
    """The values of a column in the order of their declaration, then those merely found."""
    used = [key for piece in selection.pieces for key in keys_of(piece, column.name)]
    declared = _declared(column)
    if column.kind == "ref":
        declared = tuple(piece.id for piece in game.decks[column.ref].pieces if piece.id in used)
    return list(dict.fromkeys([*declared, *used]))
