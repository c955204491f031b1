"""What is drawn around the pieces: cut marks, outlines, rulers, labels; also the straight cuts.

All of it is outside the pieces and at least 5 mm inside the paper. Sheets become pages with their
letters.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce, singledispatch
from itertools import product
from string import ascii_uppercase

from cards_data.models import Game, Size
from cards_data.problems import Message, Problems, WrongArgument
from cards_data.words import Say
from generator.geometry import shapes
from generator.geometry.units import EDGE_MM, MM_PER_INCH
from generator.options import VERSION_LETTERS, PrintOptions
from generator.words import say_in

from .grids import OVERLAP_MM, STRIP_MM, BoardPart, Grid, Slot
from .packing import PackedPage
from .papers import Paper
from .sheet_pages import AnyLayout, Cut, FoldedLayout, Sheet, Side, moved_outline

LINE_MM = 0.15
LONGEST_MARK_MM = 5.0
TICK_MM = 1.1
# Rotated small print extends to the right of its baseline by letters and accents.
RISE_MM = 1.5
# A smaller overlap is a rounding error, not a line inside a piece.
_HAIR = 1e-3
# A fold is a dashed line.
DASH_MM, PAUSE_MM = 3.0, 2.0


@dataclass(frozen=True)
class MarkLine:
    x1_mm: float
    y1_mm: float
    x2_mm: float
    y2_mm: float


@dataclass(frozen=True)
class Label:
    """A line of small print at its baseline; rotated by 90 degrees it reads from bottom to top."""

    text: str
    x_mm: float
    y_mm: float
    turned: bool = False
    align: str = "left"


@dataclass(frozen=True)
class Marks:
    strokes: tuple[MarkLine, ...] = ()
    outlines: tuple[shapes.Path, ...] = ()
    labels: tuple[Label, ...] = ()


def marks(side: Side, paper: Paper, style: str, label: str) -> Marks:
    """Return cut guides in the chosen style, rulers and the label of the side."""
    guides = () if style == "none" else tuple(_guides(side.layout, side, style == "lines"))
    fold = tuple(_fold(side.layout)) if isinstance(side.layout, FoldedLayout) else ()
    rulers, labels = _furniture(side, paper, label)
    return Marks((*guides, *fold, *rulers), tuple(_outlines(side, style)), labels)


@singledispatch
def _guides(layout: object, side: Side, full: bool) -> Iterator[MarkLine]:
    """Yield the cut guides, which depend on the layout; an empty side has none."""
    return iter(())


def _outlines(side: Side, style: str) -> Iterator[shapes.Path]:
    """Yield the outlines, just outside the cut, of shapes that straight cuts cannot follow."""
    if style == "none" or isinstance(side.layout, BoardPart):
        return
    for cut in (*side.cuts, *side.folded):
        if cut.size.shape != "rect":
            yield moved_outline(cut.size, -LINE_MM / 2, cut.slot, cut.turn)


@_guides.register
def _block_marks(page: PackedPage, side: Side, full: bool) -> Iterator[MarkLine]:
    """Yield marks at both ends of every cut of a block; shared edges have no gap for them."""
    pieces = [
        (slot.x_mm, slot.y_mm, slot.x_mm + block.size.width_mm, slot.y_mm + block.size.height_mm)
        for block in page.blocks
        for _, slot in block.slots
    ]
    for stroke in _around_blocks(page):
        if not any(_enters(stroke, piece) for piece in pieces):
            yield stroke


def _enters(stroke: MarkLine, box: shapes.Box) -> bool:
    """Return whether a mark is inside a piece or along its edge; ending there is allowed."""
    left, top, right, bottom = box
    lying = stroke.y1_mm == stroke.y2_mm
    aside, along = (-_HAIR, _HAIR) if lying else (_HAIR, -_HAIR)
    return (
        max(stroke.x1_mm, stroke.x2_mm) > left + along
        and min(stroke.x1_mm, stroke.x2_mm) < right - along
        and max(stroke.y1_mm, stroke.y2_mm) > top + aside
        and min(stroke.y1_mm, stroke.y2_mm) < bottom - aside
    )


def _around_blocks(page: PackedPage) -> Iterator[MarkLine]:
    for block in (block for block in page.blocks if block.size.shape == "rect"):
        slots = [slot for _, slot in block.slots]
        xs = _edges({slot.x_mm for slot in slots}, block.size.width_mm)
        ys = _edges({slot.y_mm for slot in slots}, block.size.height_mm)
        for x in xs:
            for y, out in ((ys[0], -1), (ys[-1], 1)):
                start = y + out * block.bleed_y_mm
                yield MarkLine(x, start, x, start + out * block.mark_mm)
        for y in ys:
            for x, out in ((xs[0], -1), (xs[-1], 1)):
                start = x + out * block.bleed_x_mm
                yield MarkLine(start, y, start + out * block.mark_mm, y)


@_guides.register
def _cut_marks(layout: Grid, side: Side, full: bool) -> Iterator[MarkLine]:
    """Yield a mark at both ends of every cut: outside the bleed, or up to the margin if full."""
    if layout.size.shape != "rect":
        return
    left, top = layout.box[0] - layout.bleed_x_mm, layout.box[1] - layout.bleed_y_mm
    box = (left, top, layout.paper.width_mm - left, layout.paper.height_mm - top)
    xs = _edges({slot.x_mm for slot in layout.slots}, layout.size.width_mm)
    ys = _edges({slot.y_mm for slot in layout.slots}, layout.size.height_mm)
    yield from _at_both_ends(xs, ys, box, layout.strip, full)


def _at_both_ends(
    xs: Iterable[float], ys: Iterable[float], box: shapes.Box, strip: str, full: bool
) -> Iterator[MarkLine]:
    """Yield marks outside a box, at both ends of vertical and horizontal cuts."""
    left, top, right, bottom = box
    reach_x, reach_y = _mark_length(left, strip == "x", full), _mark_length(top, strip == "y", full)
    for x in xs:
        yield MarkLine(x, top - reach_y, x, top)
        yield MarkLine(x, bottom, x, bottom + reach_y)
    for y in ys:
        yield MarkLine(left - reach_x, y, left, y)
        yield MarkLine(right, y, right + reach_x, y)


def _mark_length(room_mm: float, strip: bool, full: bool) -> float:
    """Return the greatest length of a mark: between bleed and edge, clear of the strip."""
    if full:
        return room_mm - EDGE_MM
    return min(LONGEST_MARK_MM, room_mm - EDGE_MM - (STRIP_MM if strip else 0.0))


def _edges(starts: Iterable[float], length: float, digits: int = 4) -> list[float]:
    """Return both edges of every row or column; edges that coincide are one cut."""
    return sorted({round(edge, digits) for start in starts for edge in (start, start + length)})


@_guides.register
def _part_marks(part: BoardPart, side: Side, full: bool) -> Iterator[MarkLine]:
    """Yield where a board's page is cut, and how far its neighbour overlaps it."""
    left, top = part.slot.x_mm - part.bleed_x_mm, part.slot.y_mm - part.bleed_y_mm
    right = part.slot.x_mm + part.width_mm + part.bleed_x_mm
    bottom = part.slot.y_mm + part.height_mm + part.bleed_y_mm
    xs = _part_edges(part.slot.x_mm, part.width_mm, part.column, part.columns)
    ys = _part_edges(part.slot.y_mm, part.height_mm, part.row, part.rows)
    yield from _at_both_ends(xs, ys, (left, top, right, bottom), part.strip, full)


def _part_edges(start: float, length: float, number: int, count: int) -> Iterator[float]:
    """Yield both cut edges, and the line up to which a neighbour overlaps."""
    yield from (start, start + length)
    if number > 1:
        yield start + OVERLAP_MM
    if number < count:
        yield start + length - OVERLAP_MM


@_guides.register
def _half_marks(page: FoldedLayout, side: Side, full: bool) -> Iterator[MarkLine]:
    """Yield marks for each half: either half may be on top when cutting."""
    dx, dy = page.shift_mm
    yield from _guides(page.front, side, full)
    for stroke in _guides(page.back, side, full):
        yield MarkLine(stroke.x1_mm + dx, stroke.y1_mm + dy, stroke.x2_mm + dx, stroke.y2_mm + dy)


def _fold(page: FoldedLayout) -> Iterator[MarkLine]:
    """Yield dashes along the middle of the paper, symmetrical from both ends."""
    upright = page.flip == "long"
    paper = page.paper
    length, across = paper.height_mm, paper.width_mm / 2
    if not upright:
        length, across = paper.width_mm, paper.height_mm / 2
    room = length - 2 * (EDGE_MM + STRIP_MM)
    count = int((room + PAUSE_MM) / (DASH_MM + PAUSE_MM))
    start = (length - count * (DASH_MM + PAUSE_MM) + PAUSE_MM) / 2
    for number in range(count):
        begin = start + number * (DASH_MM + PAUSE_MM)
        yield _mark_line(begin, across, begin + DASH_MM, across, upright)


def _furniture(
    side: Side, paper: Paper, label: str
) -> tuple[tuple[MarkLine, ...], tuple[Label, ...]]:
    """Return rulers of 50 mm and 2 inches on one edge, the label on the other."""
    # Whether the strip is on the left and right rather than above and below.
    upright = side.layout is not None and side.layout.strip == "x"
    length = paper.height_mm if upright else paper.width_mm
    middle = length / 2
    across = paper.width_mm if upright else paper.height_mm
    strokes: list[MarkLine] = []
    labels: list[Label] = []
    for start, unit, count, word in (
        (middle - 62, 10.0, 5, "50 mm"),
        (middle + 8, MM_PER_INCH / 4, 8, "2 in"),
    ):
        strokes += _ruler(start, unit, count, upright)
        labels.append(_label(word, start + unit * count + 1.2, EDGE_MM + 1.9, upright))
    labels.append(_label(label, middle, across - EDGE_MM - 0.7, upright, "center"))
    return tuple(strokes), tuple(labels)


def _ruler(start: float, unit: float, count: int, upright: bool) -> Iterator[MarkLine]:
    base = EDGE_MM + 2.2
    yield _mark_line(start, base, start + unit * count, base, upright)
    for step in range(count + 1):
        tick = TICK_MM * (1.9 if step in (0, count) else 1)
        yield _mark_line(start + unit * step, base - tick, start + unit * step, base, upright)


def _mark_line(x1: float, y1: float, x2: float, y2: float, upright: bool) -> MarkLine:
    return MarkLine(y1, x1, y2, x2) if upright else MarkLine(x1, y1, x2, y2)


def _label(text: str, along: float, across: float, upright: bool, align: str = "left") -> Label:
    if upright:
        return Label(text, across - RISE_MM, along, turned=True, align=align)
    return Label(text, along, across, align=align)


# Across or down, its position, start and end, in millimetres.
Knife = tuple[str, float, float, float]


def straight_cuts(side: Side) -> frozenset[Knife]:
    """Return the cuts: pieces with a shared edge share its cut, folded halves are cut together."""
    return frozenset(_knives(side.layout))


def outlined_cuts(side: Side) -> int:
    return sum(cut.size.shape != "rect" for cut in side.cuts)


def _knives(layout: AnyLayout) -> Iterator[Knife]:
    """Yield the cuts of a layout; an empty side has none."""
    if isinstance(layout, FoldedLayout):
        layout = layout.front
    if isinstance(layout, Grid):
        yield from _edge_cuts(layout.size, layout.slots)
    elif isinstance(layout, BoardPart):
        yield from _edge_cuts(Size("part", layout.width_mm, layout.height_mm), [layout.slot])
    elif layout:
        for block in layout.blocks:
            yield from _edge_cuts(block.size, [slot for _, slot in block.slots])


def _edge_cuts(size: Size, slots: Sequence[Slot]) -> Iterator[Knife]:
    """Yield both edges of every row and column, over the full length."""
    if size.shape != "rect":
        return
    xs = _edges((slot.x_mm for slot in slots), size.width_mm, 2)
    ys = _edges((slot.y_mm for slot in slots), size.height_mm, 2)
    yield from (("down", x, ys[0], ys[-1]) for x in xs)
    yield from (("across", y, xs[0], xs[-1]) for y in ys)


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
    """Return pages as printed: backs after their fronts, or after all fronts for manual duplex."""
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
                label = _page_label(whole, side, name, letter, options)
                yield SheetPage(side, name, letter, marks(side, paper, options.marks, label))


def sheet_version(front: Side) -> str:
    """Return a short hash of all faces on a sheet; shared backs do not show a version."""
    faces = ",".join(sorted(placement.face for placement in front.placements))
    return hashlib.sha256(faces.encode()).hexdigest()[:VERSION_LETTERS]


def _page_label(title: str, side: Side, name: str, letter: str, options: PrintOptions) -> str:
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
    if part.parts > 2:
        return t("part", row=part.row, rows=part.rows, column=part.column, columns=part.columns)
    # Rotated by 90 degrees, the board's left is at the top of the page.
    if part.turn:
        first, second = ("left", "right") if part.rows > 1 else ("lower", "upper")
    else:
        first, second = ("upper", "lower") if part.rows > 1 else ("left", "right")
    return t(f"half_{first if part.is_first else second}")
