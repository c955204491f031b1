"""The pages of a kit that are no pieces: score sheets and results, and numbers that stand once."""

from __future__ import annotations

import re
import shutil
import zlib
from html import unescape
from pathlib import Path

import pytest
import zxingcpp
from PIL import Image
from workshop import Command, compose_all, composer, draw, print_options

import cards_data
from cards_data import load_game
from generator.compose.piece import Artwork
from generator.kit.pages import Kit
from generator.kit.result_page import BOTTOM_MM, Ledger, _pages
from generator.sheets.papers import papers
from scorer.registry import rules, slugs
from scorer.speech import speech

PROJECT = Path(cards_data.__file__).parent.parent


def words_on(art: Artwork) -> str:
    """Everything that is written on a page, in the order it was written."""
    return " ".join(unescape(text) for text in re.findall(r"<text[^>]*>([^<]*)</text>", art.svg))


def score_sheet(slug: str, lang: str = "en", url: str = "") -> Artwork:
    options = print_options(lang=lang, scorer_url=url)
    sheet = Kit(composer(load_game(slug), lang), options, papers()["a4"]).score_sheet()
    assert sheet
    return sheet


@pytest.mark.parametrize("slug", slugs())
def test_a_score_sheet_asks_exactly_what_the_scorer_asks_and_in_its_order(slug: str) -> None:
    game = load_game(slug)
    written = words_on(score_sheet(slug))
    place = -1
    for field in rules(slug).form(game, speech(game, "en")):
        following = written.find(field.label, place + 1)
        assert following > place, f"{field.label} is missing or out of order"
        place = following


def test_a_score_sheet_speaks_the_language_of_the_print() -> None:
    assert "Impact tiles" in words_on(score_sheet("ecosfera_baltica"))
    assert "Inverkansbrickor" in words_on(score_sheet("ecosfera_baltica", "sv"))


@pytest.mark.slow
@pytest.mark.parametrize("slug", slugs())
def test_the_code_on_a_score_sheet_opens_the_scorer_for_that_game(slug: str) -> None:
    pixels = draw(score_sheet(slug, url="http://192.168.1.20:8000/"), 200)
    image = Image.frombytes("RGB", (pixels.width, pixels.height), zlib.decompress(pixels.packed))
    found = [code.text for code in zxingcpp.read_barcodes(image)]
    assert found == [f"http://192.168.1.20:8000/{slug}"]


def test_without_an_address_a_score_sheet_has_no_code() -> None:
    pixels = draw(score_sheet("ecologic"), 200)
    image = Image.frombytes("RGB", (pixels.width, pixels.height), zlib.decompress(pixels.packed))
    assert not zxingcpp.read_barcodes(image)


@pytest.fixture
def own_variant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A group's own copy of Ecologic in the current folder."""
    shutil.copytree(PROJECT / "cards_data" / "ecologic", tmp_path / "cards_data" / "ecologic")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "cards_data" / "ecologic"


STATE = """
game: ecologic
players:
  - {name: Ada, profits: 9, enviros: 7, refineries: 5, eco_initiatives: 3, tads: 1}
"""


@pytest.mark.slow
def test_a_scoring_number_changes_score_and_printed_reference_together(
    own_variant: Path, ecotable: Command
) -> None:
    table = own_variant.parent / "table.yaml"
    table.write_text(STATE, encoding="utf-8")
    before = ecotable("score", "ecologic", table, "--json")
    reference = compose_all(load_game("ecologic"), "en", ("references",)).decks[0][1][0][1]

    numbers = own_variant / "scoring.yaml"
    text = numbers.read_text(encoding="utf-8")
    assert "tad: 2" in text
    numbers.write_text(text.replace("tad: 2", "tad: 4"), encoding="utf-8")

    after = ecotable("score", "ecologic", table, "--json")
    changed = compose_all(load_game("ecologic"), "en", ("references",)).decks[0][1][0][1]
    assert ('"total": 22' in before.out, '"total": 24' in after.out) == (True, True)
    assert changed.version != reference.version


def test_the_balance_table_on_paper_is_the_scorers_own(own_variant: Path) -> None:
    game = load_game("ecologic")
    printed = rules("ecologic").printed(game)
    table = printed["balance_table"]
    face = compose_all(game, "en", ("score_table",)).decks[0][1][0][1].front
    written = re.findall(r">(\d+)</text>", face.svg)
    # Every row of the table stands on the card as a run of neighbouring numbers.
    assert isinstance(table, list | tuple)
    assert sum(len(row) for row in table) <= len(written)
    joined = " ".join(written)
    for row in table:
        assert " ".join(str(number) for number in row) in joined


def test_a_result_can_be_kept_as_a_pdf(tmp_path: Path, ecotable: Command) -> None:
    from pypdf import PdfReader

    table = tmp_path / "table.yaml"
    table.write_text(STATE, encoding="utf-8")
    answer = ecotable("score", "ecologic", table, "--pdf", tmp_path / "result.pdf")
    assert answer.code == 0
    reader = PdfReader(tmp_path / "result.pdf")
    assert len(reader.pages) == 1
    width, height = (float(side) for side in reader.pages[0].mediabox[2:])
    assert (round(width), round(height)) == (595, 842)


def test_tables_that_do_not_fit_any_more_begin_a_new_page() -> None:
    tables = [Ledger(f"side {number}", 0, 0.0, 90.0, ()) for number in range(5)]
    pages = _pages(tables)
    assert [len(page) for page in pages] == [2, 2, 1]
    assert all(table.y_mm + table.height_mm <= BOTTOM_MM for page in pages for table in page)
    assert [table.title for page in pages for table in page] == [item.title for item in tables]


def test_a_result_that_cannot_be_written_is_told_and_leaves_nothing(
    tmp_path: Path, ecotable: Command
) -> None:
    table = tmp_path / "table.yaml"
    table.write_text(STATE, encoding="utf-8")
    answer = ecotable("score", "ecologic", table, "--pdf", tmp_path / "table.yaml" / "x.pdf")
    assert answer.code == 1
    assert "cannot be written" in answer.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["table.yaml"]
