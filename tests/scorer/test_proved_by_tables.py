"""Scorers proved by tables: examples are counted, and rules that none of them tests are named."""

from __future__ import annotations

import json
from typing import Any

import pytest
import yaml
from evening import SLUGS
from in_memory import SAY, numbers_of, state_of
from published import DECKS, GAMES, declare, declare_published
from test_declared_outcomes import JUDGE
from texts import fault, text_of
from workshop import Command, Workshop

import scorer.examples
from cards_data import load_game
from cards_data.problems import Note
from scorer.declared.formulas import digits
from scorer.declared.rules import judge
from scorer.declared.variants import variants, weight
from scorer.engine import scorer_of
from scorer.examples import check_examples
from scorer.registry import trust_here

GAME = """\
score:
  players: {least: 1, most: 3}
  count: {fish: {each: 2}}
  awards: {best: {most_of: fish, points: 5}}
"""
ADA, BO = {"name": "Ada", "fish": 3}, {"name": "Bo", "fish": 2}


def example(pond: Workshop, state: Any, expect: Any = None, name: str = "one", **more: Any) -> None:
    data = {"state": state, **({} if expect is None else {"expect": expect}), **more}
    pond.write(f"examples/{name}.yaml", yaml.safe_dump(data, sort_keys=False))


def example_problems(pond: Workshop) -> list[str]:
    findings = check_examples(pond.load())
    return [("note: " if isinstance(one, Note) else "") + str(one) for one in findings]


# ---- what an example expects ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("expect", "line", "message"),
    [
        ({"totals": {"Ada": 11, "Bo": 4}}, 0, ""),
        (
            {"totals": {"Ada": 12}},
            9,
            fault(
                "expect.totals.Ada",
                text_of("example.differs", expected=12, found=11),
                "",
                text_of("example.lines", lines="Fish 6, Best 5"),
            ),
        ),
        (
            {"outcome": "draw"},
            8,
            fault("expect.outcome", text_of("example.differs", expected="draw", found="ranked")),
        ),
        ({"winners": ["Bo", "Ada"]}, 8, "expect.winners: expected Ada, Bo, but the score is"),
        (
            {"winners": []},
            8,
            fault("expect.winners", text_of("example.differs", expected="–", found="Ada")),
        ),
        (
            {"places": {"Bo": 1}},
            9,
            fault("expect.places.Bo", text_of("example.differs", expected=1, found=2)),
        ),
        (
            {"lines": {"Ada": {"best": 5, "fish": 7}}},
            11,
            fault("expect.lines.Ada.fish", text_of("example.differs", expected=7, found=6)),
        ),
        (
            {"totals": {"Adda": 11}},
            9,
            fault("expect.totals.Adda", text_of("example.unknown", name='"Adda"'), "Ada, Bo"),
        ),
        (
            {"lines": {"Ada": {"fsh": 6}}},
            10,
            fault(
                "expect.lines.Ada.fsh",
                text_of("example.unknown", name='"fsh"'),
                "fish, best",
                text_of("problem.did_you_mean", words="fish"),
            ),
        ),
        (
            {"lines": {"Cy": {"fish": 6}}},
            10,
            fault("expect.lines.Cy.fish", text_of("example.unknown", name='"Cy"')),
        ),
        (
            {"extras": {"Ada": 6}},
            9,
            fault("expect.extras.Ada", text_of("example.unknown", name='"Ada"')),
        ),
        (
            {"total": {"Ada": 6}},
            8,
            fault("expect.total", text_of("wrong.no_key", given='"total"'), "outcome, winners"),
        ),
        (
            {"totals": {"Ada": "many"}},
            9,
            text_of("wrong.no_whole_number", given='expect.totals.Ada: "many"'),
        ),
        (
            {"outcome": "one"},
            8,
            fault("expect.outcome", text_of("wrong.not_known", given='"one"'), "ranked, draw"),
        ),
    ],
)
def test_a_difference_is_a_problem_with_its_line(
    pond: Workshop, expect: Any, line: int, message: str
) -> None:
    declare(pond, GAME)
    example(pond, {"players": [ADA, BO]}, expect)
    problems = [one for one in example_problems(pond) if not one.startswith("note")]
    if not message:
        assert problems == []
        return
    (problem,) = problems
    assert f"cards_data/pond/examples/one.yaml:{line} {message}" in problem


@pytest.mark.parametrize(
    ("state", "more", "message"),
    [
        ({"players": [{"name": "Ada", "fsh": 1}]}, {}, "one.yaml:4 players[1].fsh: unknown key"),
        ({"players": [ADA]}, {"expected": {"totals": {"Ada": 1}}}, 'unknown key "expected"'),
        ({"players": [ADA]}, {"stat": 3}, text_of('problem.did_you_mean', words='state')),
    ],
)  # fmt: skip
def test_an_example_that_cannot_be_read_is_a_problem(
    pond: Workshop, state: Any, more: Any, message: str
) -> None:
    declare(pond, GAME)
    example(pond, state, **more)
    assert any(message in one for one in example_problems(pond)), example_problems(pond)


def test_a_wrong_declaration_is_not_reported_twice(pond: Workshop) -> None:
    declare(pond, GAME.replace("each: 2", "ech: 2"))
    example(pond, {"players": [ADA]}, {"totals": {"Ada": 11}})
    assert example_problems(pond) == []


@pytest.mark.parametrize("slug", SLUGS)
def test_built_in_examples_count_what_they_expect(slug: str) -> None:
    assert list(check_examples(load_game(slug))) == []


def test_the_examples_of_a_module_are_counted_and_nothing_is_tried(pond: Workshop) -> None:
    declare(pond, "score: {players: {most: 3}, ask: {fish: {ask: Fish, most: 9}}}\n")
    module = pond.root / "scorer" / "games" / "pond.py"
    module.parent.mkdir(parents=True)
    module.write_text(JUDGE, encoding="utf-8")
    trust_here()
    assert example_problems(pond) == []
    example(pond, {"players": [{"name": "Ada", "fish": 4}]}, {"totals": {"Ada": 8}})
    assert example_problems(pond) == []
    module.write_text(JUDGE.replace("one.fish * (2", "one.fish / 0 * (2"), encoding="utf-8")
    (message,) = example_problems(pond)
    assert "pond.py" in message and "ZeroDivisionError" in message


# ---- what no example tests -----------------------------------------------------------------


def test_a_scorer_without_examples_has_one_note(pond: Workshop) -> None:
    declare(pond, GAME)
    (message,) = example_problems(pond)
    assert message.startswith(
        fault("note: cards_data/pond/scoring.yaml:1 score", text_of("example.none"))
    )
    assert text_of("example.write") in message
    example(pond, {"players": [ADA]})
    assert example_problems(pond) == [message]


def test_rules_that_no_example_tests_are_named(pond: Workshop) -> None:
    declare(pond, GAME)
    example(pond, {"players": [ADA, {**BO, "fish": 0}]}, {"totals": {"Ada": 11, "Bo": 0}})
    assert example_problems(pond) == [
        fault(
            "note: cards_data/pond/scoring.yaml:4 score.awards.best",
            text_of("example.untested", part="ties", before='"all"', after='"split"', n=1),
            "",
            text_of("example.try"),
        ),
        "note: cards_data/pond/scoring.yaml:1 score.outcome: no example tests outcome: changing it"
        ' from "highest" to "lowest" changes no result; add an example in which'
        " it matters",
    ]
    tie = [ADA, {**BO, "fish": 3}, {"name": "Cy", "fish": 1}]
    expect = {"winners": ["Ada", "Bo"], "totals": {"Ada": 11, "Bo": 11, "Cy": 2}}
    example(pond, {"players": tie}, expect, "two")
    assert example_problems(pond) == []


def test_an_example_that_differs_comes_before_what_none_tests(pond: Workshop) -> None:
    declare(pond, GAME)
    example(pond, {"players": [ADA]}, {"totals": {"Ada": 3}})
    assert ["note" in one for one in example_problems(pond)] == [False]


def test_where_not_all_changes_can_be_tried_every_rule_has_its_turn(
    pond: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = ", ".join(["0"] * 30)
    declare(
        pond,
        f"score: {{players: {{most: 2}}, count: {{a: {{steps: [{steps}]}}, b: {{each: 1}}}}}}\n",
    )
    example(pond, {"players": [{"name": "Ada", "a": 0, "b": 0}]}, {"totals": {"Ada": 0}})
    assert sum("were tried" in one for one in example_problems(pond)) == 0
    monkeypatch.setattr(scorer.examples, "WORK", 1)
    *rules, last = example_problems(pond)
    assert last.endswith(fault("score", text_of("example.some", tried=10, n=32)))
    rule_names = [one.split()[2].rstrip(":") for one in rules]
    assert rule_names == ["score.count.a", "score.count.b", "score.outcome"]


@pytest.mark.slow
def test_check_has_them_in_every_format(pond: Workshop, ecotable: Command) -> None:
    pond.write("scoring.yaml", GAME)
    example(pond, {"players": [ADA]}, {"totals": {"Ada": 11}})
    answer = ecotable("check", "pond", "--json")
    note = next(one for one in json.loads(answer.out)["notes"] if "tests ties" in one["found"])
    assert answer.code == 0, answer.out
    assert (note["file"], note["line"]) == ("cards_data/pond/scoring.yaml", 4)
    example(pond, {"players": [ADA]}, {"totals": {"Ada": 12}})
    github = ecotable("check", "pond", "--format", "github")
    assert github.code == 1
    assert "::error file=cards_data/pond/examples/one.yaml,line=7::" in github.out


# ---- the changes themselves ----------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_published_games_can_be_counted_with_every_change(pond: Workshop, name: str) -> None:
    """No change stops the count, and the published table notices most of them."""
    _, players, totals, winners = GAMES[name]
    declare_published(pond, name)
    expected = dict(zip((one["name"] for one in players), totals, strict=True))
    example(pond, {"players": players}, {"winners": winners, "totals": expected})
    messages = example_problems(pond)
    assert all(one.startswith("note: ") for one in messages), messages
    assert example_problems(pond) == messages
    rules = sum(1 for one in variants(scorer_of(pond.load()).numbers) if one)
    assert len(messages) < rules
    assert not (name == "Sushi Go" and any("awards.maki" in one for one in messages))


def test_decks_belong_to_published_games() -> None:
    assert set(DECKS) <= set(GAMES)


LINE = (
    "{players: {most: %d}, ask: {n: int, m: int, w: {choice: [a, b]}, birds: {cards: birds}}, %s}"
)


def changes(more: str, players: int = 2) -> list[tuple[str, str, str, str]]:
    return [
        (".".join(map(str, one.rule[1:])), *one.change[:3])
        for rule in variants(numbers_of(LINE % (players, more)))
        for one in rule
    ]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("of: n, each: 2", [("each", "2", "3")]),
        ("of: n, each: 1/2", [("each", "1/2", "3/2"), ("round", "down", "up"),
                              ("round", "down", "half")]),
        ("of: n, each: 2, every: 3",
         [("each", "2", "3"), ("every", "3", "4"), ("every", "3", "2")]),
        ("of: n, each: 2, every: 2",
         [("each", "2", "3"), ("every", "2", "3"), ("every", "2", "1")]),
        ("of: n, each: 2, every: 1", [("each", "2", "3"), ("every", "1", "2")]),
        ("of: n, each: 2, from: 3", [("each", "2", "3"), ("from", "3", "4"), ("from", "3", "2")]),
        ("of: n, steps: [0, -1]", [("steps.0", "0", "1"), ("steps.1", "−1", "0")]),
        ("of: w, points: {a: 2, b: 1/2}, round: up",
         [("points.a", "2", "3"), ("points.b", "1/2", "3/2"), ("round", "up", "down"),
          ("round", "up", "half")]),
        ("of: birds, each_by: {points: [0, 4]}",
         [("each_by.0", "0", "1"), ("each_by.1", "4", "5")]),
        ("of: birds, sum: points * 2",
         [("sum", "points × 2", "points + 2"), ("sum", "points × 2", "points × 3"),
          ("sum", "points × 2", "points × 1")]),
        ("sum: n / m", [("sum", "n ÷ m", "n × m"), ("round", "down", "up"),
                        ("round", "down", "half")]),
        ("sum: n - m", [("sum", "n − m", "n + m")]),
        ("sum: n % m + m", [("sum", "n % m + m", "n % m − m"), ("sum", "n % m", "n ÷ m")]),
        ("sum: -n", [("sum", "−n", "n")]),
        ("sum: 'min(n, m)'", [("sum", "min(n, m)", "max(n, m)")]),
        ("sum: 'sum(birds, points)'", [("sum", "sum(birds, points)", "max(birds, points)")]),
        ("sum: 'count(birds)'", []),
        ("sum: 'count(birds, w = a)'", [("sum", "count(birds, w = a)", "count(birds)"),
                                        ("sum", "w = a", "w ≠ a")]),
        ("sum: 'different(birds, habitat)'",
         [("sum", "different(birds, habitat)", "count(birds)")]),
        ("of: n, each: 2, when: not n < m",
         [("each", "2", "3"), ("when", "not n < m", "n < m"), ("when", "n < m", "n ≤ m"),
          ("when", "not n < m", "1")]),
        ("of: n, each: 2, when: n and m",
         [("each", "2", "3"), ("when", "n and m", "n or m"), ("when", "n and m", "1")]),
        ("sets: [n, m + 1], each: 2",
         [("each", "2", "3"), ("sets", "n", "–"), ("sets", "m + 1", "m − 1"),
          ("sets", "m + 1", "m + 2"), ("sets", "m + 1", "m + 0"), ("sets", "m + 1", "–")]),
        ("product: n", []),
        ("product: [n, m]", [("product", "n", "–"), ("product", "m", "–")]),
        ("of: n, product: m", [("product", "m", "–")]),
    ],
)  # fmt: skip
def test_the_changes_of_a_line(line: str, expected: list[tuple[str, str, str]]) -> None:
    texts = changes(f"count: {{x: {{{line}}}}}", players=1)
    assert texts == [("count.x", *one) for one in expected]


MOST = [("most_of", "most_of", "least_of")]
PLACES = [("places.0", "5", "6"), ("places.1", "3", "4")]
SPLIT = [("round", "down", "up"), ("round", "down", "half")]


@pytest.mark.parametrize(
    ("award", "expected"),
    [
        ("most_of: n, points: 5",
         [*MOST, ("ties", "all", "nobody"), ("ties", "all", "split"), ("points", "5", "6")]),
        ("least_of: n, points: 5, ties: none",
         [("least_of", "least_of", "most_of"), ("ties", "none", "all"), ("ties", "none", "split"),
          ("points", "5", "6")]),
        ("most_of: n, points: 5, ties: split_place",
         [*MOST, ("ties", "split_place", "all"), ("ties", "split_place", "nobody"),
          ("points", "5", "6"), *SPLIT]),
        ("most_of: n, places: [5, 3], ties: split",
         [*MOST, ("ties", "split", "all"), ("ties", "split", "nobody"),
          ("ties", "split", "split_place"), *PLACES, *SPLIT]),
        ("most_of: n, places: [5, 3], ties: split_place",
         [*MOST, ("ties", "split_place", "all"), ("ties", "split_place", "nobody"),
          ("ties", "split_place", "split"), *PLACES, *SPLIT]),
        ("most_of: n, points: 5, by_players: {2: [7, 1]}, ties: nobody",
         [*MOST, ("ties", "nobody", "all"), ("ties", "nobody", "split"),
          ("ties", "nobody", "split_place"), ("points", "5", "6"), ("by_players.0", "7", "8"),
          ("by_players.1", "1", "2")]),
        ("most_of: n, points: 5, ties: holder, players: 3+, from: 2",
         [*MOST, *(("ties", "holder", ties) for ties in ("all", "nobody", "split")),
          ("points", "5", "6"), ("from", "2", "3"), ("from", "2", "1"),
          ("players", "3-20", "1-20")]),
        ("most_of: n + m, points: 5",
         [*MOST, ("ties", "all", "nobody"), ("ties", "all", "split"), ("points", "5", "6"),
          ("most_of", "n + m", "n − m")]),
    ],
)  # fmt: skip
def test_the_changes_of_an_award(award: str, expected: list[tuple[str, str, str]]) -> None:
    *texts, end = changes(f"awards: {{x: {{{award}}}}}")
    assert texts == [("awards.x", *one) for one in expected]
    assert end == ("outcome", "outcome", "highest", "lowest")


def test_alone_nobody_can_be_level_or_have_more() -> None:
    texts = changes("awards: {x: {most_of: n, points: 5}}, tie_break: [most n]", players=1)
    assert texts == [("awards.x", "points", "5", "6")]


def test_the_changes_of_the_end() -> None:
    line = "count: {x: {sum: n}}"
    assert changes(f"{line}, outcome: lowest, tie_break: [fewest n + m, most w = a]") == [
        ("outcome", "outcome", "lowest", "highest"),
        ("tie_break.0", "tie_break", "fewest n + m", "–"),
        ("tie_break.0", "tie_break", "fewest", "most"),
        ("tie_break.0", "tie_break", "n + m", "n − m"),
        ("tie_break.1", "tie_break", "most w = a", "–"),
        ("tie_break.1", "tie_break", "most", "fewest"),
        ("tie_break.1", "tie_break", "w = a", "w ≠ a"),
    ]
    assert changes(f"{line}, outcome: together, won: total > n") == [
        ("won", "won", "total > n", "total ≥ n")
    ]
    rounds = "rounds: 2, awards: {x: {most_of: n, points: 1, per: %s}}"
    assert ("awards.x", "per", "round", "game") in changes(rounds % "round")
    assert ("awards.x", "per", "game", "round") in changes(rounds % "game")


RICH = LINE % (3, (
    "count: {a: {of: n, each: 2, every: 3, from: 3}, b: {of: w, points: {a: 4}},"
    " c: {of: birds, sum: points * 2 + 1, when: points > 0},"
    " d: {sets: [n, m + 1], steps: [0, 1, 5]},"
    " e: {of: n, product: m}, f: {of: birds, each_by: {points: [0, 1, 9]}}},"
    " awards: {x: {most_of: n + m, places: [9, 4], by_players: {3: [8, 3, 1]}, ties: split,"
    " from: 2}, y: {least_of: m, points: -7, players: 2}}, tie_break: [most m, fewest n]"
))  # fmt: skip


@pytest.mark.slow
def test_every_change_changes_what_is_counted_somewhere() -> None:
    """A variant holds the change that it tells: on some table it counts something else."""
    numbers = numbers_of(RICH)
    birds = [[], ["robin"], ["heron", "lark"], ["lark", "owl"]]
    answers = [{"n": n, "m": m, "w": w, "birds": birds[(n + m) % 4]}
               for n in (0, 2, 3, 4, 7) for m in (0, 1, 2) for w in "ab"]  # fmt: skip
    groups = [answers[at : at + n] for n in (1, 2, 3) for at in range(len(answers) - n)]
    groups += [[answers[at], answers[-at - 1], answers[at]] for at in range(len(answers))]
    tables = [state_of(numbers, *group) for group in groups]
    usual = [judge("pond", table, numbers, SAY) for table in tables]
    unseen = [
        one.change[:3]
        for rule in variants(numbers)
        for one in rule
        if all(judge("pond", table, one.numbers, SAY).sides == before.sides
               for table, before in zip(tables, usual, strict=True))
    ]  # fmt: skip
    assert unseen == []


def test_one_tie_break_fewer_leaves_the_others() -> None:
    numbers = numbers_of(LINE % (2, "count: {x: {sum: n}}, tie_break: [most n, most m, most x]"))
    ties = numbers.score.tie_break
    gone = [each.numbers.score.tie_break for rule in variants(numbers) for each in rule
            if each.change.after == "–"]  # fmt: skip
    assert gone == [ties[1:], (ties[0], ties[2]), ties[:2]]


def value_at(rule: Any, part: str) -> str:
    """The number of a rule that a change tells."""
    name, _, inside = part.partition(".")
    value = getattr(rule, {"from": "from_"}.get(name, name))
    if name == "each_by":
        (value,) = value.values()
    if name == "by_players":
        ((_, value),) = value
    if isinstance(value, tuple):
        return digits(value[int(inside)])
    return digits(value[inside] if inside else value)


def test_a_number_is_changed_as_it_is_told() -> None:
    numbers = numbers_of(RICH)
    count = 0
    for one in (each for rule in variants(numbers) for each in rule):
        _, part, *key = one.rule
        name, before, after, _ = one.change
        if not key or part == "tie_break" or not before.removeprefix("−").isdecimal():
            continue
        rules, changed = getattr(numbers.score, part), getattr(one.numbers.score, part)
        assert (value_at(rules[key[0]], name), value_at(changed[key[0]], name)) == (before, after)
        same = {other: rule for other, rule in changed.items() if other != key[0]}
        assert same == {other: rules[other] for other in same}
        count += 1
    assert count >= 20


def test_formulas_weigh_what_they_take_to_count() -> None:
    more = "count: {x: {sum: n + m}, y: {of: n, each: 1, when: m > 1}}, tie_break: [most n]"
    assert weight(numbers_of(LINE % (2, more))) == 2 + 3 + 1 + 3 + 1
    lines = "count: {x: {sets: [n, m], each: 1}, y: {product: [n, m]}}"
    award = "awards: {z: {most_of: n, points: 1}}"
    assert weight(numbers_of(LINE % (2, f"{lines}, {award}"))) == 3 + 2 + 2 + 1
