"""What would have changed it: true, small, in order, and quick."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import Any

import pytest
from evening import HABITATS, POLICIES, examples, examples_of_all, table
from texts import text_of

from scorer.core.result import Result, Turn
from scorer.core.rules import Change
from scorer.engine import scorer_for
from scorer.whatif import LOOKS, MOST_TURNS, what_if


def turns(raw: dict[str, Any]) -> tuple[Turn, ...]:
    scorer = scorer_for(raw["game"])
    return what_if(scorer, scorer.read(raw))


def test_one_more_habitat_wins() -> None:
    changes = turns(table("ecosfera_baltica", habitats=HABITATS[:5], impacts=2))
    assert (changes[0].text, changes[0].steps) == ("With one more habitat restored", 1)
    assert changes[0].outcome == "won"


def test_a_lost_sea_needs_fewer_impacts_and_more_habitats() -> None:
    changes = turns(table("ecosfera_baltica", habitats=HABITATS[:5], impacts=6))
    assert [(turn.steps, turn.outcome) for turn in changes] == [(1, "ongoing"), (1, "won")]


def test_two_enviros_turn_it() -> None:
    players = [
        {"name": "Ada", "profits": 10, "enviros": 10},
        {"name": "Bo", "profits": 12, "enviros": 8, "refineries": 4},
    ]
    changes = turns(table("ecologic", players=players))
    texts = {turn.text: turn for turn in changes}
    assert (
        texts[text_of("change.enviros.more", name="Bo", n=1)].outcome == "draw"
        or text_of("change.enviros.more", name="Bo", n=2) in texts
    )
    assert all(turn.steps <= 4 for turn in changes)


def test_one_token_moved_into_a_cluster() -> None:
    """Two areas side by side, a third apart: moving it makes the cluster and the draw."""
    board = ["M M M . .", ". . . . .", "c c . . c", ". . . . .", ". . . . ."]
    raw = table("kompensaatiopeli", board=board, projects={"M": "motorway"}, roles=[])
    raw |= {"roles": ["filthy_rich_money_maker", "start_up_dreamer"], "demonstrations": 0}
    moved = [turn for turn in turns(raw) if "moved" in turn.text]
    assert moved
    assert moved[0].outcome == "draw"
    assert moved[0].steps == 1


def test_one_more_point_in_the_pool_saves_everyone() -> None:
    pools = (10, 10, 10, 5, 5)
    votes = [{"policy": p, "pool": n} for p, n in zip(POLICIES, pools, strict=True)]
    changes = turns(table("better_life", votes=votes))
    assert changes[0].steps == 1
    assert changes[0].outcome in ("ranked", "draw")
    assert changes[0].text.startswith("With 1 more influence point for")


def every_change(raw: dict[str, Any]) -> dict[str, Any]:
    """All neighbours of a table, by what is different in words."""
    scorer = scorer_for(raw["game"])
    state = scorer.read(raw)
    ladders = scorer.rules.changes(state, scorer.numbers, scorer.say)
    return {change.text: change.state for ladder in ladders for change in ladder}


def quiet(*rows: str, **more: Any) -> dict[str, Any]:
    """A board of Kompensaatiopeli with a tram, and nothing beside it."""
    board = [*rows, *[". . . . ."] * (5 - len(rows))]
    plain = {"projects": {"T": "tram"}, "demonstrations": 0}
    return table("kompensaatiopeli", board=board, **plain, **more)


def test_lost_tiles_that_were_not_entered_change_from_one_a_token() -> None:
    changes = every_change(quiet("T T . . ."))
    assert changes[text_of("change.destroyed_nature_tiles.more", n=1)].destroyed_nature_tiles == 3
    assert changes[text_of("change.destroyed_nature_tiles.fewer", n=1)].destroyed_nature_tiles == 1


def test_several_tokens_more_lie_beside_those_that_lie_there() -> None:
    changes = every_change(quiet(". . . . .", ". . . . .", ". . . c ."))
    more = changes["With 2 more conservation areas"].grid()
    areas = [at for at, cell in more.items() if cell == "c"]
    assert len(areas) == 3
    assert all(abs(row - 3) + abs(column - 4) <= 1 for row, column in areas)


def test_as_many_steps_as_closed_tiles_open_the_board() -> None:
    raw = quiet(". ? . ? .", "? . . . .")
    scorer = scorer_for("kompensaatiopeli")
    ladders = scorer.rules.changes(scorer.read(raw), scorer.numbers, scorer.say)
    opened = [one for steps in ladders for one in steps if "face-down" in one.text]
    turned = "With the 3 face-down tiles turned face up"
    assert [(one.cost, one.text) for one in opened] == [(3, turned)]
    assert "?" not in opened[0].state.grid().values()


def test_a_token_takes_its_tile_where_lost_tiles_were_entered() -> None:
    changes = every_change(quiet("T T . . .", destroyed_nature_tiles=2))
    placed = changes["With a built token (Tram) in row 1, column 3"]
    assert placed.destroyed_nature_tiles == 3


def test_minus_is_one_step_below_none_for_enviros_alone() -> None:
    players = [{"name": "Ada", "profits": 0, "enviros": 0}]
    changes = every_change(table("ecologic", players=players))
    assert changes[text_of("change.enviros.fewer", name="Ada", n=1)].players[0].enviros == "minus"
    assert not any("Profit" in text and "less" in text for text in changes)
    players = [{"name": "Ada", "profits": 0, "enviros": "minus"}]
    changes = every_change(table("ecologic", players=players))
    assert changes[text_of("change.enviros.more", name="Ada", n=1)].players[0].enviros == 0
    assert changes[text_of("change.enviros.more", name="Ada", n=12)].players[0].enviros == 11
    assert text_of("change.enviros.more", name="Ada", n=13) not in changes


def test_where_nothing_small_turns_it_nothing_is_shown() -> None:
    players = [{"name": "Ada", "profits": 40, "enviros": 40}]
    assert turns(table("ecologic", players=players)) == ()


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "name"), examples_of_all())
def test_every_change_turns_the_outcome_and_the_nearest_come_first(slug: str, name: str) -> None:
    state = examples(slug)[name]["state"]
    scorer = scorer_for(slug)
    now = scorer.score(scorer.read(state))
    changes = turns(state)
    assert len(changes) <= MOST_TURNS
    assert [turn.steps for turn in changes] == sorted(turn.steps for turn in changes)
    for turn in changes:
        assert (turn.outcome, turn.winners) != (now.outcome, now.winners)
        assert turn.then.endswith(".")


def test_looking_ends_after_so_many_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """The widest search, a full board that no change turns, looks at no more than was allowed."""
    board = ["M M M c c", "M . . o o", "T T . r r", "T . . c .", "W W . . ?"]
    raw = table("kompensaatiopeli", board=board, demonstrations=4)
    raw["projects"] = {"M": "motorway", "T": "tram", "W": "wind_power_plant"}
    scorer = scorer_for("kompensaatiopeli")
    state, scored = scorer.read(raw | {"destroyed_nature_tiles": 6}), []
    judge = scorer.rules.judge
    counting = replace(scorer.rules, judge=lambda *args: scored.append(1) or judge(*args))
    what_if(replace(scorer, rules=counting), state)
    assert len(scored) <= LOOKS + MOST_TURNS + 1


def test_entered_meters_move_with_the_votes() -> None:
    """One point less for a success is two steps less: everyone would have lost, not Bo won."""
    raw = examples("better_life")["events_save_it"]["state"]
    fewer = [turn for turn in turns(raw) if "fewer" in turn.text and "for “" in turn.text]
    assert [turn for turn in fewer if turn.outcome == "ranked"] == []
    scorer = scorer_for("better_life")
    for turn in turns(raw):
        scored = scorer.score(scorer.read(turn.state.raw()))
        assert (scored.outcome, scored.winners) == (turn.outcome, turn.winners)


def meters_after(policy: int, pools: tuple[int, ...], pool: int) -> int:
    from scorer.games.better_life.rules import changes

    votes = [{"policy": p, "pool": n} for p, n in zip(POLICIES, pools, strict=True)]
    scorer = scorer_for("better_life")
    state = scorer.read(table("better_life", votes=votes, meters={"policy": policy}))
    ladders = changes(state, scorer.numbers, scorer.say)
    states = [c.state for ladder in ladders for c in ladder if c.state.votes[0].pool == pool]
    level: int = states[0].meters.policy
    return level


def test_a_vote_that_fails_takes_its_steps_from_the_entered_meter() -> None:
    assert meters_after(10, (10, 10, 10, 6, 0), pool=9) == 8
    assert meters_after(2, (10, 10, 10, 6, 0), pool=9) == 0
    assert meters_after(1, (10, 10, 10, 6, 0), pool=9) == 0


def test_a_vote_that_succeeds_moves_the_entered_meter_no_further_than_its_end() -> None:
    assert meters_after(11, (9, 10, 10, 6, 0), pool=10) == 13
    assert meters_after(14, (9, 10, 10, 6, 0), pool=10) == 15


def test_a_loss_that_is_0_already_gets_no_less_by_a_vote_that_succeeds() -> None:
    """So a failed vote before it is one step of loss, and the entered meter moves by that one."""
    from scorer.games.better_life.rules import vote_levels

    scorer = scorer_for("better_life")
    votes = [{"policy": p, "pool": n} for p, n in zip(POLICIES, (10, 10, 0), strict=False)]
    assert vote_levels(scorer.read(table("better_life", votes=votes)), scorer.numbers) == (6, 1)


def test_a_new_token_takes_a_tile_where_lost_tiles_were_counted() -> None:
    from scorer.games.kompensaatiopeli.rules import changes

    scorer = scorer_for("kompensaatiopeli")
    state = scorer.read(table("kompensaatiopeli", destroyed_nature_tiles=4))
    for ladder in changes(state, scorer.numbers, scorer.say):
        for change in ladder:
            if "destroyed_nature_tiles" in change.touches:
                continue
            built = [cell for row in change.state.board for cell in row if cell in "MW"]
            assert change.state.destroyed_nature_tiles == 4 + len(built) - 5


def test_no_project_grows_beyond_its_header() -> None:
    """A motorway has four tokens: a fourth may come, a fifth may not."""
    from scorer.games.kompensaatiopeli.rules import changes

    scorer = scorer_for("kompensaatiopeli")
    state = scorer.read(table("kompensaatiopeli"))
    boards = [
        c.state.board for ladder in changes(state, scorer.numbers, scorer.say) for c in ladder
    ]
    assert max(sum(row.count("M") for row in board) for board in boards) == 4


class Endless:
    """Rules whose every table has neighbours without end, each with another winner or two."""

    def __init__(self, winners: Any) -> None:
        self.winners, self.judged = winners, 0

    def changes(self, *_: Any) -> Any:
        return [(Change(n, str(n), n, frozenset({str(n)})) for n in count(1))]

    def check(self, *_: Any) -> Any:
        return ()

    notes = check

    def judge(self, state: int, *_: Any) -> Result:
        self.judged += 1
        return Result("x", "ranked", (self.winners(state),), "", ())


def looked(winners: Any) -> tuple[list[int], int]:
    rules: Any = Endless(winners)
    plain = scorer_for("ecologic")
    changes = what_if(replace(plain, rules=rules), 0)  # type: ignore[arg-type]
    return [turn.steps for turn in changes], rules.judged


def test_six_hundred_tables_are_looked_at_and_six_are_shown() -> None:
    assert looked(lambda state: "Ada") == ([], 1 + 600)
    assert looked(str)[0] == [1, 2, 3, 4, 5, 6]
    assert looked(lambda state: "Bo" if state else "Ada") == ([1, 2, 3], 1 + 600 + 3)
    late = looked(lambda state: "Bo" if state == 600 else "Ada")
    assert late[0] == [600]
    assert looked(lambda state: "Bo" if state == 601 else "Ada")[0] == []
