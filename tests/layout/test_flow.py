"""Lengths shared out, and the cells of grids: held by properties."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.layout.box_geometry import ARRANGEMENTS, Cells, Part, Rect, Span, share

LENGTHS = st.floats(0, 200)
PARTS = st.lists(
    st.builds(
        lambda least, more, grow: Part(least + more, least, grow),
        LENGTHS,
        LENGTHS,
        st.sampled_from([0.0, 0.0, 1.0, 2.5]),
    ),
    min_size=1,
    max_size=8,
)


@given(PARTS, LENGTHS, st.floats(0, 5), st.sampled_from([0, 0.5, 1]))
def test_parts_follow_each_other_and_none_is_below_its_least(
    parts: list[Part], length: float, gap: float, place: float
) -> None:
    spans = share(parts, Span(3.0, length), gap, place)
    for before, after in pairwise(spans):
        assert after.start == pytest.approx(before.start + before.length + gap)
    for part, span in zip(parts, spans, strict=True):
        assert span.length >= part.least - 1e-6


@given(PARTS, LENGTHS, st.floats(0, 5))
def test_what_grows_or_can_shrink_fills_the_room(
    parts: list[Part], length: float, gap: float
) -> None:
    spans = share(parts, Span(0.0, length), gap)
    used = spans[-1].start + spans[-1].length
    gaps = gap * (len(parts) - 1)
    natural = sum(part.natural for part in parts) + gaps
    least = sum(part.least for part in parts) + gaps
    grows = sum(part.grow for part in parts)
    if natural <= length:
        assert used == pytest.approx(length if grows else natural)
    else:
        assert used == pytest.approx(max(length, least))


def test_where_nothing_grows_parts_stand_where_they_are_wanted() -> None:
    parts = [Part(10, 10), Part(20, 20)]
    assert share(parts, Span(0, 50), 2, 1.0) == [Span(18, 10), Span(30, 20)]


@given(
    st.sampled_from(ARRANGEMENTS),
    st.integers(1, 12),
    st.integers(1, 12),
    st.floats(0, 2),
    st.floats(80, 400),
)
def test_cells_lie_in_their_room(
    arrange: str, columns: int, rows: int, gap: float, side: float
) -> None:
    room = Rect(5, 7, side, side * 0.8)
    cells = Cells(arrange, columns, rows, gap, 10.0).rects(room)
    assert len(cells) == Cells(arrange, columns, rows).total
    for cell in cells:
        assert cell.x >= room.x - 1e-6
        assert cell.y >= room.y - 1e-6
        assert cell.x + cell.width <= room.x + room.width + 1e-6
        assert cell.y + cell.height <= room.y + room.height + 1e-6


@given(st.integers(2, 9), st.integers(2, 9))
def test_each_cell_of_a_snake_and_of_a_ring_touches_the_next(columns: int, rows: int) -> None:
    for arrange in ("snake", "ring"):
        cells = Cells(arrange, columns, rows).rects(Rect(0, 0, columns * 10, rows * 10))
        steps = [math.dist(one.centre, two.centre) for one, two in pairwise(cells)]
        assert steps == pytest.approx([10.0] * len(steps))


@pytest.mark.parametrize("arrange", ["hex", "hex_pointy"])
def test_hexes_are_regular_and_touch(arrange: str) -> None:
    cells = Cells(arrange, 4, 3).rects(Rect(0, 0, 100, 100))
    long, short = sorted((cells[0].width, cells[0].height), reverse=True)
    assert long / short == pytest.approx(2 / math.sqrt(3))
    nearest = min(math.dist(cells[5].centre, cell.centre) for cell in cells if cell != cells[5])
    assert nearest == pytest.approx(short)
