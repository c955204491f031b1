"""A CSV file as text whose cells can be replaced one by one.

Comes in: the text of a table. Goes out: the same text with other cells or rows; whatever is not
named stays as it is, byte for byte: quotes, separators, line ends, blank lines, order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from typing import NamedTuple

from cards_data.tables import delimiter_of, records_of

BOM = "\ufeff"
_NEEDS_QUOTES = re.compile(r'["\r\n]|^\s|\s$')
_ENDS = ("\r\n", "\n", "\r")


class Record(NamedTuple):
    """One record: where it begins, where its cells lie, and where the next one begins."""

    start: int
    cells: tuple[tuple[int, int], ...]
    end: int


class CsvText:
    """The text of one table, cut into records; nothing of it is lost."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._from = len(BOM) if text.startswith(BOM) else 0
        self.delimiter = delimiter_of(text[self._from :])

    @cached_property
    def _records(self) -> list[Record]:
        field = _field(self.delimiter)
        text, found, at = self.text, [], self._from
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
            found.append(Record(start, tuple(cells), at))
        return found

    @cached_property
    def _filled(self) -> list[Record]:
        """Records that are not blank: the first holds the names of the columns."""
        return [record for record in self._records if any(map(str.strip, self.values(record)))]

    def is_plain(self, place: str) -> bool:
        """Whether the reader of games sees the very same cells here."""
        text = self.text[self._from :]
        return [cells for _, cells in records_of(text, place)] == [
            self.values(record) for record in self._filled
        ]

    def values(self, record: Record) -> list[str]:
        return [_value(self.text[start:end]) for start, end in record.cells]

    @cached_property
    def columns(self) -> tuple[str, ...]:
        names = [name.strip() for name in self.values(self._filled[0])] if self._filled else []
        while names and not names[-1]:
            names.pop()
        return tuple(names)

    @cached_property
    def rows(self) -> dict[str, Record]:
        """Records by the id in them."""
        at = self.columns.index("id")
        return {
            cells[at].strip(): record
            for record in self._filled[1:]
            if len(cells := self.values(record)) > at
        }

    @property
    def line_end(self) -> str:
        head = self._filled[0] if self._filled else Record(0, (), 0)
        last = head.cells[-1][1] if head.cells else 0
        return self.text[last : head.end] or "\n"

    def cell(self, row: str, column: str) -> str:
        """What stands there; nothing where the row ends before."""
        return _value(self.raw(row, column)).strip()

    def raw(self, row: str, column: str) -> str:
        record, at = self.rows[row], self.columns.index(column)
        start, end = record.cells[at] if at < len(record.cells) else (0, 0)
        return self.text[start:end]

    def has(self, row: str, column: str) -> bool:
        """Whether the row reaches as far as that column."""
        return self.columns.index(column) < len(self.rows[row].cells)

    def written(self, row: str, column: str, value: str) -> str:
        """A value as it is written there: in quotes where it needs them or had them before."""
        quoted = _NEEDS_QUOTES.search(value) or self.delimiter in value
        if quoted or self.raw(row, column).startswith('"'):
            return '"' + value.replace('"', '""') + '"'
        return value

    def with_cells(self, cells: Mapping[tuple[str, str], str | None]) -> str:
        """The text with other raw cells, by row and column; without those that are nothing."""
        wanted: dict[str, dict[int, str | None]] = {}
        for (row, column), raw in cells.items():
            wanted.setdefault(row, {})[self.columns.index(column)] = raw
        text = self.text
        for row in sorted(wanted, key=lambda one: self.rows[one].start, reverse=True):
            record = self.rows[row]
            last = record.cells[-1][1]
            line = self._with(record, wanted[row])
            text = f"{text[: record.start]}{line}{text[last:]}"
        return text

    def _with(self, record: Record, cells: Mapping[int, str | None]) -> str:
        raws: list[str | None] = [self.text[start:end] for start, end in record.cells]
        raws += [""] * (max(cells) + 1 - len(raws))
        for at, raw in cells.items():
            raws[at] = raw
        while raws[-1] is None:
            raws.pop()
        return self.delimiter.join(raw or "" for raw in raws)

    def with_column(self, name: str) -> str:
        """One more column at the right end; rows that are shorter have nothing in it."""
        head = self._filled[0]
        last = head.cells[len(self.columns) - 1][1]
        return f"{self.text[:last]}{self.delimiter}{name}{self.text[last:]}"

    def without_last_column(self, name: str) -> str:
        """Without the column at the right end, if it is that one and nothing stands in it."""
        at = len(self.columns) - 1
        used = any(len(record.cells) > at for record in self.rows.values())
        if self.columns[-1] != name or used:
            return self.text
        start, end = self._filled[0].cells[at]
        return self.text[: start - len(self.delimiter)] + self.text[end:]

    def line(self, row: str) -> str:
        """A row as it is written, without its line end."""
        record = self.rows[row]
        return self.text[record.start : record.cells[-1][1]]

    def new_line(self, cells: Iterable[tuple[str, str]]) -> str:
        """A row to be put in, from values by column."""
        known = dict(cells)
        return self.delimiter.join(self._quoted(known.get(name, "")) for name in self.columns)

    def _quoted(self, value: str) -> str:
        if _NEEDS_QUOTES.search(value) or self.delimiter in value:
            return '"' + value.replace('"', '""') + '"'
        return value

    def above(self, row: str) -> str:
        """The row before this one; nothing where it is the first."""
        ids = list(self.rows)
        at = ids.index(row)
        return ids[at - 1] if at else ""

    def with_line(self, line: str, above: str) -> str:
        """One more row below that one; below the header where none is named."""
        record = self.rows[above] if above in self.rows else self._filled[0]
        head, tail = self.text[: record.end], self.text[record.end :]
        if head.endswith(("\n", "\r")):
            return f"{head}{line}{self.line_end}{tail}"
        return f"{head}{self.line_end}{line}{tail}"

    def without(self, row: str) -> str:
        """Without a row; where it was the last one, without the line end before it too if the
        file ends without one."""
        record = self.rows[row]
        head, tail = self.text[: record.start], self.text[record.end :]
        ended = record.cells[-1][1] < record.end
        return head + tail if ended else head.removesuffix("\n").removesuffix("\r")


@lru_cache(maxsize=4)
def _field(delimiter: str) -> re.Pattern[str]:
    plain = rf"[^{re.escape(delimiter)}\r\n]*"
    return re.compile(rf'"(?:[^"]|"")*"{plain}|{plain}')


def _value(raw: str) -> str:
    return raw[1:-1].replace('""', '"') if raw.startswith('"') else raw
