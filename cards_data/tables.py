"""Read tables, including text tables: find their file, and read its rows in any format."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from .languages.plurals import has_words
from .problems import Findings, Message, Place, Problems, all_of, quote
from .reader import (
    COLUMNS_LIMIT,
    FILE_LIMIT,
    ROWS_LIMIT,
    UNPRINTABLE,
    printable,
    read_bytes,
    shown_path,
)
from .words import PLAIN, Words, plural_fault

if TYPE_CHECKING:
    from .formats.workbook import Sheet


LONGEST = 40
# Letters that are not another letter with a mark.
_SPELT = str.maketrans(
    {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ı": "i"}
)


def made_ids(rows: Sequence[tuple[str, str]]) -> list[str]:
    """Return the id of each row: as written, or else made from the name."""
    used = {written for written, _ in rows}
    numbers: dict[str, int] = {}
    ids = []
    for written, name in rows:
        ids.append(written or _unique_id(id_of(name), used, numbers))
        used.add(ids[-1])
    return ids


def id_of(name: str) -> str:
    """Turn ``Oil Spill`` into ``oil_spill``; empty if the name has no suitable letter."""
    plain = unicodedata.normalize("NFKD", name.lower().translate(_SPELT))
    letters = "".join(char for char in plain if not unicodedata.combining(char))
    return re.sub("[^a-z0-9]+", "_", letters).strip("_")[:LONGEST].strip("_")


def _unique_id(base: str, used: set[str], numbers: dict[str, int]) -> str:
    """Return the wanted id, with a number if another row has it."""
    unique = base
    while base and unique in used:
        numbers[base] = numbers.get(base, 1) + 1
        unique = f"{base}_{numbers[base]}"
    return unique


# Longer than any rule text; a larger cell is a pasting mistake, not a card.
CELL_LIMIT = 4_000
# Private columns begin with one of these.
ASIDE = ("_", "#")
# What a failed formula leaves in a cell.
_FORMULA_ERROR = re.compile(r"#(REF|VALUE|DIV/0|NUM|NULL|NAME|SPILL|CALC|N/A)[!?]?|Err:\d{3}")
# The prefix of a spreadsheet program's lock file for an open file.
LOCKED = "~$"


class Row(NamedTuple):
    """One row of a table: its cells by column, and the line it begins on."""

    line: int
    cells: Mapping[str, str]


class Table(NamedTuple):
    """A table as read: its place, its columns and its rows; for a workbook also column letters."""

    place: Place
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    letters: Mapping[str, str] = {}
    # The line of the header.
    head: int = 1

    def at(self, line: int, column: str = "") -> Place:
        return cell_place(self.place._replace(line=line), column, self.letters)

    def with_columns(self, names: Iterable[str]) -> Table:
        """Return the table with its columns spelt as declared."""
        spelt = {column_name(name): name for name in names}
        columns = tuple(spelt.get(name, name) for name in self.columns)
        if columns == self.columns:
            return self
        rows = (
            Row(row.line, {spelt.get(name, name): cell for name, cell in row.cells.items()})
            for row in self.rows
        )
        letters = {spelt.get(name, name): letter for name, letter in self.letters.items()}
        return Table(self.place, columns, tuple(rows), letters, self.head)


def cell_place(row: Place, column: str, letters: Mapping[str, str]) -> Place:
    """Return a cell's place by row and column; in a workbook also by the column's letter."""
    return row._replace(column=column, letter=letters.get(column, "")) if column else row


def column_name(written: str) -> str:
    """Normalise a header, in any case and with spaces: ``Name : SV`` is ``name:sv``."""
    if written.startswith(ASIDE):
        return written
    name, colon, lang = (part.strip() for part in written.partition(":"))
    primary, dash, rest = lang.partition("-")
    plain = re.sub(r"[\s-]+", "_", name).lower()
    return f"{plain}{colon}{primary.lower()}{dash}{rest}"


def column_letter(index: int) -> str:
    """Return A, B, …, Z, AA, AB, … for 0, 1, …"""
    letters = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def table_file(folder: Path, name: str) -> Path:
    """Return the file of a table; if there is none, its name in the first format."""
    places = [folder / f"{name}{suffix}" for suffix in SUFFIXES]
    files = [place for place in places if place.is_file()]
    if len(files) > 1:
        fault = Message("table.two_files", files=all_of([place.name for place in files]))
        hint = Message("table.keep_one")
        raise Problems.of(Place(shown_path(folder)), fault, Message("table.one_file"), hint)
    return next(iter(files), places[0])


def data_files(folder: Path) -> Iterator[Path]:
    """Yield the files in a game's folder that it is read from, without lock files."""
    for path in folder.iterdir():
        if path.suffix in DATA_SUFFIXES and not path.name.startswith(LOCKED):
            yield path


def read_table(path: Path, ignored: Collection[str] = ()) -> Table:
    """Read a table in the format of its file; ``ignored`` columns may contain anything."""
    return _READERS[path.suffix](path, frozenset(map(column_name, ignored)))


class _RawTable(NamedTuple):
    """Records as in a file, before they are interpreted."""

    place: Place
    records: list[tuple[int, list[str]]]
    ignored: Collection[str]
    sheet: Sheet | None = None


def _read_text_table(path: Path, ignored: Collection[str]) -> Table:
    """Read comma, semicolon or tab; with or without BOM; CRLF; quoted newlines; empty tails."""
    place = shown_path(path)
    raw = read_bytes(path)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        from .formats.encoding import other_text

        text = other_text(raw, Place(place), error.start)
    text = printable(text, place)
    return _table(_RawTable(Place(place), list(records_of(text, place)), ignored))


def _read_workbook(path: Path, ignored: Collection[str]) -> Table:
    """Read the sheet with the table's name, or else the first."""
    # Imported when needed: archives and XML take time, and most games need neither.
    from .formats.workbook import read_sheet

    place = shown_path(path)
    sheet = read_sheet(read_bytes(path), place, path.stem)
    written = _RawTable(
        Place(place, sheet=_sheet_name(sheet.name)), list(sheet.records), ignored, sheet
    )
    return _table(written)


def _sheet_name(name: str) -> str:
    """Write a sheet name like spreadsheets: in quotes if it is more than a word."""
    return name if re.fullmatch(r"\w+", name) else "'" + name.replace("'", "''") + "'"


def _table(written: _RawTable) -> Table:
    if not written.records:
        fault = Message("table.empty_sheet") if written.sheet else Message("table.empty_file")
        raise Problems.of(written.place, fault, Message("table.head"))
    head_line, head = written.records[0]
    # Spreadsheets leave empty columns at the right end.
    names = [cell.strip() for cell in head]
    names = names[: max((at for at, name in enumerate(names, 1) if name), default=0)]
    if len(names) > COLUMNS_LIMIT:
        fault = Message("workbook.columns", n=len(names))
        allowed = Message("allowed.up_to", n=COLUMNS_LIMIT)
        raise Problems.of(written.place._replace(line=head_line), fault, allowed)
    columns = tuple(map(column_name, names))
    findings = Findings()
    _check_header(findings, written.place._replace(line=head_line), columns)
    letters = {name: column_letter(index) for index, name in enumerate(columns)}
    table = Table(written.place, columns, (), letters if written.sheet else {}, head_line)
    rows = [_row(findings, written, table, record) for record in written.records[1:]]
    findings.raise_any()
    return table._replace(rows=tuple(rows))


def records_of(text: str, place: str) -> Iterator[tuple[int, list[str]]]:
    """Yield each record with the line it begins on, without blank ones.

    Rows are counted while the text is read, so a file of a million rows costs no more than the
    first ten thousand.
    """
    csv.field_size_limit(FILE_LIMIT)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter_of(text), strict=True)
    line, rows = 1, 0
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                if rows > ROWS_LIMIT:
                    fault = Message("table.rows", n=ROWS_LIMIT)
                    raise Problems.of(Place(place, line), fault, hint=Message("table.split"))
                rows += 1
                yield line, cells
            line = reader.line_num + 1
    except csv.Error as error:
        hint = Message("table.open_quote")
        raise Problems.of(
            Place(place, line), Message("table.broken_csv", reason=error), hint=hint
        ) from None


def delimiter_of(text: str) -> str:
    """Return the most frequent delimiter of the first line; a tab is rarely inside a name."""
    head = text.split("\n", 1)[0]
    best = max("\t,;", key=head.count)
    return best if best in head else ","


def _check_header(findings: Findings, where: Place, columns: tuple[str, ...]) -> None:
    for index, name in enumerate(columns):
        if not name:
            findings.add(where, Message("table.no_name", n=index + 1), Message("table.names"))
        elif name in columns[:index]:
            findings.add(
                where, Message("table.column_twice", name=quote(name)), Message("table.each_column")
            )


def _row(
    findings: Findings, written: _RawTable, table: Table, record: tuple[int, list[str]]
) -> Row:
    (line, cells), columns = record, table.columns
    extra = [cell for cell in cells[len(columns) :] if cell.strip()]
    if extra:
        fault = Message("table.extra_cells", n=len(cells), last=quote(extra[-1]))
        hint = Message("table.name_column") if written.sheet else Message("table.quote_cell")
        findings.add(table.at(line), fault, Message("leaflet.cells", n=len(columns)), hint)
    padded = [cell.strip() for cell in cells] + [""] * (len(columns) - len(cells))
    row = dict(zip(columns, padded, strict=False))
    for index, (column, cell) in enumerate(row.items()):
        if len(cell) > CELL_LIMIT:
            where, allowed = table.at(line, column), Message("table.up_to_characters", n=CELL_LIMIT)
            findings.add(where, quote(cell, 30), allowed)
            row[column] = cell[:CELL_LIMIT]
        if not is_aside(column, written.ignored):
            is_date = written.sheet is not None and (line, index) in written.sheet.dates
            if wrong := _cell_fault(cell, is_date):
                findings.add(table.at(line, column), *wrong)
    return Row(line, row)


def is_aside(column: str, ignored: Collection[str]) -> bool:
    """Return whether a column is private, and not part of the game."""
    return column.startswith(ASIDE) or column in map(column_name, ignored)


def _cell_fault(cell: str, is_date: bool) -> tuple[Message, ...]:
    """Return what a spreadsheet program made of a cell, and nobody typed."""
    if is_date:
        fault, hint = Message("table.date", cell=cell), Message("table.format_text")
        return fault, Message("table.text_or_number"), hint
    if _FORMULA_ERROR.fullmatch(cell):
        return Message("table.formula", cell=cell), Message("table.formula_gives")
    if UNPRINTABLE.search(cell):
        return Message("table.control"), Message("allowed.text_only")
    return ()


def read_words(path: Path, languages: Iterable[str], findings: Findings) -> Words:
    """Return every text; one that is missing in a wanted language or unreadable is a finding."""
    table = read_table(path)
    required = tuple(dict.fromkeys(languages)) or (PLAIN,)
    columns = _languages(table)
    missing = [lang for lang in required if lang not in columns]
    texts: dict[str, Mapping[str, str]] = {}
    for row in table.rows:
        key = row.cells.get("id", "")
        if key in texts:
            fault = Message("value.stands_twice", value=quote(key))
            findings.add(table.at(row.line, "id"), fault, Message("allowed.each_key_once"))
        texts[key] = {lang: _word(table, row, lang, lang in required, findings) for lang in columns}
        for lang in missing:
            _add_missing(table, row, lang, findings)
    return Words(tuple(columns), texts)


def _add_missing(table: Table, row: Row, lang: str, findings: Findings) -> None:
    fault = Message("value.no_text_for", value=quote(row.cells.get("id", "")))
    findings.add(table.at(row.line, _column(lang)), fault)


def _languages(table: Table) -> list[str]:
    translated = [name.partition(":")[2] for name in table.columns if name.startswith("text:")]
    return [*([PLAIN] if "text" in table.columns else []), *translated]


def _column(lang: str) -> str:
    return "text" if lang == PLAIN else f"text:{lang}"


def _word(table: Table, row: Row, lang: str, required: bool, findings: Findings) -> str:
    column = _column(lang)
    text = row.cells.get(column, "")
    if not text and required and (lang == PLAIN or has_words(row.cells.get(_column(PLAIN), ""))):
        _add_missing(table, row, lang, findings)
    if wrong := plural_fault(text):
        hint = Message("plural.write", example="{n, plural, one {# card} other {# cards}}")
        findings.add(table.at(row.line, column), wrong, hint=hint)
    return text


_READERS: Mapping[str, Callable[[Path, Collection[str]], Table]] = {
    ".csv": _read_text_table,
    ".tsv": _read_text_table,
    ".xlsx": _read_workbook,
    ".ods": _read_workbook,
}
SUFFIXES = tuple(_READERS)
# Text formats, in which single cells can be replaced.
TEXT_SUFFIXES = (".csv", ".tsv")
# What a game's folder contains besides pictures.
DATA_SUFFIXES = (*SUFFIXES, ".yaml")
