"""From a checked game to a printed PDF: the steps in order, one call each.

compose  checked pieces -> SVG of every face, all problems at once
plan     faces -> sheets with every piece at its place
draw     different faces -> packed pixels, on all cores
write    pages and pixels -> PDF and manifest, whole or not at all
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from cards_data.models import Deck, Game
from generator.compose.game import Composed, Pieces, compose_all
from generator.compose.piece import Artwork, Composer
from generator.crew import Crew
from generator.draw.pixels import Drawer, Progress
from generator.kit.front import (
    Front,
    front_lines,
    leaflets,
    rules_alone,
    rules_wanted,
    score_line,
    score_sheets,
)
from generator.kit.making import PAGE, DeckLine
from generator.kit.pages import Kit
from generator.pdf.build import Build, write_build
from generator.pdf.document import About, Page, centred
from generator.pdf.manifest import (
    Boxed,
    game_version,
    leaflet_record,
    manifest,
    manifest_text,
)
from generator.pdf.naming import file_name
from generator.sheets.counting import stacked
from generator.sheets.grids import Part
from generator.sheets.labels import Leaf, leaves, sheet_letters
from generator.sheets.marks import Label, Marks
from generator.sheets.pages import Layout, Owned, Sheet, ToLay, sheets_of
from generator.sheets.papers import Paper, papers
from generator.sheets.profile import Profile
from generator.store.printers import printer
from generator.store.sources import Sources
from generator.words import say_in

from .options import PrintOptions


@dataclass(frozen=True)
class Stack:
    """Decks that share sheets, mostly a single one, and the sheets."""

    decks: tuple[Deck, ...]
    sheets: tuple[Sheet, ...]

    def title(self, lang: str) -> str:
        return ", ".join(deck.title(lang) for deck in self.decks)


@dataclass(frozen=True)
class PrintReport:
    """What a print run made."""

    pdf: Path
    manifest: Path
    pages: int
    sheets: int
    pieces: int
    faces: int


def print_game(
    game: Game, options: PrintOptions, crew: Crew, progress: Progress | None = None
) -> PrintReport:
    """The whole road."""
    paper = papers()[options.paper]
    composer = Composer(game, options.edition, Sources())
    composed = compose_all(composer, crew, options.decks)
    stacks = plan(composed, paper, options)
    kit = Kit(composer, options, paper, crew)
    last = None if rules_alone(options) else kit.score_sheet()
    leaflet = kit.rules() if rules_wanted(options) else None
    opening = _opening(kit, leaflet or [], _parts(stacks, options), last)
    sheets = [(stack.title(options.lang), sheet) for stack in stacks for sheet in stack.sheets]
    pages = tuple(leaves(game, sheets, paper, options))
    job = PlannedPrint(composed, options, opening, pages, leaflet, last)
    return finish(job, crew, progress)


def _opening(
    kit: Kit, leaflet: Sequence[Artwork], decks: list[DeckLine], last: Artwork | None
) -> list[Front]:
    """The how-to page with the list of everything, then the rules; or the rules alone."""
    options = kit.options
    if rules_alone(options):
        return leaflets(leaflet, 0, options)
    behind = leaflets(leaflet, 1, options)
    closing = [score_line(options)] if last else []
    return [*kit.opening([*front_lines(behind, options), *decks, *closing]), *behind]


@dataclass(frozen=True)
class PlannedPrint:
    """A planned print; a reprint also knows what is in the box once it is swapped in."""

    composed: Composed
    options: PrintOptions
    opening: Sequence[Front]
    sheets: tuple[Leaf, ...]
    leaflet: Sequence[Artwork] | None = None
    score_sheet: Artwork | None = None
    box: Boxed | None = None


def plan(composed: Composed, paper: Paper, options: PrintOptions) -> tuple[Stack, ...]:
    """The sheets of every deck; neighbouring decks with the same ``sheet`` share theirs."""
    layout = Layout(paper, options.duplex, options.flip)
    pieces = {deck.name: found for deck, found in composed.decks}
    stacks = []
    for decks in stacked(tuple(deck for deck, _ in composed.decks)):
        owned = [
            item for deck in decks for item in printed(deck, pieces[deck.name], options.copies)
        ]
        stacks.append(Stack(decks, tuple(sheets_of(owned, layout))))
    return tuple(stacks)


def printed(deck: Deck, pieces: Pieces, sets: int = 1) -> list[Owned]:
    """What the sheets need to know of pieces."""
    return [
        (
            deck,
            ToLay(
                piece.id,
                faces.front.key,
                faces.back.key if faces.back else None,
                piece.copies * sets,
            ),
        )
        for piece, faces in pieces
    ]


def _parts(stacks: tuple[Stack, ...], options: PrintOptions) -> list[DeckLine]:
    """The parts list of the how-to page; sheets that decks share count with the first."""
    letters = sheet_letters()
    lines = []
    for stack in stacks:
        used = list(islice(letters, len(stack.sheets)))
        span = used[0] if len(used) == 1 else f"{used[0]}–{used[-1]}"
        for deck in stack.decks:
            size = f"{deck.size.width_mm:.4g} × {deck.size.height_mm:.4g}"
            title = deck.title(options.lang)
            count = len(used) if deck is stack.decks[0] else 0
            lines.append(DeckLine(title, deck.total * options.copies, size, count, span))
    return lines


def finish(job: PlannedPrint, crew: Crew, progress: Progress | None) -> PrintReport:
    """Draws and writes what was planned."""
    options, sheets = job.options, job.sheets
    game, paper = job.composed.game, papers()[options.paper]
    last = score_sheets(job.score_sheet, options)
    version = game_version(game, job.composed.sources)
    label = _version_label(version, paper, options)
    opening = _kit_pages(job.opening, paper, options, label)
    closing = _kit_pages(last, paper, options)
    profile = Profile(**printer(options.printer)) if options.printer else None
    behind = {"front": None, "back": profile}
    placed = (Page(leaf.side.placements, leaf.marks, behind[leaf.name]) for leaf in sheets)
    pages = (*opening, *placed, *closing)
    arts = {art.key: art for art in (*job.opening, *last, *job.composed.artworks()) if art}
    used = {place.face for page in pages for place in page.placements}
    printed = manifest(job.composed, options, paper, sheets, (len(opening), len(pages)))
    record = printed | leaflet_record(job.leaflet)
    name = file_name(game.slug, options, changed=job.box is not None)
    build = Build(
        path=options.out / f"{name}.pdf",
        paper=paper,
        pages=pages,
        arts={key: art for key, art in arts.items() if key in used},
        about=About(game.title(options.lang), version, options.flip, options.duplex),
        manifest=manifest_text(job.box.after(record) if job.box else record),
    )
    write_build(build, Drawer(job.composed.sources, crew, options.dpi), progress)
    return PrintReport(
        pdf=build.path,
        manifest=build.manifest_path,
        pages=len(pages),
        sheets=(len(pages) + 1) // 2 if options.duplex else len(pages),
        pieces=sum(_whole_pieces(leaf) for leaf in sheets if leaf.name == "front"),
        faces=len(build.arts),
    )


def _whole_pieces(leaf: Leaf) -> int:
    """The pieces on a front; a board counts with its first part."""
    layout = leaf.side.layout
    return 0 if isinstance(layout, Part) and not layout.is_first else len(leaf.side.cuts)


def _kit_pages(
    arts: Sequence[Front], paper: Paper, options: PrintOptions, *labels: Label
) -> list[Page]:
    """Pages of the kit; on both sides of the paper an odd one leaves its back empty."""
    odd = [None] if options.duplex and len(arts) % 2 else []
    return [
        centred(art.key, art.width_mm, art.height_mm, paper, labels) if art else Page((), Marks())
        for art in (*arts, *odd)
    ]


def _version_label(version: str, paper: Paper, options: PrintOptions) -> Label:
    """The version of the whole data, in small print below the how-to page and the rules."""
    text = say_in(options.lang)("howto_version", version=version)
    x, y = (paper.width_mm - PAGE.width_mm) / 2, (paper.height_mm + PAGE.height_mm) / 2
    return Label(text, x, y + 3.0)
