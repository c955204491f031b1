"""The language of declared points: what it reads, refuses and counts, and that it is total."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards_data.schema import Wrong
from scorer.declared.formulas import (
    FUNCTIONS,
    RowNames,
    SomeWords,
    check_number,
    expression,
    number,
    phrase,
)
from scorer.expressions import LARGEST

SCOPE = {
    "gear": None,
    "coins": None,
    "lead": SomeWords(("gold", "silver")),
    "trail": SomeWords(("dusty", "wet")),
    "birds": RowNames({"points": None, "habitat": SomeWords(("forest", "reed"))}),
    "none": RowNames({"points": None, "habitat": SomeWords()}),
    "metal": SomeWords(("tin", "paint", "birds", "gold")),
    "paint": SomeWords(("red", "gold")),
    "tin": None,
    "title": SomeWords(),
}
VALUES = {
    "gear": 3,
    "coins": 7,
    "lead": "gold",
    "trail": "wet",
    "metal": "tin",
    "paint": "gold",
    "tin": 5,
    "title": "tin",
    "none": (),
    "birds": (
        {"points": 4, "habitat": "forest"},
        {"points": 1, "habitat": "reed"},
        {"points": 2, "habitat": "forest"},
    ),
}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1 + 2 * 3", 7),
        ("(1 + 2) × 3", 9),
        ("7 − 2 − 1", 4),
        ("-gear + 1", -2),
        ("coins / 2", Fraction(7, 2)),
        ("coins ÷ 0", 0),
        ("coins % 4", 3),
        ("coins % 0", 0),
        ("0.5 * 4", 2),
        ("min(gear, coins, 5)", 3),
        ("max(birds, points)", 4),
        ("min(birds, points)", 1),
        ("sum(birds, points * gear)", 21),
        ("count(birds)", 3),
        ("birds + 1", 4),
        ("count(birds, habitat = forest and points > 2)", 1),
        ("different(birds, habitat)", 2),
        ("sum(birds, points * (habitat != 'reed'))", 6),
        ("5 * (lead = gold)", 5),
        ("lead = silver or not gear", 0),
        ("coins >= 7", 1),
        ("coins ≤ 6", 0),
        ("max(gear, coins, 5)", 7),
        ("gold = lead", 1),
        ("lead = trail", 0),
        ("lead != trail", 1),
        ("gear = birds", 1),
        ("metal = 'tin'", 1),
        ("'tin' = metal", 1),
        ("lead = paint", 1),
        ("title = metal", 1),
        ("title = 'tin'", 1),
        ("title = elm", 0),
        ("count(birds, metal = birds)", 0),
        ("count(birds, metal = 'tin')", 3),
        ("count(birds, points = 4)", 1),
        ("max(none, points) + min(none, points) + sum(none, points)", 0),
        ("count(none) + different(none, habitat)", 0),
    ],
)
def test_it_counts(text: str, value: Any) -> None:
    parsed = expression(text)
    check_number(parsed.tree, SCOPE)
    assert number(parsed.tree, VALUES) == value


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "expression_end"),
        ("1 +", "expression_end"),
        ("(1", "expression_end"),
        ("1 2", "expression_at"),
        ("gear.points", "expression_at"),
        ("gear[0]", "expression_at"),
        ("a; b", "expression_at"),
        ("1 < 2 < 3", "expression_at"),
        ("exec(1)", "no_function"),
        ("smu(birds, points)", "no_function"),
        ("(" * 40 + "1" + ")" * 40, "deep_expression"),
        ("-" * 60 + "1", "deep_expression"),
        ("1+" * 150 + "1", "long_expression"),
        (True, "no_expression"),
        (None, "no_expression"),
        (["gear"], "no_expression"),
    ],
)
def test_what_cannot_be_read_is_refused(text: Any, key: str) -> None:
    with pytest.raises(Wrong) as caught:
        expression(text)
    assert caught.value.mistake.found.key == f"wrong.{key}"


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("gaer", "no_value"),
        ("points", "no_value"),
        ("lead + 1", "word_no_number"),
        ("lead", "word_no_number"),
        ("lead = bronze", "no_word"),
        ("bronze = lead", "no_word"),
        ("lead = 'lead'", "no_word"),
        ("lead = 1 + 1", "word_no_number"),
        ("different(birds)", "call_parts"),
        ("different(birds, habitat, points)", "call_parts"),
        ("min(lead, 1)", "word_no_number"),
        ("min(birds, habitat)", "word_no_number"),
        ("sum(gear, 1)", "no_rows"),
        ("sum(birds)", "call_parts"),
        ("count(birds, points, points)", "call_parts"),
        ("sum(birds, count(birds))", "no_value"),
        ("count(birds, habitat = sea)", "no_word"),
        ("'gold'", "word_no_number"),
        ("lead = gear", "no_word"),
        ("metal = tin", "two_meanings"),
        ("tin != metal", "two_meanings"),
        ("metal = paint", "two_meanings"),
        ("metal = birds", "two_meanings"),
        ("title = coins", "two_meanings"),
        ("title = birds", "two_meanings"),
        ("count(birds, 'x' = coins)", "word_no_number"),
    ],
)
def test_what_names_do_not_stand_for_is_refused(text: str, key: str) -> None:
    with pytest.raises(Wrong) as caught:
        check_number(expression(text).tree, SCOPE)
    assert caught.value.mistake.found.key == f"wrong.{key}"


@pytest.mark.parametrize(("left", "right"), [(1, 1), (1, 2), (2, 1)])
def test_comparisons_compare(left: int, right: int) -> None:
    results = {
        mark: number(expression(f"{left} {mark} {right}").tree, {})
        for mark in ("<", "<=", ">", ">=", "=", "!=")
    }
    assert results == {
        "<": left < right,
        "<=": left <= right,
        ">": left > right,
        ">=": left >= right,
        "=": left == right,
        "!=": left != right,
    }


@pytest.mark.parametrize(("left", "right"), [(0, 0), (0, 2), (2, 0), (2, 2)])
def test_conditions_are_joined(left: int, right: int) -> None:
    def value(text: str) -> object:
        return number(expression(text).tree, {"a": left, "b": right})

    assert value("a and b") == int(bool(left and right))
    assert value("a or b") == int(bool(left or right))
    assert value("not a") == int(not left)


@pytest.mark.parametrize(
    ("good", "bad", "key"),
    [
        ("1" + "+1" * 99 + " ", "1" + "+1" * 100, "long_expression"),
        ("(" * 20 + "1" + ")" * 20, "(" * 21 + "1" + ")" * 21, "deep_expression"),
        ("-" * 20 + "1", "-" * 21 + "1", "deep_expression"),
        ("not " * 20 + "1", "not " * 21 + "1", "deep_expression"),
        ("min(" * 20 + "1" + ")" * 20, "min(" * 21 + "1" + ")" * 21, "deep_expression"),
        ("min(1," * 20 + "1" + ")" * 20, "min(1," * 21 + "1" + ")" * 21, "deep_expression"),
    ],
)
def test_it_is_read_up_to_its_bounds(good: str, bad: str, key: str) -> None:
    assert number(expression(good).tree, {}) is not None
    with pytest.raises(Wrong) as caught:
        expression(bad)
    assert caught.value.mistake.found.key == f"wrong.{key}"


@pytest.mark.parametrize(
    ("text", "value"),
    [("+".join(["(1)"] * 30), 30), ("-1" * 30, -30), ("min(2" + ",3" * 30 + ")", 2)],
)
def test_what_stands_side_by_side_is_not_deep(text: str, value: int) -> None:
    assert number(expression(text).tree, {}) == value


@pytest.mark.parametrize(
    ("text", "rest"),
    [("gear .points", "."), ("gear  coins 7", "coins"), ("(1", ""), ("1 + * 2", "*"), ("", "")],
)
def test_it_tells_where_reading_ended(text: str, rest: str) -> None:
    with pytest.raises(Wrong) as caught:
        expression(text)
    params = {key: str(one) for key, one in caught.value.mistake.found.params}
    assert params == {"given": f'"{text}"', "found": f'"{rest}"'}


def test_a_word_counts_as_nothing() -> None:
    """The points for a choice may need so many of it, which no word has."""
    assert number(expression("lead").tree, VALUES) == 0


@pytest.mark.parametrize(
    "text",
    [
        "a or b and c",
        "(a or b) and c",
        "a and (b or c)",
        "a and b or c",
        "a or (b or c)",
        "a and (b and c)",
        "not (a and b)",
        "not (a or b)",
        "not a and b",
        "not a < b",
        "(not a) < b",
        "not not a",
        "(a < b) + 1",
        "(a = b) × 2",
        "a < b + c",
        "a + b < c",
        "a + b × c",
        "a × b + c",
        "(a + b) × c",
        "(a − b) × c",
        "a × (b + c)",
        "a − (b − c)",
        "a − (b + c)",
        "a − b − c",
        "a ÷ (b × c)",
        "a × b ÷ c",
        "−a × b",
        "−(a × b)",
        "−(a ÷ b)",
        "−(a + b)",
        "a × −b",
        "−−a",
        "min(a or b, c + d)",
        "a ≠ b",
        "a ≤ b",
        "(a = b) = c",
        "a = 0",
    ],
)
def test_no_bracket_is_lost_and_none_is_added(text: str) -> None:
    assert str(expression(text)) == text


def test_it_is_shown_with_what_its_names_stand_for() -> None:
    tree = expression("5 * (lead = 'gold') + birds - sum(birds, points) + unknown").tree
    assert phrase(tree, VALUES) == "5 × (gold = gold) + 3 − sum(birds, points) + unknown"
    assert phrase(expression("gear").tree, {"gear": Fraction(-1, 2)}) == "−1/2"


def test_a_fraction_is_not_torn_apart() -> None:
    half = {"gear": Fraction(1, 2)}
    assert phrase(expression("4 / gear + gear").tree, half) == "4 ÷ (1/2) + 1/2"
    assert str(expression("1.5 / 4 / 1.5")) == "3/2 ÷ 4 ÷ (3/2)"
    assert str(expression("2 / 3")) == "2 ÷ 3"
    assert phrase(expression("8 / gear").tree, {"gear": 2}) == "8 ÷ 2"


def test_it_is_shown_as_people_write_it() -> None:
    assert str(expression("(gear+1)*coins/2")) == "(gear + 1) × coins ÷ 2"
    assert phrase(expression("gear - (coins - 1)").tree, VALUES) == "3 − (7 − 1)"
    assert str(expression("not gear>=2")) == "not gear ≥ 2"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1000000000", 10**9),
        ("999999999 + 1", 10**9),
        ("999999999 + 2", 10**9),
        ("999999999 + 0", 10**9 - 1),
        ("-999999999 - 1", -(10**9)),
        ("-999999999 - 2", -(10**9)),
        ("-999999999", 1 - 10**9),
        ("1 / 1000000", Fraction(1, 10**6)),
        ("1 / 1000001", Fraction(1, 10**6)),
        ("2 / 2000002", Fraction(1, 10**6)),
        ("6 / 3", 2),
    ],
)
def test_numbers_are_kept_within_bounds(text: str, value: Any) -> None:
    result = number(expression(text).tree, {})
    assert (result, type(result)) == (value, type(value))


def test_no_number_grows_beyond_all_bounds() -> None:
    huge = expression("*".join(["99999999"] * 20))
    assert number(huge.tree, {}) == LARGEST
    fine = expression("1/999983 + 1/999979 + 1/999961")
    assert 0 < number(fine.tree, {}) < 1


PIECES = st.sampled_from(
    [*SCOPE, "points", "habitat", "forest", "gold", *FUNCTIONS, *"+-*/(),<>=×÷", "!=", "<=", "and",
     "or", "not", "0", "7", "1.5", "'x'", " "]
)  # fmt: skip


@given(st.lists(PIECES, max_size=14).map(" ".join))
def test_whatever_is_read_and_checked_has_a_value(text: str) -> None:
    try:
        tree = expression(text).tree
        check_number(tree, SCOPE)
    except Wrong:
        return
    value = number(tree, VALUES)
    assert isinstance(value, int | Fraction)
    assert abs(value) <= LARGEST
    again = expression(phrase(tree, {})).tree
    assert number(again, VALUES) == value or "'" in text


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        expression(text)
    except Wrong as wrong:
        assert wrong.mistake.found.key.startswith("wrong.")
