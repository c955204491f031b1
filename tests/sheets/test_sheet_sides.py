"""Both sides of sheets, who shares them, folds and labels; every place is reckoned by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
from texts import fault, text_of

from cards_data import Deck, Game, Problems, Size
from cards_data.models import Piece
from generator.compose.artwork import Artwork
from generator.compose.composed_game import ComposedGame
from generator.compose.piece import Faces
from generator.geometry import shapes
from generator.options import Edition, PrintOptions
from generator.sheets.grids import BoardPart, Grid, Slot
from generator.sheets.marks import (
    Marks,
    SheetPage,
    in_order,
    sheet_letters,
    sheet_number,
    sheet_pages,
    sheet_version,
    single_sheets,
)
from generator.sheets.packing import PackedPage
from generator.sheets.papers import Paper
from generator.sheets.shared_sheets import (
    _ways,
    lay_out,
    row_turns,
    sharing_sheets,
    sheets_needed,
    sheets_of,
)
from generator.sheets.sheet_pages import (
    HAIR_MM,
    Cut,
    DeckPiece,
    FoldedLayout,
    Layout,
    PieceToPlace,
    PlacedPiece,
    Placement,
    Sheet,
    Side,
    layout_of,
    moved_outline,
    sheet,
)
from generator.store.sources import Sources

# Room for 100 × 100 mm with the strip above and below.
SQUARE = Paper("square", 112, 118.4)
CARD = Size("card", 50, 40)
# The steps of a rectangle that is not rounded.
CORNERS = ("M", "L", "L", "L", "Z")


def deck_of(size: Size, name: str = "d", **more: object) -> Deck:
    return replace(Deck(name, {"en": name.title()}, size, "f", "b", 0, {}, ()), **more)  # type: ignore[arg-type]


def owned(size: Size, copies: int, name: str = "d", back: str | None = "b") -> DeckPiece:
    return deck_of(size, name), PieceToPlace(
        f"{name}p", f"{name}f", back and f"{name}{back}", copies
    )


def layouts(pieces: Sequence[DeckPiece], layout: Layout | None = None) -> list[tuple[type, int]]:
    """What each sheet is laid out as, and how many pieces are on it."""
    all_sheets = sheets_of(pieces, layout or Layout(SQUARE))
    return [(type(front.layout), len(front.cuts)) for front, _ in all_sheets]


def box(path: shapes.Path) -> tuple[float, ...]:
    xs, ys = zip(*(point for _, points in path for point in points), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def grid_of(
    size: Size, gap: float, bleed: tuple[float, float], *slots: tuple[float, float]
) -> Grid:
    return Grid(SQUARE, size, gap, tuple(Slot(*one) for one in slots), *bleed, "y")


def one_side(area: Grid, turns: Sequence[int] = (), back: str | None = "b") -> Sheet:
    deck = deck_of(area.size)
    laid = [
        PlacedPiece(deck, PieceToPlace("p", "f", back, 1), "f", slot, turn)
        for slot, turn in zip(area.slots, turns or [0] * len(area.slots), strict=True)
    ]
    return sheet([(area, laid)], area, area, Layout(SQUARE))


@pytest.mark.parametrize(
    ("gap", "bleed", "reach"),
    [
        # Outwards, and towards a neighbour: to the sides, then up and down.
        (0, (3, 2), (3, HAIR_MM, 2, HAIR_MM)),
        (4, (3, 2.5), (3, 2, 2.5, 2)),
        (4, (1, 0.5), (1, 1, 0.5, 0.5)),
    ],
)
def test_bleed_is_seen_outside_and_half_the_gap_or_a_hair_between_neighbours(
    gap: float, bleed: tuple[float, float], reach: tuple[float, ...]
) -> None:
    # Slots are a little out of place, as reckoning leaves them.
    x, y = 40.0002 + gap, 50.0002 + gap
    size = Size("any", 30, 40)
    area = grid_of(size, gap, bleed, (10, 10), (x, 10), (10, y), (x, y), (10, 110 + 2 * gap))
    front, _ = one_side(area)
    out_x, in_x, out_y, in_y = reach
    clips = [box(place.clip) for place in front.placements]
    assert clips[0] == pytest.approx((10 - out_x, 10 - out_y, 40 + in_x, 50 + in_y))
    assert clips[1] == pytest.approx((x - in_x, 10 - out_y, x + 30 + out_x, 50 + in_y))
    assert clips[2] == pytest.approx((10 - out_x, y - in_y, 40 + in_x, y + 40 + out_y))
    assert clips[3] == pytest.approx((x - in_x, y - in_y, x + 30 + out_x, y + 40 + out_y))
    far = 110 + 2 * gap
    assert clips[4] == pytest.approx((10 - out_x, far - out_y, 40 + out_x, far + 40 + out_y))
    assert {tuple(letter for letter, _ in place.clip) for place in front.placements} == {CORNERS}
    assert HAIR_MM == 0.05
    (face, *place, _, turn, _) = front.placements[0]
    assert (face, turn) == ("f", 0)
    assert place == pytest.approx([7, 7, 36, 46])


@pytest.mark.parametrize(
    ("shape", "gap", "bleed", "passes"),
    [
        ("hex", 0, (3, 2), (2, HAIR_MM)),
        ("hex", 0, (1.5, 2), (1.5, HAIR_MM)),
        ("hex", 4, (3, 3), (2,)),
        ("hex_pointy", 0, (3, 3), (3, HAIR_MM)),
        ("circle", 0, (3, 3), (3,)),
        ("circle", 2, (3, 3), (1,)),
        ("circle", 8, (3, 2.5), (2.5,)),
    ],
)
def test_shapes_that_share_edges_are_laid_twice(
    shape: str, gap: float, bleed: tuple[float, float], passes: tuple[float, ...]
) -> None:
    size = Size("any", 30, 30, shape)  # type: ignore[arg-type]
    front, _ = one_side(grid_of(size, gap, bleed, (10, 10), (50, 10)), (0, 180))
    expected = [
        moved_outline(size, -reach, Slot(x, 10), turn)
        for reach in passes
        for x, turn in ((10, 0), (50, 180))
    ]
    assert [place.clip for place in front.placements] == expected


def test_an_outline_on_its_head_and_upright_unless_it_is_turned() -> None:
    drop = Size("any", 20, 30, "drop")
    upright, turned = (moved_outline(drop, 0, Slot(5, 6), turn) for turn in (0, 180))
    assert upright == shapes.move_path(shapes.outline(drop), (5, 6))
    assert turned == shapes.move_path(shapes.upside_down(shapes.outline(drop), drop), (5, 6))
    assert Placement("face", 5, 6, 20, 30, upright).turn == 0
    assert Cut("piece", "deck", drop, Slot(5, 6), 20, 30).turn == 0


@pytest.mark.parametrize(
    ("flip", "turn", "slot", "behind"),
    [
        ("long", 0, (62, 10), 0),
        ("long", 180, (62, 10), 180),
        ("long", 90, (62, 10), 270),
        ("short", 0, (10, 68.4), 180),
        ("short", 180, (10, 68.4), 0),
        ("short", 90, (10, 68.4), 90),
    ],
)
def test_behind_every_front_is_its_back(
    flip: str, turn: int, slot: tuple[float, float], behind: int
) -> None:
    area = grid_of(Size("any", 40, 40), 0, (3, 3), (10, 10))
    piece = PlacedPiece(
        deck_of(area.size), PieceToPlace("p", "f", "b", 1), "f", area.slots[0], turn
    )
    plain = piece._replace(piece=piece.piece._replace(back=None))
    front, back = sheet([(area, [piece, plain])], area, area, Layout(SQUARE, True, flip))
    assert back
    (cut,) = back.cuts
    assert cut.slot == pytest.approx(slot)
    assert (cut.turn, cut.piece, cut.deck) == (behind, "p", "d")
    assert [(place.face, place.turn) for place in back.placements] == [("b", behind)]
    assert [(one.turn, one.width_mm, one.height_mm) for one in front.cuts] == [(turn, 40, 40)] * 2
    assert sheet([(area, [piece])], area, area, Layout(SQUARE, False))[1] is None


def test_an_outline_of_ones_own_is_mirrored_on_the_back() -> None:
    path = (("M", ((0.0, 0.0),)), ("L", ((40.0, 0.0),)), ("L", ((0.0, 40.0),)), ("Z", ()))
    area = grid_of(Size("own", 40, 40, "path", outline=path), 2, (3, 3), (10, 10))
    front, back = one_side(area)
    assert back
    assert front.cuts[0].size == area.size
    assert back.cuts[0].size == area.size.seen_from("back") != area.size
    for layout, duplex, folded in (
        ("duplex", True, False),
        ("manual", True, False),
        ("gutterfold", False, True),
        ("fronts", False, False),
    ):
        options = PrintOptions(layout=layout, flip="short")
        assert layout_of(SQUARE, options) == Layout(SQUARE, duplex, "short", folded, False)


def test_every_second_row_stands_on_its_head() -> None:
    slots = [Slot(0, 0), Slot(10, 0.0002), Slot(0, 20), Slot(10, 20), Slot(20, 40)]
    assert row_turns(CARD, slots) == [0, 0, 180, 180, 0]
    assert row_turns(CARD, slots, turned=True) == [90, 270, 90, 270, 90]
    assert row_turns(Size("disc", 20, 20, "circle"), slots, turned=True) == [0] * 5
    assert row_turns(CARD, [Slot(0, 40), Slot(0, 0), Slot(0, 20)]) == [0, 0, 180]


TALL, FLAT = Size("tall", 100, 60), Size("flat", 100, 38)


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        ([owned(CARD, 0)], []),
        ([owned(CARD, 4)], [(Grid, 4)]),
        ([owned(CARD, 5)], [(Grid, 4), (Grid, 1)]),
        # All packed: two tall ones fill two sheets, the flat ones lie below them.
        ([owned(TALL, 2), owned(FLAT, 2, "e")], [(PackedPage, 2), (PackedPage, 2)]),
        # Full grids first, the rest together.
        ([owned(CARD, 5), owned(FLAT, 1, "e")], [(Grid, 4), (PackedPage, 2)]),
        # Packing saves nothing: every size in its grid.
        ([owned(TALL, 1), owned(replace(FLAT, height_mm=50), 1, "e")], [(Grid, 1), (Grid, 1)]),
        # One size is left over, and nothing to pack it with.
        ([owned(CARD, 5), owned(FLAT, 2, "e")], [(Grid, 4), (Grid, 2), (Grid, 1)]),
        # Another gap is another grid.
        (
            [owned(CARD, 1), (deck_of(CARD, "e", gap_mm=5.0), PieceToPlace("q", "f", "b", 1))],
            [(PackedPage, 2)],
        ),
    ],
)
def test_sheets_are_as_few_as_can_be(
    pieces: list[DeckPiece], expected: list[tuple[type, int]]
) -> None:
    assert sorted(layouts(pieces), key=str) == sorted(expected, key=str)


def test_among_several_sizes_one_that_is_too_large_is_told_for_the_sheet() -> None:
    with pytest.raises(Problems) as caught:
        layouts([owned(CARD, 1), owned(Size("any", 300, 300), 1, "e")])
    assert [str(one.where) for one in caught.value.problems] == ["sheet"]


def test_a_packed_sheet_has_its_backs_behind_its_fronts() -> None:
    ((front, back),) = sheets_of([owned(TALL, 1), owned(FLAT, 1, "e")], Layout(SQUARE))
    assert back
    assert [cut.slot for cut in front.cuts] == [pytest.approx((6, y)) for y in (9.2, 71.2)]
    assert [cut.slot for cut in back.cuts] == [cut.slot for cut in front.cuts]
    assert [place.face for place in front.placements] == ["df", "ef"]
    assert [place.face for place in back.placements] == ["db", "eb"]
    narrow = Size("narrow", 30, 60)
    wide = [owned(narrow, 1), owned(FLAT, 1, "e")]
    ((front, back),) = sheets_of(wide, Layout(SQUARE, True, "short"))
    assert back
    assert isinstance(back.layout, PackedPage)
    assert [slot for _, slot in back.layout.slots] == [cut.slot for cut in back.cuts]
    assert back.cuts[0].slot == pytest.approx((41, 118.4 - 60 - front.cuts[0].slot.y_mm))


def test_a_board_larger_than_the_paper_is_split_and_others_are_not() -> None:
    board = deck_of(Size("board", 194, 100), "board", split=True)
    piece = PieceToPlace("b", "face", None, 2)
    all_sheets = list(sheets_of([(board, piece)], Layout(SQUARE)))
    assert [type(front.layout) for front, _ in all_sheets] == [BoardPart] * 4
    assert all(back == Side() for _, back in all_sheets)
    assert [back for _, back in sheets_of([(board, piece)], Layout(SQUARE, False))] == [None] * 4
    first, second = all_sheets[0][0], all_sheets[1][0]
    (left,), (right,) = first.placements, second.placements
    assert (left.face, right.face) == ("face", "face")
    assert (left.x_mm, left.y_mm, left.width_mm, left.height_mm) == pytest.approx(
        (3, 6.2, 200, 106)
    )
    assert (right.x_mm, right.y_mm) == pytest.approx((-91, 6.2))
    assert box(left.clip) == pytest.approx((6, 9.2, 106, 109.2))
    assert tuple(letter for letter, _ in left.clip) == CORNERS
    (cut,) = first.cuts
    assert (cut.piece, cut.deck, cut.size, cut.turn) == ("b", "board", board.size, 0)
    assert (cut.width_mm, cut.height_mm) == pytest.approx((100, 100))
    fitting = replace(board, size=Size("board", 100, 100))
    assert layouts([(fitting, piece)]) == [(Grid, 1), (Grid, 1)]
    with pytest.raises(Problems):
        layouts([(replace(board, split=False), piece)])


def test_a_turned_part_shows_the_board_turned() -> None:
    board = deck_of(Size("board", 206, 90), "board", split=True)
    all_sheets = list(sheets_of([(board, PieceToPlace("b", "f", None, 1))], Layout(SQUARE)))
    places = [front.placements[0] for front, _ in all_sheets]
    assert [(one.width_mm, one.height_mm, one.turn) for one in places] == [(96, 212, 90)] * 2
    assert [(one.x_mm, one.y_mm) for one in places] == [
        pytest.approx((8, y)) for y in (3.2, 3.2 - 100)
    ]
    # Beside it are 11 mm, less the strip: 1.8 mm of bleed; above 6.2 mm: 0.2 mm.
    assert box(places[0].clip) == pytest.approx((9.2, 6, 102.8, 112.4))


def test_who_shares_sheets() -> None:
    decks = (
        deck_of(CARD, "one"),
        deck_of(TALL, "two"),
        deck_of(CARD, "three"),
        deck_of(CARD, "four", gap_mm=2.0),
        deck_of(TALL, "five", sheet="x"),
        deck_of(FLAT, "six", sheet="x"),
        deck_of(CARD, "board", split=True, sheet="x"),
    )
    names = [[deck.name for deck in group] for group in sharing_sheets(decks)]
    assert names == [["one", "three"], ["two"], ["four"], ["five", "six"], ["board"]]


def game_of(*decks: Deck) -> Game:
    decks_by_name = {deck.name: deck for deck in decks}
    titles = {"en": "Pond"}
    return Game("pond", titles, ("en",), "", {}, {}, {}, (), {}, {}, decks_by_name, {}, {}, Path())


def piece_of(name: str, copies: int = 1) -> Piece:
    return Piece(name, "d", copies, {}, {}, "", 1)


def test_how_many_sheets_a_game_needs() -> None:
    cards = deck_of(CARD, "cards", pieces=(piece_of("a", 3), piece_of("b", 2)))
    tall = deck_of(TALL, "tall", pieces=(piece_of("c", 3),))
    counts = [
        ([deck.name for deck in decks], count)
        for decks, count in sheets_needed(game_of(cards, tall), SQUARE)
    ]
    assert counts == [(["cards"], 2), (["tall"], 3)]


# Folds: half of 232 × 118.4 is 118 × 118.4, half of 112 × 236.8 is 112 × 120.4.


def folded(pieces: Sequence[DeckPiece], paper: Paper) -> list[Sheet]:
    return list(sheets_of(pieces, Layout(paper, False, gutterfold=True)))


def test_a_fold_has_fronts_on_one_half_and_backs_on_the_other() -> None:
    paper = Paper("wide", 220, 118.4)
    ((side, back),) = folded([owned(Size("any", 100, 100), 1)], paper)
    assert back is None
    assert isinstance(side.layout, FoldedLayout)
    assert side.layout.flip == "long"
    assert [cut.slot for cut in side.cuts] == [pytest.approx((6, 9.2))]
    assert [cut.slot for cut in side.folded] == [pytest.approx((114, 9.2))]
    first, second = side.placements
    assert (first.face, first.turn) == ("df", 0)
    assert (first.x_mm, first.y_mm) == pytest.approx((3, 6.2))
    assert (second.face, second.turn) == ("db", 0)
    assert (second.x_mm, second.y_mm) == pytest.approx((111, 6.2))
    assert box(second.clip)[0] == pytest.approx(114)
    assert side.layout.front == side.layout.back


def test_a_fold_along_the_short_edge_moves_down() -> None:
    paper = Paper("high", 112, 232.8)
    ((side, _),) = folded([owned(Size("any", 100, 100), 1)], paper)
    assert isinstance(side.layout, FoldedLayout)
    assert side.layout.flip == "short"
    assert [cut.slot for cut in side.folded] == [pytest.approx((6, 123.6))]
    assert side.placements[1].y_mm == pytest.approx(120.6)
    assert box(side.placements[1].clip)[1] == pytest.approx(123.6)


@pytest.mark.parametrize(
    ("size", "ways"),
    [
        (Size("any", 80, 80), [("long", False), ("short", False), ("long", True), ("short", True)]),
        (Size("any", 80, 80, "circle"), [("long", False), ("short", False)]),
        (Size("any", 92, 199), [("long", False), ("short", True)]),
        (Size("any", 199, 92), [("short", False), ("long", True)]),
        (Size("any", 199, 92, "circle"), [("short", False)]),
        (Size("any", 200, 200), []),
    ],
)
def test_ways_to_fold(size: Size, ways: list[tuple[str, bool]]) -> None:
    assert _ways(deck_of(size, gap_mm=1.0), Paper("any", 218, 218.4)) == ways


def test_pieces_lie_on_their_side_where_that_saves_a_fold() -> None:
    """On a half of 118 mm two stand side by side, but three lie below each other."""
    paper = Paper("wide", 232, 118.4)
    ((side, _),) = folded([owned(Size("any", 33.3, 105), 3)], paper)
    assert [cut.turn for cut in side.cuts] == [90, 90, 90]
    assert [cut.turn for cut in side.folded] == [270, 270, 270]
    assert [cut.slot.y_mm for cut in side.cuts] == pytest.approx([9.25, 42.55, 75.85])
    assert {(cut.width_mm, cut.height_mm) for cut in side.cuts} == {(105, 33.3)}
    ((side, _),) = folded([owned(Size("any", 33, 105), 3)], paper)
    assert [cut.turn for cut in side.cuts] == [0, 0, 0], "of equals upright"


def test_each_size_is_folded_its_own_way_unless_one_way_saves_a_sheet() -> None:
    paper = Paper("wide", 220, 118.4)
    both = [owned(Size("any", 100, 60), 1), owned(Size("any", 100, 38), 1, "e")]
    ((side, _),) = folded(both, paper)
    assert [cut.deck for cut in side.cuts] == ["d", "e"]
    apart = [owned(Size("any", 100, 60), 1), owned(Size("any", 100, 50), 1, "e")]
    assert [len(front.cuts) for front, _ in folded(apart, paper)] == [1, 1]


@pytest.mark.parametrize(
    ("most", "other", "flips"),
    [
        # The second cannot be folded like the first.
        ((92, 199, "rect"), (199, 92, "circle"), ["long", "long", "short"]),
        # It can, but that would save no sheet.
        ((199, 92, "circle"), (80, 80, "rect"), ["short", "short", "long"]),
    ],
)
def test_sizes_that_save_nothing_together_are_folded_their_own_way(
    most: tuple[float, float, str], other: tuple[float, float, str], flips: list[str]
) -> None:
    mixed = [owned(Size("any", *most), 2), owned(Size("any", *other), 1, "e")]  # type: ignore[arg-type]
    layouts_used = [front.layout for front, _ in folded(mixed, Paper("any", 218, 218.4))]
    assert [layout.flip for layout in layouts_used if isinstance(layout, FoldedLayout)] == flips


def test_all_are_folded_like_the_size_with_most_sheets_where_that_saves_one() -> None:
    """Alone the small one would be folded along the long edge, where the others have no room."""
    small, wide = Size("any", 40, 80), Size("any", 150, 92, "circle")
    sheets = folded([owned(small, 1), owned(wide, 2, "e")], Paper("any", 218, 218.4))
    assert sorted(len(front.cuts) for front, _ in sheets) == [1, 2]
    layouts_found = [front.layout for front, _ in sheets]
    assert {one.flip for one in layouts_found if isinstance(one, FoldedLayout)} == {"short"}


def test_what_has_no_back_is_not_folded() -> None:
    paper = Paper("wide", 220, 118.4)
    mixed = [owned(Size("any", 100, 100), 1), owned(Size("any", 100, 100), 2, "e", None)]
    one, two = folded(mixed, paper)
    assert isinstance(one[0].layout, FoldedLayout)
    assert isinstance(two[0].layout, Grid)
    assert (two[1], len(two[0].cuts), two[0].folded) == (None, 2, ())
    assert len(folded(mixed[:1], paper)) == 1


def test_every_deck_that_cannot_be_folded_is_told() -> None:
    large = [owned(Size("any", 150, 150.5), 1, name) for name in ("one", "two")]
    with pytest.raises(Problems) as caught:
        folded([*large, owned(CARD, 1)], Paper("any", 220, 118.4))
    messages = [str(problem) for problem in caught.value.problems]
    assert [line.split(":")[0] for line in messages] == ["deck one", "deck two"]
    assert "150 × 150.5\u00a0mm" in messages[0]


def test_letters_of_sheets_and_their_numbers() -> None:
    letters = list(islice(sheet_letters(), 703 + 26))
    numbers = {0: "A", 25: "Z", 26: "AA", 27: "AB", 52: "BA", 701: "ZZ", 702: "AAA", 728: "ABA"}
    assert {number: letters[number] for number in numbers} == numbers
    assert [sheet_number(letter) for letter in numbers.values()] == list(numbers)


def pages_of(*names: str) -> list[SheetPage]:
    """Pages such as ``frontA``."""
    return [SheetPage(Side(), name[:-1], name[-1], Marks()) for name in names]


def page_names(pages: Sequence[SheetPage]) -> list[str]:
    return [page.name + page.letter for page in pages]


def test_by_hand_all_backs_come_after_all_fronts() -> None:
    pages = pages_of("frontA", "backA", "frontB", "backB")
    assert page_names(in_order(pages, PrintOptions(layout="duplex"))) == page_names(pages)
    by_hand = in_order(pages, PrintOptions(layout="manual"))
    assert page_names(by_hand) == ["frontA", "frontB", "backA", "backB"]


def test_single_sheets_by_their_letters() -> None:
    pages = pages_of("frontA", "backA", "frontB", "backB", "frontC")
    assert page_names(single_sheets(pages, ("B",), "pond")) == ["frontB", "backB"]
    assert page_names(single_sheets(pages, (), "pond")) == page_names(pages)
    eight = "D, E, F, G, H, I, J, K"
    for letters, names in (("ADEFGHIJK", eight), ("DEFGHIJKL", f"{eight} …")):
        with pytest.raises(Problems) as caught:
            single_sheets(pages, tuple(letters), "pond")
        (problem,) = caught.value.problems
        assert str(problem).startswith(
            fault("pond --sheets", text_of("print.no_sheet", names=names), "A–C")
        )
    with pytest.raises(Problems) as caught:
        single_sheets([], ("A",), "pond")
    assert text_of("print.no_sheet", names="A") in str(caught.value.problems[0])


def labels(*sheets: Sheet, **chosen: object) -> list[str]:
    options = PrintOptions(**chosen)  # type: ignore[arg-type]
    pages = sheet_pages(game_of(), [("Fish", one) for one in sheets], SQUARE, options)
    return [page.marks.labels[-1].text for page in pages]


def test_what_stands_beside_the_pieces_of_a_sheet() -> None:
    pair = one_side(grid_of(CARD, 0, (3, 3), (10, 10)))
    front, back, last = labels(pair, (pair[0], None))
    version = front.split(" · ")[2]
    assert len(version) == 4
    assert front == f"Pond · Fish · {version} · front A · print at 100%"
    assert back == f"Pond · Fish · {version} · back A · print at 100%"
    assert last == f"Pond · Fish · {version} · front B · print at 100%"
    empty = (pair[0], Side(layout=pair[0].layout))
    draft = PrintOptions(edition=Edition(draft=True)).edition
    assert labels(empty, edition=draft) == [
        f"DRAFT · Pond · Fish · {version} · front A · print at 100%",
        f"DRAFT · Pond · Fish · {version} · back (leave blank) A · print at 100%",
    ]


def test_the_version_of_a_sheet_tells_its_faces_in_any_order() -> None:
    def version(*faces: str) -> str:
        front, _ = one_side(
            grid_of(CARD, 0, (3, 3), *((10 + 50 * n, 10) for n in range(len(faces))))
        )
        named_faces = zip(front.placements, faces, strict=True)
        return sheet_version(Side(tuple(place._replace(face=face) for place, face in named_faces)))

    assert version("c", "a", "b") == version("a", "b", "c") != version("a", "b", "d")


def test_a_fold_and_a_part_say_what_they_are() -> None:
    ((side, _),) = folded([owned(Size("any", 100, 100), 1)], Paper("wide", 220, 118.4))
    (text,) = labels((side, None))
    assert text.endswith(" · sheet A · fold on the dashed line, printed sides out · print at 100%")
    draft = PrintOptions(edition=Edition(draft=True)).edition
    board = deck_of(Size("board", 194, 100), "board", split=True)
    parts = list(sheets_of([(board, PieceToPlace("b", "f", None, 1))], Layout(SQUARE, False)))
    assert [text.split(" · ")[3] for text in labels(*parts)] == ["left half", "right half"]
    assert [text.split(" · ")[4] for text in labels(*parts, edition=draft)] == [
        "left half",
        "right half",
    ]


@pytest.mark.parametrize(
    ("columns", "rows", "turn", "names"),
    [
        (2, 1, 0, ["left half", "right half"]),
        (1, 2, 0, ["upper half", "lower half"]),
        (2, 1, 90, ["lower half", "upper half"]),
        (1, 2, 90, ["left half", "right half"]),
        (3, 1, 0, [text_of("part", row=1, rows=1, column=n, columns=3) for n in (1, 2, 3)]),
    ],
)
def test_parts_are_named_by_their_place_on_the_board(
    columns: int, rows: int, turn: int, names: list[str]
) -> None:
    part_labels = []
    for row in range(1, rows + 1):
        for column in range(1, columns + 1):
            part = BoardPart(column, row, columns, rows, 0, 0, Slot(10, 14), 92, 90.4, turn)
            part_labels += labels((Side(layout=part), None))
    assert [text.split(" · ")[3] for text in part_labels] == names


def test_a_board_counts_with_its_first_part_and_backs_beyond_a_fold_are_backs() -> None:
    pair = one_side(grid_of(CARD, 0, (3, 3), (10, 10)))
    assert pair[1]
    (cut,) = pair[0].cuts

    def page(side: Side, name: str) -> SheetPage:
        return SheetPage(side, name, "A", Marks())

    assert page(pair[0], "front").first_cuts == (cut,)
    assert page(pair[1], "back").first_cuts == ()
    parts = [
        Side(cuts=(cut,), layout=BoardPart(c, 1, 2, 1, 0, 0, Slot(10, 14), 92, 90, 0))
        for c in (1, 2)
    ]
    assert [page(part, "front").first_cuts for part in parts] == [(cut,), ()]
    back = pair[0]._replace(folded=pair[1].cuts)
    assert list(page(back, "front").cuts) == [("front", cut), ("back", pair[1].cuts[0])]


def composed_of(*decks: Deck) -> ComposedGame:
    def faces(deck: Deck, piece: Piece) -> Faces:
        back = Artwork(f"<{deck.name}/>", 50, 40) if deck.back else None
        return Faces(Artwork(f"<{piece.id}/>", 50, 40), back, "1234")

    composed_decks = tuple(
        (deck, tuple((one, faces(deck, one)) for one in deck.pieces)) for deck in decks
    )
    return ComposedGame(game_of(*decks), Edition(), Sources(), composed_decks)


def test_a_game_is_laid_out_sheet_by_sheet() -> None:
    cards = deck_of(CARD, "cards", pieces=(piece_of("a", 3),))
    more = deck_of(CARD, "more", pieces=(piece_of("b", 2),), back=None)
    tall = deck_of(TALL, "tall", pieces=(piece_of("c", 1),))
    composed = composed_of(cards, more, tall)
    pages = lay_out(composed, SQUARE, PrintOptions())
    assert page_names(pages) == ["frontA", "backA", "frontB", "backB", "frontC", "backC"]
    assert [[cut.piece for cut in page.side.cuts] for page in pages] == [
        ["a", "a", "a", "b"],
        ["a", "a", "a"],
        ["b"],
        [],
        ["c"],
        ["c"],
    ]
    titles = [page.marks.labels[-1].text.split(" · ")[1] for page in pages]
    assert titles == ["Cards, More", "Cards, More", "More", "More", "Tall", "Tall"]
    assert page_names(lay_out(composed, SQUARE, PrintOptions(sheets=("C",)))) == ["frontC", "backC"]
    twice = lay_out(composed, SQUARE, PrintOptions(copies=2, layout="fronts"))
    assert sum(len(page.side.cuts) for page in twice) == 12


def test_every_deck_that_fits_on_no_sheet_is_told() -> None:
    large = [
        deck_of(Size(name, 300, height), name, pieces=(piece_of(name),))
        for name, height in (("one", 90), ("two", 91))
    ]
    with pytest.raises(Problems) as caught:
        lay_out(composed_of(*large), SQUARE, PrintOptions())
    assert [str(one.where) for one in caught.value.problems] == ["deck one", "deck two"]
