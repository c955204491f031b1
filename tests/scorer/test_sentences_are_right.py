"""Sentences: one is one, nothing is nothing, and the Swedish is Swedish."""

from __future__ import annotations

from typing import Any

import pytest
from evening import FOUR, OPEN, POLICIES, judged, line, table, tally
from texts import text_of


def board(*rows: str, lang: str = "en", **more: Any) -> Any:
    projects = {"M": "motorway", "W": "wind_power_plant"}
    rows = (*rows, *OPEN)[:5]
    raw = table("kompensaatiopeli", roles=FOUR, projects=projects, board=list(rows), **more)
    return judged(raw, lang)


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        (". . . . .", "Nothing is built yet; a cluster needs 3."),
        ("M . . . .", text_of("why.developer_cluster.none", size=3, n=1)),
        ("M M . . .", text_of("why.developer_cluster.none", n=2, size=3)),
    ],
)
def test_tokens_that_are_no_cluster(row: str, sentence: str) -> None:
    assert line(board(row), "Developers", "developer_cluster").why == sentence


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        (". . . . .", "Nothing is built yet, so nothing is sustainable."),
        ("W . . . .", text_of("why.majority", green=1, all=1, share="half")),
        ("M . . . .", text_of("why.majority.none", green=1, all=1)),
        ("M W . . .", text_of("why.majority.none", green=1, all=2, share="half")),
        ("M W W . .", text_of("why.majority", green=2, all=3, share="half")),
    ],
)
def test_the_sustainable_majority(row: str, sentence: str) -> None:
    assert line(board(row), "Conservationists", "majority").why == sentence


def test_nothing_built_is_no_tile_lost() -> None:
    assert line(board(), "Conservationists", "destroyed").why == (
        "Nothing is built, so no nature tile is lost."
    )


def votes(*pools: int, lang: str = "en") -> Any:
    votes_cast = [{"policy": p, "pool": n} for p, n in zip(POLICIES, pools, strict=False)]
    return judged(table("better_life", votes=votes_cast), lang)


def test_a_meter_that_can_go_no_lower_says_so() -> None:
    loss = tally(votes(10), "Biodiversity Loss Meter").lines[-1]
    assert loss.points == 0
    assert loss.why.endswith("make it a success, but the meter goes no lower than 0.")


def test_a_meter_beyond_its_goal_is_no_share_of_it() -> None:
    reason = votes(10, 10, 10, 10).reason
    assert "is at 12, and its goal is 10" in reason
    assert "12 of 10" not in reason


def test_no_event_is_promised_that_no_card_brings() -> None:
    assert "event" not in votes(0, 0, 0, 10).reason


def test_swedish_sentences_have_one_colon_and_agree() -> None:
    vote = tally(votes(11, lang="sv"), "Policymätaren").lines[-1].why
    assert vote == (
        text_of(
            "why.vote", "sv", policy="Skyddade områden på land och till havs", n=11, degree="lyckat"
        )
    )
    left = line(votes(10, 10, 10, 10, 0, lang="sv"), "Ada", "influence").why
    assert left == text_of("why.influence", "sv", n=7, points=1, each=3)


def test_swedish_tokens_are_moved_in_any_gender() -> None:
    from scorer.engine import scorer_for

    say = scorer_for("kompensaatiopeli", "sv").say
    place = {"row": 1, "column": 1, "to_row": 2, "to_column": 1}
    sentence = say("change.moved", what=say("thing.c"), **place)
    assert sentence == text_of(
        "change.moved", "sv", what=text_of("thing.c", "sv"), row=1, column=1, to_row=2, to_column=1
    )
