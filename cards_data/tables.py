"""Tables: which file holds one, and its rows.

Comes in: a folder and a table's name, or a file. Goes out: rows with the line of every cell, or the
problems that kept them from being read. A further format is one more reader in this module.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from .problems import Findings, Problem, Problems, quoted
from .reader import FILE_LIMIT, read_text, shown_path

# Longer than any rule text; a larger cell is a paste gone wrong, not a card.
CELL_LIMIT = 4_000
# What spreadsheets had for decades; every row has a cell in every column, written or not.
COLUMNS_LIMIT = 256


class Row(NamedTuple):
    """One row of a table: its cells by column, and the line it begins on."""

    line: int
    cells: Mapping[str, str]


class Table(NamedTuple):
    """A CSV as read: where it stands, its columns and its rows."""

    place: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]

    def at(self, line: int, column: str = "") -> str:
        return f'{self.place}:{line} column "{column}"' if column else f"{self.place}:{line}"


def table_file(folder: Path, name: str) -> Path:
    """The file of a table; if there is none, its name in the first format."""
    places = [folder / f"{name}{suffix}" for suffix in SUFFIXES]
    return next((place for place in places if place.is_file()), places[0])


def read_table(path: Path) -> Table:
    """A table in whatever format its file has."""
    return _READERS[path.suffix](path)


def _read_csv(path: Path) -> Table:
    """Comma, semicolon or tab; with or without BOM; CRLF; quoted newlines; empty tails."""
    text, place = read_text(path), shown_path(path)
    records = list(records_of(text, place))
    if not records:
        raise Problems([Problem(place, "the file is empty", "a first line with column names")])
    head_line, head = records[0]
    columns = _trimmed(tuple(cell.strip() for cell in head))
    findings = Findings()
    if len(columns) > COLUMNS_LIMIT:
        found, allowed = f"{len(columns):,} columns", f"up to {COLUMNS_LIMIT}"
        raise Problems([Problem(f"{place}:{head_line}", found, allowed)])
    _check_header(findings, f"{place}:{head_line}", columns)
    rows = [_row(findings, place, line, columns, cells) for line, cells in records[1:]]
    findings.raise_any()
    return Table(place, columns, tuple(rows))


def records_of(text: str, place: str) -> Iterator[tuple[int, list[str]]]:
    """Records with the line each begins on; blank records are passed over."""
    csv.field_size_limit(FILE_LIMIT)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter_of(text), strict=True)
    line = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield line, cells
            line = reader.line_num + 1
    except csv.Error as error:
        hint = "look for a quote that is not closed, or one inside a cell that is not doubled"
        raise Problems([Problem(f"{place}:{line}", f"broken CSV: {error}", hint=hint)]) from None


def delimiter_of(text: str) -> str:
    head = text.split("\n", 1)[0]
    return max(",;\t", key=head.count)


def _trimmed(columns: tuple[str, ...]) -> tuple[str, ...]:
    """Spreadsheets leave empty columns at the right end."""
    named = [number for number, name in enumerate(columns, 1) if name]
    return columns[: named[-1]] if named else ()


def _check_header(findings: Findings, where: str, columns: tuple[str, ...]) -> None:
    for index, name in enumerate(columns):
        if not name:
            findings.add(where, f"column {index + 1} has no name", "a name for each column")
        elif name in columns[:index]:
            findings.add(where, f"column {quoted(name)} stands twice", "each column once")


def _row(
    findings: Findings, place: str, line: int, columns: tuple[str, ...], cells: list[str]
) -> Row:
    extra = [cell for cell in cells[len(columns) :] if cell.strip()]
    if extra:
        found = f"{len(cells)} cells, the last {quoted(extra[-1])}"
        hint = "quote a cell that holds the separator"
        findings.add(f"{place}:{line}", found, f"{len(columns)} cells", hint)
    padded = [cell.strip() for cell in cells] + [""] * (len(columns) - len(cells))
    row = dict(zip(columns, padded, strict=False))
    for column, cell in row.items():
        if len(cell) > CELL_LIMIT:
            where = f'{place}:{line} column "{column}"'
            findings.add(where, quoted(cell, 30), f"up to {CELL_LIMIT:,} characters")
            row[column] = cell[:CELL_LIMIT]
    return Row(line, row)


_READERS: Mapping[str, Callable[[Path], Table]] = {".csv": _read_csv}
SUFFIXES = tuple(_READERS)
# What a game's folder holds beside pictures.
DATA_SUFFIXES = (*SUFFIXES, ".yaml")
