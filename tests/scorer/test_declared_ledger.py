"""Lines of declared ledgers: points, the sentence of each, and who wins by them."""

from __future__ import annotations

from typing import Any

import pytest
from in_memory import Keys, judged, numbers_of, points_and_reasons
from texts import fault, text_of

ASK = (
    "n: {least: -9}, m: int, lead: {choice: [gold, silver]}, birds: {cards: birds},"
    " rows: {list: {a: {least: -9}, b: int}}"
)
PLAYER = {"n": 7, "m": 2, "lead": "gold", "birds": [], "rows": []}
LARK, HERON = ["lark"], ["robin", "heron"]


def line(text: str, **answers: Any) -> tuple[int, str]:
    numbers = numbers_of(f"{{players: {{most: 2}}, ask: {{{ASK}}}, count: {{x: {{{text}}}}}}}")
    (line_parts,) = points_and_reasons(numbers, "x", {**PLAYER, **answers})
    return line_parts


def rows(*numbers: int) -> list[dict[str, int]]:
    return [{"a": n, "b": 1} for n in numbers]


@pytest.mark.parametrize(
    ("text", "answers", "points", "why"),
    [
        ("of: n, each: 2", {}, 14, "declared.each(n=7, each=2, every=1, points=14)"),
        ("of: n, each: 2, every: 3", {}, 4, "declared.every(n=7, each=2, every=3, points=4)"),
        ("of: n, each: 2, every: 3", {"n": 6}, 4, "declared.every(n=6, each=2, every=3, points=4)"),
        ("of: n, each: 1/2", {"n": 6}, 3, "declared.each_part(n=6, each=1/2, every=1, points=3)"),
        (
            "of: n, each: 1/2, every: 3",
            {"n": 6},
            1,
            "declared.every_part(n=6, each=1/2, every=3, points=1)",
        ),
        (
            "of: n, each: 1/2",
            {},
            3,
            "declared.each_part(n=7, each=1/2, every=1, points=7/2)"
            " declared.rounded_down(points=3)",
        ),
        ("of: n / 2, each: 2", {}, 6, "declared.each(n=7/2, each=2, every=1, points=6)"),
        (
            "of: birds, each: 2",
            {"birds": HERON},
            4,
            "declared.each(n=2, each=2, every=1, points=4)",
        ),
        (
            "of: birds, each: 2, when: points > 1",
            {"birds": HERON},
            2,
            "declared.each(n=1, each=2, every=1, points=2)",
        ),
        (
            "of: birds, each: 2, when: points > m",
            {"birds": HERON, "m": 7},
            0,
            "declared.each(n=0, each=2, every=1, points=0)",
        ),
        ("of: n, each: 2, when: m", {"m": 0}, 0, "declared.not_when(what=m)"),
        ("of: n, each: 2, when: m", {"m": 1}, 14, "declared.each(n=7, each=2, every=1, points=14)"),
        ("of: n, each: 2, from: 7", {}, 14, "declared.each(n=7, each=2, every=1, points=14)"),
        ("of: n, each: 2, from: 8", {}, 0, "declared.too_few(n=7, least=8)"),
        ("sets: [n, m], each: 5", {}, 10, "declared.sets(n=2, names=n, m, each=5, points=10)"),
        (
            "sets: [n, m + 1], each: 5",
            {},
            15,
            "declared.sets(n=3, names=n, m + 1, each=5, points=15)",
        ),
        (
            "sets: [n, m], each: 5, every: 2",
            {},
            5,
            "declared.sets(n=1, names=n, m, each=5, points=5)",
        ),
        ("sets: [n, m], steps: [0, 1, 7]", {}, 7, "declared.steps(n=2, points=7)"),
        ("of: m, steps: [5, 6, 7]", {"m": 0}, 5, "declared.steps(n=0, points=5)"),
        ("of: m, steps: [5, 6, 7]", {"m": 1}, 6, "declared.steps(n=1, points=6)"),
        ("of: m, steps: [5, 6, 7]", {"m": 2}, 7, "declared.steps(n=2, points=7)"),
        ("of: m, steps: [5, 6, 7]", {"m": 3}, 7, "declared.steps(n=3, points=7)"),
        ("of: n, steps: [5, 6, 7]", {"n": -1}, 5, "declared.steps(n=−1, points=5)"),
        ("of: n / 2, steps: [5, 6, 7]", {"n": 3}, 6, "declared.steps(n=3/2, points=6)"),
        ("sum: n + m", {}, 9, "7 + 2 = 9."),
        ("sum: n", {}, 7, "7."),
        ("sum: n / 2, round: up", {}, 4, "7 ÷ 2 = 7/2. declared.rounded_up(points=4)"),
        ("sum: -n", {}, -7, "−7."),
        (
            fault("of", text_of("worth.points", points="birds, sum:")),
            {"birds": HERON},
            8,
            "Robin 1 + Heron 7 = 8.",
        ),
        (
            fault("of", text_of("worth.points", points="birds, sum:")),
            {"birds": LARK},
            3,
            "lark 3 = 3.",
        ),
        (
            "of: birds, sum: points * (habitat = forest)",
            {"birds": ["robin", *LARK]},
            1,
            "Robin 1 + lark 0 = 1.",
        ),
        (fault("of", text_of("worth.points", points="birds, sum:")), {}, 0, "declared.no_rows()"),
        ("of: rows, sum: a", {"rows": rows(1, 2)}, 3, "1 + 2 = 3."),
        ("of: rows, sum: a", {"rows": rows(4)}, 4, "4."),
        (
            "of: rows, sum: a + b + 10000000",
            {"rows": rows(12)},
            10000013,
            "12 + 1 + 10000000 = 10000013.",
        ),
        (
            "of: rows, sum: a + b + 100000000000",
            {"rows": rows(1234)},
            10**9,
            "1000000000. declared.cut()",
        ),
        (
            "of: rows, sum: a + b + 100000",
            {"rows": rows(*[1] * 8)},
            800016,
            "1 + 1 + 100000 + " * 7 + "1 + 1 + 100000 = 800016.",
        ),
        ("of: rows, sum: a", {"rows": rows(*[2] * 9)}, 18, "declared.many(n=9, points=18)"),
        ("of: rows, sum: a, when: a > 2", {"rows": rows(2, 3)}, 3, "3."),
        (
            "of: rows, each_by: {a: [0, 5, 9]}",
            {"rows": rows(0, 1, 2, 7)},
            23,
            "(0 → 0) + (1 → 5) + (2 → 9) + (7 → 9) = 23.",
        ),
        ("of: rows, each_by: {a: [0, 5, 9]}", {"rows": rows(-1)}, 0, "(−1 → 0) = 0."),
        ("of: rows, each_by: {a: [0, 5, 9]}", {}, 0, "declared.no_rows()"),
        ("product: [n, m]", {}, 14, "7 × 2 = 14."),
        ("of: m, product: n", {}, 14, "2 × 7 = 14."),
        ("product: n", {}, 7, "7."),
        ("of: lead, points: {gold: 5, silver: 1/2}", {}, 5, "declared.chosen(what=gold, points=5)"),
        ("of: lead, points: {silver: 5}", {}, 0, "declared.chosen(what=gold, points=0)"),
        (
            "of: lead, points: {gold: 5/2}",
            {},
            2,
            "declared.chosen(what=gold, points=5/2) declared.rounded_down(points=2)",
        ),
        ("of: lead, points: {gold: 5}, from: 1", {}, 0, "declared.too_few(n=0, least=1)"),
    ],
)
def test_a_line(text: str, answers: Any, points: int, why: str) -> None:
    assert line(text, **answers) == (points, why)


def test_a_part_is_told_in_full_up_to_twenty_letters() -> None:
    short = line("of: rows, sum: b + 10000000 + 10000", rows=rows(1))
    assert short == (10010001, "1 + 10000000 + 10000 = 10010001.")
    long = line("of: rows, sum: b + 100000000 + 10000", rows=rows(1))
    assert long == (100010001, "100010001.")


def test_a_line_of_the_same_key_counts_what_is_asked() -> None:
    count = "{lead: {points: {gold: 3}}, birds: {sum: points}, rows: {each: 2}, own: {each: 4}}"
    numbers = numbers_of(f"{{players: {{most: 2}}, ask: {{{ASK}}}, count: {count}}}")
    answers = {**PLAYER, "birds": HERON, "rows": rows(1, 2, 3), "own": 2}
    (side,) = judged(numbers, answers).sides
    assert [(one.rule, one.points) for one in side.lines] == [
        ("lead", 3),
        ("birds", 8),
        ("rows", 6),
        ("own", 8),
    ]


def test_points_of_a_line_are_known_to_the_next_and_answers_stay_answers() -> None:
    count = "{n: {each: 10}, twice: {sum: n * 2}, x: {sum: twice + 1}}"
    numbers = numbers_of(f"{{players: {{most: 2}}, ask: {{n: int}}, count: {count}}}")
    (side,) = judged(numbers, {"n": 3}).sides
    assert [one.points for one in side.lines] == [30, 6, 7]


WON = "{players: {most: 4}, ask: {n: int, m: int}, count: {n: {each: 1}}, %s}"


@pytest.mark.parametrize(
    ("more", "values", "ranks", "reason"),
    [
        ("outcome: highest", [(3, 0), (5, 0), (3, 0)], [2, 1, 2], "reason.ranked(names=B, n=5)"),
        ("outcome: highest", [(5, 0), (5, 0), (3, 0)], [1, 1, 3],
         "reason.draw(names=A and B, n=5)"),
        ("outcome: lowest", [(3, 0), (5, 0)], [1, 2], "reason.lowest_ranked(names=A, n=3)"),
        ("outcome: lowest", [(3, 0), (3, 0)], [1, 1], "reason.lowest_draw(names=A and B, n=3)"),
        ("tie_break: [most m]", [(5, 1), (5, 2), (5, 0)], [2, 1, 3],
         "reason.broken_most(names=A, B and C, n=5, name=B, many=1, what=m, found=2)"
         " reason.broken_most(names=A and C, n=5, name=A, many=1, what=m, found=1)"),
        ("tie_break: [most m]", [(6, 0), (5, 1), (5, 2)], [1, 3, 2],
         "reason.ranked(names=A, n=6)"
         " reason.broken_most(names=B and C, n=5, name=C, many=1, what=m, found=2)"),
        ("tie_break: [most m]", [(5, 2), (5, 1), (5, 2)], [1, 3, 1],
         "reason.draw(names=A and C, n=5)"
         " reason.broken_most(names=A, B and C, n=5, name=A and C, many=2, what=m, found=2)"),
        ("tie_break: [most m]", [(9, 0), (5, 1), (5, 1)], [1, 2, 2], "reason.ranked(names=A, n=9)"),
        ("tie_break: [fewest m]", [(5, 1), (5, 2), (4, 0)], [1, 2, 3],
         "reason.broken_fewest(names=A and B, n=5, name=A, many=1, what=m, found=1)"),
        ("tie_break: [most m]", [(5, 1), (5, 1)], [1, 1], "reason.draw(names=A and B, n=5)"),
        ("tie_break: [most m > 0, fewest m + 1]", [(5, 2), (5, 1), (5, 0)], [2, 1, 3],
         "reason.broken_fewest(names=A, B and C, n=5, name=B, many=1, what=m + 1, found=2)"
         " reason.broken_most(names=A and C, n=5, name=A, many=1, what=m > 0, found=1)"),
        ("outcome: lowest, tie_break: [most m]", [(5, 1), (5, 2), (6, 9)], [2, 1, 3],
         "reason.broken_most(names=A and B, n=5, name=B, many=1, what=m, found=2)"),
    ],
)  # fmt: skip
def test_ranks(more: str, values: Any, ranks: list[int], reason: str) -> None:
    result = judged(numbers_of(WON % more), *({"n": n, "m": m} for n, m in values))
    assert [side.place for side in result.sides] == ranks
    assert result.reason == reason
    assert result.outcome == ("ranked" if ranks.count(1) == 1 else "draw")
    assert result.winners == tuple("ABCD"[at] for at, place in enumerate(ranks) if place == 1)
    assert result.game == "pond"


def test_a_tie_break_is_called_by_its_name() -> None:
    say = Keys("en", {"rule.m": "Marks"})
    players = ({"n": 5, "m": 1}, {"n": 5, "m": 2})
    result = judged(numbers_of(WON % "tie_break: [most m]"), *players, say=say)
    assert "what=Marks, found=2" in result.reason
    written = judged(numbers_of(WON % "tie_break: [most m + 1]"), *players, say=say)
    assert "what=Marks + 1, found=3" in written.reason


def test_a_set_is_told_by_the_names_of_its_parts() -> None:
    count = "count: {x: {sets: [n, m + 1], each: 2}}"
    numbers = numbers_of(f"{{players: {{most: 2}}, ask: {{n: int, m: int}}, {count}}}")
    say = Keys("en", {"rule.n": "Nests", "rule.+": "plus"})
    (side,) = judged(numbers, {"n": 1, "m": 1}, say=say).sides
    assert "names=Nests, m + 1," in side.lines[0].why


TOGETHER = (
    "{players: {most: 4}, outcome: together, won: %s,"
    " ask: {n: int, lead: {choice: [a, b]}, rows: {list: {a: int}}}, count: {n: {each: 2}}}"
)


@pytest.mark.parametrize(
    ("won", "outcome"),
    [
        ("n = 5", "won"),
        ("n = 4", "lost"),
        ("total = 10", "won"),
        ("players = 2", "won"),
        ("rows = 3", "won"),
        ("rows > 3", "lost"),
    ],
)
def test_all_together(won: str, outcome: str) -> None:
    more = {"lead": "a"}
    answers = [{"n": 3, "rows": [{"a": 1}], **more}, {"n": 2, "rows": [{"a": 1}, {"a": 4}], **more}]
    result = judged(numbers_of(TOGETHER % won), *answers)
    assert (result.outcome, result.winners) == (outcome, ("A", "B") if outcome == "won" else ())
    assert result.reason == f"reason.together_{outcome}(what={won}, n=10)"
    assert [side.place for side in result.sides] == [1, 1]


ROUNDS = (
    "{players: {most: 4}, outcome: %s, rounds: {least: 1, most: 3},"
    " ask: {n: int, lead: {choice: [a, b]}}, count: {n: {each: 2}, met: {sum: lead = a}},"
    " awards: {best: {most_of: n, points: 10, ties: holder, per: game}}, tie_break: [most n]}"
)


def played(*numbers: int, has_award: bool = False) -> dict[str, Any]:
    return {"rounds": [{"n": n, "lead": "a"} for n in numbers], "best_held": has_award}


def each(n: int, points: int, counted: int) -> str:
    why = f"declared.each(n={counted}, each=2, every=1, points={points})"
    return f"declared.round_why(n={n}, points={points}, why={why})"


def test_rounds_are_added_up() -> None:
    result = judged(numbers_of(ROUNDS % "highest"), played(1, 2), played(0, 4))
    met = ", ".join(f"declared.round_why(n={n}, points=1, why=a = a = 1)" for n in (1, 2))
    assert [[(one.rule, one.points, one.why) for one in side.lines] for side in result.sides] == [
        [
            ("n", 6, f"{each(1, 2, 1)}, {each(2, 4, 2)}."),
            ("met", 2, f"{met}."),
            ("best", 0, "declared.not_most(names=B, n=4)"),
        ],
        [
            ("n", 8, f"{each(1, 0, 0)}, {each(2, 8, 4)}."),
            ("met", 2, f"{met}."),
            ("best", 10, "declared.most(n=4, names=B, place=1, points=10)"),
        ],
    ]
    assert result.reason == "reason.ranked(names=B, n=20)"


@pytest.mark.parametrize(("rounds", "word"), [(5, "round_why"), (6, "round")])
def test_many_rounds_are_listed_without_reasons(rounds: int, word: str) -> None:
    declaration = "{players: {most: 2}, rounds: {most: 9}, count: {n: {each: 1}}}"
    player = {"rounds": [{"n": 1}] * rounds}
    ((points, why),) = points_and_reasons(numbers_of(declaration), "n", player)
    assert points == rounds
    assert why.count(f"declared.{word}(") == rounds


def test_what_is_held_is_held_over_all_rounds() -> None:
    result = judged(numbers_of(ROUNDS % "highest"), played(3, 1, has_award=True), played(4, 0))
    assert [side.lines[-1].points for side in result.sides] == [10, 0]


def test_rounds_are_won() -> None:
    result = judged(numbers_of(ROUNDS % "rounds"), played(1, 2, 3), played(0, 4, 3))
    assert [(side.total, side.lines[0].why) for side in result.sides] == [
        (2, "declared.rounds_won(n=2, which=1 and 3)"),
        (2, "declared.rounds_won(n=2, which=2 and 3)"),
    ]
    assert (
        result.reason == "reason.broken_most(names=A and B, n=2, name=B, many=1, what=n, found=7)"
    )
    assert [one.total for one in result.extras] == [15, 27]
    lost = judged(numbers_of(ROUNDS % "rounds"), played(1), played(0))
    assert lost.sides[1].lines[0] == ("rounds", 0, "declared.no_round()", ())
    assert lost.reason == "reason.rounds_ranked(names=A, n=1)"
    alone = judged(numbers_of(ROUNDS % "rounds"), played(1, 2))
    assert alone.sides[0].lines[0].why == "declared.rounds_won(n=2, which=1 and 2)"
    even = judged(numbers_of(ROUNDS % "rounds"), played(1), played(1))
    assert even.reason == "reason.rounds_draw(names=A and B, n=1)"


@pytest.mark.parametrize(
    ("text", "points", "is_cut"),
    [
        ("of: m, each: 1000", 10**9, False),
        ("of: m + 1, each: 1000", 10**9, True),
        ("sum: m * 1000", 10**9, False),
        ("sum: m * 1000 + 1 - 1", 10**9 - 1, True),
        ("product: [m, m]", 10**9, True),
        ("sum: 'max(n, 999999999) * max(n, 999999999) - 999999999'", 1, True),
        ("of: rows, sum: a * m * m", 10**9, True),
        ("of: rows, sum: m * 500", 10**9, False),
        ("of: rows, sum: m * 501", 10**9, True),
        ("sets: [m * 2, m * m], each: 1000", 10**9, True),
        ("of: m * m, steps: [0, 1]", 1, True),
        ("of: n, each: 1, when: m * m > 1", 7, True),
        ("sum: 1 / m * 1000000", 1, False),
        ("sum: 1 / (m + 1) * 1000000", 1, True),
    ],
)
def test_a_number_that_was_cut_is_never_told_as_an_equation(
    text: str, points: int, is_cut: bool
) -> None:
    """Up to a billion and down to a millionth the sentence is the usual one."""
    total, why = line(text, m=10**6, rows=rows(1, 1))
    assert total == points
    assert (why == f"{points}. declared.cut()") is is_cut
    assert ("declared.cut" in why) is is_cut


def test_rounds_awards_and_tie_breaks_tell_what_was_cut() -> None:
    numbers = numbers_of(
        "{players: {most: 2}, rounds: 2, ask: {m: {most: 100000}},"
        " count: {x: {sum: m * 6000}, y: {sum: 0 - x}},"
        " awards: {b: {most_of: m * m * m, points: 1, per: game}}, tie_break: [most m * m * m]}"
    )
    player = {"rounds": [{"m": 100_000}] * 2}
    result = judged(numbers, player, {"rounds": [{"m": 100_000}, {"m": 0}]})
    first, second = result.sides
    assert (first.lines[0].points, first.lines[1].points) == (10**9, -(10**9))
    assert all(line.why.endswith(". declared.cut()") for line in first.lines[:2])
    assert "declared.cut" not in second.lines[0].why
    assert first.lines[2].why.endswith("place=1, points=1) declared.cut()")
    together = judged(
        numbers_of(
            "{players: {most: 2}, outcome: together, won: total > 0, ask: {m: {most: 100000}},"
            " count: {x: {sum: m * 9000}}}"
        ),
        *[{"m": 100_000}] * 2,
    )
    assert together.reason.endswith("n=1000000000) declared.cut()")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("sum: 'min(n, m)'", "Formula.min(n=2, parts=7 and 2): 2."),
        ("sum: 'max(n, m, 9)'", "Formula.max(n=3, parts=7, 2 and 9): 9."),
        ("sum: '2 * max(n, m)'", "2 × 7 (formula.max(n=2, parts=7 and 2)) = 14."),
        ("sum: 'max(rows, a)'", "Formula.max_of(list=rows, what=a): 4."),
        ("sum: 'min(rows, a) + 1'", "1 (formula.min_of(list=rows, what=a)) + 1 = 2."),
        ("sum: 'sum(rows, a * n)'", "Formula.sum(list=rows, what=a × n): 35."),
        ("sum: 'count(rows)'", "Formula.count_all(list=rows, what=): 2."),
        ("sum: 'count(rows, a > 1 or not b)'",
         "Formula.count(list=rows, what=a > 1 formula.or() formula.not() b): 1."),
        ("sum: 'different(rows, b)'", "Formula.different(list=rows, what=b): 1."),
        ("of: n, each: 1, when: 'count(rows) > 9'",
         "declared.not_when(what=(formula.count_all(list=rows, what=)) > 9)"),
        ("of: rows, sum: 'min(a, b)'", "1 + 1 = 2."),
    ],
)  # fmt: skip
def test_functions_are_told_in_words(text: str, why: str) -> None:
    assert line(text, rows=rows(1, 4))[1] == why


def test_an_empty_cell_counts_as_nothing() -> None:
    assert line("of: birds, sum: points * (habitat = wetland)", birds=LARK)[0] == 0
    assert line("sum: 'different(birds, habitat)'", birds=["robin", "lark", "lark"])[0] == 2
    assert line("sum: 'count(birds, points = 0)'", birds=["robin", "owl"])[0] == 1


def test_yes_counts_as_one() -> None:
    numbers = numbers_of(
        "{players: {most: 2}, ask: {own: yes/no, rows: {list: {own: yes/no}}},"
        " count: {x: {of: own, each: 5}, y: {of: rows, sum: own}}}"
    )
    player = {"own": True, "rows": [{"own": True}, {"own": False}]}
    assert points_and_reasons(numbers, "x", player)[0][0] == 5
    assert points_and_reasons(numbers, "y", player) == [(1, "1 + 0 = 1.")]
    assert points_and_reasons(numbers, "x", {**player, "own": False})[0][0] == 0


def test_how_many_play_is_a_number() -> None:
    numbers = numbers_of("{players: {most: 4}, ask: {n: int}, count: {x: {sum: players}}}")
    assert [
        points for points, _ in points_and_reasons(numbers, "x", {"n": 1}, {"n": 2}, {"n": 3})
    ] == [3, 3, 3]
