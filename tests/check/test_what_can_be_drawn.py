"""What is read without a fault can be drawn; ``check`` finds what printing and scoring would."""

from __future__ import annotations

import base64
import io
import re
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from workshop import Command, Workshop, draw

from cards_data.models import Size
from cards_data.outlines import path_reader
from generator.compose.artwork import artwork
from generator.svg import outlines
from generator.svg.parser import read_svg
from generator.svg.tree import DEEPEST
from generator.workers import Failure, WorkerPool
from scorer.registry import trust_here

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("cold_cache")]


@given(st.text("MmLlHhVvCcSsQqTtAaZz0123456789.-+, e\n", max_size=40))
def test_path_data_that_passes_at_one_look_is_read_as_step_by_step(data: str) -> None:
    for path in (data, f"M1 2{data}", f"M.5-1.5.5l{data}"):
        if path_reader._USUAL.fullmatch(path):
            quick = outlines.read_path.__wrapped__(path).steps
            with patch.object(path_reader, "_USUAL", re.compile("(?!)")):
                assert outlines.read_path.__wrapped__(path).steps == quick


def faults(picture: str) -> list[str]:
    return [str(fault.words) for fault in read_svg(picture).faults]


def svg(body: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">{body}</svg>'


def picture(kind: str = "PNG") -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (40, 40), "#446688").save(file, kind)
    return file.getvalue()


def inline(content: bytes, kind: str = "png") -> str:
    data = base64.b64encode(content).decode()
    return f'<image width="9" height="9" href="data:image/{kind};base64,{data}"/>'


USE_BOMB = "data:image/svg+xml;base64," + base64.b64encode(b"<svg><use href='#a'/></svg>").decode()

BAD = {
    "a share beyond one": '<rect width="2" height="2" fill-opacity="7"/>',
    "a colour with two parts": '<rect width="2" height="2" fill="rgb(1,2)"/>',
    "a colour of nobody": '<rect width="2" height="2" fill="leafgreen"/>',
    "no number": '<circle cx="nan" cy="2" r="2"/>',
    "an infinite circle": '<circle cx="2" cy="2" r="inf"/>',
    "a circle beyond all paper": '<circle cx="2" cy="2" r="1e9"/>',
    "a negative width": '<rect width="-2" height="2"/>',
    "a length in nobody's unit": '<rect width="10em" height="2"/>',
    "garbage for a path": '<path d="M0 0 garbage"/>',
    "a path with a number too few": '<path d="M0 0 C 1 2 3 4 5"/>',
    "a path that begins nowhere": '<path d="L2 2"/>',
    "an arc with odd flags": '<path d="M0 0a2 2 0 7 1 3 3"/>',
    "odd points": '<polygon points="0 0 1"/>',
    "an unknown transform": '<g transform="shove(3)"/>',
    "a transform without numbers": '<g transform="rotate(x)"/>',
    "an odd rule for filling": '<path d="M0 0h1" fill-rule="maybe"/>',
    "an odd end of a line": '<path d="M0 0h1" stroke-linecap="frayed"/>',
    "dashes without length": '<path d="M0 0h9" stroke="#000000" stroke-dasharray="0.00001"/>',
    "no gradient of that name": '<rect width="2" height="2" fill="url(#sky)"/>',
    "a clip that is a gradient": '<linearGradient id="a"/><g clip-path="url(#a)"/>',
    "a clip that refers to itself": (
        '<clipPath id="a"><rect width="2" height="2" clip-path="url(#a)"/></clipPath>'
    ),
    "a gradient that refers to itself": '<linearGradient id="a" href="#a"/>',
    "an image without a picture": '<image width="2" height="2"/>',
    "a picture that is a drawing": f'<image width="2" height="2" href="{USE_BOMB}"/>',
    "a broken JPEG": inline(picture("JPEG")[:200], "jpeg"),
    "letters for a picture": '<image width="2" height="2" href="data:image/png;base64,hello"/>',
    "a drawing inside a drawing without a size": '<svg viewBox="0 0 0 1"/>',
    "uses of uses without end": "".join(
        f'<g id="u{step}"><use href="#u{step + 1}"/><use href="#u{step + 1}"/></g>'
        for step in range(20)
    )
    + '<g id="u20"><path d="M0 0h1"/></g>',
    "groups without end": "<g>" * (DEEPEST + 2) + "</g>" * (DEEPEST + 2),
    "more elements than a face may have": "<g/>" * 30_001,
}


@pytest.mark.parametrize("body", BAD.values(), ids=BAD)
def test_what_cannot_be_drawn_does_not_pass(body: str) -> None:
    assert faults(svg(body)) != []


@pytest.mark.parametrize("box", ["0 0 nan 24", "0 0 24", "0 0 1e-9 1e-9", "0 0 0 0", "x"])
def test_a_view_box_needs_a_size(box: str) -> None:
    assert faults(f'<svg viewBox="{box}"><path d="M0 0h1"/></svg>') != []


GOOD = {
    "colours": '<rect width="2" height="2" fill="#abc" stroke="rgb(1, 2, 3)"/>',
    "compact arcs": '<path d="M26.7 38.9a2 2 0 011 .5l.7-.1m13.7 9.7.1.2z"/>',
    "a gradient in percent": (
        '<linearGradient id="a" x1="0%" x2="100%"><stop offset="50%" stop-color="#ffffff"/>'
        '</linearGradient><rect width="2" height="2" fill="url(#a)"/>'
    ),
    "a clip": (
        '<clipPath id="a"><circle r="3"/></clipPath><g clip-path="url(#a)"><path d="M0 0H9"/></g>'
    ),
    "a photo": inline(picture("JPEG"), "jpeg"),
    "groups": "<g>" * (DEEPEST - 2) + "</g>" * (DEEPEST - 2),
    "several transforms": '<g transform="translate(1,2) rotate(30 1 2), scale(.5)"/>',
}


@pytest.mark.parametrize("body", GOOD.values(), ids=GOOD)
def test_what_can_be_drawn_passes_and_is_drawn(body: str) -> None:
    assert faults(svg(body)) == []
    assert draw(artwork(body, Size("dot", 9, 9)), 20).packed


words = st.sampled_from(
    "1|-2|0.5|50%|nan|inf|1e9|1e-9|none|#fff|#123456|rgb(1,2)|url(#a)|url(#b)|10px|round|x||1 2|"
    "M0 0L1 1|M0 0a1 1 0 11 2 2|rotate(9)|scale(0)|0 0|2 1".split("|")
)
names = st.sampled_from(
    "x y width height cx cy r rx ry d points fill stroke stroke-width opacity fill-opacity "
    "stroke-dasharray stroke-linecap stroke-linejoin transform fill-rule clip-path offset "
    "gradientUnits gradientTransform stroke-miterlimit fx fy x1 visibility display".split()
)
tags = st.sampled_from(
    "g path rect circle ellipse line polyline polygon linearGradient radialGradient stop clipPath "
    "defs".split()
)
elements = st.recursive(
    st.builds(
        lambda tag, attributes: (tag, attributes, []),
        tags,
        st.dictionaries(names, words, max_size=4),
    ),
    lambda inner: st.builds(
        lambda tag, attributes, inside: (tag, attributes, inside),
        tags,
        st.dictionaries(names, words, max_size=4),
        st.lists(inner, max_size=3),
    ),
    max_leaves=6,
)


def written(element: tuple[str, dict[str, str], list], number: str = "a") -> str:  # type: ignore[type-arg]
    tag, own_attributes, inside = element
    attributes = "".join(f' {name}="{value}"' for name, value in own_attributes.items())
    return f'<{tag} id="{number}"{attributes}>{"".join(map(written, inside))}</{tag}>'


@given(st.lists(elements, max_size=3))
def test_whatever_passes_is_drawn(elements: list[tuple[str, dict[str, str], list]]) -> None:  # type: ignore[type-arg]
    body = "".join(written(one, name) for one, name in zip(elements, "abc", strict=False))
    if not faults(svg(body)):
        assert draw(artwork(body, Size("dot", 9, 9)), 20).packed


def test_what_drawing_still_raises_is_a_problem_with_piece_side_and_template(
    pond: Workshop, ecotable: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def map_items(
        self: WorkerPool, work: str, shared: object, items: list[object], *words: Any
    ) -> object:
        results = whole(self, work, shared, items, *words)
        return (Failure("raised", "odd") for _ in results) if "measure" in work else results

    whole = WorkerPool.map
    monkeypatch.setattr(WorkerPool, "map", map_items)
    # As where no face could be measured when it was composed.
    monkeypatch.setattr("generator.check.sheet_measures.cached_measures", lambda *_: None)
    answer = ecotable("check", "pond")
    assert answer.code == 1
    message = "fish/pike, front (templates/pond/fish.svg.j2): cannot be drawn: odd"
    assert message in answer.err


def test_a_stamp_without_a_place_is_a_problem(pond: Workshop) -> None:
    pond.change("game.yaml", "{note: shown}", '{note: shown, stamp: "nan,4,#000000"}')
    assert "options.stamp" in pond.compose()[1][0]


@pytest.mark.parametrize(
    ("old", "new"),
    [("Pond Life, sv", "Pond Life 🦊, sv"), ("made up for the tests.", "made up. " * 200)],
)
def test_check_reads_the_how_to_page(pond: Workshop, ecotable: Command, old: str, new: str) -> None:
    pond.change("game.yaml", old, new)
    answer = ecotable("check", "pond")
    assert answer.code == 1
    assert "howto" in answer.err


def test_check_loads_the_rules(pond: Workshop, ecotable: Command) -> None:
    games = pond.root / "scorer" / "games"
    games.mkdir(parents=True)
    (games / "pond.py").write_text("RULES = (\n", encoding="utf-8")
    trust_here()
    answer = ecotable("check", "pond")
    assert answer.code == 1
    assert "scorer/games/pond.py:1: broken Python" in answer.err
