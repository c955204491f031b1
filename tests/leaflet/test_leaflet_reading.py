"""``rules/<lang>.yaml``: read into checked values, every mistake with its file and line."""

from __future__ import annotations

import pytest
from pond_rules import RULES, with_rules
from texts import text_of
from workshop import Workshop

from cards_data import Problems, load_game
from cards_data.leaflet import Listing, Picture, Prose, Questions


def test_a_game_without_rules_is_complete(pond: Workshop) -> None:
    game = pond.load()
    assert game.leaflets == {}
    assert game.leaflet("en") is None
    assert game.facts == {}


def test_a_leaflet_is_read_block_by_block(pond: Workshop) -> None:
    game = with_rules(pond).load()
    leaflet = game.leaflet("en")
    assert leaflet
    assert [section.id for section in leaflet.sections] == "goal box setup turn questions".split()
    text, note = leaflet.sections[0].blocks
    assert isinstance(text, Prose)
    assert isinstance(note, Prose)
    assert (text.tone, note.tone) == ("text", "note")
    picture, steps, bullets = leaflet.sections[2].blocks
    assert isinstance(picture, Picture)
    assert (picture.players, picture.height_mm, picture.wide) == ((2, 4), 40, False)
    assert isinstance(steps, Listing)
    assert isinstance(bullets, Listing)
    assert (steps.numbered, bullets.numbered) == (True, False)
    questions = leaflet.sections[-1].blocks[0]
    assert isinstance(questions, Questions)
    assert questions.items[0].reading
    assert game.facts == {"hand": 5}


def test_a_game_without_its_leaflets_is_the_same_game_sooner(pond: Workshop) -> None:
    """Whoever scores waits for no leaflet, nor for what is wrong with one."""
    whole = with_rules(pond).load()
    bare = load_game("pond", leaflets=False)
    assert bare.leaflets == {} and bare.decks is whole.decks
    pond.write("rules/en.yaml", RULES.replace("- note:", "- nota:"))
    assert load_game("pond", leaflets=False).leaflets == {}
    with pytest.raises(Problems, match="did you mean note"):
        load_game("pond")


def test_what_is_wrong_with_decks_and_leaflets_is_told_at_once(pond: Workshop) -> None:
    with_rules(pond).change("game.yaml", "title:", "titel:")
    pond.write("rules/en.yaml", RULES.replace("- note:", "- nota:"))
    with pytest.raises(Problems, match=r"(?s)did you mean title.*did you mean note"):
        load_game("pond")
    with pytest.raises(Problems, match="did you mean title") as raised:
        load_game("pond", leaflets=False)
    assert "nota" not in str(raised.value)


def test_a_language_without_a_leaflet_takes_the_one_there_is(pond: Workshop) -> None:
    game = with_rules(pond).load()
    assert game.leaflet("sv") is game.leaflet("en")
    pond.write("rules/sv.yaml", RULES.replace("How to play", "Så spelas"))
    game = pond.load()
    leaflet = game.leaflet("sv")
    assert leaflet
    assert leaflet.title.text == "Så spelas Pond Life"


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("- note:", "- nota:", 8, "did you mean note"),
        ("deck: fish, id: pike", "deck: fsh, id: pike", 13, "did you mean fish"),
        ("deck: fish, id: pike", "deck: fish, id: pikee", 13, "did you mean pike"),
        (
            "caption: Plants",
            "caption: Plants, side: back",
            15,
            text_of("leaflet.no_back", deck="plants"),
        ),
        ("caption: Plants", "caption: Plants, size: 3", 15, 'unknown key "size"'),
        ("height_mm: 40", "height_mm: 400", 22, "up to 220"),
        ("players: [2, 4]", "players: [two]", 20, "a whole number"),
        ("picture: setup", "picture: ../setup", 19, text_of("leaflet.no_picture")),
        ("[Rest, nothing]", "[Rest]", 28, "1 cells"),
        ("id: turn", "id: goal", 25, "appears twice"),
        ("id: turn", "id: box", 25, "appears twice"),
        ("id: questions", "id: Q & A", 30, text_of("value.no_id")),
        ("title: Goal", "tittle: Goal", 5, 'unknown key "tittle"'),
        ("lead:", "leed:", 2, "did you mean lead"),
        ('a: "Yes."', 'a: "Yes.", sure: no', 34, 'unknown key "sure"'),
    ],
)
def test_a_mistake_is_named_with_its_file_and_line(
    pond: Workshop, old: str, new: str, line: int, words: str
) -> None:
    assert old in RULES
    with_rules(pond, RULES.replace(old, new, 1))
    messages = pond.problems()
    assert any(
        problem.startswith(f"cards_data/pond/rules/en.yaml:{line} ") and words in problem
        for problem in messages
    ), messages


def test_sections_that_every_leaflet_has_keep_their_order(pond: Workshop) -> None:
    with_rules(pond, RULES.replace("id: goal", "id: end"))
    assert any(text_of("leaflet.order", names="end, box") in problem for problem in pond.problems())
    with_rules(pond, RULES.replace("id: box", "id: between"))
    assert pond.load().leaflet("en")


def test_an_example_must_be_there(pond: Workshop) -> None:
    with_rules(pond, RULES.replace('- reading: "Nobody says who begins."', "- example: first"))
    assert any(text_of("value.unknown", value='"first"') in problem for problem in pond.problems())


def test_a_leaflet_in_a_language_the_game_lacks_is_a_problem(pond: Workshop) -> None:
    with_rules(pond)
    pond.write("rules/fi.yaml", RULES)
    assert any(
        text_of("leaflet.no_language", value='"fi"') in problem for problem in pond.problems()
    )


@pytest.mark.parametrize("value", ["[1]", "1.5", "true"])
def test_a_fact_is_a_number_or_a_word(pond: Workshop, value: str) -> None:
    pond.change("game.yaml", "decks:\n", f"facts: {{hand: {value}}}\ndecks:\n")
    assert any("facts.hand" in problem for problem in pond.problems())


def test_a_fact_that_no_source_gives_says_so(pond: Workshop) -> None:
    fact = "{value: 4, source: reconstruction, reason: Nobody counted.}"
    pond.change("game.yaml", "decks:\n", f"facts: {{hand: {fact}}}\ndecks:\n")
    game = pond.load()
    assert game.facts == {"hand": 4}
    assert [unsure.reason for unsure in game.unsure] == ["Nobody counted."]


def test_the_sheets_example_must_be_one_of_the_games(pond: Workshop) -> None:
    pond.change("game.yaml", "decks:\n", "sheet_example: none_such\ndecks:\n")
    assert any(
        text_of("value.unknown", value='"none_such"') in problem for problem in pond.problems()
    )


def test_a_changed_leaflet_is_read_anew(pond: Workshop) -> None:
    with_rules(pond)
    before = pond.load().leaflet("en")
    pond.change("rules/en.yaml", "Goal", "What to reach")
    after = pond.load().leaflet("en")
    assert before
    assert after
    assert (before.sections[0].title.text, after.sections[0].title.text) == (
        "Goal",
        "What to reach",
    )
