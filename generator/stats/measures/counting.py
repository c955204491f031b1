"""Counting pieces: by a number on them, by a value on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from cards_data.models import Column
from cards_data.problems import Message
from generator.report.values import Fact, Figure, Form, Series
from generator.stats.selection import AMOUNTS, VALUES, Query, Selection, amount_of, keys_in, keys_of

Tally = Counter[str]
PIECES = Series("pieces")
# A longer curve shows only the numbers that occur.
WIDEST = 40


def histogram(query: Query) -> Figure:
    """How many pieces bear each number: an int column, a list's length, or a sum of several.

    Every copy counts. Numbers that nobody bears are shown too, so that a gap is seen, unless the
    numbers lie very far apart.
    """
    selection = query.selection()
    columns = query.columns(selection, "columns", AMOUNTS)
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


def counts(query: Query) -> Figure:
    """How many pieces bear each value of a choice, list, bool or ref column.

    ``deck`` and ``column`` may be lists: each deck, or each column, is then a series of its own;
    so is each value of ``by``, another column of the one deck. A piece with two of the values
    counts under both; with ``repeats: true`` it counts as often as the value stands on it. Every
    copy counts.
    """
    parts = [
        (selection, column)
        for selection in map(query.selection, query.words("deck"))
        for column in query.columns(selection, "column", VALUES)
    ]
    keys = _merged(keys_in(selection, column, query.game) for selection, column in parts)
    series, tallies = _split(query, parts)
    rows = tuple((key, tuple(tally[key] for tally in tallies)) for key in keys)
    pieces = {selection.name: selection.total for selection, _ in parts}
    without = sum(_without(selection, column) for selection, column in parts)
    standing = sum(tally.total() for tally in tallies)
    total = standing if query.fields.flag("repeats") else sum(pieces.values())
    facts = (_total(total), Fact(Series("without_any"), without))
    refs = next((column.ref for _, column in parts if column.ref), "")
    decks = {selection.name for selection, _ in parts}
    # Parts of one deck make a whole; two decks are held against each other.
    form: Form = "stacked" if len(series) > 1 and len(decks) == 1 else "bars"
    return Figure(form, series, rows, facts if without else facts[:1], refs)


def _merged(lists: Iterable[list[str]]) -> list[str]:
    return list(dict.fromkeys(key for keys in lists for key in keys))


def _split(
    query: Query, parts: Sequence[tuple[Selection, Column]]
) -> tuple[tuple[Series, ...], list[Tally]]:
    """The series of a count, and the tally of each."""
    if "by" in query.fields.data:
        return _split_by(query, parts)
    repeats = query.fields.flag("repeats")
    tallies = [_tally(selection, column, repeats) for selection, column in parts]
    if len(parts) == 1:
        return (PIECES,), tallies
    decks = {selection.name for selection, _ in parts}
    return tuple(
        Series(selection.name if len(decks) > 1 else column.name) for selection, column in parts
    ), tallies


def _split_by(
    query: Query, parts: Sequence[tuple[Selection, Column]]
) -> tuple[tuple[Series, ...], list[Tally]]:
    if len(parts) != 1:
        found = Message("stats.to_split", n=len(parts))
        query.fields.findings.add(query.fields.at("by"), found, Message("stats.one_each"))
        return (), []
    selection, column = parts[0]
    by = query.column(selection, "by", VALUES)
    if not by:
        return (), []
    keys = keys_in(selection, by, query.game)
    repeats = query.fields.flag("repeats")
    tallies = [_tally(_bearing(selection, by, key), column, repeats) for key in keys]
    return tuple(Series(key) for key in keys), tallies


def _bearing(selection: Selection, column: Column, key: str) -> Selection:
    pieces = tuple(piece for piece in selection.pieces if key in keys_of(piece, column.name))
    return Selection(selection.name, selection.columns, pieces)


def _tally(selection: Selection, column: Column, repeats: bool) -> Tally:
    """Copies by value; a value that stands twice on a piece counts once, unless repeats count."""
    tally: Tally = Counter()
    for piece in selection.pieces:
        keys = keys_of(piece, column.name)
        for key in keys if repeats else dict.fromkeys(keys):
            tally[key] += piece.copies
    return tally


def _without(selection: Selection, column: Column) -> int:
    """Copies that bear no value at all."""
    return sum(piece.copies for piece in selection.pieces if not keys_of(piece, column.name))
