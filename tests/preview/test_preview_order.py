"""What was probably changed by a save is composed first; everything is composed in the end."""

from __future__ import annotations

import pytest
from workshop import FRONT, WORDS, Workshop

from cards_data import Game
from generator.preview.order import games_touched, tiers

FISH_CARDS = [("fish", "pike"), ("fish", "perch"), ("fish", "tench")]
PLANT_CARDS = [("plants", "reed"), ("plants", "lily")]


def ordered(pond: Workshop, old: Game, *saved: str) -> list[list[tuple[str, str]]]:
    """Surely changed, probably, hardly; nobody looks at any of them."""
    found = tiers(old, pond.load(), [pond.root / path for path in saved])
    assert found[1:3] == ((), ())
    return [list(tier) for tier in (found[0], *found[3:])]


def test_what_is_on_the_screen_goes_before_what_is_not(pond: Workshop) -> None:
    old = pond.load()
    pond.change("fish.csv", "Draw a card.", "Draw two cards.")
    looked_at = {("fish", "tench"), ("plants", "lily")}
    assert tiers(old, pond.load(), [pond.data / "fish.csv"], looked_at) == (
        (("fish", "perch"),),
        (("fish", "tench"),),
        (("plants", "lily"),),
        (("fish", "pike"),),
        (("plants", "reed"),),
    )


def test_a_changed_row_then_its_deck_then_the_rest(pond: Workshop) -> None:
    old = pond.load()
    pond.change("fish.csv", "Draw a card.", "Draw two cards.")
    first, second, rest = ordered(pond, old, "cards_data/pond/fish.csv")
    assert first == [("fish", "perch")]
    assert second == [("fish", "pike"), ("fish", "tench")]
    assert rest == PLANT_CARDS


def test_a_template_names_its_deck(pond: Workshop) -> None:
    assert ordered(pond, pond.load(), "templates/pond/plant.svg.j2") == [
        [],
        PLANT_CARDS,
        FISH_CARDS,
    ]


def test_an_imported_template_names_the_decks_of_those_that_import_it(pond: Workshop) -> None:
    pond.template("frame.svg.j2", '{% import "pond/lines.svg.j2" as lines %}')
    pond.template("fish.svg.j2", '{% import "pond/frame.svg.j2" as frame %}' + FRONT)
    pond.template("lines.svg.j2", "")
    assert ordered(pond, pond.load(), "templates/pond/lines.svg.j2")[1] == FISH_CARDS


@pytest.mark.parametrize(
    ("saved", "card"),
    [
        ("templates/pond/symbols/sun.svg", ("fish", "pike")),
        ("cards_data/pond/art/tench.png", ("fish", "tench")),
    ],
)
def test_pictures_name_their_cards(pond: Workshop, saved: str, card: tuple[str, str]) -> None:
    assert ordered(pond, pond.load(), saved)[0] == [card]


def test_a_word_names_the_decks_whose_templates_say_it(pond: Workshop) -> None:
    old = pond.load()
    pond.write("words.csv", WORDS.replace("Pond", "Lake"))
    assert ordered(pond, old, "cards_data/pond/words.csv")[1] == FISH_CARDS


def test_saved_files_belong_to_their_game(pond: Workshop) -> None:
    own = [pond.data / "fish.csv", pond.templates / "symbols" / "sun.svg"]
    assert games_touched(own) == {"pond"}
    assert games_touched([pond.root / "elsewhere" / "fish.csv"]) == set()
    assert games_touched([pond.root / "cards_data" / "sizes.yaml"]) == set()


def test_what_is_shared_belongs_to_every_game(pond: Workshop) -> None:
    assert games_touched([pond.root / "templates" / "_shared" / "kit.svg.j2"]) >= {
        "pond",
        "ecologic",
    }
