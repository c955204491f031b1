"""What a kit holds, for the list and the advice on its how-to page.

Comes in: a game and the leaves of its sheets. Goes out: a line for each deck with its sheets and
pages, and which kinds of pieces there are to be cut, joined and folded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cards_data.models import Deck, Game, Size
from cards_data.words import Say
from generator.options import PrintOptions
from generator.sheets.grids import Part
from generator.sheets.labels import Leaf, sheet_letters
from generator.words import say_in

from .making import Contents, DeckLine

# Shapes that are cut along their outline, in the order they are spoken of.
OUTLINED = ("hex", "circle", "drop")


def contents(game: Game, leaves: Sequence[Leaf]) -> Contents:
    """What the how-to page has to speak of."""
    cuts = [(leaf, cut) for leaf in leaves for cut in leaf.side.cuts]
    shapes = {cut.size.shape for _, cut in cuts}
    parts = {leaf.side.layout.parts for leaf, _ in cuts if isinstance(leaf.side.layout, Part)}
    folded = any(game.decks[cut.deck].options.get("fold") == "tent" for _, cut in cuts)
    outlined = tuple(shape for shape in OUTLINED if shape in shapes)
    return Contents(outlined, max(parts, default=0), folded)


def deck_lines(
    decks: Sequence[Deck], leaves: Sequence[Leaf], before: int, options: PrintOptions
) -> list[DeckLine]:
    """Every deck with its letters and pages; a sheet counts with the first deck on it."""
    t = say_in(options.lang)
    lines = []
    for deck in decks:
        letters = [leaf.letter for leaf in _fronts(leaves) if _holds(leaf, deck)]
        pages = [number for number, leaf in enumerate(leaves, before + 1) if leaf.letter in letters]
        own = sum(leaf.side.cuts[0].deck == deck.name for leaf in _fronts(leaves))
        lines.append(
            DeckLine(
                deck.title(options.lang),
                deck.total * options.copies,
                size_words(deck.size, t),
                own,
                letter_span(letters),
                page_span(pages),
            )
        )
    return lines


def _fronts(leaves: Sequence[Leaf]) -> Iterator[Leaf]:
    return (leaf for leaf in leaves if leaf.name == "front" and leaf.side.cuts)


def _holds(leaf: Leaf, deck: Deck) -> bool:
    return any(cut.deck == deck.name for cut in leaf.side.cuts)


def letter_span(letters: Sequence[str]) -> str:
    """Letters of sheets in order: A–C, F."""
    order = _letters_to(letters)
    runs = _runs([order.index(letter) for letter in letters])
    return ", ".join(_span(order[first], order[last]) for first, last in runs)


def _letters_to(letters: Sequence[str]) -> list[str]:
    """The letters of sheets up to the last of these: there are thousands behind it."""
    left, order = set(letters), []
    for letter in sheet_letters() if left else ():
        order.append(letter)
        left.discard(letter)
        if not left:
            break
    return order


def page_span(pages: Sequence[int]) -> str:
    """Pages in order: 3–8, 11."""
    return ", ".join(_span(str(first), str(last)) for first, last in _runs(pages))


def _runs(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """First and last of every run without a hole."""
    found: list[tuple[int, int]] = []
    for number in numbers:
        if found and number == found[-1][1] + 1:
            found[-1] = found[-1][0], number
        else:
            found.append((number, number))
    return found


def _span(first: str, last: str) -> str:
    return first if first == last else f"{first}–{last}"


def size_words(size: Size, t: Say) -> str:
    """Width and height as people measure them, and the shape where it is no rectangle."""
    digits = 1 if size.shape == "rect" else 0
    sides = (f"{round(side, digits):g}" for side in (size.width_mm, size.height_mm))
    words = t.decimal(" × ".join(sides))
    return words if size.shape == "rect" else f"{words} {t('shape_' + size.shape)}"
