"""The operations on a file of a game, each with its inverse.

Operations are plain values, so they can be stored and undone. Applying one is a conflict if
somebody else changed the same place.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import groupby
from typing import Any, NamedTuple, Self

from cards_data import Problems
from cards_data.problems import Message
from cards_data.tables import column_name

from .csv_text import CsvText
from .yaml_text import YamlText


@dataclass(frozen=True)
class Operation:
    """An operation on one file; its inverse swaps ``before`` and ``after``."""

    file: str

    def record(self) -> dict[str, Any]:
        return {"kind": type(self).__name__, **asdict(self)}

    def inverse(self) -> Self:
        now = vars(self)
        raw = now["raw"][::-1] if now.get("raw") else None
        changed = {"before": now["after"], "after": now["before"]}
        return replace(self, **changed, **({"raw": raw} if raw else {}))


@dataclass(frozen=True)
class CellChange(Operation):
    """A change of a table cell; ``raw`` is how it was and is written, once known."""

    row: str
    column: str
    before: str
    after: str
    raw: tuple[str | None, str | None] | None = None
    # The identity of the row, even if its id has changed.
    key: str = ""

    def inverse(self) -> Self:
        # The row may be found by the cell that changed.
        row = self.after if self.column == "id" else self.row
        return replace(super().inverse(), row=row)


@dataclass(frozen=True)
class RowChange(Operation):
    """A row that is added (no ``before``) or removed (no ``after``), as written, and where."""

    row: str
    above: str
    before: str | None
    after: str | None
    key: str = ""
    # Blank lines between the row above and this one.
    gap: str = ""


@dataclass(frozen=True)
class Move(Operation):
    """A row that moves below another one, or to the top if none is given."""

    row: str
    before: str
    after: str
    key: str = ""
    # Blank lines above the row at its old and new position.
    raw: tuple[str, str] = ("", "")


@dataclass(frozen=True)
class Value(Operation):
    """A value of a YAML file; ``raw`` is how it was and is written, once known."""

    path: tuple[str | int, ...]
    before: str
    after: str
    raw: tuple[str, str] | None = None


@dataclass(frozen=True)
class RawValue(Operation):
    """The raw text at a path of a YAML file; nothing if its mapping lacks the key.

    A new key is added at the end of its mapping, or after ``behind``.
    """

    path: tuple[str | int, ...]
    before: str | None
    after: str | None
    behind: str = ""


@dataclass(frozen=True)
class ColumnAdded(Operation):
    """A column at the right end of a table, and whether it exists."""

    column: str
    before: bool = False
    after: bool = True


@dataclass(frozen=True)
class ColumnName(Operation):
    """The name of a column; ``raw`` is how it was and is written."""

    before: str
    after: str
    raw: tuple[str, str] | None = None


@dataclass(frozen=True)
class ColumnRemoved(Operation):
    """An empty column that is removed: whether it exists, where, and the cells of its records."""

    column: str
    at: int
    before: bool = True
    after: bool = False
    cells: tuple[str | None, ...] = ()


@dataclass(frozen=True)
class WholeFile(Operation):
    """A whole file, by the hashes of its contents; nothing if it does not exist."""

    before: str | None
    after: str | None


Operations = tuple[Operation, ...]
_KINDS = {kind.__name__: kind for kind in Operation.__subclasses__()}


class Contest(NamedTuple):
    """A place that somebody else changed: what should be written there, and what is there.

    ``name`` says what changed if it is not a cell or a value. ``seen`` is what the page needs to
    ask again.
    """

    operation: Operation
    found: str | None
    name: str = ""
    seen: Any = None

    def record(self) -> dict[str, Any]:
        one = self.operation
        mine = one.after if isinstance(one, CellChange | Value) else ""
        cell = (one.row, one.column) if isinstance(one, CellChange) else (one.file, "")
        row, column = (self.name, "") if self.name else cell
        return {"row": row, "column": column, "mine": mine, "theirs": self.found, "seen": self.seen}


class Conflict(Exception):
    """An error for places that somebody else changed meanwhile."""

    def __init__(self, *contested: Contest) -> None:
        super().__init__(contested)
        self.contested = contested

    def record(self) -> list[dict[str, Any]]:
        return [one.record() for one in self.contested]


def from_record(record: dict[str, Any]) -> Operation:
    """Read an operation from a stored record; raise ``TypeError`` or ``KeyError`` if invalid."""
    values = dict(record)
    kind = _KINDS[values.pop("kind")]
    for name in ("raw", "path", "cells"):
        if isinstance(values.get(name), list):
            values[name] = tuple(values[name])
    return kind(**values)


def apply(text: str, place: str, operations: Sequence[Operation]) -> tuple[str, Operations]:
    """Apply all operations; return the text, and the operations with what they replaced.

    Consecutive cells and values are written together: each splice is verified.
    """
    done: list[Operation] = []
    for _, group in groupby(operations, type):
        alike = list(group)
        if isinstance(alike[0], CellChange | Value):
            text, alike_done = _splice(text, place, alike)
            done += alike_done
            continue
        for one in alike:
            text, operation_done = _apply_one(text, place, one)
            done.append(operation_done)
    return text, tuple(done)


def _splice(text: str, place: str, changes: Sequence[Operation]) -> tuple[str, Operations]:
    table = isinstance(changes[0], CellChange)
    file: Any = _table(text, place, changes) if table else YamlText(text, place)
    raws: dict[Any, Any] = {}
    done: list[Operation] = []
    contested: list[Contest] = []
    for one in changes:
        assert isinstance(one, CellChange | Value)
        key: Any = (one.row, one.column) if isinstance(one, CellChange) else one.path
        current = file.value(key) if file.has(key) else None
        # A YAML block ends with a line end, which is not part of what people see.
        before, after = one.before.rstrip("\n"), one.after.rstrip("\n")
        if current is None or current not in (before, after):
            contested.append(Contest(one, current))
        elif current == after:
            done.append(replace(one, before=one.after))  # undo leaves it as found
        else:
            raws[key] = one.raw[1] if one.raw else file.quote_value(key, one.after)
            done.append(replace(one, raw=(file.raw(key), raws[key])))
    if contested:
        raise Conflict(*contested)
    new = file.with_values(raws) if raws else text
    if table:
        _check_ids(file, CsvText(new), done)
    return new, tuple(done)


def _check_ids(before: CsvText, after: CsvText, cells: Sequence[Operation]) -> None:
    """Check that changed ids are still unique, no matter who wrote the others."""
    if twice := after.twice - before.twice:
        ids = (one for one in cells if isinstance(one, CellChange) and one.column == "id")
        raise Conflict(*(Contest(one, one.after) for one in ids if one.after in twice))


def _apply_one(text: str, place: str, operation: Operation) -> tuple[str, Operation]:
    match operation:
        case RawValue():
            return _raw_value(YamlText(text, place), operation), operation
        case RowChange():
            return _row(_table(text, place, [operation]), operation)
        case Move():
            return _move_row(_table(text, place, [operation]), operation)
        case ColumnName():
            return _rename_column(_table(text, place, ()), operation)
        case ColumnRemoved():
            return _remove_column(_table(text, place, ()), operation)
        case ColumnAdded():
            return _column(_table(text, place, ()), operation), operation
    raise TypeError(operation)


def _table(text: str, place: str, operations: Sequence[Operation]) -> CsvText:
    """Return the table if its cells and the named rows can be found with certainty."""
    table = CsvText(text)
    if not table.is_plain(place) or "id" not in table.columns:
        hint = Message("edit.save_once")
        raise Problems.of(place, Message("edit.no_table"), hint=hint)
    rows = (one.row for one in operations if isinstance(one, CellChange | RowChange | Move))
    if row_twice := next((row for row in rows if row in table.twice), ""):
        hint = Message("edit.id_twice_hint")
        raise Problems.of(place, Message("edit.id_twice", id=row_twice), hint=hint)
    return table


def _row(table: CsvText, row: RowChange) -> tuple[str, RowChange]:
    current = table.line(row.row) if row.row in table.rows else None
    if current == row.after:
        return table.text, row
    if current != row.before:
        raise Conflict(Contest(row, current))
    if row.after is None:
        return table.without_row(row.row), replace(row, gap=table.gap(row.row))
    return table.with_line(row.after, row.above, row.gap), row


def _move_row(table: CsvText, move: Move) -> tuple[str, Move]:
    if any(name and name not in table.rows for name in (move.row, move.after)):
        raise Conflict(Contest(move, None))
    above = table.row_above(move.row)
    if above == move.after:
        return table.text, move
    if above != move.before:
        raise Conflict(Contest(move, above))
    line, gap = table.line(move.row), table.gap(move.row)
    text = CsvText(table.without_row(move.row)).with_line(line, move.after, move.raw[1])
    return text, replace(move, raw=(gap, move.raw[1]))


def _raw_value(document: YamlText, value: RawValue) -> str:
    current = document.raw(value.path)
    if current == value.after:
        return document.text
    if current != value.before:
        raise Conflict(Contest(value, current))
    if value.after is None:
        return document.without_key(value.path)
    if current is None:
        return document.with_key(value.path, value.after, value.behind)
    return document.with_values({value.path: value.after})


def _column(table: CsvText, column: ColumnAdded) -> str:
    if table.has_column(column.column) == column.after:
        return table.text
    if column.after:
        return table.with_column(column.column)
    return table.without_last_column(column.column)


def _rename_column(table: CsvText, name: ColumnName) -> tuple[str, ColumnName]:
    exists = table.has_column(name.before), table.has_column(name.after)
    if exists == (False, True):
        return table.text, name
    if exists != (True, False):
        raise Conflict(Contest(name, None))
    raw = name.raw[1] if name.raw else name.after
    text, was = table.with_name(name.before, raw)
    return text, replace(name, raw=(was, raw))


def _remove_column(table: CsvText, column: ColumnRemoved) -> tuple[str, ColumnRemoved]:
    if table.has_column(column.column) == column.after:
        return table.text, column
    if column.after:
        return table.with_raws(min(column.at, len(table.columns)), column.cells), column
    if not table.blank(column.column):
        raise Conflict(Contest(column, None))
    text, cells = table.without_column(column.column)
    return text, replace(column, cells=cells)


def column_removed(file: str, table: CsvText, column: str) -> Iterator[Operation]:
    """Yield the operations that empty the cells of a column and then remove it."""
    for row in table.rows:
        if raw := table.raw((row, column)):
            yield CellChange(file, row, column, table.value((row, column)), "", (raw, ""))
    yield ColumnRemoved(file, column, table.columns.index(column_name(column)))


def columns_added(file: str, table: CsvText, names: Iterable[str]) -> list[ColumnAdded]:
    """Return operations that add the columns that a table lacks."""
    return [ColumnAdded(file, name) for name in dict.fromkeys(names) if not table.has_column(name)]


def rows_removed(file: str, table: CsvText, names: Collection[str]) -> Iterator[RowChange]:
    """Yield operations that remove rows, last first, so that undo finds the row above each."""
    for name in reversed(table.rows):
        if name in names:
            yield RowChange(file, name, table.row_above(name), table.line(name), None)


def inverse(operations: Sequence[Operation]) -> Operations:
    """Return the operations that undo these, last first."""
    return tuple(one.inverse() for one in reversed(operations))
