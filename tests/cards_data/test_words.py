"""Words: gaps, plural forms, languages, and what is wrong with a table of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from texts import fault, text_of

from cards_data import Findings, Problems
from cards_data.tables import read_words
from cards_data.words import Say, Words, fill_text, plural_fault

TOKENS = "{n, plural, =0 {no tokens} one {# token} other {# tokens}} on {place}"


@pytest.mark.parametrize(
    ("n", "text"), [(0, "no tokens on A"), (1, "1 token on A"), (2, "2 tokens on A")]
)
def test_a_number_takes_its_form(n: int, text: str) -> None:
    assert fill_text(TOKENS, {"n": n, "place": "A"}, "en") == text


@pytest.mark.parametrize(
    ("n", "expected"), [(1, "1 карта"), (3, "3 карты"), (5, "5 карт"), (21, "21 карта")]
)
def test_every_language_has_its_own_forms(n: int, expected: str) -> None:
    text = "{n, plural, one {# карта} few {# карты} many {# карт} other {# карты}}"
    assert fill_text(text, {"n": n}, "ru") == expected


def test_a_language_that_nobody_knows_has_one_form() -> None:
    assert fill_text(TOKENS, {"n": 1, "place": "A"}, "xx") == "1 tokens on A"


def test_a_region_takes_its_language() -> None:
    assert fill_text(TOKENS, {"n": 1, "place": "A"}, "en-GB") == "1 token on A"


def test_forms_stand_inside_forms() -> None:
    text = "{a, plural, one {# of {b, plural, one {# card} other {# cards}}} other {many of {b}}}"
    assert fill_text(text, {"a": 1, "b": 2}, "en") == "1 of 2 cards"
    assert fill_text(text, {"a": 1, "b": 1}, "en") == "1 of 1 card"
    assert fill_text(text, {"a": 3, "b": 1}, "en") == "many of 1"


def test_a_gap_that_is_not_given_stays_as_it_is() -> None:
    assert (
        fill_text("{sun} and {n} of {scoring.most}", {"n": 2}, "en")
        == "{sun} and 2 of {scoring.most}"
    )


def test_dotted_gaps_are_filled_from_a_mapping() -> None:
    text = "{scoring.area, plural, one {# point} other {# points}} for {scoring.what}"
    assert fill_text(text, {"scoring.area": 1, "scoring.what": "x"}, "en") == "1 point for x"


@pytest.mark.parametrize("odd", ["{n}", "%(n)s %d %", "{n, plural, other {x}}", "{0.__class__}"])
def test_what_is_filled_in_is_never_read_again(odd: str) -> None:
    assert fill_text("{name}: 100% of {n}", {"name": odd, "n": 1}, "en") == f"{odd}: 100% of 1"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{n, plural, one {# card}", "not closed"),
        ("{n, plural, one {# card} other {# cards}", "not closed"),
        ("{n, plural, one {# card}}", 'not have the form "other"'),
        ("{n, plural, single {# card} other {x}}", "single is not a form of n"),
        ("{n, plural, one {a} one {b} other {c}}", text_of("value.stands_twice", value="one of n")),
        ("{n, select, a {x} other {y}}", "n is not a valid plural"),
        ("{n, plural, other {a { b}}", text_of("plural.brace")),
    ],
)
def test_broken_plural_forms_are_told(text: str, why: str) -> None:
    assert why in str(plural_fault(text))


@pytest.mark.parametrize("text", ["", "plain", "{sun}", "a } b { c", "# of 100 %", TOKENS])
def test_other_texts_are_in_order(text: str) -> None:
    assert plural_fault(text) == ""


def table(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "words.csv"
    path.write_text(text, encoding="utf-8")
    return path


def read(tmp_path: Path, text: str, *languages: str) -> tuple[Words, list[str]]:
    findings = Findings()
    words = read_words(table(tmp_path, text), languages, findings)
    return words, [str(problem).partition("/words")[2] for problem in findings]


def test_languages_are_the_columns(tmp_path: Path) -> None:
    words, problems = read(tmp_path, "id,text,text:sv,text:fi\nyes,yes,ja,kyllä\n", "fi")
    assert words.languages == ("en", "sv", "fi")
    assert words.say("fi")("yes") == "kyllä"
    assert problems == []


def test_a_translation_that_is_missing_is_said_as_it_stands(tmp_path: Path) -> None:
    words, problems = read(tmp_path, "id,text,text:sv\nyes,yes,\n")
    assert words.say("sv")("yes") == words.say("de")("yes") == "yes"
    assert problems == []


def test_a_translation_that_is_wanted_is_a_finding(tmp_path: Path) -> None:
    _, problems = read(tmp_path, "id,text,text:sv\nyes,yes,\n", "en", "sv", "fi")
    assert problems == [
        fault('.csv:2 column "text:sv"', text_of("value.no_text_for", value='"yes"')),
        fault('.csv:2 column "text:fi"', text_of("value.no_text_for", value='"yes"')),
    ]


def test_a_key_stands_once(tmp_path: Path) -> None:
    _, problems = read(tmp_path, "id,text\na,1\na,2\n")
    assert problems == [
        fault(
            '.csv:3 column "id"',
            text_of("value.stands_twice", value='"a"'),
            text_of("allowed.each_key_once"),
        )
    ]


def test_broken_forms_in_a_table_are_findings_with_their_line(tmp_path: Path) -> None:
    _, problems = read(tmp_path, 'id,text,text:sv\na,b,"{n, plural, one {x}}"\n')
    assert problems == [
        fault(
            '.csv:2 column "text:sv"',
            text_of("plural.no_other", name="n"),
            "",
            text_of("plural.write", example="{n, plural, one {# card} other {# cards}}"),
        )
    ]


def test_a_key_that_is_not_there_is_a_problem() -> None:
    with pytest.raises(Problems, match='no text for "nothing"'):
        Say("en", {})("nothing")


def test_names_and_numbers_as_each_language_writes_them() -> None:
    english, swedish = Say("en", {}), Say("sv", {})
    assert english.join(["Ada", "Bo", "Cy"]) == "Ada, Bo and Cy"
    assert swedish.join(["Ada", "Bo"]) == "Ada och Bo"
    assert (english.decimal("1.5"), swedish.decimal("1.5")) == ("1.5", "1,5")
    assert (english.number(12345), swedish.number(12345)) == ("12,345", "12\u00a0345")
    assert Say("fi", {}).join(["Ada", "Bo", "Cy"]) == "Ada, Bo ja Cy"
    assert Say("de", {}).number(12345) == "12.345"
