"""Turn sheets into pages, with their letters, labels and marks."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import product
from string import ascii_uppercase

from cards_data.models import Game
from cards_data.problems import Message, Problems, WrongArgument
from cards_data.words import Say
from generator.options import VERSION_LETTERS, PrintOptions
from generator.words import say_in

from .grids import BoardPart
from .marks import Marks, marks
from .papers import Paper
from .sheet_pages import Cut, FoldedLayout, Sheet, Side


@dataclass(frozen=True)
class SheetPage:
    """A page: which side of which sheet, and its marks."""

    side: Side
    name: str
    letter: str
    marks: Marks

    @property
    def first_cuts(self) -> tuple[Cut, ...]:
        """The pieces on a front; a board counts with its first part."""
        layout = self.side.layout
        later = isinstance(layout, BoardPart) and not layout.is_first
        return () if later or self.name == "back" else self.side.cuts

    @property
    def cuts(self) -> Iterator[tuple[str, Cut]]:
        """Every cut with the side of the piece that is visible there; backs are past a fold."""
        yield from ((self.name, cut) for cut in self.side.cuts)
        yield from (("back", cut) for cut in self.side.folded)


def sheet_letters() -> Iterator[str]:
    """Yield A, B, … Z, AA, AB, … ZZZ: the letter that front and back of a sheet share."""
    for length in (1, 2, 3):
        yield from map("".join, product(ascii_uppercase, repeat=length))


def sheet_number(letter: str) -> int:
    """Return the number of the sheet with a letter: A is 0, Z 25, AA 26."""
    return reduce(lambda number, one: number * 26 + ord(one) - ord("A") + 1, letter, 0) - 1


def in_order(pages: Sequence[SheetPage], options: PrintOptions) -> tuple[SheetPage, ...]:
    """Return pages in printing order: each back after its front, or after all fronts.

    With manual duplex the stack is fed again with its first sheet on top, so backs have the order
    of their fronts.
    """
    if options.layout != "manual":
        return tuple(pages)
    return tuple(page for name in ("front", "back") for page in pages if page.name == name)


def single_sheets(
    pages: Sequence[SheetPage], letters: Sequence[str], slug: str
) -> tuple[SheetPage, ...]:
    """Return the pages of some sheets, as in the whole print; all of them without letters."""
    on_pages = list(dict.fromkeys(page.letter for page in pages))
    unknown = [letter for letter in letters if letter not in on_pages]
    if unknown:
        names = f"{', '.join(unknown[:8])}{' …' if len(unknown) > 8 else ''}"
        fault = Message("print.no_sheet", names=names)
        allowed = f"{on_pages[0]}–{on_pages[-1]}" if on_pages else Message("print.no_letters")
        raise Problems([WrongArgument(f"{slug} --sheets", fault, allowed)])
    return tuple(page for page in pages if not letters or page.letter in letters)


def sheet_pages(
    game: Game, sheets: Iterable[tuple[str, Sheet]], paper: Paper, options: PrintOptions
) -> Iterator[SheetPage]:
    """Yield front and back of every sheet in turn; each sheet comes with its title."""
    for (title, (front, back)), letter in zip(sheets, sheet_letters(), strict=False):
        for name, side in (("front", front), ("back", back)):
            if side:
                whole = f"{game.title(options.lang)} · {title} · {sheet_version(front)}"
                label = _label(whole, side, name, letter, options)
                yield SheetPage(side, name, letter, marks(side, paper, options.marks, label))


def sheet_version(front: Side) -> str:
    """Return a short hash of all faces on a sheet; shared backs do not show a version."""
    faces = ",".join(sorted(placement.face for placement in front.placements))
    return hashlib.sha256(faces.encode()).hexdigest()[:VERSION_LETTERS]


def _label(title: str, side: Side, name: str, letter: str, options: PrintOptions) -> str:
    t = say_in(options.lang)
    which = "back_empty" if name == "back" and not side.placements else name
    draft = [t("draft")] if options.edition.draft else []
    folded = isinstance(side.layout, FoldedLayout)
    page = [t("sheet", letter=letter), t("fold_here")] if folded else [f"{t(which)} {letter}"]
    parts = [*draft, title, *page, t("scale")]
    if isinstance(side.layout, BoardPart):
        parts.insert(len(draft) + 1, part_name(side.layout, t))
    return " · ".join(parts)


def part_name(part: BoardPart, t: Say) -> str:
    """Name a part of a board by its place on the board, in any rotation."""
    if part.parts == 2:
        return t("half_" + _half(part))
    return t("part", row=part.row, rows=part.rows, column=part.column, columns=part.columns)


def _half(part: BoardPart) -> str:
    """Name a half; rotated by 90 degrees, the board's left is at the top of the page."""
    if part.turn:
        first, second = ("left", "right") if part.rows > 1 else ("lower", "upper")
    else:
        first, second = ("upper", "lower") if part.rows > 1 else ("left", "right")
    return first if part.is_first else second
