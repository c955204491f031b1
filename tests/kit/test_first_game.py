"""The first-game page: every game has one in every language, and it needs no more paper."""

from __future__ import annotations

import re

import pytest
from thorough import spread
from workshop import kit_of

from cards_data import load_game
from generator.kit.kit_worker import PAGE, Contents
from generator.kit.parts import needed_supplies
from generator.leaflet.leaflet_html import WebContext, leaflet_html
from generator.options import PrintOptions
from generator.sheets.papers import papers
from generator.sheets.shared_sheets import sheets_needed
from generator.words import say_in

pytestmark = pytest.mark.slow

GAMES = {"kompensaatiopeli": 28, "ecosfera_baltica": 28, "ecologic": 17, "better_life": 17}
EDITIONS = [(slug, lang) for slug in GAMES for lang in load_game(slug).languages]


@pytest.mark.parametrize(("slug", "lang"), spread(EDITIONS, 5))
def test_each_language_tells_the_same_first_game_before_four_pages_of_rules(
    slug: str, lang: str
) -> None:
    game = load_game(slug)
    plain, own = game.leaflets["en"].first_game, game.leaflets[lang].first_game
    assert plain
    assert own
    for parts in (
        (plain.table.callouts, own.table.callouts),
        (plain.turns.panels, own.turns.panels),
    ):
        assert len(parts[0]) == len(parts[1])
    first, *rules = kit_of(game, lang).rules()
    # A page that is too high is a problem, so this one fits.
    assert first.height_mm == PAGE.height_mm
    assert "1 / 4" in rules[0].svg
    # With the how-to page an even number: no sheet has an empty side.
    assert len(rules) == 4


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_page_keeps_every_kit_within_its_sheets(slug: str, paper: str) -> None:
    pieces = sum(count for _, count in sheets_needed(load_game(slug), papers()[paper]))
    # The how-to page with the first game on its back, two sheets of rules, the score sheet.
    assert pieces + 4 <= GAMES[slug]


def test_the_rules_page_in_a_browser_shows_table_and_panels() -> None:
    kit = kit_of(load_game("better_life"))
    leaflet = kit.composer.game.leaflets["en"]
    assert leaflet.first_game
    html = leaflet_html(kit.composer, leaflet, WebContext("/p/{}".format, say_in("en"), "#123456"))
    section = html.html.partition('id="rules-first-game"')[2].partition("</section>")[0]
    assert len(re.findall("<li><figure>", section)) == len(leaflet.first_game.turns.panels)
    assert "Each player takes" in section
    assert "{" not in section


def test_what_is_not_printed_needs_nothing() -> None:
    game = load_game("better_life")
    whole, alone = PrintOptions(), PrintOptions(decks=("events",))
    needed = ("a six-sided die", "a glue stick", "a pencil for the score sheet")
    assert needed_supplies(game, Contents(tents=True), whole) == needed
    assert needed_supplies(game, Contents(), alone) == ()
