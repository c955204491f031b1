"""Whole tables, cell by cell, against other ways to work them out."""

from __future__ import annotations

import csv
import random
from fractions import Fraction
from math import floor

import pytest
from evening import DATA, HABITATS, POLICIES, judged, line, points, table, tally
from texts import text_of

from cards_data import load_game
from scorer.core.clusters import clusters
from scorer.engine import scorer_for
from scorer.games.ecologic import numbers
from scorer.games.ecologic.form import balance_table
from scorer.games.ecologic.rules import as_int, balance, shown_ratio


def fixture(name: str) -> list[list[int]]:
    with (DATA / f"balance_table_{name}.csv").open(encoding="utf-8") as file:
        return [[int(cell) for cell in row[1:]] for row in list(csv.reader(file))[1:]]


@pytest.mark.parametrize(("rounding", "name"), [("table", "printed"), ("exact", "exact")])
def test_the_balance_table_is_the_publisher_s(rounding: str, name: str) -> None:
    table = balance_table(numbers(load_game("ecologic")), rounding)
    assert [list(row) for row in table] == fixture(name)


def test_the_printed_table_is_the_default() -> None:
    printed = scorer_for("ecologic").to_print()
    assert printed["balance_table"] == printed["balance_table_table"]
    assert printed["balance_table"] != printed["balance_table_exact"]


def half_up(value: Fraction) -> int:
    return floor(value + Fraction(1, 2))


@pytest.mark.parametrize("profits", range(41))
def test_the_formula_against_exact_fractions(profits: int) -> None:
    for enviros in range(41):
        x, z = sorted((profits, enviros))
        exact = Fraction(x, z) * (x + z) if x else Fraction(0)
        two_steps = half_up(Fraction(half_up(exact * 10), 10))
        assert as_int(balance(profits, enviros, (10, 1))[1][-1]) == two_steps
        assert as_int(balance(profits, enviros, (1,))[1][-1]) == half_up(exact)


@pytest.mark.parametrize(
    ("ratio", "text"),
    [((201, 100), "2.01"), ((1, 20), "0.05"), ((5, 2), "2.5"), ((4, 2), "2"), ((21, 20), "1.05")],
)
def test_hundredths_have_two_digits(ratio: tuple[int, int], text: str) -> None:
    assert shown_ratio(ratio) == text


def test_what_is_cut_off_is_marked() -> None:
    assert shown_ratio((112, 9)) == "12.44…"
    assert shown_ratio((61, 60)) == "1.01…"


def test_the_two_roundings_differ_in_ten_pairs_only() -> None:
    printed, exact = fixture("printed"), fixture("exact")
    gaps = [
        (row + 1, column + 1, printed[row][column] - exact[row][column])
        for row in range(20)
        for column in range(row, 20)
        if printed[row][column] != exact[row][column]
    ]
    assert len(gaps) == 10
    assert {gap for _, _, gap in gaps} == {1}


@pytest.mark.parametrize("pool", range(101))
def test_every_vote_total(pool: int) -> None:
    votes = [{"policy": POLICIES[0], "pool": pool}]
    player = {"name": "Ada", "role": "ngo", "ip": 0, "targets": POLICIES[:3]}
    result = judged(table("better_life", votes=votes, players=[player]))
    policy = 3 if pool >= 10 else 1 if pool >= 6 else 0
    loss = 1 if pool <= 5 else 0
    assert tally(result, "Policy Meter").total == policy
    assert tally(result, text_of("meter.loss")).total == loss
    assert points(result, "Ada", "primary") == {3: 7, 1: 3, 0: 0}[policy]


@pytest.mark.parametrize("habitats", range(7))
@pytest.mark.parametrize("impacts", range(7))
def test_every_state_of_the_sea(habitats: int, impacts: int) -> None:
    raw = table("ecosfera_baltica", habitats=HABITATS[:habitats], impacts=impacts)
    result = judged(raw)
    expected = "won" if habitats == 6 else "lost" if impacts == 6 else "ongoing"
    assert result.outcome == expected
    assert result.winners == (("Team",) if expected == "won" else ())
    reason = f"{habitats} of 6 habitats restored" if habitats else "None of the 6 habitats are"
    assert reason in line(result, "Team", "habitats").why
    assert f"{impacts} of 6" in line(result, "Team", "impacts").why


def joined(cells: set[tuple[int, int]]) -> list[set[tuple[int, int]]]:
    """The same groups by joining neighbours pair by pair, without walking through them."""
    groups = [{cell} for cell in cells]
    for row, column in sorted(cells):
        for near in ((row + 1, column), (row, column + 1)):
            if near in cells:
                one = next(group for group in groups if (row, column) in group)
                other = next(group for group in groups if near in group)
                if one is not other:
                    groups.remove(other)
                    one |= other
    return groups


def test_clusters_against_joining_neighbours() -> None:
    chance = random.Random(5)
    for _ in range(3000):
        share = chance.random()
        cells = {(r, c) for r in range(5) for c in range(5) if chance.random() < share}
        groups = [set(group) for group in clusters(cells)]
        assert sorted(map(sorted, groups)) == sorted(map(sorted, joined(cells)))
        assert [len(group) for group in groups] == sorted(map(len, groups), reverse=True)
