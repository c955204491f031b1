"""Kompensaatiopeli: tables that the rules and the box cannot lead to are refused."""

from __future__ import annotations

from typing import Any

import pytest
from evening import FOUR, SIX, table

from scorer.engine import scorer_for

EMPTY = ". . . . ."
HEADERS = {
    "M": "motorway",
    "W": "wind_power_plant",
    "T": "tram",
    "S": "solar_park",
    "L": "lithium_mine",
}


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
    return ["; ".join(one.parts_in(scorer.say.lang, scorer.say.words)[:2]) for one in found]


FULL = ("M M M M M", "W W W W W")


def test_five_tokens_a_developer() -> None:
    told = "11 project tokens for 2 developers; up to 10, 5 for each developer"
    assert told in refused(*FULL, "T . . . .", roles=FOUR)
    assert refused(*FULL, roles=FOUR) == []
    told = "16 project tokens for 3 developers; up to 15, 5 for each developer"
    assert told in refused(*FULL, "T T T T T", "S . . . .", roles=SIX)


@pytest.mark.parametrize(
    ("rows", "roles", "turns"),
    [((*FULL, "T T . . ."), SIX, 15), (("M M W T S", "M . W T L"), FOUR, 14)],
)
def test_a_turn_for_each_token_and_each_plan(
    rows: tuple[str, ...], roles: list[str], turns: int
) -> None:
    assert refused(*rows, roles=roles) == []
    assert (
        sum(cell.isupper() for row in rows for cell in row)
        + len({cell for row in rows for cell in row if cell.isupper()})
        == turns
    )
    more = [*rows[:-1], rows[-1].replace(".", rows[-1][0], 1)]
    (found,) = refused(*more, roles=roles)
    assert found.endswith(f"up to {turns} tokens and projects together")


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
        (("M M M M M", "W W W . ."), 0, "3 to 10"),
        ((), 55, "0 to 2"),
        ((), 3, "0 to 2"),
        (("- - . . .",), 5, "0 to 4"),
        (("M M M M M", "W W W r ."), 3, "4 to 10"),
        (("M M M M M", "W W W . .", "r r r r r"), 7, "8 to 10"),
        (("M M M M M", "W W W . ."), 11, "3 to 10"),
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


@pytest.mark.parametrize(("roles", "most"), [(FOUR, 6), (SIX, 4)])
def test_a_turn_for_each_protest_and_one_for_the_first_campaign(
    roles: list[str], most: int
) -> None:
    assert refused(roles=roles, demonstrations=most) == []
    assert refused(roles=roles, demonstrations=most - 1, protest_camps=1) == []
    for more in ({"demonstrations": most + 1}, {"demonstrations": most, "protest_camps": 1}):
        (found,) = refused(roles=roles, **more)
        assert found.endswith(f"a media campaign comes first; up to {most} together")


def test_a_turn_for_each_area_and_one_for_the_first_proposal() -> None:
    assert refused("c c c c .") == []
    (found,) = refused("c c c c c")
    assert found.startswith("5 conservation areas in 5 rounds") and found.endswith("; up to 4")
    assert refused("c c c c c", "c . . . .", roles=FOUR) == []


def test_a_turn_for_each_restored_site_and_bank_tile() -> None:
    assert refused("r r r . .", offsets_in_bank=2) == []
    (found,) = refused("r r r r .", offsets_in_bank=2)
    assert found.startswith("4 restored sites and 2 bank tiles by one Planet Saver in 5 rounds")
    assert refused("r r r r r", offsets_in_bank=2, roles=FOUR) == []


def test_eight_tiles_lie_open_from_the_start() -> None:
    closed = (". ? . ? .", "? ? ? ? ?", ". ? ? ? .", "? ? ? ? ?", ". ? . ? .")
    assert sum(row.count("?") for row in closed) == 17
    assert refused(*closed) == []
    assert refused("? . . . .") == []
    (found,) = refused("? ? . ? .", *closed[1:])
    assert found == "18 tiles lie face down; up to 17: 8 lie open from the start"


def test_only_cards_take_tiles_away_without_building() -> None:
    assert refused("- - - - -", "- . . . .") == []
    (found,) = refused("- - - - -", "- - . . .")
    told = (
        "7 places have no tile and nothing built on them; up to 6: so many cards take a tile away"
    )
    assert found == told
    assert refused(*["- - - - -"] * 5) == [told.replace("7", "25", 1)]


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
