"""The pages of a print in order: how-to and rules, the sheets, the score sheets.

Comes in: a planned print. Goes out: pages for the PDF, with labels, marks and bookmarks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from generator.compose.composed_game import ComposedGame
from generator.geometry.units import EDGE_MM
from generator.options import PrintOptions
from generator.pdf.document import Page, beginnings, centred, first_pages, trim_of
from generator.pdf.manifest import BoxContents, game_version
from generator.sheets.marks import Label, Marks
from generator.sheets.papers import Paper, page_scale, papers
from generator.sheets.printer_profile import Profile, printer
from generator.sheets.sheet_labels import SheetPage
from generator.words import say_in

from .front_pages import Front, ReadPages, score_sheets
from .kit_worker import PAGE

# Between a page of the kit and the small print below it.
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
    # By how many percent it takes less ink than in full.
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
class PrintPages:
    """The pages before the sheets, the sheets, and the pages behind them."""

    opening: tuple[Page, ...]
    sheets: tuple[Page, ...]
    closing: tuple[Page, ...]

    @property
    def all(self) -> tuple[Page, ...]:
        return (*self.opening, *self.sheets, *self.closing)


def print_pages(planned: PlannedPrint) -> PrintPages:
    draft = _draft_label(planned.paper, planned.options)
    version = _version_label(planned)
    return PrintPages(
        tuple(_kit_pages(planned.opening, planned, version, *draft)),
        tuple(_sheet_pages(planned)),
        tuple(_kit_pages(planned.closing, planned, *draft)),
    )


def _sheet_pages(planned: PlannedPrint) -> Iterator[Page]:
    """The sheets with their bookmarks; backs are moved as the printer's profile says."""
    options = planned.options
    begin = beginnings(planned.composed.game, planned.sheets, options.lang)
    profile = Profile(**printer(options.printer)) if options.printer else None
    for index, page in enumerate(planned.sheets):
        yield Page(
            page.side.placements,
            page.marks,
            begin.get(index, ()),
            profile if page.name == "back" else None,
            trim=trim_of((*page.side.cuts, *page.side.folded)),
        )


def _kit_pages(arts: Sequence[Front], planned: PlannedPrint, *labels: Label) -> Iterator[Page]:
    """Pages of the kit; on both sides of the paper an odd one leaves its back empty."""
    options = planned.options
    odd = [None] if options.duplex and len(arts) % 2 else []
    begin = first_pages(arts, options.lang)
    for index, art in enumerate((*arts, *odd)):
        if art is None:
            yield Page((), Marks())
        else:
            page = centred(art.key, PAGE, planned.paper, labels)
            yield replace(page, begins=begin.get(index, ()))


def _version_label(planned: PlannedPrint) -> Label:
    """The version of the whole data, in small print below the how-to page and the rules."""
    text = say_in(planned.options.lang)("howto_version", version=planned.version)
    left, _, below = _label_places(planned.paper)
    return Label(text, left, below)


def _draft_label(paper: Paper, options: PrintOptions) -> list[Label]:
    """What every page of a draft says of itself."""
    if not options.edition.draft:
        return []
    _, right, below = _label_places(paper)
    return [Label(say_in(options.lang)("draft"), right, below, align="right")]


def _label_places(paper: Paper) -> tuple[float, float, float]:
    """Left and right edge of a page of the kit, and the line of small print below it, in mm."""
    scale = page_scale(PAGE, paper)
    width, height = PAGE.width_mm * scale, PAGE.height_mm * scale
    below = (paper.height_mm + height) / 2 + LABEL_GAP_MM
    left, right = (paper.width_mm - width) / 2, (paper.width_mm + width) / 2
    return left, right, min(below, paper.height_mm - EDGE_MM)
