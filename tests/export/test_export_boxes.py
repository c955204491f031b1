"""Tuck boxes: folded they hold their deck, flat they fit on the paper."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from exporting import export, job
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader
from workshop import Workshop

from cards_data import Problems, list_games, load_game
from cards_data.models import Deck, Font, Piece, Size
from generator.compose.artwork import Artwork
from generator.export.kinds.boxes import decorated, joined
from generator.export.net_pages import LaidNet, NetPage, dashes, lay, page
from generator.export.piece_text import form
from generator.export.tuck_box import GLUE_MM, LEAST_DEPTH_MM, Net, box_for, halves, stock_mm, whole
from generator.geometry.units import EDGE_MM, MM_PER_POINT
from generator.pdf.writer import SMALL_PRINT_PT
from generator.sheets.papers import Paper, papers
from generator.store.sources import Sources
from generator.text.fonts import typeface

DOCS = (Path(__file__).parents[2] / "docs" / "print" / "exporting.md").read_text(encoding="utf-8")

CARDS = Deck("d", {"en": "D"}, Size("card", 63, 88), "f", "b", 0, {}, (), 0, False)
cards = st.builds(Size, st.just("card"), st.floats(40, 100), st.floats(50, 135))
decks = st.tuples(cards, st.integers(1, 120), st.integers(60, 600))


def panels(net: Net) -> dict[str, list[float]]:
    """The widths of a net's panels as its folds and its outline give them."""
    found: dict[str, list[float]] = {}
    for column in net.columns:
        found.setdefault(column.kind, []).append(column.width_mm)
    return found


@given(decks)
def test_a_folded_box_holds_its_deck_and_little_more(options: tuple[Size, int, int]) -> None:
    size, number, grams = options
    box = box_for(size, number, grams)
    stack = number * stock_mm(grams)
    least = LEAST_DEPTH_MM - 3 * stock_mm(grams)
    for inner, needed in zip(box.inner_mm, (size.width_mm, size.height_mm, stack), strict=True):
        assert needed + 0.5 <= inner
        assert inner <= needed + max(1.5, 0.05 * needed) or inner == pytest.approx(least)
    assert box.depth_mm >= LEAST_DEPTH_MM


@given(decks, st.sampled_from([whole, halves]))
def test_panels_that_meet_are_equally_long(options: tuple[Size, int, int], way: object) -> None:
    box = box_for(*options)
    nets = way(box)  # type: ignore[operator]
    widths: dict[str, list[float]] = {}
    for net in nets:
        for kind, found in panels(net).items():
            widths.setdefault(kind, []).extend(found)
    assert widths["back"] == widths["front"] == [box.width_mm]
    assert widths["side"] == [box.depth_mm] * 2
    # Every seam has one glue flap: where the net begins, and where it was split.
    flaps = [*widths["glue"], *widths.get("last_glue", [])]
    assert flaps == [GLUE_MM] * len(nets)


@given(decks)
def test_folds_lie_on_the_net_and_end_at_its_edge(options: tuple[Size, int, int]) -> None:
    (net,) = whole(box_for(*options))
    corners = {(round(v.x_mm, 6), round(v.y_mm, 6)) for v in net.outline.vertices}
    for x, y in corners:
        assert -1e-6 <= x <= net.width_mm + 1e-6 and -1e-6 <= y <= net.height_mm + 1e-6
    upright = [fold for fold in net.folds if fold.vertices[0].x_mm == fold.vertices[1].x_mm]
    assert len(upright) == 4
    assert {fold.vertices[1].y_mm - fold.vertices[0].y_mm for fold in upright} == {
        net.bottom_mm - net.top_mm
    }
    lid = [fold for fold in net.folds if fold.vertices[0].y_mm == net.top_mm - net.box.depth_mm]
    assert len(lid) == 1, "the tuck folds one depth above the back"


def within(laid: LaidNet, paper: Paper) -> None:
    for vertex in laid.placed(laid.decorated.net.outline).vertices:
        assert EDGE_MM <= vertex.x_mm <= paper.width_mm - EDGE_MM
        assert EDGE_MM <= vertex.y_mm <= paper.height_mm - EDGE_MM


def words_on(art: Artwork) -> str:
    return " ".join(re.findall(r"<text[^>]*>([^<]*)</text>", art.svg)).replace("\xa0", " ")


def assert_strips_are_free(laid: NetPage, paper: Paper) -> None:
    """No net lies over the rulers or the caption of its page."""
    lines = page(laid, paper, "caption").marks
    for net in laid.nets:
        left, top, width, height = net.box(
            (0, 0, net.decorated.design.width_mm, net.decorated.design.height_mm)
        )
        for stroke in lines.strokes:
            across = min(stroke.x1_mm, stroke.x2_mm) < left + width
            down = min(stroke.y1_mm, stroke.y2_mm) < top + height
            beside = max(stroke.x1_mm, stroke.x2_mm) <= left
            above = max(stroke.y1_mm, stroke.y2_mm) <= top
            assert not (across and down and not beside and not above), stroke
        caption = next(label for label in lines.labels if label.text == "caption")
        inside_x = left < caption.x_mm < left + width
        assert not (inside_x and top < caption.y_mm < top + height)


def test_decks_too_thin_for_a_box_share_one_or_lie_with_the_thinnest() -> None:
    def names(*totals: int) -> list[list[int]]:
        made = [
            (replace(CARDS, pieces=(Piece("p", "d", total, {}, {}, "", 1),)), ())
            for total in totals
        ]
        return [[deck.total for deck, _ in box] for box in joined(made, 300)]

    assert names(60, 30) == [[60], [30]]
    assert names(60, 5, 30, 4) == [[60], [30, 5, 4]]
    assert names(10, 60, 10) == [[60], [10, 10]]
    assert names(4) == [[4]]


@pytest.mark.parametrize("slug", list_games())
def test_every_card_deck_of_a_real_game_gets_its_box(slug: str, tmp_path: Path) -> None:
    game = load_game(slug)
    with job(game, "boxes", game.languages[-1], out=tmp_path) as one:
        boxes = decorated(one)
    wanted = sorted(deck.name for deck in game.decks.values() if form(deck) == "card")
    named = [deck for name in dict.fromkeys(box.deck for box in boxes) for deck in name.split("+")]
    assert sorted(named) == wanted
    assert all(box.net.box.depth_mm >= LEAST_DEPTH_MM for box in boxes)
    for box in boxes:
        told = words_on(box.design)
        panels = [column.kind for column in box.net.columns]
        titled = panels.count("side") + panels.count("front") + 2 * panels.count("back")
        assert len(re.findall(re.escape(game.title(game.languages[-1])), told)) == titled
    for paper in (papers()["a4"], papers()["letter"]):
        pages = lay(boxes, paper)
        laid = [one for sheet in pages for one in sheet.nets]
        assert len(laid) == len(boxes)
        for placed in laid:
            within(placed, paper)
        for one in pages:
            assert_strips_are_free(one, paper)
            assert_small_print_fits(one, paper)


def assert_small_print_fits(laid: NetPage, paper: Paper) -> None:
    """What stands below a back ends before the flap beside it."""
    face = typeface(Font("Source Sans Pro"), Sources())
    room_mm = min(net.decorated.net.box.width_mm for net in laid.nets) - 1
    for label in page(laid, paper, "").marks.labels:
        if label.align == "left" and label.text not in ("50 mm", "2 in"):
            assert face.width(label.text) * SMALL_PRINT_PT * MM_PER_POINT <= room_mm, label.text


def test_small_boxes_share_a_page(pond: Workshop) -> None:
    with job(pond.load(), "boxes", decks=("fish",), out=pond.out) as one:
        (box,) = decorated(one)
    assert [len(one.nets) for one in lay([box] * 3, papers()["a4"])] == [2, 1]


def test_a_box_is_turned_and_then_split_before_it_is_refused(pond: Workshop) -> None:
    pond.change("fish.csv", "pike,1,", "pike,100,")
    pond.change("game.yaml", "pieces: 5", "pieces: 104")

    def found(weight: int) -> list[LaidNet]:
        with job(pond.load(), "boxes", paper_weight=weight, out=pond.out) as one:
            return [box for laid in lay(decorated(one), papers()["a4"]) for box in laid.nets]

    assert [(len(box.decorated.net.columns), box.turn) for box in found(100)] == [(5, 0)]
    assert [(len(box.decorated.net.columns), box.turn) for box in found(250)] == [(5, 90)]
    assert [len(box.decorated.net.columns) for box in found(500)] == [4, 2]
    pond.change("fish.csv", "pike,100,", "pike,400,")
    pond.change("game.yaml", "pieces: 104", "pieces: 404")
    with pytest.raises(Problems, match="larger --paper"):
        found(600)


def test_files_hold_the_net_and_say_what_fits(pond: Workshop) -> None:
    made = export(pond, "boxes")
    assert [path.name for path in made.files] == [
        "boxes.pdf",
        "boxes.json",
        "boxes-1.svg",
        "boxes-1.dxf",
    ]
    (box,) = json.loads((made.place.parent / "boxes.json").read_text(encoding="utf-8"))["boxes"]
    assert box["deck"] == "fish" and box["inner_mm"][:2] == [64, 89]
    (sheet,) = PdfReader(made.place).pages
    text = sheet.extract_text()
    assert "Fish, 5 cards of 300 g" in text and "inside 64.0 × 89.0 × 6.9 mm" in text
    svg = (made.place.parent / "boxes-1.svg").read_text(encoding="utf-8")
    groups = {one.attrib["id"]: len(one) for one in ElementTree.fromstring(svg)}
    assert groups == {"cut": 1, "fold": 4 + 2 + 4 + 2, "registration": 4}


def test_a_game_without_cards_is_told_so(pond: Workshop) -> None:
    with pytest.raises(Problems, match="is a deck of cards"):
        export(pond, "boxes", decks=("plants",))


def test_dashes_reach_from_end_to_end() -> None:
    (net,) = whole(box_for(Size("card", 63, 88), 30, 300))
    fold = net.folds[0]
    path = dashes(fold)
    assert path[0][1][0] == fold.vertices[0][:2]
    assert {letter for letter, _ in path} == {"M", "L"}


def test_the_documented_table_is_the_rule() -> None:
    rows = re.findall(r"\| (\d+) g \| ([\d.]+) mm \| ([\d.]+) mm \|", DOCS)
    assert len(rows) >= 4
    for grams, one, sixty in rows:
        assert float(one) == pytest.approx(stock_mm(int(grams)), abs=0.0051)
        assert float(sixty) == pytest.approx(60 * stock_mm(int(grams)), abs=0.051)
