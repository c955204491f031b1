"""What holds for every table: totals, order, symmetry, round trips, and no traceback ever."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
import yaml
from evening import FOUR, HABITATS, POLICIES, SIX, SLUGS, judged, mistakes, table
from hypothesis import given
from hypothesis import strategies as st

from cards_data import Problems
from cards_data.schema import fields
from scorer.core.result import as_data
from scorer.engine import scorer_for
from scorer.terminal.state_source import read_document
from scorer.whatif import what_if

pytestmark = pytest.mark.slow

names = st.lists(
    st.text(st.characters(categories=("L", "Nd")), min_size=1, max_size=8), unique=True
)
HEADERS = {"M": "motorway", "T": "tram", "L": "lithium_mine", "W": "wind_power_plant"}


@st.composite
def ecologic(draw: st.DrawFn) -> dict[str, Any]:
    counts = st.integers(0, 20)
    players = [
        {
            "name": name,
            "profits": draw(st.integers(0, 99)),
            "enviros": draw(st.one_of(st.just("minus"), st.integers(0, 99))),
            "refineries": draw(counts),
            "eco_initiatives": draw(st.integers(0, 5)),
            "tads": draw(st.integers(0, 1)),
        }
        for name in draw(names.filter(lambda values: 1 <= len(values) <= 4))
    ]
    state: dict[str, Any] = {"game": "ecologic", "players": players}
    if len(players) == 4 and draw(st.booleans()):
        who = [player["name"] for player in players]
        state["teams"] = {"North": who[:2], "South": who[2:]}
    if draw(st.booleans()):
        state["variants"] = {"rounding": draw(st.sampled_from(["table", "exact"]))}
    return state


Cells = dict[tuple[int, int], str]
EDGE = [(row, column) for row in range(5) for column in range(5) if {row, column} & {0, 4}]


def grown(draw: st.DrawFn, cells: Cells, letter: str) -> None:
    """A project from the edge of the board inwards, edge to edge, on tiles that are free."""
    size = draw(st.integers(0, 5))
    near = [at for at in EDGE if cells[at] == "."]
    while size and near:
        at = draw(st.sampled_from(near))
        cells[at] = letter
        size -= 1
        places = [(row, column) for (row, column), what in cells.items() if what == letter]
        beside = {(r + i, c + j) for r, c in places for i, j in ((0, 1), (1, 0), (0, -1), (-1, 0))}
        near = sorted(at for at in beside if cells.get(at) == ".")


@st.composite
def kompensaatiopeli(draw: st.DrawFn) -> dict[str, Any]:
    # What turns and cards allow in the shortest game, and how many tiles stay closed at the start.
    limits = {"c": 4, "o": 4, "r": 5, "?": 17, "-": 6}
    cells: Cells = {}
    letters = st.lists(st.sampled_from([*limits, *".......??"]), min_size=25, max_size=25)
    for number, cell in enumerate(draw(letters)):
        left = limits.get(cell, 25)
        limits[cell] = left - 1
        cells[divmod(number, 5)] = cell if left > 0 else "."
    for letter in draw(st.sampled_from(["", "M", "MT", "WL"])):
        grown(draw, cells, letter)
    gone = sum(cell in HEADERS or cell == "-" for cell in cells.values())
    restored = sum(cell == "r" for cell in cells.values())
    camps = draw(st.integers(0, 1))
    return {
        "game": "kompensaatiopeli",
        "roles": draw(st.sampled_from([FOUR, SIX, FOUR[:2]])),
        "projects": HEADERS,
        "board": [" ".join(cells[row, column] for column in range(5)) for row in range(5)],
        "destroyed_nature_tiles": draw(
            st.one_of(st.none(), st.integers(max(0, gone - 5 + restored), gone + 2))
        ),
        "offsets_in_bank": draw(st.integers(0, min(2, 5 - restored))),
        "demonstrations": draw(st.integers(camps, 4 - camps)),
        "protest_camps": camps,
    }


@st.composite
def better_life(draw: st.DrawFn) -> dict[str, Any]:
    roles = ["university", "industry", "ngo", "municipality", "citizens"]
    players = [
        {
            "name": name,
            "role": role,
            "ip": draw(st.integers(0, 20)),
            "targets": draw(st.permutations(POLICIES))[:3],
        }
        for name, role in zip(
            draw(names.filter(lambda values: 1 <= len(values) <= 5)), roles, strict=False
        )
    ]
    pools = draw(st.lists(st.integers(0, 100), max_size=5))
    votes = [{"policy": p, "pool": n} for p, n in zip(POLICIES, pools, strict=False)]
    state: dict[str, Any] = {"game": "better_life", "votes": votes, "players": players}
    if draw(st.booleans()):
        meters = {"policy": st.integers(0, 15), "biodiversity_loss": st.integers(0, 5)}
        state["meters"] = draw(st.fixed_dictionaries({}, optional=meters))
    return state


@st.composite
def ecosfera_baltica(draw: st.DrawFn) -> dict[str, Any]:
    return {
        "game": "ecosfera_baltica",
        "players": draw(names.filter(lambda values: 1 <= len(values) <= 4)),
        "level": draw(st.integers(1, 2)),
        "variants": {
            "elements": draw(st.one_of(st.none(), st.integers(3, 8))),
            "high_pressure": draw(st.booleans()),
        },
        "habitats": draw(st.lists(st.sampled_from(HABITATS), unique=True)),
        "impacts": draw(st.integers(0, 6)),
    }


TABLES = {
    "ecologic": ecologic(),
    "kompensaatiopeli": kompensaatiopeli(),
    "better_life": better_life(),
    "ecosfera_baltica": ecosfera_baltica(),
}
any_table = st.one_of(*TABLES.values())


@given(any_table)
def test_a_total_is_the_sum_of_its_lines(raw: dict[str, Any]) -> None:
    data = as_data(judged(raw))
    for part in (*data["sides"], *data["extras"]):
        assert part["total"] == sum(line["points"] for line in part["lines"])


@given(any_table)
def test_places_follow_totals_and_ties_skip(raw: dict[str, Any]) -> None:
    sides = judged(raw).sides
    for side in sides:
        assert side.place == 1 + sum(other.total > side.total for other in sides)


@given(any_table)
def test_winners_are_those_in_first_place(raw: dict[str, Any]) -> None:
    result = judged(raw)
    first = tuple(side.name for side in result.sides if side.place == 1)
    by_outcome = {"ranked": first, "draw": first, "won": ("Team",), "lost": (), "ongoing": ()}
    assert result.winners == by_outcome[result.outcome]
    assert (len(result.winners) > 1) == (result.outcome == "draw")


@given(st.one_of(ecologic(), better_life()), st.randoms(use_true_random=False))
def test_the_order_of_players_changes_no_points(raw: dict[str, Any], chance: Any) -> None:
    other = copy.deepcopy(raw)
    chance.shuffle(other["players"])
    one, two = judged(raw), judged(other)
    assert {side.name: (side.total, side.place) for side in one.sides} == {
        side.name: (side.total, side.place) for side in two.sides
    }
    assert (one.outcome, set(one.winners)) == (two.outcome, set(two.winners))


def turned(rows: list[list[str]]) -> list[list[str]]:
    return [list(row) for row in zip(*rows[::-1], strict=True)]


@given(kompensaatiopeli())
def test_turning_and_mirroring_the_board_changes_no_score(raw: dict[str, Any]) -> None:
    rows = [row.split() for row in raw["board"]]
    totals = set()
    for _ in range(4):
        rows = turned(rows)
        for board in (rows, [row[::-1] for row in rows]):
            result = judged(raw | {"board": [" ".join(row) for row in board]})
            totals.add(tuple((side.total, side.place) for side in result.sides))
    assert len(totals) == 1


@given(kompensaatiopeli())
def test_counted_cells_hold_what_the_line_says(raw: dict[str, Any]) -> None:
    rows = [row.split() for row in raw["board"]]
    for side in judged(raw).sides:
        for line in side.lines:
            for row, column in line.cells:
                protected = line.rule in {"offsets", "areas", "restored", "conservation_cluster"}
                assert (rows[row - 1][column - 1] in "cor") == protected


@given(any_table)
def test_a_state_survives_yaml_and_json(raw: dict[str, Any]) -> None:
    scorer = scorer_for(raw["game"])
    state = scorer.read(raw)
    for text in (
        yaml.safe_dump(state.raw(), allow_unicode=True),
        json.dumps(state.raw(), indent="\t"),
    ):
        again = scorer.read(read_document(text, "again").data)
        assert again == state
        assert scorer.score(again) == scorer.score(state)


junk = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(),
        st.text(max_size=12),
        st.sampled_from(["minus", "Ada", "M", ". . . . .", "ice", "motorway"]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=6,
)


def places(raw: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every path in a raw state."""
    inner: list[tuple[Any, Any]] = []
    if isinstance(raw, dict):
        inner = list(raw.items())
    elif isinstance(raw, list):
        inner = list(enumerate(raw))
    paths = [path] if path else []
    return paths + [place for key, value in inner for place in places(value, (*path, key))]


def with_value(raw: Any, path: tuple[Any, ...], value: Any) -> Any:
    changed = copy.deepcopy(raw)
    at = changed
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    return changed


@pytest.mark.parametrize("slug", SLUGS)
@given(data=st.data())
def test_one_wrong_field_never_causes_a_traceback(slug: str, data: st.DataObject) -> None:
    raw = data.draw(TABLES[slug])
    path = data.draw(st.sampled_from(places(raw)))
    scorer = scorer_for(slug)
    try:
        scorer.score(scorer.read(with_value(raw, path, data.draw(junk))))
    except Problems as problems:
        assert all(problem.where and problem.found for problem in problems.problems)


@given(st.sampled_from(SLUGS), junk)
def test_no_table_at_all_is_a_problem_too(slug: str, raw: Any) -> None:
    assert mistakes(raw, slug)


@given(st.sampled_from(SLUGS), st.text(max_size=60))
def test_an_unknown_key_is_told(slug: str, key: str) -> None:
    keys = set(fields(scorer_for(slug).rules.state))
    messages = mistakes(table(slug) | {key: 1}, slug)
    assert key in keys or any("unknown key" in problem for problem in messages)


@given(any_table)
def test_what_would_have_changed_it_is_a_table_in_order_that_scores_as_told(
    raw: dict[str, Any],
) -> None:
    scorer = scorer_for(raw["game"])
    for turn in what_if(scorer, scorer.read(raw)):
        again = scorer.score(scorer.read(turn.state.raw()))
        assert (again.outcome, again.winners) == (turn.outcome, turn.winners)
