"""Balance: what is asked against what there is, what is paid against what it brings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from cards_data.models import Piece
from cards_data.problems import Message, quoted
from generator.report.values import Fact, Figure, Number, Row, Series
from generator.stats.selection import AMOUNTS, Query, amount_of, keys_of

SIDE = ("deck", "columns", "where", "without")
SUM = ("deck", "column", "where", "without", "once", "scoring")


def demand_supply(query: Query) -> Figure:
    """What the pieces of one deck ask for against what another deck holds, key by key.

    A side is ``{deck, columns}``: int columns are summed, each under its own name; a list, choice
    or bool column counts its values, a value that stands twice counts twice; without columns a
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
    """Sums to be held against each other, each declared under a name of its own.

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
