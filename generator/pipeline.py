"""From a checked game to a printed PDF: the steps in order, one call each.

compose  checked pieces -> SVG of every face, all problems at once
plan     faces -> sheets with every piece at its place
draw     different faces -> packed pixels, on all cores
write    pages and pixels -> PDF and manifest, whole or not at all
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cards_data.models import Deck, Game, Piece
from cards_data.problems import Findings, Problem, Problems, did_you_mean

from .cache import open_cache
from .compositions import Compositions
from .files import write_text_whole
from .kit import DeckLine, howto, score_sheet, word
from .manifest import game_version, manifest_text
from .options import PrintOptions
from .render.compose import Artwork, Faces
from .render.shapes import rounded
from .sheets.marks import Marks, marks
from .sheets.pages import Layout, Placement, Printed, Sheet, Side, deck_sheets
from .sheets.papers import Paper, papers

if TYPE_CHECKING:
    from .sheets.pdf import Page

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Composed:
    """Every wanted piece with its faces, deck by deck."""

    decks: tuple[tuple[Deck, tuple[tuple[Piece, Faces], ...]], ...]

    def artworks(self) -> Iterator[Artwork]:
        for _, pieces in self.decks:
            for _, faces in pieces:
                yield faces.front
                if faces.back:
                    yield faces.back


@dataclass(frozen=True)
class Leaf:
    """A page with its number's worth of knowledge: which side of which sheet it is."""

    side: Side
    name: str
    letter: str
    marks: Marks


@dataclass(frozen=True)
class KitPages:
    """A whole kit in order: the how-to page, the sheets, the score sheet."""

    howto: Artwork
    leaves: tuple[Leaf, ...]
    score_sheet: Artwork | None


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
    check_language(game, options.lang)
    paper = papers()[options.paper]
    composed = compose_all(game, options)
    sheets = plan(composed, paper, options)
    pages = KitPages(
        _howto(game, options, paper, sheets),
        tuple(_leaves(game, sheets, paper, options)),
        _score_sheet(game, options),
    )
    return _write(game, options, paper, composed, pages, progress)


def check_language(game: Game, lang: str) -> None:
    if lang not in game.languages:
        raise Problems(
            [Problem(f"{game.slug} --lang", f'"{lang}" is not there', ", ".join(game.languages))]
        )


def wanted_decks(game: Game, names: tuple[str, ...]) -> tuple[Deck, ...]:
    """The decks by name, or all; an unknown name is answered with the nearest."""
    findings = Findings()
    for name in names:
        if name not in game.decks:
            hint = did_you_mean(name, game.decks)
            allowed = ", ".join(game.decks)
            findings.add(f"{game.slug} --deck", f'"{name}" is not known', allowed, hint)
    findings.raise_any()
    return tuple(deck for deck in game.decks.values() if not names or deck.name in names)


def compose_all(game: Game, options: PrintOptions) -> Composed:
    """Every face of every wanted deck, or all problems of all of them."""
    findings = Findings()
    compositions = Compositions(game, options.lang, open_cache())
    decks = []
    for deck in wanted_decks(game, options.decks):
        found = [(piece, compositions.faces(deck, piece, findings)) for piece in deck.pieces]
        decks.append((deck, tuple((piece, faces) for piece, faces in found if faces)))
    findings.raise_any()
    return Composed(tuple(decks))


def plan(
    composed: Composed, paper: Paper, options: PrintOptions
) -> tuple[tuple[Deck, tuple[Sheet, ...]], ...]:
    """The sheets of every deck."""
    layout = Layout(paper, options.duplex, options.flip)
    return tuple(
        (deck, tuple(deck_sheets(deck, _printed(pieces, options.copies), layout)))
        for deck, pieces in composed.decks
    )


def _printed(pieces: tuple[tuple[Piece, Faces], ...], sets: int) -> tuple[Printed, ...]:
    return tuple(
        Printed(
            piece.id,
            faces.front.key,
            faces.back.key if faces.back else None,
            piece.copies * sets,
        )
        for piece, faces in pieces
    )


def sheet_letters() -> Iterator[str]:
    """A, B, … Z, AA, AB, …: the letter that front and back of a sheet share."""
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    yield from alphabet
    for first in ("", *alphabet):
        for second in alphabet:
            for third in alphabet:
                yield first + second + third


def _howto(
    game: Game,
    options: PrintOptions,
    paper: Paper,
    sheets: tuple[tuple[Deck, tuple[Sheet, ...]], ...],
) -> Artwork:
    letters = sheet_letters()
    lines = []
    for deck, found in sheets:
        used = list(islice(letters, len(found)))
        size = f"{deck.size.width_mm:.4g} × {deck.size.height_mm:.4g}"
        span = used[0] if len(used) == 1 else f"{used[0]}–{used[-1]}"
        title = deck.title(options.lang)
        lines.append(DeckLine(title, deck.total * options.copies, size, len(found), span))
    findings = Findings()
    page = howto(game, options, paper, lines, game_version(game), findings)
    findings.raise_any()
    assert page
    return page


def _score_sheet(game: Game, options: PrintOptions) -> Artwork | None:
    findings = Findings()
    page = score_sheet(game, options, findings)
    findings.raise_any()
    return page


def _leaves(
    game: Game,
    sheets: tuple[tuple[Deck, tuple[Sheet, ...]], ...],
    paper: Paper,
    options: PrintOptions,
) -> Iterator[Leaf]:
    """Every page of every deck, front and back by turns, with its marks."""
    letters = sheet_letters()
    for deck, found in sheets:
        for front, back in found:
            letter = next(letters)
            for name, side in (("front", front), ("back", back)):
                if side:
                    label = _label(game, deck, side, name, letter, options)
                    yield Leaf(side, name, letter, marks(side, paper, options.marks, label))


def _label(
    game: Game, deck: Deck, side: Side, name: str, letter: str, options: PrintOptions
) -> str:
    t = word(options.lang)
    which = "back_empty" if name == "back" and not side.placements else name
    parts = [game.title(options.lang), deck.title(options.lang), f"{t(which)} {letter}", t("scale")]
    if side.part:
        parts.insert(2, t("part", column=side.part.column, row=side.part.row))
    return " · ".join(parts)


def _write(
    game: Game,
    options: PrintOptions,
    paper: Paper,
    composed: Composed,
    pages: KitPages,
    progress: Progress | None,
) -> Report:
    from .render.pool import drawn
    from .sheets.pdf import About, Page, write_pdf

    leaves = pages.leaves
    single = [page for page in (pages.howto, pages.score_sheet) if page]
    arts = {art.key: art for art in (*single, *composed.artworks())}
    about = About(
        f"{game.title(options.lang)} – print and play",
        game_version(game),
        options.flip,
        options.duplex,
    )
    opening, closing = (
        _single_sheet(page, paper, options) for page in (pages.howto, pages.score_sheet)
    )
    path = options.out / f"{game.slug}-{options.lang}-{paper.name}.pdf"
    sheets = [Page(leaf.side.placements, leaf.marks) for leaf in leaves]
    written = [*opening, *sheets, *closing]
    write_pdf(
        path, paper, written, drawn(arts, options.dpi, options.jobs, open_cache(), progress), about
    )
    record = _manifest(game, options, paper, composed, (len(opening), leaves))
    record["pages"] = len(written)
    write_text_whole(path.with_suffix(".json"), manifest_text(record))
    return Report(
        pdf=path,
        manifest=path.with_suffix(".json"),
        pages=len(written),
        sheets=sum(leaf.name == "front" for leaf in leaves) + len(single),
        pieces=sum(deck.total for deck, _ in composed.decks) * options.copies,
        faces=len(arts),
    )


def _single_sheet(art: Artwork | None, paper: Paper, options: PrintOptions) -> list[Page]:
    """A page of the kit, and its empty back where both sides are printed."""
    from .sheets.pdf import Page

    if art is None:
        return []
    front = Page((_whole_page(art, paper),), Marks())
    return [front, Page((), Marks())] if options.duplex else [front]


def _whole_page(art: Artwork, paper: Paper) -> Placement:
    """A page of the kit in the middle of the paper."""
    x, y = (paper.width_mm - art.width_mm) / 2, (paper.height_mm - art.height_mm) / 2
    return Placement(
        art.key,
        x,
        y,
        art.width_mm,
        art.height_mm,
        rounded((x, y, x + art.width_mm, y + art.height_mm), 0),
    )


def _manifest(
    game: Game,
    options: PrintOptions,
    paper: Paper,
    composed: Composed,
    pages: tuple[int, tuple[Leaf, ...]],
) -> dict[str, Any]:
    opening, leaves = pages
    places: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for number, leaf in enumerate(leaves, opening + 1):
        for cut in leaf.side.cuts:
            places.setdefault((leaf.side.deck, cut.piece), []).append(
                {
                    "page": number,
                    "side": leaf.name,
                    "x_mm": round(cut.slot.x_mm, 3),
                    "y_mm": round(cut.slot.y_mm, 3),
                    "width_mm": round(cut.width_mm, 3),
                    "height_mm": round(cut.height_mm, 3),
                }
            )
    return {
        "game": game.slug,
        "version": game_version(game),
        "lang": options.lang,
        "paper": {"name": paper.name, "width_mm": paper.width_mm, "height_mm": paper.height_mm},
        "pages": 0,
        "pieces": [
            {
                "id": piece.id,
                "deck": deck.name,
                "copies": piece.copies * options.copies,
                "version": faces.version,
                "front": faces.front.key,
                "back": faces.back.key if faces.back else None,
                "places": places.get((deck.name, piece.id), []),
            }
            for deck, pieces in composed.decks
            for piece, faces in pieces
        ],
    }
