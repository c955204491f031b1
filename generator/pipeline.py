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

from .build import Build, Progress, write_build
from .cache import open_cache
from .composed import Composed, Pieces, compose_all
from .kit import DeckLine, Kit, word
from .leaves import Leaf, leaves, sheet_letters
from .manifest import game_version, manifest, manifest_text, whole_game
from .options import PrintOptions
from .render.compose import Artwork
from .render.pool import Crew, Drawer
from .sheets.counting import stacked
from .sheets.document import About, Page, centred
from .sheets.marks import Label, Marks
from .sheets.pages import Layout, Owned, Printed, Sheet, sheets_of
from .sheets.papers import Paper, papers


@dataclass(frozen=True)
class Stack:
    """Decks that share sheets, mostly a single one, and the sheets."""

    decks: tuple[Deck, ...]
    sheets: tuple[Sheet, ...]

    def title(self, lang: str) -> str:
        return ", ".join(deck.title(lang) for deck in self.decks)


@dataclass(frozen=True)
class Report:
    """What a print run made."""

    pdf: Path
    manifest: Path
    pages: int
    sheets: int
    pieces: int
    faces: int


def print_game(game: Game, options: PrintOptions, progress: Progress | None = None) -> Report:
    """The whole road."""
    paper = papers()[options.paper]
    with Crew(options.jobs) as crew:
        drawer = Drawer(crew, options.render, options.dpi, open_cache(), progress)
        composed = compose_all(game, options.lang, options.decks, options.jobs, drawer)
        stacks = plan(composed, paper, options)
        kit = Kit(game, options, paper)
        opening = kit.opening(_parts(stacks, options))
        sheets = [(stack.title(options.lang), sheet) for stack in stacks for sheet in stack.sheets]
        pages = tuple(leaves(game, sheets, paper, options))
        job = Job(composed, options, opening, pages, kit.score_sheet())
        return finish(job, crew, progress)


@dataclass(frozen=True)
class Job:
    """A planned print; a reprint also knows the whole game it belongs to."""

    composed: Composed
    options: PrintOptions
    opening: Sequence[Artwork]
    sheets: tuple[Leaf, ...]
    score_sheet: Artwork | None = None
    whole: Composed | None = None


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
            Printed(
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


def finish(job: Job, crew: Crew, progress: Progress | None) -> Report:
    """Draws and writes what was planned."""
    options, sheets = job.options, job.sheets
    game, paper = job.composed.game, papers()[options.paper]
    last = [job.score_sheet] if job.score_sheet else []
    version = game_version(game)
    label = _version_label(version, job.opening[0], paper, options)
    opening = _kit_pages(job.opening, paper, options, label)
    closing = _kit_pages(last, paper, options)
    pages = (*opening, *(Page(leaf.side.placements, leaf.marks) for leaf in sheets), *closing)
    arts = {art.key: art for art in (*job.opening, *last, *job.composed.artworks())}
    # In the order of the pages: the writer takes them as they come.
    used = dict.fromkeys(place.face for page in pages for place in page.placements)
    record = manifest(job.composed, options, paper, sheets, (len(opening), len(pages)))
    if job.whole:
        record["whole"] = whole_game(job.whole)
    suffix = "-vector" * (options.render == "vector") + "-changed" * bool(job.whole)
    build = Build(
        path=options.out / f"{game.slug}-{options.lang}-{paper.name}{suffix}.pdf",
        paper=paper,
        pages=pages,
        arts={key: arts[key] for key in used},
        about=About(game.title(options.lang), version, options.flip, options.duplex),
        manifest=manifest_text(record),
    )
    write_build(build, options, crew, progress)
    return Report(
        pdf=build.path,
        manifest=build.manifest_path,
        pages=len(pages),
        sheets=(len(pages) + 1) // 2 if options.duplex else len(pages),
        pieces=sum(_whole_pieces(leaf) for leaf in sheets if leaf.name == "front"),
        faces=len(build.arts),
    )


def _whole_pieces(leaf: Leaf) -> int:
    """The pieces on a front; a board counts with its first part."""
    part = leaf.side.part
    return len(leaf.side.cuts) if part is None or part.column == part.row == 1 else 0


def _kit_pages(
    arts: Sequence[Artwork], paper: Paper, options: PrintOptions, *labels: Label
) -> list[Page]:
    """Pages of the kit; on both sides of the paper an odd one leaves its back empty."""
    pages = [centred(art.key, art.width_mm, art.height_mm, paper, labels) for art in arts]
    empty = [Page((), Marks())] if options.duplex and len(pages) % 2 else []
    return [*pages, *empty]


def _version_label(version: str, page: Artwork, paper: Paper, options: PrintOptions) -> Label:
    """The version of the whole data, in small print below the how-to page."""
    text = word(options.lang)("howto_version", version=version)
    x, y = (paper.width_mm - page.width_mm) / 2, (paper.height_mm + page.height_mm) / 2
    return Label(text, x, y + 3.0)
