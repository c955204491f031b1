"""Awards of declared games: who runs, which place, what a tie does, and the sentence of each."""

from __future__ import annotations

from typing import Any

import pytest
from in_memory import judged, mistakes_of, numbers_of, points_and_reasons

HEAD = "{players: {most: 4}, ask: {n: {least: -9}}, awards: {best: {%s}}}"
NONE = [(0, "declared.nobody()")]


def award(text: str, *values: int, **more: Any) -> list[tuple[int, str]]:
    players = [{"n": value, **more} for value in values]
    return points_and_reasons(numbers_of(HEAD % text), "best", *players)


@pytest.mark.parametrize(
    ("text", "values", "points"),
    [
        ("most_of: n, points: 5", (1, 0), [5, 0]),
        ("most_of: n, points: 5", (2, 1), [5, 0]),
        ("most_of: n, points: 5", (0, 0), [0, 0]),
        ("most_of: n, points: 5", (0, -1), [0, 0]),
        ("least_of: n, points: 5", (1, 0), [0, 5]),
        ("least_of: n, points: 5", (1, -1, 0), [0, 5, 0]),
        ("most_of: n, points: 5, from: 3", (3, 1), [5, 0]),
        ("most_of: n, points: 5, from: 3", (2, 1), [0, 0]),
        ("least_of: n, points: 5, from: 3", (3, 2), [5, 0]),
        ("most_of: n, places: [5, 3]", (3, 2, 1), [5, 3, 0]),
        ("most_of: n, places: [5, 3]", (3, 3, 1), [5, 5, 0]),
        ("most_of: n, places: [5, 3]", (3, 2, 2), [5, 3, 3]),
        ("most_of: n, places: [5, 3, 1]", (3, 3, 1), [5, 5, 1]),
        ("most_of: n, places: [5, 3], ties: split", (3, 3, 1), [4, 4, 0]),
        ("most_of: n, places: [5, 4], ties: split", (3, 3, 1), [4, 4, 0]),
        ("most_of: n, places: [5, 4], ties: split, round: up", (3, 3, 1), [5, 5, 0]),
        ("most_of: n, places: [5, 4], ties: split, round: half", (3, 3, 1), [5, 5, 0]),
        ("most_of: n, places: [5, 3], ties: split", (3, 2, 2), [5, 1, 1]),
        ("most_of: n, places: [5, 3], ties: none", (3, 2, 2), [5, 0, 0]),
        ("most_of: n, places: [6, 3], ties: split_place", (5, 5, 1), [3, 3, 0]),
        ("most_of: n, places: [6, 3, 1], ties: split_place", (5, 5, 1), [3, 3, 1]),
        ("most_of: n, places: [6, 3], ties: split_place", (5, 4, 4), [6, 1, 1]),
        ("most_of: n, places: [6, 3], ties: split_place, round: up", (5, 4, 4), [6, 2, 2]),
        ("least_of: n, points: -6, ties: split_place", (0, 0, 1), [-3, -3, 0]),
        ("most_of: n, points: 5, players: 3", (3, 2), [0, 0]),
        ("most_of: n, points: 5, players: 2", (3, 2), [5, 0]),
        ("most_of: n, points: 5, players: 3", (3, 2, 1), [5, 0, 0]),
        ("most_of: n, points: 5, players: 3", (3, 2, 1, 0), [0] * 4),
        ("most_of: n, points: 5, players: 3+", (3, 2, 1, 0), [5, 0, 0, 0]),
        ("most_of: n, points: 5, players: 2-3", (3,), [0]),
        ("most_of: n, points: 5, players: 2-3", (3, 2), [5, 0]),
        ("most_of: n, points: 5, players: 2-3", (3, 2, 1), [5, 0, 0]),
        ("most_of: n, points: 5, players: 2-3", (3, 2, 1, 0), [0] * 4),
        ("most_of: n, places: [5, 3], by_players: {2-3: [7]}", (3,), [5]),
        ("most_of: n, places: [5, 3], by_players: {2-3: [7]}", (3, 2), [7, 0]),
        ("most_of: n, places: [5, 3], by_players: {2-3: [7]}", (3, 2, 1), [7, 0, 0]),
        ("most_of: n, places: [5, 3], by_players: {2-3: [7]}", (3, 2, 1, 1), [5, 3, 0, 0]),
        ("most_of: n, points: 5, by_players: {3: [7], 2+: [8, 1]}", (3, 2, 1), [7, 0, 0]),
        ("most_of: n, points: 5, by_players: {3: [7], 2+: [8, 1]}", (3, 2), [8, 1]),
        ("most_of: n, points: 0", (3, 2), [0, 0]),
    ],
)
def test_points_by_place(text: str, values: tuple[int, ...], points: list[int]) -> None:
    assert [one for one, _ in award(text, *values)] == points


@pytest.mark.parametrize(
    ("text", "values", "whys"),
    [
        (
            "most_of: n, points: 5",
            (3, 2),
            ["declared.most(n=3, names=A, place=1, points=5)", "declared.not_most(names=A, n=3)"],
        ),
        (
            "least_of: n, points: 5",
            (3, 2),
            ["declared.not_least(names=B, n=2)", "declared.least(n=2, names=B, place=1, points=5)"],
        ),
        (
            "most_of: n, places: [5, 3, 1]",
            (2, 3, 2, 0),
            [
                "declared.shared_place(n=2, names=A and C, place=2, points=3)",
                "declared.most(n=3, names=B, place=1, points=5)",
                "declared.shared_place(n=2, names=A and C, place=2, points=3)",
                "declared.not_most(names=B, n=3)",
            ],
        ),
        (
            "most_of: n, places: [5, 3]",
            (3, 2),
            [
                "declared.most(n=3, names=A, place=1, points=5)",
                "declared.place(n=2, names=B, place=2, points=3)",
            ],
        ),
        (
            "most_of: n, points: 5",
            (3, 3),
            ["declared.shared(n=3, names=A and B, place=1, points=5)"] * 2,
        ),
        (
            "least_of: n, points: 5",
            (3, 3),
            ["declared.shared_place(n=3, names=A and B, place=1, points=5)"] * 2,
        ),
        (
            "most_of: n, points: 5, ties: split",
            (3, 3),
            ["declared.split(n=3, names=A and B, place=1, points=2)"] * 2,
        ),
        (
            "most_of: n, points: 5, ties: nobody",
            (3, 3),
            ["declared.tied(n=3, names=A and B, place=1, points=0)"] * 2,
        ),
        ("most_of: n, points: 5", (0, 0), ["declared.nobody()"] * 2),
        ("most_of: n, points: 5, from: 4", (3, 3), ["declared.nobody_from(least=4)"] * 2),
        ("most_of: n, points: 5, players: 3", (3, 3), ["declared.other_players(n=2)"] * 2),
    ],
)
def test_sentences(text: str, values: tuple[int, ...], whys: list[str]) -> None:
    assert [why for _, why in award(text, *values)] == whys


@pytest.mark.parametrize(
    ("holder", "values", "expected"),
    [
        ((True, False), (3, 3), [(5, "keeps"), (0, "not_held")]),
        ((False, False), (3, 3), [(0, "not_held"), (0, "not_held")]),
        ((True, False), (3, 4), [(3, "place"), (5, "most")]),
        ((True, False, False), (3, 3, 4), [(0, "not_held"), (0, "not_held"), (5, "most")]),
    ],
)
def test_a_tie_leaves_it_with_its_holder(holder: Any, values: Any, expected: Any) -> None:
    numbers = numbers_of(HEAD % "most_of: n, places: [5, 3], ties: holder")
    players = [{"n": n, "best_held": own} for n, own in zip(values, holder, strict=True)]
    lines = points_and_reasons(numbers, "best", *players)
    assert [(n, why.partition("(")[0].removeprefix("declared.")) for n, why in lines] == expected


def test_an_award_for_other_numbers_of_players_has_no_shares() -> None:
    text = HEAD % "most_of: n, points: 5, players: 2-3"
    award = numbers_of(text).score.awards["best"]
    assert [award.shares(n) for n in (1, 2, 3, 4)] == [(), (5,), (5,), ()]
    anybody = numbers_of(HEAD % "most_of: n, points: 5").score.awards["best"]
    assert [anybody.shares(n) for n in (1, 20)] == [(5,), (5,)]


ROUNDS = (
    "{players: {most: 3}, outcome: %s, rounds: 2, ask: {n: int, w: {choice: [a, b]}},"
    " count: {n: {each: 1}}, awards: {best: {most_of: n * (w = a), points: 10, per: round},"
    " all: {most_of: n, points: 7, per: game}}, tie_break: [most best]}"
)


def played(*rounds: tuple[int, str]) -> dict[str, Any]:
    return {"rounds": [{"n": n, "w": word} for n, word in rounds]}


def test_an_award_is_given_in_each_round_or_once() -> None:
    """In the first round A has the most, in the second C because B's do not count; over all B."""
    players = played((5, "a"), (1, "a")), played((4, "a"), (9, "b")), played((0, "a"), (2, "a"))
    result = judged(numbers_of(ROUNDS % "highest"), *players)
    points = [{line.rule: line.points for line in side.lines} for side in result.sides]
    assert points == [
        {"n": 6, "best": 10, "all": 0},
        {"n": 13, "best": 0, "all": 7},
        {"n": 2, "best": 10, "all": 0},
    ]
    most = "declared.most(n=5, names=A, place=1, points=10)"
    other = "declared.not_most(names=C, n=2)"
    assert result.sides[0].lines[1].why == (
        f"declared.round_why(n=1, points=10, why={most}),"
        f" declared.round_why(n=2, points=0, why={other})."
    )


def test_a_round_is_won_with_its_awards() -> None:
    players = played((1, "a"), (1, "a")), played((4, "b"), (4, "b"))
    result = judged(numbers_of(ROUNDS % "rounds"), *players)
    assert [side.total for side in result.sides] == [2, 0]


def test_what_is_held_is_asked_in_each_round() -> None:
    numbers = numbers_of(
        "{players: {most: 2}, rounds: 2, ask: {n: int}, awards: {best: {most_of: n, points: 5,"
        " ties: holder, per: round}}}"
    )
    holder, free = {"n": 1, "best_held": True}, {"n": 1, "best_held": False}
    a, b = {"rounds": [holder, free]}, {"rounds": [free, holder]}
    assert [side.total for side in judged(numbers, a, b).sides] == [5, 5]
    assert mistakes_of(numbers, a, b) == []
    assert mistakes_of(numbers, a, a) == [
        ("0.rounds.0.best_held", "held_twice"),
        ("1.rounds.0.best_held", "held_twice"),
    ]
