"""Counts of pieces, demand and supply, sums, and correlations of numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from cards_data.declarations import Text, invalid
from cards_data.models import Column, Piece
from cards_data.problems import Message, quote
from generator.report.values import Fact, Figure, Form, Number, Row, Series

from .selection import (
    AMOUNTS,
    VALUES,
    DeckFilter,
    DeclaredChart,
    Names,
    PieceFilter,
    Query,
    Selection,
    amount_of,
    keys_in,
    keys_of,
)


class BalanceSide(DeckFilter):
    """What one side of the balance counts."""

    columns: Names = ()
    """int columns are summed by name, others count their values; if left out, pieces are counted"""


class DemandSupply(DeclaredChart):
    """The demand of one deck and the supply of another, and their ratio."""

    demand: BalanceSide
    """the demand: a mapping as for deck, with columns"""
    supply: BalanceSide
    """the supply, in the same form"""

    def figure(self, query: Query) -> Figure:
        demand, supply = side(self.demand, query), side(self.supply, query)
        series = (Series("demand"), Series("supply"), Series("ratio", "ratio", drawn=False))
        rows = tuple(
            (key, (demand[key], supply[key], _per(demand[key], supply[key])))
            for key in dict.fromkeys([*supply, *demand])
        )
        needed, supplied = demand.total(), supply.total()
        facts = (
            Fact(series[0], needed),
            Fact(series[1], supplied),
            Fact(series[2], _per(needed, supplied)),
        )
        # If the supply is counted by piece, its pieces are the keys.
        deck = self.supply.deck if not self.supply.columns else ""
        return Figure("bars", series, rows, facts, deck if deck in query.game.decks else "")


def side(part: BalanceSide, query: Query) -> Counter[str]:
    selection = query.selection(part, part.deck)
    kinds = (*AMOUNTS, "choice", "bool", "ref")
    columns = query.columns(selection, kinds, part.columns, part, "columns")
    amounts: Counter[str] = Counter()
    for piece in selection.pieces:
        needed = needs(piece, {column.name: column.kind for column in columns})
        for key, amount in (needed if columns else Counter({piece.id: 1})).items():
            amounts[key] += amount * piece.copies
    return amounts


def needs(piece: Piece, columns: Mapping[str, str]) -> Counter[str]:
    """Return what one piece needs: int columns by name, others by value."""
    amounts: Counter[str] = Counter()
    for name, kind in columns.items():
        if kind == "int":
            amounts[name] += amount_of(piece, name)
        else:
            amounts.update(keys_of(piece, name))
    return amounts


def _per(part: float, whole: float) -> Number:
    return part / whole if whole else None


class Scatter(DeckFilter, DeclaredChart):
    """Two int columns of each piece, plotted as x and y, and their ratio."""

    x: Names
    """an int column"""
    y: Names
    """another int column"""
    also: Names = ()
    """further int columns to show"""

    def figure(self, query: Query) -> Figure:
        selection = query.selection(self, self.deck)
        x, y = (query.column(selection, ("int",), self, key) for key in ("x", "y"))
        also = query.columns(selection, ("int",), self.also, self, "also")
        if not x or not y:
            return Figure("points", (), ())
        series = (
            Series(x.name),
            Series(y.name),
            Series(
                "per", "ratio", drawn=False, word="per", placeholders={"x": x.name, "y": y.name}
            ),
            *(Series(column.name, drawn=False) for column in also),
            Series("copies", drawn=False),
        )
        rows = tuple(
            _point(piece, x.name, y.name, tuple(column.name for column in also))
            for piece in selection.pieces
        )
        sums = [sum(amount_of(p, c.name) * p.copies for p in selection.pieces) for c in (x, y)]
        return Figure("points", series, rows, (Fact(series[2], _per(*sums)),), selection.name)


def _point(piece: Piece, x: str, y: str, also: tuple[str, ...]) -> Row:
    first, second = amount_of(piece, x), amount_of(piece, y)
    more = (amount_of(piece, name) for name in also)
    return (piece.id, (first, second, _per(first, second), *more, piece.copies))


class Sum(PieceFilter):
    """One of several sums: of a column, of copies, or a number of scoring.yaml."""

    deck: Text = ""
    """the deck whose copies are counted"""
    column: Names = ()
    """an int column, or a list of numbers, times the copies"""
    once: bool = False
    """counts each piece once, regardless of its copies"""
    scoring: Text = ""
    """a number of scoring.yaml instead, such as votes.success.from"""

    def _check(self) -> None:
        if not self.deck and not self.scoring:
            raise invalid(Message("wrong.missing"), Message("allowed.text"), at=("deck",))


class Totals(DeclaredChart):
    """Sums side by side."""

    sums: dict[Any, Sum]
    """the sums, by name"""

    def figure(self, query: Query) -> Figure:
        sums = ((str(name), one) for name, one in self.sums.items())
        rows = (
            (name, (_scoring_number(one, query) if one.scoring else _sum(one, query),))
            for name, one in sums
        )
        return Figure("bars", (Series("amount"),), tuple(rows))


def _sum(part: Sum, query: Query) -> int:
    selection = query.selection(part, part.deck)
    columns = query.columns(selection, AMOUNTS, part.column, part, "column")
    return sum(
        (1 if part.once else piece.copies)
        * (sum(_number(query, piece, column.name) for column in columns) if columns else 1)
        for piece in selection.pieces
        if columns or not part.column
    )


def _number(query: Query, piece: Piece, column: str) -> int:
    """Return the number in a cell; a list is the sum of its numbers."""
    value = piece.values[column]
    if not isinstance(value, tuple):
        return amount_of(piece, column)
    words = [word for word in value if not word.lstrip("-").isdecimal()]
    if words:
        fault = Message("cell.no_whole_number", value=quote(words[0]))
        query.findings.add(piece.at(column), fault)
        return 0
    return sum(int(word) for word in value)


def _scoring_number(part: Sum, query: Query) -> float:
    """Return a number of scoring.yaml by its path."""
    value: Any = query.game.scoring
    for step in part.scoring.split("."):
        keys = {str(key): key for key in value} if isinstance(value, Mapping) else {}
        if not query.is_known(step, keys, Message("stats.number_in"), part, "scoring"):
            return 0
        value = value[keys[step]]
    if isinstance(value, bool) or not isinstance(value, int | float):
        where = query.place(part, "scoring")
        query.findings.add(where, Message("stats.not_number"), Message("stats.single"))
        return 0
    return value


Tally = Counter[str]
# Some pieces of a deck, and the column that is counted.
Part = tuple[Selection, Column]
PIECES = Series("pieces")
# A longer curve shows only the numbers that occur.
WIDEST = 40


class Histogram(DeckFilter, DeclaredChart):
    """How many pieces have each number, with the mean.

    Numbers that no piece bears are shown too, so that a gap is seen, unless they are far apart.
    """

    columns: Names
    """an int column, a list whose length is counted, or several that are added"""

    def figure(self, query: Query) -> Figure:
        selection = query.selection(self, self.deck)
        columns = query.columns(selection, AMOUNTS, self.columns, self, "columns")
        tally: Counter[int] = Counter()
        for piece in selection.pieces:
            tally[sum(amount_of(piece, column.name) for column in columns)] += piece.copies
        span = range(min(tally), max(tally) + 1) if tally else range(0)
        numbers = span if len(span) <= WIDEST else sorted(tally)
        rows = tuple((str(number), (tally[number],)) for number in numbers)
        return Figure("columns", (PIECES,), rows, (_mean(tally), _total(tally.total())))


def _mean(tally: Counter[int]) -> Fact:
    total = tally.total()
    mean = sum(number * copies for number, copies in tally.items()) / total if total else None
    return Fact(Series("mean", "ratio"), mean)


def _total(pieces: int) -> Fact:
    return Fact(Series("in_all"), pieces)


class Counts(PieceFilter, DeclaredChart):
    """How many pieces have each value."""

    deck: Names
    """the deck that is counted; each of several is a series"""
    column: Names
    """a choice, list, bool or ref column; each of several is a series"""
    by: Names = ()
    """another column of the one deck: each of its values is a series"""
    repeats: bool = False
    """counts a value twice if a piece has it twice"""

    def figure(self, query: Query) -> Figure:
        parts = [
            (selection, column)
            for deck in self.deck
            for selection in (query.selection(self, deck),)
            for column in query.columns(selection, VALUES, self.column, self, "column")
        ]
        lists = (keys_in(selection, column, query.game) for selection, column in parts)
        keys = dict.fromkeys(key for keys in lists for key in keys)
        split = _split_by(self, query, parts) if self.by else _name_parts(parts)
        series = tuple(one for one, _ in split)
        tallies = [_tally(selection, column, self.repeats) for _, (selection, column) in split]
        rows = tuple((key, tuple(tally[key] for tally in tallies)) for key in keys)
        pieces = {selection.name: selection.total for selection, _ in parts}
        without = sum(
            piece.copies
            for selection, column in parts
            for piece in selection.pieces
            if not keys_of(piece, column.name)
        )
        standing = sum(tally.total() for tally in tallies)
        total = standing if self.repeats else sum(pieces.values())
        facts = (_total(total), Fact(Series("without_any"), without))
        refs = next((column.ref for _, column in parts if column.ref), "")
        decks = {selection.name for selection, _ in parts}
        # Parts of one deck form a whole; two decks are compared.
        form: Form = "stacked" if len(series) > 1 and len(decks) == 1 else "bars"
        return Figure(form, series, rows, facts if without else facts[:1], refs)


def _name_parts(parts: Sequence[Part]) -> list[tuple[Series, Part]]:
    """Name several parts by their decks, or by their columns if the deck is the same."""
    if len(parts) == 1:
        return [(PIECES, parts[0])]
    several = len({selection.name for selection, _ in parts}) > 1
    return [(Series((part[0] if several else part[1]).name), part) for part in parts]


def _split_by(chart: Counts, query: Query, parts: Sequence[Part]) -> list[tuple[Series, Part]]:
    """Split the one part by the values of another column."""
    if len(parts) != 1:
        fault = Message("stats.to_split", n=len(parts))
        query.findings.add(query.place(chart, "by"), fault, Message("stats.one_each"))
        return []
    selection, column = parts[0]
    by = query.column(selection, VALUES, chart, "by")
    keys = keys_in(selection, by, query.game) if by else []
    return [(Series(key), (_bearing(selection, by, key), column)) for key in keys if by]


def _bearing(selection: Selection, column: Column, key: str) -> Selection:
    pieces = tuple(piece for piece in selection.pieces if key in keys_of(piece, column.name))
    return Selection(selection.name, selection.columns, pieces)


def _tally(selection: Selection, column: Column, repeats: bool) -> Tally:
    """Count copies by value; a value twice on a piece counts once, unless repeats count."""
    tally: Tally = Counter()
    for piece in selection.pieces:
        keys = keys_of(piece, column.name)
        for key in keys if repeats else dict.fromkeys(keys):
            tally[key] += piece.copies
    return tally
