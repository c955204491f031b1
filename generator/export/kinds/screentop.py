"""A game for Screentop: sheets of pictures in rows and columns, and a list of what lies where.

Comes in: a composed game. Goes out: PNG files for its editor, and sheets.csv with the columns and
rows to type there.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

from generator.export.image_files import PictureSheet, picture_sheets
from generator.export.job import ExportJob, ExportResult, remove_stale_files, write_bytes_whole
from generator.export.piece_text import name_of
from generator.words import say_in

SUMMARY = "sheets in rows and columns for Screentop, with a list of them"
DPI = 150
USES = frozenset({"dpi"})
HEAD = ("deck", "fronts", "backs", "columns", "rows", "row", "column", "id", "name", "copies")


def export(job: ExportJob) -> ExportResult:
    sheets = list(picture_sheets(job, job.folder))
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\r\n")
    table.writerow(HEAD)
    table.writerows(row for sheet in sheets for row in _rows(job, sheet))
    # Spreadsheets take a file for UTF-8 only when it begins by saying so.
    listed = write_bytes_whole(job.folder / "sheets.csv", text.getvalue().encode("utf-8-sig"))
    pictures = [path for sheet in sheets for path in sheet.files]
    files = remove_stale_files(job.folder, (listed, *pictures))
    told = say_in(job.lang)("cmd_export_screentop", n=len(pictures))
    return ExportResult(job.folder, files, told)


def _rows(job: ExportJob, sheet: PictureSheet) -> Iterator[Sequence[object]]:
    """A row for each piece: where it lies, counted from one, and how often it is in the box."""
    backs = sheet.backs.name if sheet.backs else ""
    for place, piece in enumerate(sheet.pieces):
        row, column = divmod(place, sheet.columns)
        yield (
            *(sheet.deck.name, sheet.fronts.name, backs, sheet.columns, sheet.rows),
            *(row + 1, column + 1, piece.id),
            *(name_of(job.game, sheet.deck, piece, job.lang), piece.copies),
        )
