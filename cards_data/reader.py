"""Files into raw values that remember where they stood.

Comes in: a CSV as spreadsheets really write it, or a YAML file. Goes out: rows and mappings
with the line of every cell and key, or the problems that kept them from being read. Every file of
the user is opened here.
"""

from __future__ import annotations

import csv
import io
import re
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from .documents import Document, parse_yaml
from .problems import Findings, Problem, Problems, quoted

# Longer than any rule text; a larger cell is a paste gone wrong, not a card.
CELL_LIMIT = 4_000
FILE_LIMIT = 8_000_000
# No file of ours that is written by hand is nearly as long.
DOCUMENT_LIMIT = 1_000_000
# What neither XML nor paper can hold.
UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]")


@dataclass(frozen=True)
class Row:
    """One row of a table: its cells by column, and the line it begins on."""

    line: int
    cells: Mapping[str, str]


@dataclass(frozen=True)
class Table:
    """A CSV as read: where it stands, its columns and its rows."""

    place: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]

    def at(self, line: int, column: str = "") -> str:
        return f'{self.place}:{line} column "{column}"' if column else f"{self.place}:{line}"


def shown_path(path: Path) -> str:
    """A path as the user would type it: from the current folder, else from the data's own."""
    try:
        return path.resolve().relative_to(Path.cwd()).as_posix()
    except ValueError:
        parts = path.parts
        here = parts.index("cards_data") if "cards_data" in parts else -3
        return Path(*parts[here:]).as_posix()


def read_text(path: Path, limit: int = FILE_LIMIT) -> str:
    """The text of a plain file, or a problem that says what is wrong with it."""
    hint = "save it as 'CSV UTF-8'" if path.suffix == ".csv" else "save it as UTF-8"
    return decoded(read_bytes(path, limit), shown_path(path), hint)


def read_bytes(path: Path, limit: int = FILE_LIMIT) -> bytes:
    """What a plain file holds; one that is too long is not even opened."""
    place = shown_path(path)
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise Problems([Problem(place, "no plain file", "a file with text in it")])
        if status.st_size > limit:
            raise Problems([too_long(place, limit, status.st_size)])
        with path.open("rb") as file:
            raw = file.read(limit + 1)
    except FileNotFoundError:
        raise Problems([Problem(place, "the file is missing")]) from None
    except OSError as error:
        raise Problems([Problem(place, f"cannot be read: {error.strerror}")]) from None
    except ValueError as error:
        raise Problems([Problem(place, f"cannot be read: {error}")]) from None
    if len(raw) > limit:
        raise Problems([too_long(place, limit, len(raw))])
    return raw


def too_long(place: str, limit: int, size: int) -> Problem:
    return Problem(place, f"the file has {size:,} bytes", f"up to {limit:,}")


def decoded(raw: bytes, place: str, hint: str = "") -> str:
    """Bytes as text, with or without a byte order mark."""
    try:
        return _printable(raw.decode("utf-8-sig"), place)
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        found = f"byte {error.object[error.start]:#04x} is not UTF-8"
        raise Problems([Problem(f"{place}:{line}", found, "UTF-8 text", hint)]) from None


def _printable(text: str, place: str) -> str:
    """The same text; a character that no card can show is a problem with its line."""
    found = UNPRINTABLE.search(text)
    if found:
        line = text.count("\n", 0, found.start()) + 1
        code = f"control character {ord(found[0]):#04x}"
        raise Problems([Problem(f"{place}:{line}", code, "text, tabs and line ends")])
    return text


def read_csv(path: Path) -> Table:
    """Comma, semicolon or tab; with or without BOM; CRLF; quoted newlines; empty tails."""
    text, place = read_text(path), shown_path(path)
    records = list(_records(text, place))
    if not records:
        raise Problems([Problem(place, "the file is empty", "a first line with column names")])
    head_line, head = records[0]
    columns = _trimmed(tuple(cell.strip() for cell in head))
    findings = Findings()
    _check_header(findings, f"{place}:{head_line}", columns)
    rows = [_row(findings, place, line, columns, cells) for line, cells in records[1:]]
    findings.raise_any()
    return Table(place, columns, tuple(rows))


def _records(text: str, place: str) -> Iterator[tuple[int, list[str]]]:
    """Records with the line each begins on; blank records are passed over."""
    csv.field_size_limit(FILE_LIMIT)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text), strict=True)
    line = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield line, cells
            line = reader.line_num + 1
    except csv.Error as error:
        hint = "look for a quote that is not closed, or one inside a cell that is not doubled"
        raise Problems([Problem(f"{place}:{line}", f"broken CSV: {error}", hint=hint)]) from None


def _delimiter(text: str) -> str:
    head = text.split("\n", 1)[0]
    return max(",;\t", key=head.count)


def _trimmed(columns: tuple[str, ...]) -> tuple[str, ...]:
    """Spreadsheets leave empty columns at the right end."""
    while columns and not columns[-1]:
        columns = columns[:-1]
    return columns


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


def read_yaml(path: Path) -> Document:
    """A YAML file with the line of every key and item; a key that stands twice is a problem."""
    return parse_yaml(read_text(path, DOCUMENT_LIMIT), shown_path(path))
