"""The contents of a kit for its how-to page, and how to feed paper back.

Manual duplex prints a test sheet: its rings and its star show which way round the paper goes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from cards_data.models import HEXES, Deck, Game, Size
from cards_data.words import Say
from generator.compose.artwork import Artwork
from generator.compose.composed_game import RULES, SCORE_SHEET, ComposedGame
from generator.options import FULL_INK, PrintOptions
from generator.raster.cairo_library import known_cairo_version
from generator.resources import has_rules
from generator.sheets.grids import BoardPart
from generator.sheets.marks import SheetPage, sheet_number
from generator.words import say_in
from generator.workers import WorkerPool

from .kit_worker import PAGE, Contents, DeckLine

# Smaller pieces are tokens.
SMALLEST_CARD_MM = 40.0
# Shapes that are cut along their outline, in the order they are mentioned.
OUTLINED = ("hex", "circle", "drop", "path")
# The templates of manual duplex: the instructions, and both sides of the test sheet.
BY_HAND = ("by_hand", "tray_front", "tray_back")
SHEETS_BY_HAND = 2
# The centres of the two rings on the test sheet, where the star may appear.
RINGS_MM = ((PAGE.width_mm / 2, 26.0), (PAGE.width_mm / 2, PAGE.height_mm - 26.0))


def contents(game: Game, sheet_pages: Sequence[SheetPage]) -> Contents:
    """Return what the how-to page has to mention."""
    cuts = [cut for page in sheet_pages for cut in page.side.cuts]
    shapes, decks = {_shape_name(cut.size) for cut in cuts}, [game.decks[cut.deck] for cut in cuts]
    layouts = (page.side.layout for page in sheet_pages if page.side.cuts)
    parts = (layout.parts for layout in layouts if isinstance(layout, BoardPart))
    return Contents(
        tuple(shape for shape in OUTLINED if shape in shapes),
        board_parts=max(parts, default=0),
        tents=any(deck.options.get("fold") == "tent" for deck in decks),
        head_to_head=_head_to_head(sheet_pages),
        apart=any(cut.size.shape == "rect" and game.decks[cut.deck].gap_mm > 0 for cut in cuts),
        mounted=any(map(_is_mounted, decks)),
    )


def rules_wanted(options: PrintOptions) -> bool:
    return not options.decks or RULES in options.decks


def score_sheet_wanted(options: PrintOptions) -> bool:
    """Return whether score sheets are printed: with a whole game, or if requested."""
    return not options.decks or SCORE_SHEET in options.decks


def needed_supplies(game: Game, contents: Contents, options: PrintOptions) -> tuple[str, ...]:
    """Return what the printed parts need, such as a pencil for the score sheet."""
    t, scored = say_in(options.lang), has_rules(game) and score_sheet_wanted(options)
    dice = (t("howto_dice", n=game.dice),) if game.dice else ()
    own = () if options.decks else (*dice, *game.needed_supplies(options.lang))
    glue = (t("howto_glue_stick"),) if contents.tents else ()
    return (*own, *glue, *((t("howto_pencil"),) if scored else ()))


def _head_to_head(sheet_pages: Sequence[SheetPage]) -> bool:
    """Return whether rows are turned on most pages; cards on folded sheets all face one way."""
    turns = [{cut.turn for cut in page.side.cuts} for page in sheet_pages if page.side.cuts]
    turned = sum(any((turn + 180) % 360 in page for turn in page) for page in turns)
    return 2 * turned > len(turns)


def _is_mounted(deck: Deck) -> bool:
    """Return whether pieces stay on the table: boards have no back, tokens are small."""
    small = min(deck.size.width_mm, deck.size.height_mm) < SMALLEST_CARD_MM
    return (small or not deck.back) and deck.options.get("fold") != "tent"


def _shape_name(size: Size) -> str:
    """Return the name of a shape; both directions of a hexagon have one name."""
    return "hex" if size.shape in HEXES else size.shape


def sheets_of_deck(
    deck: Deck, sheet_pages: Sequence[SheetPage]
) -> tuple[list[SheetPage], list[SheetPage]]:
    """Return the fronts with pieces of a deck, and those that begin with it."""
    fronts = (page for page in sheet_pages if page.name == "front")
    with_deck = [page for page in fronts if any(cut.deck == deck.name for cut in page.side.cuts)]
    return with_deck, [page for page in with_deck if page.side.cuts[0].deck == deck.name]


def deck_lines(
    decks: Sequence[Deck], sheet_pages: Sequence[SheetPage], before: int, options: PrintOptions
) -> list[DeckLine]:
    """Return every deck with its letters and pages; a sheet counts for the first deck on it."""
    t = say_in(options.lang)
    lines = []
    for deck in decks:
        with_deck, own = sheets_of_deck(deck, sheet_pages)
        letters = [page.letter for page in with_deck]
        numbered = enumerate(sheet_pages, before + 1)
        pages = [number for number, page in numbered if page.letter in letters]
        title, pieces = deck.title(options.lang), deck.total * options.copies
        spans = letter_span(letters), page_span(pages)
        lines.append(DeckLine(title, pieces, size_words(deck.size, t), len(own), *spans))
    return lines


def letter_span(letters: Sequence[str]) -> str:
    """Format letters of sheets in order: A–C, F."""
    names = {sheet_number(letter): letter for letter in letters}
    return ", ".join(_span(names[first], names[last]) for first, last in _runs(list(names)))


def page_span(pages: Sequence[int]) -> str:
    """Format page numbers in order: 3–8, 11."""
    return ", ".join(_span(str(first), str(last)) for first, last in _runs(pages))


def _runs(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """Return the first and last of every run of consecutive numbers."""
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1] = runs[-1][0], number
        else:
            runs.append((number, number))
    return runs


def _span(first: str, last: str) -> str:
    return first if first == last else f"{first}–{last}"


def size_words(size: Size, t: Say) -> str:
    """Return width and height as people measure them, and the shape unless it is a rectangle."""
    digits = 1 if size.shape == "rect" else 0
    sides = (f"{round(side, digits):g}" for side in (size.width_mm, size.height_mm))
    words = t.decimal(" × ".join(sides))
    return words if size.shape == "rect" else f"{words} {t('shape_' + _shape_name(size))}"


def hand_pages(howto: int, before: int, sheet_pages: Sequence[SheetPage]) -> dict[str, str]:
    """Return page numbers for the instructions of manual duplex, which follow the how-to."""
    fronts, backs = (
        [number for number, page in enumerate(sheet_pages, before + 1) if page.name == name]
        for name in ("front", "back")
    )
    last = howto + len(BY_HAND)
    sheets = {"fronts": page_span(fronts), "backs": page_span(backs)}
    return {"test_front": str(last - 1), "test_back": str(last), **sheets}


def star_mm(flip: str) -> tuple[float, float]:
    """Return where the back of the test sheet has its star: behind the upper ring.

    If the sheet is turned over its short edge, that is the lower end of the back.
    """
    upper, lower = RINGS_MM
    return upper if flip == "long" else lower


def ink_saved(
    composed: ComposedGame, sheets: Sequence[SheetPage], pages: Sequence[Artwork], pool: WorkerPool
) -> int:
    """Return the ink saved in whole percent; 0 if none is saved, or if cairo cannot count it."""
    if not known_cairo_version():
        return 0
    whole_pages = ((page, page.width_mm * page.height_mm) for page in pages)
    areas = [*_face_areas(composed, sheets), *whole_pages]
    if all(art.ink == FULL_INK for art, _ in areas):
        return 0
    from generator.draw.face import coverage

    in_full = [(replace(art, ink=FULL_INK), area) for art, area in areas]
    shares = coverage((art for art, _ in (*areas, *in_full)), composed.sources, pool)
    here, full = (sum(shares[art.key] * mm2 for art, mm2 in one) for one in (areas, in_full))
    return max(0, int(100 * (1 - here / full))) if full else 0


def _face_areas(
    composed: ComposedGame, sheets: Sequence[SheetPage]
) -> Iterator[tuple[Artwork, float]]:
    """Yield every face as often as it is printed, with its visible area."""
    faces = {art.key: art for art in composed.artworks()}
    for sheet in sheets:
        for place in sheet.side.placements:
            xs, ys = zip(*(point for _, points in place.clip for point in points), strict=True)
            yield faces[place.face], (max(xs) - min(xs)) * (max(ys) - min(ys))
