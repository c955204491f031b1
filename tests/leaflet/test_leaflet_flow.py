"""Boxes on pages: nothing overlaps, nothing leaves its frame, nothing is torn from its heading."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from generator.leaflet.flowables import FlowBox
from generator.leaflet.leaflet_pages import Frame, Page, PlacedBox, flow, height, too_tall, units

FRAME = Frame(40, 13, 258, 7, 97)
NARROW_MM, WIDE_MM = 82, 172


@st.composite
def boxes(draw: st.DrawFn) -> list[FlowBox]:
    """The boxes of a leaflet: paragraphs, headings and pictures, each known by its number."""
    flow_boxes = []
    for number in range(draw(st.integers(1, 60))):
        wide = draw(st.integers(0, 9)) == 0
        high = draw(st.integers(20, 120) if wide else st.integers(3, 45))
        keep = not wide and draw(st.integers(0, 5)) == 0
        goes_on = bool(flow_boxes) and not wide and draw(st.integers(0, 3)) == 0
        repeat = FlowBox(f"head of {number}", 5.0) if goes_on else None
        flow_boxes.append(FlowBox(str(number), float(high), 2.0, keep, wide, repeat=repeat))
    return [
        replace(flow_boxes[-1], keep=False) if box is flow_boxes[-1] else box for box in flow_boxes
    ]


def widths(page: Page) -> list[tuple[PlacedBox, float]]:
    return [(laid, WIDE_MM if laid.box.wide else NARROW_MM) for laid in page]


@given(boxes())
def test_every_box_lies_once_inside_the_frame_and_on_no_other(flow_boxes: list[FlowBox]) -> None:
    pages = flow(flow_boxes, FRAME)
    laid = [item for page in pages for item in page]
    assert sorted(int(item.box.svg) for item in laid if item.box.svg.isdecimal()) == list(
        range(len(flow_boxes))
    )
    for number, page in enumerate(pages):
        for item, _ in widths(page):
            assert item.y_mm >= FRAME.top(number) - 1e-6
            assert item.y_mm + item.box.height_mm <= FRAME.bottom_mm + 1e-6
        for index, (one, one_width) in enumerate(widths(page)):
            for other, other_width in widths(page)[index + 1 :]:
                apart = (
                    one.x_mm + one_width <= other.x_mm
                    or other.x_mm + other_width <= one.x_mm
                    or one.y_mm + one.box.height_mm <= other.y_mm + 1e-6
                    or other.y_mm + other.box.height_mm <= one.y_mm + 1e-6
                )
                assert apart, (one, other)


@given(boxes())
def test_narrow_boxes_keep_their_order_and_headings_their_text(flow_boxes: list[FlowBox]) -> None:
    pages = flow(flow_boxes, FRAME)
    columns = [[item for item in page if item.box.svg.isdecimal()] for page in pages]
    laid = [item for page in columns for item in page if not item.box.wide]
    numbers = [int(item.box.svg) for item in laid]
    assert numbers == sorted(numbers)
    for page in columns:
        for index, item in enumerate(page):
            next_box = flow_boxes[int(item.box.svg) + 1] if item.box.keep else None
            if next_box and not next_box.wide:
                following = page[index + 1]
                assert following.box.svg == next_box.svg
                assert following.x_mm == item.x_mm
                assert following.y_mm > item.y_mm


@given(boxes())
def test_the_head_of_a_table_comes_again_exactly_where_its_rows_begin_a_column(
    flow_boxes: list[FlowBox],
) -> None:
    for page in flow(flow_boxes, FRAME):
        for before, item in pairwise([None, *page]):
            assert item
            above = before is not None and before.box.svg == f"head of {item.box.svg}"
            begins = before is None or before.box.wide or item.x_mm != before.x_mm
            if item.box.svg.isdecimal():
                assert above == (item.box.repeat is not None and (above or begins))
            else:
                assert begins


def test_columns_are_balanced_at_the_end() -> None:
    pages = flow([FlowBox(str(number), 10.0) for number in range(8)], FRAME)
    assert len(pages) == 1
    left = [item for item in pages[0] if item.x_mm == FRAME.left_mm]
    assert len(left) == 4


def test_a_wide_box_without_room_goes_to_the_next_page_and_the_text_goes_on() -> None:
    text = [FlowBox(f"text {number}", 20.0) for number in range(16)]
    picture = FlowBox("picture", 120.0, wide=True)
    after = [FlowBox(f"after {number}", 20.0) for number in range(6)]
    pages = flow([*text, picture, *after], FRAME)
    assert len(pages) == 2
    assert pages[1][0].box is picture
    assert pages[1][0].y_mm == FRAME.other_mm
    assert [item.box.svg for item in pages[0] if item.box in after][:1] == ["after 0"]


def test_a_heading_above_a_wide_picture_that_goes_on_stays_with_its_text() -> None:
    narrow = FlowBox("heading", 9.0, 4.0, keep=True)
    heading = replace(narrow, wide=True, narrow=narrow)
    picture = FlowBox("picture", 200.0, wide=True)
    text = [FlowBox(f"text {number}", 20.0) for number in range(12)]
    steps = [FlowBox(f"step {number}", 15.0) for number in range(4)]
    pages = flow([*text, heading, picture, *steps], FRAME)
    first = [item.box.svg for item in pages[0]]
    assert first[first.index("heading") + 1] == "step 0"
    assert pages[1][0].box.svg == "picture"
    roomy = flow([*text[:2], heading, replace(picture, height_mm=60.0), *steps], FRAME)
    assert [item.box.wide for item in roomy[0] if item.box.svg == "heading"] == [True]


def test_what_fits_on_no_page_is_told() -> None:
    tall = FlowBox("tall", 100.0, keep=True)
    problems = too_tall(
        [FlowBox("low", 5.0), tall, replace(tall, keep=False, height_mm=200.0)], FRAME
    )
    assert [height(unit) for unit in problems] == [300.0]


def test_boxes_that_keep_each_other_are_one_unit() -> None:
    flow_boxes = [FlowBox("a", 1, keep=True), FlowBox("b", 1), FlowBox("c", 1)]
    assert [len(unit) for unit in units(flow_boxes)] == [2, 1]
