"""Outcomes of declared games: lowest, together, rounds; awards for the least; a judge alone."""

from __future__ import annotations

from typing import Any

import pytest
from published import declare
from test_declared_games import lines, scored
from texts import text_of
from workshop import Workshop

from scorer.engine import scorer_for
from scorer.registry import check_rules, trust_here
from scorer.web.api.records import form_record, score_record
from scorer.whatif import what_if


def players(key: str, *numbers: Any) -> list[dict[str, Any]]:
    names = ("Ada", "Bo", "Cy", "Di")
    return [{"name": name, key: n} for name, n in zip(names, numbers, strict=False)]


LOWEST = """\
score:
  players: {least: 2, most: 4}
  outcome: lowest
  count: {strokes: {each: 1}}
"""


def test_the_lowest_wins(pond: Workshop) -> None:
    declare(pond, LOWEST)
    result = scored(players("strokes", 72, 70, 75))
    assert [side["place"] for side in result["sides"]] == [2, 1, 3]
    assert (result["winners"], result["reason"]) == (
        ["Bo"],
        text_of("reason.lowest_ranked", names="Bo", n=70),
    )
    assert scored(players("strokes", 70, 70))["outcome"] == "draw"


TOGETHER = """\
score:
  players: {least: 1, most: 4}
  outcome: together
  won: total >= 30 and min(fires, 4) < 4
  ask: {fires: {most: 9}, saved: {most: 20}}
  count: {saved: {each: 5}}
"""


def test_all_win_or_lose(pond: Workshop) -> None:
    declare(pond, TOGETHER)
    both = [{"name": "Ada", "fires": 1, "saved": 3}, {"name": "Bo", "fires": 2, "saved": 3}]
    won = scored(both)
    assert (won["outcome"], won["winners"]) == ("won", ["Ada", "Bo"])
    assert won["reason"] == (
        "Won together: Total ≥ 30 and (the smaller of Fires and 4) < 4 (30 points in total)."
    )
    lost = scored([both[0], {**both[1], "fires": 3}])
    assert (lost["outcome"], lost["winners"]) == ("lost", [])
    scorer = scorer_for("pond")
    texts = [turn.text for turn in what_if(scorer, scorer.read({"players": both}))]
    assert text_of("declared.more", name="Ada", n=1, what="Fires") in texts


ROUNDS = """\
score:
  players: {least: 2, most: 4}
  outcome: highest
  rounds: {least: 1, most: 3}
  ask: {tricks: {most: 13}, bid: {most: 13}}
  count:
    met:    {sum: 10 * (tricks = bid)}
    tricks: {each: 1}
"""


def game_of(name: str, *rounds: tuple[int, int]) -> dict[str, Any]:
    return {"name": name, "rounds": [{"tricks": tricks, "bid": bid} for tricks, bid in rounds]}


def test_rounds_add_up(pond: Workshop) -> None:
    declare(pond, ROUNDS)
    # Ada: 13 + 2 = 15, Bo: 4 + 15 = 19.
    result = scored([game_of("Ada", (3, 3), (2, 4)), game_of("Bo", (4, 1), (5, 5))])
    assert [side["total"] for side in result["sides"]] == [15, 19]
    assert lines(result, 0)["met"] == (
        10,
        "round 1: 10 (10 × (3 = 3) = 10), round 2: 0 (10 × (2 = 4) = 0).",
    )
    (field,) = form_record("pond", "en")["fields"][1:]
    assert (field["kind"], field["low"], field["high"]) == ("rows", 1, 3)
    open_table = score_record(
        "pond", {"answers": {"players": [{"name": "A"}, {"name": "B"}]}}, "en"
    )
    assert open_table["result"]["outcome"] == "draw"


def test_whoever_wins_most_rounds_wins(pond: Workshop) -> None:
    declare(pond, ROUNDS.replace("outcome: highest", "outcome: rounds"))
    table = [game_of("Ada", (13, 13), (2, 4), (1, 0)), game_of("Bo", (4, 1), (5, 4), (3, 0))]
    result = scored(table)
    assert [side["total"] for side in result["sides"]] == [1, 2]
    assert lines(result, 1)["rounds"] == (2, "Rounds 2 and 3.")
    assert result["reason"] == text_of("reason.rounds_ranked", names="Bo", n=2)
    assert [one["total"] for one in result["extras"]] == [26, 12]


def test_everybody_has_played_the_same_rounds(pond: Workshop) -> None:
    declare(pond, ROUNDS)
    scorer = scorer_for("pond")
    uneven = [game_of("Ada", (3, 3)), game_of("Bo", (4, 1), (5, 5))]
    assert [one.path for one in scorer.check({"players": uneven})[1]] == [("players", 0, "rounds")]


LEAST = """\
score:
  players: {least: 2, most: 4}
  ask: {puddings: {most: 10}}
  awards:
    most:   {most_of: puddings, points: 6, ties: split}
    fewest: {least_of: puddings, points: -6, players: 3+, ties: split, round: up}
"""


@pytest.mark.parametrize(
    ("puddings", "most", "fewest"),
    [
        ((3, 1, 0), [6, 0, 0], [0, 0, -6]),
        ((3, 0), [6, 0], [0, 0]),
        ((2, 2, 2, 0), [2, 2, 2, 0], [0, 0, 0, -6]),
        ((4, 0, 0, 0), [6, 0, 0, 0], [0, -2, -2, -2]),
        ((0, 0), [0, 0], [0, 0]),
    ],
)
def test_the_fewest_pay(pond: Workshop, puddings: Any, most: Any, fewest: Any) -> None:
    declare(pond, LEAST)
    result = scored(players("puddings", *puddings))
    sides = range(len(puddings))
    assert [lines(result, at)["most"][0] for at in sides] == most
    assert [lines(result, at)["fewest"][0] for at in sides] == fewest


PLACES = """\
score:
  players: {least: 1, most: 4}
  awards: {race: {most_of: steps, places: [5, 3, 1], ties: TIES}}
  ask: {steps: int}
"""


@pytest.mark.parametrize(
    ("ties", "points"),
    [("all", [5, 5, 1, 0]), ("nobody", [0, 0, 1, 0]), ("none", [0, 0, 1, 0]),
     ("split", [4, 4, 1, 0])],
)  # fmt: skip
def test_ties_for_a_place(pond: Workshop, ties: str, points: list[int]) -> None:
    declare(pond, PLACES.replace("TIES", ties))
    result = scored(players("steps", 9, 9, 5, 2))
    assert [side["total"] for side in result["sides"]] == points


@pytest.mark.parametrize(
    ("line", "n", "points"),
    [
        ("each: 0.5", 5, 2),
        ("each: 1/2, round: up", 5, 3),
        ("each: 1/2, round: half", 5, 3),
        ("sum: n / 3, round: half", 4, 1),
        ("each: -0.5", 5, -3),
        ("each: 2, from: 5", 4, 0),
        ("each: 2, from: 5", 5, 10),
        ("each: 2, when: n > 6", 6, 0),
        ("product: [n, n - 1]", 5, 20),
        ("of: n * n, steps: [0, 1, 2, 3, 4, 9]", 2, 4),
    ],
)
def test_fractions_and_thresholds(pond: Workshop, line: str, n: int, points: int) -> None:
    one = line if "of:" in line or "product" in line or "sum" in line else f"of: n, {line}"
    declare(pond, f"score: {{players: {{most: 1}}, ask: {{n: int}}, count: {{line: {{{one}}}}}}}\n")
    assert [str(problem) for problem in check_rules(pond.load())] == []
    assert scored([{"name": "Ada", "n": n}])["sides"][0]["total"] == points


JUDGE = '''\
"""Whoever has an even number has it twice."""

from scorer.core.result import Line, Tally, ranked


def judge(state, numbers, say):
    tallies = [
        Tally(one.name, (Line("fish", one.fish * (2 - one.fish % 2), f"{one.fish}."),))
        for one in state.players
    ]
    return ranked("pond", tallies, say, ())
'''


def test_a_module_needs_a_judge_alone(pond: Workshop) -> None:
    declare(pond, "score: {players: {most: 3}, ask: {fish: {ask: Fish, most: 9}}}\n")
    assert text_of("wrong.nothing_counted") in str(next(iter(check_rules(pond.load()))))
    module = pond.root / "scorer" / "games" / "pond.py"
    module.parent.mkdir(parents=True)
    module.write_text(JUDGE, encoding="utf-8")
    trust_here()
    assert [str(problem) for problem in check_rules(pond.load())] == []
    result = scored(players("fish", 4, 7))
    assert [side["total"] for side in result["sides"]] == [8, 7]
    assert [field["label"] for field in form_record("pond", "en")["fields"]] == ["Name", "Fish"]
    scorer = scorer_for("pond")
    assert what_if(scorer, scorer.read({"players": players("fish", 4, 7)}))
    pond.write("scoring.yaml", "fish: 3\n")
    message = str(next(iter(check_rules(pond.load()))))
    assert text_of("rules.nothing_asked") in message and "score: {players" in message
