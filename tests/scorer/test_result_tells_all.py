"""What stands beside the points: who a side is, the board as entered, and what was forgotten."""

from __future__ import annotations

import pytest
from evening import FOUR, OPEN, examples, judged, table
from texts import text_of

from scorer.core.result import as_data
from scorer.engine import scorer_for
from scorer.terminal import result_text as text


def test_a_player_of_better_life_has_a_role() -> None:
    assert [side.about for side in judged(table("better_life"), "sv").sides] == [
        "Universitet",
        "Ideell organisation",
    ]


def test_the_team_of_ecosfera_has_its_players() -> None:
    (team,) = judged(table("ecosfera_baltica")).sides
    assert team.about == "Ada and Bo"


def test_a_team_of_ecologic_has_its_players_and_a_player_needs_no_more() -> None:
    raw = examples("ecologic")["teams_of_two"]["state"]
    assert judged(raw).sides[0].about == "Ada and Bo"
    assert judged(table("ecologic")).sides[0].about == ""


def test_the_board_comes_along_as_it_was_entered(capsys: pytest.CaptureFixture[str]) -> None:
    raw = table("kompensaatiopeli")
    result = judged(raw)
    assert as_data(result)["board"] == raw["board"]
    text.show(result, "Kompensaatiopeli", scorer_for("kompensaatiopeli").say, text.console())
    assert " 2 | . c o r . |" in capsys.readouterr().out


@pytest.mark.parametrize(("entered", "notes"), [(None, [text_of("note.empty", n=2)]), (2, [])])
def test_empty_places_without_a_count_of_lost_tiles_are_pointed_out(
    entered: int | None, notes: list[str]
) -> None:
    board = ["- - . . .", *OPEN[1:]]
    raw = table("kompensaatiopeli", roles=FOUR, projects={}, board=board)
    if entered is not None:
        raw["destroyed_nature_tiles"] = entered
    assert as_data(judged(raw))["notes"] == notes
