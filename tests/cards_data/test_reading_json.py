"""JSON with the line of every key, and what is refused in it."""

from __future__ import annotations

import pytest
from texts import fault, text_of

from cards_data import Problems
from cards_data.documents import parse_json


def problems(text: str) -> list[str]:
    with pytest.raises(Problems) as caught:
        parse_json(text, "a.json", 1_000)
    return [str(problem) for problem in caught.value.problems]


def test_every_value_remembers_its_line() -> None:
    document = parse_json('{"a": 1,\n\t"b": {"c": ["x",\n "y"]}}', "a.json")
    assert document.data == {"a": 1, "b": {"c": ["x", "y"]}}
    assert str(document.at("b", "c", 1)) == "a.json:3 b.c.1"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            '{"a": 1\n"b": 2}',
            fault("a.json:2", text_of("document.broken_json", reason="Expecting ',' delimiter")),
        ),
        ("", fault("a.json:1", text_of("document.broken_json", reason="Expecting value"))),
        (
            '{"a": 1, "a": 2}',
            fault(
                "a.json",
                text_of("value.stands_twice", value='key "a"'),
                text_of("allowed.each_key_once"),
            ),
        ),
        ("[" * 100_000, fault("a.json", text_of("value.nested"), text_of("allowed.levels", n=32))),
        (
            "[" * 40 + "]" * 40,
            fault("a.json", text_of("value.nested"), text_of("allowed.levels", n=32)),
        ),
        (f"[{'1,' * 2_000}1]", fault("a.json", text_of("value.too_many"), "up to 1,000")),
        ('{"a": "\\ud800"}', fault("a.json", text_of("document.half"))),
        ('{"\\udfff": 1}', fault("a.json", text_of("document.half"))),
    ],
)
def test_broken_json_is_told_as_json(text: str, message: str) -> None:
    assert problems(text) == [message]


def test_an_emoji_written_in_two_halves_is_whole() -> None:
    assert parse_json('{"a": "\\ud83e\\udd8a"}', "a.json").data == {"a": "🦊"}


def test_a_number_that_fills_pages_stays_text() -> None:
    assert parse_json(f'{{"a": {"9" * 5000}}}', "a.json").data == {"a": "9" * 5000}
