"""The pages before and after the sheets: how many, in which order, on which paper."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from generator.compose.artwork import Artwork
from generator.compose.composed_game import READ_PAGES, ComposedGame
from generator.options import PrintOptions
from generator.sheets.marks import SheetPage
from generator.words import say_in

from .kit_pages import Kit
from .kit_worker import DeckLine
from .parts import (
    BY_HAND,
    SHEETS_BY_HAND,
    contents,
    deck_lines,
    hand_pages,
    page_span,
    rules_wanted,
    score_sheet_wanted,
)

# A page of the kit; nothing for an empty page.
Front = Artwork | None


@dataclass(frozen=True)
class ReadPages:
    """The rules and the score sheet of a print.

    ``None`` if they were not requested; empty if the game has none.
    """

    leaflet: Sequence[Artwork] | None = None
    score_sheet: Sequence[Artwork] | None = None

    @property
    def pages(self) -> list[Artwork]:
        return [*(self.leaflet or ()), *(self.score_sheet or ())]


def begin_read_pages(kit: Kit) -> Callable[[], ReadPages]:
    """Start composing rules and score sheet; single pieces come without them."""
    options = kit.options
    if options.partial:
        return ReadPages
    rules = kit.start_rules() if rules_wanted(options) else None
    score_sheet = kit.start_score_sheet() if score_sheet_wanted(options) else None

    def read_pages() -> ReadPages:
        return ReadPages(rules() if rules else None, score_sheet() if score_sheet else None)

    return read_pages


def pages_alone(options: PrintOptions) -> bool:
    """Return whether only rules or score sheets are wanted."""
    return bool(options.decks) and READ_PAGES.issuperset(options.decks)


def leaflets(leaflet: Sequence[Artwork], before: int, options: PrintOptions) -> list[Front]:
    """Return a leaflet for each set, after a number of pages; each begins on a new sheet.

    A first leaflet with an odd number of pages begins on the back of the how-to, which saves a
    sheet.
    """
    pages: list[Front] = []
    for number in range(options.copies if leaflet else 0):
        odd = (before + len(pages)) % 2
        if options.duplex and odd and (number or len(leaflet) % 2 == 0):
            pages.append(None)
        pages += leaflet
    return pages


def score_sheets(sheet: Sequence[Artwork], options: PrintOptions) -> list[Front]:
    """Return a score sheet for each set, on separate paper."""
    one = [front for page in sheet for front in ((page, None) if options.duplex else (page,))]
    return one * options.copies


def front_matter(
    kit: Kit, howto: Sequence[Artwork], leaflet: Sequence[Artwork], sheet_pages: Sequence[SheetPage]
) -> list[Front]:
    """Return the how-to pages, then the rules."""
    options = kit.options
    before = before_leaflets(len(howto), options) if sheet_pages else len(howto)
    behind = leaflets(leaflet, before, options)
    numbers = hand_pages(len(howto), before + len(behind), sheet_pages)
    return [*howto, *(kit.by_hand(numbers) if before > len(howto) else ()), *behind]


def opening_of(
    kit: Kit, composed: ComposedGame, sheets: tuple[SheetPage, ...], read: ReadPages
) -> list[Front]:
    """Return the how-to page with its parts list, then the rules; or only the rules.

    Single pieces and sheets belong to an earlier print, which has these pages.
    """
    options, leaflet = kit.options, read.leaflet or ()
    if options.partial:
        return []
    if pages_alone(options):
        return leaflets(leaflet, 0, options)
    behind = leaflets(leaflet, before_leaflets(1, options), options)
    before = opening_pages(behind, options)
    decks = deck_lines([deck for deck, _ in composed.decks], sheets, before, options)
    parts = [*front_lines(behind, options), *decks]
    if read.score_sheet:
        first, pages = before + len(sheets) + 1, (2 if options.duplex else 1) * options.copies
        title, span = say_in(options.lang)("score_sheet"), page_span(range(first, first + pages))
        parts.append(DeckLine(title, 0, "", options.copies, "", span))
    return front_matter(kit, kit.opening(parts, contents(composed.game, sheets)), leaflet, sheets)


def paper_sheets(pages: int, sheet_pages: Sequence[SheetPage], options: PrintOptions) -> int:
    """Return how many sheets of paper the pages need, those of the kit and those of the sheets.

    With manual duplex, backs are printed on sheets that were counted with their fronts.
    """
    if options.layout != "manual":
        return sheets_of_paper(pages, options)
    backs = sum(page.name == "back" for page in sheet_pages)
    tested = len(BY_HAND) - SHEETS_BY_HAND if sheet_pages and not options.partial else 0
    return pages - backs - tested


def sheets_of_paper(pages: int, options: PrintOptions) -> int:
    return -(-pages // 2) if options.duplex else pages


def front_lines(behind: Sequence[Front], options: PrintOptions) -> list[DeckLine]:
    """Return the lines of the parts list for the how-to page and what follows it."""
    t = say_in(options.lang)
    lines = [DeckLine(t("howto_title"), 0, "", 1, "", "1")]
    if options.layout == "manual":
        span = page_span(range(2, 2 + len(BY_HAND)))
        lines.append(DeckLine(t("hand_title"), 0, "", SHEETS_BY_HAND, "", span))
    if behind:
        first = before_leaflets(1, options)
        pages = page_span([number for number, page in enumerate(behind, first + 1) if page])
        sheets = sheets_of_paper(1 + len(behind), options) - 1
        lines.append(DeckLine(t("rules_leaflet"), 0, "", sheets, "", pages))
    return lines


def before_leaflets(howto: int, options: PrintOptions) -> int:
    """Return how many pages precede the rules, including the how-to."""
    return howto + (len(BY_HAND) if options.layout == "manual" else 0)


def opening_pages(behind: Sequence[Front], options: PrintOptions) -> int:
    """Return how many pages precede the first sheet; an even number in duplex."""
    pages = before_leaflets(1, options) + len(behind)
    return pages + (pages % 2 if options.duplex else 0)
