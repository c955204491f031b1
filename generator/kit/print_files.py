"""Write a planned print to files: a PDF, the manifest, and the note for a copy shop."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from generator.compose.artwork import Artwork
from generator.compose.composed_game import ComposedGame
from generator.draw.drawers import print_drawer
from generator.geometry.units import EDGE_MM
from generator.options import COPY_SHOP, PrintOptions
from generator.pdf.build import Build, file_name, write_build
from generator.pdf.document import About, Page, beginnings, centre_page, first_pages, trim_of
from generator.pdf.manifest import (
    BoxContents,
    game_version,
    manifest,
    manifest_text,
    read_pages_record,
)
from generator.sheets.marks import Label, Marks, SheetPage
from generator.sheets.papers import Paper, Profile, page_scale, papers, printer
from generator.words import say_in
from generator.workers import WorkerPool
from generator.workers.pool import Progress

from .front_pages import Front, ReadPages, paper_sheets, score_sheets, sheets_of_paper
from .kit_worker import PAGE
from .parts import page_span

CARD_G, PAPER_G = 300, 120
# Two layers of this paper, folded and glued, make a card.
FOLDED_G = 160
# The distance between a page of the kit and the small print below it.
LABEL_GAP_MM = 3.0


@dataclass(frozen=True)
class PlannedPrint:
    """A print before it is drawn; a reprint also knows what is in the box afterwards."""

    composed: ComposedGame
    options: PrintOptions
    opening: Sequence[Front]
    sheets: tuple[SheetPage, ...]
    read: ReadPages
    box: BoxContents | None = None
    # How many percent less ink it uses than in full.
    ink_saved: int = 0

    @property
    def paper(self) -> Paper:
        return papers()[self.options.paper]

    @property
    def version(self) -> str:
        return game_version(self.composed.game, self.composed.sources)

    @property
    def closing(self) -> list[Front]:
        """The score sheets, the last pages of a print."""
        return score_sheets(self.read.score_sheet or (), self.options)


@dataclass(frozen=True)
class PrintReport:
    pdf: Path
    manifest: Path
    pages: int
    sheets: int
    pieces: int
    faces: int
    # How many percent less ink it uses than in full.
    ink_saved: int = 0
    # What to say to a copy shop.
    note: Path | None = None


def write_print(planned: PlannedPrint, pool: WorkerPool, progress: Progress | None) -> PrintReport:
    options = planned.options
    build = _build(planned)
    write_build(build, print_drawer(options, planned.composed.sources, pool), progress)
    return PrintReport(
        pdf=build.path,
        manifest=build.manifest_path,
        note=build.note_path,
        pages=len(build.pages),
        sheets=paper_sheets(len(build.pages), planned.sheets, options),
        pieces=sum(len(page.first_cuts) for page in planned.sheets),
        faces=len(build.arts),
        ink_saved=planned.ink_saved,
    )


def _build(planned: PlannedPrint) -> Build:
    options, game = planned.options, planned.composed.game
    say, shop = say_in(options.lang), options.made_for == COPY_SHOP
    name = file_name(game.slug, options, changed=planned.box is not None)
    groups = _pages(planned)
    pages = tuple(page for group in groups for page in group)
    counts = len(groups[0]), len(pages)
    record = manifest(planned.composed, options, planned.paper, planned.sheets, counts)
    record |= read_pages_record(vars(planned.read), options.scorer_url)
    about = About(
        say("pdf_title", title=game.title(options.lang)),
        say("howto_version", version=planned.version),
        options.flip,
        options.duplex,
        lang=options.lang,
        pixels=options.render == "raster",
        for_shop=shop,
    )
    return Build(
        path=options.out / f"{name}.pdf",
        paper=planned.paper,
        pages=pages,
        arts=_arts(planned, pages),
        about=about,
        manifest=manifest_text(planned.box.record_after(record) if planned.box else record),
        note="\n".join(_note(planned, f"{name}.pdf", groups)) + "\n" if shop else "",
    )


def _arts(planned: PlannedPrint, pages: tuple[Page, ...]) -> dict[str, Artwork]:
    """Return every face once, in the order of the pages, in which the writer needs them."""
    every = (*planned.opening, *planned.closing, *planned.composed.artworks())
    arts = {art.key: art for art in every if art}
    used = dict.fromkeys(place.face for page in pages for place in page.placements)
    return {key: arts[key] for key in used}


def _pages(planned: PlannedPrint) -> tuple[list[Page], list[Page], list[Page]]:
    """Return the pages before the sheets, the sheets, and the pages after them."""
    paper, say = planned.paper, say_in(planned.options.lang)
    scale = page_scale(PAGE, paper)
    width, height = PAGE.width_mm * scale, PAGE.height_mm * scale
    left, right = (paper.width_mm - width) / 2, (paper.width_mm + width) / 2
    below = min((paper.height_mm + height) / 2 + LABEL_GAP_MM, paper.height_mm - EDGE_MM)
    # The version of the data is below the how-to page and the rules.
    version = Label(say("howto_version", version=planned.version), left, below)
    label = Label(say("draft"), right, below, align="right")
    draft = (label,) if planned.options.edition.draft else ()
    return (
        list(_kit_pages(planned.opening, planned, version, *draft)),
        list(_sheet_pages(planned)),
        list(_kit_pages(planned.closing, planned, *draft)),
    )


def _sheet_pages(planned: PlannedPrint) -> Iterator[Page]:
    """Yield the sheets with their bookmarks; backs are moved by the printer's profile."""
    options = planned.options
    begin = beginnings(planned.composed.game, planned.sheets, options.lang)
    profile = Profile(**printer(options.printer)) if options.printer else None
    for index, page in enumerate(planned.sheets):
        trim = trim_of((*page.side.cuts, *page.side.folded))
        moved = profile if page.name == "back" else None
        yield Page(page.side.placements, page.marks, begin.get(index, ()), moved, trim=trim)


def _kit_pages(arts: Sequence[Front], planned: PlannedPrint, *labels: Label) -> Iterator[Page]:
    """Yield pages of the kit; in duplex an odd number leaves the last back empty."""
    options = planned.options
    odd = [None] if options.duplex and len(arts) % 2 else []
    begin = first_pages(arts, options.lang)
    for index, art in enumerate((*arts, *odd)):
        if art is None:
            yield Page((), Marks())
        else:
            page = centre_page(art.key, PAGE, planned.paper, labels)
            yield replace(page, begins=begin.get(index, ()))


def _note(planned: PlannedPrint, file: str, groups: Sequence[Sequence[Page]]) -> Iterator[str]:
    options, paper = planned.options, planned.paper
    t, pages = say_in(options.lang), sum(map(len, groups))
    yield t("order_title", title=planned.composed.game.title(options.lang))
    yield ""
    yield t("order_file", file=file, n=pages)
    sides = f"order_{options.flip}" if options.duplex else "order_one_side"
    yield t("order_sides", sides=t(sides))
    size = t.decimal(f"{paper.width_mm:g} × {paper.height_mm:g}\u00a0mm")
    name = paper.name.upper() if len(paper.name) < 3 else paper.name.capitalize()
    yield t("order_size", paper=name, size=size)
    # Pieces are printed on card, texts on paper.
    card = ("order_card", FOLDED_G if options.layout == "gutterfold" else CARD_G)
    text, start = ("order_paper", PAPER_G), 0
    for group, (key, weight) in zip(groups, (text, card, text), strict=True):
        if group:
            span = page_span(range(start + 1, start + len(group) + 1))
            yield t(key, pages=span, n=sheets_of_paper(len(group), options), weight=weight)
        start += len(group)
    yield t("order_total", n=sheets_of_paper(pages, options))
    yield t("order_once")
    yield ""
    yield t("order_cut")
    yield t("order_file_facts")
