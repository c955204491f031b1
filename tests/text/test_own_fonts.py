"""Fonts of one's own: a file in the game's folder sets, draws and is embedded like the others."""

from __future__ import annotations

from random import Random

import pytest
from pypdf import PdfReader
from texts import fault, text_of
from workshop import Workshop, draw

from cards_data.models import Font
from generator.text.fonts import Typeface, font_file

pytestmark = pytest.mark.slow

NARROW, WIDE = Font("Amatic SC", 700), Font("Manrope", 800)
OLD = "title:  {family: Manrope, weight: 800}"


@pytest.fixture
def lettered(pond: Workshop) -> Workshop:
    """The pond with a title font of its own."""
    pond.write("fonts/Pond-Bold.ttf", font_file(NARROW).read_bytes())
    pond.change("game.yaml", OLD, "title: {file: Pond-Bold.ttf}")
    return pond


def test_titles_are_set_in_it(lettered: Workshop) -> None:
    faces, problems = lettered.compose()
    assert not problems
    assert faces and 'font-family="pond/fonts/Pond-Bold.ttf"' in faces.front.svg
    assert draw(faces.front, 72).packed


def test_the_file_may_change_under_its_name(lettered: Workshop) -> None:
    before, _ = lettered.compose()
    assert before
    lettered.write("fonts/Pond-Bold.ttf", font_file(WIDE).read_bytes())
    after, _ = lettered.compose()
    assert after
    assert draw(after.front, 72).packed != draw(before.front, 72).packed


@pytest.mark.parametrize("render", ["raster", "vector"])
def test_it_is_printed_and_embedded(lettered: Workshop, render: str) -> None:
    report = lettered.print(render=render)
    reader = PdfReader(report.pdf)
    assert len(reader.pages) == report.pages
    # The how-to page is vectors in either, with its title in that font.
    assert b"Amatic" in report.pdf.read_bytes()


@pytest.mark.parametrize("name", ["Pond-Bald.ttf", "../Pond-Bold.ttf", "a/b.ttf", "Pond-Bold.svg"])
def test_a_font_that_is_not_there_is_a_problem_with_its_line(lettered: Workshop, name: str) -> None:
    lettered.change("game.yaml", "file: Pond-Bold.ttf", f"file: {name}")
    (problem,) = lettered.problems()
    assert problem.startswith("cards_data/pond/game.yaml:9 ")
    assert (text_of("game.no_font", name=f'"{name}"') + "; allowed: " + "Pond-Bold.ttf") in problem


def test_a_file_that_is_no_font_is_a_problem(lettered: Workshop) -> None:
    lettered.write("fonts/Pond-Bold.ttf", b"no letters at all")
    _, problems = lettered.compose()
    assert any(fault("Pond-Bold.ttf", text_of("font.none")) in problem for problem in problems)


@pytest.mark.parametrize("size", [0.2, 0.6, 0.95])
def test_a_font_that_is_cut_off_is_told_before_a_print_needs_it(
    lettered: Workshop, size: float
) -> None:
    whole = font_file(NARROW).read_bytes()
    lettered.write("fonts/Pond-Bold.ttf", whole[: int(len(whole) * size)])
    _, problems = lettered.tried("{{ line(piece.name, 9, 9, font='title') }}")
    assert any("Pond-Bold.ttf: " in one and text_of("font.again") in one for one in problems)


def test_damaged_bytes_never_pass_where_a_pdf_would_fail(lettered: Workshop) -> None:
    """What is measured without a problem can be embedded, whichever bytes are others."""
    whole, chance, passed = font_file(NARROW).read_bytes(), Random(7), 0
    for _ in range(30):
        damaged = bytearray(whole)
        for _ in range(chance.choice([1, 40, 400])):
            damaged[chance.randrange(len(damaged))] ^= 1 << chance.randrange(8)
        try:
            face = Typeface(bytes(damaged))
            face.try_embedding()
        except ValueError:
            continue
        passed += 1
        face.subset(glyph.number for glyph in face.shape("Pike and perch"))
    assert 0 < passed < 30
