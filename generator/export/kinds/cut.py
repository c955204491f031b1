"""Cut lines of every sheet for a cutting machine, and the sheets with registration marks."""

from __future__ import annotations

from dataclasses import replace

from generator.export.cut_lines import sheet_lines, with_marks, write_lines
from generator.export.job import ExportJob, ExportResult
from generator.options import PrintOptions
from generator.pdf.document import Page
from generator.pdf.manifest import manifest, manifest_text
from generator.sheets.shared_sheets import lay_out
from generator.sheets.sheet_labels import SheetPage

DPI = 300
USES = frozenset({"dpi", "paper", "rounded"})


def export(job: ExportJob) -> ExportResult:
    sheets = planned(job)
    wanted = options(job)
    record = manifest(job.composed, wanted, job.paper, sheets, (0, len(sheets)))
    pages = (Page(page.side.placements, page.marks) for page in sheets)
    arts = job.composed.artworks()
    made = job.write_pdf("sheets.pdf", pages, arts, manifest_text(record), wanted.duplex)
    fronts = [page for page in sheets if page.name == "front"]
    for page in fronts:
        lines = sheet_lines(page.side, job.paper, job.options.rounded)
        made += write_lines(job, f"sheet-{page.letter}", lines)
    return job.result(made, job.say("cmd_export_cut", n=len(fronts)))


def options(job: ExportJob) -> PrintOptions:
    """Turn off crop marks: the machine's camera could mistake them for registration marks."""
    given, look = job.options, job.options.edition
    return PrintOptions(given.paper, given.decks, edition=look, marks="none", dpi=given.dpi)


def planned(job: ExportJob) -> tuple[SheetPage, ...]:
    return tuple(
        replace(page, marks=with_marks(page.marks, job.paper)) if page.name == "front" else page
        for page in lay_out(job.composed, job.paper, options(job))
    )
