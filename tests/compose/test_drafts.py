"""A draft shows what is not finished and goes on; without it printing stops as ever."""

from __future__ import annotations

import pypdfium2
import pytest
from pond import FISH
from pypdf import PdfReader
from texts import text_of
from workshop import Command, Workshop, draw, print_game

from cards_data import Findings, Problems
from cards_data.problems import DraftProblem
from generator.compose.dependencies import Dependencies
from generator.compose.piece import Composer, Faces
from generator.geometry.units import MM_PER_POINT
from generator.kit.kit_worker import PAGE
from generator.options import Edition, PrintOptions
from generator.store.sources import Sources
from generator.svg.parser import read_svg
from generator.words import say_in

pytestmark = pytest.mark.slow


@pytest.fixture
def unfinished(pond: Workshop) -> Workshop:
    """No picture, a text beyond its box, and a symbol that nobody has drawn."""
    (pond.templates / "art" / "pike.svg").unlink()
    words = "Swim and swim and swim {wave} " * 30
    pond.write("fish.csv", FISH.replace("Pay 2 {sun} **now**.", words))
    return pond


def drafted(pond: Workshop) -> tuple[Faces | None, Findings]:
    game, findings = pond.load(), Findings()
    composer = Composer(game, Edition("en", draft=True), Sources())
    deck = game.decks["fish"]
    return composer.faces(deck, deck.piece("pike"), findings, Dependencies()), findings


def test_a_draft_shows_what_is_missing_and_what_does_not_fit(unfinished: Workshop) -> None:
    faces, findings = drafted(unfinished)
    assert faces
    assert read_svg(faces.front.svg, Sources()).faults == ()
    assert ">pike</text>" in faces.front.svg
    assert faces.front.svg.count("#c62828") == 1
    assert draw(faces.front, 40).packed
    messages = " ".join(str(problem) for problem in findings)
    assert all(
        word in messages
        for word in (text_of("translate.missing", gap="the picture"), "too long", "{wave}")
    )
    assert all(isinstance(problem, DraftProblem) for problem in findings)


def test_nothing_of_a_draft_is_drawn_without_one(pond: Workshop) -> None:
    plain, _ = pond.compose()
    faces, findings = drafted(pond)
    assert faces == plain
    assert not findings


def test_a_draft_is_printed_and_every_page_says_so(unfinished: Workshop, ecotable: Command) -> None:
    assert ecotable("print", "pond", "--dpi", 72, "--jobs", 1).code == 1
    answer = ecotable("print", "pond", "--dpi", 72, "--jobs", 1, "--draft")
    assert (answer.code, answer.err) == (0, "")
    path = unfinished.out / "pond-en-a4-draft.pdf"
    texts = [page.extract_text() for page in PdfReader(path).pages]
    filled = [text for text in texts if text.strip()]
    assert len(filled) >= 4
    assert all("DRAFT" in text for text in filled)
    assert not (unfinished.out / "pond-en-a4.pdf").exists()


def test_the_mark_of_a_draft_ends_where_the_page_of_the_kit_ends(pond: Workshop) -> None:
    """It is right-aligned: whatever the word is, it stays clear of the edge of the paper."""
    options = PrintOptions(edition=Edition("sv", draft=True), dpi=72, out=pond.out)
    report = print_game(pond.load(), options)
    page = pypdfium2.PdfDocument(report.pdf)[0].get_textpage()
    mark = say_in("sv")("draft")
    index, count = page.search(mark).get_next() or (0, 0)
    rights = [page.get_charbox(place)[2] for place in range(index, index + count)]
    assert max(rights) * MM_PER_POINT == pytest.approx((210 + PAGE.width_mm) / 2, abs=0.3)


def test_a_broken_template_stops_a_draft_too(pond: Workshop) -> None:
    pond.template("fish.svg.j2", "{{ nobody }}")
    with pytest.raises(Problems, match="nobody"):
        print_game(pond.load(), PrintOptions(edition=Edition(draft=True), dpi=72, out=pond.out))
