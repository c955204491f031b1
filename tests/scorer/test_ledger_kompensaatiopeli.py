"""Kompensaatiopeli: a whole ledger line by line, and who is still missing at the table."""

from __future__ import annotations

from typing import Any

import pytest
from evening import FOUR, OPEN, SIX, table
from in_memory import Keys

from cards_data.problems import quote
from cards_data.schema import replace
from scorer.engine import scorer_for

SAY = Keys("en", {})
PROJECTS = {"M": "motorway", "T": "tram", "W": "wind_power_plant"}
BOARD = ["M M M . ?", ". c o r .", "W . . . .", "W . . - .", ". . . . ."]


def ledger(board: list[str], **more: Any) -> Any:
    scorer = scorer_for("kompensaatiopeli")
    raw = {"roles": SIX, "projects": PROJECTS, "demonstrations": 2, "protest_camps": 1, **more}
    state = scorer.read(table("kompensaatiopeli", board=board, **raw))
    return scorer.rules.judge(state, scorer.numbers, SAY)


def lines(side: Any) -> list[tuple[str, int, str, int]]:
    return [(one.rule, one.points, one.why, len(one.cells)) for one in side.lines]


def test_a_full_board() -> None:
    developers, conservationists = ledger(BOARD, offsets_in_bank=2).sides
    assert lines(developers) == [
        ("start", 0, "why.start(n=0)", 0),
        ("constructed", 5, "why.constructed(n=5, each=1, names=3 motorway, 2 wind_power_plant)", 5),
        (
            "profitable",
            3,
            "why.benefit(n=3, each=1, role=filthy_rich_money_maker, symbol=symbol.profitable())",
            3,
        ),
        (
            "sustainable",
            2,
            "why.benefit(n=2, each=1, role=start_up_dreamer, symbol=symbol.sustainable())",
            2,
        ),
        (
            "sector",
            3,
            "why.benefit(n=3, each=1, role=mobile_opportunist, symbol=symbol.mobility())",
            3,
        ),
        ("developer_cluster", 1, "why.developer_cluster(n=3, size=3)", 3),
    ]
    assert lines(conservationists) == [
        ("start", 5, "why.start(n=5)", 0),
        ("destroyed", -5, "why.destroyed.built(n=5)", 0),
        ("offsets", 3, "why.offsets(n=1, bank=2, each=1)", 1),
        ("areas", 1, "why.areas(n=1, each=1)", 1),
        ("restored", 2, "why.restored(n=1, each=2)", 1),
        ("demonstrations", 6, "why.demonstrations(n=2, each=3)", 0),
        ("camps", 2, "why.camps(n=1, each=2)", 0),
        ("all_open", 0, "why.all_open.none(n=1)", 0),
        ("majority", 0, "why.majority.none(green=2, all=5, share=half())", 0),
        ("conservation_cluster", 1, "why.conservation_cluster(n=3, size=3)", 3),
    ]
    assert developers.about == ("filthy_rich_money_maker, start_up_dreamer and mobile_opportunist")


def test_an_empty_board() -> None:
    result = ledger(OPEN, roles=FOUR, projects={}, demonstrations=0, protest_camps=0)
    developers, conservationists = result.sides
    assert lines(developers)[1:] == [
        ("constructed", 0, "why.constructed.none(n=0, each=1, names=)", 0),
        (
            "profitable",
            0,
            "why.benefit(n=0, each=1, role=filthy_rich_money_maker, symbol=symbol.profitable())",
            0,
        ),
        (
            "sustainable",
            0,
            "why.benefit(n=0, each=1, role=start_up_dreamer, symbol=symbol.sustainable())",
            0,
        ),
        ("developer_cluster", 0, "why.developer_cluster.none(n=0, size=3)", 0),
    ]
    assert [one for one in lines(conservationists) if one[1]] == [
        ("start", 5, "why.start(n=5)", 0),
        ("all_open", 1, "why.all_open()", 0),
    ]
    assert lines(conservationists)[-1][2] == "why.conservation_cluster.none(n=0, size=3)"


@pytest.mark.parametrize(
    ("row", "points", "why", "cells"),
    [
        ("W W . . .", 1, "why.majority(green=2, all=2, share=half())", 2),
        ("W W M . .", 1, "why.majority(green=2, all=3, share=half())", 2),
        ("W M . . .", 0, "why.majority.none(green=1, all=2, share=half())", 0),
    ],
)
def test_more_than_half_are_sustainable(row: str, points: int, why: str, cells: int) -> None:
    line = ledger([row, *OPEN[1:]]).sides[1].lines[8]
    assert (line.points, line.why, len(line.cells)) == (points, why, cells)


def test_lost_tiles_that_were_entered_count() -> None:
    entered = ledger(BOARD, destroyed_nature_tiles=6)
    assert lines(entered.sides[1])[1] == ("destroyed", -6, "why.destroyed(n=6)", 0)


def test_each_developer_has_points_whoever_sits_between() -> None:
    extras = ledger(BOARD, roles=sorted(SIX)).extras
    assert [(one.name, one.total, one.lines[0].why) for one in extras] == [
        ("filthy_rich_money_maker", 3, "why.individual(n=3, symbol=symbol.profitable())"),
        ("mobile_opportunist", 3, "why.individual(n=3, symbol=symbol.mobility())"),
        ("start_up_dreamer", 2, "why.individual(n=2, symbol=symbol.sustainable())"),
    ]


def test_projects_are_told_in_the_order_of_their_letters() -> None:
    other = dict(reversed(PROJECTS.items()))
    reason = ledger(BOARD, projects=other).sides[0].lines[1].why
    assert "names=3 motorway, 2 wind_power_plant" in reason


def test_a_profile_that_nobody_in_play_benefits_from_has_no_points() -> None:
    scorer = scorer_for("kompensaatiopeli")
    state = replace(scorer.read(table("kompensaatiopeli")), roles=("burned_out_birder",))
    lines = scorer.rules.judge(state, scorer.numbers, SAY).sides[0].lines
    assert [(one.rule, one.points, one.why) for one in lines[2:4]] == [
        (profile, 0, f"why.no_role(symbol=symbol.{profile}())")
        for profile in ("profitable", "sustainable")
    ]


def test_every_role_has_a_side() -> None:
    scorer = scorer_for("kompensaatiopeli")
    sides = scorer.rules.form(scorer.numbers, SAY)[0].data["sides"]
    assert len(sides) == 9
    assert sides["burned_out_birder"] == "side.conservationists()"
    assert sides["start_up_dreamer"] == "side.developers()"


@pytest.mark.parametrize(
    ("roles", "expected"),
    [
        ([*FOUR, FOUR[0]], [("twice.role", False)] * 2),
        ([*FOUR, "nobody"], [("no_role", False)]),
        ([], [("no_roles", True)]),
    ],
)
def test_somebody_plays_and_each_role_is_known_and_there_once(
    roles: list[str], expected: Any
) -> None:
    raw = table("kompensaatiopeli", roles=roles, board=OPEN, projects={}, demonstrations=0)
    messages = scorer_for("kompensaatiopeli").check(raw)[1]
    assert [(one.found.key.removeprefix("wrong."), one.unfinished) for one in messages] == expected


@pytest.mark.parametrize(
    ("board", "expected"),
    [
        ([*OPEN, "x . . . ."], [(("board",), "rows")]),
        ([*OPEN[:4], "x . . . ."], [(("board", 4, 0), "cell")]),
        ([*OPEN[:4], ". . . . x"], [(("board", 4, 4), "cell")]),
        ([*OPEN[:4], ". . . . . x"], [(("board", 4), "cells")]),
        ([*OPEN[:4], ". . . ."], [(("board", 4), "cells")]),
        (OPEN[:4], [(("board",), "rows")]),
        ([*OPEN, "x . . . ."][::-1], [(("board",), "rows"), (("board", 0, 0), "cell")]),
        ([". . . . . x", "x . . . .", *OPEN[2:]],
         [(("board", 0), "cells"), (("board", 1, 0), "cell")]),
        (["M . . . .", *OPEN[1:]], [(("board", 0, 0), "no_headers")]),
    ],
)  # fmt: skip
def test_the_shape_of_the_board(board: list[str], expected: Any) -> None:
    scorer = scorer_for("kompensaatiopeli")
    raw = table("kompensaatiopeli", board=board, projects={}, demonstrations=0)
    assert [
        (one.path, one.found.key.removeprefix("wrong.")) for one in scorer.check(raw)[1]
    ] == expected


@pytest.mark.parametrize(("length", "sound"), [(100, True), (101, False)])
def test_a_row_has_no_more_than_a_hundred_letters(length: int, sound: bool) -> None:
    scorer = scorer_for("kompensaatiopeli")
    row = ". . . . ." + " " * (length - 9)
    raw = table("kompensaatiopeli", board=[row, *OPEN[1:]], projects={}, demonstrations=0)
    messages = scorer.check(raw)[1]
    assert (messages == []) is sound
    assert sound or dict(messages[0].found.params)["given"] == quote(row, 20)
