"""What may be declared, at each bound and one beyond it, and where a slip is told."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from in_memory import errors_of, numbers_of, read_score
from texts import fault, text_of

from scorer.declared.declaration import _cards, _cells
from scorer.declared.lines import least, most, round_points, type_of
from scorer.declared.numbers import decks_of_cards, questions, supplies

LINE = "{players: {most: 4}, ask: {n: int, rows: {list: {a: int}}}, count: {line: {of: n, %s}}}"
ASK = "{players: {most: 4}, ask: {n: %s, m: int}, count: {m: {each: 1}}}"
AWARD = "{players: {most: 4}, ask: {n: int}, awards: {best: {most_of: n, %s}}}"
WHOLE = "{players: {most: 4}, ask: {n: int}, count: {n: {each: 1}}, %s}"


def listed(n: int, item: str = "1") -> str:
    return f"[{', '.join([item] * n)}]"


def keys(n: int, value: str = "int") -> str:
    return f"{{{', '.join(f'k{at}: {value}' for at in range(n))}}}"


@pytest.mark.parametrize(
    ("frame", "good", "bad"),
    [
        (LINE, "each: 1000", "each: 1001"),
        (LINE, "each: -1000", "each: -1001"),
        (LINE, "each: 999.999", "each: 1.0001"),
        (LINE, "each: 1/999", "each: 1/1000"),
        (LINE, "each: '1/2'", "each: '1/0'"),
        (LINE, "each: 1", "each: true"),
        (LINE, "each: 0.5", "each: [1]"),
        (LINE, "each: 1, every: 1000", "each: 1, every: 1001"),
        (LINE, "each: 1, every: 1", "each: 1, every: 0"),
        (LINE, "each: 1, from: 1", "each: 1, from: 0"),
        (LINE, "each: 1, from: 100000", "each: 1, from: 100001"),
        (LINE, f"steps: {listed(100)}", f"steps: {listed(101)}"),
        (LINE, "steps: [1000, -1000]", "steps: [1001]"),
        (LINE, "steps: [1]", "steps: [-1001]"),
        (LINE, "steps: [1]", "steps: []"),
        (LINE, "each: 1, round: half", "each: 1, round: nearest"),
        (LINE, "product: n", "product: []"),
        (LINE, "product: [n, n]", "product: [n, +]"),
        (LINE, "product: [n]", "product: {n: 1}"),
        (LINE, f"product: {listed(12)}", f"product: {listed(13)}"),
        (LINE.replace("of: n, ", ""), f"each: 1, sets: {listed(12, 'n')}",
         f"each: 1, sets: {listed(13, 'n')}"),
        (LINE.replace("of: n, ", ""), "each: 1, sets: [n, n]", "each: 1, sets: [n]"),
        (LINE.replace("of: n, ", ""), "steps: [1], sets: [n, n]", "sum: n, sets: [n, n]"),
        (LINE, "each: 1", "each: 1, sets: [n, n]"),
        (LINE, "each: 1", "each: 1, steps: [1]"),
        (LINE, "each: 1", "when: n"),
        (LINE, "each: 1, every: 2", "sum: n, every: 2"),
        (LINE.replace("of: n", "of: rows"), f"each_by: {{a: {listed(100)}}}",
         f"each_by: {{a: {listed(101)}}}"),
        (LINE.replace("of: n", "of: rows"), "each_by: {a: [1000, -1000]}", "each_by: {a: [1001]}"),
        (LINE.replace("of: n", "of: rows"), "each_by: {a: [0]}", "each_by: {a: [-1001]}"),
        (LINE.replace("of: n", "of: rows"), "each_by: {a: [0]}", "each_by: {a: []}"),
        (LINE.replace("of: n", "of: rows"), "each_by: {a: [0]}", "each_by: {a: [true]}"),
        (LINE.replace("of: n", "of: rows"), "each_by: {a: [0]}", "each_by: {a: ['1']}"),
        (LINE.replace("of: n", "of: rows"), "each_by: {a: [0]}", "each_by: {a: 1}"),
        (LINE.replace("of: n", "of: rows"), "each_by: {a: [0]}", "each_by: {}"),
        (LINE.replace("of: n", "of: rows"), "each_by: {a: [0]}", "each_by: [1]"),
        (LINE.replace("of: n", "of: rows"), "each_by: {a: [0]}", "each_by: {a: [0], players: [0]}"),
        (AWARD, "points: 1000", "points: 1001"),
        (AWARD, "points: -1000", "points: -1001"),
        (AWARD, f"places: {listed(20)}", f"places: {listed(21)}"),
        (AWARD, "places: [1]", "places: []"),
        (AWARD, "places: [1]", "places: [1], points: 1"),
        (AWARD, "points: 1", "ties: all"),
        (AWARD, "points: 1", "points: 1, least_of: n"),
        (AWARD.replace("most_of: n,", "least_of: n,"), "points: 1", "points: 1, most_of: n"),
        (AWARD, "points: 1, from: 1", "points: 1, from: 0"),
        (AWARD, "points: 1, from: 100000", "points: 1, from: 100001"),
        (AWARD, "points: 1, players: 99", "points: 1, players: 100"),
        (AWARD, "points: 1, players: 2-99", "points: 1, players: 2-100"),
        (AWARD, "points: 1, players: 3+", "points: 1, players: 3-"),
        (AWARD, "points: 1, players: 3-3", "points: 1, players: 3-2"),
        (AWARD, "points: 1, players: 20+", "points: 1, players: 21+"),
        (AWARD, "points: 1, players: 3", "points: 1, players: true"),
        (AWARD, "points: 1, players: 3", "points: 1, players: [3]"),
        (AWARD, f"points: 1, by_players: {{3: {listed(100)}}}",
         f"points: 1, by_players: {{3: {listed(101)}}}"),
        (AWARD, "points: 1, by_players: {3+: [1]}", "points: 1, by_players: [1]"),
        (AWARD, "points: 1, by_players: {3+: [1]}", "points: 1, by_players: {3*: [1]}"),
        (ASK, "{most: 100000}", "{most: 100001}"),
        (ASK, "{least: -100000}", "{least: -100001}"),
        (ASK, "{least: 5, most: 5}", "{least: 6, most: 5}"),
        (ASK, "{least: 999}", "{least: 1000}"),
        (ASK, "{most: 0}", "{most: -1}"),
        (ASK, "{type: yes/no}", "{type: yes/no, most: 3}"),
        (ASK, "{type: yes/no}", "{type: yes/no, least: 0}"),
        (ASK, "{type: int}", "{type: int, choice: [a, b]}"),
        (ASK, "int", "text"),
        (ASK, "{choice: [a, b]}", "{choice: [a]}"),
        (ASK, "{choice: [a, b]}", "{choice: [a, a]}"),
        (ASK, "{choice: [a, b]}", "{choice: [a, [b]]}"),
        (ASK, "{choice: [a, b]}", "{choice: 2}"),
        (ASK, "{choice: [a, b]}", "{choice: [a, B]}"),
        (ASK, "{choice: {a: First, b: {en: Second}}}", "{choice: {a: First, b: ''}}"),
        (ASK, f"{{choice: {keys(40, 'x')}}}", f"{{choice: {keys(41, 'x')}}}"),
        (ASK, "{choice: [a, b]}", "{choice: [a, b], cards: birds}"),
        (ASK, f"{{list: {keys(8)}}}", f"{{list: {keys(9)}}}"),
        (ASK, f"{{list: {keys(1)}}}", "{list: {}}"),
        (ASK, "{list: {a: int}}", "{list: [a]}"),
        (ASK, "{list: {a: int}}", "{list: {A: int}}"),
        (ASK, "{list: {a: yes/no}}", "{list: {a: number}}"),
        (ASK, "{list: {a: int}, most: 60}", "{list: {a: int}, most: 61}"),
        (ASK, "{list: {a: int}, least: 0}", "{list: {a: int}, least: -1}"),
        (ASK, "{list: {a: int}, least: 3, most: 3}", "{list: {a: int}, least: 4, most: 3}"),
        (ASK, "{list: {a: int}, least: 60}", "{list: {a: int}, least: 61}"),
        (ASK, "{cards: birds}", "{cards: birds, most: 3}"),
        (ASK, f"{{ask: {'x' * 60}}}", f"{{ask: {'x' * 61}}}"),
        (ASK, "{ask: x}", "{ask: ''}"),
        (ASK, "{ask: x}", "{ask: 'a{b'}"),
        (ASK, "{ask: x}", "{ask: 'a}b'}"),
        (ASK, "{ask: x}", '{ask: "a\\nb"}'),
        (ASK, "{ask: x}", "{ask: 7}"),
        (ASK, "{ask: {en: x}}", "{ask: {}}"),
        (ASK, "{ask: {en: x, sv: y}}", "{ask: {en: x, sv: ''}}"),
        (ASK, f"{{help: {'x' * 60}}}", f"{{help: {'x' * 61}}}"),
        (WHOLE, f"tie_break: {listed(5, 'most n')}", f"tie_break: {listed(6, 'most n')}"),
        (WHOLE, "tie_break: [fewest n]", "tie_break: [least n]"),
        (WHOLE, "tie_break: [most total]", "tie_break: [3]"),
        (WHOLE, "rounds: 20", "rounds: 21"),
        (WHOLE, "rounds: 1", "rounds: 0"),
        (WHOLE, "rounds: {most: 20}", "rounds: {most: 21}"),
        (WHOLE, "rounds: {least: 3, most: 3}", "rounds: {least: 4, most: 3}"),
        (WHOLE, "rounds: {least: 1, most: 3}", "rounds: {least: 0, most: 3}"),
        (WHOLE, "rounds: {most: 3}", "rounds: {least: 3}"),
        (WHOLE, "rounds: {most: 1}", "rounds: {most: 0}"),
        (WHOLE, "rounds: {most: 3}", "rounds: {most: 3, about: 2}"),
        (WHOLE, "rounds: {most: 3}", "rounds: {most: true}"),
        (WHOLE, "rounds: {most: 3}", "rounds: {least: true, most: 3}"),
        (WHOLE, "rounds: 3", "rounds: many"),
        (WHOLE, "rounds: 3", "rounds: true"),
        (WHOLE, "outcome: together, won: n > 3", "outcome: together"),
        (WHOLE, "outcome: highest", "won: n > 3"),
        (WHOLE, "outcome: rounds, rounds: 3", "outcome: rounds"),
        ("{players: %s, count: {n: {each: 1}}}", "{least: 1, most: 1}", "{least: 0, most: 1}"),
        ("{players: %s, count: {n: {each: 1}}}", "{least: 20, most: 20}", "{most: 21}"),
        ("{players: %s, count: {n: {each: 1}}}", "{least: 2, most: 2}", "{least: 3, most: 2}"),
        ("{players: {most: 2}, count: {n: {each: 1}}, ask: %s}", keys(40), keys(41)),
        ("{players: {most: 2}, count: %s}", keys(40, "{each: 1}"), keys(41, "{each: 1}")),
        ("{players: {most: 2}, count: {n: {each: 1}}, awards: %s}",
         keys(40, "{most_of: n, points: 1}"), keys(41, "{most_of: n, points: 1}")),
        ("{players: {most: 2}, count: {%s: {each: 1}}}", "a" * 40, "a" * 41),
        ("{players: {most: 2}, count: {%s: {each: 1}}}", "a", "''"),
        ("{players: {most: 2}, count: {%s: {each: 1}}}", "a_9", "a_"),
        ("{players: {most: 2}, count: {%s: {each: 1}}}", "a9", "9a"),
    ],
)  # fmt: skip
def test_up_to_its_bound_and_no_further(frame: str, good: str, bad: str) -> None:
    assert errors_of(frame % good) == []
    assert errors_of(frame % bad) != []


@pytest.mark.parametrize(
    ("declaration", "expected"),
    [
        ("{players: {most: 2}, ask: {n: int}}", [("count", "nothing_counted")]),
        ("{players: {most: 2}, ask: {n: int}, awards: {b: {most_of: n, points: 1}}}", []),
        (LINE % "each: 1, every: 2, when: m", [("count.line.when", "no_value")]),
        (LINE % "sum: m", [("count.line.sum", "no_value")]),
        (LINE % "product: m", [("count.line.product", "no_value")]),
        (LINE % "product: [n, m]", [("count.line.product.1", "no_value")]),
        (LINE % "each_by: {a: [1]}", [("count.line.each_by", "no_rows")]),
        (LINE.replace("of: n", "of: rows") % "each_by: {b: [1]}",
         [("count.line.each_by", "no_value")]),
        (LINE.replace("of: n", "of: rows") % "sum: a", []),
        (LINE.replace("of: n", "of: rows") % "each: 1, when: a > 2", []),
        (LINE.replace("of: n", "of: rows + 1") % "sum: a", [("count.line.sum", "no_value")]),
        (LINE.replace("of: n", "of: m") % "each: 1", [("count.line.of", "no_value")]),
        (LINE.replace("of: n, ", "") % "each: 1, sets: [n, m]",
         [("count.line.sets.1", "no_value")]),
        (LINE % "points: {a: 1}", [("count.line.points", "no_choice")]),
        (LINE.replace("of: n", "of: m") % "points: {a: 1}", [("count.line.points", "no_value")]),
        (LINE.replace("of: n", "of: n + 1") % "points: {a: 1}",
         [("count.line.points", "no_choice")]),
        (LINE % "points: {7: 1}", [("count.line.points", "no_word_key")]),
        (LINE % "points: {a: x}", [("count.line.points.a", "no_points")]),
        (LINE % "points: 7", [("count.line.points", "no_mapping")]),
        (LINE.replace("of: n", "of: rows") % "each_by: {a: [1, x]}",
         [("count.line.each_by.a.1", "no_whole_number")]),
        (LINE % "each: 1, deck: fish", [("count.line.deck", "no_deck"),
                                        ("count.line.deck", "not_asked")]),
        (LINE % "each: 1, most: 3", [("count.line.most", "not_asked")]),
        (ASK.replace("{m: {each: 1}}", "{m: {each: 1, most: 3}}") % "int",
         [("count.m.most", "not_asked")]),
        (ASK.replace("{m: {each: 1}}", "{l: {each: 1, most: 3}}") % "int", []),
        (ASK.replace("{m: {each: 1}}", "{m: {sum: m, most: 3}}") % "int",
         [("count.m.most", "not_asked")]),
        (ASK % "{cards: fowl}", [("ask.n.cards", "no_deck")]),
        (ASK % "{choice: [a, {b: 1}]}", [("ask.n.choice", "no_choices")]),
        (ASK.replace("{m: {each: 1}}", "{n: {each: 1}}") % "{choice: [a, b]}",
         [("count.n.each", "word_no_number")]),
        (ASK.replace("{m: {each: 1}}", "{n: {steps: [1]}}") % "{choice: [a, b]}",
         [("count.n.steps", "word_no_number")]),
        (ASK.replace("{m: {each: 1}}", "{n: {points: {a: 1}}}") % "{choice: [a, b]}", []),
        (ASK.replace("{m: {each: 1}}", "{l: {of: n, points: {c: 1}}}") % "{choice: [a, b]}",
         [("count.l.points", "no_word")]),
        (ASK.replace("{m: {each: 1}}", "{l: {of: n, each: 1}}") % "{choice: [a, b]}",
         [("count.l.of", "word_no_number")]),
        (ASK.replace("{m: {each: 1}}", "{l: {of: n, each_by: {habitat: [1]}}}") % "{cards: birds}",
         [("count.l.each_by", "word_no_number")]),
        (ASK.replace("{m: {each: 1}}", "{l: {of: n, each_by: {points: [1]}}}") % "{cards: birds}",
         []),
        (ASK.replace("{m: {each: 1}}", "{l: {of: n, sum: points}}") % "{cards: birds}", []),
        (ASK.replace("{m: {each: 1}}", "{l: {of: n, each: 1, when: habitat = forest}}")
         % "{cards: birds}", []),
        (ASK.replace("{m: {each: 1}}", "{l: {of: n, each: 1, when: habitat = sea}}")
         % "{cards: birds}", [("count.l.when", "no_word")]),
        (WHOLE % "tie_break: [most n, most m]", [("tie_break.1", "no_value")]),
        (WHOLE % "awards: {b: {most_of: m, points: 1}}", [("awards.b.most_of", "no_count")]),
        (WHOLE % "awards: {b: {least_of: m, points: 1}}", [("awards.b.least_of", "no_count")]),
        (WHOLE % "awards: {b: {most_of: m + 1, points: 1}}", [("awards.b.most_of", "no_value")]),
        (WHOLE % "awards: {b: {most_of: n, points: 1}}, tie_break: [most b]", []),
        (WHOLE % "awards: {n: {most_of: n, points: 1}}", [("awards.n", "counted_too")]),
        (WHOLE % "awards: {b: {most_of: n, points: 1, ties: holder},"
         " b_held: {most_of: n, points: 1}}", [("awards.b", "counted_too")]),
        (WHOLE % "awards: {b: {most_of: n, points: 1}, b_held: {most_of: n, points: 1}}", []),
        (WHOLE % "outcome: together, won: total > 3 and m", [("won", "no_value")]),
        (WHOLE % fault('outcome: together, won', text_of('play.players', n='total > 3 and')), []),
        ("{players: {most: 2}, count: {total: {each: 1}}}", [("count.total", "key_name")]),
        ("{players: {least: 21, most: 20}, count: {n: {each: 1}}}", [("players.least", "large")]),
        (ASK % "{choice: [a, b]}, name: int", [("ask.name", "key_name")]),
        (ASK % "int, not: int", [("ask.not", "key_name")]),
        (ASK % "{list: {or: int}}", [("ask.n.list.or", "key_name")]),
        (WHOLE % "awards: {and: {most_of: n, points: 1}}", [("awards.and", "key_name")]),
        (WHOLE % "awards: {rounds: {most_of: n, points: 1}}", [("awards.rounds", "key_name")]),
        ("{players: {most: 2}, rounds: 3, ask: {n: {list: {a: int}}}, count: {m: {each: 1}}}",
         []),
        ("{players: {most: 2}, rounds: 3, ask: {n: {cards: birds}}, count: {m: {each: 1}}}",
         []),
        ("{players: {most: 2}, ask: {n: {cards: birds}}, count: {m: {each: 1}}}", []),
        ("{players: {most: 2}, rounds: 3, ask: {n: {choice: [a, b]}}, count: {m: {each: 1}},"
         " tie_break: [most m]}", []),
        ("{players: {most: 2}, rounds: 3, ask: {n: {choice: [a, b]}}, count: {m: {each: 1}},"
         " tie_break: [most (n = a)]}", [("tie_break.0", "no_value")]),
        ("{players: {most: 2}, ask: {n: {choice: [a, b]}}, count: {m: {each: 1}},"
         " tie_break: [most (n = a)]}", []),
        ("{players: {most: 2}, outcome: together, won: (n = a), ask: {n: {choice: [a, b]}},"
         " count: {m: {each: 1}}}", [("won", "no_value")]),
        ("{players: {most: 2}, count: {m: {each: 1}, l: {of: m, each: 1}}}", []),
        ("{players: {most: 2}, count: {l: {sum: m}, m: {each: 1}}}", []),
        ("{players: {most: 2}, count: {l: {sum: k}, k: {sum: 1}}}", [("count.l.sum", "no_value")]),
        ("{players: {most: 2}, count: {k: {sum: 1}, l: {sum: k}}}", []),
    ],
)  # fmt: skip
def test_a_slip_is_told_at_its_place(declaration: str, expected: list[tuple[str, str]]) -> None:
    assert errors_of(declaration) == expected


@pytest.mark.parametrize(
    ("rounds", "per", "expected"),
    [
        ("", "", []),
        ("", ", per: game", [("awards.b.per", "per_alone")]),
        ("rounds: 3, ", "", [("awards.b", "per_missing")]),
        ("rounds: 3, ", ", per: game", []),
        ("rounds: 3, ", ", per: round", []),
    ],
)
def test_an_award_says_how_often_it_is_given(rounds: str, per: str, expected: Any) -> None:
    award = f"awards: {{b: {{most_of: n, points: 1{per}}}}}"
    assert errors_of(f"{{players: {{most: 2}}, {rounds}ask: {{n: int}}, {award}}}") == expected


def test_words_can_be_compared_in_a_round_but_not_over_all_of_them() -> None:
    text = "{players: {most: 2}, rounds: 3, ask: {w: {choice: [a, b]}}, awards: {b: {%s}}}"
    assert errors_of(text % "most_of: (w = a), points: 1, per: round") == []
    game = errors_of(text % "most_of: (w = a), points: 1, per: game")
    assert game == [("awards.b.most_of", "no_value")]


def gaps(declaration: str) -> dict[str, Any]:
    _, (first, *_) = read_score(declaration)
    return {key: one if isinstance(one, int) else str(one) for key, one in first.found.params}


def test_slips_tell_what_was_found_and_what_is_allowed() -> None:
    ways = "each, steps, sum, product, points or each_by"
    assert gaps(LINE % "each: 1, steps: [1]") == {"ways": ways}
    assert gaps(LINE % "sum: n, every: 2") == {"way": "sum"}
    assert gaps(ASK % "{list: {a: int}, least: 4, most: 3}") == {"least": 4, "most": 3, "items": 60}
    assert gaps(ASK % "{least: 6, most: 5}") == {"least": 6, "most": 5}
    assert gaps(ASK % "{type: yes/no, choice: [a, b]}") == {"kinds": "type and choice"}
    assert gaps(ASK % "{choice: [a, a]}") == {"given": '"a, a"'}
    assert gaps("{players: {least: 3, most: 2}, count: {n: {each: 1}}}") == {"least": 3, "most": 2}
    award = "ask: {n: int, w: {choice: [a, b]}}, awards: {b: {most_of: m, points: 1}}"
    assert gaps(f"{{players: {{most: 2}}, {award}}}")["known"] == "n"


@pytest.mark.parametrize(
    ("value", "down", "up", "half"),
    [(2, 2, 2, 2), (2.25, 2, 3, 2), (2.5, 2, 3, 3), (2.75, 2, 3, 3), (-2.5, -3, -2, -2),
     (-2.25, -3, -2, -2), (0, 0, 0, 0)],
)  # fmt: skip
def test_points_are_rounded(value: float, down: int, up: int, half: int) -> None:
    from fractions import Fraction

    exact = Fraction(value)
    assert [round_points(exact, rounding) for rounding in ("down", "up", "half")] == [
        down,
        up,
        half,
    ]


def test_what_is_asked_and_in_which_order() -> None:
    numbers = numbers_of(
        "{players: {most: 2}, ask: {w: {choice: [a, b]}, birds: {cards: birds}, n: {least: -3}},"
        " count: {n: {each: 1}, fish: {each: 2, most: 9, deck: fish}, reeds: {ask: Reeds, each: 1},"
        " sum: {sum: n}, both: {sets: [n, fish], each: 1}},"
        " awards: {b: {most_of: n, points: 1, ties: holder}, c: {most_of: n, points: 1}}}",
        fish=5,
    )
    keys = questions(numbers)
    assert [(key, type_of(one), least(one), most(one)) for key, one in keys.items()] == [
        ("w", "choice", 0, 999),
        ("birds", "cards", 0, 999),
        ("n", "int", -3, 999),
        ("fish", "int", 0, 9),
        ("reeds", "int", 0, 999),
        ("b_held", "yes/no", 0, 999),
    ]
    assert decks_of_cards(numbers) == {"birds": "birds"}
    assert supplies(numbers) == [(("fish",), 5)]
    rows = numbers_of(ASK % "{list: {a: int}}")
    assert most(questions(rows)["n"]) == 60


def test_what_of_a_deck_can_be_counted_with() -> None:
    def column(kind: str) -> Any:
        return SimpleNamespace(kind=kind, choices=("a", "b"))

    kinds = ("int", "bool", "text", "choice", "ref", "list")
    words = ["a", "b"]
    values = {"n": 3, "own": True, "name": "x", "empty": None, "many": ("a",)}
    assert dict(_cells(values)) == {"n": 3, "own": 1, "name": "x"}
    piece = SimpleNamespace(id="owl", copies=2, values=values)
    gone = SimpleNamespace(id="dodo", copies=0, values=values)
    columns = {kind: column(kind) for kind in kinds}
    deck = SimpleNamespace(name="birds", pieces=(piece, gone), columns=columns)
    other = SimpleNamespace(name="fish", pieces=(piece,), columns=columns)
    declaration = {"score": {"ask": {"seen": {"cards": "birds"}}}}
    game: Any = SimpleNamespace(scoring=declaration, decks={"birds": deck, "fish": other})
    assert dict(_cards(game)) == {
        "birds": {
            "rows": {"owl": {"copies": 2, "values": {"n": 3, "own": 1, "name": "x"}}},
            "columns": {"int": 0, "bool": 0, "text": words, "choice": words, "ref": words},
        }
    }
