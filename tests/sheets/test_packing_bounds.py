"""Packed pages at the bound and just beyond it; every place is reckoned by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards_data import Problems, Size
from generator.sheets import packing
from generator.sheets.packing import (
    Item,
    PackedPage,
    Room,
    _centred_page,
    _least,
    _pack_tightly,
    _padded_units,
    _units,
    gap_of,
    guillotine,
    in_bands,
    pack,
)
from generator.sheets.papers import Paper

HAIR = 0.01
# Room for 100 × 100 mm between margins of 9 and 12.2 mm: a gap of 8 mm, the strip above and below.
SQUARE = Paper("square", 118, 124.4)


def items(*sizes: tuple[float, float], shape: str = "rect", first: int = 0) -> list[Item]:
    return [
        Item(index, Size(f"{width}x{height}", width, height, shape))  # type: ignore[arg-type]
        for index, (width, height) in enumerate(sizes, first)
    ]


def places(page: PackedPage) -> dict[int, tuple[float, float]]:
    return {index: (round(slot.x_mm, 6), round(slot.y_mm, 6)) for index, slot in page.slots}


@pytest.mark.parametrize(
    ("gap", "longer", "mark", "bleed"),
    [
        (0, 0, 1, 0),
        (1, 0, 0.25, 0.25),
        (2, 0, 0.5, 0.5),
        (3, 0.5, 0.75, 0.75),
        (4, 1, 1, 1),
        (6, 2, 1, 2),
        (8, 3, 1, 3),
        (10, 4, 1, 3),
    ],
)
def test_a_gap_is_shared_by_marks_and_bleed(
    gap: float, longer: float, mark: float, bleed: float
) -> None:
    for strip, narrow, wide in (("y", "x", "y"), ("x", "y", "x")):
        room = Room(SQUARE, gap, strip)
        assert room.margin_mm(narrow) == pytest.approx(6 + longer)
        assert room.margin_mm(wide) == pytest.approx(9.2 + longer)
        assert (room.mark_mm, room.bleed_mm) == pytest.approx((mark, bleed))
        assert room.width_mm == pytest.approx(118 - 2 * room.margin_mm("x"))
        assert room.height_mm == pytest.approx(124.4 - 2 * room.margin_mm("y"))


def test_a_room_holds_what_is_as_large_as_itself() -> None:
    room = Room(SQUARE, 8, "y")
    width, height = room.width_mm, room.height_mm
    assert (width, height) == pytest.approx((100, 100))
    assert room.holds(items((width, height)))
    assert room.holds(items((width + 1e-6, height + 1e-6)))
    assert not room.holds(items((width + HAIR, height)))
    assert not room.holds(items((width, height + HAIR)))
    assert not room.holds(items((10, 10), (width + HAIR, 10)))
    assert in_bands(items((10, 10), (10, height + HAIR)), room) is None


@pytest.mark.parametrize(
    ("shape", "own", "gap"), [("rect", 0, 0), ("circle", 0, 2), ("rect", 3, 3), ("circle", 3, 3)]
)
def test_between_neighbours_without_straight_edges_there_is_room_for_their_bleed(
    shape: str, own: float, gap: float
) -> None:
    assert gap_of(Item(0, Size("any", 20, 20, shape), own)) == gap  # type: ignore[arg-type]


def test_blocks_lie_one_below_the_other_the_tallest_first() -> None:
    mixed = [
        *items((20, 20), (20, 20), (20, 20), (20, 20), (20, 20), shape="circle"),
        *items((30, 20), (30, 20), first=5),
        *items((50, 50), (50, 50), (50, 50), first=7),
    ]
    first, second = in_bands(mixed, Room(SQUARE, 8, "y")) or ()
    assert places(first) == {7: (9, 12.2), 8: (59, 12.2), 9: (9, 62.2)}
    # Of those that are equally tall, the wider ones first; circles keep 2 mm between them.
    assert [block.size.name for block in second.blocks] == ["30x20", "20x20"]
    assert places(second) == {
        5: (29, 27.2),
        6: (59, 27.2),
        **{index: (16 + 22 * index, 55.2) for index in range(4)},
        4: (16, 77.2),
    }
    assert [block.gap_mm for block in second.blocks] == [0, 2]
    assert (first.strip, second.strip) == ("y", "y")


def test_a_full_page_is_followed_by_another_however_flat_the_next_piece_is() -> None:
    """Less than nothing is left, as high as the next piece and more."""
    pages = in_bands(items((100, 100), (90, 6)), Room(SQUARE, 8, "y")) or ()
    assert [places(page) for page in pages] == [{0: (9, 12.2)}, {1: (14, 59.2)}]


@pytest.mark.parametrize(
    ("height", "pages"), [(42, 1), (42 + HAIR, 2)], ids=["at the bound", "a hair higher"]
)
def test_a_block_below_another_keeps_the_gap(height: float, pages: int) -> None:
    assert len(in_bands(items((50, 50), (40, height)), Room(SQUARE, 8, "y")) or ()) == pages


def test_a_piece_a_hair_wider_makes_a_column_less() -> None:
    wide = 50 + HAIR
    (page,) = in_bands(items((wide, 20), (wide, 20), (wide, 20)), Room(SQUARE, 8, "y")) or ()
    assert {x for x, _ in places(page).values()} == {round((118 - wide) / 2, 6)}
    assert [y for _, y in places(page).values()] == pytest.approx([32.2, 52.2, 72.2])


def test_circles_fill_a_room_to_its_edges_and_no_more() -> None:
    pages = in_bands(items(*[(18.4, 18.4)] * 26, shape="circle"), Room(SQUARE, 8, "y")) or ()
    full, rest = (places(page) for page in pages)
    assert list(full) == list(range(25))
    for number, place in full.items():
        assert place == pytest.approx((9 + 20.4 * (number % 5), 12.2 + 20.4 * (number // 5)))
    assert rest == {25: (49.8, 53)}


@pytest.mark.parametrize(
    ("width", "strip", "bleed"),
    [(100, "y", 0.5), (99, "y", 1), (96, "y", 2.5), (90, "y", 3), (93.6, "x", 0.5), (90, "x", 2.3)],
)
def test_beside_a_narrow_block_there_is_more_room_for_bleed(
    width: float, strip: str, bleed: float
) -> None:
    room = Room(Paper("any", 112, 130), 2, strip)
    (page,) = in_bands(items((width, 20)), room) or ()
    (block,) = page.blocks
    measures = (block.bleed_x_mm, block.bleed_y_mm, block.mark_mm)
    assert measures == pytest.approx((bleed, 0.5, 0.5))


# What each gap needs beside pieces of 60 mm one below the other, and of 96 mm side by side.
@pytest.mark.parametrize(
    ("gap", "height"), [(8, 92.4), (6, 88.4), (4, 84.4), (2, 80.4)], ids=lambda value: f"{value}"
)
def test_blocks_are_as_far_apart_as_the_paper_allows(gap: float, height: float) -> None:
    two = items((100, 40), (100, 20))
    (page,) = pack(two, Paper("any", 118, height))
    (_, upper), (_, lower) = page.slots
    assert lower.y_mm - upper.y_mm - 40 == pytest.approx(gap)
    assert page.strip == "y"
    (lower_paper,) = pack(two, Paper("any", 118, height - HAIR))
    (_, upper), (_, lower) = lower_paper.slots
    assert lower.y_mm - upper.y_mm - 40 == pytest.approx(gap - (2 if gap > 2 else 1))


@pytest.mark.parametrize(
    ("gap", "width"), [(4, 114), (2, 110), (1, 109), (0, 108)], ids=lambda value: f"{value}"
)
def test_what_fits_in_no_bands_is_packed_as_loosely_as_the_paper_allows(
    gap: float, width: float
) -> None:
    two = items((50, 80), (46, 60))
    (page,) = pack(two, Paper("any", width, 104))
    (_, left), (_, right) = page.slots
    assert right.x_mm - left.x_mm - 50 == pytest.approx(gap)
    assert left.x_mm == pytest.approx((width - 96 - gap) / 2)
    assert left.y_mm == right.y_mm == pytest.approx(12)
    assert [block.gap_mm for block in page.blocks] == [gap, gap]
    narrower = pack(two, Paper("any", width - 2 * HAIR, 104))
    if gap:
        assert narrower[0].blocks[0].gap_mm < gap
    else:
        assert len(narrower) == 2


def test_a_strip_on_the_sides_is_taken_where_it_keeps_the_gap() -> None:
    (page,) = pack(items((100, 40), (100, 20)), Paper("any", 124.4, 86))
    assert page.strip == "x"
    assert page.slots[0][1] == pytest.approx((12.2, 9))


def test_what_lies_in_bands_is_not_packed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer sheets than the area needs cannot be: the first plan is the last one tried."""
    monkeypatch.setattr(packing, "_pack_tightly", lambda *_: pytest.fail("packed again"))
    assert len(pack(items((100, 40), (100, 20)), SQUARE)) == 1


def test_of_all_plans_that_with_the_fewest_pages_is_taken() -> None:
    """One page has the area; in bands each takes its own, and tightly two lie side by side."""
    pages = pack(items((50, 60), (46, 55), (60, 52)), Paper("any", 112, 118.4))
    assert sorted(len(page.slots) for page in pages) == [1, 2]


def test_the_largest_piece_that_does_not_fit_is_told() -> None:
    with pytest.raises(Problems) as caught:
        pack(items((300, 10), (150, 150), (20, 10)), SQUARE)
    (problem,) = caught.value.problems
    assert "150" in str(problem.found)
    assert "300" not in str(problem.found)


def test_all_must_fit_for_a_plan() -> None:
    room = Room(SQUARE, 0, "y")
    assert _pack_tightly(items((10, 10), (107, 10)), room) is None
    assert _pack_tightly(items((10, 10), (106, 10)), room)


@pytest.mark.parametrize(
    ("sizes", "least"),
    [
        ([(100, 100)], 1),
        ([(50, 100), (100, 50)], 1),
        ([(100, 100), (10, 1)], 2),
        ([(100, 100)] * 3, 3),
        ([(60, 90)] * 2, 2),
    ],
)
def test_no_fewer_pages_than_the_area_needs(sizes: list[tuple[float, float]], least: int) -> None:
    assert _least(items(*sizes), Paper("any", 112, 118.4)) == least


@pytest.mark.parametrize(
    ("size", "gap", "units"),
    [
        ((50, 40), 4, (5400, 4400)),
        ((50.001, 40), 0, (5001, 4000)),
        ((50, 40.001), 0, (5000, 4001)),
        ((0.29, 0.57), 0, (29, 57)),
    ],
)
def test_a_piece_in_units_is_never_smaller(
    size: tuple[float, float], gap: float, units: tuple[int, int]
) -> None:
    assert _padded_units(Size("any", *size), gap) == units


@pytest.mark.parametrize(("length", "units"), [(50, 5000), (49.999, 4999), (0.29, 29), (0.57, 57)])
def test_a_room_in_units_is_never_larger(length: float, units: int) -> None:
    assert _units(length) == units


def test_pieces_are_not_turned_to_save_a_sheet() -> None:
    """Beside the first 40 mm are left: enough for the second if it lay on its side."""
    pages = _pack_tightly(items((106, 60), (30, 47)), Room(Paper("any", 118, 118.4), 0, "y"))
    assert [len(page.slots) for page in pages or ()] == [1, 1]


def test_a_tight_page_is_read_row_by_row_and_lies_in_the_middle() -> None:
    one, two, three = items((30, 20), (40, 10), (20, 60))
    room = Room(Paper("any", 200, 150), 4, "x")
    page = _centred_page([(three, 50.0, 24.0), (two, 34.0, 0.0), (one, 0.0, 0.0)], room)
    assert places(page) == {0: (63, 33), 1: (97, 33), 2: (113, 57)}
    assert [index for index, _ in page.slots] == [0, 1, 2]
    assert page.strip == "x"
    for block, item in zip(page.blocks, (one, two, three), strict=True):
        assert block[:2] == (item.size, 4)
        assert block[3:] == (1, 1, 1)


def test_many_sets_are_packed_in_bands_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tight packing takes time with the square of the pieces; a few are worth it."""
    tight: list[int] = []
    monkeypatch.setattr(packing, "_pack_tightly", lambda items, room: tight.append(len(items)))
    monkeypatch.setattr(packing, "_least", lambda items, paper: 1)
    for n in (packing.MOST_TIGHT, packing.MOST_TIGHT + 1):
        assert pack(items(*[(20, 20), (30, 10)] * (n // 2), *[(20, 20)] * (n % 2)), SQUARE)
    assert set(tight) == {packing.MOST_TIGHT}


Rectangle = tuple[int, int, int, int]


def cuttable(rectangles: list[Rectangle]) -> bool:
    """Whether straight cuts from edge to edge separate all of them; overlapping ones never are."""
    if len(rectangles) < 2:
        return True
    for low, high in ((0, 2), (1, 3)):
        for cut in {one[high] for one in rectangles}:
            before = [one for one in rectangles if one[high] <= cut]
            after = [one for one in rectangles if one[low] >= cut]
            if after and len(before) + len(after) == len(rectangles):
                return cuttable(before) and cuttable(after)
    return False


@given(st.lists(st.tuples(st.integers(1, 60), st.integers(1, 60)), min_size=1, max_size=25))
def test_tight_pages_are_cut_from_edge_to_edge(sizes: list[tuple[int, int]]) -> None:
    pages = guillotine(sizes, (60, 90))
    assert sorted(number for page in pages for number, _, _ in page) == list(range(len(sizes)))
    for page in pages:
        boxes = [(x, y, x + sizes[n][0], y + sizes[n][1]) for n, x, y in page]
        assert max(one[2] for one in boxes) <= 60 and max(one[3] for one in boxes) <= 90
        assert cuttable(boxes)
