"""Ecologic: every scoring sentence of the rulebook, restated, with a test that names it."""

from __future__ import annotations

from typing import Any

import pytest
from evening import judged, line, points, table, tally
from texts import text_of


def player(name: str = "Ada", **has: Any) -> dict[str, Any]:
    return {"name": name, "profits": 0, "enviros": 0, **has}


def total(**has: Any) -> int:
    return tally(judged(table("ecologic", players=[player(**has)])), "Ada").total


def test_section_3_nine_profits_and_seven_enviros_are_twelve_base_points() -> None:
    assert total(profits=9, enviros=7) == 12


def test_section_3_the_table_gives_base_points_where_both_numbers_meet() -> None:
    assert total(profits=15, enviros=18) == 28
    assert total(profits=1, enviros=2) == 2


def test_section_3_k_is_the_lesser_over_the_greater() -> None:
    result = judged(table("ecologic", players=[player(profits=9, enviros=7)]))
    why = line(result, "Ada", "base").why
    assert "7 Enviros ÷ 9 Profits × 16 = 12.44…, rounded to 12.4, then to 12" in why


@pytest.mark.parametrize(("profits", "enviros"), [(4, 9), (9, 4), (20, 3)])
def test_section_3_profits_and_enviros_weigh_the_same(profits: int, enviros: int) -> None:
    swapped = total(profits=enviros, enviros=profits)
    assert total(profits=profits, enviros=enviros) == swapped


def test_section_3_one_for_each_refinery_token_on_the_board() -> None:
    assert total(refineries=5) == 5


def test_section_3_one_for_each_eco_initiative_card() -> None:
    assert total(eco_initiatives=3) == 3


def test_section_3_two_for_each_tad_bought() -> None:
    assert total(tads=2) == 4


def test_section_3_bonuses_are_added_to_the_base() -> None:
    assert total(profits=9, enviros=7, refineries=5, eco_initiatives=3, tads=1) == 22


def test_section_3_fractions_go_to_the_nearest_not_up() -> None:
    """The sentence on rounding up is about amounts paid: 12.44 is 12 in the table beside it."""
    assert total(profits=9, enviros=7) == 12
    assert total(profits=9, enviros=2) == 2


def test_aim_of_the_game_most_points_win() -> None:
    players = [player("Ada", profits=9, enviros=7), player("Bo", profits=8, enviros=8)]
    result = judged(table("ecologic", players=players))
    assert (result.outcome, result.winners) == ("ranked", ("Bo",))


def test_aim_of_the_game_balance_counts_more_than_the_sum() -> None:
    assert total(profits=8, enviros=8) > total(profits=20, enviros=4)


def test_no_sentence_on_ties_so_the_place_is_shared() -> None:
    players = [player(name, profits=5, enviros=5) for name in ("Ada", "Bo")]
    players.append(player("Cy"))
    result = judged(table("ecologic", players=players))
    assert (result.outcome, result.winners) == ("draw", ("Ada", "Bo"))
    assert [side.place for side in result.sides] == [1, 1, 3]


def test_environment_phase_the_minus_field_counts_as_nothing() -> None:
    assert total(profits=12, enviros="minus", refineries=2) == 2


def test_variants_two_allies_add_their_profits_and_enviros() -> None:
    players = [
        player("Ada", profits=9, enviros=7),
        player("Bo", profits=4, enviros=6),
        player("Cy", profits=5, enviros=5, tads=1),
        player("Di", refineries=3),
    ]
    teams = {"North": ["Ada", "Bo"], "South": ["Cy", "Di"]}
    result = judged(table("ecologic", players=players, teams=teams))
    assert points(result, "North", "base") == 26
    assert "9 + 4 Profits" in line(result, "North", "base").why
    assert tally(result, "South").total == 10 + 3 + 2


def test_variants_a_team_with_one_ally_on_minus_still_has_the_other_s_enviros() -> None:
    players = [player("Ada", profits=3, enviros="minus"), player("Bo", profits=1, enviros=4)]
    players += [player("Cy"), player("Di")]
    teams = {"North": ["Ada", "Bo"], "South": ["Cy", "Di"]}
    result = judged(table("ecologic", players=players, teams=teams))
    assert points(result, "North", "base") == 8


@pytest.mark.parametrize("lang", ["en", "sv"])
def test_whole_numbers_need_no_rounding(lang: str) -> None:
    players = [player(profits=20, enviros=20)]
    why = line(judged(table("ecologic", players=players), lang), "Ada", "base").why
    assert why.endswith("= 40.")


def test_swedish_has_a_decimal_comma() -> None:
    players = [player(profits=9, enviros=7)]
    assert "12,44…" in line(judged(table("ecologic", players=players), "sv"), "Ada", "base").why


def test_a_step_that_changes_nothing_is_not_told() -> None:
    """7 x (7 + 10) / 10 is 11.9: only the step to whole points rounds it."""
    result = judged(table("ecologic", players=[{"name": "Ada", "profits": 7, "enviros": 10}]))
    assert line(result, "Ada", "base").why.endswith("= 11.9, rounded to 12.")


def test_one_profit_is_no_profits() -> None:
    result = judged(table("ecologic", players=[{"name": "Ada", "profits": 1, "enviros": 0}]))
    assert line(result, "Ada", "base").why == (
        text_of("why.base.zero", profits=1, enviros=0, zeros=1)
    )


def test_nothing_at_all_is_both_nothing() -> None:
    result = judged(table("ecologic", players=[{"name": "Ada", "profits": 0, "enviros": 0}]))
    assert "both are 0" in line(result, "Ada", "base").why


@pytest.mark.parametrize(
    ("others", "sentence"),
    [
        (7, text_of("why.base.team", profits="9 + 4", enviros="Minus (counts as 0) + 7")),
        (0, "Minus (counts as 0) + 0 Enviros. The Enviros marker is on Minus, which counts as 0"),
    ],
)
def test_a_minus_inside_a_team_is_named(others: int, sentence: str) -> None:
    players = [
        {"name": "Ada", "profits": 9, "enviros": "minus"},
        {"name": "Bo", "profits": 4, "enviros": others},
        {"name": "Cy", "profits": 4, "enviros": 4},
        {"name": "Di", "profits": 4, "enviros": 4},
    ]
    teams = {"North": ["Ada", "Bo"], "South": ["Cy", "Di"]}
    result = judged(table("ecologic", players=players, teams=teams))
    assert sentence in line(result, "North", "base").why
