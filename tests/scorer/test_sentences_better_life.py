"""BETTER Life: every scoring sentence of the rulebook, restated, with a test that names it."""

from __future__ import annotations

from typing import Any

import pytest
from evening import POLICIES, judged, line, mistakes, points, table, tally
from texts import text_of

from scorer.engine import scorer_for

RANKS = ("primary", "secondary", "tertiary")


def player(name: str = "Ada", role: str = "ngo", **has: Any) -> dict[str, Any]:
    return {"name": name, "role": role, "ip": 0, "targets": POLICIES[:3], **has}


def evening(*pools: int, **more: Any) -> dict[str, Any]:
    votes = [{"policy": p, "pool": n} for p, n in zip(POLICIES, pools, strict=False)]
    return table("better_life", votes=votes, **({"players": [player()]} | more))


def meters(*pools: int, **more: Any) -> tuple[int, int]:
    result = judged(evening(*pools, **more))
    return tally(result, "Policy Meter").total, tally(result, "Biodiversity Loss Meter").total


def test_both_meters_start_at_0() -> None:
    assert meters() == (0, 0)


@pytest.mark.parametrize("pool", [0, 5])
def test_voting_up_to_five_points_is_weak_no_policy_and_one_loss(pool: int) -> None:
    assert meters(pool) == (0, 1)


@pytest.mark.parametrize("pool", [6, 9])
def test_voting_six_to_nine_is_a_semi_success_one_policy_and_no_loss(pool: int) -> None:
    assert meters(0, pool) == (1, 1)


@pytest.mark.parametrize("pool", [10, 40])
def test_voting_ten_or_more_is_a_success_three_policy_and_loss_one_less(pool: int) -> None:
    assert meters(0, 0, pool) == (3, 1)


def test_the_loss_meter_does_not_go_below_0() -> None:
    assert meters(10, 10, 0) == (6, 1)


def test_loss_meter_at_five_everyone_loses() -> None:
    result = judged(evening(0, 0, 0, 0, 0))
    assert (result.outcome, result.winners) == ("lost", ())


def test_loss_meter_at_five_ends_the_game_at_once() -> None:
    assert judged(evening(10, meters={"biodiversity_loss": 5})).outcome == "lost"
    assert judged(evening(10, meters={"biodiversity_loss": 4})).outcome == "ongoing"


def test_an_entered_loss_of_0_holds_whatever_the_votes_gave() -> None:
    result = judged(evening(0, 0, 0, 0, 0, meters={"biodiversity_loss": 0, "policy": 10}))
    assert result.outcome == "ranked"
    assert tally(result, text_of("meter.loss")).total == 0


def test_all_influence_points_of_the_box_may_lie_before_players() -> None:
    most = scorer_for("better_life").numbers.box.influence
    both = [player(ip=60), player("Bo", "citizens", ip=most - 60)]
    assert mistakes(evening(players=both), "better_life") == []
    both[1]["ip"] += 1
    (message,) = mistakes(evening(players=both), "better_life")
    assert text_of("wrong.influence", n=most + 1, most=most) in message


def test_policy_meter_below_ten_in_2030_everyone_loses() -> None:
    result = judged(evening(10, 10, 10, 5, 5))
    assert result.outcome == "lost"
    assert "2030" in result.reason


def test_policy_meter_at_ten_is_enough() -> None:
    assert judged(evening(10, 10, 10, 6, 0)).outcome == "ranked"
    assert judged(evening(10, 10, 10, 10, 0)).outcome == "ranked"


def test_events_move_the_meters_too() -> None:
    saved = evening(10, 10, 10, 5, 5, meters={"policy": 10})
    assert judged(saved).outcome == "ranked"
    assert meters(10, 10, 10, 5, 5, meters={"policy": 10}) == (10, 2)
    assert points(judged(saved), "Policy Meter", "events") == 1


@pytest.mark.parametrize(("votes", "left"), [(4, 1), (3, 2), (0, 5)])
def test_five_rounds_the_game_is_not_over_before(votes: int, left: int) -> None:
    result = judged(evening(*[10] * votes))
    assert result.outcome == "ongoing"
    assert result.reason.startswith(f"{left} vote")


def test_what_is_still_possible_is_told() -> None:
    assert "2 successes. That takes at least 20" in judged(evening(10, 6)).reason
    assert text_of("reason.reached") in judged(evening(10, 10, 10, 10)).reason
    assert "bring it to 3 at most" in judged(evening(0, 0, 0, 0)).reason


@pytest.mark.parametrize(("ip", "worth"), [(0, 0), (2, 0), (3, 1), (5, 1), (30, 10)])
def test_personal_score_three_remaining_points_are_one(ip: int, worth: int) -> None:
    result = judged(evening(0, players=[player(ip=ip)]))
    assert points(result, "Ada", "influence") == worth


@pytest.mark.parametrize(("rank", "worth"), list(zip(RANKS, (7, 4, 2), strict=True)))
def test_personal_score_a_success_by_rank_of_the_target(rank: str, worth: int) -> None:
    assert points(judged(evening(10, 10, 10)), "Ada", rank) == worth


@pytest.mark.parametrize(("rank", "worth"), list(zip(RANKS, (3, 2, 1), strict=True)))
def test_personal_score_a_semi_success_by_rank_of_the_target(rank: str, worth: int) -> None:
    assert points(judged(evening(6, 9, 7)), "Ada", rank) == worth


@pytest.mark.parametrize("rank", RANKS)
def test_personal_score_a_weak_policy_is_worth_nothing(rank: str) -> None:
    assert points(judged(evening(5, 0, 3)), "Ada", rank) == 0


def test_personal_score_a_target_that_was_never_voted_on_is_worth_nothing() -> None:
    targets = ["invasive_species", "nutrient_losses", "sustainable_fisheries"]
    result = judged(evening(10, 10, 10, 10, 10, players=[player(targets=targets)]))
    assert tally(result, "Ada").total == 0
    assert line(result, "Ada", "primary").why.endswith(text_of("why.target.never"))


def test_a_target_that_is_still_open_shows_what_it_can_bring() -> None:
    result = judged(evening())
    assert "up to 7 points" in line(result, "Ada", "primary").why


def test_winning_most_victory_points_win() -> None:
    players = [player("Ada", ip=8), player("Bo", "citizens", ip=9)]
    result = judged(evening(10, 10, 10, 10, 10, players=players))
    assert (result.outcome, result.winners) == ("ranked", ("Bo",))


def test_no_sentence_on_ties_so_the_place_is_shared() -> None:
    players = [player("Ada"), player("Bo", "citizens")]
    assert judged(evening(10, 10, 10, 10, 10, players=players)).outcome == "draw"


def test_variant_smaller_groups_keep_each_player_s_share_of_the_limits() -> None:
    three = [player("Ada"), player("Bo", "citizens"), player("Cy", "industry")]
    more = {"players": three, "variants": {"limits": "by_players"}}
    assert meters(3, **more) == (0, 1)
    assert meters(4, **more) == (1, 0)
    assert meters(6, **more) == (3, 0)
