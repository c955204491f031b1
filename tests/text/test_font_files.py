"""Fonts as people have them: packed for the web, and with many weights in one file."""

from __future__ import annotations

import io

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables.TupleVariation import TupleVariation
from texts import fault, text_of
from workshop import Workshop

from cards_data.models import Font
from generator.text.fonts import Typeface, at_weight, font_file, plain_font

PLAIN = font_file(Font("Amatic SC", 700)).read_bytes()


def packed(flavour: str, content: bytes = PLAIN) -> bytes:
    font = TTFont(io.BytesIO(content), recalcTimestamp=False)
    font.flavor = flavour
    file = io.BytesIO()
    font.save(file)
    return file.getvalue()


def variable() -> bytes:
    """A letter whose advance grows from 500 to 900 with its weight, from 300 to 700."""
    pen = TTGlyphPen(None)
    for step, at in enumerate(((0, 0), (0, 700), (400, 700), (400, 0))):
        (pen.lineTo if step else pen.moveTo)(at)
    pen.closePath()
    box = pen.glyph()
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder([".notdef", "A"])
    builder.setupCharacterMap({65: "A"})
    builder.setupGlyf({".notdef": box, "A": box})
    builder.setupHorizontalMetrics({".notdef": (500, 0), "A": (500, 0)})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Pond", "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost()
    builder.setupFvar([("wght", 300, 300, 700, "Weight")], [])
    wider = [(0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (400, 0), (0, 0), (0, 0)]
    builder.setupGvar({"A": [TupleVariation({"wght": (0, 1, 1)}, wider)]})
    file = io.BytesIO()
    builder.save(file)
    return file.getvalue()


@pytest.mark.slow
@pytest.mark.parametrize("flavour", ["woff", "woff2"])
def test_a_packed_font_measures_like_the_plain_one(flavour: str) -> None:
    unpacked = plain_font(packed(flavour))
    assert Typeface(unpacked).width("Pike") == Typeface(PLAIN).width("Pike")
    assert unpacked == plain_font(packed(flavour))


@pytest.mark.parametrize(("weight", "advance"), [(400, 0.6), (500, 0.7), (700, 0.9)])
def test_a_variable_font_is_set_in_the_weight_that_is_wanted(weight: int, advance: float) -> None:
    face = Typeface(at_weight(variable(), weight))
    assert face.width("A") == pytest.approx(advance)
    face.try_embedding()
    unpacked = plain_font(packed("woff2", variable()))
    assert Typeface(at_weight(unpacked, weight)).width("A") == face.width("A")


@pytest.mark.slow
def test_a_weight_that_the_file_has_not_is_told() -> None:
    with pytest.raises(ValueError, match="300 to 700, but 800"):
        at_weight(variable(), 800)
    with pytest.raises(ValueError, match="one weight, but 800"):
        at_weight(PLAIN, 800)


@pytest.mark.slow
@pytest.mark.parametrize("size", [5, 40, 900])
def test_a_packed_font_that_is_cut_off_is_told(size: int) -> None:
    with pytest.raises(ValueError, match="damaged or incomplete"):
        plain_font(packed("woff2")[:size])


@pytest.mark.slow
def test_a_missing_library_is_not_called_damage(monkeypatch: pytest.MonkeyPatch) -> None:
    content = packed("woff2")
    monkeypatch.setattr("fontTools.ttLib.woff2.haveBrotli", False)
    with pytest.raises(ImportError):
        plain_font(content)


@pytest.mark.slow
def test_one_that_would_unfold_without_end_is_not_opened() -> None:
    content = bytearray(packed("woff2"))
    content[16:20] = (25_000_000).to_bytes(4, "big")
    with pytest.raises(ValueError, match="unpacked font"):
        plain_font(bytes(content))


@pytest.mark.slow
def test_a_game_is_set_in_it(pond: Workshop) -> None:
    pond.write("fonts/Pond.woff2", packed("woff2"))
    pond.change("game.yaml", "title:  {family: Manrope, weight: 800}", "title: {file: Pond.woff2}")
    faces, problems = pond.compose()
    assert not problems
    assert faces and 'font-family="pond/fonts/Pond.woff2"' in faces.front.svg
    pond.change("game.yaml", "{file: Pond.woff2}", "{file: Pond.woff2, weight: 800}")
    _, messages = pond.compose()
    assert any(
        fault("fonts/Pond.woff2", text_of("font.one_weight", weight=800)) in one for one in messages
    )
