"""The language of declared points: what it reads, refuses and counts, and that it is total."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.core.schema import Wrong
from scorer.declared.expressions import (
    FUNCTIONS,
    LARGEST,
    RowNames,
    SomeWords,
    check_number,
    expression,
    number,
    shown,
)

SCOPE = {
    "gear": None,
    "coins": None,
    "lead": SomeWords(("gold", "silver")),
    "birds": RowNames({"points": None, "habitat": SomeWords(("forest", "reed"))}),
}
VALUES = {
    "gear": 3,
    "coins": 7,
    "lead": "gold",
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
    ],
)
def test_it_counts(text: str, value: Any) -> None:
    found = expression(text)
    check_number(found.tree, SCOPE)
    assert number(found.tree, VALUES) == value


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
    assert caught.value.sentence.key == f"wrong.{key}"


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("gaer", "no_value"),
        ("points", "no_value"),
        ("lead + 1", "word_no_number"),
        ("lead", "word_no_number"),
        ("lead = bronze", "no_word"),
        ("sum(gear, 1)", "no_rows"),
        ("sum(birds)", "call_parts"),
        ("count(birds, points, points)", "call_parts"),
        ("sum(birds, count(birds))", "no_value"),
        ("count(birds, habitat = sea)", "no_word"),
        ("'gold'", "word_no_number"),
    ],
)
def test_what_names_do_not_stand_for_is_refused(text: str, key: str) -> None:
    with pytest.raises(Wrong) as caught:
        check_number(expression(text).tree, SCOPE)
    assert caught.value.sentence.key == f"wrong.{key}"


def test_it_is_shown_as_people_write_it() -> None:
    assert str(expression("(gear+1)*coins/2")) == "(gear + 1) × coins ÷ 2"
    assert shown(expression("gear - (coins - 1)").tree, VALUES) == "3 − (7 − 1)"
    assert str(expression("not gear>=2")) == "not gear ≥ 2"


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
    found = number(tree, VALUES)
    assert isinstance(found, int | Fraction)
    assert abs(found) <= LARGEST
    assert expression(shown(tree, {})).tree == tree or "'" in text


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        expression(text)
    except Wrong as wrong:
        assert wrong.sentence.key.startswith("wrong.")
