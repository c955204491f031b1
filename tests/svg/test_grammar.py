"""One grammar of SVG: what is read is drawn as the specification says, by every back end."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import pytest
import resvg_py
from conformance import BOX, CLASSES, ROOTS
from hypothesis import assume, given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageColor
from svg_features import difference
from workshop import Command, Workshop

from generator.low_ink.line_drawing import low_ink
from generator.raster.painter import draw_pixels
from generator.svg.css_values import colour
from generator.svg.drawing import Drawing
from generator.svg.imported_svg import inline_group
from generator.svg.parser import read_svg
from generator.svg.svg_writer import svg_picture
from generator.vector.operators import face_form

SIDE = 200
# The reference does not know these spellings of CSS; they are compared with the plain ones.
SPELT_OTHERWISE = {
    BOX.format('fill="rgb(42 157 143 / 50%)"'): BOX.format('fill="rgba(42,157,143,.5)"'),
    BOX.format('fill="hsl(173deg 58% 39%)"'): BOX.format('fill="hsl(173,58%,39%)"'),
}


def svg(body: str, root: str = 'viewBox="0 0 200 200"') -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" {root}>{body}</svg>'


def painted(drawing: Drawing, size: tuple[int, int] = (SIDE, SIDE)) -> Image.Image:
    return Image.frombytes("RGB", size, bytes(draw_pixels(drawing, *size)), "raw", "BGRX")


def reference(picture: str, size: tuple[int, int] = (SIDE, SIDE), **more: Any) -> Image.Image:
    png = resvg_py.svg_to_bytes(
        svg_string=picture,
        width=size[0],
        height=size[1],
        skip_system_fonts=True,
        dpi=96,
        languages=["en"],
        **more,
    )
    return on_white(bytes(png))


def on_white(png: bytes) -> Image.Image:
    """The picture as a face has it: what it blends is its own."""
    image = Image.open(io.BytesIO(png)).convert("RGBA")
    white = Image.new("RGBA", image.size, "white")
    white.alpha_composite(image)
    return white.convert("RGB")


def must_look_alike(one: Image.Image, other: Image.Image) -> None:
    mean, worst = difference(one, other)
    assert mean < 1.2
    assert worst < 36


BODIES = {f"{name} {place}": body for name in CLASSES for place, body in enumerate(CLASSES[name])}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_what_is_accepted_is_drawn_as_the_specification_says(body: str) -> None:
    reading = read_svg(svg(body))
    assert reading.faults == ()
    must_look_alike(painted(reading.drawing), reference(svg(SPELT_OTHERWISE.get(body, body))))


@pytest.mark.parametrize("name", ROOTS)
def test_the_outer_element_counts(name: str) -> None:
    attributes, body = ROOTS[name]
    picture = svg(body, f'viewBox="0 0 200 200" {attributes}')
    reading = read_svg(picture)
    assert reading.faults == ()
    must_look_alike(painted(reading.drawing), reference(picture))


@pytest.mark.parametrize(
    "root",
    [
        'width="200" height="100" viewBox="0 0 200 200"',
        'width="200" height="100" viewBox="0 0 200 200" preserveAspectRatio="xMinYMin slice"',
        'width="200" height="100" viewBox="0 0 200 200" preserveAspectRatio="none"',
        'width="200" height="100"',
        'width="52.917mm" height="26.4583mm" viewBox="20 0 200 100"',
    ],
)
def test_the_window_of_a_picture(root: str) -> None:
    picture = svg('<circle cx="80" cy="60" r="50"/><path d="M0 0H200V10z"/>', root)
    reading = read_svg(picture)
    assert reading.drawing.view[2] / reading.drawing.view[3] == pytest.approx(2, rel=1e-3)
    must_look_alike(painted(reading.drawing, (200, 100)), reference(picture, (200, 100)))


@pytest.mark.parametrize("name", CLASSES)
def test_a_picture_written_out_looks_the_same(name: str) -> None:
    for body in CLASSES[name]:
        drawing = read_svg(svg(body)).drawing
        again = read_svg(svg(inline_group(drawing, "a")))
        assert again.faults == (), body
        must_look_alike(painted(again.drawing), painted(drawing))


# ---- generated SVG -----------------------------------------------------------------------------

figures = st.one_of(
    st.integers(-300, 300).map(str),
    st.floats(-300, 300).map(lambda value: f"{value:.3g}"),
    st.sampled_from(("1e2", ".5", "-.5", "5.", "+7", "nan", "1e9", "")),
)
lengths = st.builds(str.__add__, figures, st.sampled_from(("", "", "", "%", "px", "mm", "em")))
colours = st.one_of(
    st.from_regex(r"#[0-9a-f]{3,8}", fullmatch=True),
    st.sampled_from(
        "none currentColor inherit tomato Teal transparent url(#g) url(#c) url(x.svg#g)".split()
    ),
    st.builds(
        "{}({},{},{})".format,
        st.sampled_from(("rgb", "rgba", "hsl")),
        *[st.integers(-20, 300).map(lambda value: f"{value}%")] * 3,
    ),
    st.builds("rgba({},{},{},{})".format, *[st.integers(0, 255)] * 3, figures),
)
gaps = st.sampled_from((" ", ",", ", ", ""))
calls = st.builds(
    lambda name, values, gap: f"{name}({gap.join(values)})",
    st.sampled_from(("translate", "scale", "rotate", "skewX", "matrix")),
    st.lists(figures, min_size=1, max_size=6),
    gaps,
)
transforms = st.lists(calls, min_size=1, max_size=2).map("".join)
steps = st.builds(
    lambda letter, values, gap: letter + gap.join(values),
    st.sampled_from("MmLlHhVvCcSsQqTtAaZz"),
    st.lists(figures, max_size=7),
    gaps,
)
paths = st.lists(steps, max_size=4).map(lambda values: "M10 10" + "".join(values))
VALUES: dict[str, st.SearchStrategy[str]] = {
    **dict.fromkeys(
        "x y width height cx cy r rx ry x1 y1 x2 y2 fx fy fr stroke-width".split(), lengths
    ),
    **dict.fromkeys(("fill", "stroke", "stop-color", "color"), colours),
    **dict.fromkeys(("transform", "gradientTransform"), transforms),
    **dict.fromkeys(("opacity", "fill-opacity", "stop-opacity", "offset"), figures),
    "d": paths,
    "points": st.lists(figures, max_size=6).map(" ".join),
    "clip-path": st.sampled_from(("url(#c)", "none", "url(#g)")),
    "clip-rule": st.sampled_from(("evenodd", "nonzero", "odd")),
    "clipPathUnits": st.sampled_from(("userSpaceOnUse", "objectBoundingBox")),
    "gradientUnits": st.sampled_from(("userSpaceOnUse", "objectBoundingBox")),
    "spreadMethod": st.sampled_from(("pad", "reflect", "repeat")),
    "stroke-dasharray": st.lists(figures, max_size=3).map(" ".join),
    "stroke-linecap": st.sampled_from(("round", "square")),
    "display": st.sampled_from(("none", "inline")),
    "visibility": st.sampled_from(("hidden", "visible")),
    "href": st.sampled_from(("#g", "#c", "#a", "#none", "x.svg")),
    "viewBox": st.just("0 0 50 50"),
    "style": st.sampled_from(("fill:teal", "opacity:.5;stroke:#000", "fill", "clip-path:url(#c)")),
}
TAGS = (
    "g rect circle ellipse line polyline polygon path use svg symbol linearGradient radialGradient "
    "stop clipPath defs".split()
)


@st.composite
def elements(draw: Callable[..., object], depth: int = 3) -> str:
    tag = draw(st.sampled_from(TAGS))
    names = draw(st.lists(st.sampled_from(sorted(VALUES)), max_size=5, unique=True))
    attributes = "".join(f' {name}="{draw(VALUES[name])}"' for name in names)  # type: ignore[attr-defined]
    ident = draw(st.sampled_from(("", ' id="g"', ' id="c"', ' id="a"')))
    inside = draw(st.lists(elements(depth - 1), max_size=3)) if depth else []
    return f"<{tag}{ident}{attributes}>{''.join(inside)}</{tag}>"  # type: ignore[arg-type]


@pytest.mark.slow
@given(st.lists(elements(), min_size=1, max_size=4))
def test_all_back_ends_draw_what_is_read(bodies: list[str]) -> None:
    """Nothing that passes fails later, in full and in little ink, on paper and on screens."""
    reading = read_svg(svg("".join(bodies)))
    if not reading.faults:
        for drawing in (reading.drawing, low_ink(reading.drawing)):
            painted(drawing)
            face_form(drawing)
            svg_picture(drawing, SIDE, SIDE)


@pytest.mark.slow
@given(st.lists(elements(1), min_size=1, max_size=3))
def test_what_is_generated_and_accepted_looks_as_the_reference_draws_it(bodies: list[str]) -> None:
    picture = svg("".join(bodies))
    # Of two elements with one id browsers take the first; the reference takes either.
    assume(max(map(picture.count, (' id="g"', ' id="c"', ' id="a"'))) < 2)
    reading = read_svg(picture)
    if not reading.faults:
        ours, on_screen = painted(reading.drawing), svg_picture(reading.drawing, SIDE, SIDE)
        for theirs in (reference(picture), reference(on_screen.decode())):
            # Hairlines are smoothed in many ways: only areas are compared.
            blocks = ImageChops.difference(ours, theirs).resize((20, 20), Image.Resampling.BOX)
            assert max(high for _, high in blocks.getextrema()) < 90, picture


def test_only_the_numbers_of_a_path_may_follow_each_other_without_a_space() -> None:
    """Firefox and the specification know no view box, and no list, with numbers like -3-3."""
    gradient = (
        '<linearGradient id="g" gradientTransform="matrix(-1 -2 3 -4 -5 -6)">'
        '<stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient>'
    )
    shape = '<path d="M-1 -2L-3 -4-5 -6z" transform="rotate(200)" fill="url(#g)"/>'
    drawing = read_svg(svg(gradient + shape, 'viewBox="-3 -3 69 94"')).drawing
    root = ElementTree.fromstring(svg_picture(drawing, 63, 88))
    assert root.attrib["viewBox"] == "-3 -3 69 94"
    texts = [text for node in root.iter() for name, text in node.items() if name != "d"]
    assert sum(text.startswith("matrix(") for text in texts) == 2
    assert [text for text in texts if re.search(r"\d[-+]", text)] == []


@pytest.mark.slow
def test_check_and_every_print_agree_on_a_picture(pond: Workshop, ecotable: Command) -> None:
    """As a user meets it: a picture dropped beside the data."""
    for body, right in (
        ('<rect width="50%" height="2in" style="fill:teal"/>', True),
        ('<image href="a.png" width="9" height="9"/>', False),
    ):
        pond.write("art/pike.svg", svg(body).encode())
        pond.template("fish.svg.j2", "{{ art(10, 14, 43, 30, 'pike') }}")
        commands = (
            ("check", "pond"),
            ("print", "pond", "--dpi", 72),
            ("print", "pond", "--render", "vector"),
            ("print", "pond", "--dpi", 72, "--ink", "low"),
        )
        for command in commands:
            answer = ecotable(*command)
            assert (answer.code == 0) == right, (command, answer.err)
            assert right or "art/pike.svg:1" in answer.err


def test_names_of_colours_are_known_after_others_read_them() -> None:
    """Pillow remembers in its own table what it read."""
    assert ImageColor.getrgb("tomato") == (255, 99, 71)
    assert colour.__wrapped__("Tomato") == (1.0, 99 / 255, 71 / 255, 1.0)
