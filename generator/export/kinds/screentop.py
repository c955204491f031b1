"""Picture sheets for Screentop, and a list of rows and columns to type into its editor."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.export.image_files import PictureSheet, picture_sheets
from generator.export.job import ExportJob, ExportResult

DPI = 150
USES = frozenset({"dpi"})
HEAD = (
    *("deck", "fronts", "backs", "columns", "rows", "row", "column"),
    *("id", "name", "copies", "text"),
)


def export(job: ExportJob) -> ExportResult:
    sheets = list(picture_sheets(job))
    rows = (row for sheet in sheets for row in _rows(job, sheet))
    listed = job.write_table("sheets.csv", (HEAD, *rows))
    pictures = [path for sheet in sheets for path in sheet.files]
    return job.result((listed, *pictures), job.say("cmd_export_screentop", n=len(pictures)))


def _rows(job: ExportJob, sheet: PictureSheet) -> Iterator[Sequence[object]]:
    """Yield a row for each piece: its position, counted from one, its copies and its text."""
    backs = sheet.backs.name if sheet.backs else ""
    for place, piece in enumerate(sheet.pieces):
        row, column = divmod(place, sheet.shape.columns)
        yield (
            *(sheet.deck.name, sheet.fronts.name, backs, sheet.shape.columns, sheet.shape.rows),
            *(row + 1, column + 1, piece.id),
            *(job.name_of(piece), piece.copies, job.texts[piece.place][0]),
        )
