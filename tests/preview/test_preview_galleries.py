"""Saving a file tells the cards that changed, and no others."""

from __future__ import annotations

import pytest
from onlooker import Onlooker, looking_at, names
from pond import FISH, FISH_ART, FRONT, SUN
from workshop import Workshop

pytestmark = pytest.mark.slow


def test_at_first_every_card_has_faces_and_none_is_marked(onlooker: Onlooker) -> None:
    view = onlooker.view
    assert list(view.cards) == [
        ("fish", "pike"),
        ("fish", "perch"),
        ("fish", "tench"),
        ("plants", "reed"),
        ("plants", "lily"),
    ]
    assert all(card.front for card in view.cards.values())
    assert {view.state(card) for card in view.cards.values()} == {""}


def test_a_changed_row_is_told_first_and_alone(pond: Workshop, onlooker: Onlooker) -> None:
    before = onlooker.view.cards
    pond.change("fish.csv", "Rest.", "Rest well.")
    records = onlooker.after(pond.data / "fish.csv")
    assert names(records) == ["fish/tench"]
    after = onlooker.view.cards
    assert {name for name in after if after[name].front != before[name].front} == {
        ("fish", "tench")
    }
    assert onlooker.state("fish", "tench") == "changed"


def test_a_change_taken_back_is_no_change(pond: Workshop, onlooker: Onlooker) -> None:
    pond.change("fish.csv", "Rest.", "Rest well.")
    onlooker.after(pond.data / "fish.csv")
    pond.change("fish.csv", "Rest well.", "Rest.")
    onlooker.after(pond.data / "fish.csv")
    assert onlooker.state("fish", "tench") == ""


def test_marked_as_seen_until_the_next_change(pond: Workshop, onlooker: Onlooker) -> None:
    pond.change("fish.csv", "Rest.", "Rest well.")
    onlooker.after(pond.data / "fish.csv")
    onlooker.galleries.mark_seen(onlooker.key, ("fish", "tench"))
    assert names(onlooker.until_complete()) == ["fish/tench"]
    assert onlooker.state("fish", "tench") == ""
    pond.change("fish.csv", "Rest well.", "Sleep.")
    onlooker.after(pond.data / "fish.csv")
    assert onlooker.state("fish", "tench") == "changed"


def test_more_copies_are_a_change_of_the_piece(pond: Workshop, onlooker: Onlooker) -> None:
    pond.change("fish.csv", "tench,2", "tench,3")
    pond.change("game.yaml", "pieces: 5", "pieces: 6")
    onlooker.after(pond.data / "fish.csv", pond.data / "game.yaml")
    assert onlooker.state("fish", "tench") == "changed"
    assert onlooker.view.cards["fish", "tench"].copies == 3


def test_a_row_moved_down_is_not_marked(pond: Workshop, onlooker: Onlooker) -> None:
    pond.write("fish.csv", FISH.replace("pike,1", "\npike,1", 1))
    onlooker.after(pond.data / "fish.csv")
    assert onlooker.view.cards["fish", "pike"].place[:2] == ("cards_data/pond/fish.csv", 3)
    assert onlooker.state("fish", "pike") == ""


def test_new_and_removed_pieces_reshape_the_gallery(pond: Workshop, onlooker: Onlooker) -> None:
    pond.write("plants.csv", "id,copies,name,name:sv\nreed,1,Reed,Vass\niris,2,Iris,Svärdslilja\n")
    pond.write("fish.csv", FISH.replace(",lily,", ",iris,"))
    records = onlooker.after(pond.data / "plants.csv", pond.data / "fish.csv")
    assert records[0]["kind"] == "gallery"
    assert ("plants", "lily") not in onlooker.view.cards
    assert onlooker.state("plants", "iris") == "new"


def test_a_template_changes_its_deck(pond: Workshop, onlooker: Onlooker) -> None:
    path = pond.template("fish.svg.j2", FRONT.replace("#e4efe0", "#ffeecc"))
    assert names(onlooker.after(path)) == ["fish/pike", "fish/perch", "fish/tench"]


def test_a_symbol_changes_the_cards_that_show_it(pond: Workshop, onlooker: Onlooker) -> None:
    path = pond.template("symbols/sun.svg", SUN.replace('r="9"', 'r="7"'))
    assert names(onlooker.after(path)) == ["fish/pike"]


def test_a_picture_changes_its_card(pond: Workshop, onlooker: Onlooker) -> None:
    path = pond.write("art/perch.svg", FISH_ART.replace("#36607c", "#aa3300"))
    assert names(onlooker.after(path)) == ["fish/perch"]


def test_problems_appear_at_the_piece_and_clear(pond: Workshop, onlooker: Onlooker) -> None:
    before = onlooker.view.cards
    pond.change("fish.csv", "Rest.,Vila.,1,", "Rest.,Vila.,7,")
    [record] = onlooker.after(pond.data / "fish.csv")
    [problem] = record["problems"]
    assert problem["card"] == "fish/tench"
    assert problem["en"]["where"] == 'cards_data/pond/fish.csv:4 column "level"'
    assert problem["sv"]["where"] == "cards_data/pond/fish.csv:4 kolumn ”level”"
    assert problem["en"]["allowed"] == "1, 2, 3"
    assert onlooker.view.cards == before, "the last good cards stay"
    pond.change("fish.csv", "Rest.,Vila.,7,", "Rest.,Vila.,1,")
    assert onlooker.after(pond.data / "fish.csv")[-1]["problems"] == []


def test_a_problem_keeps_to_its_piece_when_lines_moved(pond: Workshop, onlooker: Onlooker) -> None:
    broken = FISH.replace("pike,1", "\n\npike,1", 1).replace("Vila.,1,", "Vila.,7,")
    pond.write("fish.csv", broken)
    [record] = onlooker.after(pond.data / "fish.csv")
    assert [problem["card"] for problem in record["problems"]] == ["fish/tench"]


def test_a_file_that_cannot_be_read_at_all(pond: Workshop, onlooker: Onlooker) -> None:
    pond.write("fish.csv", FISH.replace("Draw a card.", '"Draw a card.'))
    [record] = onlooker.after(pond.data / "fish.csv")
    assert "broken CSV" in record["problems"][0]["en"]["found"]
    assert len(onlooker.view.cards) == 5


def test_a_broken_template_shows_its_problem_in_place(pond: Workshop, onlooker: Onlooker) -> None:
    path = pond.template("fish.svg.j2", FRONT.replace("piece.rule", "piece.rulez"))
    onlooker.after(path)
    card = onlooker.view.cards["fish", "pike"]
    assert card.front is None
    assert str(card.problems[0].where).startswith("templates/pond/fish.svg.j2:4 (pike, front")
    onlooker.after(pond.template("fish.svg.j2", FRONT))
    card = onlooker.view.cards["fish", "pike"]
    assert card.front
    assert not card.problems
    assert onlooker.state("fish", "pike") == ""


def test_text_that_does_not_fit_stands_at_its_card(pond: Workshop, onlooker: Onlooker) -> None:
    pond.change("fish.csv", "Draw a card.", "Draw a card. " * 60)
    onlooker.after(pond.data / "fish.csv")
    card = onlooker.view.cards["fish", "perch"]
    assert card.front
    assert "too long" in str(card.problems[0].found)
    assert not onlooker.view.cards["fish", "pike"].problems


def test_a_game_that_is_broken_from_the_start_opens_when_mended(pond: Workshop) -> None:
    pond.change("fish.csv", "yes,reed", "yes,weed")
    with looking_at((pond.slug, "en")) as onlooker:
        assert onlooker.view.cards == {}
        assert len(onlooker.view.problems) == 1
        pond.change("fish.csv", "yes,weed", "yes,reed")
        onlooker.after(pond.data / "fish.csv")
        assert len(onlooker.view.cards) == 5
        assert onlooker.state("fish", "pike") == ""


def test_each_language_is_a_gallery_of_its_own(pond: Workshop) -> None:
    with looking_at((pond.slug, "sv")) as onlooker:
        pond.change("fish.csv", "Vila.", "Sov gott.")
        assert names(onlooker.after(pond.data / "fish.csv")) == ["fish/tench"]
        assert ("rule", "Sov gott.") in onlooker.view.cards["fish", "tench"].fields


def test_a_gallery_nobody_looks_at_is_brought_up_to_date_when_opened(
    pond: Workshop, onlooker: Onlooker
) -> None:
    swedish = (pond.slug, "sv")
    onlooker.galleries.view(swedish)
    pond.change("fish.csv", "Vila.", "Sov gott.")
    onlooker.after(pond.data / "fish.csv")
    card = onlooker.galleries.view(swedish)[0].cards["fish", "tench"]
    assert ("rule", "Sov gott.") in card.fields


def test_faces_that_nobody_can_ask_for_are_forgotten(pond: Workshop, onlooker: Onlooker) -> None:
    faces = []
    for rule in ("One.", "Two.", "Three."):
        pond.write("fish.csv", FISH.replace("Rest.", rule))
        onlooker.after(pond.data / "fish.csv")
        faces.append(onlooker.view.cards["fish", "tench"].front)
    # A step forgets after it tells; opening the view waits for the end of the step.
    onlooker.open()
    assert [bool(face and onlooker.pictures.svg(face)) for face in faces] == [False, False, True]
