"""What a chart asks of a game: checked look-ups of decks, columns and pieces.

Comes in: the parameters of a chart and a game. Goes out: the pieces and columns that they mean;
a deck, column, value or piece that does not exist is a finding with file and line, and the
answer is then empty, so that all findings come at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from cards_data.fields import Fields
from cards_data.models import Column, Deck, Game, Piece
from cards_data.problems import Message, did_you_mean, either, quoted

from .value_names import plain

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

    def inner(self, key: str, *known: str) -> Query:
        """A mapping among the parameters, with the keys that it may hold."""
        inner = self.fields.inner(key)
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
        numbers = given if isinstance(given, list) else [given]
        wrong = [item for item in numbers if not isinstance(item, int) or item < least]
        if wrong or not numbers:
            allowed = Message("stats.from", n=least)
            self.fields.findings.add(
                self.fields.at(key), Message("value.found", value=quoted(given)), allowed
            )
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
        pieces = [piece for piece in deck.pieces if piece.id not in self._left_out(deck)]
        for column, allowed in self._conditions(deck):
            pieces = [piece for piece in pieces if allowed & set(keys_of(piece, column))]
        return Selection(deck.name, deck.columns, tuple(pieces))

    def deck(self, name: str, key: str) -> Deck | None:
        decks = self.game.decks
        return decks[name] if self.is_known(name, decks, Message("stats.deck"), key) else None

    def column(self, selection: Selection, key: str, kinds: Iterable[str]) -> Column | None:
        columns = self.columns(selection, key, kinds)
        return columns[0] if columns else None

    def columns(
        self, selection: Selection, key: str, kinds: Iterable[str], required: bool = True
    ) -> tuple[Column, ...]:
        """The columns that a parameter names, each of a fitting type."""
        columns = (self._checked(selection, name, key, kinds) for name in self.words(key, required))
        return tuple(column for column in columns if column) if selection is not NOTHING else ()

    def is_known(self, word: str, known: Iterable[str], what: Message, key: str) -> bool:
        """Whether the word is among those known; if not, that is a finding."""
        allowed = list(known)
        if word in allowed:
            return True
        hint = did_you_mean(word, allowed)
        found = Message("stats.none_such", what=what, value=quoted(word))
        self.fields.findings.add(self.fields.at(key), found, ", ".join(allowed), hint)
        return False

    def _checked(
        self, selection: Selection, name: str, key: str, kinds: Iterable[str]
    ) -> Column | None:
        if selection is NOTHING:
            return None
        fitting = [column.name for column in selection.columns.values() if column.kind in kinds]
        what = Message("stats.column_of_type", kinds=either(tuple(kinds)), deck=selection.name)
        return selection.columns[name] if self.is_known(name, fitting, what, key) else None

    def _left_out(self, deck: Deck) -> tuple[str, ...]:
        ids = [piece.id for piece in deck.pieces]
        return tuple(
            word
            for word in self.words("without", required=False)
            if self.is_known(word, ids, Message("stats.piece_of", deck=deck.name), "without")
        )

    def _conditions(self, deck: Deck) -> list[tuple[str, set[str]]]:
        """``where: {level: ["1", "2"]}``: the column holds one of these values."""
        inner = Query(self.game, self.fields.inner("where", required=False))
        conditions: list[tuple[str, set[str]]] = []
        for name in map(str, inner.fields.data):
            if inner.is_known(
                name, _of_kinds(deck, VALUES), Message("stats.column_in", deck=deck.name), name
            ):
                values = set(map(plain, _listed(inner.fields.data[name])))
                inner.check_values(values, deck.columns[name])
                conditions.append((name, values))
        return conditions

    def check_values(self, values: Iterable[str], column: Column) -> None:
        known = ("yes", "no") if column.kind == "bool" else column.choices
        for value in sorted(values):
            if known:
                self.is_known(value, known, Message("stats.value"), column.name)


def _of_kinds(deck: Deck, kinds: Iterable[str]) -> list[str]:
    return [column.name for column in deck.columns.values() if column.kind in kinds]


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


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
    declared: Iterable[str] = column.choices
    if column.kind == "bool":
        declared = ("yes", "no")
    if column.kind == "ref":
        declared = [piece.id for piece in game.decks[column.ref].pieces if piece.id in used]
    return list(dict.fromkeys([*declared, *used]))
