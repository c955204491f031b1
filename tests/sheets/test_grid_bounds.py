"""Grids at the bound and just beyond it, on papers made to measure; places are reckoned by hand.

A margin of 6 mm holds marks, one of 9.2 mm marks and the strip.
"""

from __future__ import annotations

import pytest
from erring_printer import erring

from cards_data import Problems, Size
from generator.sheets.grids import (
    _LATTICES,
    MARK_MM,
    NARROW_MM,
    OVERLAP_MM,
    STRIP_MM,
    WIDE_MM,
    BoardPart,
    Grid,
    Slot,
    _bleed,
    _rows,
    _strip,
    grid,
    mirror_slot,
    must_fit,
    split,
)
from generator.sheets.packing import PackedPage
from generator.sheets.papers import Paper, Profile, page_scale, papers
from generator.sheets.sheet_pages import GUTTER_MM, FoldedLayout, half

HAIR = 0.01
# Room for 100 × 100 mm with the strip above and below.
SQUARE = Paper("square", 112, 118.4)


def laid(size: Size, paper: Paper, gap: float = 0.0) -> Grid:
    sheet_grid = grid(size, gap, paper)
    assert sheet_grid
    return sheet_grid


def places(sheet_grid: Grid) -> list[tuple[float, float]]:
    return [(round(slot.x_mm, 6), round(slot.y_mm, 6)) for slot in sheet_grid.slots]


def test_what_margins_hold() -> None:
    assert (MARK_MM, STRIP_MM, OVERLAP_MM, GUTTER_MM) == (1, 3.2, 6, 4)
    assert pytest.approx((6, 9.2)) == (NARROW_MM, WIDE_MM)


ROWS = {
    "as large as the room": (100, 100, 0, [(6, 9.2)]),
    "two by two": (50, 50, 0, [(6, 9.2), (56, 9.2), (6, 59.2), (56, 59.2)]),
    "one column less": (50.01, 50, 0, [(30.995, 9.2), (30.995, 59.2)]),
    "one row less": (50, 50.01, 0, [(6, 34.195), (56, 34.195)]),
    "with a gap": (48, 48, 4, [(6, 9.2), (58, 9.2), (6, 61.2), (58, 61.2)]),
    "three rows with a gap": (100, 30, 5, [(6, 9.2), (6, 44.2), (6, 79.2)]),
    "many flat ones": (50, 2.9, 0, [(6 + 50 * (n % 2), 9.9 + 2.9 * (n // 2)) for n in range(68)]),
    "a strip on the sides": (93.6, 106.4, 0, [(9.2, 6)]),
    "more with a strip on the sides": (93.6, 53.2, 0, [(9.2, 6), (9.2, 59.2)]),
}


@pytest.mark.parametrize(("width", "height", "gap", "expected"), ROWS.values(), ids=ROWS)
def test_rows_and_columns(
    width: float, height: float, gap: float, expected: list[tuple[float, float]]
) -> None:
    slots = places(laid(Size("any", width, height), SQUARE, gap))
    assert slots == [pytest.approx(place) for place in expected]


@pytest.mark.parametrize(
    ("width", "height"), [(100 + HAIR, 100), (100, 106.4 + HAIR), (94, 106), (113, 5), (5, 119)]
)
def test_a_piece_that_is_a_hair_too_large_has_no_grid(width: float, height: float) -> None:
    assert grid(Size("any", width, height), 0, SQUARE) is None
    with pytest.raises(Problems) as caught:
        must_fit(Size("any", width, height), 0, SQUARE, "fish")
    (problem,) = caught.value.problems
    assert str(problem.where) == "deck fish"
    assert f"{width:g}" in str(problem.found) or f"{width}" in str(problem.found)


def test_the_grid_of_what_fits_is_given_to_whom_it_must_fit() -> None:
    size = Size("any", 50, 50)
    assert must_fit(size, 0, SQUARE, "fish") is grid(size, 0, SQUARE)


@pytest.mark.parametrize("gap", [0.0, 4.0])
def test_the_box_of_a_grid(gap: float) -> None:
    sheet_grid = laid(Size("any", 30, 20), SQUARE, gap)
    across, down = 3 * 30 + 2 * gap, (5 if gap == 0 else 4) * 20 + (0 if gap == 0 else 12)
    left, top = (112 - across) / 2, (118.4 - down) / 2
    assert sheet_grid.box == pytest.approx((left, top, left + across, top + down))


# A flat hex of 40 × 34: columns 30 mm apart, every other one 17 mm lower.
HEX = Size("any", 40, 34, "hex")
COMBS = {
    "one alone": (52, 52.4, 0, [(6, 9.2)]),
    "one with room for half another": (52, 69.4, 0, [(6, 17.7)]),
    "one with room beside it": (82, 52.4, 0, [(21, 9.2)]),
    "two with an empty column between": (112, 52.4, 0, [(6, 9.2), (66, 9.2)]),
    "the same with room beside them": (142, 52.4, 0, [(21, 9.2), (81, 9.2)]),
    "twenty columns": (622, 69.4, 0, [(6 + 30 * n, 9.2 + 17 * (n % 2)) for n in range(20)]),
    "five columns, every other one shorter": (
        172,
        86.4,
        0,
        [(6 + 30 * n, 9.2 + 17 * (n % 2) + y) for n in range(5) for y in (0, 34)[: 2 - n % 2]],
    ),
    "one column": (52, 86.4, 0, [(6, 9.2), (6, 43.2)]),
    "two columns": (82, 103.4, 0, [(6, 9.2), (6, 43.2), (36, 26.2), (36, 60.2)]),
    "the second column is shorter": (82, 86.4, 0, [(6, 9.2), (6, 43.2), (36, 26.2)]),
    "three columns": (112, 86.4, 0, [(6, 9.2), (6, 43.2), (36, 26.2), (66, 9.2), (66, 43.2)]),
    "a row that is too high": (82, 86.4 - HAIR, 0, [(6, 17.695), (36, 34.695)]),
    "with a gap": (85.464102, 71.4, 4, [(6, 9.2), (39.464102, 28.2)]),
}


@pytest.mark.parametrize(("width", "height", "gap", "expected"), COMBS.values(), ids=COMBS)
def test_honeycombs_and_those_on_a_corner(
    width: float, height: float, gap: float, expected: list[tuple[float, float]]
) -> None:
    sheet_grid = laid(HEX, Paper("any", width, height), gap)
    assert places(sheet_grid) == [pytest.approx(place, abs=1e-5) for place in expected]
    # On a corner they lie the same way, with both axes exchanged.
    pointy = Size("any", 34, 40, "hex_pointy")
    turned = laid(pointy, Paper("any", height, width), gap)
    assert places(turned) == [pytest.approx((y, x), abs=1e-5) for x, y in expected]
    assert turned.strip == {"y": "x", "x": "y"}[sheet_grid.strip]


@pytest.mark.parametrize("size", [HEX, Size("any", 34, 40, "hex_pointy"), Size("any", 34, 40)])
@pytest.mark.parametrize("gap", [0.0, 5.0])
def test_as_many_are_laid_out_as_were_counted(size: Size, gap: float) -> None:
    plans = list(_LATTICES.get(size.shape, _rows)(size, gap, Paper("any", 180, 200)))
    assert plans
    for plan in plans:
        assert plan.pieces == len(set(plan.slots))


def test_many_columns_of_hexes_with_a_wide_gap() -> None:
    """The gap counts between hexes only: one column more than the paper is wide in steps."""
    across = 30 + 60 * 3**0.5 / 2
    sheet_grid = laid(HEX, Paper("any", across + 52, 120), 60.0)
    assert [x for x, _ in places(sheet_grid)] == pytest.approx([6, 6 + across])


@pytest.mark.parametrize(
    ("x", "y", "strip"),
    [
        (6, 9.2, "y"),
        (6 - HAIR, 9.2, ""),
        (6, 9.2 - HAIR, ""),
        (NARROW_MM - 1e-6, WIDE_MM - 1e-6, "y"),
        (9.2, 6, "x"),
        (9.2 - HAIR, 6, ""),
        (9.2, 6 - HAIR, ""),
        (WIDE_MM - 1e-6, NARROW_MM - 1e-6, "x"),
        (9.2, 9.2, "y"),
        (9.3, 9.2, "x"),
        (9.2, 9.3, "y"),
        (30, 29, "x"),
        (29, 30, "y"),
        (5, 30, ""),
        (30, 5, ""),
    ],
)
def test_the_strip_lies_where_there_is_more_room(x: float, y: float, strip: str) -> None:
    assert _strip(x, y) == strip


@pytest.mark.parametrize(
    ("margin", "strip", "bleed"),
    [
        (5, False, 0),
        (6, False, 0),
        (7.5, False, 1.5),
        (9, False, 3),
        (9.5, False, 3),
        (9, True, 0),
        (9.2, True, 0),
        (10.7, True, 1.5),
        (12.2, True, 3),
        (13, True, 3),
    ],
)
def test_the_bleed_that_a_margin_leaves(margin: float, strip: bool, bleed: float) -> None:
    assert _bleed(margin, strip) == pytest.approx(bleed)


@pytest.mark.parametrize(
    ("size", "strip", "bleeds"),
    [
        ((97, 100), "y", (1.5, 0)),
        ((100, 97), "y", (0, 1.5)),
        ((94, 94), "y", (3, 3)),
        ((93.6, 106.4), "x", (0, 0)),
        ((90.6, 106.4), "x", (1.5, 0)),
        ((93.6, 103.4), "x", (0, 1.5)),
    ],
)
def test_a_grid_has_the_bleed_of_its_margins(
    size: tuple[float, float], strip: str, bleeds: tuple[float, float]
) -> None:
    sheet_grid = laid(Size("any", *size), SQUARE)
    assert sheet_grid.strip == strip
    assert (sheet_grid.bleed_x_mm, sheet_grid.bleed_y_mm) == pytest.approx(bleeds)


def parts_of(width: float, height: float) -> tuple[BoardPart, ...]:
    return split(Size("board", width, height), SQUARE)


SPLITS = {
    "at the bound": (194, 100, 2, 1, 0, (100, 100)),
    "a hair wider": (194.1, 100, 3, 1, 0, (206.1 / 3, 100)),
    "of equals upright": (100, 194, 1, 2, 0, (100, 100)),
    "turned": (206, 90, 1, 2, 90, (90, 106)),
    "upright": (90, 206, 1, 2, 0, (90, 106)),
    "four": (190, 180, 2, 2, 0, (98, 93)),
    "six": (280, 180, 3, 2, 0, (292 / 3, 93)),
    "small": (5, 5, 1, 1, 0, (5, 5)),
}


@pytest.mark.parametrize(
    ("width", "height", "columns", "rows", "turn", "size"), SPLITS.values(), ids=SPLITS
)
def test_parts_of_a_board(
    width: float, height: float, columns: int, rows: int, turn: int, size: tuple[float, float]
) -> None:
    parts = parts_of(width, height)
    numbers = [(part.column, part.row) for part in parts]
    assert numbers == [(c, r) for r in range(1, rows + 1) for c in range(1, columns + 1)]
    for part in parts:
        assert (part.columns, part.rows, part.turn) == (columns, rows, turn)
        assert (part.width_mm, part.height_mm) == pytest.approx(size)
        assert part.slot == pytest.approx(((112 - size[0]) / 2, (118.4 - size[1]) / 2))
        window = (part.column - 1) * (size[0] - 6), (part.row - 1) * (size[1] - 6)
        assert (part.window_x_mm, part.window_y_mm) == pytest.approx(window)
        assert part.parts == columns * rows
        assert part.is_first == (part is parts[0])


@pytest.mark.parametrize(
    ("slot", "strip", "bleeds"),
    [
        ((8, 8), "y", (2, 0)),
        ((8, 7.9), "x", (0, 1.9)),
        ((10, 8), "x", (0.8, 2)),
        ((8, 10), "y", (2, 0.8)),
        ((20, 21), "y", (3, 3)),
    ],
)
def test_a_part_has_its_strip_where_there_is_more_room(
    slot: tuple[float, float], strip: str, bleeds: tuple[float, float]
) -> None:
    part = BoardPart(1, 1, 1, 2, 0, 0, Slot(*slot), 50, 50, 0)
    assert part.strip == strip
    assert (part.bleed_x_mm, part.bleed_y_mm) == pytest.approx(bleeds)


@pytest.mark.parametrize(("flip", "expected"), [("long", (52, 20)), ("short", (10, 68.4))])
def test_the_slot_behind_a_slot(flip: str, expected: tuple[float, float]) -> None:
    assert mirror_slot(Slot(10, 20), Size("tile", 50, 30), SQUARE, flip) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("flip", "size", "shift"), [("long", (107, 297), (103, 0)), ("short", (210, 150.5), (0, 146.5))]
)
def test_a_half_reaches_over_the_fold_as_far_as_a_margin_is_wider_than_the_gutter(
    flip: str, size: tuple[float, float], shift: tuple[float, float]
) -> None:
    a4 = papers()["a4"]
    assert half(a4, flip) == ("a4", *size)
    packed = PackedPage((), "y")
    assert FoldedLayout(a4, flip, packed, packed).shift_mm == shift


@pytest.mark.parametrize(
    ("width", "height", "scale"),
    [(100, 100, 1), (102, 108.4, 1), (204, 100, 0.5), (102, 216.8, 0.5), (408, 216.8, 0.25)],
)
def test_a_page_of_the_kit_is_made_smaller_where_the_paper_is(
    width: float, height: float, scale: float
) -> None:
    assert page_scale(Size("page", width, height), SQUARE) == pytest.approx(scale)


def test_papers_have_the_measures_of_their_table() -> None:
    assert papers()["a4"] == ("a4", 210, 297)
    assert papers()["letter"] == ("letter", 215.9, 279.4)


def test_a_printer_that_moves_turns_and_stretches() -> None:
    """A quarter turn about the middle of the paper, twice as large, then moved."""
    profile, paper = Profile(2, -3, 90, 2), Paper("any", 100, 200)
    assert erring(profile, (60, 110), paper) == pytest.approx((32, 117))
    assert profile.correct((32, 117), paper) == pytest.approx((60, 110))
    a, b, c, d, e, f = profile.matrix(paper)
    assert (a, b, c, d) == pytest.approx((0, -0.5, 0.5, 0))
    assert (32 * a + 117 * c + e, 32 * b + 117 * d + f) == pytest.approx((60, 110))
    assert erring(Profile(), (7, 9), paper) == pytest.approx((7, 9))
