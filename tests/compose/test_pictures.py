"""Symbols and pictures: what may be in them, which file wins, and what is no picture at all."""

from __future__ import annotations

import base64
import io

import pytest
from PIL import Image
from texts import fault, text_of
from workshop import Workshop, draw

from generator.svg.parser import read_svg


def svg(body: str, head: str = "") -> str:
    return f'{head}<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">{body}</svg>'


def photo(colour: str, kind: str = "PNG", size: tuple[int, int] = (40, 20)) -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", size, colour).save(buffer, kind)
    return buffer.getvalue()


def faults(picture: str) -> list[str]:
    return [str(fault.words) for fault in read_svg(picture).faults]


ART = "{{ art(10, 14, 43, 30) }}"


def pixel(pond: Workshop, x_mm: float, y_mm: float) -> tuple[int, ...]:
    """The colour at a place of the pike's front."""
    import zlib

    faces, problems = pond.tried(ART)
    assert not problems
    assert faces
    drawn = draw(faces.front, 100)
    image = Image.frombytes("RGB", (drawn.width, drawn.height), zlib.decompress(drawn.packed))
    colour = image.getpixel((round((x_mm + 3) / 25.4 * 100), round((y_mm + 3) / 25.4 * 100)))
    assert isinstance(colour, tuple)
    return colour


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("<style>path{fill:red}</style>", "<style>"),
        ('<path style="fill:red !important" d="M0 0"/>', "style="),
        ('<path style="fill:leafgreen" d="M0 0"/>', "fill="),
        ('<path class="a" d="M0 0"/>', '"class"'),
        ('<filter id="a"/>', "<filter>"),
        ('<path filter="url(#a)" d="M0 0"/>', '"filter"'),
        ('<mask id="a"/>', "<mask>"),
        ('<use href="#a"/>', "does not match any element"),
        ('<g id="a"><use href="#a"/></g>', "refers to itself"),
        ('<use href="other.svg#a"/>', "does not match any element"),
        ('<pattern id="a"/>', "<pattern>"),
        ('<marker id="a"/>', "<marker>"),
        ('<path marker-end="url(#a)" d="M0 0"/>', '"marker-end"'),
        ("<text><tspan>a</tspan></text>", "<tspan>"),
        ("<foreignObject/>", "<foreignObject>"),
        ("<script>1</script>", "<script>"),
        ('<path onload="x()" d="M0 0"/>', '"onload"'),
        ('<path onmouseover="x()" d="M0 0"/>', '"onmouseover"'),
        ('<image href="https://example.org/a.png"/>', "outside"),
        ('<image href="file:///etc/passwd"/>', "outside"),
        ('<image href="a.png"/>', "outside"),
        ('<image xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="a.png"/>', "outside"),
        ('<path fill="url(https://example.org/a.svg#b)" d="M0 0"/>', "outside"),
        ('<path fill="url(\'a.svg#b\')" d="M0 0"/>', "outside"),
        ('<a href="https://example.org"><path d="M0 0"/></a>', "<a>"),
        ("<animate/>", "<animate>"),
        ('<image href="data:image/png;base64,é"/>', "cannot be read"),
        ("<path", "broken XML"),
        ("<text>no typeface of ours</text>", "<text>"),
        ('<text font-family="Arial" font-size="3px">x</text>', "<text>"),
    ],
)
def test_what_cannot_be_drawn_faithfully_is_refused(body: str, words: str) -> None:
    messages = faults(svg(body))
    assert messages
    assert any(words in line for line in messages)


def test_a_doctype_is_refused_before_the_file_is_parsed() -> None:
    bomb = '<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]>'
    assert faults(svg("<path d='M0 0'/>", bomb)) == [
        (text_of("svg.doctype") + "; allowed: " + text_of("svg.without_doctype"))
    ]


def test_a_doctype_is_found_behind_others() -> None:
    bomb = "<!DOCTYPE svg> <!doctype b> <!DOCTYPE a [<!ATTLIST b c CDATA #IMPLIED>]>"
    assert faults(svg("", bomb)) == [
        (text_of("svg.doctype") + "; allowed: " + text_of("svg.without_doctype"))
    ]
    assert faults(svg("", '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd">')) == []


@pytest.mark.parametrize(("many", "expected"), [(20, []), (21, ["too many gradients r"])])
def test_gradients_that_go_on_from_each_other_have_an_end(many: int, expected: list[str]) -> None:
    chain = "".join(
        f'<linearGradient id="g{number}" href="#g{number + 1}"/>' for number in range(1, many)
    )
    last = f'<linearGradient id="g{many}"><stop stop-color="#f00"/></linearGradient>'
    messages = faults(svg(f'{chain}{last}<path fill="url(#g1)" d="M0 0h1v1z"/>'))
    assert [words[:20] for words in messages] == expected


def test_everything_that_is_allowed_passes() -> None:
    dot = base64.b64encode(photo("#ff0000")).decode()
    body = (
        '<title>a</title><desc>b</desc><defs><linearGradient id="g"><stop offset="0"/>'
        '</linearGradient><clipPath id="c"><circle r="4"/></clipPath></defs>'
        '<g clip-path="url(#c)"><rect fill="url(#g)"/><ellipse/><line/><polyline/><polygon/>'
        f'<path d="M0 0"/></g><image href="data:image/png;base64,{dot}"/>'
    )
    assert faults(svg(body)) == []


def test_what_a_template_may_not_draw_is_named_with_template_and_piece(pond: Workshop) -> None:
    _, problems = pond.tried('<g style="fill:leafgreen"/>\n\n<use href="#a"/><rect width="5mm"/>')
    assert [problem.partition(": ")[0] for problem in problems] == [
        f"templates/pond/fish.svg.j2:{line} (pike, front, en)" for line in (1, 3, 3)
    ]


def test_the_drawn_picture_is_used_when_there_is_no_other(pond: Workshop) -> None:
    assert pixel(pond, 31, 29) == (0x36, 0x60, 0x7C)


def test_animals_are_drawn_once_for_all_games(pond: Workshop) -> None:
    shared = '{{ art(10, 14, 43, 30, name="esox_lucius") }}'
    assert "<path" in pond.front(shared)
    own = svg('<rect width="40" height="20" fill="#ff0000"/>')
    pond.template("art/esox_lucius.svg", own)
    assert "#ff0000" in pond.front(shared)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("pike.svg", svg('<rect width="40" height="20" fill="#ff0000"/>').encode()),
        ("pike.png", photo("#ff0000")),
        ("pike.jpg", photo("#ff0000", "JPEG")),
        ("pike.jpeg", photo("#ff0000", "JPEG")),
    ],
)
def test_a_picture_beside_the_data_wins_over_the_drawn_one(
    pond: Workshop, name: str, content: bytes
) -> None:
    pond.write(f"art/{name}", content)
    red, green, blue = pixel(pond, 31, 29)
    assert red > 245
    assert max(green, blue) < 10


def test_a_picture_is_fitted_and_centred_in_its_place(pond: Workshop) -> None:
    pond.write("art/pike.png", photo("#ff0000", size=(400, 200)))
    # 43 mm wide, so 21.5 mm high, with 4.25 mm of ground above and below.
    assert pixel(pond, 31.5, 14 + 3)[1] > 200
    assert pixel(pond, 31.5, 14 + 6)[1] < 10
    assert pixel(pond, 11, 29)[1] < 10


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("pike.png", b"no picture", "is not a readable picture"),
        ("pike.png", photo("#ff0000")[:60], "is not a readable picture"),
        ("pike.jpg", photo("#ff0000", "JPEG")[:300], "is not a readable picture"),
        ("pike.png", b"", "is not a readable picture"),
        ("pike.svg", b"no picture", "broken XML"),
        ("pike.svg", b"", "broken XML"),
        ("pike.svg", b"\xff\xfe\x00", "is not UTF-8"),
        ("pike.svg", svg("<foreignObject/>").encode(), "<foreignObject>"),
        ("pike.svg", b'<svg viewBox="0 0 0 0"/>', "viewBox"),
        ("pike.svg", b'<svg viewBox="0 0 wide 1"><path d="M0 0"/></svg>', "viewBox"),
        ("pike.svg", b"<html/>", "html"),
    ],
)
def test_art_that_is_no_picture_is_a_problem_that_names_the_file(
    pond: Workshop, name: str, content: bytes, words: str
) -> None:
    pond.write(f"art/{name}", content)
    _, problems = pond.tried(ART)
    assert len(problems) == 1
    assert f"cards_data/pond/art/{name}" in problems[0]
    assert words in problems[0]


def test_a_missing_picture_says_where_one_can_be_put(pond: Workshop) -> None:
    (pond.templates / "art" / "pike.svg").unlink()
    _, (problem,) = pond.tried(ART)
    assert problem.startswith(
        fault("cards_data/pond/fish.csv:2", text_of("face.no_picture", name="pike"))
    )
    assert text_of("face.art", name="pike", game="pond") in problem


def test_a_picture_from_a_drawing_program_keeps_its_inner_photo(pond: Workshop) -> None:
    import base64

    data = base64.b64encode(photo("#ff0000")).decode()
    pond.write(
        "art/pike.svg",
        '<?xml version="1.0"?>\n<!-- drawn by hand -->\n'
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        'xmlns:ink="http://example.org/ink" width="40" height="20">'
        f'<g ink:label="layer"><image width="40" height="20" '
        f'xlink:href="data:image/png;base64,{data}"/></g></svg>',
    )
    assert pixel(pond, 31, 29)[1] < 10


def test_a_symbol_takes_the_colour_of_the_text_it_stands_in(pond: Workshop) -> None:
    svg_text = pond.front('{{ line("{sun}", 3, 9, fill="#ff0000") }}')
    assert 'fill="#ff0000"' in svg_text
    assert "currentColor" not in svg_text


def test_the_games_own_symbol_wins_over_the_shared_one(pond: Workshop) -> None:
    shared = pond.root / "templates" / "_shared" / "symbols"
    shared.mkdir(parents=True)
    for name in ("sun", "moon"):
        (shared / f"{name}.svg").write_text('<svg viewBox="0 0 24 24"><rect id="shared"/></svg>')
    assert "shared" not in pond.front('{{ symbol("sun", 0, 0, 9) }}')
    assert "shared" in pond.front('{{ symbol("moon", 0, 0, 9) }}')
