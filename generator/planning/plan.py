"""Estimate what a print needs: pages, sheets of paper, straight cuts and ink, as a table.

A sheet counts for the first deck on it. Ink is known for faces that were drawn before at this
resolution.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from cards_data.languages.locales import own_name
from cards_data.models import Deck, Game, Piece
from cards_data.words import Say
from generator.compose.artwork import Artwork
from generator.compose.composed_game import CachedFaces, ComposedGame, decks_wanted, wanted_decks
from generator.compose.piece import Composer, Faces
from generator.draw.drawers import cached_ink
from generator.kit.front_pages import (
    leaflets,
    opening_pages,
    pages_alone,
    paper_sheets,
    score_sheets,
)
from generator.kit.kit_pages import Kit
from generator.kit.parts import letter_span, rules_wanted, score_sheet_wanted, sheets_of_deck
from generator.options import PrintOptions
from generator.resources import has_rules
from generator.sheets.marks import SheetPage, outlined_cuts, straight_cuts
from generator.sheets.papers import Paper, papers
from generator.sheets.shared_sheets import lay_out
from generator.sheets.sheet_pages import Placement
from generator.store.sources import Sources
from generator.words import say_in
from generator.workers import WorkerPool

# A page of the kit that is counted and not composed.
_UNDRAWN = Artwork("", 0, 0)
# The steps of a path around a rectangle: four corners, and closing it.
CORNERS = 5


@dataclass(frozen=True)
class Cutting:
    """Straight cuts, with equal sheets in one stack or one by one; and outlines."""

    stacked: int
    single: int
    outlined: int


@dataclass(frozen=True)
class DeckPlan:
    """What a deck needs; shared sheets count for the first deck on them."""

    title: str
    pieces: int
    letters: str
    pages: int
    cutting: Cutting
    # The share of its pages that is ink, or nothing if a face was never drawn.
    ink: float | None


@dataclass(frozen=True)
class Plan:
    """What a print needs in total."""

    game: Game
    options: PrintOptions
    decks: tuple[DeckPlan, ...]
    pages: int
    sheets: int
    cutting: Cutting
    ink: float | None
    # Whether the pages of the rules are counted: their number is known only after typesetting.
    rules_counted: bool


def make_plan(game: Game, options: PrintOptions) -> Plan:
    """Return the whole plan; a piece that does not fit on any sheet is a problem here too."""
    paper = papers()[options.paper]
    composer = Composer(game, options.edition, Sources())
    composed = _cached_game(composer, options)
    sheet_pages = lay_out(composed, paper, options)
    beside, counted = _kit_page_count(Kit(composer, options, paper, WorkerPool(1)))
    pages = beside + len(sheet_pages)
    # The ink share of every face that was drawn before.
    inks = {art.key: cached_ink(art, options.dpi) for art in composed.artworks()}
    decks = (_deck_plan(deck, sheet_pages, inks, paper, options) for deck, _ in composed.decks)
    return Plan(
        game=game,
        options=options,
        decks=tuple(decks),
        pages=pages,
        sheets=paper_sheets(pages, sheet_pages, options),
        cutting=_cutting(sheet_pages),
        ink=_ink(sheet_pages, inks, paper),
        rules_counted=counted,
    )


def _cached_game(composer: Composer, options: PrintOptions) -> ComposedGame:
    """Return every wanted piece with its faces from the cache, or with blanks."""
    game, cached = composer.game, CachedFaces(composer, WorkerPool(1))
    decks_out = wanted_decks(game, options.edition, decks_wanted(game, options))
    decks = tuple(
        (deck, tuple((piece, _faces(cached, deck, piece)) for piece in deck.pieces))
        for deck in decks_out
    )
    return ComposedGame(game, composer.edition, composer.sources, decks).with_only(options.only)


def _faces(cached: CachedFaces, deck: Deck, piece: Piece) -> Faces:
    composed = cached.from_cache(deck, piece)
    if composed and composed.faces:
        return composed.faces
    front, back = (Artwork(f"{deck.name}/{piece.id}/{side}", 0, 0) for side in ("front", "back"))
    return Faces(front, back if deck.back else None, "")


def _kit_page_count(kit: Kit) -> tuple[int, bool]:
    """Return how many kit pages are printed, and whether they include the rules."""
    options, game = kit.options, kit.composer.game
    if options.partial:
        return 0, True
    rules = kit.cached_rules() if rules_wanted(options) else []
    scored = has_rules(game) and score_sheet_wanted(options)
    behind = len(score_sheets([_UNDRAWN] if scored else [], options))
    if pages_alone(options):
        return len(leaflets(rules or (), 0, options)) + behind, rules is not None
    before = opening_pages(leaflets(rules or (), 1, options), options)
    return before + behind, rules is not None


def _deck_plan(
    deck: Deck,
    sheet_pages: Sequence[SheetPage],
    inks: Mapping[str, float | None],
    paper: Paper,
    options: PrintOptions,
) -> DeckPlan:
    fronts, first = sheets_of_deck(deck, sheet_pages)
    letters = {page.letter for page in first}
    own = [page for page in sheet_pages if page.letter in letters]
    pieces = sum(cut.deck == deck.name for page in fronts for cut in page.first_cuts)
    title, span = deck.title(options.lang), letter_span([page.letter for page in fronts])
    return DeckPlan(title, pieces, span, len(own), _cutting(own), _ink(own, inks, paper))


def _cutting(sheet_pages: Sequence[SheetPage]) -> Cutting:
    fronts = [page.side for page in sheet_pages if page.name == "front"]
    cuts = [straight_cuts(side) for side in fronts]
    stacked, single = (sum(map(len, knives)) for knives in (set(cuts), cuts))
    return Cutting(stacked, single, sum(map(outlined_cuts, fronts)))


def _ink(
    sheet_pages: Sequence[SheetPage], inks: Mapping[str, float | None], paper: Paper
) -> float | None:
    """Return the ink share of some pages; nothing if a face on them was never drawn."""
    total = 0.0
    for place, area in (
        one for page in sheet_pages for one in _visible_faces(page.side.placements)
    ):
        if (ink := inks[place.face]) is None:
            return None
        total += ink * area
    whole = len(sheet_pages) * paper.width_mm * paper.height_mm
    return total / whole if whole else None


def _visible_faces(placements: Sequence[Placement]) -> Iterator[tuple[Placement, float]]:
    """Yield every face with its area on the page; a duplicate counts once."""
    once = {(place.face, place.x_mm, place.y_mm): place for place in placements}
    for place in once.values():
        xs, ys = zip(*(point for _, points in place.clip for point in points), strict=True)
        # Outside a round or hexagonal clip the face is white anyway.
        straight = len(place.clip) == CORNERS
        area = (max(xs) - min(xs)) * (max(ys) - min(ys))
        yield place, area if straight else place.width_mm * place.height_mm


HEAD = ("deck", "pieces", "sheets", "pages", "cuts", "ink")  # cmd_plan_deck …
MOST_NAMED = 4


def plan_text(plan: Plan) -> str:
    """Describe what a print needs, by deck and in total."""
    options = plan.options
    say = say_in(options.lang)
    head = say(
        "cmd_plan",
        game=plan.game.slug,
        lang=own_name(options.lang),
        paper=options.paper,
        layout=options.layout,
        pages=say("cmd_pages", n=plan.pages),
        sheets=say("cmd_sheets", n=plan.sheets),
    )
    titles = tuple(say(f"cmd_plan_{name}") for name in HEAD)
    rows = [titles, *(_row(deck, say) for deck in plan.decks if deck.pieces)]
    table = _table(rows) if len(rows) > 1 else ()
    return "\n".join([head, *table, *_notes_below(plan, say), say("cmd_plan_made")])


def _row(deck: DeckPlan, say: Say) -> tuple[str, ...]:
    """Return the row of a deck; shared sheets count for the first deck on them."""
    head, cuts = (deck.title, str(deck.pieces), deck.letters), deck.cutting.stacked
    if not deck.pages:
        return *head, "", "", ""
    knife = str(cuts) if cuts else say("cmd_plan_outline")
    return *head, str(deck.pages), knife, _share(deck.ink, say)


def _share(ink: float | None, say: Say) -> str:
    return "?" if ink is None else say.decimal(f"{100 * ink:.2g}\u00a0%")


def _table(rows: list[tuple[str, ...]]) -> Iterator[str]:
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD))]
    for row in rows:
        cells = (cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))
        yield f"  {row[0].ljust(widths[0])}  {'  '.join(cells)}".rstrip()


def _notes_below(plan: Plan, say: Say) -> Iterator[str]:
    if not plan.rules_counted:
        yield say("cmd_plan_no_rules")
    n, single = plan.cutting.stacked, plan.cutting.single
    if single:
        stacked = say("cmd_plan_stacked", n=n, single=single)
        yield say("cmd_plan_straight", what=str(single) if n == single else stacked)
    if plan.cutting.outlined:
        yield say("cmd_plan_outlined", what=say("cmd_pieces", n=plan.cutting.outlined))
    if plan.decks:
        yield say("cmd_plan_ink_line", what=_ink_words(plan, say))


def _ink_words(plan: Plan, say: Say) -> str:
    """Say how much ink is needed, or for what it is unknown."""
    if plan.ink is not None:
        return say("cmd_plan_ink_known", share=say.decimal(_share(plan.ink, say)))
    unknown = [deck.title for deck in plan.decks if deck.pages and deck.ink is None]
    names = ", ".join(unknown[:MOST_NAMED])
    if len(unknown) > MOST_NAMED:
        names = say("cmd_plan_others", names=names)
    return say("cmd_plan_ink_unknown", dpi=plan.options.dpi, names=names)
