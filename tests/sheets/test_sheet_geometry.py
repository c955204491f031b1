"""Where pieces lie: properties that hold for every size, gap, shape and paper."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise
from types import FrameType

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from cards_data import Deck, Problems, Size, list_games, load_game
from cards_data.checks import read_sizes
from generator.geometry import shapes
from generator.geometry.units import BLEED_MM, EDGE_MM
from generator.sheets.grids import (
    MARK_MM,
    OVERLAP_MM,
    STRIP_MM,
    BoardPart,
    Grid,
    Slot,
    grid,
    must_fit,
    split,
)
from generator.sheets.marks import Label, MarkLine, Marks, marks, part_name
from generator.sheets.packing import PackedPage
from generator.sheets.papers import Paper, papers
from generator.sheets.shared_sheets import sheets_needed, sheets_of
from generator.sheets.sheet_pages import HAIR_MM, Cut, Layout, PieceToPlace, Placement, Sheet, Side
from generator.words import say_in

Point = tuple[float, float]
TINY = 1e-6

PAPERS = st.sampled_from(list(papers().values()))
FLIPS = st.sampled_from(["long", "short"])
GAPS = st.one_of(st.just(0.0), st.floats(0.5, 8))


@st.composite
def sizes(draw: st.DrawFn) -> Size:
    shape = draw(st.sampled_from(["rect", "hex", "circle", "drop"]))
    width = draw(st.floats(24, 190))
    if shape == "hex":
        return Size("any", width, width * math.cos(math.pi / 6), "hex")
    if shape == "circle":
        return Size("any", width, width, "circle")
    height = draw(st.floats(width, 260)) if shape == "drop" else draw(st.floats(24, 260))
    return Size("any", width, height, shape, 3.0 if shape == "rect" else 0.0)


@dataclass(frozen=True)
class Job:
    """A deck that fits on a paper, and how the paper is turned."""

    deck: Deck
    paper: Paper
    flip: str

    def sheets(self) -> list[Sheet]:
        return laid(self.deck, self.paper, self.flip)


@st.composite
def jobs(draw: st.DrawFn) -> Job:
    size, paper = draw(sizes()), draw(PAPERS)
    gap = max(0.5 if size.shape in ("circle", "drop") else 0.0, draw(GAPS))
    assume(grid(size, gap, paper) is not None)
    return Job(deck_of(size, gap), paper, draw(FLIPS))


def deck_of(size: Size, gap_mm: float = 0.0, split: bool = False) -> Deck:
    return Deck("deck", {"en": "Deck"}, size, "f", "b", 0, {}, (), gap_mm, split)


def pieces(count: int) -> tuple[PieceToPlace, ...]:
    return tuple(PieceToPlace(f"p{index}", f"f{index}", f"b{index}", 1) for index in range(count))


def laid(deck: Deck, paper: Paper, flip: str = "long") -> list[Sheet]:
    """Sheets of a deck: one full page and a bit."""
    sheet_grid = grid(deck.size, deck.gap_mm, paper)
    assert sheet_grid
    return sheets(deck, pieces(len(sheet_grid.slots) + 1), Layout(paper, True, flip))


def sheets(deck: Deck, printed: tuple[PieceToPlace, ...], layout: Layout) -> list[Sheet]:
    return list(sheets_of([(deck, piece) for piece in printed], layout))


def flat(path: shapes.Path) -> list[Point]:
    return [point for _, points in path for point in points]


def hull(size: Size, slot: Slot, grown: float = 0.0) -> list[Point]:
    """The true outline where it is straight, else the box around it."""
    if size.shape == "hex":
        corners = flat(shapes.outline(size, -grown))
    else:
        right, bottom = size.width_mm + grown, size.height_mm + grown
        corners = [(-grown, -grown), (right, -grown), (right, bottom), (-grown, bottom)]
    return [(x + slot.x_mm, y + slot.y_mm) for x, y in corners]


def overlap(first: list[Point], second: list[Point], tolerance: float = 1e-4) -> bool:
    """Whether two convex outlines share an area (separating axes)."""
    for corners in (first, second):
        for (x1, y1), (x2, y2) in pairwise([*corners, corners[0]]):
            length = math.hypot(x2 - x1, y2 - y1)
            nx, ny = (y2 - y1) / length, (x1 - x2) / length
            one = [x * nx + y * ny for x, y in first]
            two = [x * nx + y * ny for x, y in second]
            if max(one) <= min(two) + tolerance or max(two) <= min(one) + tolerance:
                return False
    return True


def inside(points: Iterable[Point], paper: Paper, margin: float = EDGE_MM) -> bool:
    return all(
        margin - TINY <= x <= paper.width_mm - margin + TINY
        and margin - TINY <= y <= paper.height_mm - margin + TINY
        for x, y in points
    )


def sides(all_sheets: Iterable[Sheet]) -> Iterator[Side]:
    for front, back in all_sheets:
        yield front
        if back:
            yield back


@given(size=sizes(), gap=GAPS, paper=PAPERS)
def test_no_two_pieces_overlap_and_the_gap_is_kept(size: Size, gap: float, paper: Paper) -> None:
    sheet_grid = grid(size, gap, paper)
    assume(sheet_grid is not None and len(sheet_grid.slots) > 1)
    assert sheet_grid
    if size.shape == "circle":
        centres = [(slot.x_mm, slot.y_mm) for slot in sheet_grid.slots]
        assert min(math.dist(*pair) for pair in combinations(centres, 2)) >= (
            size.width_mm + gap - TINY
        )
        return
    hulls = [hull(size, slot, gap / 2) for slot in sheet_grid.slots]
    near = size.width_mm + size.height_mm + 2 * gap
    for (a, first), (b, second) in combinations(zip(sheet_grid.slots, hulls, strict=True), 2):
        if math.hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm) < near:
            assert not overlap(first, second)


@given(size=sizes(), gap=GAPS, paper=PAPERS)
def test_pieces_with_their_bleed_stay_5_mm_inside_the_paper(
    size: Size, gap: float, paper: Paper
) -> None:
    sheet_grid = grid(size, gap, paper)
    assume(sheet_grid is not None)
    assert sheet_grid
    left, top, right, bottom = sheet_grid.box
    assert inside(
        [
            (left - sheet_grid.bleed_x_mm, top - sheet_grid.bleed_y_mm),
            (right + sheet_grid.bleed_x_mm, bottom + sheet_grid.bleed_y_mm),
        ],
        paper,
    )
    assert 0 <= sheet_grid.bleed_x_mm <= BLEED_MM
    assert 0 <= sheet_grid.bleed_y_mm <= BLEED_MM


@given(size=sizes(), gap=GAPS, paper=PAPERS)
def test_every_grid_is_centred_in_both_directions(size: Size, gap: float, paper: Paper) -> None:
    sheet_grid = grid(size, gap, paper)
    assume(sheet_grid is not None)
    assert sheet_grid
    left, top, right, bottom = sheet_grid.box
    assert left == pytest.approx(paper.width_mm - right, abs=TINY)
    assert top == pytest.approx(paper.height_mm - bottom, abs=TINY)


@given(size=sizes(), gap=GAPS, paper=PAPERS)
def test_a_piece_that_fits_alone_on_the_paper_gets_a_grid(
    size: Size, gap: float, paper: Paper
) -> None:
    room = 2 * (EDGE_MM + 1 + 3.2)
    fits = size.width_mm <= paper.width_mm - room and size.height_mm <= paper.height_mm - room
    if fits:
        assert grid(size, gap, paper) is not None
    elif size.width_mm > paper.width_mm - 10 or size.height_mm > paper.height_mm - 10:
        assert grid(size, gap, paper) is None


@given(job=jobs())
def test_every_back_lies_exactly_behind_its_front(job: Job) -> None:
    for front, back in job.sheets():
        assert back
        assert [cut.piece for cut in front.cuts] == [cut.piece for cut in back.cuts]
        for one, two in zip(front.cuts, back.cuts, strict=True):
            x, y = two.slot.x_mm, two.slot.y_mm
            if job.flip == "long":
                x = job.paper.width_mm - x - two.width_mm
            else:
                y = job.paper.height_mm - y - two.height_mm
            assert (x, y) == pytest.approx((one.slot.x_mm, one.slot.y_mm), abs=TINY)


@given(job=jobs())
def test_what_is_seen_of_a_back_covers_what_is_seen_of_its_front(job: Job) -> None:
    """Also for drops, which are not the same upside down."""
    for front, back in job.sheets():
        assert back
        for one, two in zip(front.placements, back.placements, strict=True):
            assert same(turned(two.clip, job.paper, job.flip), flat(one.clip))


@given(job=jobs())
def test_outlines_to_cut_along_lie_behind_each_other(job: Job) -> None:
    for front, back in job.sheets():
        assert back
        one = marks(front, job.paper, "crop", "").outlines
        two = marks(back, job.paper, "crop", "").outlines
        for front_path, back_path in zip(one, two, strict=True):
            assert same(turned(back_path, job.paper, job.flip), flat(front_path))


def same(first: list[Point], second: list[Point]) -> bool:
    """Whether two outlines have the same points, wherever they begin and which way they run."""
    return len(first) == len(second) and all(
        min(math.dist(point, other) for other in second) < 1e-3 for point in first
    )


def turned(path: shapes.Path, paper: Paper, flip: str) -> list[Point]:
    """The path as it is seen from the front, through the paper."""
    if flip == "long":
        return [(paper.width_mm - x, y) for x, y in flat(path)]
    return [(x, paper.height_mm - y) for x, y in flat(path)]


@given(job=jobs())
def test_slots_keep_their_place_on_every_page(job: Job) -> None:
    full, rest = job.sheets()
    assert rest[0].cuts[0].slot == full[0].cuts[0].slot
    assert len(rest[0].cuts) == 1


@given(job=jobs())
def test_bleed_never_reaches_a_neighbour(job: Job) -> None:
    """What is laid last and covers a neighbour's cut is at most a hair."""
    for side in sides(job.sheets()):
        last = {placement.face: placement for placement in side.placements}
        for placement, cut in zip(last.values(), side.cuts, strict=True):
            seen = flat(placement.clip)
            if job.deck.size.shape == "hex":
                reach = max(abs(x - cut.slot.x_mm - job.deck.size.width_mm / 2) for x, _ in seen)
                grown = (reach - job.deck.size.width_mm / 2) * math.cos(math.pi / 6)
                assert grown <= max(HAIR_MM, job.deck.gap_mm / 2) + TINY
                continue
            for other in side.cuts[:12]:
                if other is not cut and job.deck.size.shape == "rect":
                    assert not overlap(
                        box_of(seen), hull(job.deck.size, other.slot), HAIR_MM + TINY
                    )


def box_of(points: list[Point]) -> list[Point]:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return [(min(xs), min(ys)), (max(xs), min(ys)), (max(xs), max(ys)), (min(xs), max(ys))]


@given(job=jobs())
def test_all_that_is_seen_stays_5_mm_inside_the_paper(job: Job) -> None:
    for side in sides(job.sheets()):
        for placement in side.placements:
            assert inside(flat(placement.clip), job.paper)


@pytest.mark.slow
@given(job=jobs(), style=st.sampled_from(["crop", "lines", "none"]))
def test_marks_stand_outside_every_piece_and_inside_the_paper(job: Job, style: str) -> None:
    for side in sides(job.sheets()):
        page_marks = marks(side, job.paper, style, "Ålg")
        assert side.layout
        assert inside(ends(page_marks), job.paper)
        assert inside([point for path in page_marks.outlines for point in flat(path)], job.paper)
        for stroke in page_marks.strokes:
            assert not any(crosses(stroke, hull(job.deck.size, slot)) for slot in side.layout.slots)
        for label in page_marks.labels:
            low, high, length = across(label, job.paper)
            left, top, right, bottom = side.layout.box
            near, far = (left, right) if label.turned else (top, bottom)
            assert low >= EDGE_MM - TINY
            assert high <= length - EDGE_MM + TINY
            assert high <= near or low >= far


def across(label: Label, paper: Paper) -> tuple[float, float, float]:
    """Where small print of 6.5 pt begins and ends across its direction; the paper there."""
    rise = 2.05 if "Å" in label.text else 1.6
    drop = 0.6 if set(label.text) & set("gjpqy") else 0.05
    if label.turned:
        return label.x_mm - drop, label.x_mm + rise, paper.width_mm
    return label.y_mm - rise, label.y_mm + drop, paper.height_mm


def ends(page_marks: Marks) -> list[Point]:
    starts = [(stroke.x1_mm, stroke.y1_mm) for stroke in page_marks.strokes]
    return starts + [(stroke.x2_mm, stroke.y2_mm) for stroke in page_marks.strokes]


def crosses(stroke: MarkLine, corners: list[Point]) -> bool:
    """Whether a stroke enters the box around a piece."""
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return (
        max(stroke.x1_mm, stroke.x2_mm) > min(xs) + TINY
        and min(stroke.x1_mm, stroke.x2_mm) < max(xs) - TINY
        and max(stroke.y1_mm, stroke.y2_mm) > min(ys) + TINY
        and min(stroke.y1_mm, stroke.y2_mm) < max(ys) - TINY
    )


@given(job=jobs())
def test_every_cut_of_a_rectangle_has_a_mark_at_both_ends(job: Job) -> None:
    assume(job.deck.size.shape == "rect")
    front = job.sheets()[0][0]
    with_marks = set(marks(front, job.paper, "crop", "").strokes)
    cuts = with_marks - set(marks(front, job.paper, "none", "").strokes)
    upright = [stroke.x1_mm for stroke in cuts if stroke.x1_mm == stroke.x2_mm]
    lying = [stroke.y1_mm for stroke in cuts if stroke.y1_mm == stroke.y2_mm]
    for cut in front.cuts:
        for x in (cut.slot.x_mm, cut.slot.x_mm + cut.width_mm):
            assert sum(abs(x - place) < 1e-3 for place in upright) >= 2
        for y in (cut.slot.y_mm, cut.slot.y_mm + cut.height_mm):
            assert sum(abs(y - place) < 1e-3 for place in lying) >= 2
    assert min(math.dist((s.x1_mm, s.y1_mm), (s.x2_mm, s.y2_mm)) for s in cuts) >= 0.99


def test_without_marks_only_the_rulers_remain() -> None:
    paper = papers()["a4"]
    front = laid(deck_of(read_sizes()["poker"]), paper)[0][0]
    bare, full = marks(front, paper, "none", "x"), marks(front, paper, "lines", "x")
    assert set(bare.strokes) < set(full.strokes)
    assert bare.labels == full.labels


def test_full_lines_reach_the_margin_where_crop_marks_stay_short() -> None:
    paper = papers()["a4"]
    front = laid(deck_of(Size("small", 40, 40)), paper)[0][0]
    bare, crop, full = (
        set(marks(front, paper, style, "").strokes) for style in ("none", "crop", "lines")
    )
    assert max(stroke_length(stroke) for stroke in crop - bare) <= 5 + TINY
    nearest = min(min(stroke.x1_mm, stroke.y1_mm) for stroke in full - bare)
    assert nearest == pytest.approx(EDGE_MM)


def stroke_length(stroke: MarkLine) -> float:
    return math.dist((stroke.x1_mm, stroke.y1_mm), (stroke.x2_mm, stroke.y2_mm))


@pytest.mark.parametrize("name", ["poker", "tile", "hex_60", "circle_25", "half_letter"])
@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
def test_both_sides_carry_rulers_of_50_mm_and_2_inches(name: str, paper: str) -> None:
    size = read_sizes()[name]
    gap = 2.0 if size.shape == "circle" else 0.0
    for side in sides(laid(deck_of(size, gap), papers()[paper])):
        lengths = [
            stroke_length(stroke) for stroke in marks(side, papers()[paper], "none", "").strokes
        ]
        assert any(length == pytest.approx(50) for length in lengths)
        assert any(length == pytest.approx(50.8) for length in lengths)


@pytest.mark.parametrize(("paper", "left", "top"), [("a4", 10.5, 16.5), ("letter", 13.45, 7.7)])
def test_nine_poker_cards_fit_on_a4_and_letter(paper: str, left: float, top: float) -> None:
    sheet_grid = grid(read_sizes()["poker"], 0, papers()[paper])
    assert sheet_grid
    assert len(sheet_grid.slots) == 9
    assert {round(slot.x_mm, 3) for slot in sheet_grid.slots} == {left, left + 63, left + 126}
    assert {round(slot.y_mm, 3) for slot in sheet_grid.slots} == {top, top + 88, top + 176}


def test_hexes_share_their_cuts() -> None:
    size = read_sizes()["hex_60"]
    sheet_grid = grid(size, 0, papers()["a4"])
    assert sheet_grid
    corners = [hull(size, slot) for slot in sheet_grid.slots]
    shared = [
        sum(math.dist(a, b) < 1e-3 for a in one for b in two)
        for one, two in combinations(corners, 2)
    ]
    assert shared.count(2) >= len(corners) - 1


def test_a_piece_too_large_for_the_paper_says_what_to_do() -> None:
    with pytest.raises(Problems, match=r"does not fit on a4.*larger --paper, or set split: true"):
        must_fit(Size("board", 285, 400), 0, papers()["a4"], "board")


BOARDS = st.builds(Size, st.just("board"), st.floats(200, 600), st.floats(290, 800))


@given(size=BOARDS, paper=PAPERS)
def test_the_parts_of_a_board_cover_it_all_and_overlap_their_neighbours(
    size: Size, paper: Paper
) -> None:
    parts = split(size, paper)
    first = parts[0]
    wide, high = (size.height_mm, size.width_mm) if first.turn else (size.width_mm, size.height_mm)
    assert len(parts) == first.columns * first.rows
    assert len({(part.column, part.row) for part in parts}) == len(parts)
    windows = {(part.column, part.row): part for part in parts}
    for part in parts:
        if part.column == 1:
            assert part.window_x_mm == 0
        else:
            before = windows[part.column - 1, part.row]
            assert before.window_x_mm + before.width_mm - part.window_x_mm == pytest.approx(
                OVERLAP_MM
            )
        if part.row > 1:
            above = windows[part.column, part.row - 1]
            assert above.window_y_mm + above.height_mm - part.window_y_mm == pytest.approx(
                OVERLAP_MM
            )
    last = windows[first.columns, first.rows]
    assert last.window_x_mm + last.width_mm == pytest.approx(wide)
    assert last.window_y_mm + last.height_mm == pytest.approx(high)


@given(size=BOARDS, paper=PAPERS)
def test_the_parts_of_a_board_lie_centred_inside_the_margins_with_marks_outside(
    size: Size, paper: Paper
) -> None:
    assume(grid(size, 0, paper) is None)
    board = deck_of(size, split=True)
    for front, back in sheets(board, pieces(1), Layout(paper)):
        part = front.layout
        assert part
        assert back is not None
        assert part.slot.x_mm * 2 + part.width_mm == pytest.approx(paper.width_mm)
        assert part.slot.y_mm * 2 + part.height_mm == pytest.approx(paper.height_mm)
        (placement,) = front.placements
        assert inside(flat(placement.clip), paper)
        page_marks = marks(front, paper, "crop", "")
        assert inside(ends(page_marks), paper)
        outline = hull(Size("part", part.width_mm, part.height_mm), part.slot)
        assert not any(crosses(stroke, outline) for stroke in page_marks.strokes)


@given(size=BOARDS, paper=PAPERS)
def test_a_board_bleeds_as_far_as_its_margins_allow_and_marks_stay_outside(
    size: Size, paper: Paper
) -> None:
    assume(grid(size, 0, paper) is None)
    for front, _ in sheets(deck_of(size, split=True), pieces(1), Layout(paper)):
        part, (placement,) = front.layout, front.placements
        assert isinstance(part, BoardPart)
        xs, ys = zip(*flat(placement.clip), strict=True)
        reach = part.slot.x_mm - min(xs), part.slot.y_mm - min(ys)
        for bleed, margin, strip in zip(reach, part.slot, "xy", strict=True):
            edge_mm = EDGE_MM + MARK_MM + (STRIP_MM if part.strip == strip else 0)
            assert bleed == pytest.approx(min(BLEED_MM, max(0, margin - edge_mm)))
        seen = [(x, y) for x in (min(xs), max(xs)) for y in (min(ys), max(ys))]
        bleeds = [seen[0], seen[2], seen[3], seen[1]]
        assert not any(crosses(one, bleeds) for one in marks(front, paper, "crop", "").strokes)


@pytest.mark.parametrize(("slug", "deck"), [("ecologic", "board"), ("better_life", "board")])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_boards_have_their_bleed_on_household_paper(slug: str, deck: str, paper: str) -> None:
    parts = split(load_game(slug).decks[deck].size, papers()[paper])
    assert len(parts) == 2
    assert min(min(part.bleed_x_mm, part.bleed_y_mm) for part in parts) >= 0.9 * BLEED_MM


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_tablets_have_their_bleed_on_household_paper(paper: str) -> None:
    size = load_game("ecologic").decks["tablets"].size
    laid = grid(size, 0, papers()[paper])
    assert laid is not None
    assert min(laid.bleed_x_mm, laid.bleed_y_mm) >= 0.9 * BLEED_MM


def test_a_board_shows_where_its_neighbours_are_laid_over_it() -> None:
    paper = papers()["a4"]
    board = deck_of(Size("board", 285, 400), split=True)
    for front, _ in sheets(board, pieces(1), Layout(paper)):
        part = front.layout
        assert part
        strokes = marks(front, paper, "crop", "").strokes
        if part.column < part.columns:
            edge = part.slot.x_mm + part.width_mm - OVERLAP_MM
            assert sum(stroke.x1_mm == stroke.x2_mm == edge for stroke in strokes) == 2
        if part.row < part.rows:
            edge = part.slot.y_mm + part.height_mm - OVERLAP_MM
            assert sum(stroke.y1_mm == stroke.y2_mm == edge for stroke in strokes) == 2


def test_a_board_comes_whole_on_a3() -> None:
    board = deck_of(Size("board", 285, 400), split=True)
    whole = sheets(board, pieces(1), Layout(papers()["a3"]))
    ((front, _),) = whole
    assert isinstance(front.layout, Grid)
    assert (front.cuts[0].width_mm, front.cuts[0].height_mm) == (285, 400)


def test_fronts_alone_have_no_backs() -> None:
    deck = deck_of(read_sizes()["poker"])
    all_sheets = sheets(deck, pieces(10), Layout(papers()["a4"], duplex=False))
    assert [back for _, back in all_sheets] == [None, None]


def test_a_piece_without_a_back_leaves_its_place_empty_and_moves_no_other() -> None:
    deck = deck_of(read_sizes()["poker"])
    one, two, three = pieces(3)
    bare = PieceToPlace(two.id, two.front, None, 1)
    ((_, back),) = sheets(deck, (one, bare, three), Layout(papers()["a4"]))
    assert back
    assert [(cut.piece, cut.slot.x_mm) for cut in back.cuts] == [("p0", 136.5), ("p2", 10.5)]


@pytest.mark.parametrize("shape", ["rect", "hex", "circle", "drop"])
def test_an_outline_moved_inwards_stays_inside_and_outwards_outside(shape: str) -> None:
    height = 40 * math.cos(math.pi / 6) if shape == "hex" else 50 if shape == "drop" else 40
    size = Size("any", 40, height, shape, 3)  # type: ignore[arg-type]
    whole, inner, outer = (box_of(flat(shapes.outline(size, inset))) for inset in (0, 2, -2))
    assert inner[0] > whole[0] > outer[0]
    assert inner[2] < whole[2] < outer[2]


def test_the_grid_of_a_paper_is_found_quickly_for_tiny_pieces() -> None:
    sheet_grid: Grid | None = grid(Size("dot", 5, 5), 0, papers()["a3"])
    assert sheet_grid
    assert len(sheet_grid.slots) > 3000


HEXES = [
    (Size("any", width, width * math.cos(math.pi / 6), "hex"), count)
    for width, count in ((24, 1), (69, 4))
]
# They fit on two sheets only where neighbours share a cut, with no gap for a mark between them.
TIGHT = [
    (Size("any", 24, 24 * math.cos(math.pi / 6), "hex"), 4),
    (Size("any", 60, 60, "circle"), 4),
    (Size("any", 26, 47, "rect", 3.0), 1),
    (Size("any", 53, 68, "rect", 3.0), 1),
]
MIXTURES = st.lists(
    st.tuples(
        sizes().filter(lambda size: max(size.width_mm, size.height_mm) < 90), st.integers(1, 6)
    ),
    min_size=2,
    max_size=4,
    unique_by=lambda item: item[0],
)


@pytest.mark.slow
@settings(max_examples=30, suppress_health_check=[HealthCheck.filter_too_much])
@given(mixture=MIXTURES, paper=PAPERS, flip=FLIPS)
@example(mixture=HEXES, paper=papers()["a5"], flip="long")
@example(mixture=TIGHT, paper=papers()["a5"], flip="long")
def test_pieces_of_several_sizes_share_sheets_by_the_same_rules(
    mixture: list[tuple[Size, int]], paper: Paper, flip: str
) -> None:
    owned = [
        (deck_of(size), PieceToPlace(f"p{index}", f"f{index}", f"b{index}", count))
        for index, (size, count) in enumerate(mixture)
    ]
    all_sheets = list(sheets_of(owned, Layout(paper, True, flip)))
    fronts = [front for front, _ in all_sheets]
    assert sum(len(front.cuts) for front in fronts) == sum(count for _, count in mixture)
    for front, back in all_sheets:
        assert back
        for one, two in combinations(front.cuts, 2):
            assert not overlap(box(one), box(two))
        for one, two in zip(front.placements, back.placements, strict=True):
            assert same(turned(two.clip, paper, flip), flat(one.clip))
        for side in (front, back):
            drawn = marks(side, paper, "crop", "")
            assert inside([point for place in side.placements for point in flat(place.clip)], paper)
            assert inside(ends(drawn), paper)
            for cut in side.cuts:
                assert not any(crosses(stroke, box(cut)) for stroke in drawn.strokes)


def box(cut: Cut) -> list[Point]:
    """A piece as it lies: hexes that fill a page reach between each other."""
    lying = Size("box", cut.width_mm, cut.height_mm)
    return hull(cut.size if cut.size.shape == "hex" else lying, cut.slot)


@pytest.mark.parametrize(
    ("width", "height", "upright", "turned"),
    [(260, 170, 2, 1), (420, 180, 3, 2), (170, 260, 1, 2), (380, 270, 2, 4)],
)
def test_a_board_is_turned_where_that_saves_paper(
    width: float, height: float, upright: int, turned: int
) -> None:
    parts = split(Size("board", width, height), papers()["a4"])
    assert len(parts) == min(upright, turned)
    assert {part.turn for part in parts} == {90 if turned < upright else 0}
    seen = {0: (width, height), 90: (height, width)}[parts[0].turn]
    assert max(part.window_x_mm + part.width_mm for part in parts) == pytest.approx(seen[0])
    assert max(part.window_y_mm + part.height_mm for part in parts) == pytest.approx(seen[1])


@given(job=jobs())
def test_like_edges_meet_and_backs_stand_as_their_fronts(job: Job) -> None:
    """Every second row is turned; turned over, a card's back is as upright as its front."""
    over = 180 if job.flip == "short" else 0
    for front, back in job.sheets():
        assert back
        rows = sorted({round(cut.slot.y_mm, 3) for cut in front.cuts})
        for cut, behind in zip(front.cuts, back.cuts, strict=True):
            row = rows.index(round(cut.slot.y_mm, 3))
            turned_row = row % 2 if job.deck.size.shape == "rect" else 0
            assert cut.turn == 180 * turned_row
            assert behind.turn == (cut.turn + over) % 360
        for side in (front, back):
            if job.deck.size.shape == "rect":
                turns = [(cut.turn, place.turn) for cut, place in _pairs(side)]
                assert all(one == other for one, other in turns)


def _pairs(side: Side) -> list[tuple[Cut, Placement]]:
    return list(zip(side.cuts, side.placements, strict=True))


TOKENS = [("square_25", 4), ("square_20", 19), ("square_15", 101)]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_tokens_of_several_sizes_share_straight_cuts_and_bleed_3_mm_outside(paper: str) -> None:
    owned = [
        (deck_of(read_sizes()[name]), PieceToPlace(name, f"f{name}", f"b{name}", count))
        for name, count in TOKENS
    ]
    ((front, back),) = sheets_of(owned, Layout(papers()[paper]))
    assert back
    page = front.layout
    assert isinstance(page, PackedPage)
    assert [block.size.name for block in page.blocks] == [name for name, _ in TOKENS]
    for block in page.blocks:
        assert (block.gap_mm, block.bleed_x_mm, block.bleed_y_mm) == (0, BLEED_MM, BLEED_MM)
        for places in (
            {slot.x_mm for _, slot in block.slots},
            {slot.y_mm for _, slot in block.slots},
        ):
            steps = [second - first for first, second in pairwise(sorted(places))]
            assert steps == pytest.approx([block.size.width_mm] * len(steps))


def test_full_grids_come_first_and_only_the_rest_is_packed() -> None:
    sizes_by_name = read_sizes()
    owned = [
        (deck_of(sizes_by_name["poker"]), PieceToPlace("card", "f", "b", 24)),
        (deck_of(sizes_by_name["square_25"]), PieceToPlace("token", "g", "h", 7)),
    ]
    all_sheets = list(sheets_of(owned, Layout(papers()["a4"])))
    assert [type(front.layout) for front, _ in all_sheets] == [Grid, Grid, PackedPage]
    assert [cut.piece for cut in all_sheets[2][0].cuts].count("card") == 6


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("slug", list_games())
def test_cards_of_a_game_need_one_sheet_more_than_they_must_at_most(slug: str, paper: str) -> None:
    game = load_game(slug)
    size = read_sizes()["poker"]
    cards = sum(deck.total for deck in game.decks.values() if deck.size == size)
    sheet_grid = grid(size, 0, papers()[paper])
    assert sheet_grid
    needed = sum(
        count
        for decks, count in sheets_needed(game, papers()[paper])
        if any(deck.size == size for deck in decks)
    )
    assert needed <= math.ceil(cards / len(sheet_grid.slots)) + 1


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("slug", ["ecologic", "better_life"])
def test_boards_come_in_two_halves_that_are_called_so(slug: str, paper: str) -> None:
    board = load_game(slug).decks["board"]
    names = [
        part_name(front.layout, say_in("en"))
        for front, _ in sheets(board, pieces(1), Layout(papers()[paper]))
        if isinstance(front.layout, BoardPart)
    ]
    assert sorted(names) == ["lower half", "upper half"]


def test_halves_are_named_after_the_board_not_after_the_page() -> None:
    wide = split(Size("board", 380, 250), papers()["a4"])
    assert [part_name(part, say_in("sv")) for part in wide] == ["vänster halva", "höger halva"]
    assert wide[0].turn == 0
    flat_ = split(Size("board", 270, 380), papers()["a4"])
    assert [part_name(part, say_in("en")) for part in flat_] == ["lower half", "upper half"]
    assert flat_[0].turn == 90
    many = split(Size("board", 500, 700), papers()["a4"])
    assert part_name(many[0], say_in("en")).startswith("board: row 1 of ")


def test_small_hexes_on_a_large_paper_are_counted_before_any_is_laid_out() -> None:
    """Every number of columns and rows was laid out slot by slot, for seconds."""
    from sys import setprofile

    size, laid_out = Size("tiny", 10, 10 * math.cos(math.pi / 6), "hex"), 0

    def note(frame: FrameType, event: str, value: object) -> None:
        nonlocal laid_out
        slots = event == "return" and frame.f_code.co_name == "_honeycomb_slots"
        laid_out += slots and value is not None

    setprofile(note)
    try:
        sheet_grid = grid.__wrapped__(size, 0.0, papers()["a3"])
    finally:
        setprofile(None)
    assert sheet_grid
    assert len(sheet_grid.slots) == len(set(sheet_grid.slots)) > 1_500
    assert laid_out == len(sheet_grid.slots)
