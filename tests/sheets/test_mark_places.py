"""Where marks, folds, rulers, labels and cuts lie; every place is reckoned by hand."""

from __future__ import annotations

import pytest

from cards_data import Size
from generator.geometry.units import MM_PER_INCH
from generator.sheets.grids import BoardPart, Grid, Slot
from generator.sheets.marks import (
    Label,
    MarkLine,
    _edges,
    _enters,
    _mark_length,
    marks,
    outlined_cuts,
    straight_cuts,
)
from generator.sheets.packing import Block, PackedPage
from generator.sheets.papers import Paper, papers
from generator.sheets.sheet_pages import Cut, FoldedLayout, Side, half, moved_outline

Line = tuple[float, float, float, float]
SQUARE = Paper("square", 112, 118.4)
CARD = Size("card", 30, 40)
DISC = Size("disc", 20, 20, "circle")


def card_grid(strip: str = "y", paper: Paper = SQUARE) -> Grid:
    """Three columns and two rows in the middle of a paper: 11 and 19.2 mm from its edges."""
    left, top = (paper.width_mm - 90) / 2, (paper.height_mm - 80) / 2
    slots = tuple(Slot(left + 30 * c, top + 40 * r) for r in range(2) for c in range(3))
    return Grid(paper, CARD, 0, slots, 3, 3, strip)


def rounded(lines: tuple[MarkLine, ...]) -> list[Line]:
    return [
        tuple(round(n, 6) for n in (one.x1_mm, one.y1_mm, one.x2_mm, one.y2_mm))  # type: ignore[misc]
        for one in lines
    ]


def guides(side: Side, style: str = "crop", paper: Paper = SQUARE) -> list[Line]:
    """The marks without the rulers, which come last and are the same without marks."""
    bare = marks(side, paper, "none", "").strokes
    return rounded(marks(side, paper, style, "").strokes)[: -len(bare) or None]


def crosses(xs: list[float], ys: list[float], x_ends: list[Line], y_ends: list[Line]) -> list[Line]:
    """A mark at both ends of every cut: for each x those above and below, for each y those beside.

    The ends are given as (from, to) of the first and (from, to) of the second mark.
    """
    upright = [(x, a, x, b) for x in xs for a, b in (y_ends[0][:2], y_ends[0][2:])]
    lying = [(a, y, b, y) for y in ys for a, b in (x_ends[0][:2], x_ends[0][2:])]
    return upright + lying


@pytest.mark.parametrize(
    ("style", "strip", "x_ends", "y_ends"),
    [
        ("crop", "y", (5, 8, 104, 107), (11.2, 16.2, 102.2, 107.2)),
        ("lines", "y", (5, 8, 104, 107), (5, 16.2, 102.2, 113.4)),
        ("crop", "x", (8.2, 8, 104, 103.8), (11.2, 16.2, 102.2, 107.2)),
    ],
)
def test_every_cut_of_a_grid_has_two_marks(
    style: str, strip: str, x_ends: Line, y_ends: Line
) -> None:
    xs, ys = [11.0, 41.0, 71.0, 101.0], [19.2, 59.2, 99.2]
    lines = guides(Side(layout=card_grid(strip)), style)
    assert lines == [pytest.approx(line) for line in crosses(xs, ys, [x_ends], [y_ends])]


def test_marks_above_and_below_stay_clear_of_the_strip() -> None:
    low = Paper("low", 112, 108.4)
    lines = guides(Side(layout=card_grid("y", low)), paper=low)
    assert lines[0] == pytest.approx((11, 8.2, 11, 11.2))
    lines = guides(Side(layout=card_grid("x", low)), paper=low)
    assert lines[0] == pytest.approx((11, 6.2, 11, 11.2))


def test_shapes_without_straight_edges_have_no_marks_but_their_outline() -> None:
    layout = card_grid()._replace(size=DISC)
    cut = Cut("p", "d", DISC, Slot(30, 40), 20, 20, 180)
    back = cut._replace(slot=Slot(60, 40), turn=0)
    side = Side(cuts=(cut, Cut("q", "d", CARD, Slot(0, 0), 30, 40)), layout=layout, folded=(back,))
    assert guides(side) == []
    outlines = marks(side, SQUARE, "crop", "").outlines
    expected = (
        moved_outline(DISC, -0.075, Slot(30, 40), 180),
        moved_outline(DISC, -0.075, Slot(60, 40), 0),
    )
    assert outlines == expected
    assert marks(side, SQUARE, "none", "").outlines == ()
    part = BoardPart(1, 1, 1, 1, 0, 0, Slot(10, 14), 92, 90.4, 0)
    assert marks(side._replace(layout=part), SQUARE, "crop", "").outlines == ()


@pytest.mark.parametrize(
    ("room", "strip", "full", "length"),
    [
        (20, False, False, 5),
        (10, False, False, 5),
        (9, False, False, 4),
        (10, True, False, 1.8),
        (20, True, False, 5),
        (10, True, True, 5),
        (20, False, True, 15),
    ],
)
def test_how_long_a_mark_may_be(room: float, strip: bool, full: bool, length: float) -> None:
    assert _mark_length(room, strip, full) == pytest.approx(length)


def test_edges_that_coincide_are_one_cut() -> None:
    assert _edges({0.0, 10.00003, 40.0}, 10) == [0, 10, 20, 40, 50]
    assert _edges({0.0, 10.0001}, 10) == [0, 10, 10.0001, 20.0001]


PARTS = {
    "the first of two, the last of two": (1, 2, 2, 2, [10, 102, 96], [14, 104.4, 20]),
    "in the middle": (2, 2, 3, 3, [10, 102, 16, 96], [14, 104.4, 20, 98.4]),
    "the last, the first": (2, 1, 2, 2, [10, 102, 16], [14, 104.4, 98.4]),
    "alone": (1, 1, 1, 1, [10, 102], [14, 104.4]),
}


@pytest.mark.parametrize(
    ("column", "row", "columns", "rows", "xs", "ys"), PARTS.values(), ids=PARTS
)
@pytest.mark.parametrize(
    ("style", "x_ends", "y_ends"),
    [
        ("crop", (5, 7, 105, 107), (8.2, 11, 107.4, 110.2)),
        ("lines", (5, 7, 105, 107), (5, 11, 107.4, 113.4)),
    ],
)
def test_a_part_of_a_board_shows_how_far_its_neighbour_is_laid_over_it(
    column: int,
    row: int,
    columns: int,
    rows: int,
    xs: list[float],
    ys: list[float],
    style: str,
    x_ends: Line,
    y_ends: Line,
) -> None:
    part = BoardPart(column, row, columns, rows, 0, 0, Slot(10, 14), 92, 90.4, 0)
    lines = guides(Side(layout=part), style)
    assert lines == [pytest.approx(line) for line in crosses(xs, ys, [x_ends], [y_ends])]


def test_a_part_with_its_strip_on_the_sides_has_shorter_marks_there() -> None:
    part = BoardPart(1, 1, 1, 1, 0, 0, Slot(14, 10), 84, 98.4, 0)
    expected = crosses([14, 98], [10, 108.4], [(8.2, 11, 101, 103.8)], [(5, 7, 111.4, 113.4)])
    assert guides(Side(layout=part)) == [pytest.approx(line) for line in expected]


def page_of(*blocks: Block, strip: str = "y") -> PackedPage:
    return PackedPage(blocks, strip)


def block(size: Size, *slots: tuple[float, float]) -> Block:
    """Bleed of 2 mm to the sides and 1 mm up and down, marks of half a millimetre."""
    return Block(size, 0, tuple((n, Slot(*slot)) for n, slot in enumerate(slots)), 2, 1, 0.5)


FLAT = Size("flat", 30, 10)


def test_marks_of_a_block_stand_in_the_gap_around_it() -> None:
    rows = [(20, 40), (50, 40), (20, 50), (50, 50), (20, 60), (50, 60)]
    page = page_of(block(FLAT, *rows), block(DISC, (20, 80)))
    xs, ys = [20.0, 50.0, 80.0], [40.0, 50.0, 60.0, 70.0]
    ends: list[Line] = [(18, 17.5, 82, 82.5)], [(39, 38.5, 71, 71.5)]  # type: ignore[assignment]
    assert guides(Side(layout=page)) == [pytest.approx(line) for line in crosses(xs, ys, *ends)]


def test_no_mark_is_printed_on_a_neighbour() -> None:
    """Below lies another block, edge to edge: the marks of their common edge are left out."""
    page = page_of(block(FLAT, (20, 40)), block(FLAT, (20, 50)))
    lines = guides(Side(layout=page))
    below, above = (20, 51, 20, 51.5), (20, 49, 20, 48.5)
    assert below not in lines
    assert above not in lines
    assert [line for line in lines if line[0] == line[2]] == [
        (x, *ends[:1], x, *ends[1:]) for ends in ((39, 38.5), (61, 61.5)) for x in (20, 50)
    ]


HAIR = 1e-3


@pytest.mark.parametrize(
    ("along", "across", "enters"),
    [
        ((-5, 0), 5, False),
        ((-5, HAIR), 5, False),
        ((-5, 0.01), 5, True),
        ((10, 15), 5, False),
        ((10 - HAIR, 15), 5, False),
        ((9.99, 15), 5, True),
        ((-5, 15), 5, True),
        ((3, 4), 0, True),
        ((3, 4), -HAIR / 2, True),
        ((3, 4), -HAIR, False),
        ((3, 4), -0.01, False),
        ((3, 4), 10 + HAIR / 2, True),
        ((3, 4), 10 + HAIR, False),
        ((3, 4), 10.01, False),
        ((3, 4), 9.99, True),
    ],
)
def test_a_mark_enters_a_piece_or_only_ends_at_it(
    along: tuple[float, float], across: float, enters: bool
) -> None:
    for start, end in (along, along[::-1]):
        assert _enters(MarkLine(start, across, end, across), (0, 0, 10, 10)) == enters
        assert _enters(MarkLine(across, start, across, end), (0, 0, 10, 10)) == enters


@pytest.mark.parametrize(
    ("flip", "count", "first", "across"), [("long", 56, 9.5, 105), ("short", 39, 8.5, 148.5)]
)
def test_the_fold_is_dashed_along_the_middle(
    flip: str, count: int, first: float, across: float
) -> None:
    paper = papers()["a4"]
    one = half(paper, flip)
    side = Side(layout=FoldedLayout(paper, flip, card_grid(paper=one), card_grid(paper=one)))
    bare = rounded(marks(side, paper, "none", "").strokes)
    dashes = [(first + 5 * n, first + 5 * n + 3) for n in range(count)]
    expected = [
        (across, a, across, b) if flip == "long" else (a, across, b, across) for a, b in dashes
    ]
    assert bare[:count] == [pytest.approx(line) for line in expected]
    assert len(bare) == count + 7 + 10, "and two rulers"


@pytest.mark.parametrize(("flip", "dx", "dy"), [("long", 103, 0), ("short", 0, 146.5)])
def test_both_halves_have_their_marks(flip: str, dx: float, dy: float) -> None:
    paper = papers()["a4"]
    one = half(paper, flip)
    front, back = card_grid(paper=one), card_grid("x", one)
    page = FoldedLayout(paper, flip, front, back)
    assert (page.strip, page.shift_mm) == ("y", (dx, dy))
    lines = guides(Side(layout=page), paper=paper)
    on_front, on_back = (guides(Side(layout=layout), paper=one) for layout in (front, back))
    moved = [(a + dx, b + dy, c + dx, d + dy) for a, b, c, d in on_back]
    assert lines == [pytest.approx(line) for line in on_front + moved]


def ruler(start: float, unit: float, count: int) -> list[Line]:
    ticks = [2.09, *[1.1] * (count - 1), 2.09]
    return [
        (start, 7.2, start + unit * count, 7.2),
        *((start + unit * n, 7.2 - tick, start + unit * n, 7.2) for n, tick in enumerate(ticks)),
    ]


@pytest.mark.parametrize("strip", ["y", "x", None])
def test_rulers_and_labels(strip: str | None) -> None:
    paper = papers()["a4"]
    side = Side(layout=card_grid(strip, paper) if strip else None)
    page_marks = marks(side, paper, "none", "Fish")
    if not strip:
        assert marks(side, paper, "crop", "Fish") == page_marks, "an empty side is not cut"
    upright = strip == "x"
    middle = 148.5 if upright else 105
    lines = ruler(middle - 62, 10, 5) + ruler(middle + 8, MM_PER_INCH / 4, 8)
    turned = [(b, a, d, c) if upright else (a, b, c, d) for a, b, c, d in lines]
    assert rounded(page_marks.strokes) == [pytest.approx(line) for line in turned]
    places = {"50 mm": (middle - 10.8, 6.9), "2 in": (middle + 60, 6.9)}
    across = 210 if upright else 297
    places["Fish"] = (middle, across - 5.7)
    for label, (text, (x, y)) in zip(page_marks.labels, places.items(), strict=True):
        assert isinstance(label, Label)
        assert (label.text, label.turned) == (text, upright)
        assert label.align == ("center" if text == "Fish" else "left")
        place = (y - 1.5, x) if upright else (x, y)
        assert (label.x_mm, label.y_mm) == pytest.approx(place)


def knives(xs: list[float], ys: list[float]) -> set[tuple[str, float, float, float]]:
    down = {("down", x, min(ys), max(ys)) for x in xs}
    return down | {("across", y, min(xs), max(xs)) for y in ys}


def test_straight_cuts_run_from_edge_to_edge() -> None:
    grid_side = Side(layout=card_grid())
    on_grid = knives([11, 41, 71, 101], [19.2, 59.2, 99.2])
    assert straight_cuts(grid_side) == on_grid
    packed = page_of(block(FLAT, (20, 40), (50, 40)), block(CARD, (30, 60)), block(DISC, (80, 60)))
    on_blocks = knives([20, 50, 80], [40, 50]) | knives([30, 60], [60, 100])
    assert straight_cuts(Side(layout=packed)) == on_blocks
    part = BoardPart(1, 1, 1, 2, 0, 0, Slot(10, 14), 92, 90.4, 0)
    assert straight_cuts(Side(layout=part)) == knives([10, 102], [14, 104.4])
    folded = FoldedLayout(papers()["a4"], "long", card_grid(), card_grid("x"))
    assert straight_cuts(Side(layout=folded)) == on_grid, "both halves are cut together"
    assert straight_cuts(Side()) == frozenset()


def test_edges_of_cuts_are_rounded_to_a_hundredth() -> None:
    assert _edges({10.004}, 20.0, 2) == [10, 30]
    assert _edges({10.006}, 20.0, 2) == [10.01, 30.01]


def test_what_is_cut_along_its_outline_is_counted() -> None:
    rect = Cut("p", "d", CARD, Slot(0, 0), 30, 40)
    disc = Cut("q", "d", DISC, Slot(0, 0), 20, 20)
    assert outlined_cuts(Side(cuts=(rect, disc, disc))) == 2
    assert outlined_cuts(Side()) == 0
