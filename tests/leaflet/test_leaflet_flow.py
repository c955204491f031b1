"""Bricks on pages: nothing overlaps, nothing leaves its frame, nothing is torn from its heading."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from generator.leaflet.flow import Frame, LaidBrick, Page, flow, height, too_tall, units
from generator.leaflet.unbreakable import Brick

FRAME = Frame(40, 13, 258, 7, 97)
NARROW_MM, WIDE_MM = 82, 172


@st.composite
def bricks(draw: st.DrawFn) -> list[Brick]:
    """A leaflet's bricks: paragraphs, headings and pictures, each known by its number."""
    made = []
    for number in range(draw(st.integers(1, 60))):
        wide = draw(st.integers(0, 9)) == 0
        high = draw(st.integers(20, 120) if wide else st.integers(3, 45))
        keep = not wide and draw(st.integers(0, 5)) == 0
        made.append(Brick(str(number), float(high), 2.0, keep, wide))
    return [replace(made[-1], keep=False) if brick is made[-1] else brick for brick in made]


def boxes(page: Page) -> list[tuple[LaidBrick, float]]:
    return [(laid, WIDE_MM if laid.brick.wide else NARROW_MM) for laid in page]


@given(bricks())
def test_every_brick_lies_once_inside_the_frame_and_on_no_other(made: list[Brick]) -> None:
    pages = flow(made, FRAME)
    laid = [item for page in pages for item in page]
    assert sorted(int(item.brick.svg) for item in laid) == list(range(len(made)))
    for number, page in enumerate(pages):
        for item, _ in boxes(page):
            assert item.y_mm >= FRAME.top(number) - 1e-6
            assert item.y_mm + item.brick.height_mm <= FRAME.bottom_mm + 1e-6
        for index, (one, one_width) in enumerate(boxes(page)):
            for other, other_width in boxes(page)[index + 1 :]:
                apart = (
                    one.x_mm + one_width <= other.x_mm
                    or other.x_mm + other_width <= one.x_mm
                    or one.y_mm + one.brick.height_mm <= other.y_mm + 1e-6
                    or other.y_mm + other.brick.height_mm <= one.y_mm + 1e-6
                )
                assert apart, (one, other)


@given(bricks())
def test_narrow_bricks_keep_their_order_and_headings_their_text(made: list[Brick]) -> None:
    pages = flow(made, FRAME)
    laid = [item for page in pages for item in page if not item.brick.wide]
    numbers = [int(item.brick.svg) for item in laid]
    assert numbers == sorted(numbers)
    for page in pages:
        for index, item in enumerate(page):
            kept = made[int(item.brick.svg) + 1] if item.brick.keep else None
            if kept and not kept.wide:
                following = page[index + 1]
                assert following.brick is kept
                assert following.x_mm == item.x_mm
                assert following.y_mm > item.y_mm


def test_columns_are_balanced_at_the_end() -> None:
    pages = flow([Brick(str(number), 10.0) for number in range(8)], FRAME)
    assert len(pages) == 1
    left = [item for item in pages[0] if item.x_mm == FRAME.left_mm]
    assert len(left) == 4


def test_a_wide_brick_without_room_goes_to_the_next_page_and_the_text_goes_on() -> None:
    text = [Brick(f"text {number}", 20.0) for number in range(16)]
    picture = Brick("picture", 120.0, wide=True)
    after = [Brick(f"after {number}", 20.0) for number in range(6)]
    pages = flow([*text, picture, *after], FRAME)
    assert len(pages) == 2
    assert pages[1][0].brick is picture
    assert pages[1][0].y_mm == FRAME.other_mm
    assert [item.brick.svg for item in pages[0] if item.brick in after][:1] == ["after 0"]


def test_a_heading_above_a_wide_picture_that_goes_on_stays_with_its_text() -> None:
    narrow = Brick("heading", 9.0, 4.0, keep=True)
    heading = replace(narrow, wide=True, narrow=narrow)
    picture = Brick("picture", 200.0, wide=True)
    text = [Brick(f"text {number}", 20.0) for number in range(12)]
    steps = [Brick(f"step {number}", 15.0) for number in range(4)]
    pages = flow([*text, heading, picture, *steps], FRAME)
    first = [item.brick.svg for item in pages[0]]
    assert first[first.index("heading") + 1] == "step 0"
    assert pages[1][0].brick.svg == "picture"
    roomy = flow([*text[:2], heading, replace(picture, height_mm=60.0), *steps], FRAME)
    assert [item.brick.wide for item in roomy[0] if item.brick.svg == "heading"] == [True]


def test_what_fits_on_no_page_is_told() -> None:
    tall = Brick("tall", 100.0, keep=True)
    found = too_tall([Brick("low", 5.0), tall, replace(tall, keep=False, height_mm=200.0)], FRAME)
    assert [height(unit) for unit in found] == [300.0]


def test_bricks_that_keep_each_other_are_one_unit() -> None:
    made = [Brick("a", 1, keep=True), Brick("b", 1), Brick("c", 1)]
    assert [len(unit) for unit in units(made)] == [2, 1]
