"""Page 1 of a kit: what is ours is said, and its steps fit the layout that was chosen."""

from __future__ import annotations

import re
from html import unescape

import pytest
from workshop import Workshop, compose_all, kit_of

from cards_data import load_game
from generator.compose.artwork import Artwork
from generator.kit.kit_worker import Contents
from generator.kit.parts import contents, rules_wanted, score_sheet_wanted
from generator.leaflet.resolved import reconstructed_text
from generator.options import PrintOptions
from generator.sheets.papers import papers
from generator.sheets.shared_sheets import lay_out
from generator.words import say_in

pytestmark = pytest.mark.slow

GAMES = ("kompensaatiopeli", "ecologic", "better_life", "ecosfera_baltica")


def words_on(art: Artwork) -> str:
    written = re.findall(r"<text[^>]*>([^<]*)</text>", art.svg)
    return " ".join(unescape(" ".join(written)).replace("\xad", "").split())


def first_page(slug: str, decks: tuple[str, ...] = (), **chosen: object) -> str:
    game = load_game(slug)
    kit = kit_of(game, decks=decks, **chosen)
    laid = lay_out(compose_all(game, decks=decks), papers()["a4"], kit.options)
    return words_on(kit.opening((), contents(game, laid))[0])


def squeezed(text: str) -> str:
    """Without the white space and the hyphens that lines are broken with."""
    return re.sub(r"[\s‐-]|\*\*", "", text)


@pytest.mark.parametrize(
    ("slug", "lang"),
    [
        *((slug, "en") for slug in GAMES),
        *(("ecosfera_baltica", lang) for lang in ("sv", "fi", "de")),
    ],
)
def test_page_1_and_the_leaflets_end_name_the_decks_that_no_rulebook_gives(
    slug: str, lang: str
) -> None:
    game = load_game(slug)
    text = reconstructed_text(game, lang, say_in(lang))
    for deck in game.decks.values():
        ours = any(piece.source == "reconstruction" for piece in deck.pieces)
        assert (deck.title(lang) in text) >= ours, deck.name
    assert "cards_data" not in text
    assert "ecotable" not in text
    kit = kit_of(game, lang)
    pages = [*kit.opening((), Contents()), kit.rules()[-1]]
    for page in pages:
        assert squeezed(text) in squeezed(words_on(page))


def test_a_deck_is_named_with_how_many_of_its_pieces_are_ours() -> None:
    text = reconstructed_text(load_game("kompensaatiopeli"), "en", say_in("en"))
    assert "Hand cards (26 of 98), Permits." in text


def test_a_game_whose_pieces_all_have_a_source_says_nothing(pond: Workshop) -> None:
    game = pond.load()
    assert not any(p.source == "reconstruction" for d in game.decks.values() for p in d.pieces)
    assert reconstructed_text(game, "en", say_in("en")) == ""
    assert "Reconstructed" not in words_on(kit_of(game).opening((), Contents())[0])


def test_no_two_steps_have_one_name_and_rows_on_their_heads_are_told_where_they_are() -> None:
    decks = ("roles", "events", "meters")
    folded = first_page("better_life", decks, layout="gutterfold")
    assert folded.count("Fold and glue") == 1
    assert folded.count("Fold the upright pieces") == 1
    assert "head to head" not in folded
    assert "head to head" in first_page("better_life", decks)


@pytest.mark.parametrize("slug", GAMES)
def test_a_whole_folded_kit_does_not_tell_of_turned_rows_that_few_pages_have(slug: str) -> None:
    assert "head to head" not in first_page(slug, layout="gutterfold")
    assert "head to head" in first_page(slug)


@pytest.mark.parametrize(("deck", "hinted"), [("board", True), ("refineries", True), ("events", 0)])
def test_boards_and_tokens_come_with_a_hint_to_mount_them(deck: str, hinted: bool) -> None:
    assert ("grey board" in first_page("ecologic", (deck,))) == hinted


def test_a_deck_comes_alone_unless_pages_are_asked_for() -> None:
    assert not score_sheet_wanted(PrintOptions(decks=("events",)))
    assert not rules_wanted(PrintOptions(decks=("events",)))
    assert score_sheet_wanted(PrintOptions(decks=("events", "score_sheet")))
    assert score_sheet_wanted(PrintOptions()) and rules_wanted(PrintOptions())
