"""Ecosfera Baltica: every sentence on the end of the game, restated, with a test that names it."""

from __future__ import annotations

import pytest
from evening import HABITATS, judged, line, table


def test_section_3_the_sixth_different_habitat_wins() -> None:
    result = judged(table("ecosfera_baltica", habitats=HABITATS, impacts=5))
    assert (result.outcome, result.winners) == ("won", ("Team",))


def test_section_3_five_habitats_do_not_win() -> None:
    assert judged(table("ecosfera_baltica", habitats=HABITATS[:5])).outcome == "ongoing"


def test_section_3_the_sixth_impact_loses() -> None:
    result = judged(table("ecosfera_baltica", impacts=6))
    assert (result.outcome, result.winners) == ("lost", ())


def test_section_3_all_win_or_lose_together() -> None:
    result = judged(table("ecosfera_baltica", players=["Ada", "Bo", "Cy"]))
    assert [side.name for side in result.sides] == ["Team"]


def test_section_3_solo_is_played_with_the_same_rules() -> None:
    result = judged(table("ecosfera_baltica", players=["Ada"], habitats=HABITATS))
    assert result.outcome == "won"


def test_not_over_yet_tells_how_far_both_are() -> None:
    reason = judged(table("ecosfera_baltica", habitats=HABITATS[:4], impacts=5)).reason
    assert "2 habitats are still to be restored. " in reason
    assert "With 1 more impact tile, all is lost." in reason


@pytest.mark.parametrize(("level", "words"), [(1, "without policy"), (2, "with policy")])
def test_section_2_4_the_level_is_recorded(level: int, words: str) -> None:
    result = judged(table("ecosfera_baltica", level=level))
    assert words in line(result, "Team", "difficulty").why


def test_section_2_3_variants_are_recorded() -> None:
    variants = {"elements": 3, "high_pressure": True, "loss_of_biodiversity": True}
    why = line(judged(table("ecosfera_baltica", variants=variants)), "Team", "difficulty").why
    assert "3 cards in each element stack, high pressure and loss of biodiversity" in why


@pytest.mark.parametrize(
    ("players", "elements", "fits"),
    [(1, 6, True), (1, 7, False), (2, 6, True), (2, 7, False), (3, 3, True), (3, 4, False)],
)
def test_section_2_3_nutrients_last_for_stack_and_start_decks(
    players: int, elements: int, fits: bool
) -> None:
    """Twelve nutrients cards; one person plays two rows."""
    variants = {"elements": elements, "eutrophication": True}
    names = ["Ada", "Bo", "Cy", "Di"][:players]
    raw = table("ecosfera_baltica", players=names, variants=variants)
    assert (judged(raw).notes == ()) == fits


@pytest.mark.parametrize(("players", "fits"), [(3, True), (4, False)])
def test_section_2_3_without_a_stack_size_the_smallest_one_counts(players: int, fits: bool) -> None:
    names = ["Ada", "Bo", "Cy", "Di"][:players]
    raw = table("ecosfera_baltica", players=names, variants={"eutrophication": True})
    assert (judged(raw).notes == ()) == fits
