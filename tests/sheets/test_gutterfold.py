"""Fronts and backs on one side of the paper: folded, every back lies behind its front."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pypdfium2
import pytest
from folding import SHAPES, drawn_boxes, pages_of, record, shapes_game
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops
from pypdf import PdfReader
from texts import text_of
from thorough import spread
from workshop import Command, Workshop, print_options

from cards_data import Deck, Problems, Size, load_game
from cards_data.checks import read_sizes
from generator.geometry.shapes import Point
from generator.geometry.units import EDGE_MM
from generator.planning.plan import make_plan
from generator.sheets.marks import marks
from generator.sheets.papers import Paper, papers
from generator.sheets.shared_sheets import sheets_of
from generator.sheets.sheet_pages import (
    GUTTER_MM,
    Cut,
    DeckPiece,
    FoldedLayout,
    Layout,
    PieceToPlace,
    Side,
    moved_outline,
)

pytestmark = pytest.mark.slow

TINY = 1e-6
NAMED_SIZES = [size for size in read_sizes().values() if size.width_mm < 100]
MIXTURES = st.lists(
    st.tuples(st.sampled_from(NAMED_SIZES), st.integers(1, 9)), min_size=1, max_size=4, unique=True
)
PAPERS = st.sampled_from(list(papers().values()))


def owned(mixture: Sequence[tuple[Size, int]], back: str | None = "b") -> list[DeckPiece]:
    return [
        (deck(f"d{index}", size), PieceToPlace(f"p{index}", f"f{index}", back, count))
        for index, (size, count) in enumerate(mixture)
    ]


def deck(name: str, size: Size) -> Deck:
    gap = 0 if size.shape in ("rect", "hex") else 2
    return Deck(name, {"en": name}, size, "f", "b", 1, {}, (), gap)


def folded(mixture: Sequence[tuple[Size, int]], paper: Paper) -> list[Side]:
    """The sides on which both faces lie; nothing where a piece is too large for the paper."""
    try:
        sheets = list(sheets_of(owned(mixture), Layout(paper, False, gutterfold=True)))
    except Problems:
        return []
    assert all(back is None for _, back in sheets), "only one side of the paper is printed"
    return [front for front, _ in sheets]


def over(point: Point, page: FoldedLayout) -> Point:
    """Where a point comes to lie when the paper is folded in its middle."""
    x, y = point
    if page.flip == "long":
        return page.paper.width_mm - x, y
    return x, page.paper.height_mm - y


def corners(cut: Cut) -> list[Point]:
    left, top = cut.slot.x_mm, cut.slot.y_mm
    return [(left, top), (left + cut.width_mm, top + cut.height_mm)]


def box(points: list[Point]) -> tuple[float, ...]:
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def outline(cut: Cut) -> list[Point]:
    return [
        point for _, points in moved_outline(cut.size, 0, cut.slot, cut.turn) for point in points
    ]


@settings(max_examples=40)
@given(MIXTURES, PAPERS)
def test_every_back_lies_behind_its_front(mixture: list[tuple[Size, int]], paper: Paper) -> None:
    for side in folded(mixture, paper):
        assert isinstance(side.layout, FoldedLayout)
        assert len(side.folded) == len(side.cuts)
        for front, back in zip(side.cuts, side.folded, strict=True):
            assert (front.deck, front.piece) == (back.deck, back.piece)
            seen = box([over(point, side.layout) for point in corners(front)])
            assert seen == pytest.approx(box(corners(back)), abs=TINY)


@settings(max_examples=40)
@given(MIXTURES, PAPERS)
def test_a_shape_covers_its_own_back(mixture: list[tuple[Size, int]], paper: Paper) -> None:
    for side in folded(mixture, paper):
        assert isinstance(side.layout, FoldedLayout)
        for front, back in zip(side.cuts, side.folded, strict=True):
            if front.size.shape == "rect":
                continue
            seen = {(round(x, 3), round(y, 3)) for x, y in outline(back)}
            for point in outline(front):
                x, y = over(point, side.layout)
                assert any(abs(x - a) < 0.01 and abs(y - b) < 0.01 for a, b in seen)


@settings(max_examples=40)
@given(MIXTURES, PAPERS, st.sampled_from(["crop", "lines", "none"]))
def test_the_fold_is_in_the_middle_and_clear_of_everything(
    mixture: list[tuple[Size, int]], paper: Paper, style: str
) -> None:
    for side in folded(mixture, paper):
        page = side.layout
        assert isinstance(page, FoldedLayout)
        axis = 0 if page.flip == "long" else 1
        middle = (paper.width_mm / 2, paper.height_mm / 2)[axis]
        clear = [abs(corner[axis] - middle) for cut in side.cuts for corner in corners(cut)]
        assert min(clear) >= GUTTER_MM - TINY
        strokes = marks(side, paper, style, "label").strokes
        ends = [((one.x1_mm, one.y1_mm), (one.x2_mm, one.y2_mm)) for one in strokes]
        dashes = [pair for pair in ends if all(abs(end[axis] - middle) < TINY for end in pair)]
        assert len(dashes) > 10, "the line is seen, whatever the marks"
        reach = [end[1 - axis] for pair in dashes for end in pair]
        length = (paper.height_mm, paper.width_mm)[axis]
        assert min(reach) == pytest.approx(length - max(reach), abs=TINY)
        for pair in ends:
            for x, y in pair:
                assert EDGE_MM - TINY <= x <= paper.width_mm - EDGE_MM + TINY
                assert EDGE_MM - TINY <= y <= paper.height_mm - EDGE_MM + TINY


@settings(max_examples=40)
@given(MIXTURES, PAPERS)
def test_every_copy_is_there_once(mixture: list[tuple[Size, int]], paper: Paper) -> None:
    sides = folded(mixture, paper)
    for index, (_, count) in enumerate(mixture if sides else ()):
        assert sum(cut.piece == f"p{index}" for side in sides for cut in side.cuts) == count


# Which way the top of a face points at each turn, clockwise; y grows downwards.
TOPS = {0: (0, -1), 90: (1, 0), 180: (0, 1), 270: (-1, 0)}


@settings(max_examples=40)
@given(MIXTURES, PAPERS)
def test_folded_the_top_of_every_back_is_behind_the_top_of_its_front(
    mixture: list[tuple[Size, int]], paper: Paper
) -> None:
    for side in folded(mixture, paper):
        assert isinstance(side.layout, FoldedLayout)
        for front, back in zip(side.cuts, side.folded, strict=True):
            x, y = TOPS[front.turn]
            seen = (-x, y) if side.layout.flip == "long" else (x, -y)
            assert TOPS[back.turn] == seen


def test_some_cards_of_a_fold_lie_on_their_side() -> None:
    """So what is said of tops is not about upright cards alone."""
    (side, *_) = folded([(read_sizes()["poker"], 12)], papers()["a4"])
    assert {cut.turn for cut in side.cuts} <= {90, 270}


def test_the_fold_that_saves_most_paper_is_taken() -> None:
    poker, a4 = read_sizes()["poker"], papers()["a4"]
    assert len(folded([(poker, 12)], a4)) == 3, "four turned cards, where three stand upright"
    assert len(folded([(read_sizes()["tile"], 6)], a4)) == 1, "two rows of three above each other"
    assert folded([(read_sizes()["tile"], 6)], a4)[0].layout.flip == "short"  # type: ignore[union-attr]


def test_what_has_no_back_lies_on_whole_pages() -> None:
    poker = read_sizes()["poker"]
    layout = Layout(papers()["a4"], False, gutterfold=True)
    (sheet,) = sheets_of(owned([(poker, 9)], None), layout)
    assert not isinstance(sheet[0].layout, FoldedLayout)
    assert len(sheet[0].cuts) == 9
    assert not sheet[0].folded


def test_every_piece_that_is_too_large_is_told_at_once(pond: Workshop, ecotable: Command) -> None:
    pond.change("game.yaml", "size: poker", "size: quarter")
    pond.change("game.yaml", "    front: plant.svg.j2\n", "    front: plant.svg.j2\n    back: x\n")
    pond.change("game.yaml", "size: circle_25", "size: half_letter")
    answer = ecotable("print", "pond", "--layout", "gutterfold", "--paper", "a5", "--plan")
    assert answer.code == 1
    lines = answer.err.splitlines()
    assert len(lines) == 2
    assert lines[0].startswith(
        "deck fish: 95 × 130\u00a0mm and the back do not fit on the two halves"
    )
    assert all("--layout manual" in line for line in lines)


@pytest.mark.parametrize("paper", spread(["a4", "letter", "a3", "a5"], 3))
@pytest.mark.parametrize(
    ("slug", "lang"),
    [("ecosfera_baltica", "en"), ("ecosfera_baltica", "sv"), ("better_life", "en")],
)
def test_the_games_fold_on_every_paper(slug: str, lang: str, paper: str) -> None:
    game = load_game(slug)
    plan = make_plan(game, print_options(lang, layout="gutterfold", paper=paper))
    assert [deck.pieces for deck in plan.decks] == [deck.total for deck in game.decks.values()]
    assert plan.sheets == plan.pages


def test_what_does_not_fold_on_a_small_paper_says_what_to_do() -> None:
    options = print_options(layout="gutterfold", paper="a5")
    with pytest.raises(Problems) as caught:
        make_plan(load_game("kompensaatiopeli"), options)
    where = [str(problem.where) for problem in caught.value.problems]
    assert where == ["deck roles", "deck references", "deck legislation", "deck trackers"]


@pytest.fixture
def shapes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workshop:
    monkeypatch.chdir(tmp_path)
    return shapes_game(tmp_path)


def reds(image: Image.Image) -> Image.Image:
    """Where the red corners are."""
    red, green, _ = image.split()
    return ImageChops.subtract(red, green).point(lambda value: 255 * (value > 128))


def rendered(pdf: Path, number: int) -> Image.Image:
    document = pypdfium2.PdfDocument(pdf)
    try:
        drawn: Image.Image = document[number - 1].render(scale=1).to_pil()
        return drawn.convert("RGB")
    finally:
        document.close()


@pytest.mark.parametrize(
    ("paper", "render"), [("a4", "raster"), ("a4", "vector"), ("letter", "raster")]
)
def test_a_folded_sheet_shows_the_same_corner_on_both_sides(
    shapes: Workshop, paper: str, render: str
) -> None:
    """The red spot of a front lies upon that of its back: behind it, and not on its head."""
    report = shapes.print(layout="gutterfold", paper=paper, render=render)
    upright: dict[int, bool] = {}
    seen = set()
    for piece in record(report.pdf)["pieces"]:
        sides = [
            [place for place in piece["places"] if place["side"] == name]
            for name in ("front", "back")
        ]
        for front, back in zip(*sides, strict=bool(sides[1])):
            seen.add(piece["deck"])
            assert front["page"] == back["page"]
            upright[front["page"]] = front["y_mm"] == pytest.approx(back["y_mm"], abs=0.01)
    assert seen == {name for name, _, _, backed in SHAPES if backed}
    for page, long in upright.items():
        image = reds(rendered(report.pdf, page))
        turn = Image.Transpose.FLIP_LEFT_RIGHT if long else Image.Transpose.FLIP_TOP_BOTTOM
        apart = ImageChops.difference(image, image.transpose(turn))
        # A pixel at every edge of a spot may fall this way or that.
        assert sum(apart.tobytes()) < 0.3 * sum(image.tobytes()), page


@pytest.mark.parametrize("layout", ["duplex", "manual", "gutterfold", "fronts"])
@pytest.mark.parametrize("paper", ["a4", "letter", "a3", "a5"])
def test_places_in_the_file_are_those_of_the_manifest(
    shapes: Workshop, layout: str, paper: str
) -> None:
    report = shapes.print(layout=layout, paper=paper, flip="short", dpi=72)
    manifest = record(report.pdf)
    height = papers()[paper].height_mm
    drawn = [list(drawn_boxes(page, height)) for page in pages_of(report.pdf)]
    assert len(drawn) == manifest["pages"] == report.pages
    for piece in manifest["pieces"]:
        if piece["deck"] == "board":
            continue
        for place in piece["places"]:
            box = [place[key] for key in ("x_mm", "y_mm", "width_mm", "height_mm")]
            face = piece[place["side"]]
            places = [at for name, at in drawn[place["page"] - 1] if name.endswith(face)]
            assert any(at == pytest.approx(box, abs=0.01) for at in places), (piece["id"], place)


def test_a_folded_print_is_printed_on_one_side(shapes: Workshop) -> None:
    report = shapes.print(layout="gutterfold", flip="short", printer="")
    assert report.pdf.name == "pond-en-a4-gutterfold.pdf"
    assert report.sheets == report.pages
    root = PdfReader(report.pdf).trailer["/Root"]
    assert root["/ViewerPreferences"]["/Duplex"] == "/Simplex"
    words = PdfReader(report.pdf).pages[2].extract_text()
    assert "sheet B" in words
    assert text_of("fold_here") in words
