"""Published games as declarations: totals worked out by hand, and everything that follows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from published import CASCADIA, CATAN, GAMES, SEVEN_WONDERS, WINGSPAN, declare, declare_published
from test_score_asking import SCORE, Script
from texts import text_of
from workshop import Command, Workshop, kit_of

from scorer.core.result import as_data
from scorer.engine import scorer_for
from scorer.registry import check_rules
from scorer.terminal.saved_tables import SavedTables
from scorer.terminal.table_questions import ask_state
from scorer.web.api.records import form_record, score_record
from scorer.whatif import what_if


def scored(players: list[dict[str, Any]], lang: str = "en") -> dict[str, Any]:
    scorer = scorer_for("pond", lang)
    return as_data(scorer.score(scorer.read({"players": players})))


def lines(result: dict[str, Any], side: int) -> dict[str, tuple[int, str]]:
    return {one["rule"]: (one["points"], one["why"]) for one in result["sides"][side]["lines"]}


@pytest.fixture(params=GAMES)
def published(request: pytest.FixtureRequest, pond: Workshop) -> tuple[Workshop, Any, Any, Any]:
    _, players, totals, winners = GAMES[request.param]
    return declare_published(pond, request.param), players, totals, winners


def test_its_totals_are_those_of_the_hand(published: Any) -> None:
    pond, players, totals, winners = published
    assert [str(problem) for problem in check_rules(pond.load())] == []
    result = scored(players)
    assert [side["total"] for side in result["sides"]] == totals
    assert result["winners"] == winners


def test_the_page_answers_alike(published: Any) -> None:
    _, players, totals, _ = published
    form = form_record("pond", "sv")
    json.dumps(form)
    record = score_record("pond", {"answers": {"players": players}}, "en")
    assert record["problems"] == []
    assert [side["total"] for side in record["result"]["sides"]] == totals
    fields = {field["key"] for field in form["fields"]}
    assert fields == set(players[0])


@pytest.mark.slow
def test_sheet_and_terminal_have_it(published: Any, ecotable: Command) -> None:
    pond, players, totals, _ = published
    (pond.root / "table.json").write_text(json.dumps({"players": players}))
    answer = ecotable("score", "pond", "table.json", "--what-if")
    assert answer.code == 0, answer.err
    assert f"Ada: {totals[0]}" in answer.out
    sheet = kit_of(pond.load()).score_sheet()
    assert sheet is not None
    for field in form_record("pond", "en")["fields"]:
        fields = field["data"]["fields"] if field["key"] == "rounds" else [field]
        assert all(one["label"].split()[0] in sheet.svg for one in fields)
    assert ("Round 3" in sheet.svg) == ("rounds" in players[0])


@pytest.mark.slow
def test_a_change_that_turns_it_turns_it(published: Any) -> None:
    _, players, _, winners = published
    scorer = scorer_for("pond")
    turns = what_if(scorer, scorer.read({"players": players}))
    assert turns
    for turn in turns:
        again = scorer.score(scorer.read(turn.state.raw()))
        assert again.winners == turn.winners != tuple(winners)


def test_cards_and_lists_are_asked_in_each_round(pond: Workshop, tmp_path: Path) -> None:
    declare(
        pond,
        """\
score:
  players: {most: 2}
  rounds: {most: 2}
  ask:
    birds: {cards: birds}
    route: {list: {length: {most: 9}, ticket: yes/no}}
  count:
    birds: {sum: points}
    route: {sum: length * (1 + ticket)}
    fish:  {each: 1, deck: birds}
  awards:
    longest: {most_of: "max(route, length)", points: 5, ties: holder, per: round}
""",
    )
    first = [["owl", "lark"], 2, 1, 4, True, 3, True]
    script = Script([1, "Ada", 2, *first, ["lark"], 1, 0, 0, False, SCORE])
    scorer = scorer_for("pond")
    state, _ = ask_state(scorer, SavedTables(tmp_path), None, script)
    assert state.raw()["players"] == [
        {
            "name": "Ada",
            "rounds": [
                {"birds": ["owl", "lark", "lark"], "route": [{"length": 4, "ticket": True}],
                 "fish": 3, "longest_held": True},
                {"birds": ["lark"], "route": [], "fish": 0, "longest_held": False},
            ],
        }
    ]  # fmt: skip
    assert "Ada: Rounds 1: Route 1: Length" in script.asked
    # 5 + 3 + 3, 4·2, 3 and 5 in the first round; 3 in the second.
    assert scorer.score(state).sides[0].total == 27 + 3
    answers = {"players": state.raw()["players"]}
    assert score_record("pond", {"answers": answers}, "en")["result"]["sides"][0]["total"] == 30


def test_the_box_is_full_again_in_each_round(pond: Workshop) -> None:
    declare_published(pond, "Lost Cities")
    scorer = scorer_for("pond")
    ada, bo = GAMES["Lost Cities"][1]
    twice = {"mine": ["red_2"]}
    assert scorer.check({"players": [ada, {**bo, "rounds": [*bo["rounds"][:2], twice]}]})[1] == []
    (one,) = scorer.check({"players": [ada, {**bo, "rounds": [twice, *bo["rounds"][1:]]}]})[1]
    assert one.found.text_in("en", scorer.say.words) == text_of(
        "wrong.supply", what="red_2", n=2, most=1
    )
    red = [limit.counts for limit in scorer.limits() if limit.label == "red 2"]
    assert red == [(("rounds", f"{at}.mine.red_2"),) for at in range(3)]


def test_a_change_reaches_into_the_lists_of_a_round(pond: Workshop) -> None:
    declare(
        pond,
        "score: {players: {most: 2}, rounds: 2, ask: {route: {list: {length: {most: 9},"
        " kind: {choice: {road: A road, river: River}}}}}, count: {route: {sum: length}}}\n",
    )
    scorer = scorer_for("pond")
    route = {"length": 2, "kind": "river"}
    rounds = [{"route": [route]}, {"route": [route, route]}]
    players = [{"name": name, "rounds": rounds} for name in ("Ada", "Bo")]
    turns = what_if(scorer, scorer.read({"players": players}))
    rounds_by_text = {turn.text: turn.state.raw()["players"][0]["rounds"] for turn in turns}
    changed = rounds_by_text["Ada with 1 more (Rounds 2: Route 2: Length)"]
    assert changed == [rounds[0], {"route": [route, {**route, "length": 3}]}]
    texts = {change.text for ladder in scorer.rules.changes(turns[0].state, scorer.numbers,
             scorer.say) for change in ladder}  # fmt: skip
    assert "Bo with Rounds 1: Route 1: Kind: A road" in texts


# ---- what the sentences say ----------------------------------------------------------------


def test_sets_and_squares_are_explained(pond: Workshop) -> None:
    declare(pond, SEVEN_WONDERS)
    result = scored(GAMES["7 Wonders"][1])
    ada = lines(result, 0)
    assert ada["sets"] == (
        14,
        text_of("declared.sets", n=2, names="Gears, Tablets, Compasses", each=7, points=14),
    )
    assert ada["gears"] == (9, "3 × 3 = 9.")
    assert result["reason"] == text_of(
        "reason.broken_most", names="Ada and Bo", n=59, name="Bo", what="Coins", found=11, many=1
    )


@pytest.mark.parametrize(
    ("lang", "why"),
    [
        ("en", "round 2: 6 (2 (the sum of points in Cards) + 2 × 2 = 6),"),
        ("sv", "omgång 2: 6 (2 (summan av points i Cards) + 2 × 2 = 6),"),
        ("fi", "kierros 2: 6 (2 (summa (points) kohdassa Cards) + 2 × 2 = 6),"),
        ("de", "Runde 2: 6 (2 (die Summe von points in Cards) + 2 × 2 = 6),"),
    ],
)
def test_functions_are_explained_in_every_language(pond: Workshop, lang: str, why: str) -> None:
    declare_published(pond, "Sushi Go")
    assert why in lines(scored(GAMES["Sushi Go"][1], lang), 0)["nigiri"][1]


def test_maki_are_shared_in_their_round_and_puddings_over_the_game(pond: Workshop) -> None:
    declare_published(pond, "Sushi Go")
    result = scored(GAMES["Sushi Go"][1])
    points = [[lines(result, at)[rule][0] for at in range(3)] for rule in ("maki", "puddings")]
    assert points == [[9, 10, 4], [0, 3, 3]]
    shared = "Ada and Bo are tied with 5 and share the points: 3 each"
    assert f"round 1: 3 ({shared}), round 2: 6" in lines(result, 1)["maki"][1]


def test_cards_are_added_by_name(pond: Workshop) -> None:
    declare(pond, WINGSPAN)
    ada = lines(scored(GAMES["Wingspan"][1]), 0)
    assert ada["birds"] == (12, "Robin 1 + Owl 5 + Lark 3 + Lark 3 = 12.")
    assert ada["round_goal"][0] == 5


def test_lists_are_told_item_by_item(pond: Workshop) -> None:
    declare(pond, CASCADIA)
    ada = lines(scored(GAMES["Cascadia"][1]), 0)
    assert ada["elk"] == (11, "(3 → 9) + (1 → 2) = 11.")
    assert ada["foxes"] == (8, "3 + 5 = 8.")
    declare(pond, GAMES["Carcassonne"][0])
    ada = lines(scored(GAMES["Carcassonne"][1]), 0)
    assert ada["cities"] == (13, "(4 + 1) × (1 + 1) + (3 + 0) × (1 + 0) = 13.")


def test_two_players_have_places_of_their_own(pond: Workshop) -> None:
    declare(pond, CASCADIA)
    ada, bo, _ = GAMES["Cascadia"][1]
    assert [lines(scored([ada, bo]), at)["widest"][0] for at in (0, 1)] == [1, 1]
    wider = {**ada, "forest": 9}
    assert [lines(scored([wider, bo]), at)["widest"][0] for at in (0, 1)] == [2, 0]
    assert lines(scored([wider]), 0)["widest"][0] == 0


def test_an_award_takes_so_many_and_stays_with_its_holder(pond: Workshop) -> None:
    declare(pond, CATAN)
    ada, bo, cy = GAMES["Catan"][1]

    def road(*players: dict[str, Any]) -> list[int]:
        return [lines(scored(list(players)), at)["longest"][0] for at in range(len(players))]

    assert road(ada, bo, cy) == [2, 0, 0]
    assert road({**ada, "longest_held": False}, bo, cy) == [0, 0, 0]
    assert road({**ada, "road": 4}, {**bo, "road": 4}, cy) == [0, 0, 0]
    assert road(ada, {**bo, "road": 7}, cy) == [0, 2, 0]
    both = [ada, {**bo, "longest_held": True}, cy]
    (first, second) = scorer_for("pond").check({"players": both})[1]
    assert first.found.text_in("en", scorer_for("pond").say.words) == text_of(
        "wrong.held_twice", n=2
    )
    assert first.path[-1] == second.path[-1] == "longest_held"


def test_no_table_has_more_copies_than_the_box(pond: Workshop) -> None:
    declare(pond, WINGSPAN)
    ada, bo, cy = GAMES["Wingspan"][1]
    scorer = scorer_for("pond")
    (twice,) = scorer.check({"players": [ada, {**bo, "birds": ["robin"]}, cy]})[1]
    assert twice.found.text_in("en", scorer.say.words) == text_of(
        "wrong.supply", what="robin", n=2, most=1
    )
    (strange,) = scorer.check({"players": [ada, {**bo, "birds": ["hero"]}, cy]})[1]
    assert str(strange.hint) == text_of("problem.did_you_mean", words="heron")
    assert ("Lark", 2) in [(limit.label, limit.most) for limit in scorer.limits()]


def test_the_terminal_asks_for_cards_lists_and_yes_or_no(pond: Workshop, tmp_path: Path) -> None:
    declare(
        pond,
        """\
score:
  players: {least: 1, most: 2}
  ask:
    birds: {cards: birds}
    route: {list: {length: {most: 9}, ticket: yes/no}}
    lead:  {choice: {gold: {en: Gold, sv: Guld}, none: Nothing}}
    done:  yes/no
  count:
    birds: {sum: points}
    route: {sum: length * (1 + ticket)}
    lead:  {points: {gold: 5}}
    done:  {each: 3}
""",
    )
    replies = [1, "Ada", ["owl", "lark"], 2, 2, 4, True, 7, False, "gold", True, SCORE]
    script = Script(replies)
    scorer = scorer_for("pond")
    state, _ = ask_state(scorer, SavedTables(tmp_path), None, script)
    assert state.raw()["players"] == [
        {
            "name": "Ada",
            "birds": ["owl", "lark", "lark"],
            "route": [{"length": 4, "ticket": True}, {"length": 7, "ticket": False}],
            "lead": "gold",
            "done": True,
        }
    ]
    # 5 + 3 + 3, 4·2 + 7, 5 and 3.
    assert scorer.score(state).sides[0].total == 11 + 15 + 5 + 3
    assert "Ada: Route 1: Length" in script.asked
