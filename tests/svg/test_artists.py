"""Pictures as artists' programs save them, compared with a second reader of SVG."""

from __future__ import annotations

import base64
import io
import json
import subprocess
import tarfile
import time
from pathlib import Path

import pytest
from conformance import CONTENT, EDGES, ROOT_EDGES, linear
from PIL import Image
from svg_features import difference
from test_grammar import must_look_alike, on_white, painted, reference, svg
from texts import fault, text_of
from thorough import often
from workshop import Command, Workshop

from cards_data.registry import load_game
from generator.check.check_game import art_notes
from generator.store.sources import Sources
from generator.svg.imported_svg import (
    SavedPicture,
    pixels_of,
    read_picture,
    svg_bitmap,
    unsupported_elements,
)
from generator.svg.parser import read_svg
from generator.svg.plain_svg import plain_svg
from generator.text.fonts import font_folders

SAVED = Path(__file__).parent / "artists"
SIDE = 200
DRAWN = ("inkscape", "illustrator", "affinity", "icon")
IN_DOTS = {
    "figma": {"a filter", "a mask", "a blend mode"},
    "sketch": {"a pattern", "a marker", "text"},
}


def saved(name: str) -> str:
    return (SAVED / f"{name}.svg").read_text(encoding="utf-8")


def rendered(picture: SavedPicture, size: tuple[int, int] = (SIDE, SIDE)) -> Image.Image:
    """The picture on white, as a face has it."""
    assert picture.reading.faults == ()
    if not picture.unsupported:
        return painted(picture.reading.drawing, size)
    return on_white(svg_bitmap(picture.svg, *size))


def referred(text: str, size: tuple[int, int] = (SIDE, SIDE)) -> Image.Image:
    return reference(text, size, font_dirs=[str(folder) for folder in font_folders()])


@pytest.mark.parametrize("name", DRAWN)
def test_a_program_s_file_is_drawn(name: str) -> None:
    picture = read_picture(saved(name))
    assert picture.unsupported == ()
    must_look_alike(rendered(picture), referred(saved(name)))


@pytest.mark.parametrize("name", IN_DOTS)
def test_what_a_drawing_cannot_say_is_shown_in_dots(name: str) -> None:
    picture = read_picture(saved(name))
    assert {str(fault.words) for fault in picture.unsupported} == IN_DOTS[name]
    must_look_alike(rendered(picture), referred(saved(name)))


def test_every_cause_stands_at_its_line() -> None:
    picture = read_picture(saved("figma"))
    lines = {str(fault.words): fault.element for fault in picture.unsupported}
    nodes = list(plain_svg(saved("figma")).root.iter())
    assert nodes[lines["a filter"]].attrib["filter"] == "url(#filter0_d_12_34)"


def is_wrong(text: str) -> bool:
    """Whether a picture is refused, or looks otherwise than the reference draws it."""
    picture = read_picture(text)
    if picture.reading.faults:
        return True
    theirs = referred(text, pixels_of(*picture.reading.drawing.view[2:], SIDE))
    mean, worst = difference(rendered(picture, theirs.size), theirs)
    return mean >= 1.2 or worst >= 36


@pytest.mark.slow
@pytest.mark.parametrize("chapter", EDGES)
def test_edges_of_the_specification(chapter: str) -> None:
    assert [body for body in EDGES[chapter] if is_wrong(svg(body))] == []


@pytest.mark.parametrize(
    "own",
    [
        'font-size="60" stroke="#e76f51" stroke-width="9" paint-order="stroke"',
        'font-size="60" stroke="#e76f51" stroke-width="9" opacity=".5"',
        'font-size="60" fill="#2a9d8f" opacity=".5"',
        'font-size="0"',
    ],
)
def test_letters_of_a_template(own: str) -> None:
    text = svg(f'<text x="20" y="90" font-family="Source Sans Pro" {own}>Reef</text>')
    must_look_alike(painted(read_svg(text, Sources()).drawing), referred(text))


def test_edges_of_the_outer_element() -> None:
    assert [root for root in ROOT_EDGES if is_wrong(svg(CONTENT, root))] == []


@pytest.mark.parametrize(
    ("sheet", "attributes", "colour"),
    [
        (".a{fill:#f00}", 'class="a"', "#f00"),
        (".a{fill:#f00}.b{fill:#0f0}", 'class="b a"', "#0f0"),
        ("#x{fill:#f00}.a{fill:#0f0}", 'id="x" class="a"', "#f00"),
        (".a{fill:#f00}", 'class="a" fill="#0f0"', "#f00"),
        (".a{fill:#f00}", 'class="a" style="fill:#0f0"', "#0f0"),
        (".a{fill:#f00!important}", 'class="a" style="fill:#0f0"', "#f00"),
        ("g .a{fill:#f00}rect{fill:#0f0}", 'class="a"', "#f00"),
        ("@media print{.a{fill:#f00}}@media (max-width:9px){.a{fill:#0f0}}", 'class="a"', "#f00"),
        ("@font-face{src:url(x)}..{}.a{fill:#f00;nonsense}", 'class="a"', "#f00"),
        ("/*.a{fill:#0f0}*/.a{fill:/**/#f00}", 'class="a"', "#f00"),
        ("rect:first-child{fill:#f00}", "", "#f00"),
    ],
)
def test_the_cascade(sheet: str, attributes: str, colour: str) -> None:
    box = '<g><rect {} width="200" height="200"/></g>'
    picture = read_picture(svg(f"<style>{sheet}</style>{box.format(attributes)}"))
    assert picture.reading.faults == ()
    plain = f'fill="{colour}"'
    must_look_alike(rendered(picture), reference(svg(box.format(plain))))


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ('<image href="secret.png" width="9" height="9"/>', "outside"),
        (
            '<filter id="f"><feImage href="/etc/hostname"/></filter>'
            '<rect width="9" height="9" filter="url(#f)"/>',
            "outside",
        ),
        ('<rect width="9" height="9" mask="url(other.svg#m)"/>', "outside"),
        (
            '<pattern id="p"><image href="http://example.org/a.png"/></pattern>'
            '<rect width="9" height="9" fill="url(#p)"/>',
            "outside",
        ),
        (
            '<mask id="m"><image href="data:image/svg+xml;base64,PHN2Zy8+"/></mask>'
            '<rect width="9" height="9" mask="url(#m)"/>',
            "outside",
        ),
        ('<text font-family="Arial">Reef<tspan>Market</tspan></text>', "convert it to paths"),
        ('<rect width="9" height="9" mask="url(#m)" transform="turn(9)"/>', "transform"),
        ('<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">a</p></foreignObject>', "foreign"),
    ],
)
def test_what_cannot_be_shown_right_is_refused(body: str, words: str) -> None:
    faults = read_picture(svg(body)).reading.faults
    assert any(words in str(fault.words) for fault in faults), faults


BOXED = '<rect width="50" height="50" filter="url(#f)"/>'
FILTER = '<filter id="f" {}>{}</filter>'
BLUR = '<feGaussianBlur stdDeviation="50"/>'
RULE = "<style>{}{{fill:#f00}}</style>"


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (FILTER.format("", '<feTurbulence numOctaves="2000000000"/>') + BOXED, "up to 20"),
        (FILTER.format("", '<feMorphology radius="1 1e5"/>') + BOXED, "up to 10"),
        (FILTER.format("", '<feConvolveMatrix order="999"/>') + BOXED, "up to 20"),
        (FILTER.format("", BLUR * 500) + BOXED * 50, "more than 1,000 steps"),
        (
            f'<filter id="f">{BLUR * 9}</filter><g id="a">{BOXED}</g>' + '<use href="#a"/>' * 150,
            "st",
        ),
        (
            FILTER.format('filterUnits="userSpaceOnUse" width="1e5" height="1e5"', BLUR * 40)
            + BOXED,
            "more than 1,000 steps",
        ),
        ("<g>" * 5_000 + "</g>" * 5_000, text_of("svg.groups")),
        (f'<mask id="m">{"<g>" * 3_000}{"</g>" * 3_000}</mask>', text_of("svg.groups")),
        (RULE.format(":not(" * 3_000 + "a" + ")" * 3_000), "nested too deeply"),
        (f'<rect style="/**/fill:{"(" * 30_000}"/>', "nested too deeply"),
        (RULE.format("g " * 20_000 + "rect"), "too many steps"),
        (RULE.format("g>" * 20_000 + "rect"), "too many steps"),
        (RULE.format("x g g g g rect") + "<g>" * 50 + "<rect/>" * 300 + "</g>" * 50, "too many"),
        (RULE.format("x~rect~rect") + "<rect/>" * 3_000, "too many steps"),
        (
            '<rect id="u0"/>'
            + "".join(f'<use id="u{n}" href="#u{n - 1}"/>' for n in range(1, 900)),
            "in a chain",
        ),
    ],
)
@pytest.mark.slow
def test_work_without_end_is_refused_while_reading(body: str, words: str) -> None:
    begun = time.process_time()
    faults = read_picture(svg(body)).reading.faults
    assert any(words in str(fault.words) for fault in faults), faults
    assert not any("recursion" in str(fault.words) for fault in faults)
    assert time.process_time() - begun < 5


def test_shadows_of_a_drawing_program_are_no_work_without_end() -> None:
    picture = read_picture(svg(FILTER.format('x="-9" height="900"', BLUR * 8) + BOXED * 60))
    assert picture.reading.faults == ()


def test_ids_that_are_missing_are_said_once() -> None:
    shapes = (f'\n<path d="M0 0h9v{n + 1}z" fill="url(#x{n})"/>' for n in range(62))
    picture = read_picture(svg("".join(shapes)))
    assert picture.reading.faults == picture.unsupported == ()
    (fault,) = picture.missing
    assert str(fault.words).startswith("#x0, #x1, #x2, #x3, #x4, …: used in the picture")
    assert fault.element == 1


def test_references_that_are_right_are_not_missing() -> None:
    body = '<a href="#top"><rect width="9" height="9" class="a" fill="url(#g)"/></a>'
    assert read_picture(svg(linear("") + body)).missing == ()


def test_entities_unfold_once_and_never_into_each_other() -> None:
    bomb = '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>' + svg("<g>&b;</g>")
    assert "ENTITY" in str(read_picture(bomb).reading.faults[0].words)
    wide = f'<!DOCTYPE svg [<!ENTITY a "{"a" * 9_000}">]>' + svg("<g>" + "&a;" * 9_000 + "</g>")
    assert "ENTITY" in str(read_picture(wide).reading.faults[0].words)


def test_a_picture_that_is_read_as_it_is_stays_as_it_is() -> None:
    text = svg('<rect width="20" height="20" style="fill:teal"/>')
    assert read_picture(text).svg is text


def test_dots_keep_the_shape_of_the_picture() -> None:
    assert pixels_of(30, 20, 300) == (300, 200)
    assert pixels_of(1, 900, 90_000) == (6, 5_000)


def test_nothing_beyond_in_plain_pictures() -> None:
    assert (
        unsupported_elements(plain_svg(svg('<rect filter="none" width="9" height="9"/>')).root)
        == {}
    )


# ---- as a user meets it --------------------------------------------------------------------------


@pytest.mark.slow
def test_check_tells_and_goes_on(pond: Workshop, ecotable: Command) -> None:
    pond.template("fish.svg.j2", "{{ art(10, 14, 43, 30, 'pike') }}")
    pond.write("art/pike.svg", saved("figma").encode())
    answer = ecotable("check", "pond")
    assert answer.code == 0, answer.err
    assert fault("art/pike.svg:4", text_of("face.in_dots", found="a filter", n=300)) in answer.out
    for more in ((), ("--render", "vector"), ("--ink", "low")):
        printed = ecotable("print", "pond", "--dpi", 72, *more)
        assert printed.code == 0, printed.err


def test_notes_about_pictures_are_said_once_with_a_count(pond: Workshop) -> None:
    filtered = FILTER.format("", BLUR) + BOXED
    for name in ("pike", "perch", "roach"):
        pond.write(f"art/{name}.svg", svg(filtered).encode())
    pond.write("art/tench.svg", svg('<rect width="9" height="9" fill="url(#gone)"/>').encode())
    notes = [str(note) for note in art_notes(load_game("pond"), Sources())]
    assert len(notes) == 2
    assert "perch.svg:1: a filter" in notes[0]
    assert "(2 more pictures)" in notes[0]
    assert "tench.svg:1: #gone: used in the picture but not defined in it" in notes[1]


@pytest.mark.slow
def test_a_coarse_picture_is_told_in_dots_per_inch(pond: Workshop, ecotable: Command) -> None:
    pond.template("fish.svg.j2", "{{ art(10, 14, 43, 30, 'pike') }}")
    content = io.BytesIO()
    Image.new("RGB", (86, 60), "teal").save(content, "WEBP")
    pond.write("art/pike.webp", content.getvalue())
    answer = ecotable("check", "pond")
    assert answer.code == 0, answer.err
    assert "51 dots per inch" in answer.out


# ---- files of real artists -----------------------------------------------------------------------

COLLECTIONS = (
    "flag-icons@7.5.0",
    "svg-country-flags@1.2.10",
    "devicon@2.17.0",
    "cryptocurrency-icons@0.18.1",
    "@tabler/icons@3.51.0",
    "@twemoji/svg@15.0.0",
)
EACH = often(12, trust=50)


def fetched(name: str, folder: Path) -> list[str]:
    """Files of a package, evenly taken out of all that it has."""
    result = subprocess.run(
        ["npm", "pack", "--json", name], cwd=folder, capture_output=True, text=True, check=False
    )
    if result.returncode:
        pytest.skip(f"{name} cannot be fetched here")
    with tarfile.open(folder / Path(json.loads(result.stdout)[0]["filename"])) as package:
        names = sorted(one for one in package.getnames() if one.endswith(".svg"))
        chosen_names = names[:: len(names) // EACH][:EACH]
        opened = [package.extractfile(one) for one in chosen_names]
        return [one.read().decode() for one in opened if one]


@pytest.mark.thorough
@pytest.mark.slow
def test_files_of_real_artists_are_accepted_and_drawn_right(tmp_path: Path) -> None:
    texts = [text for name in COLLECTIONS for text in fetched(name, tmp_path)]
    assert len(texts) == EACH * len(COLLECTIONS)
    pictures = [(text, read_picture(text)) for text in texts]
    accepted = [(text, one) for text, one in pictures if not one.reading.faults]
    for text, picture in accepted:
        _, _, width, height = picture.reading.drawing.view
        theirs = reference(text, pixels_of(width, height, 400))
        mean, worst = difference(rendered(picture, theirs.size), theirs)
        # Edges are smoothed in many ways, and a flag may have hundreds of them.
        assert mean < 2.5, text[:300]
        assert worst < 36, text[:300]
    assert len(accepted) >= 0.97 * len(texts)


def test_pictures_inside_a_pattern_are_seen() -> None:
    content = io.BytesIO()
    Image.new("RGB", (4, 4), "#e63946").save(content, "PNG")
    data = base64.b64encode(content.getvalue()).decode()
    picture = read_picture(
        svg(
            '<defs><pattern id="p" patternContentUnits="objectBoundingBox" width="1" height="1">'
            '<use href="#i" transform="scale(0.25)"/></pattern>'
            f'<image id="i" width="4" height="4" href="data:image/png;base64,{data}"/></defs>'
            '<rect width="200" height="200" fill="url(#p)"/>'
        )
    )
    assert rendered(picture).getpixel((100, 100)) == (230, 57, 70)
