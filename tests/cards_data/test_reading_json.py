"""JSON with the line of every key, and what is refused in it."""

from __future__ import annotations

import pytest

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
    ("text", "told"),
    [
        ('{"a": 1\n"b": 2}', "a.json:2: broken JSON: Expecting ',' delimiter"),
        ("", "a.json:1: broken JSON: Expecting value"),
        ('{"a": 1, "a": 2}', 'a.json: key "a" appears twice; allowed: each key once'),
        ("[" * 100_000, "a.json: values are nested too deeply; allowed: up to 32 levels"),
        ("[" * 40 + "]" * 40, "a.json: values are nested too deeply; allowed: up to 32 levels"),
        (f"[{'1,' * 2_000}1]", "a.json: too many values; allowed: up to 1,000"),
        ('{"a": "\\ud800"}', "a.json: half a character: a lone surrogate, \\ud800 to \\udfff"),
        ('{"\\udfff": 1}', "a.json: half a character: a lone surrogate, \\ud800 to \\udfff"),
    ],
)
def test_broken_json_is_told_as_json(text: str, told: str) -> None:
    assert problems(text) == [told]


def test_an_emoji_written_in_two_halves_is_whole() -> None:
    assert parse_json('{"a": "\\ud83e\\udd8a"}', "a.json").data == {"a": "🦊"}


def test_a_number_that_fills_pages_stays_text() -> None:
    assert parse_json(f'{{"a": {"9" * 5000}}}', "a.json").data == {"a": "9" * 5000}
