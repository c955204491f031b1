"""Mistakes are caught: each with its path, what was found and what is allowed, all at once."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from evening import FOUR, HABITATS, OPEN, POLICIES, SIX, SLUGS, judged, mistakes, table
from texts import fault, text_of

from scorer.terminal.state_source import read_document


def player(**has: Any) -> dict[str, Any]:
    return {"name": "Ada", "profits": 1, "enviros": 1, **has}


def citizen(**has: Any) -> dict[str, Any]:
    return {"name": "Ada", "role": "ngo", "ip": 1, "targets": POLICIES[:3], **has}


def board(*rows: str) -> list[str]:
    return [*rows, *OPEN][:5]


# slug, what is different, and the beginning of the one problem that it causes
CASES: list[tuple[str, dict[str, Any], str]] = [
    ("ecologic", {"players": []}, fault("players", text_of("wrong.players", n=0), "1 to 4")),
    (
        "ecologic",
        {"players": [player(name=n) for n in "ABCDE"]},
        fault("players", text_of("wrong.players", n=5), "1 to 4"),
    ),
    (
        "ecologic",
        {"players": [player(tads=2), player(name="Bo", tads=3)]},
        fault(
            "players",
            text_of("wrong.box.tads", n=5, most=4),
            text_of("wrong.box.eco_initiatives.allowed", most=4),
        ),
    ),
    (
        "ecologic",
        {"players": [player(eco_initiatives=21)]},
        text_of("wrong.box.eco_initiatives", n="players: 21", most=20),
    ),
    (
        "ecologic",
        {"players": [player(), player(name="Bo", refineries=21)]},
        fault("players[2].refineries", text_of("wrong.refineries", n=21, most=20), "up to 20"),
    ),
    (
        "ecologic",
        {"players": [player(profits=100)]},
        fault("players[1].profits", text_of("wrong.count_large", n=100), "up to 99"),
    ),
    (
        "ecologic",
        {"players": [player(profits=-1)]},
        fault(
            "players[1].profits", text_of("wrong.small", given='"-1"'), text_of("svg.zero_or_more")
        ),
    ),
    (
        "ecologic",
        {"players": [player(profits=1.5)]},
        text_of("wrong.no_whole_number", given='players[1].profits: "1.5"'),
    ),
    (
        "ecologic",
        {"players": [player(profits=True)]},
        text_of("wrong.no_whole_number", given='players[1].profits: "true"'),
    ),
    (
        "ecologic",
        {"players": [player(enviros="Minus!")]},
        fault(
            "players[1].enviros",
            text_of("wrong.enviros", given='"Minus!"'),
            text_of("wrong.enviros.allowed", minus="minus"),
        ),
    ),
    (
        "ecologic",
        {"players": [player(name=" ")]},
        text_of("wrong.no_name", given='players[1].name: " "'),
    ),
    ("ecologic", {"players": [player(name="\x1b[31mAda")]}, "players[1].name: "),
    ("ecologic", {"players": [player(name="x" * 41)]}, "players[1].name: "),
    ("ecologic", {"players": [{"name": "Ada", "profits": 1}]}, "players[1].enviros: missing"),
    (
        "ecologic",
        {"variants": {"rounding": "up"}},
        fault("variants.rounding", text_of("wrong.rounding", given='"up"'), "table, exact"),
    ),
    (
        "ecologic",
        {"teams": {"North": ["Ada", "Zoe"]}},
        fault("teams.North[2]", text_of("wrong.no_player", given='"Zoe"'), "Ada, Bo"),
    ),
    ("ecologic", {"teams": {"N": [], "S": ["Bo", "Ada"]}}, "teams.N: this team has no players;"),
    (
        "ecologic",
        {"player": 1},
        fault("player", text_of("wrong.no_key", given='"player"'), "game, players"),
    ),
    (
        "ecologic",
        {"game": "chess"},
        fault("game", text_of("wrong.game", given='"chess"'), "ecologic"),
    ),
    (
        "kompensaatiopeli",
        {"board": board("o o o o o", "o o . . ."), "projects": {}},
        fault("board", text_of("wrong.box.offsets", n=7, most=6), "up to 6"),
    ),
    (
        "kompensaatiopeli",
        {"board": board("o o o o o"), "offsets_in_bank": 2},
        text_of("wrong.box.offsets", n="board: 7", most=6),
    ),
    (
        "kompensaatiopeli",
        {"board": board("c c c c c", "c c . . .")},
        text_of("wrong.box.areas", n="board: 7", most=6),
    ),
    (
        "kompensaatiopeli",
        {"board": board("r r r r r", "r r . . .")},
        text_of("wrong.box.restored", n="board: 7", most=6),
    ),
    (
        "kompensaatiopeli",
        {"board": ["M M M M M"] * 4 + ["M . . . ."]},
        text_of("wrong.box.tokens", n="board: 21", most=20),
    ),
    (
        "kompensaatiopeli",
        {"offsets_in_bank": 3},
        fault("offsets_in_bank", text_of("wrong.bank", n=3, most=2), "up to 2"),
    ),
    ("kompensaatiopeli", {"protest_camps": 2, "demonstrations": 2}, "protest_camps: 2 protest"),
    ("kompensaatiopeli", {"demonstrations": 23}, "demonstrations: 23 demonstrations"),
    ("kompensaatiopeli", {"destroyed_nature_tiles": 56}, "destroyed_nature_tiles: 56 nature"),
    ("kompensaatiopeli", {"board": OPEN[:4]}, "board: 4 rows; allowed: 5 rows of 5 cells"),
    (
        "kompensaatiopeli",
        {"board": board(". . . . .", ". . . .")},
        fault("board[2]", text_of("wrong.cells", n=4, given='". . . ."'), "5 cells"),
    ),
    (
        "kompensaatiopeli",
        {"board": board(". . . . .", ". . . x .")},
        fault("board[2][4]", text_of("wrong.cell", given='"x"'), "c, o, r, ., ?, -,"),
    ),
    (
        "kompensaatiopeli",
        {"board": board(". . . . .", ". . . Q .")},
        fault("board[2][4]", text_of("wrong.no_header", given='"Q"'), "M, W"),
    ),
    (
        "kompensaatiopeli",
        {"projects": {"M": "motorway", "W": "windpower_plant"}},
        fault(
            "projects.W",
            text_of("wrong.no_project", given='"windpower_plant"'),
            "motorway, tram, wind_power_plant",
        ),
    ),
    (
        "kompensaatiopeli",
        {"projects": {"M": "motorway", "W": "tram", "m": "airport"}},
        fault("projects.m", text_of("wrong.letter", given='"m"'), text_of("wrong.letter.allowed")),
    ),
    (
        "kompensaatiopeli",
        {"projects": {"M": "motorway", "W": "tram", "N": "tram"}},
        text_of("wrong.header_twice", given='projects.W: "tram"', n=2),
    ),
    ("kompensaatiopeli", {"roles": []}, fault("roles", text_of("wrong.no_roles"), "filthy")),
    (
        "kompensaatiopeli",
        {"roles": [*FOUR, FOUR[0]]},
        fault(
            "roles[1]",
            text_of("wrong.twice.name", given='"filthy_rich_money_maker"', n=2),
            text_of("wrong.twice.role.allowed"),
        ),
    ),
    (
        "kompensaatiopeli",
        {"roles": [*FOUR[:3], "extinction_rebell"]},
        fault(
            "roles[4]",
            text_of("wrong.no_role", given='"extinction_rebell"'),
            "filthy_rich_money_maker, ",
        ),
    ),
    (
        "better_life",
        {"players": [citizen(targets=["protected_areas", "pollinators", "bees"])]},
        fault(
            "players[1].targets[3]", text_of("wrong.no_policy", given='"bees"'), "protected_areas, "
        ),
    ),
    (
        "better_life",
        {"players": [citizen(targets=POLICIES[:2])]},
        fault(
            "players[1].targets", text_of("wrong.targets", n=2), text_of("wrong.targets.allowed")
        ),
    ),
    (
        "better_life",
        {"players": [citizen(targets=[POLICIES[0], *POLICIES[:2]])]},
        text_of("wrong.target_twice", given='players[1].targets[1]: "protected_areas"'),
    ),
    (
        "better_life",
        {"votes": [{"policy": "bees", "pool": 1}]},
        text_of("wrong.no_policy", given='votes[1].policy: "bees"'),
    ),
    (
        "better_life",
        {"votes": [{"policy": POLICIES[0], "pool": 1}] * 2},
        fault(
            "votes[1].policy",
            text_of("wrong.voted_twice", given='"protected_areas"', n=2),
            text_of("wrong.voted_twice.allowed"),
        ),
    ),
    (
        "better_life",
        {"votes": [{"policy": POLICIES[0], "pool": 181}]},
        text_of("wrong.pool", n="votes[1].pool: 181", most=180),
    ),
    ("better_life", {"meters": {"policy": 16}}, text_of("wrong.meter", n="meters.policy: 16")),
    (
        "better_life",
        {"meters": {"biodiversity_loss": 6}},
        fault("meters.biodiversity_loss", text_of("wrong.meter", n=6), "0 to 5"),
    ),
    (
        "better_life",
        {"players": [citizen(ip=100), citizen(name="Bo", role="citizens", ip=81)]},
        text_of("wrong.influence", n="players: 181", most=180),
    ),
    (
        "better_life",
        {"players": [citizen(), citizen(name="Bo")]},
        fault(
            "players[1].role",
            text_of("wrong.twice.name", given='"ngo"', n=2),
            text_of("wrong.twice.role.allowed"),
        ),
    ),
    (
        "better_life",
        {"players": [citizen(role="univercity")]},
        fault(
            "players[1].role",
            text_of("wrong.no_role", given='"univercity"'),
            "university, industry, ngo, ",
        ),
    ),
    (
        "better_life",
        {"variants": {"limits": "mine"}},
        fault("variants.limits", text_of("wrong.not_known", given='"mine"'), "five, by_players"),
    ),
    (
        "ecosfera_baltica",
        {"habitats": ["ice", "lava"]},
        'habitats[2]: "lava" is not a habitat; allowed: ice, mud, rivers, rock, pelagic, coast',
    ),
    (
        "ecosfera_baltica",
        {"habitats": ["ice", "ice"]},
        text_of("wrong.habitat_twice", given='habitats[1]: "ice"', n=2),
    ),
    (
        "ecosfera_baltica",
        {"impacts": 7},
        fault("impacts", text_of("wrong.impacts", n=7, most=6), "0 to 6"),
    ),
    ("ecosfera_baltica", {"level": 3}, fault("level", text_of("wrong.level", n=3), "1, 2")),
    (
        "ecosfera_baltica",
        {"players": []},
        fault("players", text_of("wrong.players", n=0), "1 to 4"),
    ),
    (
        "ecosfera_baltica",
        {"variants": {"elements": 13}},
        fault("variants.elements", text_of("wrong.elements", n=13, most=12)),
    ),
    (
        "ecosfera_baltica",
        {"variants": {"high_pressure": "yes"}},
        text_of("wrong.no_true_false", given='variants.high_pressure: "yes"'),
    ),
]


@pytest.mark.parametrize(("slug", "changes", "start"), CASES)
def test_a_mistake_is_told_with_its_path(slug: str, changes: dict[str, Any], start: str) -> None:
    messages = mistakes(table(slug, **changes), slug)
    assert [problem for problem in messages if problem.startswith(start)], messages


@pytest.mark.parametrize("slug", ["ecologic", "better_life", "ecosfera_baltica"])
def test_the_same_name_twice(slug: str) -> None:
    raw = table(slug)
    for index, someone in enumerate(raw["players"]):
        if isinstance(someone, dict):
            someone["name"] = "Ada"
        else:
            raw["players"][index] = "Ada"
    messages = mistakes(raw, slug)
    assert len(messages) == 2
    assert all(
        (
            text_of("wrong.twice.name", given='"Ada"', n=2)
            + "; allowed: "
            + text_of("wrong.twice.name.allowed")
        )
        in problem
        for problem in messages
    )


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
    messages = mistakes(raw, "kompensaatiopeli")
    starts = ("demonstrations", "colour", "roles", "board[3]", "board[2][4]", "board[2][5]")
    for start in (*starts, "board: 7 offset", "protest_camps"):
        assert [problem for problem in messages if problem.startswith(start)], (start, messages)


def test_a_broken_player_does_not_hide_the_others() -> None:
    players = [player(profits="x", tads=1), player(name="Bo", tads=4), player(name="Bo")]
    messages = mistakes(table("ecologic", players=players), "ecologic")
    assert [problem.split(":")[0] for problem in messages] == [
        "players[1].profits",
        "players[2].name",
        "players[3].name",
        "players",
    ]


def test_a_mistake_that_rests_on_a_broken_part_is_not_told() -> None:
    raw = table("kompensaatiopeli", projects=3)
    assert [one.split(":")[0] for one in mistakes(raw, "kompensaatiopeli")] == ["projects"]


def test_hints_name_the_nearest_word() -> None:
    messages = mistakes(table("ecosfera_baltica", habitats=["costa"]), "ecosfera_baltica")
    assert messages[0].endswith(text_of("problem.did_you_mean", words="coast"))


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
    messages = mistakes(table("ecologic", players=[player(name=False)]), "ecologic")
    assert messages == [
        fault(
            "players[1].name",
            text_of("wrong.no_text", given='"false"'),
            "text",
            text_of("hint.quotes"),
        )
    ]


def mistakes_in_yaml(text: str) -> list[str]:
    return mistakes(read_document(text, "table.yaml").data, "ecologic")


def test_a_comma_in_a_number_is_told_at_its_place() -> None:
    (message,) = mistakes_in_yaml("players: [{name: Ada, profits: 1,5, enviros: 3}]")
    assert message.startswith(
        fault("players[1].5", text_of("wrong.odd_key", given='"5"'), "name, profits")
    )
    assert message.endswith(text_of("hint.comma"))


@pytest.mark.parametrize(("typed", "text"), [("yes", "true"), ("off", "false"), ("null", "null")])
def test_what_yaml_reads_is_shown_as_yaml_has_it(typed: str, text: str) -> None:
    (message,) = mistakes_in_yaml(f"players: [{{name: Ada, profits: {typed}, enviros: 3}}]")
    assert message.startswith(
        text_of("wrong.no_whole_number", given=f'players[1].profits: "{text}"')
    )
    assert (text_of("hint.switch") in message) == (typed != "null")


@pytest.mark.parametrize(
    ("typed", "text"),
    [("yes", "true"), ("null", "null"), ("[1, off]", "[1, false]"), ("{a: null}", "{a: null}")],
)
def test_a_check_of_a_games_own_shows_a_value_as_yaml_has_it_too(typed: str, text: str) -> None:
    (message,) = mistakes_in_yaml(f"players: [{{name: Ada, profits: 1, enviros: {typed}}}]")
    assert text_of("wrong.enviros", given=f'"{text}"') in message


@pytest.mark.parametrize(("typed", "number"), [("010", 10), ("08", 8), ("09", 9), ("007", 7)])
def test_noughts_before_a_number_change_nothing(typed: str, number: int) -> None:
    document = read_document(f"players: [{{name: Ada, profits: {typed}, enviros: 3}}]", "t.yaml")
    assert document.data["players"][0]["profits"] == number
    assert read_document(f'[{typed}, "{typed}"]', "t.yaml").data == [number, typed]


def test_teams_whose_names_are_the_same_are_told_so() -> None:
    teams = {"N": ["Ada", "Bo"], "N ": ["Cy", "Di"]}
    players = [{"name": name, "profits": 1, "enviros": 1} for name in ("Ada", "Bo", "Cy", "Di")]
    (message,) = mistakes({"players": players, "teams": teams}, "ecologic")
    assert message.startswith(
        fault(
            "teams.N ", text_of("wrong.same_key", given='"N "'), text_of("wrong.same_key.allowed")
        )
    )


def test_no_roles_are_told_as_such() -> None:
    messages = mistakes(table("kompensaatiopeli", roles=[], demonstrations=0), "kompensaatiopeli")
    assert any(one.startswith(fault("roles", text_of("wrong.no_roles"))) for one in messages)


def test_nesting_without_end_is_a_problem() -> None:
    raw: Any = "x"
    for _ in range(5000):
        raw = [raw]
    assert mistakes({"players": raw}, "ecologic") == [fault("state", text_of("wrong.nested"))]


def test_a_broken_header_does_not_make_its_letter_a_mistake() -> None:
    raw = table("kompensaatiopeli", projects={"M": 3, "W": "wind_power_plant"})
    assert [message.split(":")[0] for message in mistakes(raw, "kompensaatiopeli")] == [
        "projects.M"
    ]


def test_what_lies_in_a_broken_part_is_not_told_beside_it() -> None:
    """The players are no list: nothing of what a player has is missing besides."""
    for broken in ("Ada", 3, {"name": "Ada"}, [3], [{"name": "Ada"}, 3]):
        messages = mistakes(table("better_life", players=broken), "better_life")
        assert all(problem.startswith("players") for problem in messages)
        assert len({problem.split(":")[0] for problem in messages}) == len(messages)


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
