"""A planned print into files: the PDF, its manifest, and the note for a copy shop.

Comes in: a planned print. Goes out: its files, whole or not at all, and a report of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from generator.compose.artwork import Artwork
from generator.draw.drawers import drawer_type
from generator.options import COPY_SHOP, PrintOptions
from generator.pdf.build import Build, file_name, write_build
from generator.pdf.document import About, Page
from generator.pdf.manifest import manifest, manifest_text, read_pages_record
from generator.sheets.papers import Paper
from generator.words import say_in
from generator.workers import WorkerPool
from generator.workers.pool import Progress

from .front_pages import paper_sheets, sheets_of_paper
from .parts import page_span
from .print_pages import PlannedPrint, PrintPages, print_pages

CARD_G, PAPER_G = 300, 120
# Two layers of it, folded and glued, make a card.
FOLDED_G = 160


@dataclass(frozen=True)
class Order:
    """A file and its pages: those before the sheets, the sheets, and those behind them."""

    file: str
    title: str
    paper: Paper
    before: int
    inner: int
    behind: int


def order_note(order: Order, options: PrintOptions) -> str:
    """The note as plain text."""
    return "\n".join(_lines(order, options)) + "\n"


def _lines(order: Order, options: PrintOptions) -> Iterator[str]:
    t, paper = say_in(options.lang), order.paper
    yield t("order_title", title=order.title)
    yield ""
    pages = order.before + order.inner + order.behind
    yield t("order_file", file=order.file, n=pages)
    sides = f"order_{options.flip}" if options.duplex else "order_one_side"
    yield t("order_sides", sides=t(sides))
    size = t.decimal(f"{paper.width_mm:g} × {paper.height_mm:g} mm")
    name = paper.name.upper() if len(paper.name) < 3 else paper.name.capitalize()
    yield t("order_size", paper=name, size=size)
    yield from _papers(order, options)
    yield t("order_total", n=sheets_of_paper(pages, options))
    yield t("order_once")
    yield ""
    yield t("order_cut")
    yield t("order_file_facts")


def _papers(order: Order, options: PrintOptions) -> Iterator[str]:
    """Which sheets are of card, and which of paper: pieces on card, texts on paper."""
    t, start = say_in(options.lang), 0
    for count, key, weight in (
        (order.before, "order_paper", PAPER_G),
        (order.inner, "order_card", FOLDED_G if options.layout == "gutterfold" else CARD_G),
        (order.behind, "order_paper", PAPER_G),
    ):
        if count:
            span = page_span(range(start + 1, start + count + 1))
            yield t(key, pages=span, n=sheets_of_paper(count, options), weight=weight)
        start += count


@dataclass(frozen=True)
class PrintReport:
    """What a print run made."""

    pdf: Path
    manifest: Path
    pages: int
    sheets: int
    pieces: int
    faces: int
    # By how many percent it takes less ink than in full.
    ink_saved: int = 0
    # What to tell a copy shop.
    note: Path | None = None


def write_print(planned: PlannedPrint, pool: WorkerPool, progress: Progress | None) -> PrintReport:
    """Draws and writes what was planned."""
    options = planned.options
    pages = print_pages(planned)
    build = _build(planned, pages)
    drawer = drawer_type(options)(planned.composed.sources, pool, options.dpi)
    write_build(build, drawer, progress)
    return PrintReport(
        pdf=build.path,
        manifest=build.manifest_path,
        note=build.note_path,
        pages=len(build.pages),
        sheets=paper_sheets(len(build.pages), planned.sheets, options),
        pieces=sum(len(page.whole) for page in planned.sheets),
        faces=len(build.arts),
        ink_saved=planned.ink_saved,
    )


def _build(planned: PlannedPrint, pages: PrintPages) -> Build:
    options = planned.options
    shop = options.made_for == COPY_SHOP
    name = file_name(planned.composed.game.slug, options, changed=planned.box is not None)
    return Build(
        path=options.out / f"{name}.pdf",
        paper=planned.paper,
        pages=pages.all,
        arts=_arts(planned, pages.all),
        about=_about(planned),
        manifest=_manifest(planned, pages),
        note=_note(planned, pages, f"{name}.pdf") if shop else "",
    )


def _about(planned: PlannedPrint) -> About:
    options = planned.options
    say = say_in(options.lang)
    return About(
        say("pdf_title", title=planned.composed.game.title(options.lang)),
        say("howto_version", version=planned.version),
        options.flip,
        options.duplex,
        lang=options.lang,
        pixels=options.render == "raster",
        for_shop=options.made_for == COPY_SHOP,
    )


def _arts(planned: PlannedPrint, pages: tuple[Page, ...]) -> dict[str, Artwork]:
    """Every face once, in the order of the pages: the writer takes them as they come."""
    every = (*planned.opening, *planned.closing, *planned.composed.artworks())
    arts = {art.key: art for art in every if art}
    used = dict.fromkeys(place.face for page in pages for place in page.placements)
    return {key: arts[key] for key in used}


def _manifest(planned: PlannedPrint, pages: PrintPages) -> str:
    counts = len(pages.opening), len(pages.all)
    record = manifest(planned.composed, planned.options, planned.paper, planned.sheets, counts)
    read = {"leaflet": planned.read.leaflet, "score_sheet": planned.read.score_sheet}
    record |= read_pages_record(read, planned.options.scorer_url)
    return manifest_text(planned.box.after(record) if planned.box else record)


def _note(planned: PlannedPrint, pages: PrintPages, file: str) -> str:
    title = planned.composed.game.title(planned.options.lang)
    counts = len(pages.opening), len(pages.sheets), len(pages.closing)
    return order_note(Order(file, title, planned.paper, *counts), planned.options)
