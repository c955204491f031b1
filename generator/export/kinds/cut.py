"""Cut lines of every sheet for a cutting machine, and the sheets with registration marks."""

from __future__ import annotations

from dataclasses import replace

from generator.export.cut_lines import sheet_lines, with_marks, write_lines
from generator.export.job import ExportJob, ExportResult
from generator.options import PrintOptions
from generator.pdf.document import Page
from generator.pdf.manifest import manifest, manifest_text
from generator.sheets.marks import SheetPage
from generator.sheets.shared_sheets import lay_out

DPI = 300
USES = frozenset({"dpi", "paper", "rounded"})


def export(job: ExportJob) -> ExportResult:
    sheets = plan_pages(job)
    print_options = options(job)
    record = manifest(job.composed, print_options, job.paper, sheets, (0, len(sheets)))
    pages = (Page(page.side.placements, page.marks) for page in sheets)
    arts = job.composed.artworks()
    paths = job.write_pdf("sheets.pdf", pages, arts, manifest_text(record), print_options.duplex)
    fronts = [page for page in sheets if page.name == "front"]
    for page in fronts:
        lines = sheet_lines(page.side, job.paper, job.options.rounded)
        paths += write_lines(job, f"sheet-{page.letter}", lines)
    return job.result(paths, job.say("cmd_export_cut", n=len(fronts)))


def options(job: ExportJob) -> PrintOptions:
    """Turn off crop marks: the machine's camera could mistake them for registration marks."""
    own, look = job.options, job.options.edition
    return PrintOptions(own.paper, own.decks, edition=look, marks="none", dpi=own.dpi)


def plan_pages(job: ExportJob) -> tuple[SheetPage, ...]:
    return tuple(
        replace(page, marks=with_marks(page.marks, job.paper)) if page.name == "front" else page
        for page in lay_out(job.composed, job.paper, options(job))
    )
