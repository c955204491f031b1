"""Reprints lie on as few sheets as possible, whatever sizes they have."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cards_data.checks import read_sizes
from cards_data.models import Deck, Size
from cards_data.problems import Problems
from generator.sheets.grids import NARROW_MM, WIDE_MM, Slot, grid, mirror_slot
from generator.sheets.packing import GAPS_MM, Item, PackedPage, Room, _pack_tightly, pack
from generator.sheets.papers import Paper, papers
from generator.sheets.shared_sheets import sheets_of
from generator.sheets.sheet_pages import DeckPiece, Layout, PieceToPlace, Sheet

pytestmark = pytest.mark.usefixtures("cold_cache")

A4 = papers()["a4"]
# Papers that hold the largest of the sizes below.
PAPERS = st.sampled_from([paper for paper in papers().values() if paper.width_mm > 200])
NAMED_SIZES = [size for size in read_sizes().values() if size.width_mm < 180]
sizes = st.one_of(
    st.sampled_from(NAMED_SIZES),
    st.builds(Size, st.just("own"), st.integers(8, 150), st.integers(8, 200)),
    # Not in whole units of packing.
    st.builds(Size, st.just("own"), st.sampled_from([20.003, 33.337]), st.just(41.118)),
)
mixtures = st.lists(st.tuples(sizes, st.integers(1, 7)), min_size=1, max_size=5)


def items(mixture: Sequence[tuple[Size, int]]) -> list[Item]:
    copies = [size for size, count in mixture for _ in range(count)]
    return [Item(index, size) for index, size in enumerate(copies)]


def deck(name: str, size: Size) -> Deck:
    gap = 0 if size.shape in ("rect", "hex") else 2
    return Deck(name, {"en": name}, size, "f", "b", 1, {}, (), gap)


def owned(mixture: Sequence[tuple[Size, int]]) -> list[DeckPiece]:
    return [
        (deck(f"d{index}", size), PieceToPlace(f"p{index}", f"f{index}", f"b{index}", count))
        for index, (size, count) in enumerate(mixture)
    ]


def boxes(page: PackedPage, items: list[Item]) -> list[tuple[float, float, float, float]]:
    return [
        (slot.x_mm, slot.y_mm, slot.x_mm + size.width_mm, slot.y_mm + size.height_mm)
        for index, slot in page.slots
        for size in [items[index].size]
    ]


@given(mixtures, PAPERS)
def test_every_copy_lies_once_inside_the_margins_and_on_no_other(
    mixture: list[tuple[Size, int]], paper: Paper
) -> None:
    packed_items = items(mixture)
    pages = pack(packed_items, paper)
    placed = Counter(index for page in pages for index, _ in page.slots)
    assert placed == Counter(range(len(packed_items)))
    assert len(pages) <= len(packed_items)
    for page in pages:
        wide, high = (WIDE_MM, NARROW_MM) if page.strip == "x" else (NARROW_MM, WIDE_MM)
        placed_boxes = boxes(page, packed_items)
        for left, top, right, bottom in placed_boxes:
            assert left >= wide - 1e-6 and right <= paper.width_mm - wide + 1e-6
            assert top >= high - 1e-6 and bottom <= paper.height_mm - high + 1e-6
        for one, two in combinations(placed_boxes, 2):
            apart = max(two[0] - one[2], one[0] - two[2], two[1] - one[3], one[1] - two[3])
            assert apart >= -0.02


@pytest.mark.parametrize(
    ("mixture", "sheets"),
    [
        ([("poker", 1), ("mini", 1), ("circle_25", 1)], 1),
        ([("poker", 6), ("square_25", 7)], 1),
        ([("poker", 8), ("mini", 1)], 1),
        ([("mini", 12), ("square_20", 9), ("circle_15", 10)], 1),
        ([("tarot", 2), ("poker", 2), ("mini", 2)], 1),
        ([("half_letter", 1), ("mini", 4)], 1),
        ([("half_letter", 2), ("poker", 2)], 2),
        ([("poker", 9), ("mini", 1)], 2),
        ([("landscape", 4), ("poker", 3)], 1),
        ([("hex_60", 2), ("tile", 4)], 1),
        ([("poker", 18), ("mini", 16)], 3),
    ],
)
def test_simple_cases_need_no_sheet_too_many(mixture: list[tuple[str, int]], sheets: int) -> None:
    """Laid out by hand first: the paper that a careful person would use."""
    pieces = [(read_sizes()[name], count) for name, count in mixture]
    assert len(pack(items(pieces), A4)) <= sheets
    assert len(list(sheets_of(owned(pieces), Layout(A4)))) == sheets


@pytest.mark.parametrize(
    ("mixture", "sheets"),
    [
        ([("hex_60", 16), ("poker", 16)], 4),
        ([("hex_30", 21), ("half_letter", 6), ("circle_30", 8)], 6),
        ([("small_tile", 13), ("circle_30", 12), ("hex_60", 15)], 3),
    ],
)
def test_of_all_plans_the_one_with_fewest_pages_is_taken(
    mixture: list[tuple[str, int]], sheets: int
) -> None:
    """Mixtures whose first plan, straight rows with wide gaps, needs a page more."""
    pieces = [(read_sizes()[name], count) for name, count in mixture]
    assert len(pack(items(pieces), A4)) == sheets


@pytest.mark.parametrize(
    ("mixture", "sheets"),
    [
        ([("tile", 17), ("circle_15", 16), ("hex_60", 14)], 3),
        ([("poker", 10), ("hex_60", 16), ("circle_25", 28)], 3),
    ],
)
def test_hexes_fill_their_own_sheets_where_that_saves_one(
    mixture: list[tuple[str, int]], sheets: int
) -> None:
    pieces = owned([(read_sizes()[name], count) for name, count in mixture])
    assert len(list(sheets_of(pieces, Layout(A4)))) == sheets


@given(
    st.lists(
        st.tuples(st.floats(10, 60, allow_subnormal=False), st.floats(10, 60)),
        min_size=2,
        max_size=12,
    ),
    st.sampled_from(GAPS_MM),
)
def test_pieces_of_any_measure_keep_their_gap_in_tight_packing(
    measures: list[tuple[float, float]], gap: float
) -> None:
    """Packing counts in whole units; what is rounded must never bring two pieces together."""
    packed_items = [Item(index, Size("own", *sides)) for index, sides in enumerate(measures)]
    pages = _pack_tightly(packed_items, Room(A4, gap, "y"))
    assert pages
    for page in pages:
        for one, two in combinations(boxes(page, packed_items), 2):
            apart = max(two[0] - one[2], one[0] - two[2], two[1] - one[3], one[1] - two[3])
            assert apart >= gap - 1e-6


@given(st.integers(1, 40), st.sampled_from(["square_20", "square_25", "small_tile", "mini"]))
def test_equal_squares_reach_the_bound_of_their_rows(count: int, name: str) -> None:
    size = read_sizes()[name]
    alone = grid(size, 0, A4)
    assert alone
    assert len(pack(items([(size, count)]), A4)) == math.ceil(count / len(alone.slots))


@settings(max_examples=40)
@given(mixtures, PAPERS)
def test_sharing_sheets_never_costs_one(mixture: list[tuple[Size, int]], paper: Paper) -> None:
    """Mixed sheets are never more than those of the decks on their own."""
    layout = Layout(paper)
    pieces = owned(mixture)
    alone = sum(len(list(sheets_of([one], layout))) for one in pieces)
    assert len(list(sheets_of(pieces, layout))) <= alone


@settings(max_examples=40)
@given(mixtures, PAPERS, st.sampled_from(["long", "short"]))
def test_backs_lie_behind_their_fronts(
    mixture: list[tuple[Size, int]], paper: Paper, flip: str
) -> None:
    sheets = list(sheets_of(owned(mixture), Layout(paper, True, flip)))
    expected = Counter({f"p{index}": count for index, (_, count) in enumerate(mixture)})
    for side in (0, 1):
        assert _pieces(sheets, side) == expected
    for front, back in sheets:
        assert back
        for one, two in zip(front.cuts, back.cuts, strict=True):
            assert one.piece == two.piece
            behind = mirror_slot(one.slot, one.size, paper, flip)
            assert _near(two.slot, behind)
            assert two.turn == (one.turn + (180 if flip == "short" else 0)) % 360


def _pieces(sheets: list[Sheet], side: int) -> Counter[str]:
    return Counter(cut.piece for sheet in sheets if (page := sheet[side]) for cut in page.cuts)


def _near(one: Slot, other: Slot) -> bool:
    return abs(one.x_mm - other.x_mm) < 1e-6 and abs(one.y_mm - other.y_mm) < 1e-6


def test_a_piece_larger_than_the_paper_is_told() -> None:
    with pytest.raises(Problems, match="300 × 20\u00a0mm does not fit on a4; use a larger --paper"):
        pack(items([(Size("ruler", 300, 20), 1), (Size("tile", 63, 63), 1)]), A4)
