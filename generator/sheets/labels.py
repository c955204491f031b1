"""Sheets into pages: letters, labels and marks.

Comes in: sheets in order. Goes out: leaves, each a side of a sheet with everything around it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from cards_data.models import Game
from cards_data.words import Say
from generator.options import PrintOptions
from generator.words import say_in

from .grids import Part
from .marks import Marks, marks
from .pages import Sheet, Side
from .papers import Paper


@dataclass(frozen=True)
class Leaf:
    """A page: which side of which sheet, and its marks."""

    side: Side
    name: str
    letter: str
    marks: Marks


def sheet_letters() -> Iterator[str]:
    """A, B, … Z, AA, AB, …: the letter that front and back of a sheet share."""
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    yield from alphabet
    for first in ("", *alphabet):
        for second in alphabet:
            for third in alphabet:
                yield first + second + third


def leaves(
    game: Game, sheets: Iterable[tuple[str, Sheet]], paper: Paper, options: PrintOptions
) -> Iterator[Leaf]:
    """Front and back of every sheet by turns; each sheet comes with its title."""
    for (title, (front, back)), letter in zip(sheets, sheet_letters(), strict=False):
        for name, side in (("front", front), ("back", back)):
            if side:
                label = _label(f"{game.title(options.lang)} · {title}", side, name, letter, options)
                yield Leaf(side, name, letter, marks(side, paper, options.marks, label))


def _label(title: str, side: Side, name: str, letter: str, options: PrintOptions) -> str:
    t = say_in(options.lang)
    which = "back_empty" if name == "back" and not side.placements else name
    draft = [t("draft")] if options.edition.draft else []
    parts = [*draft, title, f"{t(which)} {letter}", t("scale")]
    if isinstance(side.layout, Part):
        parts.insert(len(draft) + 1, part_name(side.layout, t))
    return " · ".join(parts)


def part_name(part: Part, t: Say) -> str:
    """A part of a board by its place on the board, however it lies on the page."""
    if part.parts == 2:
        return t("half_" + _half(part))
    return t("part", row=part.row, rows=part.rows, column=part.column, columns=part.columns)


def _half(part: Part) -> str:
    """A quarter turned, the board's left is the page's upper edge, and its top the right."""
    if part.turn:
        first, second = ("left", "right") if part.rows > 1 else ("lower", "upper")
    else:
        first, second = ("upper", "lower") if part.rows > 1 else ("left", "right")
    return first if part.is_first else second
