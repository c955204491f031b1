"""Files for a printer who prints on demand: every face with its bleed, and how many of each.

Comes in: a composed game whose letters keep out of the knife's way. Goes out: the pictures, and
``quantities.csv`` with a row for every different piece. A poker card of 63 × 88 mm with 3 mm of
bleed is 69 × 94 mm, 815 × 1110 pixels at 300 dpi.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence

from cards_data.problems import Problem, Problems
from generator.export.face_files import FaceFiles, face_files, files
from generator.export.image_files import Art, ImageFormat, pictures
from generator.export.job import ExportJob, ExportResult, remove_stale_files, write_bytes_whole
from generator.export.piece_text import name_of
from generator.export.safe_zone import outside_safe_zone, safe_mm
from generator.geometry.units import BLEED_MM

SUMMARY = "pictures with bleed and a list of quantities for a printer"
DPI = 300
USES = frozenset({"dpi"})
LEAST_DPI = 300
COLUMNS = ("deck", "id", "name", "copies", "front", "back", "width_mm", "height_mm")


def export(job: ExportJob) -> ExportResult:
    pieces_files = tuple(face_files(job.composed))
    arts = files(iter(pieces_files))
    _check(job, arts)
    finish = ImageFormat(max(LEAST_DPI, job.options.dpi), bleed=True)
    made = [write_bytes_whole(job.folder / "quantities.csv", quantities(job, pieces_files))]
    for name, content in pictures(job, arts, finish):
        made.append(write_bytes_whole(job.folder / name, content))
    pieces = sum(one.piece.copies for one in pieces_files)
    summary = f"{len(made) - 1} pictures at {finish.dpi} dpi for {pieces} pieces, quantities.csv"
    return ExportResult(job.folder, remove_stale_files(job.folder, made), summary)


def _check(job: ExportJob, arts: Mapping[str, Art]) -> None:
    """A printer's knife wanders: letters in its way are a problem before they are ordered."""
    problems = [
        Problem(art.where, "has letters near the cut", f"{safe_mm(size):g} mm from it or more")
        for art, size in outside_safe_zone(job, arts)
    ]
    if problems:
        raise Problems(problems)


def quantities(job: ExportJob, pieces_files: Sequence[FaceFiles]) -> bytes:
    """What to order: sizes are those of the pictures, with their bleed."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\r\n")
    rows.writerow(COLUMNS)
    for one in pieces_files:
        name = name_of(job.game, one.deck, one.piece, job.lang)
        size = one.deck.size
        sides = (f"{side + 2 * BLEED_MM:g}" for side in (size.width_mm, size.height_mm))
        rows.writerow(
            (one.deck.name, one.piece.id, name, one.piece.copies, one.front, one.back, *sides)
        )
    # Spreadsheets take a file for UTF-8 only when it begins by saying so.
    return text.getvalue().encode("utf-8-sig")
