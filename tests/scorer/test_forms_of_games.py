"""What the four games ask, with the bounds that their boxes and rulebooks give."""

from __future__ import annotations

from typing import Any

import pytest

from scorer.engine import scorer_for

PLAYERS = ("players", 1, 4)
VOTES, FIVE = ("votes", 0, 5), ("players", 1, 5)
# By key: the least, the most, what stands there beforehand, how many choices, for whom.
FORMS: dict[str, dict[str, tuple[Any, ...]]] = {
    "ecologic": {
        "name": (0, None, None, 0, PLAYERS),
        "profits": (0, 99, None, 0, PLAYERS),
        "enviros": (0, 99, None, 1, PLAYERS),
        "refineries": (0, 20, 0, 0, PLAYERS),
        "eco_initiatives": (0, 20, 0, 0, PLAYERS),
        "tads": (0, 4, 0, 0, PLAYERS),
        "team": (0, None, None, 0, PLAYERS),
        "variants.rounding": (0, None, "table", 2, None),
    },
    "better_life": {
        "policy": (0, None, None, 10, VOTES),
        "pool": (0, 180, None, 0, VOTES),
        "meters.policy": (0, 15, None, 0, None),
        "meters.biodiversity_loss": (0, 5, None, 0, None),
        "name": (0, None, None, 0, FIVE),
        "role": (0, None, None, 5, FIVE),
        "ip": (0, 180, None, 0, FIVE),
        "card": (0, None, None, 10, FIVE),
        "variants.limits": (0, None, "five", 2, None),
    },
    "ecosfera_baltica": {
        "name": (0, None, None, 0, PLAYERS),
        "level": (0, None, "1", 2, None),
        "variants.elements": (3, 8, None, 0, None),
        "switches": (0, None, None, 3, None),
        "habitats": (0, None, None, 6, None),
        "impacts": (0, 6, 0, 0, None),
    },
    "kompensaatiopeli": {
        "roles": (1, None, None, 9, None),
        "board": (5, 5, ".", 6, None),
        "projects": (0, None, None, 15, None),
        "destroyed_nature_tiles": (0, 50, None, 0, None),
        "offsets_in_bank": (0, 2, 0, 0, None),
        "demonstrations": (0, 22, 0, 0, None),
        "protest_camps": (0, 1, 0, 0, None),
    },
}
OPTIONAL = {
    "ecologic": {"team", "variants.rounding"},
    "better_life": {"meters.policy", "meters.biodiversity_loss", "variants.limits"},
    "ecosfera_baltica": {"variants.elements", "switches"},
    "kompensaatiopeli": {"destroyed_nature_tiles"},
}
UNIQUE = {
    "ecologic": {"name"},
    "better_life": {"policy", "name", "role", "card"},
    "ecosfera_baltica": {"name"},
    "kompensaatiopeli": set(),
}


@pytest.mark.parametrize("slug", FORMS)
def test_every_question_and_its_bounds(slug: str) -> None:
    fields = scorer_for(slug).form()
    assert {
        one.key: (
            one.low,
            one.high,
            one.default,
            len(one.choices),
            one.group and (one.group.key, one.group.least, one.group.most),
        )
        for one in fields
    } == FORMS[slug]
    assert [one.key for one in fields] == list(FORMS[slug])
    assert {one.key for one in fields if one.optional} == OPTIONAL[slug]
    assert {one.key for one in fields if one.unique} == UNIQUE[slug]


@pytest.mark.parametrize(
    ("slug", "limits"),
    [
        ("ecologic", [(20, (("eco_initiatives", ""),)), (4, (("tads", ""),))]),
        ("better_life", [(180, (("ip", ""),))]),
        ("ecosfera_baltica", []),
        (
            "kompensaatiopeli",
            [
                (20, (("board", "*"),)),
                (5, (("board", "*"),)),
                (6, (("board", "c"),)),
                (6, (("board", "o"), ("offsets_in_bank", ""))),
                (6, (("board", "r"),)),
            ],
        ),
    ],
)
def test_what_the_box_holds(slug: str, limits: Any) -> None:
    box_limits = scorer_for(slug).limits()
    assert [(one.most, one.counts) for one in box_limits] == limits


@pytest.mark.parametrize(
    ("slug", "answers", "state"),
    [
        (
            "ecologic",
            {"players": [{"name": "A", "team": "N"}, {"name": "B", "team": "N"}, {"name": "C"}]},
            {"players": [{"name": "A"}, {"name": "B"}, {"name": "C"}], "teams": {"N": ["A", "B"]}},
        ),
        ("ecologic", {"players": [{"name": "A"}]}, {"players": [{"name": "A"}]}),
        (
            "better_life",
            {"players": [{"name": "A", "card": "x y z"}]},
            {"players": [{"name": "A", "targets": ["x", "y", "z"]}]},
        ),
        (
            "ecosfera_baltica",
            {"players": [{"name": "A"}], "level": "2", "variants": {"elements": 4}, "switches": []},
            {"players": ["A"], "level": 2, "variants": {"elements": 4}},
        ),
    ],
)
def test_answers_become_a_state(slug: str, answers: Any, state: Any) -> None:
    rules = scorer_for(slug).rules
    assert rules.complete(answers) == state
    back = rules.split(state)
    assert {key: back[key] for key in answers if key != "players"} == {
        key: value for key, value in answers.items() if key != "players"
    }
    for answered, expected in zip(back["players"], answers["players"], strict=True):
        assert {key: answered[key] for key in expected} == expected
    assert ("team" in back["players"][-1]) is False


def test_ecosfera_baltica_switches_are_variants() -> None:
    rules = scorer_for("ecosfera_baltica").rules
    switch = scorer_for("ecosfera_baltica").form()[3].choices[0].value
    state = rules.complete({"players": [], "level": "x", "switches": [switch]})
    assert state == {"players": [], "level": "x", "variants": {switch: True}}
    back = rules.split({"players": [], "level": 1, "variants": {switch: True, "elements": 4}})
    assert (back["switches"], back["variants"], back["level"]) == ([switch], {"elements": 4}, "1")
    assert rules.split({"players": [], "variants": {switch: False}})["switches"] == []
    levels = {"00000001": 1, "000000001": "000000001"}
    for typed, level in levels.items():
        assert rules.complete({"players": [], "level": typed})["level"] == level


def test_ecologic_prints_its_balance_tables() -> None:
    printed: Any = scorer_for("ecologic").to_print()
    exact, table = printed["balance_table_exact"], printed["balance_table_table"]
    assert (len(exact), {len(row) for row in exact}) == (20, {20})
    # Ada of the contract: 9 Profits and 7 Enviros; at equal numbers twice as many.
    assert table[9 - 1][7 - 1] == exact[9 - 1][7 - 1] == 12
    assert [exact[at][at] for at in (0, 9, 19)] == [2, 20, 40]
    assert (exact[20 - 1][3 - 1], table[20 - 1][3 - 1]) == (3, 4)
    assert printed["balance_table"] == table


def test_better_life_prints_its_votes_and_years() -> None:
    printed: Any = scorer_for("better_life").to_print()
    assert printed["years"] == (2020, 2022, 2024, 2026, 2028, 2030)
    assert [(one["from"], one["to"]) for one in printed["votes"]] == [(0, 5), (6, 9), (10, None)]
    assert [one["players"] for one in printed["limits"]] == [5, 4, 3, 2]
    assert [(one["semi"], one["success"]) for one in printed["limits"]] == [
        (6, 10),
        (5, 8),
        (4, 6),
        (3, 4),
    ]


def test_kompensaatiopeli_offers_its_line_ups() -> None:
    roles, board, *_ = scorer_for("kompensaatiopeli").form()
    assert [one["seats"] for one in roles.data["offers"]] == [4, 6]
    assert board.clusters == (3, ("*", "cor"))
    tokens = {one.value: (one.colour, one.shape) for one in board.choices if one.shape}
    assert tokens == {
        "c": ("area", "hex"),
        "o": ("offset_done", "round"),
        "r": ("restored", "square"),
    }


@pytest.mark.parametrize(
    ("slug", "blank"),
    [
        ("ecosfera_baltica", {"players": ["1"], "level": 1, "habitats": [], "impacts": 0}),
        (
            "kompensaatiopeli",
            {
                "projects": {},
                "board": [". . . . ."] * 5,
                "offsets_in_bank": 0,
                "demonstrations": 0,
                "protest_camps": 0,
            },
        ),
    ],
)
def test_a_blank_table_has_nothing_on_it(slug: str, blank: Any) -> None:
    scorer = scorer_for(slug)
    state = scorer.rules.blank(scorer.numbers)
    assert {key: state[key] for key in blank} == blank
    assert len(state.get("roles", "four")) == 4


@pytest.mark.parametrize("slug", FORMS)
def test_a_blank_table_is_in_order(slug: str) -> None:
    scorer = scorer_for(slug)
    assert scorer.check({"game": slug, **scorer.rules.blank(scorer.numbers)})[1] == []
