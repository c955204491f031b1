"""Cut lines for a machine: SVG and DXF of every sheet, and the sheets with marks to find them by.

Comes in: a composed game. Goes out: ``sheet-A.svg`` and ``sheet-A.dxf`` and so on, with the same
coordinates as ``sheets.pdf`` and its manifest, which are printed first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from generator.export.cut_lines import as_dxf, as_svg, sheet_lines, with_marks
from generator.export.job import ExportJob, ExportResult, remove_stale_files, write_bytes_whole
from generator.options import PrintOptions
from generator.pdf.build import Build, write_build
from generator.pdf.document import About, Page
from generator.pdf.manifest import game_version, manifest, manifest_text
from generator.sheets.shared_sheets import lay_out
from generator.sheets.sheet_labels import SheetPage
from generator.words import say_in

SUMMARY = "cut lines of every sheet for a cutting machine, SVG and DXF"
DPI = 300
USES = frozenset({"dpi", "paper", "rounded"})


def export(job: ExportJob) -> ExportResult:
    sheets = planned(job)
    made = _written_pdf(job, sheets)
    fronts = [page for page in sheets if page.name == "front"]
    for page in fronts:
        lines = sheet_lines(page.side, job.paper, job.options.rounded)
        for suffix, text in (("svg", as_svg(lines)), ("dxf", as_dxf(lines))):
            path = job.folder / f"sheet-{page.letter}.{suffix}"
            made.append(write_bytes_whole(path, text.encode()))
    summary = say_in(job.lang)("cmd_export_cut", n=len(fronts))
    return ExportResult(job.folder, remove_stale_files(job.folder, made), summary)


def options(job: ExportJob) -> PrintOptions:
    """Without crop marks: the camera of the machine could take them for registration marks."""
    options = job.options
    return PrintOptions(
        paper=options.paper,
        decks=options.decks,
        edition=options.edition,
        marks="none",
        dpi=options.dpi,
    )


def planned(job: ExportJob) -> tuple[SheetPage, ...]:
    return tuple(
        replace(page, marks=with_marks(page.marks, job.paper)) if page.name == "front" else page
        for page in lay_out(job.composed, job.paper, options(job))
    )


def _written_pdf(job: ExportJob, sheets: Sequence[SheetPage]) -> list[Path]:
    composed, wanted = job.composed, options(job)
    version = game_version(job.game, composed.sources)
    build = Build(
        path=job.folder / "sheets.pdf",
        paper=job.paper,
        pages=tuple(Page(page.side.placements, page.marks) for page in sheets),
        arts={art.key: art for art in composed.artworks()},
        about=About(job.game.title(job.lang), version, wanted.flip, wanted.duplex, lang=job.lang),
        manifest=manifest_text(
            manifest(composed, wanted, job.paper, tuple(sheets), (0, len(sheets)))
        ),
    )
    write_build(build, job.drawer(), job.progress)
    return [build.path, build.manifest_path]
