"""Read workbooks (.xlsx, .ods) as rows of texts. The only importer of python-calamine."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any, NamedTuple
from xml.parsers import expat

from ..problems import Message, Place, Problems
from ..reader import COLUMNS_LIMIT, ROWS_LIMIT

# A deck of 5,000 rows with long texts in four languages takes a third of this.
UNPACKED_LIMIT = 48_000_000
MEMBERS_LIMIT = 2_000
CHARACTERS_LIMIT = 32_000_000
_CHUNK = 1 << 16
_REFERENCE = re.compile(r"([A-Z]{1,4})([0-9]{1,9})")


# The errors of archives and XML that are not a workbook's.
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    expat.ExpatError,
    LookupError,
    ValueError,
    EOFError,
    NotImplementedError,
    RuntimeError,
    OSError,
    StopIteration,
)


class Scan(NamedTuple):
    """The chosen sheet, its errors by row (from 1) and column (from 0), and other sheets."""

    sheet: str
    errors: Mapping[tuple[int, int], str]
    others: tuple[str, ...]


# The start of a Git LFS pointer file.
_POINTER = b"version https://git-lfs"


def scanned(raw: bytes, place: str, table: str) -> Scan:
    """Return what is in a workbook, after checking its size."""
    try:
        files = _unpacked(raw)
        if "xl/workbook.xml" in files:
            return _scanned_xlsx(files, table)
        if "content.xml" in files:
            return _scanned_ods(files["content.xml"], table)
    except _TooMuch as much:
        raise Problems.of(Place(place), much.found, much.allowed) from None
    except _BROKEN:
        pass
    found = Message("workbook.none")
    hint = Message("workbook.save_again")
    if raw.startswith(_POINTER):
        hint = Message("workbook.lfs")
    raise Problems.of(Place(place), found, ".xlsx, .ods", hint)


class _TooMuch(Exception):
    def __init__(self, found: Message, allowed: Message) -> None:
        super().__init__(found)
        self.found, self.allowed = found, allowed


def _unpacked(raw: bytes) -> dict[str, bytes]:
    """Return every file of the archive, counted while unpacking, as its header may be wrong."""
    files: dict[str, bytes] = {}
    left = UNPACKED_LIMIT
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        members = archive.infolist()
        if len(members) > MEMBERS_LIMIT:
            raise _TooMuch(
                Message("workbook.files", n=len(members)), Message("allowed.up_to", n=MEMBERS_LIMIT)
            )
        for member in members:
            parts = []
            with archive.open(member) as file:
                while part := file.read(_CHUNK):
                    left -= len(part)
                    if left < 0:
                        found = Message("workbook.unpacked", n=UNPACKED_LIMIT)
                        raise _TooMuch(found, Message("allowed.up_to", n=UNPACKED_LIMIT))
                    parts.append(part)
            files[member.filename] = b"".join(parts)
    return files


Start = Callable[[str, dict[str, str]], None]


def _ignored(_: str) -> None:
    """Ignore a part of a file."""


def _parse(
    xml: bytes,
    start: Start,
    end: Callable[[str], None] = _ignored,
    text: Callable[[str], None] = _ignored,
) -> None:
    """Parse elements by their local names; entity declarations are refused."""
    parser = expat.ParserCreate()
    parser.StartElementHandler = lambda name, known: start(
        name.rpartition(":")[2],
        known | {key.rpartition(":")[2]: value for key, value in known.items()},
    )
    parser.EndElementHandler = lambda name: end(name.rpartition(":")[2])
    parser.CharacterDataHandler = text
    parser.StartDoctypeDeclHandler = _refuse_doctype
    parser.buffer_text = True
    parser.Parse(xml, True)


def _refuse_doctype(*_: object) -> None:
    raise ValueError(Message("workbook.doctype"))


def chosen_sheet(names: Mapping[str, bool], table: str) -> str:
    """Return the sheet with the table's name, else the first visible one, else the first."""
    same = [name for name in names if _folded(name) == _folded(table)]
    shown = [name for name, visible in names.items() if visible]
    return next(iter((*same, *shown, *names)))


def _folded(name: str) -> str:
    return re.sub(r"[\s_-]+", "_", name.strip()).casefold()


class _Cells:
    """A walk over the cells of a sheet, which adds up their size and records their errors."""

    def __init__(self) -> None:
        self.errors: dict[tuple[int, int], str] = {}
        self._characters = 0
        # The text of the open cell, if it has a value.
        self._value: list[str] | None = None

    def text(self, part: str) -> None:
        if self._value is not None:
            self._value.append(part)

    def _begin(self, row: int, column: int) -> None:
        """Start a cell with a value; rows count from 1, columns from 0."""
        if row > ROWS_LIMIT:
            allowed = Message("workbook.up_to_rows", n=ROWS_LIMIT)
            raise _TooMuch(Message("workbook.row", n=row), allowed)
        if column >= COLUMNS_LIMIT:
            allowed = Message("allowed.up_to", n=COLUMNS_LIMIT)
            raise _TooMuch(Message("workbook.columns", n=column + 1), allowed)
        self._value = []

    def _add(self, characters: int) -> None:
        self._characters += characters
        if self._characters > CHARACTERS_LIMIT:
            found = Message("workbook.characters", n=CHARACTERS_LIMIT)
            raise _TooMuch(found, Message("allowed.up_to", n=CHARACTERS_LIMIT))


# ---- .xlsx -----------------------------------------------------------------------------------


def _scanned_xlsx(files: Mapping[str, bytes], table: str) -> Scan:
    sheets: dict[str, tuple[str, bool]] = {}
    targets: dict[str, str] = {}

    def sheet(name: str, known: dict[str, str]) -> None:
        if name == "sheet":
            sheets[known["name"]] = known["id"], known.get("state", "visible") == "visible"

    def relation(name: str, known: dict[str, str]) -> None:
        if name == "Relationship":
            targets[known["Id"]] = known["Target"]

    _parse(files["xl/workbook.xml"], sheet)
    _parse(files["xl/_rels/workbook.xml.rels"], relation)
    visible = {name: shown for name, (_, shown) in sheets.items()}
    chosen = chosen_sheet(visible, table)
    target = targets[sheets[chosen][0]]
    member = target[1:] if target.startswith("/") else f"xl/{target}"
    cells = _XlsxCells(_shared_lengths(files.get("xl/sharedStrings.xml", b"")))
    _parse(files[member], cells.start, cells.end, cells.text)
    others = tuple(name for name, shown in visible.items() if shown and name != chosen)
    return Scan(chosen, cells.errors, others)


def _shared_lengths(xml: bytes) -> list[int]:
    """Return the length of each text that cells refer to by number."""
    lengths: list[int] = []

    def start(name: str, known: dict[str, str]) -> None:
        if name == "si":
            lengths.append(0)

    def text(part: str) -> None:
        if lengths:
            lengths[-1] += len(part)

    if xml:
        _parse(xml, start, text=text)
    return lengths


class _XlsxCells(_Cells):
    """Rows and cells with their positions; those without one follow the previous one."""

    def __init__(self, shared: list[int]) -> None:
        super().__init__()
        self._shared = shared
        self._row, self._column, self._kind = 0, -1, ""

    def start(self, name: str, known: dict[str, str]) -> None:
        if name == "row":
            self._row, self._column = int(known.get("r") or self._row + 1), -1
        elif name == "c":
            self._kind = known.get("t", "")
            self._column += 1
            if place := _REFERENCE.fullmatch(known.get("r", "")):
                self._column, self._row = _column_index(place[1]), int(place[2])
        elif name in ("v", "is"):
            self._begin(self._row, self._column)

    def end(self, name: str) -> None:
        if name not in ("v", "is") or self._value is None:
            return
        value, self._value = "".join(self._value), None
        if self._kind == "e":
            self.errors[self._row, self._column] = value or "#VALUE!"
        self._add(self._shared[int(value)] if self._kind == "s" else len(value))


def _column_index(letters: str) -> int:
    index = 0
    for letter in letters:
        index = index * 26 + ord(letter) - ord("A") + 1
    return index - 1


# ---- .ods ------------------------------------------------------------------------------------


def _scanned_ods(content: bytes, table: str) -> Scan:
    names: dict[str, _OdsCells] = {}

    def start(name: str, known: dict[str, str]) -> None:
        if name == "table":
            names[known["name"]] = _OdsCells()
        elif names:
            next(reversed(names.values())).start(name, known)

    def end(name: str) -> None:
        if names:
            next(reversed(names.values())).end(name)

    def text(part: str) -> None:
        if names:
            next(reversed(names.values())).text(part)

    _parse(content, start, end, text)
    chosen = chosen_sheet(dict.fromkeys(names, True), table)
    others = tuple(name for name in names if name != chosen)
    return Scan(chosen, names[chosen].errors, others)


class _OdsCells(_Cells):
    """Rows and cells, each of which may represent many equal ones."""

    def __init__(self) -> None:
        super().__init__()
        self._row, self._rows, self._column, self._columns = 1, 1, 0, 1
        self._is_error = False

    def start(self, name: str, known: dict[str, str]) -> None:
        if name == "table-row":
            self._rows, self._column = int(known.get("number-rows-repeated", "1")), 0
        elif name in _ODS_CELLS:
            self._columns = int(known.get("number-columns-repeated", "1"))
            if "value-type" in known:
                self._begin(self._row + self._rows - 1, self._column + self._columns - 1)
                self._is_error = known.get("calcext:value-type") == "error"

    def end(self, name: str) -> None:
        if name == "table-row":
            self._row += self._rows
        elif name in _ODS_CELLS:
            if self._value is not None:
                value, self._value = "".join(self._value), None
                self._add(len(value) * self._rows * self._columns)
                if self._is_error:
                    self.errors[self._row, self._column] = value or "#VALUE!"
            self._column += self._columns


_ODS_CELLS = ("table-cell", "covered-table-cell")


Cell = tuple[int, int]


class Sheet(NamedTuple):
    """One sheet: its rows with their numbers, which cells are dates, and the other sheets."""

    name: str
    records: tuple[tuple[int, list[str]], ...]
    dates: frozenset[Cell]
    others: tuple[str, ...]


def read_sheet(raw: bytes, place: str, table: str) -> Sheet:
    """Read the sheet with the table's name, or else the first visible one."""
    scan = scanned(raw, place, table)
    rows = _rows(raw, place, scan)
    dates = frozenset(
        (row, column)
        for row, cells in enumerate(rows, 1)
        for column, cell in enumerate(cells)
        if isinstance(cell, date | time | timedelta)
    )
    records = ((row, _texts(row, cells, scan)) for row, cells in enumerate(rows, 1))
    filled = tuple((row, cells) for row, cells in records if any(cells))
    return Sheet(scan.sheet, filled, dates, scan.others)


def _rows(raw: bytes, place: str, scan: Scan) -> list[list[Any]]:
    # Imported when a workbook is read: most games have none, and Python in a browser cannot.
    from python_calamine import CalamineError, CalamineWorkbook

    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(raw))
        rows: list[list[Any]] = book.get_sheet_by_name(scan.sheet).to_python(skip_empty_area=False)
    except (CalamineError, zipfile.BadZipFile, OSError, ValueError) as error:
        raise Problems.of(Place(place), Message("workbook.unreadable", reason=error)) from None
    # Formula errors are read as empty, and may be to the right of the last value.
    width = max([len(rows[0]) if rows else 0, *(column + 1 for _, column in scan.errors)])
    height = max([len(rows), *(row for row, _ in scan.errors)])
    wide = [[*cells, *[""] * (width - len(cells))] for cells in rows]
    return [*wide, *([""] * width for _ in range(height - len(rows)))]


def _texts(row: int, cells: Sequence[Any], scan: Scan) -> list[str]:
    return [scan.errors.get((row, column)) or _text(cell) for column, cell in enumerate(cells)]


def _text(cell: object) -> str:
    """Return a cell as a spreadsheet program writes it to CSV."""
    match cell:
        case bool():
            return "TRUE" if cell else "FALSE"
        case float():
            return f"{cell:.0f}" if cell.is_integer() and abs(cell) < 1e15 else f"{cell:.15g}"
        case datetime():
            return cell.isoformat(" ", "minutes")
        case _:
            return str(cell).replace("\r\n", "\n").replace("\r", "\n").strip()
