"""Mistakes are caught: each with its path, what was found and what is allowed, all at once."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from evening import FOUR, HABITATS, OPEN, POLICIES, SIX, SLUGS, judged, mistakes, table

from scorer.terminal.state_source import read_document


def player(**has: Any) -> dict[str, Any]:
    return {"name": "Ada", "profits": 1, "enviros": 1, **has}


def citizen(**has: Any) -> dict[str, Any]:
    return {"name": "Ada", "role": "ngo", "ip": 1, "targets": POLICIES[:3], **has}


def board(*rows: str) -> list[str]:
    return [*rows, *OPEN][:5]


# slug, what is different, and the beginning of the one problem that it causes
CASES: list[tuple[str, dict[str, Any], str]] = [
    ("ecologic", {"players": []}, "players: 0 players; allowed: 1 to 4"),
    (
        "ecologic",
        {"players": [player(name=n) for n in "ABCDE"]},
        "players: 5 players; allowed: 1 to 4",
    ),
    (
        "ecologic",
        {"players": [player(tads=2), player(name="Bo", tads=3)]},
        "players: 5 TADs on the table, but the box has only 4; allowed: up to 4 in all",
    ),
    (
        "ecologic",
        {"players": [player(eco_initiatives=21)]},
        "players: 21 eco-initiatives on the table, but the box has only 20",
    ),
    (
        "ecologic",
        {"players": [player(), player(name="Bo", refineries=21)]},
        "players[2].refineries: 21 refinery tokens on the table, but a player has only 20; "
        "allowed: up to 20",
    ),
    (
        "ecologic",
        {"players": [player(profits=100)]},
        "players[1].profits: 100 is too large; allowed: up to 99",
    ),
    (
        "ecologic",
        {"players": [player(profits=-1)]},
        'players[1].profits: "-1" is too small; allowed: 0 or more',
    ),
    (
        "ecologic",
        {"players": [player(profits=1.5)]},
        'players[1].profits: "1.5" is not a whole number',
    ),
    (
        "ecologic",
        {"players": [player(profits=True)]},
        'players[1].profits: "true" is not a whole number',
    ),
    (
        "ecologic",
        {"players": [player(enviros="Minus!")]},
        'players[1].enviros: "Minus!" is not a valid number of Enviros; allowed: 0 or more, minus',
    ),
    ("ecologic", {"players": [player(name=" ")]}, 'players[1].name: " " is not a valid name'),
    ("ecologic", {"players": [player(name="\x1b[31mAda")]}, "players[1].name: "),
    ("ecologic", {"players": [player(name="x" * 41)]}, "players[1].name: "),
    ("ecologic", {"players": [{"name": "Ada", "profits": 1}]}, "players[1].enviros: missing"),
    (
        "ecologic",
        {"variants": {"rounding": "up"}},
        'variants.rounding: "up" is not a known way to round; allowed: table, exact',
    ),
    (
        "ecologic",
        {"teams": {"North": ["Ada", "Zoe"]}},
        'teams.North[2]: "Zoe" is not a player; allowed: Ada, Bo',
    ),
    ("ecologic", {"teams": {"N": [], "S": ["Bo", "Ada"]}}, "teams.N: this team has no players;"),
    ("ecologic", {"player": 1}, 'player: unknown key "player"; allowed: game, players'),
    ("ecologic", {"game": "chess"}, 'game: "chess" is a different game; allowed: ecologic'),
    (
        "kompensaatiopeli",
        {"board": board("o o o o o", "o o . . ."), "projects": {}},
        "board: 7 offset sites on the table, but the box has 6; allowed: up to 6",
    ),
    (
        "kompensaatiopeli",
        {"board": board("o o o o o"), "offsets_in_bank": 2},
        "board: 7 offset sites on the table, but the box has 6",
    ),
    (
        "kompensaatiopeli",
        {"board": board("c c c c c", "c c . . .")},
        "board: 7 conservation areas on the table, but the box has 6",
    ),
    (
        "kompensaatiopeli",
        {"board": board("r r r r r", "r r . . .")},
        "board: 7 restored tiles on the table, but the box has 6",
    ),
    (
        "kompensaatiopeli",
        {"board": ["M M M M M"] * 4 + ["M . . . ."]},
        "board: 21 project tokens on the table, but the box has 20",
    ),
    (
        "kompensaatiopeli",
        {"offsets_in_bank": 3},
        "offsets_in_bank: 3 offset sites, but the bank holds 2 tiles; allowed: up to 2",
    ),
    ("kompensaatiopeli", {"protest_camps": 2, "demonstrations": 2}, "protest_camps: 2 protest"),
    ("kompensaatiopeli", {"demonstrations": 23}, "demonstrations: 23 demonstrations"),
    ("kompensaatiopeli", {"destroyed_nature_tiles": 56}, "destroyed_nature_tiles: 56 nature"),
    ("kompensaatiopeli", {"board": OPEN[:4]}, "board: 4 rows; allowed: 5 rows of 5 cells"),
    (
        "kompensaatiopeli",
        {"board": board(". . . . .", ". . . .")},
        'board[2]: the row has 4: ". . . ."; allowed: 5 cells',
    ),
    (
        "kompensaatiopeli",
        {"board": board(". . . . .", ". . . x .")},
        'board[2][4]: "x" cannot be on a tile; allowed: c, o, r, ., ?, -,',
    ),
    (
        "kompensaatiopeli",
        {"board": board(". . . . .", ". . . Q .")},
        'board[2][4]: "Q" has no project header; allowed: M, W',
    ),
    (
        "kompensaatiopeli",
        {"projects": {"M": "motorway", "W": "windpower_plant"}},
        'projects.W: "windpower_plant" is not a project; allowed: motorway, tram, wind_power_plant',
    ),
    (
        "kompensaatiopeli",
        {"projects": {"M": "motorway", "W": "tram", "m": "airport"}},
        'projects.m: "m" is not a project letter; allowed: one capital letter, A to Z',
    ),
    (
        "kompensaatiopeli",
        {"projects": {"M": "motorway", "W": "tram", "N": "tram"}},
        'projects.W: "tram" has 2 letters, but the box has 1 such header',
    ),
    ("kompensaatiopeli", {"roles": []}, "roles: no roles; allowed: filthy"),
    (
        "kompensaatiopeli",
        {"roles": [*FOUR, FOUR[0]]},
        'roles[1]: "filthy_rich_money_maker" appears 2 times; allowed: each role once',
    ),
    (
        "kompensaatiopeli",
        {"roles": [*FOUR[:3], "extinction_rebell"]},
        'roles[4]: "extinction_rebell" is not a role; allowed: filthy_rich_money_maker, ',
    ),
    (
        "better_life",
        {"players": [citizen(targets=["protected_areas", "pollinators", "bees"])]},
        'players[1].targets[3]: "bees" is not a policy; allowed: protected_areas, ',
    ),
    (
        "better_life",
        {"players": [citizen(targets=POLICIES[:2])]},
        "players[1].targets: 2 targets; allowed: primary, secondary, tertiary",
    ),
    (
        "better_life",
        {"players": [citizen(targets=[POLICIES[0], *POLICIES[:2]])]},
        'players[1].targets[1]: "protected_areas" is a target more than once',
    ),
    (
        "better_life",
        {"votes": [{"policy": "bees", "pool": 1}]},
        'votes[1].policy: "bees" is not a policy',
    ),
    (
        "better_life",
        {"votes": [{"policy": POLICIES[0], "pool": 1}] * 2},
        'votes[1].policy: "protected_areas" has 2 votes; allowed: one vote per policy',
    ),
    (
        "better_life",
        {"votes": [{"policy": POLICIES[0], "pool": 181}]},
        "votes[1].pool: 181 influence points in the pool, but the box has only 180",
    ),
    ("better_life", {"meters": {"policy": 16}}, "meters.policy: 16 is not on the meter"),
    (
        "better_life",
        {"meters": {"biodiversity_loss": 6}},
        "meters.biodiversity_loss: 6 is not on the meter; allowed: 0 to 5",
    ),
    (
        "better_life",
        {"players": [citizen(ip=100), citizen(name="Bo", role="citizens", ip=81)]},
        "players: 181 influence points on the table, but the box has only 180",
    ),
    (
        "better_life",
        {"players": [citizen(), citizen(name="Bo")]},
        'players[1].role: "ngo" appears 2 times; allowed: each role once',
    ),
    (
        "better_life",
        {"players": [citizen(role="univercity")]},
        'players[1].role: "univercity" is not a role; allowed: university, industry, ngo, ',
    ),
    (
        "better_life",
        {"variants": {"limits": "mine"}},
        'variants.limits: "mine" is not known; allowed: five or by_players',
    ),
    (
        "ecosfera_baltica",
        {"habitats": ["ice", "lava"]},
        'habitats[2]: "lava" is not a habitat; allowed: ice, mud, rivers, rock, pelagic, coast',
    ),
    (
        "ecosfera_baltica",
        {"habitats": ["ice", "ice"]},
        'habitats[1]: "ice" is listed 2 times, but the box has 1 such tile',
    ),
    (
        "ecosfera_baltica",
        {"impacts": 7},
        "impacts: 7 impact tiles on the table, but the box has 6; allowed: 0 to 6",
    ),
    ("ecosfera_baltica", {"level": 3}, "level: 3 is not a level; allowed: 1, 2"),
    ("ecosfera_baltica", {"players": []}, "players: 0 players; allowed: 1 to 4"),
    (
        "ecosfera_baltica",
        {"variants": {"elements": 13}},
        "variants.elements: 13 cards in each element stack, but the box has 12 of each element; ",
    ),
    (
        "ecosfera_baltica",
        {"variants": {"high_pressure": "yes"}},
        'variants.high_pressure: "yes" is not true or false',
    ),
]


@pytest.mark.parametrize(("slug", "changes", "start"), CASES)
def test_a_mistake_is_told_with_its_path(slug: str, changes: dict[str, Any], start: str) -> None:
    found = mistakes(table(slug, **changes), slug)
    assert [problem for problem in found if problem.startswith(start)], found


@pytest.mark.parametrize("slug", ["ecologic", "better_life", "ecosfera_baltica"])
def test_the_same_name_twice(slug: str) -> None:
    raw = table(slug)
    for index, someone in enumerate(raw["players"]):
        if isinstance(someone, dict):
            someone["name"] = "Ada"
        else:
            raw["players"][index] = "Ada"
    found = mistakes(raw, slug)
    assert len(found) == 2
    assert all('"Ada" appears 2 times; allowed: each name once' in problem for problem in found)


def test_names_that_differ_only_in_spaces_are_the_same() -> None:
    raw = table("ecologic", players=[player(), player(name=" Ada ")])
    assert len(mistakes(raw, "ecologic")) == 2


@pytest.mark.parametrize("slug", SLUGS)
def test_a_table_in_order_has_no_mistakes(slug: str) -> None:
    assert mistakes(table(slug), slug) == []


def test_all_mistakes_are_told_at_once() -> None:
    """Broken values do not hide what is wrong elsewhere."""
    raw = table(
        "kompensaatiopeli",
        roles=[*SIX, "energetic_futurists"],
        board=["o o o o o", "o o . x Q", ". . . .", ". . . . .", ". . . . ."],
        demonstrations="many",
        protest_camps=2,
        colour="green",
    )
    found = mistakes(raw, "kompensaatiopeli")
    starts = ("demonstrations", "colour", "roles", "board[3]", "board[2][4]", "board[2][5]")
    for start in (*starts, "board: 7 offset", "protest_camps"):
        assert [problem for problem in found if problem.startswith(start)], (start, found)


def test_a_broken_player_does_not_hide_the_others() -> None:
    players = [player(profits="x", tads=1), player(name="Bo", tads=4), player(name="Bo")]
    found = mistakes(table("ecologic", players=players), "ecologic")
    assert [problem.split(":")[0] for problem in found] == [
        "players[1].profits",
        "players[2].name",
        "players[3].name",
        "players",
    ]


def test_a_mistake_that_rests_on_a_broken_part_is_not_told() -> None:
    raw = table("kompensaatiopeli", projects=3)
    assert [one.split(":")[0] for one in mistakes(raw, "kompensaatiopeli")] == ["projects"]


def test_hints_name_the_nearest_word() -> None:
    found = mistakes(table("ecosfera_baltica", habitats=["costa"]), "ecosfera_baltica")
    assert found[0].endswith("did you mean coast?")


def test_developers_alone_are_a_line_up_too() -> None:
    alone = table("kompensaatiopeli", roles=FOUR[:2])
    everyone = table("kompensaatiopeli", roles=FOUR)
    assert [s.total for s in judged(alone).sides] == [s.total for s in judged(everyone).sides]


def test_a_row_may_be_typed_without_spaces() -> None:
    apart = table("kompensaatiopeli")
    together = table("kompensaatiopeli", board=[r.replace(" ", "") for r in apart["board"]])
    assert judged(apart) == judged(together)


def test_the_game_may_be_left_out_or_written_with_a_dash() -> None:
    raw = table("ecosfera_baltica", habitats=HABITATS)
    assert mistakes(raw | {"game": "ecosfera-baltica"}, "ecosfera_baltica") == []
    del raw["game"]
    assert mistakes(raw, "ecosfera_baltica") == []


def test_a_name_that_yaml_reads_as_something_else_wants_quotes() -> None:
    found = mistakes(table("ecologic", players=[player(name=False)]), "ecologic")
    assert found == ['players[1].name: "false" is not text; allowed: text; put a name in quotes']


def told(text: str) -> list[str]:
    return mistakes(read_document(text, "table.yaml").data, "ecologic")


def test_a_comma_in_a_number_is_told_at_its_place() -> None:
    (found,) = told("players: [{name: Ada, profits: 1,5, enviros: 3}]")
    assert found.startswith('players[1].5: "5" is not allowed here; allowed: name, profits')
    assert found.endswith("numbers must be whole; a comma starts the next key")


@pytest.mark.parametrize(("typed", "shown"), [("yes", "true"), ("off", "false"), ("null", "null")])
def test_what_yaml_reads_is_shown_as_yaml_has_it(typed: str, shown: str) -> None:
    (found,) = told(f"players: [{{name: Ada, profits: {typed}, enviros: 3}}]")
    assert found.startswith(f'players[1].profits: "{shown}" is not a whole number')
    assert ("yes, no, on and off" in found) == (typed != "null")


@pytest.mark.parametrize(
    ("typed", "shown"),
    [("yes", "true"), ("null", "null"), ("[1, off]", "[1, false]"), ("{a: null}", "{a: null}")],
)
def test_a_check_of_a_games_own_shows_a_value_as_yaml_has_it_too(typed: str, shown: str) -> None:
    (found,) = told(f"players: [{{name: Ada, profits: 1, enviros: {typed}}}]")
    assert f'"{shown}" is not a valid number of Enviros' in found


@pytest.mark.parametrize(("typed", "number"), [("010", 10), ("08", 8), ("09", 9), ("007", 7)])
def test_noughts_before_a_number_change_nothing(typed: str, number: int) -> None:
    document = read_document(f"players: [{{name: Ada, profits: {typed}, enviros: 3}}]", "t.yaml")
    assert document.data["players"][0]["profits"] == number
    assert read_document(f'[{typed}, "{typed}"]', "t.yaml").data == [number, typed]


def test_teams_whose_names_are_the_same_are_told_so() -> None:
    teams = {"N": ["Ada", "Bo"], "N ": ["Cy", "Di"]}
    players = [{"name": name, "profits": 1, "enviros": 1} for name in ("Ada", "Bo", "Cy", "Di")]
    (found,) = mistakes({"players": players, "teams": teams}, "ecologic")
    assert found.startswith('teams.N : "N " repeats a key above; allowed: each key once')


def test_no_roles_are_told_as_such() -> None:
    found = mistakes(table("kompensaatiopeli", roles=[], demonstrations=0), "kompensaatiopeli")
    assert any(one.startswith("roles: no roles; allowed: ") for one in found)


def test_nesting_without_end_is_a_problem() -> None:
    raw: Any = "x"
    for _ in range(5000):
        raw = [raw]
    assert mistakes({"players": raw}, "ecologic") == ["state: nested too deeply"]


def test_a_broken_header_does_not_make_its_letter_a_mistake() -> None:
    raw = table("kompensaatiopeli", projects={"M": 3, "W": "wind_power_plant"})
    assert [found.split(":")[0] for found in mistakes(raw, "kompensaatiopeli")] == ["projects.M"]


def test_what_lies_in_a_broken_part_is_not_told_beside_it() -> None:
    """The players are no list: nothing of what a player has is missing besides."""
    for broken in ("Ada", 3, {"name": "Ada"}, [3], [{"name": "Ada"}, 3]):
        found = mistakes(table("better_life", players=broken), "better_life")
        assert all(problem.startswith("players") for problem in found)
        assert len({problem.split(":")[0] for problem in found}) == len(found)


@pytest.mark.parametrize(
    ("first", "sound"), [(0, True), (9_999, True), (-1, False), (10_000, False)]
)
def test_years_are_years(first: int, sound: bool) -> None:
    from cards_data.schema import read
    from scorer.games.better_life.numbers import Years

    years, errors = read(Years, {"first": first, "each": 2})
    assert (years is not None) is sound
    assert (not errors) is sound


def test_equal_values_are_one_in_a_set() -> None:
    from cards_data.schema import read
    from scorer.games.better_life.numbers import Years

    one, other, third = (read(Years, {"first": n, "each": 2})[0] for n in (2000, 2000, 2010))
    assert len({one, other, third}) == 2


def test_the_printed_vote_table_has_no_gap_and_no_overlap() -> None:
    from scorer.engine import scorer_for

    scorer = scorer_for("better_life")
    printed = scorer.rules.printed(scorer.numbers)
    votes = printed["votes"]
    assert [row["to"] for row in votes] == [row["from"] - 1 for row in votes[1:]] + [None]
    years = printed["years"]
    assert years[-1] == scorer.numbers.last_year
    assert len({later - earlier for earlier, later in pairwise(years)}) == 1


def test_an_evening_is_played_without_variants_unless_they_are_named() -> None:
    from scorer.engine import scorer_for

    state = scorer_for("ecosfera_baltica").read(table("ecosfera_baltica"))
    variants = state.variants
    assert variants.elements is None
    assert (variants.high_pressure, variants.eutrophication) == (False, False)
    assert variants.loss_of_biodiversity is False
