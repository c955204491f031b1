"""The box of a whole game and its die: all pieces fit, the lid slides over the base."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from workshop import Workshop

from cards_data import Problems, list_games, load_game
from generator.export.cut_lines import Polyline
from generator.export.kinds.boxes import contents, game_box, tuck_boxes
from generator.export.net_pages import fit_all
from generator.export.telescoping_box import (
    CLEARANCE_MM,
    PAPERS,
    PARTS,
    SEAM_MM,
    BoxItem,
    Load,
    Packing,
    PlacedItem,
    Tray,
    box_with,
    packings,
    parts,
)
from generator.export.tuck_box import FACES, DieNet
from generator.sheets.papers import papers

DOCS = (Path(__file__).parents[2] / "docs" / "print" / "exporting.md").read_text(encoding="utf-8")

lengths = st.floats(12, 135)
items = st.builds(BoxItem, st.just("deck"), lengths, lengths, st.floats(0.2, 55))
loads = st.builds(
    Load,
    st.lists(items, max_size=6).map(tuple),
    st.lists(items, max_size=8).map(tuple),
    st.lists(
        st.builds(BoxItem, st.just("board"), *[st.floats(136, 500)] * 2, st.just(0.4)), max_size=2
    ).map(lambda boards: (*boards, PAPERS)),
)
trays = st.builds(
    Tray, *[st.floats(100, 300)] * 2, st.floats(20, 65), st.floats(0.1, 0.8), st.booleans()
)


def volume(items: tuple[BoxItem, ...]) -> float:
    return sum(one.length_mm * one.width_mm * one.height_mm for one in items)


def spans(one: PlacedItem) -> tuple[tuple[float, float], ...]:
    starts = one.x_mm, one.y_mm, one.z_mm
    return tuple((at, at + side) for at, side in zip(starts, one.item[1:], strict=True))


def apart(one: PlacedItem, other: PlacedItem) -> bool:
    pairs = zip(spans(one), spans(other), strict=True)
    return any(a[1] <= b[0] + 1e-6 or b[1] <= a[0] + 1e-6 for a, b in pairs)


def assert_holds(packing: Packing, load: Load) -> None:
    placed, inner = packing.placed, packing.inner_mm
    everything = (*load.boxes, *load.loose, *load.sheets)
    assert volume(tuple(one.item for one in placed)) == pytest.approx(volume(everything))
    assert {one.item.name for one in placed} == {one.name for one in everything}
    for number, one in enumerate(placed):
        assert all(a >= 0 and b <= side for (a, b), side in zip(spans(one), inner, strict=True))
        assert all(apart(one, other) for other in placed[:number])


@given(loads, st.integers(0, 40))
def test_everything_has_its_place_in_the_box_and_nothing_overlaps(load: Load, n: int) -> None:
    for packing in islice(packings(load), n, n + 1):
        assert_holds(packing, load)


@pytest.mark.parametrize("slug", list_games())
def test_a_real_game_fits_into_its_box(slug: str) -> None:
    game = load_game(slug)
    load = contents(game, tuck_boxes(tuple(game.decks.values()), 300), 300)
    box = game_box(load, 300, papers()["a4"])
    packing = next(
        packing for packing in packings(load) if box_with(packing.inner_mm, 0.375) == box
    )
    assert_holds(packing, load)
    packed = (*load.boxes, *load.loose, *load.sheets)
    names = [name for item in packed for name in item.name.split("+")]
    assert sorted(names) == sorted([*game.decks, "papers", *["die"] * game.dice])
    assert all(side < 230 for side in box.lid.outer_mm), "it fits on a shelf and in a bag"


def test_the_documented_sizes_are_those_of_the_games() -> None:
    rows = re.findall(r"\| ([A-Z][\w ]+) \| (\d+) × (\d+) × (\d+) mm \| (\d) \|", DOCS)
    assert len(rows) == len(list_games())
    games = {load_game(slug).title("en"): load_game(slug) for slug in list_games()}
    for title, *documented in rows:
        game = games[title]
        load = contents(game, tuck_boxes(tuple(game.decks.values()), 300), 300)
        box = game_box(load, 300, papers()["a4"])
        count = next(n for n in PARTS if fit_all(parts(box.lid, n), papers()["a4"]))
        assert [*map(int, documented)] == [*map(int, box.base.inner_mm), count]


@given(st.tuples(*[st.floats(20, 300)] * 3), st.floats(0.05, 1))
def test_the_lid_slides_over_the_base(inner: tuple[float, float, float], stock: float) -> None:
    box = box_with(inner, stock)
    assert box.base.inner_mm == pytest.approx(inner)
    for axis in (0, 1):
        assert box.lid.inner_mm[axis] == pytest.approx(box.base.outer_mm[axis] + CLEARANCE_MM)
    assert box.lid.height_mm < box.base.height_mm


@given(trays, st.sampled_from(PARTS))
def test_the_parts_of_a_tray_join_to_the_whole(tray: Tray, count: int) -> None:
    pieces = parts(tray, count)
    assert sum(part.right_mm - part.left_mm for part in pieces) == pytest.approx(tray.length_mm)
    assert [part.first for part in pieces] == [True, *[False] * (count - 1)]
    for part in pieces:
        for x, y, _ in part.outline.vertices:
            assert -1e-6 <= x <= part.width_mm + 1e-6 and -1e-6 <= y <= part.height_mm + 1e-6
        assert part.last or part.width_mm == pytest.approx(part.right_mm + SEAM_MM)
        assert area(part.outline) < part.width_mm * part.height_mm + 1e-6
    # Four walls: two folds along the box, and one at each end.
    assert sum(len(part.folds) for part in pieces) == 2 * count + 2


def area(line: Polyline) -> float:
    """The area inside straight edges; positive when the corners are in clockwise order."""
    pairs = zip(line.vertices, (*line.vertices[1:], line.vertices[0]), strict=True)
    return sum(a.x_mm * b.y_mm - b.x_mm * a.y_mm for a, b in pairs) / 2


def test_opposite_faces_of_a_die_have_seven_pips_together() -> None:
    at = {(face.column, face.row): face.pips for face in FACES}
    assert sorted(at.values()) == [1, 2, 3, 4, 5, 6]
    for one, other in (((0, 1), (2, 1)), ((1, 1), (3, 1)), ((1, 0), (1, 2))):
        assert at[one] + at[other] == 7


def test_a_die_has_six_faces_and_a_tab_for_each_of_its_seven_seams() -> None:
    net = DieNet()
    cross, tab = 6 * net.edge_mm**2, (net.edge_mm - 2) * 6
    assert area(net.outline) == pytest.approx(cross + 7 * tab)
    # Twelve edges: five folds within the cross, and seven at the tabs.
    assert len(net.tabs) == 7 and len(net.folds) == 5 + 7
    for x, y, _ in net.outline.vertices:
        assert 0 <= x <= net.width_mm and 0 <= y <= net.height_mm


def test_a_wrong_number_of_dice_is_refused(pond: Workshop) -> None:
    pond.change("game.yaml", "bring:", "dice: 99\nbring:")
    with pytest.raises(Problems, match="dice"):
        pond.load()
