"""Workbooks (.xlsx, .ods) as rows of texts. The only importer of python-calamine.

Comes in: the bytes of a file, and the name of a table. Goes out: the rows of its sheet as a
spreadsheet program would write them to CSV, with dates and errors known as such.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import Any, NamedTuple

from ..problems import (
    Message,
    Place,
    Problem,
    Problems,
)
from .workbook_scan import Scan, scanned

Cell = tuple[int, int]


class Sheet(NamedTuple):
    """One sheet: its rows with their numbers, which cells are dates, and the other sheets."""

    name: str
    records: tuple[tuple[int, list[str]], ...]
    dates: frozenset[Cell]
    others: tuple[str, ...]


def read_sheet(raw: bytes, place: str, table: str) -> Sheet:
    """The sheet that is called like the table; else the first that is shown."""
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
    # Loaded when a workbook is read: most games have none, and Python in a browser cannot.
    from python_calamine import CalamineError, CalamineWorkbook

    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(raw))
        rows: list[list[Any]] = book.get_sheet_by_name(scan.sheet).to_python(skip_empty_area=False)
    except (CalamineError, zipfile.BadZipFile, OSError, ValueError) as error:
        raise Problems(
            [Problem(Place(place), Message("workbook.unreadable", reason=error))]
        ) from None
    # Errors of formulas come as nothing, and may stand beyond the last cell with a value.
    width = max([len(rows[0]) if rows else 0, *(column + 1 for _, column in scan.errors)])
    height = max([len(rows), *(row for row, _ in scan.errors)])
    wide = [[*cells, *[""] * (width - len(cells))] for cells in rows]
    return [*wide, *([""] * width for _ in range(height - len(rows)))]


def _texts(row: int, cells: Sequence[Any], scan: Scan) -> list[str]:
    return [scan.errors.get((row, column)) or _text(cell) for column, cell in enumerate(cells)]


def _text(cell: object) -> str:
    """A cell as a spreadsheet program writes it to CSV."""
    match cell:
        case bool():
            return "TRUE" if cell else "FALSE"
        case float():
            return f"{cell:.0f}" if cell.is_integer() and abs(cell) < 1e15 else f"{cell:.15g}"
        case datetime():
            return cell.isoformat(" ", "minutes")
        case _:
            return str(cell).replace("\r\n", "\n").replace("\r", "\n").strip()
