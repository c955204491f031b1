"""The four games themselves: sound data, pages that print, codes that lead somewhere."""

from __future__ import annotations

import zlib
from pathlib import Path

import pytest
import zxingcpp
from PIL import Image
from test_on_paper import outer_band_is_white, page
from thorough import spread
from workshop import Command, draw, kit_of, print_game, print_options

from cards_data import load_game

pytestmark = pytest.mark.slow

GAMES = ("better_life", "ecologic", "ecosfera_baltica", "kompensaatiopeli")


def test_all_games_pass_their_check(ecotable: Command) -> None:
    answer = ecotable("check")
    assert (answer.code, answer.err) == (0, "")
    # One line for each game, and one more where a language has no hyphenation patterns.
    games = [line.partition(":")[0] for line in answer.out.splitlines()]
    assert list(dict.fromkeys(games)) == list(GAMES)


@pytest.mark.parametrize(
    ("slug", "lang", "paper"),
    spread(
        [
            *((slug, "en", "a4") for slug in GAMES),
            ("ecosfera_baltica", "sv", "letter"),
            ("ecosfera_baltica", "fi", "a4"),
            ("ecosfera_baltica", "de", "letter"),
        ],
        5,
    ),
)
def test_a_whole_game_prints_with_nothing_in_the_outer_5_mm(
    slug: str, lang: str, paper: str, tmp_path: Path
) -> None:
    game = load_game(slug)
    options = print_options(lang=lang, paper=paper, dpi=72, out=tmp_path, jobs=1)
    report = print_game(game, options)
    assert report.pieces == game.total
    for number in range(1, report.pages + 1):
        assert outer_band_is_white(page(report.pdf, number, 127), 127), number


@pytest.mark.parametrize("slug", GAMES)
def test_the_how_to_page_leads_to_the_games_own_page(slug: str, tmp_path: Path) -> None:
    game = load_game(slug)
    smallest = min(game.decks.values(), key=lambda deck: len(deck.pieces))
    options = print_options(decks=(smallest.name,), dpi=150, out=tmp_path, jobs=1)
    codes = zxingcpp.read_barcodes(page(print_game(game, options).pdf, 1, 200))
    assert [code.text for code in codes] == ([game.link] if game.link else [])


@pytest.mark.parametrize("slug", GAMES)
def test_the_score_sheet_leads_to_the_scorer_when_its_address_is_given(slug: str) -> None:
    url = "http://192.168.1.20:8765"
    sheet = kit_of(load_game(slug), scorer_url=url).score_sheet()
    assert sheet
    drawn = draw(sheet, 200)
    image = Image.frombytes("RGB", (drawn.width, drawn.height), zlib.decompress(drawn.packed))
    assert [code.text for code in zxingcpp.read_barcodes(image)] == [f"{url}/{slug}"]
