"""Counts of pieces, demand against supply, sums, and numbers against each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from cards_data.models import Column, Piece
from cards_data.problems import Message, quoted
from generator.report.values import Fact, Figure, Form, Number, Row, Series
from generator.stats.selection import AMOUNTS, VALUES, Query, Selection, amount_of, keys_in, keys_of

SIDE = ("deck", "columns", "where", "without")
SUM = ("deck", "column", "where", "without", "once", "scoring")


def demand_supply(query: Query) -> Figure:
    """What the pieces of one deck ask for against what another deck holds, key by key.

    A side is ``{deck, columns}``: int columns are summed, each under its own name; a list, choice
    or bool column counts its values, a repeated value counts twice; without columns a
    piece counts under its id. Every copy counts. The ratio is demand for each one in supply.
    """
    demand, supply = (side(query.inner(key, *SIDE)) for key in ("demand", "supply"))
    series = (Series("demand"), Series("supply"), Series("ratio", "ratio", drawn=False))
    rows = tuple(
        (key, (demand[key], supply[key], _per(demand[key], supply[key])))
        for key in dict.fromkeys([*supply, *demand])
    )
    asked, held = demand.total(), supply.total()
    facts = (Fact(series[0], asked), Fact(series[1], held), Fact(series[2], _per(asked, held)))
    return Figure("bars", series, rows, facts, _supplier(query))


def _supplier(query: Query) -> str:
    """The deck whose pieces are the keys, where the supply is counted by piece."""
    given = query.fields.data.get("supply")
    inner: Mapping[str, object] = given if isinstance(given, dict) else {}
    name = str(inner.get("deck", ""))
    return name if "columns" not in inner and name in query.game.decks else ""


def side(query: Query) -> Counter[str]:
    """One side of the balance."""
    selection = query.selection()
    columns = query.columns(selection, "columns", (*AMOUNTS, "choice", "bool", "ref"), False)
    amounts: Counter[str] = Counter()
    for piece in selection.pieces:
        asked = needs(piece, {column.name: column.kind for column in columns})
        for key, amount in (asked if columns else Counter({piece.id: 1})).items():
            amounts[key] += amount * piece.copies
    return amounts


def needs(piece: Piece, columns: Mapping[str, str]) -> Counter[str]:
    """What one piece asks for: int columns by their name, others by their values."""
    amounts: Counter[str] = Counter()
    for name, kind in columns.items():
        if kind == "int":
            amounts[name] += amount_of(piece, name)
        else:
            amounts.update(keys_of(piece, name))
    return amounts


def _per(part: float, whole: float) -> Number:
    return part / whole if whole else None


def scatter(query: Query) -> Figure:
    """Two int columns of each piece against each other, with what one of the second costs.

    ``also`` names further int columns to show beside them. The fact is the ratio over all copies.
    """
    selection = query.selection()
    x, y = (query.column(selection, key, ("int",)) for key in ("x", "y"))
    also = query.columns(selection, "also", ("int",), required=False)
    if not x or not y:
        return Figure("points", (), ())
    series = (
        Series(x.name),
        Series(y.name),
        Series("per", "ratio", drawn=False, word="per", placeholders={"x": x.name, "y": y.name}),
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


def totals(query: Query) -> Figure:
    """Sums to compare, each declared under its own name.

    A sum is ``{deck, column}``: an int column, or a list of numbers, times the copies
    (``once: true``: each piece once); ``{deck}``: the copies; ``{scoring: a.b}``: a number of
    scoring.yaml.
    """
    sums, rows = query.inner("sums"), []
    for name in map(str, sums.fields.data):
        inner = sums.inner(name, *SUM)
        rows.append((name, (_scored(inner) if "scoring" in inner.fields.data else _sum(inner),)))
    return Figure("bars", (Series("amount"),), tuple(rows))


def _sum(query: Query) -> int:
    selection = query.selection()
    columns = query.columns(selection, "column", AMOUNTS, required=False)
    once = query.fields.flag("once")
    return sum(
        (1 if once else piece.copies)
        * (sum(_number(query, piece, column.name) for column in columns) if columns else 1)
        for piece in selection.pieces
        if columns or "column" not in query.fields.data
    )


def _number(query: Query, piece: Piece, column: str) -> int:
    """The number in a cell; a list is the sum of the numbers in it."""
    value = piece.values[column]
    if not isinstance(value, tuple):
        return amount_of(piece, column)
    words = [word for word in value if not word.lstrip("-").isdecimal()]
    if words:
        query.fields.findings.add(
            piece.at(column), Message("cell.no_whole_number", value=quoted(words[0]))
        )
        return 0
    return sum(int(word) for word in value)


def _scored(query: Query) -> float:
    """A number of scoring.yaml, by the path to it."""
    value: object = query.game.scoring
    for step in query.fields.text("scoring").split("."):
        known = list(value) if isinstance(value, Mapping) else []
        if not query.is_known(step, map(str, known), Message("stats.number_in"), "scoring"):
            return 0
        value = next(value[key] for key in known if str(key) == step)  # type: ignore[index]
    if isinstance(value, bool) or not isinstance(value, int | float):
        query.fields.findings.add(
            query.fields.at("scoring"), Message("stats.not_number"), Message("stats.single")
        )
        return 0
    return value


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
    counts under both; with ``repeats: true`` it counts as often as it bears the value. Every
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
    """Copies by value; a value that a piece bears twice counts once, unless repeats count."""
    tally: Tally = Counter()
    for piece in selection.pieces:
        keys = keys_of(piece, column.name)
        for key in keys if repeats else dict.fromkeys(keys):
            tally[key] += piece.copies
    return tally


def _without(selection: Selection, column: Column) -> int:
    """Copies that bear no value at all."""
    return sum(piece.copies for piece in selection.pieces if not keys_of(piece, column.name))
