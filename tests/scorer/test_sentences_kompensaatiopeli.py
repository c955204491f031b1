"""Kompensaatiopeli: every scoring sentence of the rulebook, restated, with a test that names it."""

from __future__ import annotations

from typing import Any

import pytest
from evening import DEVELOPERS, FOUR, OPEN, judged, line, points, table, tally

PROJECTS = {"M": "motorway", "T": "tram", "W": "wind_power_plant", "L": "lithium_mine"}
SECTOR = {
    "mobile_opportunist": "motorway",
    "energetic_futurist": "wind_power_plant",
    "real_estate_millionaire": "ecological_housing",
    "cynical_materialist": "gold_mine",
}


def evening(*rows: str, **more: Any) -> dict[str, Any]:
    """A board whose other rows are open, with the developers of a game for four."""
    board = [*rows, *OPEN][:5]
    raw = {"roles": FOUR, "projects": PROJECTS, "board": board, "demonstrations": 0, **more}
    return table("kompensaatiopeli", **raw)


def developers(*rows: str, **more: Any) -> int:
    return tally(judged(evening(*rows, **more)), "Developers").total


def conservationists(*rows: str, **more: Any) -> int:
    return tally(judged(evening(*rows, **more)), "Conservationists").total


# A closed tile keeps the point for open tiles out of the way.
NOTHING = ("? . . . .",)


def test_score_tracker_developers_start_at_0_and_conservationists_at_5() -> None:
    assert developers(*NOTHING) == 0
    assert conservationists(*NOTHING) == 5


def test_the_team_with_most_points_wins() -> None:
    assert judged(evening(*NOTHING)).winners == ("Conservationists",)
    assert judged(evening("M M M . ?")).winners == ("Developers",)


def test_no_sentence_on_equal_points_so_it_is_a_draw() -> None:
    assert judged(evening("M M . . .")).outcome == "draw"


def test_developers_each_constructed_token_is_one_point() -> None:
    assert developers("L . . . .") == 1
    assert developers("L L . . .") == 2


def test_developers_one_more_where_a_profitable_project_s_role_plays() -> None:
    assert developers("M . . . .") == 2


def test_developers_one_more_where_a_sustainable_project_s_role_plays() -> None:
    assert developers("W . . . .") == 2


@pytest.mark.parametrize(("role", "header"), SECTOR.items())
def test_developers_one_more_where_the_sector_s_role_plays(role: str, header: str) -> None:
    projects = {"X": header}
    without = developers("X . . . .", projects=projects, roles=DEVELOPERS)
    assert developers("X . . . .", projects=projects, roles=[*DEVELOPERS, role]) == without + 1


def test_developers_a_token_with_two_roles_is_three_points() -> None:
    assert developers("M . . . .", roles=[*DEVELOPERS, "mobile_opportunist"]) == 3


@pytest.mark.parametrize("role", ["energetic_futurist", "cynical_materialist"])
def test_developers_a_header_with_two_sectors_serves_either_role(role: str) -> None:
    assert developers("L . . . .", roles=[*DEVELOPERS, role]) == 2


@pytest.mark.parametrize(
    ("rows", "extra"),
    [
        (("L L . . .",), 0),
        (("L L L . .",), 1),
        (("L L . . .", "L . . . ."), 1),
        (("L . T . .", ". . . . .", ". . . . .", ". . . . .", "W . . . ."), 0),
        (("L . . . .", "T . . . .", ". . . . .", "W . . . ."), 0),
        (("L L L L L",), 1),
        (("L L L . .", ". . . . .", "T T T . ."), 1),
        (("L T W . .",), 1),
    ],
)
def test_developers_one_cluster_of_three_side_by_side_and_only_one(
    rows: tuple[str, ...], extra: int
) -> None:
    assert points(judged(evening(*rows)), "Developers", "developer_cluster") == extra


def test_developers_the_cluster_names_its_cells() -> None:
    result_line = line(judged(evening("M M . . .", "M . . . T")), "Developers", "developer_cluster")
    assert result_line.cells == ((1, 1), (1, 2), (2, 1))


def test_individual_points_count_from_0_the_tokens_that_benefit_each_role() -> None:
    roles = [*DEVELOPERS, "energetic_futurist"]
    result = judged(evening("M M W L .", roles=roles))
    assert {extra.name: extra.total for extra in result.extras} == {
        "Filthy Rich Money Maker": 2,
        "Start-up Dreamer": 1,
        "Energetic Futurist": 2,
    }


def test_conservationists_lose_one_for_each_nature_tile_lost() -> None:
    assert conservationists("L L . . ?") == 5 - 2


def test_conservationists_a_tile_lost_by_a_card_counts_too() -> None:
    assert conservationists(*NOTHING, destroyed_nature_tiles=1) == 5 - 1


def test_conservationists_polluted_land_under_a_token_is_no_loss() -> None:
    assert conservationists("L L . . ?", destroyed_nature_tiles=1) == 5 - 1


def test_conservationists_one_for_each_completed_offsetting_site() -> None:
    assert conservationists("o . o . ?") == 5 + 2


def test_conservationists_offsetting_sites_in_the_bank_count_too() -> None:
    assert conservationists(*NOTHING, offsets_in_bank=2) == 5 + 2


def test_conservationists_a_tile_offset_one_to_one_changes_nothing() -> None:
    assert conservationists("L . o . ?") == 5


def test_conservationists_a_tile_offset_with_ratio_two_is_one_more() -> None:
    assert conservationists("L . o . ?", "o . . . .") == 5 + 1


def test_conservationists_a_tile_that_is_not_offset_is_one_less() -> None:
    assert conservationists("L . . . ?") == 5 - 1


def test_conservationists_one_when_all_nature_tiles_are_open() -> None:
    assert conservationists(". . . . .") == 5 + 1
    assert conservationists("- . . . .") == 5 + 1
    assert conservationists(". . ? . .") == 5


@pytest.mark.parametrize(
    ("row", "extra"),
    [("T L . . .", 0), ("T W L . .", 1), ("T . . . .", 1), (". . . . .", 0), ("T L L . .", 0)],
)
def test_conservationists_one_when_more_than_half_is_sustainable(row: str, extra: int) -> None:
    assert points(judged(evening(row)), "Conservationists", "majority") == extra


def test_conservationists_one_for_each_conservation_area() -> None:
    assert conservationists("c . c . ?") == 5 + 2


def test_conservationists_two_for_each_restored_site() -> None:
    assert conservationists("r . r . ?") == 5 + 4


@pytest.mark.parametrize(
    ("rows", "extra"),
    [
        (("c o . . .",), 0),
        (("c o r . .",), 1),
        (("c o . . .", "r . . . ."), 1),
        (("c . r . .", ". o . . ."), 0),
        (("c c c . .", ". . . . .", "o o o . ."), 1),
    ],
)
def test_conservationists_one_cluster_of_areas_offsets_and_restored_sites(
    rows: tuple[str, ...], extra: int
) -> None:
    result = judged(evening(*rows))
    assert points(result, "Conservationists", "conservation_cluster") == extra


def test_conservationists_bank_tiles_are_in_no_cluster() -> None:
    result = judged(evening("c o . . .", offsets_in_bank=2))
    assert points(result, "Conservationists", "conservation_cluster") == 0


def test_conservationists_three_for_each_demonstration_even_if_removed() -> None:
    assert conservationists(*NOTHING, demonstrations=2) == 5 + 6


def test_conservationists_two_more_for_the_protest_camp() -> None:
    assert conservationists(*NOTHING, demonstrations=1, protest_camps=1) == 5 + 3 + 2
