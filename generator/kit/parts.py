"""What a kit holds, for the list and the advice on its how-to page, and how paper is fed back.

Manual duplex prints a test sheet: its rings and its star show which way the paper has to lie.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from cards_data.models import HEXES, Deck, Game, Size
from cards_data.words import Say
from generator.compose.artwork import Artwork
from generator.compose.composed_game import ComposedGame
from generator.options import FULL_INK, PrintOptions
from generator.sheets.grids import BoardPart
from generator.sheets.sheet_labels import SheetPage, sheet_number
from generator.store.sources import Sources
from generator.words import say_in
from generator.workers import WorkerPool

from .kit_worker import PAGE, Contents, DeckLine

# Less than a card: a token.
SMALLEST_CARD_MM = 40.0
# Shapes that are cut along their outline, in the order they are spoken of.
OUTLINED = ("hex", "circle", "drop", "path")
# The templates of manual duplex: the page in words and drawings, and both sides of the test sheet.
BY_HAND = ("by_hand", "tray_front", "tray_back")
SHEETS_BY_HAND = 2
# The middles of the two rings on the test sheet: where the star may land.
RINGS_MM = ((PAGE.width_mm / 2, 26.0), (PAGE.width_mm / 2, PAGE.height_mm - 26.0))


def contents(game: Game, sheet_pages: Sequence[SheetPage]) -> Contents:
    """What the how-to page has to speak of."""
    cuts = [(page, cut) for page in sheet_pages for cut in page.side.cuts]
    shapes = {_spoken(cut.size) for _, cut in cuts}
    parts = {page.side.layout.parts for page, _ in cuts if isinstance(page.side.layout, BoardPart)}
    folded = any(game.decks[cut.deck].options.get("fold") == "tent" for _, cut in cuts)
    outlined = tuple(shape for shape in OUTLINED if shape in shapes)
    return Contents(
        outlined,
        max(parts, default=0),
        folded,
        head_to_head=_head_to_head(sheet_pages),
        apart=any(cut.size.shape == "rect" and game.decks[cut.deck].gap_mm > 0 for _, cut in cuts),
        mounted=any(_mounted(game.decks[cut.deck]) for _, cut in cuts),
    )


def _head_to_head(sheet_pages: Sequence[SheetPage]) -> bool:
    """Whether rows are turned on most pages; folded sheets of cards lie all one way."""
    turns = [{cut.turn for cut in page.side.cuts} for page in sheet_pages if page.side.cuts]
    turned = sum(any((turn + 180) % 360 in page for turn in page) for page in turns)
    return 2 * turned > len(turns)


def _mounted(deck: Deck) -> bool:
    """Whether pieces lie on the table: boards and tablets have no back, tokens are small."""
    small = min(deck.size.width_mm, deck.size.height_mm) < SMALLEST_CARD_MM
    return (small or not deck.back) and deck.options.get("fold") != "tent"


def _spoken(size: Size) -> str:
    """What a shape is called: a hex in any direction is a hex."""
    return "hex" if size.shape in HEXES else size.shape


def sheets_of_deck(
    deck: Deck, sheet_pages: Sequence[SheetPage]
) -> tuple[list[SheetPage], list[SheetPage]]:
    """The fronts with pieces of a deck, and those of them that count with it: it comes first."""
    fronts = (page for page in sheet_pages if page.name == "front")
    held = [page for page in fronts if any(cut.deck == deck.name for cut in page.side.cuts)]
    return held, [page for page in held if page.side.cuts[0].deck == deck.name]


def deck_lines(
    decks: Sequence[Deck], sheet_pages: Sequence[SheetPage], before: int, options: PrintOptions
) -> list[DeckLine]:
    """Every deck with its letters and pages; a sheet counts with the first deck on it."""
    t = say_in(options.lang)
    lines = []
    for deck in decks:
        held, own = sheets_of_deck(deck, sheet_pages)
        letters = [page.letter for page in held]
        pages = [
            number for number, page in enumerate(sheet_pages, before + 1) if page.letter in letters
        ]
        lines.append(
            DeckLine(
                deck.title(options.lang),
                deck.total * options.copies,
                size_words(deck.size, t),
                len(own),
                letter_span(letters),
                page_span(pages),
            )
        )
    return lines


def letter_span(letters: Sequence[str]) -> str:
    """Letters of sheets in order: A–C, F."""
    named = {sheet_number(letter): letter for letter in letters}
    return ", ".join(_span(named[first], named[last]) for first, last in _runs(list(named)))


def page_span(pages: Sequence[int]) -> str:
    """Pages in order: 3–8, 11."""
    return ", ".join(_span(str(first), str(last)) for first, last in _runs(pages))


def _runs(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """First and last of every run without a hole."""
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
    """Width and height as people measure them, and the shape where it is not a rectangle."""
    digits = 1 if size.shape == "rect" else 0
    sides = (f"{round(side, digits):g}" for side in (size.width_mm, size.height_mm))
    words = t.decimal(" × ".join(sides))
    return words if size.shape == "rect" else f"{words} {t('shape_' + _spoken(size))}"


@dataclass(frozen=True)
class HandPages:
    """Page numbers as the page about manual duplex names them."""

    test_front: str
    test_back: str
    fronts: str = ""
    backs: str = ""

    @property
    def all(self) -> str:
        """The page itself and the test sheet."""
        return f"{int(self.test_front) - 1}–{self.test_back}"


def hand_pages(howto: int, before: int = 0, sheet_pages: Sequence[SheetPage] = ()) -> HandPages:
    """The numbers after so many pages that say how to print, and before the sheets."""
    fronts, backs = (
        [number for number, page in enumerate(sheet_pages, before + 1) if page.name == name]
        for name in ("front", "back")
    )
    last = howto + len(BY_HAND)
    return HandPages(str(last - 1), str(last), page_span(fronts), page_span(backs))


def star_mm(flip: str) -> tuple[float, float]:
    """Where the back of the test sheet has its star: behind the upper ring.

    A sheet that is turned over its short edge has there what is below on its back.
    """
    upper, lower = RINGS_MM
    return upper if flip == "long" else lower


def ink_saved(
    composed: ComposedGame, sheets: Sequence[SheetPage], pages: Sequence[Artwork], pool: WorkerPool
) -> int:
    """Whole percent; nothing where nothing is saved."""
    sources = composed.sources
    areas = [(page, page.width_mm * page.height_mm) for page in pages]
    areas = [*_face_areas(composed, sheets), *areas]
    if all(art.ink == FULL_INK for art, _ in areas):
        return 0
    here = _ink(areas, sources, pool)
    full = _ink([(replace(art, ink=FULL_INK), area) for art, area in areas], sources, pool)
    return max(0, int(100 * (1 - here / full))) if full else 0


def _ink(areas: list[tuple[Artwork, float]], sources: Sources, pool: WorkerPool) -> float:
    """Square millimetres that would be black all over."""
    from generator.draw.face import coverage

    shares = coverage((art for art, _ in areas), sources, pool)
    return sum(shares[art.key] * area for art, area in areas)


def _face_areas(
    composed: ComposedGame, sheets: Sequence[SheetPage]
) -> Iterator[tuple[Artwork, float]]:
    """Every face as often as it is printed, with how much of it is seen."""
    faces = {art.key: art for art in composed.artworks()}
    for sheet in sheets:
        for place in sheet.side.placements:
            xs, ys = zip(*(point for _, points in place.clip for point in points), strict=True)
            yield faces[place.face], (max(xs) - min(xs)) * (max(ys) - min(ys))
