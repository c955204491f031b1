"""From a checked game to a printed PDF: the steps in order, one call each.

compose  checked pieces -> SVG of every face, all problems at once
plan     faces -> sheets with every piece at its place
draw     different faces -> packed pixels, on all cores
write    pages and pixels -> PDF and manifest, whole or not at all
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cards_data.models import Deck, Game
from cards_data.problems import Findings, Problems
from generator.compose.composed_game import ComposedGame, Pieces, compose_all, single_pieces
from generator.compose.piece import Artwork, Composer
from generator.draw.drawer import Progress
from generator.draw.mixed_drawer import RasterDrawer, ShopDrawer
from generator.draw.vector_drawer import OpaqueDrawer, VectorDrawer
from generator.geometry.units import EDGE_MM
from generator.kit.front_pages import (
    Front,
    before_leaflets,
    front_lines,
    leaflets,
    opened,
    opening_pages,
    paper_sheets,
    rules_alone,
    rules_wanted,
    score_line,
    score_sheets,
)
from generator.kit.ink_saved import Printed, ink_saved
from generator.kit.kit_pages import Kit
from generator.kit.kit_worker import PAGE
from generator.kit.order_note import Order, order_note
from generator.kit.parts import contents, deck_lines
from generator.pdf.bookmarks import beginnings, first_pages
from generator.pdf.build import Build, FaceDrawer, write_build
from generator.pdf.document import About, Page, centred
from generator.pdf.file_names import file_name
from generator.pdf.manifest import (
    BoxContents,
    game_version,
    leaflet_record,
    manifest,
    manifest_text,
)
from generator.pdf.page_boxes import trim_of
from generator.sheets.marks import Label, Marks
from generator.sheets.papers import Paper, page_scale, papers
from generator.sheets.printer_profile import Profile
from generator.sheets.shared_sheets import sharing_sheets, sheets_of
from generator.sheets.sheet_labels import SheetPage, in_order, sheet_pages, single_sheets
from generator.sheets.sheet_pages import DeckPiece, PieceToPlace, Sheet, layout_of
from generator.store.printer_profiles import printer
from generator.store.sources import Sources
from generator.words import say_in
from generator.workers import Crew

from .options import COPY_SHOP, HOME, PrintOptions

# By how faces are drawn and who prints them.
DRAWERS: dict[tuple[str, str], type[FaceDrawer]] = {
    ("raster", HOME): RasterDrawer,
    ("raster", COPY_SHOP): ShopDrawer,
    ("vector", HOME): VectorDrawer,
    ("vector", COPY_SHOP): OpaqueDrawer,
}


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


def print_game(
    game: Game, options: PrintOptions, crew: Crew, progress: Progress | None = None
) -> PrintReport:
    """The whole road."""
    paper = papers()[options.paper]
    composer = Composer(game, options.edition, Sources())
    kit = Kit(composer, options, paper, crew)
    # Begun before the pieces: setting the rules takes as long as a deck, and one worker is enough.
    rules = kit.start_rules() if rules_wanted(options) and not options.partial else None
    alone = rules_alone(options) or options.partial
    score_sheet = list if alone else kit.start_score_sheet()
    composed = compose_all(composer, crew, decks_wanted(game, options)).only(options.only)
    pages = laid_out(composed, paper, options)
    if options.partial:
        saved = saving(composed, pages, (), crew)
        return finish(PlannedPrint(composed, options, (), pages, ink_saved=saved), crew, progress)
    last = next(iter(score_sheet()), None)
    leaflet = rules() if rules else None
    saved = saving(composed, pages, [*(leaflet or ()), *([last] if last else [])], crew)
    kit = replace(kit, ink_saved=saved)
    opening = opening_of(kit, leaflet or [], pages, composed, last)
    job = PlannedPrint(composed, options, opening, pages, leaflet, last, ink_saved=saved)
    return finish(job, crew, progress)


def decks_wanted(game: Game, options: PrintOptions) -> tuple[str, ...]:
    """The decks to compose: for single pieces those that hold them."""
    return tuple(single_pieces(game, options.only)) or options.decks


def saving(
    composed: ComposedGame, sheets: Sequence[SheetPage], pages: Sequence[Artwork], crew: Crew
) -> int:
    """By how many percent sheets and pages take less ink than in full."""
    faces = {art.key: art for art in composed.artworks()}
    return ink_saved(Printed(sheets, faces, pages), composed.sources, crew)


def laid_out(composed: ComposedGame, paper: Paper, options: PrintOptions) -> tuple[SheetPage, ...]:
    """Every side of every wanted sheet, with its letter, label and marks, as it is printed."""
    game = composed.game
    sheets = [
        (_title(sheet, game, options.lang), sheet) for sheet in plan(composed, paper, options)
    ]
    pages = tuple(sheet_pages(game, sheets, paper, options))
    return in_order(single_sheets(pages, options.sheets, game.slug), options)


def _title(sheet: Sheet, game: Game, lang: str) -> str:
    """The decks on a sheet."""
    names = dict.fromkeys(cut.deck for cut in sheet[0].cuts)
    return ", ".join(game.decks[name].title(lang) for name in names)


def opening_of(
    kit: Kit,
    leaflet: Sequence[Artwork],
    pages: tuple[SheetPage, ...],
    composed: ComposedGame,
    last: Artwork | None,
) -> list[Front]:
    """The how-to page with the list of everything, then the rules; or the rules alone."""
    options = kit.options
    if rules_alone(options):
        return leaflets(leaflet, 0, options)
    behind = leaflets(leaflet, before_leaflets(1, options), options)
    before = opening_pages(behind, options)
    decks = deck_lines([deck for deck, _ in composed.decks], pages, before, options)
    closing = [score_line(before + len(pages), options)] if last else []
    parts = [*front_lines(behind, options), *decks, *closing]
    return opened(kit, kit.opening(parts, contents(composed.game, pages)), leaflet, pages)


@dataclass(frozen=True)
class PlannedPrint:
    """A planned print; a reprint also knows what is in the box once it is swapped in."""

    composed: ComposedGame
    options: PrintOptions
    opening: Sequence[Front]
    sheets: tuple[SheetPage, ...]
    leaflet: Sequence[Artwork] | None = None
    score_sheet: Artwork | None = None
    box: BoxContents | None = None
    ink_saved: int = 0


def plan(composed: ComposedGame, paper: Paper, options: PrintOptions) -> tuple[Sheet, ...]:
    """The sheets of all decks in order; decks of one size share theirs."""
    layout = layout_of(paper, options)
    pieces = {deck.name: found for deck, found in composed.decks}
    sheets: list[Sheet] = []
    findings = Findings()
    for decks in sharing_sheets(tuple(deck for deck, _ in composed.decks)):
        owned = [item for deck in decks for item in printed(deck, pieces[deck.name], options)]
        try:
            sheets += sheets_of(owned, layout)
        except Problems as problems:
            # A piece that fits on no sheet does not hide the next one.
            findings.extend(problems.problems)
    findings.raise_any()
    return tuple(sheets)


def printed(deck: Deck, pieces: Pieces, options: PrintOptions) -> list[DeckPiece]:
    """What the sheets need to know of pieces."""
    return [
        (
            deck,
            PieceToPlace(
                piece.id,
                faces.front.key,
                faces.back.key if faces.back else None,
                options.copies_of(piece.copies),
            ),
        )
        for piece, faces in pieces
    ]


def finish(job: PlannedPrint, crew: Crew, progress: Progress | None) -> PrintReport:
    """Draws and writes what was planned."""
    options, sheets = job.options, job.sheets
    game, paper = job.composed.game, papers()[options.paper]
    last = score_sheets(job.score_sheet, options)
    version = game_version(game, job.composed.sources)
    label = _version_label(version, paper, options)
    begin = beginnings(game, sheets, options.lang)
    draft = _draft_label(paper, options)
    opening = _kit_pages(job.opening, paper, options, label, *draft)
    closing = _kit_pages(last, paper, options, *draft)
    profile = Profile(**printer(options.printer)) if options.printer else None
    behind = {"front": None, "back": profile}
    inner = (
        Page(
            *(page.side.placements, page.marks, begin.get(index, ()), behind[page.name]),
            trim=trim_of((*page.side.cuts, *page.side.folded)),
        )
        for index, page in enumerate(sheets)
    )
    pages = (*opening, *inner, *closing)
    arts = {art.key: art for art in (*job.opening, *last, *job.composed.artworks()) if art}
    # In the order of the pages: the writer takes them as they come.
    used = dict.fromkeys(place.face for page in pages for place in page.placements)
    printed = manifest(job.composed, options, paper, sheets, (len(opening), len(pages)))
    record = printed | leaflet_record(job.leaflet)
    name = file_name(game.slug, options, changed=job.box is not None)
    shop = options.made_for == COPY_SHOP
    counts = len(opening), len(sheets), len(closing)
    order = Order(f"{name}.pdf", game.title(options.lang), paper, *counts)
    build = Build(
        path=options.out / f"{name}.pdf",
        paper=paper,
        pages=pages,
        arts={key: arts[key] for key in used},
        about=About(game.title(options.lang), version, options.flip, options.duplex, for_shop=shop),
        manifest=manifest_text(job.box.after(record) if job.box else record),
        note=order_note(order, options) if shop else "",
    )
    drawer = DRAWERS[options.render, options.made_for](job.composed.sources, crew, options.dpi)
    write_build(build, drawer, progress)
    return PrintReport(
        pdf=build.path,
        manifest=build.manifest_path,
        note=build.note_path,
        pages=len(pages),
        sheets=paper_sheets(len(pages), sheets, options),
        pieces=sum(len(page.whole) for page in sheets),
        faces=len(build.arts),
        ink_saved=job.ink_saved,
    )


def _kit_pages(
    arts: Sequence[Front], paper: Paper, options: PrintOptions, *labels: Label
) -> list[Page]:
    """Pages of the kit; on both sides of the paper an odd one leaves its back empty."""
    odd = [None] if options.duplex and len(arts) % 2 else []
    begin = first_pages(arts, options.lang)
    return [
        replace(centred(art.key, PAGE, paper, labels), begins=begin.get(index, ()))
        if art
        else Page((), Marks())
        for index, art in enumerate((*arts, *odd))
    ]


def _version_label(version: str, paper: Paper, options: PrintOptions) -> Label:
    """The version of the whole data, in small print below the how-to page and the rules."""
    text = say_in(options.lang)("howto_version", version=version)
    scale = page_scale(PAGE, paper)
    x = (paper.width_mm - PAGE.width_mm * scale) / 2
    y = (paper.height_mm + PAGE.height_mm * scale) / 2
    return Label(text, x, min(y + 3.0, paper.height_mm - EDGE_MM))


def _draft_label(paper: Paper, options: PrintOptions) -> list[Label]:
    """What every page of a draft says of itself."""
    if not options.edition.draft:
        return []
    scale = page_scale(PAGE, paper)
    x = (paper.width_mm + PAGE.width_mm * scale) / 2
    y = (paper.height_mm + PAGE.height_mm * scale) / 2
    at = min(y + 3.0, paper.height_mm - EDGE_MM)
    return [Label(say_in(options.lang)("draft"), x, at, align="right")]
