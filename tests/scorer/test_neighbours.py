"""Which tables "what would have changed it" looks at: all of them, listed a second way."""

from __future__ import annotations

from itertools import product
from typing import Any

from evening import HABITATS, POLICIES, table

from scorer.core.rules import Change
from scorer.engine import scorer_for


def neighbours(raw: dict[str, Any]) -> list[Change[Any]]:
    scorer = scorer_for(raw["game"])
    state = scorer.read(raw)
    ladders = scorer.rules.changes(state, scorer.numbers, scorer.say)
    return [change for ladder in ladders for change in ladder]


def test_ecologic_each_number_of_each_player_up_to_twelve_steps() -> None:
    start = {"profits": 20, "enviros": 7, "refineries": 5, "eco_initiatives": 0, "tads": 1}
    players = [{"name": "Ada", **start}, {"name": "Bo", **start, "enviros": "minus"}]
    changed = set()
    for change in neighbours(table("ecologic", players=players)):
        for index, player in enumerate(change.state.raw()["players"]):
            for key, value in player.items():
                if value != players[index][key]:
                    changed.add((player["name"], key, value, change.cost))
                    assert change.touches == {f"{player['name']}.{key}"}
    expected = {
        (name, key, value + step, abs(step))
        for name, (key, value) in product(("Ada", "Bo"), start.items())
        for step in range(-12, 13)
        if step and value + step >= 0 and (name, key) != ("Bo", "enviros")
    }
    minus = {("Ada", "enviros", "minus", 8)}
    from_minus = {("Bo", "enviros", value, value + 1) for value in range(12)}
    assert changed == expected | minus | from_minus


def test_ecosfera_baltica_any_habitats_with_any_impacts() -> None:
    raw = table("ecosfera_baltica", habitats=HABITATS[:4], impacts=2)
    changed = [
        (len(change.state.habitats), change.state.impacts, change.cost)
        for change in neighbours(raw)
    ]
    expected = {
        (habitats, impacts, abs(habitats - 4) + abs(impacts - 2))
        for habitats, impacts in product(range(7), range(7))
        if (habitats, impacts) != (4, 2)
    }
    assert set(changed) == expected
    for change in neighbours(raw):
        first_four = list(change.state.habitats)[:4]
        assert first_four == HABITATS[: len(first_four)]
        habitats, impacts = len(change.state.habitats) - 4, change.state.impacts - 2
        words = [("habitats", habitats), ("impacts", impacts)]
        assert change.touches == {
            f"{key} {'more' if by > 0 else 'fewer'}" for key, by in words if by
        }


def test_better_life_each_pool_each_players_points_and_each_entered_meter() -> None:
    meters = {"policy": 12, "biodiversity_loss": 3}
    raw = table("better_life", meters=meters)
    steps: dict[str, set[tuple[int, int]]] = {}
    for change in neighbours(raw):
        (touched,) = change.touches
        state = change.state.raw()
        value = {
            **{vote["policy"]: vote["pool"] for vote in state["votes"]},
            **{player["name"]: player["ip"] for player in state["players"]},
            **({} if touched in POLICIES else state["meters"]),
        }[touched]
        steps.setdefault(touched, set()).add((value, change.cost))
    before = {**dict.fromkeys(POLICIES, 10), "Ada": 7, "Bo": 9, **meters}
    assert steps == {
        key: {(n + by, abs(by)) for by in range(-10, 11) if by and n + by >= 0}
        for key, n in before.items()
    }


def test_better_life_meters_that_were_not_entered_stay_so() -> None:
    touched = {name for change in neighbours(table("better_life")) for name in change.touches}
    assert touched == {*POLICIES, "Ada", "Bo"}


BOARD = ["M M . . .", ". c . . ?", ". . . . .", ". . . . W", "? . . r ."]
GRID = {
    (row, column): cell
    for row, line in enumerate(BOARD, 1)
    for column, cell in enumerate(line.split(), 1)
}


def cells_of(change: Change[Any]) -> dict[tuple[int, int], tuple[str, str]]:
    """What lies elsewhere than before: the old and the new cell."""
    rows = [row.split() for row in change.state.raw()["board"]]
    return {
        at: (was, rows[at[0] - 1][at[1] - 1])
        for at, was in GRID.items()
        if was != rows[at[0] - 1][at[1] - 1]
    }


def far(at: tuple[int, int], cell: str) -> int:
    """How many steps to the nearest such cell; none where there is none."""
    places = [other for other, content in GRID.items() if content == cell]
    return min((abs(at[0] - x) + abs(at[1] - y) for x, y in places), default=0)


def nearest(cell: str) -> list[int]:
    return sorted(far(at, cell) for at, content in GRID.items() if content == ".")


def beside(at: tuple[int, int], cell: str) -> bool:
    return any(
        abs(at[0] - other[0]) + abs(at[1] - other[1]) == 1
        for other, content in GRID.items()
        if content == cell
    )


def test_kompensaatiopeli_every_token_placed_taken_away_or_moved() -> None:
    changes = [
        change for change in neighbours(table("kompensaatiopeli", board=BOARD)) if cells_of(change)
    ]
    single = {
        tuple(sorted((at, new) for at, (_, new) in cells_of(change).items()))
        for change in changes
        if change.cost == 1
    }
    free = [at for at, cell in GRID.items() if cell == "."]
    tokens = {at: cell for at, cell in GRID.items() if cell in "MWcor"}
    placed = {((at, what),) for at in free for what in "cor"}
    grown = {((at, what),) for at in free for what in "MW" if beside(at, what)}
    removals = {((at, "."),) for at in tokens}
    moved = {tuple(sorted(((at, "."), (to, what)))) for at, what in tokens.items() for to in free}
    assert single == placed | grown | removals | moved


def test_kompensaatiopeli_tokens_in_a_row_grow_from_those_that_lie_there() -> None:
    changes = neighbours(table("kompensaatiopeli", board=BOARD))
    rows: dict[str, set[int]] = {}
    for change in changes:
        new = cells_of(change)
        if change.cost > 1 and new and {was for was, _ in new.values()} == {"."}:
            (what,) = {now for _, now in new.values()}
            assert len(new) == change.cost
            assert change.touches == {f"more {what}"}
            rows.setdefault(what, set()).add(change.cost)
            if what in "MW":
                assert any(beside(at, what) for at in new)
            else:
                assert sorted(far(at, what) for at in new) == nearest(what)[: len(new)]
    sizes = {"M": 4, "W": 4}
    assert rows["c"] == rows["o"] == rows["r"] == {2, 3, 4, 5}
    assert max(rows["M"]) == sizes["M"] - 2


def test_kompensaatiopeli_one_token_more_is_looked_at_once_on_each_tile() -> None:
    changes = neighbours(table("kompensaatiopeli", board=BOARD))
    open_tiles = sum(row.count(".") for row in BOARD)
    more = [change for change in changes if change.touches == {"more c"} and change.cost == 1]
    assert len(more) == open_tiles
    assert len({change.text for change in changes}) == len(changes)


def test_kompensaatiopeli_tokens_grow_from_the_nearest_of_several() -> None:
    board = ["c . . . .", *[". . . . ."] * 3, ". . . . c"]
    plain = {"projects": {}, "demonstrations": 0, "board": board}
    for change in neighbours(table("kompensaatiopeli", **plain)):
        if change.touches == {"more c"} and change.cost == 2:
            new = [at for at, cell in change.state.grid().items() if cell == "c"]
            assert {(1, 1), (5, 5)} < set(new)
            for row, column in set(new) - {(1, 1), (5, 5)}:
                assert min(row + column - 2, 10 - row - column) == 1


def test_kompensaatiopeli_where_nothing_lies_tokens_begin_at_the_first_tile() -> None:
    plain = {"projects": {}, "demonstrations": 0, "board": [". . . . ."] * 5}
    tiles = [
        [at for at, cell in change.state.grid().items() if cell == "c"]
        for change in neighbours(table("kompensaatiopeli", **plain))
        if change.touches == {"more c"} and change.cost > 1
    ]
    assert tiles == [[(1, column) for column in range(1, n + 1)] for n in (2, 3, 4, 5)]


def test_kompensaatiopeli_all_closed_tiles_are_turned_up_together() -> None:
    (opened,) = [
        change
        for change in neighbours(table("kompensaatiopeli", board=BOARD))
        if change.touches == {"opened"}
    ]
    assert cells_of(opened) == {(2, 5): ("?", "."), (5, 1): ("?", ".")}
    assert opened.cost == 2


def test_kompensaatiopeli_each_count_up_to_five_steps() -> None:
    raw = table("kompensaatiopeli", board=BOARD, demonstrations=2, destroyed_nature_tiles=4)
    steps: dict[str, set[tuple[int, int]]] = {}
    for change in neighbours(raw):
        (touched,) = change.touches
        if not cells_of(change):
            steps.setdefault(touched, set()).add((getattr(change.state, touched), change.cost))
    before = {
        "offsets_in_bank": 0,
        "demonstrations": 2,
        "protest_camps": 0,
        "destroyed_nature_tiles": 4,
    }
    assert steps == {
        key: {(n + by, abs(by)) for by in range(-5, 6) if by and n + by >= 0}
        for key, n in before.items()
    }
