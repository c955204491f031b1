"""Edit single cells and rows of a CSV file as text.

All other bytes stay as they are: quotes, separators, line ends, blank lines, order.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from cards_data.tables import column_name, delimiter_of, records_of

BOM = "\ufeff"
_NEEDS_QUOTES = re.compile(r'["\r\n]|^\s|\s$')
_ENDS = ("\r\n", "\n", "\r")
# A cell by its row's id and its column.
Cell = tuple[str, str]


class Record(NamedTuple):
    """One record: where it begins, where its cells are, and where the next one begins."""

    start: int
    cells: tuple[tuple[int, int], ...]
    end: int


class CsvText:
    """The text of one table, split into records."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._from = len(BOM) if text.startswith(BOM) else 0
        self.delimiter = delimiter_of(text[self._from :])

    @cached_property
    def _records(self) -> list[Record]:
        field = _field(self.delimiter)
        text, records, at = self.text, [], self._from
        while at < len(text):
            start, cells = at, []
            while True:
                match = field.match(text, at)
                assert match is not None
                cells.append(match.span())
                at = match.end()
                if not text.startswith(self.delimiter, at):
                    break
                at += 1
            at += len(next((end for end in _ENDS if text.startswith(end, at)), ""))
            records.append(Record(start, tuple(cells), at))
        return records

    @cached_property
    def _filled_records(self) -> list[Record]:
        """Records that are not blank; the first contains the column names."""
        return [record for record in self._records if any(map(str.strip, self.values(record)))]

    def is_plain(self, place: str) -> bool:
        """Return whether the reader of games sees exactly the same cells."""
        text = self.text[self._from :]
        return [cells for _, cells in records_of(text, place)] == [
            self.values(record) for record in self._filled_records
        ]

    def values(self, record: Record) -> list[str]:
        return [_value(self.text[start:end]) for start, end in record.cells]

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """The column names, in whatever case and spacing they are written."""
        head = self.values(self._filled_records[0]) if self._filled_records else []
        names = [column_name(name.strip()) for name in head]
        while names and not names[-1]:
            names.pop()
        return tuple(names)

    @cached_property
    def rows(self) -> dict[str, Record]:
        at = self.columns.index("id")
        return {
            cells[at].strip(): record
            for record in self._filled_records[1:]
            if len(cells := self.values(record)) > at
        }

    @cached_property
    def twice(self) -> frozenset[str]:
        """Ids that more than one row has."""
        counted = Counter(self._cells("id"))
        return frozenset(name for name, n in counted.items() if n > 1)

    def _cells(self, column: str) -> list[str]:
        """Return the cells of a column; a row may end before it."""
        at = self._index(column)
        cells = map(self.values, self._filled_records[1:])
        return [one[at].strip() for one in cells if len(one) > at]

    def has_column(self, column: str) -> bool:
        return column_name(column) in self.columns

    def _index(self, column: str) -> int:
        return self.columns.index(column_name(column))

    @property
    def line_end(self) -> str:
        head = self._filled_records[0] if self._filled_records else Record(0, (), 0)
        last = head.cells[-1][1] if head.cells else 0
        return self.text[last : head.end] or "\n"

    def has(self, key: Cell) -> bool:
        return key[0] in self.rows and self.has_column(key[1])

    def value(self, key: Cell) -> str:
        """Return the value of a cell; empty if its row ends before it."""
        return _value(self.raw(key) or "").strip()

    def raw(self, key: Cell) -> str | None:
        cells, at = self.rows[key[0]].cells, self._index(key[1])
        return self.text[slice(*cells[at])] if at < len(cells) else None

    def quote_value(self, key: Cell, value: str) -> str:
        """Write a value for a cell: in quotes if it needs them or had them before."""
        return self._quote(value, had=(self.raw(key) or "").startswith('"'))

    def with_values(self, raws: Mapping[Cell, str | None]) -> str:
        """Return the text with other raw cells, and without those that are None."""
        by_row: dict[str, dict[int, str | None]] = {}
        for (row, column), raw in raws.items():
            by_row.setdefault(row, {})[self._index(column)] = raw
        text = self.text
        for row in sorted(by_row, key=lambda one: self.rows[one].start, reverse=True):
            record = self.rows[row]
            last = record.cells[-1][1]
            line = self._replace_cells(record, by_row[row])
            text = f"{text[: record.start]}{line}{text[last:]}"
        return text

    def _replace_cells(self, record: Record, cells: Mapping[int, str | None]) -> str:
        raws: list[str | None] = [self.text[start:end] for start, end in record.cells]
        raws += [""] * (max(cells) + 1 - len(raws))
        for at, raw in cells.items():
            raws[at] = raw
        while raws[-1] is None:
            raws.pop()
        return self.delimiter.join(raw or "" for raw in raws)

    def with_column(self, name: str) -> str:
        head = self._filled_records[0]
        last = head.cells[len(self.columns) - 1][1]
        return f"{self.text[:last]}{self.delimiter}{name}{self.text[last:]}"

    def without_last_column(self, name: str) -> str:
        """Remove the last column, if it has this name and is empty."""
        at = len(self.columns) - 1
        used = any(len(record.cells) > at for record in self.rows.values())
        if self.columns[-1] != column_name(name) or used:
            return self.text
        start, end = self._filled_records[0].cells[at]
        return self.text[: start - len(self.delimiter)] + self.text[end:]

    def with_name(self, column: str, raw: str) -> tuple[str, str]:
        """Rename a column; return the text and the old name as it was written."""
        start, end = self._filled_records[0].cells[self._index(column)]
        return f"{self.text[:start]}{raw}{self.text[end:]}", self.text[start:end]

    def without_column(self, column: str) -> tuple[str, tuple[str | None, ...]]:
        """Remove a column; return the text and the column's cell of every record that has one."""
        at, text = self._index(column), self.text
        raws: list[str | None] = []
        for record in reversed(self._records):
            has_cell = len(record.cells) > max(at, 1)
            raws.append(text[slice(*record.cells[at])] if has_cell else None)
            if has_cell:
                start = record.cells[at - 1][1] if at else record.start
                end = record.cells[at][1] if at else record.cells[1][0]
                text = text[:start] + text[end:]
        return text, tuple(reversed(raws))

    def with_raws(self, at: int, raws: Sequence[str | None]) -> str:
        """Insert a removed column again; records added since then get an empty cell."""
        text, same_length = self.text, len(raws) == len(self._records)
        for number, record in reversed(list(enumerate(self._records))):
            raw = raws[number] if same_length else raws[0] if number == 0 else ""
            if raw is None or len(record.cells) < max(at, 1):
                continue
            place = record.cells[at - 1][1] if at else record.start
            cell = f"{self.delimiter}{raw}" if at else f"{raw}{self.delimiter}"
            text = text[:place] + cell + text[place:]
        return text

    def blank(self, column: str) -> bool:
        """Return whether a column is empty in every row."""
        return not any(self._cells(column))

    def line(self, row: str) -> str:
        record = self.rows[row]
        return self.text[record.start : record.cells[-1][1]]

    def new_line(self, cells: Iterable[tuple[str, str]]) -> str:
        """Write a new row from values by column."""
        by_column = {column_name(column): cell for column, cell in cells}
        return self.delimiter.join(self._quote(by_column.get(name, "")) for name in self.columns)

    def _quote(self, value: str, had: bool = False) -> str:
        if had or _NEEDS_QUOTES.search(value) or self.delimiter in value:
            return '"' + value.replace('"', '""') + '"'
        return value

    def row_above(self, row: str) -> str:
        """Return the row before this one; empty for the first row."""
        ids = list(self.rows)
        at = ids.index(row)
        return ids[at - 1] if at else ""

    def gap(self, row: str) -> str:
        """Return the blank lines above a row."""
        above = self.row_above(row)
        end = (self.rows[above] if above else self._filled_records[0]).end
        return self.text[end : self.rows[row].start]

    def with_line(self, line: str, above: str, gap: str = "") -> str:
        """Insert a row below another; below the header if none is named.

        Blank lines above it are those that exist.
        """
        record = self.rows[above] if above in self.rows else self._filled_records[0]
        at = record.end + (len(gap) if self.text.startswith(gap, record.end) else 0)
        head, tail = self.text[:at], self.text[at:]
        if head.endswith(("\n", "\r")):
            return f"{head}{line}{self.line_end}{tail}"
        return f"{head}{self.line_end}{line}{tail}"

    def without_row(self, row: str) -> str:
        """Remove a row.

        If it was the last row of a file without a final line end, the line end before it is removed
        too.
        """
        record = self.rows[row]
        head, tail = self.text[: record.start], self.text[record.end :]
        ended = record.cells[-1][1] < record.end
        return head + tail if ended else head.removesuffix("\n").removesuffix("\r")


def csv_of(rows: Iterable[Sequence[object]], line_end: str = "\n") -> str:
    """Write rows as the text of a new table."""
    text = io.StringIO()
    csv.writer(text, lineterminator=line_end).writerows(rows)
    return text.getvalue()


@lru_cache(maxsize=4)
def _field(delimiter: str) -> re.Pattern[str]:
    plain = rf"[^{re.escape(delimiter)}\r\n]*"
    return re.compile(rf'"(?:[^"]|"")*"{plain}|{plain}')


def _value(raw: str) -> str:
    return raw[1:-1].replace('""', '"') if raw.startswith('"') else raw
