"""Kompensaatiopeli: what turns, setup and order of play forbid is scored, with a note."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import pytest
from evening import FOUR, SIX, judged
from kompensaatiopeli_boards import EMPTY, raw_table
from texts import text_of

FULL = ("M M M M M", "W W W W W")
ROUNDS = {4: 7, 6: 5}


def noted(*rows: str, **more: Any) -> list[str]:
    return [note.text for note in judged(raw_table(*rows, **more)).notes]


# ---- turns ---------------------------------------------------------------------------------

Done = tuple[int, int, int, int, int]


@cache
def fewest_turns(areas: int, demonstrations: int, camps: int) -> int:
    """The turns of one role, played out: one tile action in each of them."""
    reached: set[Done] = {(0, 0, 0, 0, 0)}
    turns = 0
    while not any(done[1::2] == (areas, demonstrations) and done[4] == camps for done in reached):
        reached = {after for done in reached for after in actions(*done)}
        turns += 1
    return turns


def actions(proposals: int, areas: int, campaigns: int, marches: int, camps: int) -> Iterator[Done]:
    """Up to four proposals or two campaigns are placed; one of them is turned; one camp."""
    if proposals < 4:
        yield proposals + 4, areas, campaigns, marches, camps
    if campaigns < 2:
        yield proposals, areas, campaigns + 2, marches, camps
    if proposals:
        yield proposals - 1, areas + 1, campaigns, marches, camps
    if campaigns:
        yield proposals, areas, campaigns - 1, marches + 1, camps
    if marches > camps:
        yield proposals, areas, campaigns, marches, camps + 1


@pytest.mark.parametrize("roles", [FOUR, SIX, FOUR[:2], [*FOUR[:2], "energetic_futurist"]])
def test_areas_and_protests_take_as_many_turns_as_when_they_are_played_out(
    roles: list[str],
) -> None:
    """With four players the Birder's turns are for both; with six the Rebel protests."""
    six = len(roles) % 3 == 0
    for areas, marches, camps in product(range(7), range(6), range(2)):
        if camps > marches:
            continue
        cells = ("c" * areas).ljust(10, ".")
        rows = (" ".join(cells[:5]), " ".join(cells[5:]))
        notes = noted(*rows, roles=roles, demonstrations=marches, protest_camps=camps)
        if six:
            needed = [fewest_turns(areas, 0, 0), fewest_turns(0, marches, camps)]
        else:
            needed = [fewest_turns(areas, marches, camps)]
        too_many = [n for n in needed if n > ROUNDS[6 if six else 4]]
        assert len(notes) == len(too_many)
        assert all(f"take {n} turns" in one for n, one in zip(too_many, notes, strict=True))


@pytest.mark.parametrize(
    ("rows", "more", "text"),
    [
        (
            ("c c c c c", "c . . . ."),
            {"demonstrations": 6, "roles": FOUR},
            text_of(
                "note.turns",
                things="6 conservation areas and 6 demonstrations",
                turns=17,
                role="Burned-out Birder",
                rounds=7,
            ),
        ),
        (
            (),
            {"demonstrations": 3, "protest_camps": 1},
            text_of(
                "note.turns",
                things="3 demonstrations and 1 protest camp",
                turns=6,
                role="Extinction Rebel",
                rounds=5,
            ),
        ),
        (
            ("r r r r .",),
            {"offsets_in_bank": 2},
            text_of(
                "note.turns",
                things="4 restored tiles and 2 bank tiles",
                turns=6,
                role="Enthusiastic Planet Saver",
                rounds=5,
            ),
        ),
        (
            (*FULL, "T T T . ."),
            {},
            text_of("note.turns.developers", n=13, projects=3, turns=16, developers=3, had=15),
        ),
        (
            ("M M W T S", "M M W T L"),
            {"roles": FOUR},
            text_of("note.turns.developers", n=10, projects=5, turns=15, developers=2, had=14),
        ),
    ],
)
def test_more_than_the_turns_hold(rows: tuple[str, ...], more: dict[str, Any], text: str) -> None:
    assert noted(*rows, **more) == [text]


@pytest.mark.parametrize(
    ("rows", "more"),
    [
        (("c c c . .",), {"demonstrations": 3}),
        (("r r r . .",), {"offsets_in_bank": 2}),
        (("r r r r r",), {"offsets_in_bank": 2, "roles": FOUR}),
        ((*FULL, "T T . . ."), {}),
        (("M M W T S", "M . W T L"), {"roles": FOUR}),
        ((EMPTY, ". M M M M"), {}),
    ],
)
def test_what_the_turns_hold_is_not_doubted(rows: tuple[str, ...], more: dict[str, Any]) -> None:
    assert noted(*rows, **more) == []


@pytest.mark.parametrize(
    ("roles", "rounds"), [([*FOUR, "extinction_rebel"], 5), ([*SIX, "energetic_futurist"], 7)]
)
def test_roles_play_the_rounds_of_the_nearest_line_up_or_else_the_most(
    roles: list[str], rounds: int
) -> None:
    (text,) = [one for one in noted(roles=roles, demonstrations=5) if "turns" in one]
    assert f"5 demonstrations take 8 turns, but the Extinction Rebel had {rounds}." in text


# ---- setup, tiles and projects -------------------------------------------------------------


def test_five_tokens_a_developer() -> None:
    text = "11 tokens are built, but 2 developers have only 10. Did you take more tokens"
    assert any(one.startswith(text) for one in noted(*FULL, "T . . . .", roles=FOUR))
    assert noted(*FULL, roles=FOUR) == []


@pytest.mark.parametrize("rows", [("M . M . .",), ("M . . . .", ". M . . .")])
def test_tokens_of_a_project_touch(rows: tuple[str, ...]) -> None:
    (note,) = noted(*rows)
    assert note.startswith(
        "The tokens of one project are edge to edge, but these are not: Motorway."
    )


def test_a_project_begins_at_the_edge() -> None:
    (note,) = noted(EMPTY, ". M M . .")
    assert note.startswith(
        "A project starts at the edge of the board, but this one does not: Motorway."
    )


@pytest.mark.parametrize(
    ("rows", "lost", "least", "most"),
    [
        (("M M M M M", "W W W . ."), 0, 3, 10),
        ((), 50, 0, 2),
        ((), 3, 0, 2),
        (("- - . . .",), 5, 0, 4),
        (("M M M M M", "W W W r ."), 3, 4, 10),
        (("M M M M M", "W W W . .", "r r r r r"), 7, 8, 10),
        (("M M M M M", "W W W . ."), 11, 3, 10),
    ],
)
def test_tiles_are_lost_under_tokens_and_by_cards_alone(
    rows: tuple[str, ...], lost: int, least: int, most: int
) -> None:
    (note,) = noted(*rows, destroyed_nature_tiles=lost)
    assert f"You entered {lost} lost nature tiles, but the board shows {least} to {most}." in (note)
    for bound in (least, most):
        assert noted(*rows, destroyed_nature_tiles=bound) == []


def test_corners_and_edge_centres_are_face_up_from_the_start() -> None:
    closed = (". ? . ? .", "? ? ? ? ?", ". ? ? ? .", "? ? ? ? ?", ". ? . ? .")
    assert noted(*closed) == []
    for row, column in product((0, 2, 4), repeat=2):
        if (row, column) == (2, 2):
            continue
        cells = [list(EMPTY) for _ in range(5)]
        cells[row][2 * column] = "?"
        (note,) = noted(*map("".join, cells))
        assert note.startswith("1 corner or edge-centre tile is face down")
    (note,) = noted(*["? ? ? ? ?"] * 5)
    assert (
        note.startswith("8 corner or edge-centre tiles")
        and "but the 8 tiles there are face up" in note
    )


def test_only_cards_take_tiles_away_without_building() -> None:
    assert noted("- - - - -", "- . . . .", destroyed_nature_tiles=6) == []
    (note,) = noted("- - - - -", "- - . . .", destroyed_nature_tiles=6)
    assert note.startswith("7 spaces have neither tile nor token, but only 6 cards in the box")


def test_a_camp_was_a_demonstration_first() -> None:
    (note,) = noted(protest_camps=1)
    assert note.startswith(text_of("note.camp"))
    assert noted(protest_camps=1, demonstrations=1) == []


def test_only_polluted_land_is_restored() -> None:
    notes = noted("r r r r r", "r . . . .", roles=FOUR)
    assert [one.split(". ")[0] for one in notes] == [
        "6 tiles are restored, but the box has 5 tiles of polluted land"
    ]
    assert noted("r r r r r") == []


# ---- roles ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("roles", "text"),
    [
        (FOUR[:1], "This role is usually also in play: Start-up Dreamer. Did you play without?"),
        (
            FOUR[:3],
            "This role is usually also in play: Enthusiastic Planet Saver. Did you play without?",
        ),
        (
            [*FOUR, "extinction_rebel"],
            "One sector role is usually also in play. Did you play without?",
        ),
        (
            [*FOUR, "mobile_opportunist"],
            "This role is usually also in play: Extinction Rebel. Did you play without?",
        ),
        (
            ["extinction_rebel", *FOUR[1:3]],
            "These roles are usually also in play: Filthy Rich Money Maker and Enthusiastic Planet "
            "Saver. One sector role is usually also in play. Did you play without?",
        ),
        (
            [FOUR[0], "mobile_opportunist", "energetic_futurist"],
            text_of(
                "note.line_up",
                chosen="Filthy Rich Money Maker, Mobile Opportunist and Energetic Futurist",
            ),
        ),
    ],
)
def test_roles_of_no_line_up(roles: list[str], text: str) -> None:
    assert noted(roles=roles) == [text]


@pytest.mark.parametrize("roles", [FOUR, SIX, FOUR[:2], [*FOUR[:2], "energetic_futurist"]])
def test_a_line_up_may_leave_the_conservationists_out(roles: list[str]) -> None:
    assert noted(roles=roles) == []
