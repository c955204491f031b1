"""What would have changed it: true, small, in order, and found with few looks."""

from __future__ import annotations

from typing import Any

import pytest
from evening import HABITATS, POLICIES, examples, examples_of_all, table

from scorer.engine import Scorer, scorer_for
from scorer.whatif import LOOKS, SHOWN, Turn, what_if


def turns(raw: dict[str, Any]) -> tuple[Turn, ...]:
    scorer = scorer_for(raw["game"])
    return what_if(scorer, scorer.read(raw))


def test_one_more_habitat_wins() -> None:
    found = turns(table("ecosfera_baltica", habitats=HABITATS[:5], impacts=2))
    assert (found[0].text, found[0].steps) == ("With one more habitat restored", 1)
    assert found[0].outcome == "won"


def test_a_lost_sea_needs_fewer_impacts_and_more_habitats() -> None:
    found = turns(table("ecosfera_baltica", habitats=HABITATS[:5], impacts=6))
    assert [(turn.steps, turn.outcome) for turn in found] == [(1, "ongoing"), (1, "won")]


def test_two_enviros_turn_it() -> None:
    players = [
        {"name": "Ada", "profits": 10, "enviros": 10},
        {"name": "Bo", "profits": 12, "enviros": 8, "refineries": 4},
    ]
    found = turns(table("ecologic", players=players))
    texts = {turn.text: turn for turn in found}
    assert texts["Bo with 1 more Enviro"].outcome == "draw" or "Bo with 2 more Enviros" in texts
    assert all(turn.steps <= 4 for turn in found)


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
    found = turns(table("better_life", votes=votes))
    assert found[0].steps == 1
    assert found[0].outcome in ("ranked", "draw")
    assert found[0].text.startswith("With 1 more influence point for")


def test_where_nothing_small_turns_it_nothing_is_shown() -> None:
    players = [{"name": "Ada", "profits": 40, "enviros": 40}]
    assert turns(table("ecologic", players=players)) == ()


@pytest.mark.parametrize(("slug", "name"), examples_of_all())
def test_every_change_turns_the_outcome_and_the_nearest_come_first(slug: str, name: str) -> None:
    state = examples(slug)[name]["state"]
    scorer = scorer_for(slug)
    now = scorer.score(scorer.read(state))
    found = turns(state)
    assert len(found) <= SHOWN
    assert [turn.steps for turn in found] == sorted(turn.steps for turn in found)
    for turn in found:
        assert (turn.outcome, turn.winners) != (now.outcome, now.winners)
        assert turn.then.endswith(".")


def test_looking_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """The widest search: a full board that no change turns. How long it takes is a benchmark."""
    board = ["M M M c c", "M M . o o", "T T . r r", "T . . c .", "W W . . ?"]
    raw = table("kompensaatiopeli", board=board, demonstrations=7)
    raw["projects"] = {"M": "motorway", "T": "tram", "W": "wind_power_plant"}
    scorer = scorer_for("kompensaatiopeli")
    state = scorer.read(raw | {"destroyed_nature_tiles": 50})
    looked, score = [], Scorer.score
    monkeypatch.setattr(Scorer, "score", lambda *words: looked.append(1) or score(*words))
    assert what_if(scorer, state) == ()
    assert len(looked) <= LOOKS + 1, "the table itself, and its neighbours"
