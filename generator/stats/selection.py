"""What every chart declares, and checked look-ups of the decks, columns and pieces it names.

Anything that does not exist is a finding with file and line. The result is then empty, so that all
findings are reported together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from cards_data.declarations import Text, Texts, read_by
from cards_data.documents import Document, ReadOnly
from cards_data.models import Column, Game, Piece
from cards_data.problems import Findings, Message, Place, Problem, one_of, quote
from cards_data.schema import Frozen, Mistakes, Path, ReadBy
from generator.report.values import Figure

AMOUNTS = ("int", "list")
VALUES = ("choice", "list", "bool", "ref")


def as_key(value: Any) -> str:
    """Return a value as a key; YAML reads a bare ``yes`` as true, while columns hold yes and no."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _names(raw: Any, path: Path, errors: Mistakes) -> tuple[str, ...]:
    if raw is None or isinstance(raw, dict):
        errors.refuse(raw, "text", path)
        return ()
    values = raw if isinstance(raw, list) else [raw]
    return tuple(as_key(one) for one in values if one != "")


def numbers(least: int) -> ReadBy:
    """Return a reader of one whole number, or a list of them."""

    def read(raw: Any, _: Any) -> tuple[int, ...] | None:
        values = raw if isinstance(raw, list) else [raw]
        fits = all(isinstance(one, int) and one >= least for one in values)
        return tuple(values) if values and fits else None

    return read_by(read, Message("stats.from", n=least), (least,))


# One name or value, or a list of them.
Names = Annotated[tuple[str, ...], ReadBy(_names, "text", ())]


class PieceFilter(Frozen):
    """Which pieces of a deck count."""

    place: Place
    where: dict[Any, Names] = ReadOnly({})
    """only pieces with one of these values: {level: ["1", "2"]}"""
    without: Names = ()
    """pieces to leave out"""


class DeckFilter(PieceFilter):
    """Some pieces of one deck."""

    deck: Text
    """the deck that is counted"""


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
    """A game that charts are computed for. A ``part`` is a chart or a mapping in it."""

    game: Game
    document: Document
    findings: Findings

    def place(self, part: Any, *steps: Any) -> Place:
        return self.document.at(*part.place.path, *steps)

    def selection(self, part: PieceFilter, name: str) -> Selection:
        """Return the pieces of a deck, narrowed by ``where`` and ``without``."""
        decks = self.game.decks
        if not name or not self.is_known(name, decks, Message("stats.deck"), part, "deck"):
            return NOTHING
        columns = decks[name].columns
        pieces = self.without_pieces(part, "without", Selection(name, columns, decks[name].pieces))
        columns_by_name = _of_kinds(columns, VALUES)
        for key, values in part.where.items():
            what, column = Message("stats.column_in", deck=name), str(key)
            if self.is_known(column, columns_by_name, what, part, "where", key):
                for value in (
                    sorted(values) if (choices := _declared_values(columns_by_name[column])) else ()
                ):
                    self.is_known(value, choices, Message("stats.value"), part, "where", key)
                pieces = tuple(one for one in pieces if {*values} & {*keys_of(one, column)})
        return Selection(name, columns, pieces)

    def without_pieces(self, part: Any, key: str, selection: Selection) -> tuple[Piece, ...]:
        """Return the pieces without those that a parameter names."""
        ids, gone = [piece.id for piece in selection.pieces], getattr(part, key)
        for name in gone:
            self.is_known(name, ids, Message("stats.piece_of", deck=selection.name), part, key)
        return tuple(piece for piece in selection.pieces if piece.id not in gone)

    def columns(
        self, selection: Selection, kinds: Iterable[str], names: Names, part: Any, *steps: Any
    ) -> tuple[Column, ...]:
        """Return the columns with these names, each of a suitable type."""
        if selection is NOTHING:
            return ()
        by_name = _of_kinds(selection.columns, kinds)
        what = Message("stats.column_of_type", kinds=one_of(tuple(kinds)), deck=selection.name)
        return tuple(
            by_name[one] for one in names if self.is_known(one, by_name, what, part, *steps)
        )

    def column(
        self, selection: Selection, kinds: Iterable[str], part: Any, key: str = "column"
    ) -> Column | None:
        columns = self.columns(selection, kinds, getattr(part, key), part, key)
        return columns[0] if columns else None

    def is_known(
        self, word: str, words: Iterable[str], what: Message, part: Any, *steps: Any
    ) -> bool:
        """Return whether the value is known; if not, add a finding."""
        allowed = list(words)
        if word not in allowed:
            where, fault = self.place(part, *steps), none_such(what, word)
            self.findings.extend([Problem.unknown(where, fault, word, allowed)])
        return word in allowed


class NamesFrom(Frozen):
    """Where the rows of a chart get their names."""

    deck: Text = ""
    """uses the names of this deck's pieces"""
    words: Text = ""
    """uses the texts of words.csv with this prefix"""


class DeclaredChart(Frozen):
    """What stats.yaml says of every chart."""

    place: Place
    title: Texts
    """in every language of the game"""
    meaning: Texts
    """one plain sentence on what the chart means for play"""
    measure: Text
    """what it counts, see below"""
    names: NamesFrom = NamesFrom()
    """where rows get their names: from the pieces of a deck, or from words.csv"""
    labels: dict[Any, Texts] = ReadOnly({})
    """names of single rows and series"""

    def figure(self, query: Query) -> Figure:
        """Compute the numbers for a version of the game; what the game lacks is a finding."""
        raise NotImplementedError


def none_such(what: Message, word: object) -> Message:
    return Message("stats.none_such", what=what, value=quote(word))


def _of_kinds(columns: Mapping[str, Column], kinds: Iterable[str]) -> dict[str, Column]:
    return {name: column for name, column in columns.items() if column.kind in kinds}


def _declared_values(column: Column) -> tuple[str, ...]:
    return ("yes", "no") if column.kind == "bool" else tuple(column.choices)


def keys_of(piece: Piece, column: str) -> tuple[str, ...]:
    """Return what a piece counts under in a column: its words, yes or no, or its one value."""
    value = piece.values[column]
    if isinstance(value, tuple):
        return value
    word = as_key(value) if value is not None else ""
    return (word,) if word else ()


def amount_of(piece: Piece, column: str) -> int:
    """Return the number in a column; a list counts its words, an empty cell is 0."""
    value = piece.values[column]
    return len(value) if isinstance(value, tuple) else int(value or 0)


def keys_in(selection: Selection, column: Column, game: Game) -> list[str]:
    """Return the values of a column in declared order, then undeclared ones."""
    used = [key for piece in selection.pieces for key in keys_of(piece, column.name)]
    declared = _declared_values(column)
    if column.kind == "ref":
        declared = tuple(piece.id for piece in game.decks[column.ref].pieces if piece.id in used)
    return list(dict.fromkeys([*declared, *used]))
