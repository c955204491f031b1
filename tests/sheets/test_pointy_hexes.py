"""Hexes on a corner: outlines, grids and measures as those of flat ones, turned."""

from __future__ import annotations

import math

import pytest
from pond import SLUG
from workshop import Command, Workshop

from cards_data.models import Size
from generator.geometry import shapes
from generator.sheets.grids import grid
from generator.sheets.papers import papers

POINTY = Size("p", 60.0, 69.282, "hex_pointy")
FLAT = Size("f", 69.282, 60.0, "hex")


@pytest.mark.parametrize("inset", [0.0, 3.0, -3.0])
def test_the_outline_is_that_of_a_flat_one_with_its_axes_exchanged(inset: float) -> None:
    def corners(path: shapes.Path, turned: bool) -> set[tuple[float, float]]:
        points = [point for _, step in path for point in step]
        return {
            (round(y, 2), round(x, 2)) if turned else (round(x, 2), round(y, 2)) for x, y in points
        }

    pointy, flat = shapes.outline(POINTY, inset), shapes.outline(FLAT, inset)
    assert corners(pointy, turned=True) == corners(flat, turned=False)


@pytest.mark.parametrize("gap", [0.0, 4.0])
@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
def test_neighbours_stand_as_far_apart_as_their_flats_and_the_gap(gap: float, paper: str) -> None:
    sheet_grid = grid(POINTY, gap, papers()[paper])
    assert sheet_grid
    assert len(sheet_grid.slots) >= 8
    for one in sheet_grid.slots:
        others = [math.dist(one, other) for other in sheet_grid.slots if other != one]
        assert min(others) == pytest.approx(60.0 + gap, abs=0.01)
    left, top, right, bottom = sheet_grid.box
    assert left >= 5 and top >= 5
    assert right <= papers()[paper].width_mm - 5
    assert bottom <= papers()[paper].height_mm - 5


@pytest.mark.slow
def test_a_deck_of_them_is_checked_printed_and_exported(pond: Workshop, ecotable: Command) -> None:
    pond.change("game.yaml", "size: circle_25", "size: hex_30_pointy")
    for words in (("check",), ("print", "--dpi", 72, "--jobs", 1)):
        answer = ecotable(words[0], SLUG, *words[1:])
        assert (answer.code, answer.err) == (0, "")
    assert ecotable("export", SLUG, "--to", "cut").code == 0


def test_one_that_is_not_regular_is_told(pond: Workshop) -> None:
    size = "size: {width_mm: 60, height_mm: 60, shape: hex_pointy}"
    pond.change("game.yaml", "size: circle_25", size)
    assert any("69.282" in problem for problem in pond.problems())


@pytest.mark.slow
def test_what_stands_too_near_to_a_slanted_side_is_told(pond: Workshop, ecotable: Command) -> None:
    pond.change("game.yaml", "size: circle_25", "size: hex_60_pointy")
    pond.template(
        "plant.svg.j2",
        '<path d="{{ outline(-bleed) }}" fill="#ffffff"/>{{ line(piece.name, 6, 12, size=8) }}',
    )
    assert "“Reed” is" in ecotable("check", SLUG).err
