"""What a workbook that comes back has changed in a deck.

Comes in: two tables and the columns of a deck. Goes out: cells, rows and columns that differ by
value, as lines to be read, and as operations on the deck's file. The order of rows is left alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from cards_data.cells import read_cell
from cards_data.models import Column
from cards_data.problems import Findings, one_line
from cards_data.tables import Table

from .csv_text import CsvText
from .operations import CellChange, ColumnAdded, Operation, RowChange

LONGEST = 60


class CellDifference(NamedTuple):
    """A cell that holds something else than before."""

    row: str
    column: str
    before: str
    after: str


class SheetChanges(NamedTuple):
    """What differs: cells of rows that stay, rows that come and rows that go."""

    cells: tuple[CellDifference, ...]
    added: tuple[Mapping[str, str], ...]
    removed: tuple[str, ...]
    reordered: bool

    def __bool__(self) -> bool:
        return bool(self.cells or self.added or self.removed)

    def lines(self) -> Iterator[str]:
        for one in self.cells:
            yield f"~ {one.row}: {one.column} {_shown(one.before)} → {_shown(one.after)}"
        yield from (f"+ {row['id']}" for row in self.added)
        yield from (f"- {row}" for row in self.removed)

    def rows(self, table: Table, above: Mapping[str, str]) -> list[dict[str, str]]:
        """The table's rows as they are after the changes; each new one below its neighbour."""
        changed: dict[str, dict[str, str]] = {}
        for one in self.cells:
            changed.setdefault(one.row, {})[one.column] = one.after
        gone = set(self.removed)
        below: dict[str, list[dict[str, str]]] = {}
        for row in self.added:
            below.setdefault(above.get(row["id"], ""), []).append(dict(row))
        made: list[dict[str, str]] = []
        todo = [
            {"id": ""},
            *({**row.cells, **changed.get(row.cells["id"], {})} for row in table.rows),
        ]
        for cells in todo:
            waiting = [cells]
            while waiting:
                one_row = waiting.pop()
                made += [one_row] if one_row["id"] not in gone else []
                waiting += reversed(below.get(one_row["id"], ()))
        return made[1:]

    def operations(
        self, file: str, text: CsvText, above: Mapping[str, str]
    ) -> tuple[Operation, ...]:
        """The changes of a table that is text."""
        used = [one.column for one in self.cells] + [
            name for row in self.added for name, cell in row.items() if cell
        ]
        new = [name for name in dict.fromkeys(used) if not text.has_column(name)]
        wide = text
        for name in new:
            wide = CsvText(wide.with_column(name))
        removed, above_there = (
            set(self.removed),
            dict(zip([*text.rows][1:], text.rows, strict=False)),
        )
        gone = tuple(
            RowChange(file, row, above_there.get(row, ""), text.line(row), None)
            for row in reversed(text.rows)
            if row in removed
        )
        return (
            *(ColumnAdded(file, name) for name in new),
            *(CellChange(file, *one) for one in self.cells),
            *(
                RowChange(
                    file, row["id"], above.get(row["id"], ""), None, wide.new_line(row.items())
                )
                for row in self.added
            ),
            *gone,
        )


def sheet_changes(old: Table, new: Table, columns: Sequence[Column]) -> SheetChanges:
    """What the second table says otherwise, by the values of its cells."""
    known = {row.cells["id"]: row.cells for row in old.rows}
    come = {row.cells["id"]: row.cells for row in new.rows}
    kinds = {column.name: column for column in columns}
    cells = (
        CellDifference(row, name, known[row].get(name, ""), cell)
        for row, all_cells in come.items()
        if row in known
        for name, cell in all_cells.items()
        if name != "id" and not _same(kinds.get(name), known[row].get(name, ""), cell)
    )
    return SheetChanges(
        tuple(cells),
        tuple(row for key, row in come.items() if key not in known),
        tuple(key for key in known if key not in come),
        [key for key in come if key in known] != [key for key in known if key in come],
    )


def rows_above(table: Table) -> dict[str, str]:
    """The id of the row above each row."""
    ids = ["", *(row.cells["id"] for row in table.rows)]
    return dict(zip(ids[1:], ids[:-1], strict=True))


def _same(column: Column | None, before: str, after: str) -> bool:
    if before.replace("\r\n", "\n").replace("\r", "\n") == after:
        return True
    if column is None or column.kind == "text":
        return False
    # No number of copies is one.
    empty = "1" if column.name == "copies" else ""
    first, second = (_value(column, cell or empty) for cell in (before, after))
    return first is not _WRONG and first == second


_WRONG = object()


def _value(column: Column, cell: str) -> object:
    findings = Findings()
    value = read_cell(Column(column.name, column.kind, required=False), cell, "", findings)
    return _WRONG if findings else value


def _shown(cell: str) -> str:
    line = one_line(cell)
    return f'"{line}"' if len(line) <= LONGEST else f'"{line[:LONGEST]}…"'
