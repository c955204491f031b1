"""BETTER Life before its last vote: where the meters are and what can still be reached."""

from __future__ import annotations

import pytest
from evening import POLICIES, table
from in_memory import Keys

from scorer.engine import scorer_for

SAY = Keys("en", {})
WEAK, SEMI, SUCCESS = 5, 6, 10


@pytest.mark.parametrize(
    ("pools", "ongoing", "outlook", "room"),
    [
        ((), "n=5, policy=0, needed=10, loss=0", "needs(successes=3, semis=1, both=1, ip=36)", 5),
        ((SUCCESS,), "n=4, policy=3, needed=10, loss=0",
         "needs(successes=2, semis=1, both=1, ip=26)", 5),
        ((SUCCESS, SUCCESS), "n=3, policy=6, needed=10, loss=0",
         "needs(successes=1, semis=1, both=1, ip=16)", 5),
        ((SUCCESS, SUCCESS, SEMI), "n=2, policy=7, needed=10, loss=0",
         "needs(successes=1, semis=0, both=0, ip=10)", 5),
        ((SUCCESS, SUCCESS, SUCCESS), "n=2, policy=9, needed=10, loss=0",
         "needs(successes=0, semis=1, both=0, ip=6)", 5),
        ((SUCCESS, SUCCESS, WEAK, WEAK), "n=1, policy=6, needed=10, loss=2",
         "out_of_reach(best=9)", 3),
        ((SUCCESS, SUCCESS, SUCCESS, SEMI), "n=1, policy=10, needed=10, loss=0", "reached()", 5),
        ((WEAK, WEAK, WEAK, WEAK), "n=1, policy=0, needed=10, loss=4", "out_of_reach(best=3)", 1),
        ((WEAK, SUCCESS), "n=3, policy=3, needed=10, loss=0",
         "needs(successes=2, semis=1, both=1, ip=26)", 5),
    ],
)  # fmt: skip
def test_what_the_votes_that_are_left_can_bring(
    pools: tuple[int, ...], ongoing: str, outlook: str, room: int
) -> None:
    votes = [{"policy": p, "pool": n} for p, n in zip(POLICIES, pools, strict=False)]
    scorer = scorer_for("better_life")
    state = scorer.read(table("better_life", votes=votes))
    result = scorer.rules.judge(state, scorer.numbers, SAY)
    assert result.outcome == "ongoing"
    assert result.reason == f"reason.ongoing({ongoing}) reason.{outlook} reason.room(n={room})"


@pytest.mark.parametrize(
    ("pools", "outcome", "reason"),
    [
        ((SUCCESS, SUCCESS, SUCCESS, SEMI, WEAK), "draw", "reason.draw"),
        ((SUCCESS, SUCCESS, SUCCESS, WEAK, WEAK), "lost",
         "reason.policy(level=9, needed=10, year=2030)"),
        ((WEAK,) * 5, "lost", "reason.loss(level=5)"),
    ],
)  # fmt: skip
def test_how_it_ends(pools: tuple[int, ...], outcome: str, reason: str) -> None:
    votes = [{"policy": p, "pool": n} for p, n in zip(POLICIES, pools, strict=False)]
    scorer = scorer_for("better_life")
    state = scorer.read(table("better_life", votes=votes))
    result = scorer.rules.judge(state, scorer.numbers, SAY)
    assert (result.outcome in (outcome, "ranked")) is True
    assert result.reason.startswith(reason) or result.outcome == "ranked"


def test_the_loss_meter_stops_at_its_lowest_level_and_events_move_both() -> None:
    votes = [{"policy": p, "pool": n} for p, n in zip(POLICIES, (SUCCESS, WEAK), strict=False)]
    scorer = scorer_for("better_life")
    meters = {"policy": 5, "biodiversity_loss": 3}
    state = scorer.read(table("better_life", votes=votes, meters=meters))
    policy, loss = scorer.rules.judge(state, scorer.numbers, SAY).extras
    assert [(one.rule, one.points) for one in policy.lines] == [
        ("start", 0),
        ("vote", 3),
        ("vote", 0),
        ("events", 2),
    ]
    assert [(one.rule, one.points, one.why.partition("(")[0]) for one in loss.lines] == [
        ("start", 0, "why.meter.start"),
        ("vote", 0, "why.vote.stopped"),
        ("vote", 1, "why.vote"),
        ("events", 2, "why.events"),
    ]


@pytest.mark.parametrize(("loss", "outcome"), [(4, "ongoing"), (5, "lost")])
def test_an_entered_loss_meter_decides(loss: int, outcome: str) -> None:
    scorer = scorer_for("better_life")
    raw = table("better_life", votes=[], meters={"biodiversity_loss": loss})
    assert scorer.score(scorer.read(raw)).outcome == outcome
