"""Tuck boxes: folded they hold their deck, flat they fit on the paper."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
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
from cards_data.models import Deck, Piece, Size
from generator.compose.artwork import Artwork
from generator.export.job import form
from generator.export.kinds import export_kind
from generator.export.kinds.boxes import compose_nets, join_decks
from generator.export.net_pages import LaidNet, NetArtwork, NetPage, dashes, lay, page
from generator.export.tuck_box import (
    GLUE_MM,
    LEAST_DEPTH_MM,
    Net,
    box_for,
    halves,
    stock_mm,
    whole_net,
)
from generator.geometry.colours import INK, contrast
from generator.geometry.units import EDGE_MM, MM_PER_POINT
from generator.sheets.papers import Paper, papers

pytestmark = pytest.mark.slow

DOCS = (Path(__file__).parents[2] / "docs" / "print" / "exporting.md").read_text(encoding="utf-8")

CARDS = Deck("d", {"en": "D"}, Size("card", 63, 88), "f", "b", 0, {}, (), 0, False)
cards = st.builds(Size, st.just("card"), st.floats(40, 100), st.floats(50, 135))
decks = st.tuples(cards, st.integers(1, 120), st.integers(60, 600))
TRAYS = ("lid", "base")


def panels(net: Net) -> dict[str, list[float]]:
    """The widths of a net's panels as its folds and its outline give them."""
    lengths: dict[str, list[float]] = {}
    for column in net.columns:
        lengths.setdefault(column.kind, []).append(column.width_mm)
    return lengths


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


@given(decks, st.sampled_from([whole_net, halves]))
def test_panels_that_meet_are_equally_long(options: tuple[Size, int, int], grain: object) -> None:
    box = box_for(*options)
    nets = grain(box)  # type: ignore[operator]
    widths: dict[str, list[float]] = {}
    for net in nets:
        for kind, lengths in panels(net).items():
            widths.setdefault(kind, []).extend(lengths)
    assert widths["back"] == widths["front"] == [box.width_mm]
    assert widths["side"] == [box.depth_mm] * 2
    # Every seam has one glue flap: where the net begins, and where it was split.
    flaps = [*widths["glue"], *widths.get("last_glue", [])]
    assert flaps == [GLUE_MM] * len(nets)


@given(decks)
def test_folds_lie_on_the_net_and_end_at_its_edge(options: tuple[Size, int, int]) -> None:
    (net,) = whole_net(box_for(*options))
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
    for vertex in laid.place_line(laid.decorated.net.outline).vertices:
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
        decks = [
            replace(CARDS, pieces=(Piece("p", "d", total, {}, {}, "", 1),)) for total in totals
        ]
        return [[deck.total for deck in box] for box in join_decks(decks, 300)]

    assert names(60, 30) == [[60], [30]]
    assert names(60, 5, 30, 4) == [[60], [30, 5, 4]]
    assert names(10, 60, 10) == [[60], [10, 10]]
    assert names(4) == [[4]]


@pytest.mark.parametrize("slug", list_games())
def test_a_real_game_gets_a_box_with_a_lid_and_a_tuck_box_for_every_card_deck(
    slug: str, tmp_path: Path
) -> None:
    game, lang = load_game(slug), load_game(slug).languages[-1]
    with job(game, "boxes", lang, out=tmp_path) as one:
        boxes = compose_nets(one)
    deck_names = sorted(deck.name for deck in game.decks.values() if form(deck) == "card")
    names = list(dict.fromkeys(box.name for box in boxes))
    decks = [deck for name in names for deck in name.split("+")]
    assert sorted({*decks} - {"lid", "base", "die"}) == deck_names
    assert [box.name for box in boxes].count("die") == game.dice
    tuck = [box for box in boxes if isinstance(box.net, Net)]
    assert all(box.net.box.depth_mm >= LEAST_DEPTH_MM for box in tuck if isinstance(box.net, Net))
    title = game.title(lang).split()
    for box in boxes:
        texts = words_on(box.design)
        assert box.name == "die" or all(word in texts for word in title)
        assert smallest_print(box.design) >= 7 - 1e-3
    assert_letters_are_easy_to_read(boxes)
    base = " ".join(words_on(box.design) for box in boxes if box.name == "base")
    for deck in game.decks.values():
        assert f"{deck.total} {deck.title(lang)}" in base
    for paper in (papers()["a4"], papers()["letter"]):
        pages = lay(boxes, paper)
        laid = [one for sheet in pages for one in sheet.nets]
        assert len(laid) == len(boxes)
        for placed in laid:
            within(placed, paper)
        for sheet in pages:
            assert_strips_are_free(sheet, paper)


def smallest_print(art: Artwork) -> float:
    sizes = re.findall(r'<text[^>]*font-size="([\d.]+)"', art.svg)
    return min(map(float, sizes)) / MM_PER_POINT


def assert_letters_are_easy_to_read(boxes: Sequence[NetArtwork]) -> None:
    """Letters differ enough from the sky or the ground that they are printed on."""
    lid, base = (next(one.design.svg for one in boxes if one.name == name) for name in TRAYS)
    air = re.search(r'id="air".*?</linearGradient>', lid)
    ground = re.search(r'<path [^>]*fill="(#\w+)"', base)
    assert air and ground
    sky = re.findall(r'stop-color="(#\w+)"', air[0])[:2]
    for fill in {*re.findall(r'<text[^>]*fill="(#\w+)"', lid)} - {INK}:
        on_sky = min(contrast(fill, colour) for colour in sky)
        assert max(on_sky, contrast(fill, ground[1])) >= 4.5, fill


@pytest.mark.parametrize("accent", ["#f6e05a", "#8a8f94", "#101820"])
def test_any_accent_colour_makes_a_cover_with_a_title_that_can_be_read(
    pond: Workshop, accent: str
) -> None:
    pond.change("game.yaml", "#1d4f6b", accent)
    with job(pond.load(), "boxes", out=pond.out) as one:
        assert_letters_are_easy_to_read(compose_nets(one))


def test_a_very_long_title_is_on_every_cover(pond: Workshop) -> None:
    long = "The Quiet Life of Seventeen Freshwater Fishes in the Northern Ponds"
    pond.change("game.yaml", "Pond Life,", f"{long},")
    with job(pond.load(), "boxes", out=pond.out) as one:
        boxes = compose_nets(one)
    for box in boxes:
        assert box.name == "base" or all(word in words_on(box.design) for word in long.split())


def test_small_boxes_share_a_page(pond: Workshop) -> None:
    with job(pond.load(), "boxes", decks=("fish",), out=pond.out) as one:
        (box,) = compose_nets(one)
    assert "Fish, 5 cards of 300 g, inside 64.0 × 89.0 × 6.9 mm" in words_on(box.design)
    assert [len(one.nets) for one in lay([box] * 3, papers()["a4"])] == [2, 1]


def test_a_box_is_turned_and_then_split_before_it_is_refused(pond: Workshop) -> None:
    pond.change("fish.csv", "pike,1,", "pike,100,")
    pond.change("game.yaml", "pieces: 5", "pieces: 104")

    def nets_of_weight(weight: int) -> list[tuple[int, int]]:
        with job(pond.load(), "boxes", decks=("fish",), paper_weight=weight, out=pond.out) as one:
            nets = [box for laid in lay(compose_nets(one), papers()["a4"]) for box in laid.nets]
        return [
            (len(box.decorated.net.columns), box.turn)
            for box in nets
            if isinstance(box.decorated.net, Net)
        ]

    assert nets_of_weight(100) == [(5, 0)]
    assert nets_of_weight(250) == [(5, 90)]
    assert [columns for columns, _ in nets_of_weight(500)] == [4, 2]
    pond.change("fish.csv", "pike,100,", "pike,400,")
    pond.change("game.yaml", "pieces: 104", "pieces: 404")
    with pytest.raises(Problems, match="larger --paper"):
        nets_of_weight(600)


def test_a_game_whose_box_is_too_large_for_the_paper_gets_its_other_boxes(tmp_path: Path) -> None:
    with job(load_game("kompensaatiopeli"), "boxes", paper="a5", dpi=72, out=tmp_path) as one:
        result = export_kind("boxes").export(one)
    assert result.summary.endswith("does not fit on a5; use a larger --paper for it")
    listed = json.loads((result.place.parent / "boxes.json").read_text(encoding="utf-8"))["boxes"]
    assert "die" in {box["deck"] for box in listed}
    assert not {"lid", "base"} & {box["deck"] for box in listed}


def test_a_die_is_turned_to_share_a_page() -> None:
    with job(load_game("kompensaatiopeli"), "boxes") as one:
        pages = lay(compose_nets(one), papers()["a4"])
    names = [[net.decorated.name for net in page.nets] for page in pages]
    assert [len(shared) > 1 for shared in names if "die" in shared] == [True]


def test_files_hold_the_net_and_say_what_fits(pond: Workshop) -> None:
    pond.change("game.yaml", "bring:", "dice: 2\nbring:")
    result = export(pond, "boxes")
    names = [path.name for path in result.files]
    sheets = len(PdfReader(result.place).pages)
    lines = [f"boxes-{n}.{end}" for n in range(1, sheets + 1) for end in ("svg", "dxf")]
    assert names == ["boxes.pdf", "boxes.json", *lines]
    listed = json.loads((result.place.parent / "boxes.json").read_text(encoding="utf-8"))["boxes"]
    assert sorted(box["deck"] for box in listed) == ["base", "die", "die", "fish", "lid"]
    (box,) = (box for box in listed if box["deck"] == "fish")
    assert box["inner_mm"][:2] == [64, 89]


def test_a_machine_gets_the_cuts_and_folds_of_a_chosen_deck(pond: Workshop) -> None:
    result = export(pond, "boxes", decks=("fish",))
    svg = (result.place.parent / "boxes-1.svg").read_text(encoding="utf-8")
    groups = {one.attrib["id"]: len(one) for one in ElementTree.fromstring(svg)}
    assert groups == {"cut": 1, "fold": 4 + 2 + 4 + 2, "registration": 4}


def test_a_game_without_cards_is_told_so(pond: Workshop) -> None:
    with pytest.raises(Problems, match="is a deck of cards"):
        export(pond, "boxes", decks=("plants",))


def test_dashes_reach_from_end_to_end() -> None:
    (net,) = whole_net(box_for(Size("card", 63, 88), 30, 300))
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
