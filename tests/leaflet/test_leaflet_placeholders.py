"""Numbers of the data in texts: placeholders, plurals, and numbers that are typed instead."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pond_rules import RULES, with_rules
from texts import text_of
from workshop import Command, Workshop

from cards_data import Problems
from generator.leaflet.resolved import fill, numbers, typed_numbers

VALUES = {"scoring.win": 6, "facts.one": 1, "facts.half": 0.5, "facts.loss": -2, "facts.name": "Bo"}


@pytest.mark.parametrize(
    ("text", "lang", "filled"),
    [
        ("Place {scoring.win} tiles.", "en", "Place 6 tiles."),
        ("{scoring.win} {sun}", "en", "6 {sun}"),
        ("{scoring.win, plural, one {# tile} other {# tiles}}!", "en", "6 tiles!"),
        ("{facts.one, plural, one {# tile} other {# tiles}}!", "en", "1 tile!"),
        ("{facts.one, plural, =1 {a tile} other {# tiles}}", "en", "a tile"),
        ("{facts.one, plural, one {{sun} # bricka} other {# brickor}}", "sv", "{sun} 1 bricka"),
        ("{facts.one, plural, one {of {scoring.win}} other {}}", "en", "of 6"),
        ("{facts.half} and {facts.loss}", "sv", "0,5 and −2"),
        ("{facts.name} begins.", "en", "Bo begins."),
        ("no gap at all", "en", "no gap at all"),
    ],
)
def test_gaps_are_filled(text: str, lang: str, filled: str) -> None:
    assert fill(text, VALUES, lang) == filled


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{scoring.wins}", "did you mean scoring.win"),
        ("{scoring.wins, plural, other {x}}", "is not known"),
        ("{scoring.win, plural, one {x}}", text_of("plural.no_other")),
        ("{scoring.win", "a brace is not closed"),
        ("{scoring.win, plural, {x} other {y}}", "is not closed"),
    ],
)
def test_a_placeholder_that_makes_no_sense_is_a_problem(text: str, words: str) -> None:
    with pytest.raises(Problems, match=words):
        fill(text, VALUES, "en")


@given(st.text(alphabet="ab {}.#,0é", max_size=40))
def test_any_text_is_filled_or_refused_in_words(text: str) -> None:
    try:
        fill(text, VALUES, "en")
    except Problems as problems:
        assert str(problems)


def test_every_number_of_the_game_can_be_spoken_of(pond: Workshop) -> None:
    game = with_rules(pond).load()
    values = numbers(game, "en")
    assert values["scoring.points.fish"] == 3
    assert (values["decks.fish"], values["different.fish"]) == (5, 3)
    assert values["different.fish.level"] == len(
        {p.values["level"] for p in game.decks["fish"].pieces}
    )
    assert values["facts.hand"] == 5
    assert (values["pieces.fish.pike.cost"], values["pieces.fish.pike.zones.1"]) == (4, "open")
    assert numbers(game, "sv")["pieces.fish.pike.name"] == "Gädda"


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("Take 5 cards, then 12.", ["5", "12"]),
        ("Take {facts.hand} cards.", []),
        ("{decks.fish, plural, one {# of 9} other {# of 9}}", []),
        ("Take 1 or 2.", []),
        ("CO2 and B12 and 3rd", []),
        ("See steps 3 to 5.", []),
    ],
)
def test_typed_numbers_are_found(text: str, numbers: list[str]) -> None:
    assert typed_numbers(text, plain=("steps 3 to 5",)) == numbers


@pytest.mark.slow
def test_check_names_a_typed_number_unless_it_is_plain(pond: Workshop, ecotable: Command) -> None:
    text = RULES.replace("Nobody says who begins.", "Wait 7 days.")
    with_rules(pond, text)
    answer = ecotable("check", "pond")
    assert answer.code == 1
    assert "cards_data/pond/rules/en.yaml:29 " in answer.err
    assert text_of("leaflet.typed", number=7) in answer.err
    with_rules(pond, 'plain: ["7 days"]\n' + text)
    assert ecotable("check", "pond").code == 0


@pytest.mark.slow
def test_an_example_and_a_tables_head_may_type_their_numbers(
    pond: Workshop, ecotable: Command
) -> None:
    text = RULES.replace("head: [Do, Get]", 'head: [Do, "4"]')
    text = text.replace(
        "  - id: questions\n",
        "  - id: example\n    title: A turn\n    blocks:\n      - text: Ada rolls a 6.\n"
        "  - id: questions\n",
    )
    with_rules(pond, text)
    assert ecotable("check", "pond").code == 0
