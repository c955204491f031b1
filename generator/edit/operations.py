"""What can be done to a file of a game, each with its way back.

Comes in: a text and what shall become of it. Goes out: the new text, or a conflict where somebody
else has changed the same place. Operations are plain values, so that they can be kept and undone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import groupby
from typing import Any

from cards_data import Problem, Problems
from cards_data.problems import Message

from .csv_text import CsvText
from .yaml_text import YamlText


@dataclass(frozen=True)
class CellChange:
    """A cell of a table; ``raw`` is how it was and is written, once that is known."""

    file: str
    row: str
    column: str
    before: str
    after: str
    raw: tuple[str | None, str | None] | None = None

    def inverse(self) -> CellChange:
        raw = self.raw and (self.raw[1], self.raw[0])
        # The row may be found by the very cell that changed.
        row = self.after if self.column == "id" else self.row
        return replace(self, row=row, before=self.after, after=self.before, raw=raw)


@dataclass(frozen=True)
class RowChange:
    """A row that comes (no ``before``) or goes (no ``after``), as it is written, and where."""

    file: str
    row: str
    above: str
    before: str | None
    after: str | None

    def inverse(self) -> RowChange:
        return replace(self, before=self.after, after=self.before)


@dataclass(frozen=True)
class Move:
    """A row that stands below another one than before; below none it is the first."""

    file: str
    row: str
    before: str
    after: str

    def inverse(self) -> Move:
        return replace(self, before=self.after, after=self.before)


@dataclass(frozen=True)
class Value:
    """A value of a YAML file."""

    file: str
    path: tuple[str | int, ...]
    before: str
    after: str
    raw: tuple[str, str] | None = None

    def inverse(self) -> Value:
        raw = self.raw and (self.raw[1], self.raw[0])
        return replace(self, before=self.after, after=self.before, raw=raw)


@dataclass(frozen=True)
class KeyAdded:
    """A key that a mapping of a YAML file did not have, last in it, as it is written there."""

    file: str
    path: tuple[str | int, ...]
    key: str
    written: str
    there: bool = True

    def inverse(self) -> KeyAdded:
        return replace(self, there=not self.there)


@dataclass(frozen=True)
class ColumnAdded:
    """A column that a table did not have: ``there`` says whether it comes or goes."""

    file: str
    column: str
    there: bool = True

    def inverse(self) -> ColumnAdded:
        return replace(self, there=not self.there)


@dataclass(frozen=True)
class WholeFile:
    """A whole file by the hashes of what it holds; nothing where there is none."""

    file: str
    before: str | None
    after: str | None

    def inverse(self) -> WholeFile:
        return replace(self, before=self.after, after=self.before)


Operation = CellChange | RowChange | Move | Value | KeyAdded | ColumnAdded | WholeFile
_KINDS = {
    kind.__name__: kind
    for kind in (CellChange, RowChange, Move, Value, KeyAdded, ColumnAdded, WholeFile)
}


class Conflict(Exception):
    """Somebody else wrote something else to the same place meanwhile."""

    def __init__(self, operation: Operation, found: str | None) -> None:
        super().__init__(f"{operation}: found {found!r}")
        self.operation = operation
        self.found = found


def as_record(operation: Operation) -> dict[str, Any]:
    return {"kind": type(operation).__name__, **asdict(operation)}


def from_record(record: dict[str, Any]) -> Operation:
    """The operation that was kept as a record; raises ``TypeError`` or ``KeyError`` for others."""
    values = dict(record)
    kind = _KINDS[values.pop("kind")]
    for name in ("raw", "path"):
        if isinstance(values.get(name), list):
            values[name] = tuple(values[name])
    made: Operation = kind(**values)
    return made


def applied(
    text: str, place: str, operations: Sequence[Operation]
) -> tuple[str, tuple[Operation, ...]]:
    """The text after all of them, and the operations with what they replaced."""
    done: list[Operation] = []
    for kind, group in groupby(operations, type):
        if kind is CellChange:
            text, cells = _cells(text, place, [one for one in group if isinstance(one, CellChange)])
            done += cells
            continue
        for one in group:
            text, made = _one(text, place, one)
            done.append(made)
    return text, tuple(done)


def _one(text: str, place: str, operation: Operation) -> tuple[str, Operation]:
    match operation:
        case Value():
            return _value(text, place, operation)
        case KeyAdded():
            return _key(YamlText(text, place), operation), operation
        case RowChange():
            return _row(_table(text, place), operation), operation
        case Move():
            return _moved(_table(text, place), operation), operation
        case ColumnAdded():
            return _column(_table(text, place), operation), operation
    raise TypeError(operation)


def _table(text: str, place: str) -> CsvText:
    """The table, if its cells can be told apart for certain."""
    table = CsvText(text)
    if not table.is_plain(place) or "id" not in table.columns:
        hint = Message("edit.save_once")
        raise Problems([Problem(place, Message("edit.no_table"), hint=hint)])
    return table


def _cells(text: str, place: str, cells: list[CellChange]) -> tuple[str, list[Operation]]:
    table = _table(text, place)
    wanted: dict[tuple[str, str], str | None] = {}
    done: list[Operation] = []
    for cell in cells:
        known = cell.row in table.rows and table.has_column(cell.column)
        found = table.cell(cell.row, cell.column) if known else None
        if found not in (cell.before, cell.after) or found is None:
            raise Conflict(cell, found)
        if found == cell.after and cell.before != cell.after:
            done.append(cell)
            continue
        has = table.has(cell.row, cell.column)
        raw = table.raw(cell.row, cell.column) if has else None
        new = cell.raw[1] if cell.raw else table.written(cell.row, cell.column, cell.after)
        wanted[cell.row, cell.column] = new
        done.append(replace(cell, raw=(raw, new)))
    return table.with_cells(wanted) if wanted else text, done


def _row(table: CsvText, row: RowChange) -> str:
    there = table.line(row.row) if row.row in table.rows else None
    if there == row.after:
        return table.text
    if there != row.before:
        raise Conflict(row, there)
    return table.without(row.row) if row.after is None else table.with_line(row.after, row.above)


def _moved(table: CsvText, move: Move) -> str:
    gone = [name for name in (move.row, move.after) if name and name not in table.rows]
    if gone:
        raise Conflict(move, None)
    if table.above(move.row) == move.after:
        return table.text
    if table.above(move.row) != move.before:
        raise Conflict(move, table.above(move.row))
    line = table.line(move.row)
    return CsvText(table.without(move.row)).with_line(line, move.after)


def _value(text: str, place: str, value: Value) -> tuple[str, Value]:
    document = YamlText(text, place)
    scalar = document.scalars.get(value.path)
    if scalar is None or scalar.value not in (value.before, value.after):
        raise Conflict(value, scalar.value if scalar else None)
    if scalar.value == value.after:
        return text, value
    raw = document.raw(value.path)
    new = value.raw[1] if value.raw else document.written(value.path, value.after)
    return document.with_value(value.path, new), replace(value, raw=(raw, new))


def _key(document: YamlText, added: KeyAdded) -> str:
    found = document.raw_of_key(added.path, added.key)
    if (found == added.written) if added.there else (found is None):
        return document.text
    if found != (None if added.there else added.written):
        raise Conflict(added, found)
    if added.there:
        return document.with_key(added.path, added.key, added.written)
    return document.without_key(added.path, added.key)


def _column(table: CsvText, column: ColumnAdded) -> str:
    if table.has_column(column.column) == column.there:
        return table.text
    if column.there:
        return table.with_column(column.column)
    return table.without_last_column(column.column)


def inverse(operations: Sequence[Operation]) -> tuple[Operation, ...]:
    """What undoes them, the last one first."""
    return tuple(one.inverse() for one in reversed(operations))


def files_of(operations: Sequence[Operation]) -> Iterator[str]:
    yield from dict.fromkeys(one.file for one in operations)
