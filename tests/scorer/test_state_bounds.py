"""Tables of three games at each bound of their boxes and rulebooks, and one beyond it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from evening import HABITATS, POLICIES, table
from in_memory import Keys

from scorer.core.translation import general_words
from scorer.engine import scorer_for

ADA = {"name": "Ada", "profits": 9, "enviros": 7}
VOTE = {"policy": POLICIES[0], "pool": 0}
LEADER = {"name": "Ada", "role": "university", "ip": 7, "targets": POLICIES[:3]}


def mistake_kinds(slug: str, **changes: Any) -> list[tuple[str, bool]]:
    mistakes = scorer_for(slug).check(table(slug, **changes))[1]
    return [(one.found.key.removeprefix("wrong."), one.unfinished) for one in mistakes]


def players(*names: str, **more: Any) -> list[dict[str, Any]]:
    return [{**ADA, "name": name, **more} for name in names]


@pytest.mark.parametrize(
    ("slug", "key", "good", "bad", "wrong"),
    [
        ("better_life", "votes", [{**VOTE, "pool": 180}], [{**VOTE, "pool": 181}], "pool"),
        ("better_life", "meters", {"policy": 15}, {"policy": 16}, "meter"),
        ("better_life", "meters", {"biodiversity_loss": 5}, {"biodiversity_loss": 6}, "meter"),
        ("better_life", "players", [{**LEADER, "ip": 180}], [{**LEADER, "ip": 181}], "influence"),
        ("better_life", "players", [LEADER], [], "players"),
        ("better_life", "players", [LEADER], [{**LEADER, "targets": POLICIES[:2]}], "targets"),
        ("better_life", "players", [LEADER], [{**LEADER, "targets": POLICIES[:4]}], "targets"),
        ("better_life", "players", [LEADER], [{**LEADER, "role": "nobody"}], "no_role"),
        ("ecosfera_baltica", "impacts", 6, 7, "impacts"),
        ("ecosfera_baltica", "players", ["A", "B", "C", "D"], list("ABCDE"), "players"),
        ("ecosfera_baltica", "players", ["A"], [], "players"),
        ("ecosfera_baltica", "habitats", HABITATS, [*HABITATS[:5], "moat"], "no_habitat"),
        ("ecosfera_baltica", "level", 2, 3, "level"),
        ("ecosfera_baltica", "variants", {"elements": 12}, {"elements": 13}, "elements"),
        ("ecologic", "players", players(*"ABCD"), players(*"ABCDE"), "players"),
        ("ecologic", "players", players("A"), [], "players"),
        ("ecologic", "players", [{**ADA, "tads": 4}], [{**ADA, "tads": 5}], "box.tads"),
        ("ecologic", "players", [{**ADA, "eco_initiatives": 20}],
         [{**ADA, "eco_initiatives": 21}], "box.eco_initiatives"),
        ("ecologic", "players", [{**ADA, "refineries": 20}],
         [{**ADA, "refineries": 21}], "refineries"),
        ("ecologic", "players", players("A", "B", tads=2), players("A", "B", tads=3), "box.tads"),
        ("ecologic", "players", [{**ADA, "profits": 99}], [{**ADA, "profits": 100}], "count_large"),
        ("ecologic", "players", [{**ADA, "enviros": 99}], [{**ADA, "enviros": 100}], "count_large"),
        ("ecologic", "players", [{**ADA, "enviros": "minus"}], [{**ADA, "enviros": "plus"}],
         "enviros"),
        ("ecologic", "variants", {"rounding": "exact"}, {"rounding": "fine"}, "rounding"),
    ],
)  # fmt: skip
def test_at_the_bound_and_beyond(slug: str, key: str, good: Any, bad: Any, wrong: str) -> None:
    assert mistake_kinds(slug, **{key: good}) == []
    assert wrong in {one for one, _ in mistake_kinds(slug, **{key: bad})}


@pytest.mark.parametrize(
    ("teams", "expected"),
    [
        ({"N": ["A", "B"], "S": ["C", "D"]}, []),
        ({"N": ["A", "B"]}, [("no_team", True), ("no_team", True)]),
        ({"N": ["A", "B"], "S": ["C"]}, [("no_team", True)]),
        ({"N": ["A", "B", "C"], "S": ["D"]}, []),
        ({"N": ["A", "B", "C", "D"], "S": []}, [("team", False)]),
        ({"N": ["A", "B"], "S": ["C", "E"]}, [("no_player", False), ("no_team", True)]),
        ({"N": ["A", "B"], "S": ["C", "A"]},
         [("teams_twice", False), ("teams_twice", False), ("no_team", True)]),
        ({}, []),
    ],
)  # fmt: skip
def test_everybody_is_in_one_team(teams: Any, expected: Any) -> None:
    assert mistake_kinds("ecologic", players=players(*"ABCD"), teams=teams) == expected


def test_blank_tables() -> None:
    life = scorer_for("better_life")
    blank = life.rules.blank(life.numbers)
    assert (blank["votes"][0]["pool"], blank["players"][0]["ip"]) == (0, 0)
    assert len(blank["players"][0]["targets"]) == 3
    assert blank["votes"][0]["policy"] == next(iter(life.numbers.box.policies))


def test_ecologic_a_blank_player_has_nothing() -> None:
    scorer = scorer_for("ecologic")
    assert scorer.rules.blank(scorer.numbers) == {
        "players": [{"name": "1", "profits": 0, "enviros": 0}]
    }


@pytest.mark.parametrize(
    ("profits", "enviros", "key"),
    [(9, 7, "why.base("), (7, 9, "why.base("), (7, 7, "why.base.equal("), (0, 7, "why.base.zero(")],
)
def test_ecologic_equal_tracks_are_told_so(profits: int, enviros: int, key: str) -> None:
    scorer = scorer_for("ecologic")
    players = [{**ADA, "profits": profits, "enviros": enviros}]
    state = scorer.read(table("ecologic", players=players))
    result = scorer.rules.judge(state, scorer.numbers, Keys("en", {}))
    assert result.sides[0].lines[0].why.startswith(key)


def test_words_are_read_as_they_stand() -> None:
    assert general_words.__wrapped__().texts == general_words().texts


def test_the_box_of_ecosfera_baltica_has_twelve_nutrients() -> None:
    assert scorer_for("ecosfera_baltica").numbers.box.nutrients == 12


def test_kompensaatiopeli_a_moved_token_is_told_with_both_places() -> None:
    scorer = scorer_for("kompensaatiopeli")
    state = scorer.read(table("kompensaatiopeli"))
    before = state.grid()
    moved = 0
    for steps in scorer.rules.changes(state, scorer.numbers, Keys("en", {})):
        for change in steps:
            if change.text.startswith("change.moved"):
                row, column, to_row, to_column = map(int, re.findall(r"=(\d)", change.text))
                assert before[row, column] not in (".", "?", "-")
                assert before[to_row, to_column] == "."
                assert change.state.grid()[to_row, to_column] == before[row, column]
                assert change.state.grid()[row, column] == "."
                moved += 1
    assert moved > 20
