"""Kompensaatiopeli: tables that the rules and the box cannot lead to are refused."""

from __future__ import annotations

from typing import Any

import pytest
from evening import FOUR, SIX, table

from scorer.core.sentences import said
from scorer.engine import scorer_for

EMPTY = ". . . . ."
HEADERS = {"M": "motorway", "W": "wind_power_plant", "T": "tram", "S": "solar_park"}


def refused(*rows: str, **more: Any) -> list[str]:
    """What is wrong with a table: so many first rows, the rest of the board open."""
    board = [*rows, *[EMPTY] * (5 - len(rows))]
    letters = {cell for row in rows for cell in row if cell.isupper()}
    projects = {letter: HEADERS[letter] for letter in sorted(letters)}
    known = {"roles": SIX, "projects": projects, "board": board, "destroyed_nature_tiles": None}
    plain = {"offsets_in_bank": 0, "demonstrations": 0, "protest_camps": 0}
    raw = {key: value for key, value in {**known, **plain, **more}.items() if value is not None}
    scorer = scorer_for("kompensaatiopeli")
    found = scorer.mistakes(table("kompensaatiopeli", **raw))
    return ["; ".join(said(one.sentence, scorer.say)[:2]) for one in found]


FULL = ("M M M M M", "W W W W W")


@pytest.mark.parametrize(
    ("rows", "roles", "told"),
    [
        ((*FULL, "T . . . ."), FOUR, "11 project tokens for 2 developers; up to 10"),
        (
            (*FULL, "T T T T T", "S . . . ."),
            SIX,
            "16 project tokens for 3 developers; up to 15",
        ),
    ],
)
def test_five_tokens_a_developer(rows: tuple[str, ...], roles: list[str], told: str) -> None:
    assert any(told in found for found in refused(*rows, roles=roles))
    fewer = (*rows[:-1], EMPTY)
    assert not any("developers" in found for found in refused(*fewer, roles=roles))


def test_one_to_five_tokens_a_project() -> None:
    assert refused("M M M M M", "M . . . .") == ["6 tokens of project M; 1 to 5"]
    assert refused("M M M M M") == []


@pytest.mark.parametrize("rows", [("M . M . .",), ("M . . . .", ". M . . .")])
def test_tokens_of_a_project_lie_edge_to_edge(rows: tuple[str, ...]) -> None:
    (found,) = refused(*rows)
    assert found.startswith("the tokens of project M lie apart")


def test_a_project_begins_beside_its_header_outside_the_board() -> None:
    (found,) = refused(EMPTY, ". M M . .")
    assert found.startswith("project M lies inside the board")
    assert refused(EMPTY, ". M M M M") == []


@pytest.mark.parametrize(
    ("rows", "lost", "allowed"),
    [
        (("M M M M M", "W W W . ."), 0, "3 to 14"),
        ((), 55, "0 to 6"),
        ((), 7, "0 to 6"),
        (("- - . . .",), 9, "0 to 8"),
    ],
)
def test_tiles_are_lost_under_tokens_and_by_cards_alone(
    rows: tuple[str, ...], lost: int, allowed: str
) -> None:
    (found,) = refused(*rows, destroyed_nature_tiles=lost)
    assert found == f"{lost} nature tiles lost do not fit what lies on the board; {allowed}"
    least, most = (int(bound) for bound in allowed.split(" to "))
    for bound in (least, most):
        assert refused(*rows, destroyed_nature_tiles=bound) == []


@pytest.mark.parametrize(("roles", "rounds"), [(FOUR, 7), (SIX, 5)])
def test_one_demonstration_a_round(roles: list[str], rounds: int) -> None:
    (found,) = refused(roles=roles, demonstrations=rounds + 1)
    assert found.endswith(f"one can be made in each round; up to {rounds}")
    assert refused(roles=roles, demonstrations=rounds) == []


def test_a_camp_was_a_demonstration_first() -> None:
    (found,) = refused(protest_camps=1)
    assert "no demonstration to make it of" in found
    assert refused(protest_camps=1, demonstrations=1) == []
    assert refused(protest_camps=2, demonstrations=2) != []


def test_only_polluted_land_is_restored() -> None:
    (found,) = refused("r r r r r", "r . . . .")
    assert found == "6 restored sites on the table, the box has 5; up to 5"
    assert refused("r r r r r") == []


@pytest.mark.parametrize(
    ("rows", "bank", "told"),
    [
        (("o o o o o", "o . . . ."), 1, "7 offsetting sites on the table, the box has 6"),
        (("c c c c c", "c c . . ."), 0, "7 conservation areas on the table, the box has 6"),
        (("o . . . .",), 3, "3 offsets, the bank holds 2 tiles"),
    ],
)
def test_no_more_than_the_box_holds(rows: tuple[str, ...], bank: int, told: str) -> None:
    assert any(told in found for found in refused(*rows, offsets_in_bank=bank))
