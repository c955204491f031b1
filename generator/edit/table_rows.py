"""Identify the rows of a table, even after their ids have changed.

A table cannot hold row identities, so the journal stores one for each row, with its id and a hash
of its other cells. After another program saves the table, a row is found again by its id or its
other cells. If two rows could match, the row gets a new identity. An older step can then no longer
be undone, but it never changes the wrong row.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b
from typing import NamedTuple

from .csv_text import CsvText
from .operations import CellChange, Conflict, Contest, Move, Operation, RowChange


class TableRow(NamedTuple):
    """A row by its identity, its id and a hash of its other cells."""

    key: str
    id: str
    rest: str


@dataclass(frozen=True)
class TableRows:
    """The rows of a table when its file was last read or written."""

    rows: tuple[TableRow, ...] = ()

    @cached_property
    def keys(self) -> dict[str, str]:
        return {row.id: row.key for row in self.rows}

    @cached_property
    def ids(self) -> dict[str, str]:
        return {row.key: row.id for row in self.rows}

    def follow(self, table: CsvText) -> TableRows:
        """Return the current rows of the table with their earlier identities."""
        now = list(_rests(table))
        same, current = {(row.id, row.rest): row.key for row in self.rows}, set(now)
        left = [row for row in self.rows if (row.id, row.rest) not in current]
        fresh = [one for one in now if one not in same]
        by_id, by_rest = {row.id: row.key for row in left}, _unique(left, fresh)
        claims = {
            one: keys_found
            for one in fresh
            if len(keys_found := {by_id.get(one[0]), by_rest.get(one[1])} - {None}) == 1
        }
        counted = Counter(key for (key,) in claims.values())
        again = {one: key for one, (key,) in claims.items() if key and counted[key] == 1}
        keys_known = {**same, **again}
        return TableRows(tuple(TableRow(keys_known.get(one) or _new_key(), *one) for one in now))

    def with_keys(self, operations: Iterable[Operation]) -> Iterator[Operation]:
        """Add to new operations the identities of the rows that they name."""
        for one in operations:
            if isinstance(one, CellChange | Move | RowChange):
                yield replace(one, key=self.keys.get(one.row) or _new_key())
            else:
                yield one

    def with_ids(self, operations: Iterable[Operation]) -> Iterator[Operation]:
        """Give stored operations the current ids of their rows."""
        for one in operations:
            if not isinstance(one, CellChange | Move | RowChange) or not one.key:
                yield one
            elif one.key in self.ids:
                yield replace(one, row=self.ids[one.key])
            elif not isinstance(one, RowChange):
                raise Conflict(Contest(one, None))
            elif one.after is not None:
                yield one

    def rows_after(self, operations: Sequence[Operation], table: CsvText) -> TableRows:
        """Return the rows of the table after these operations."""
        rows = [one for one in operations if isinstance(one, RowChange)]
        cells = (one for one in operations if isinstance(one, CellChange))
        renamed = [one for one in cells if one.column == "id"]
        gone = {one.row for one in rows} | {one.row for one in renamed}
        keys = {
            **{name: key for name, key in self.keys.items() if name not in gone},
            **{one.row: one.key for one in rows if one.after is not None},
            **{one.after: one.key for one in renamed},
        }
        return TableRows(
            tuple(TableRow(keys.get(row[0]) or _new_key(), *row) for row in _rests(table))
        )


def _rests(table: CsvText) -> Iterator[tuple[str, str]]:
    """Yield the id of each row, and a hash of its other cells as written."""
    at = table.columns.index("id")
    for name, record in table.rows.items():
        cells = [table.text[start:end] for start, end in record.cells]
        rest = "\0".join([*cells[:at], *cells[at + 1 :]])
        yield name, blake2b(rest.encode("utf-8"), digest_size=8).hexdigest()


def _unique(rows: Sequence[TableRow], now: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return identities by the other cells, if these were unique before and are unique now."""
    before, after = Counter(row.rest for row in rows), Counter(rest for _, rest in now)
    return {row.rest: row.key for row in rows if before[row.rest] == after[row.rest] == 1}


def _new_key() -> str:
    return os.urandom(6).hex()
