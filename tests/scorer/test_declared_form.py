"""What a declared game asks, what it says an answer is worth, and which tables it refuses."""

from __future__ import annotations

from typing import Any

import pytest
from in_memory import SAY, Keys, mistakes_of, numbers_of, state_of

from cards_data.schema import read
from scorer.core.forms import Limit
from scorer.declared.form import form, limits, point_sources, to_print
from scorer.declared.rules import changes
from scorer.declared.state import blank, shape, table

ASK = (
    "n: {least: -9, most: 3, help: Count all}, m: {least: 2}, minus: {least: -5, most: -2},"
    " own: yes/no, lead: {choice: [gold, silver]}, birds: {cards: birds},"
    " rows: {list: {a: {least: 1, most: 4}, b: {choice: [x, y]}, c: yes/no}, least: 1, most: 3}"
)
WHOLE = f"{{players: {{least: 2, most: 3}}, ask: {{{ASK}}}, count: {{n: {{each: 1}}, %s}}}}"
WORDS = Keys(
    "en",
    {"asked.n": "Nests", "asked.rows.a": "Length", "choice.lead.gold": "Gold",
     "choice.rows.b.x": "Ex", "rule.n": "Nests!", "rule.fish": "Fish!"},
    pieces=SAY.pieces,
)  # fmt: skip
COUNTED = WHOLE % "fish: {each: 2, most: 9, deck: fish, help: All of them}, eels: {each: 1}"


def counted() -> Any:
    return numbers_of(COUNTED, fish=5)


def test_every_question_is_a_field() -> None:
    name, *fields = form(counted(), WORDS)
    assert (name.key, name.label, name.kind, name.unique, name.part) == (
        *("name", "field.name()", "name", True, "who"),
    )
    assert [(one.key, one.label, one.kind, one.low, one.high, one.default) for one in fields] == [
        ("n", "Nests", "int", -9, 3, 0),
        ("m", "m", "int", 2, 999, 2),
        ("minus", "minus", "int", -5, -2, -2),
        ("own", "own", "yes_no", 0, None, 0),
        ("lead", "lead", "choice", 0, None, None),
        ("birds", "birds", "cards", 0, None, None),
        ("rows", "rows", "rows", 1, 3, None),
        ("fish", "Fish!", "int", 0, 9, 0),
        ("eels", "eels", "int", 0, 999, 0),
    ]
    assert {(one.group.key, one.group.least, one.group.most) for one in (name, *fields)} == {
        ("players", 2, 3)
    }
    helps = {one.key: one.help for one in fields if one.help}
    assert helps == {
        "n": "Count all (worth.each(each=1, every=1))",
        "fish": "All of them (worth.each(each=2, every=1))",
        "eels": "worth.each(each=1, every=1)",
    }


def test_choices_cards_and_items_are_named() -> None:
    fields = {one.key: one for one in form(counted(), WORDS)}
    assert [tuple(one[:2]) for one in fields["lead"].choices] == [
        ("gold", "Gold"),
        ("silver", "silver"),
    ]
    assert [tuple(one[:2]) for one in fields["birds"].choices] == [
        ("robin", "Robin"),
        ("heron", "Heron"),
        ("lark", "lark"),
        ("owl", "owl"),
    ]
    assert fields["birds"].data["copies"] == {"robin": 1, "heron": 1, "lark": 2, "owl": 1}
    a, b, c = fields["rows"].data["fields"]
    assert [a[key] for key in ("key", "label", "kind", "low", "high", "default", "help")] == [
        *("a", "Length", "int", 1, 4, 1, "")
    ]
    assert b["choices"] == ({"value": "x", "label": "Ex"}, {"value": "y", "label": "y"})
    assert (c["kind"], c["default"]) == ("yes_no", 0)


ROUNDS = (
    "{players: {least: 2, most: 3}, rounds: {least: 2, most: 3}, ask: {n: {help: Count all}},"
    " count: {n: {each: 1}, fish: {each: 1}},"
    " awards: {best: {most_of: n, points: 3, ties: holder, per: game}}}"
)


def test_rounds_are_asked_as_a_list_beside_who_held_what() -> None:
    numbers = numbers_of(ROUNDS)
    _, rounds, holder = form(numbers, WORDS)
    assert (rounds.key, rounds.label, rounds.low, rounds.high) == (
        *("rounds", "declared.rounds()", 2, 3),
    )
    assert [(one["key"], one["label"], one["help"]) for one in rounds.data["fields"]] == [
        ("n", "Nests", "Count all (worth.each(each=1, every=1), worth.most(points=+3))"),
        ("fish", "Fish!", "worth.each(each=1, every=1)"),
    ]
    assert rounds.group and rounds.group.most == 3
    assert (holder.key, holder.label, holder.kind) == (
        *("best_held", "declared.held(what=best)", "yes_no"),
    )
    assert blank(numbers) == {
        "players": [
            {"name": name, "rounds": [{"n": 0, "fish": 0}] * 2, "best_held": False}
            for name in ("1", "2")
        ]
    }
    assert shape(numbers) == (("rounds", (("n", "int"), ("fish", "int"))), ("best_held", "yes/no"))


def test_a_blank_table_has_the_least_of_everything() -> None:
    row = {"a": 1, "b": "x", "c": False}
    nothing = {"n": 0, "m": 2, "minus": -2, "own": False, "lead": "gold", "birds": [],
               "rows": [row], "fish": 0, "eels": 0}  # fmt: skip
    assert blank(counted()) == {"players": [{"name": "1", **nothing}, {"name": "2", **nothing}]}


def test_nothing_is_printed_beside_the_declared_numbers() -> None:
    assert to_print(counted()) == {}


def test_the_shape_of_a_table() -> None:
    rows = (("a", "int"), ("b", "choice"), ("c", "yes/no"))
    assert shape(counted()) == (
        *(("n", "signed"), ("m", "int"), ("minus", "signed"), ("own", "yes/no")),
        *(("lead", "choice"), ("birds", "cards"), ("rows", rows), ("fish", "int"), ("eels", "int")),
    )


def test_limits_are_those_of_the_box() -> None:
    numbers = numbers_of(
        f"{{players: {{most: 3}}, ask: {{{ASK}, more: {{cards: birds}}}},"
        " count: {fish: {each: 2, deck: fish}, eels: {each: 1, deck: fish}}}",
        fish=5,
        eels=5,
    )
    both = ("birds", "more")
    assert limits(numbers, WORDS) == (
        Limit("rule.fish() and rule.eels()", 5, (("fish", ""), ("eels", ""))),
        Limit("Robin", 1, tuple((key, "robin") for key in both)),
        Limit("Heron", 1, tuple((key, "heron") for key in both)),
        Limit("lark", 2, tuple((key, "lark") for key in both)),
        Limit("owl", 1, tuple((key, "owl") for key in both)),
    )


@pytest.mark.parametrize(
    ("line", "key", "expected"),
    [
        ("of: n, each: 2", "n", ["worth.each(each=2, every=1)"]),
        ("of: n, each: 2, every: 3", "n", ["worth.every(each=2, every=3)"]),
        ("of: n, each: 1/2", "n", ["worth.each_part(each=1/2, every=1)"]),
        ("of: n, each: 1/2, every: 3", "n", ["worth.every_part(each=1/2, every=3)"]),
        ("of: n, each: 2", "m", []),
        ("of: n + m, each: 2", "m", ["worth.each(each=2, every=1) (Nests! + m)"]),
        ("of: n, steps: [0, 2]", "n", ["worth.steps(steps=0, 2)"]),
        ("sets: [n, m], each: 5", "m", ["worth.sets(each=5, names=Nests!, m)"]),
        ("sets: [n, m + own], each: 5", "own", ["worth.sets(each=5, names=Nests!, m + own)"]),
        ("of: lead, points: {gold: 5, silver: -1}", "lead",
         ["worth.points(points=Gold 5, silver −1)"]),
        ("of: rows, each_by: {a: [0, 2]}", "rows", ["worth.each_by(column=Length, steps=0, 2)"]),
        ("of: rows, sum: a", "rows", ["worth.sum(what=Length)"]),
        ("sum: n + m", "m", ["worth.sum(what=Nests! + m)"]),
        ("sum: n + m", "own", []),
        ("product: [n, m]", "m", ["worth.sum(what=Nests! × m)"]),
        ("of: n, product: m", "n", ["worth.sum(what=Nests! × m)"]),
        ("of: n, each: 2, when: own", "n",
         ["worth.when(worth=worth.each(each=2, every=1), when=own)"]),
        ("of: rows, each: 2, when: a > 1 and n", "rows",
         ["worth.when(worth=worth.each(each=2, every=1), when=Length > 1 formula.and() n)"]),
        ("of: 'count(rows, a > 1)', each: 2", "rows",
         ["worth.each(each=2, every=1) (formula.count(list=rows, what=Length > 1))"]),
        ("of: n, each: 2, from: 3", "n",
         ["worth.from(worth=worth.each(each=2, every=1), least=3)"]),
    ],
)  # fmt: skip
def test_what_an_answer_is_worth(line: str, key: str, expected: list[str]) -> None:
    declaration = f"{{players: {{most: 3}}, ask: {{{ASK}}}, count: {{x: {{{line}}}}}}}"
    assert list(point_sources(numbers_of(declaration), key, WORDS)) == expected


@pytest.mark.parametrize(
    ("award", "expected"),
    [
        ("most_of: n, points: 5", ["worth.most(points=+5)"]),
        ("least_of: n, points: -5", ["worth.least(points=-5)"]),
        ("most_of: n, places: [5, 0]", ["worth.most(points=+5, +0)"]),
        ("most_of: n, points: 0", ["worth.most(points=+0)"]),
        ("most_of: n + 1, points: 5, from: 3",
         ["worth.from(worth=worth.most(points=+5) (Nests! + 1), least=3)"]),
        ("most_of: m, points: 5", []),
    ],
)  # fmt: skip
def test_what_an_award_is_worth(award: str, expected: list[str]) -> None:
    declaration = f"{{players: {{most: 3}}, ask: {{n: int, m: int}}, awards: {{x: {{{award}}}}}}}"
    assert list(point_sources(numbers_of(declaration), "n", WORDS)) == expected


def test_a_line_of_its_own_key_is_worth_something_to_that_question() -> None:
    numbers = numbers_of(
        "{players: {most: 3}, ask: {lead: {choice: [gold, silver]}, birds: {cards: birds}},"
        " count: {lead: {points: {gold: 5}}, birds: {sum: points}, eels: {each: 2}}}"
    )
    assert list(point_sources(numbers, "lead", WORDS)) == ["worth.points(points=Gold 5)"]
    assert list(point_sources(numbers, "birds", WORDS)) == ["worth.sum(what=points)"]
    assert list(point_sources(numbers, "eels", WORDS)) == ["worth.each(each=2, every=1)"]


# ---- tables that are refused ---------------------------------------------------------------

ROW = {"a": 2, "b": "x", "c": False}
GOOD = {"n": 0, "m": 2, "minus": -2, "own": False, "lead": "gold", "birds": [], "rows": [ROW],
        "fish": 0, "eels": 0}  # fmt: skip


@pytest.mark.parametrize(
    ("key", "good", "bad", "expected"),
    [
        ("n", -9, -10, [("0.n", "count_small")]),
        ("n", 3, 4, [("0.n", "count_large")]),
        ("m", 2, 1, [("0.m", "count_small")]),
        ("m", 999, 1000, [("0.m", "count_large")]),
        ("minus", -5, -6, [("0.minus", "count_small")]),
        ("minus", -2, -1, [("0.minus", "count_large")]),
        ("lead", "silver", "bronze", [("0.lead", "no_choice")]),
        ("birds", ["robin", "lark"], ["robin", "wren"], [("0.birds.1", "no_card")]),
        ("birds", ["lark", "lark"], ["lark"] * 3, [("", "supply")]),
        ("rows", [ROW], [], [("0.rows", "count_small")]),
        ("rows", [ROW] * 3, [ROW] * 4, [("0.rows", "count_large")]),
        ("rows", [{**ROW, "a": 1}], [ROW, {**ROW, "a": 0}], [("0.rows.1.a", "count_small")]),
        ("rows", [{**ROW, "a": 4}], [{**ROW, "a": 5}], [("0.rows.0.a", "count_large")]),
        ("rows", [{**ROW, "b": "y"}], [{**ROW, "b": "z"}], [("0.rows.0.b", "no_choice")]),
        ("fish", 5, 6, [("", "supply")]),
        ("fish", 5, 10, [("0.fish", "count_large"), ("", "supply")]),
    ],
)  # fmt: skip
def test_answers_at_their_bounds_and_beyond(key: str, good: Any, bad: Any, expected: Any) -> None:
    numbers = counted()
    assert mistakes_of(numbers, {**GOOD, key: good}, GOOD) == []
    assert mistakes_of(numbers, {**GOOD, key: bad}, GOOD) == expected


@pytest.mark.parametrize(("key", "item", "most"), [("birds", "lark", 1000), ("rows", ROW, 60)])
def test_lists_are_read_up_to_a_length(key: str, item: Any, most: int) -> None:
    model = table(shape(counted()))
    for n, sound in ((most, True), (most + 1, False)):
        raw = {"game": "pond", "players": [{"name": "A", **GOOD, key: [item] * n}]}
        assert (read(model, raw)[0] is not None) is sound


def test_cards_and_counts_of_all_players_are_counted_together() -> None:
    numbers = counted()
    assert mistakes_of(numbers, {**GOOD, "fish": 3}, {**GOOD, "fish": 2}) == []
    assert mistakes_of(numbers, {**GOOD, "fish": 3}, {**GOOD, "fish": 3}) == [("", "supply")]
    one = {**GOOD, "birds": ["robin"]}
    assert mistakes_of(numbers, one, one) == [("", "supply")]


@pytest.mark.parametrize(("players", "expected"), [(1, 1), (2, 0), (3, 0), (4, 1)])
def test_so_many_play(players: int, expected: int) -> None:
    assert len(mistakes_of(counted(), *[GOOD] * players)) == expected


def played(*numbers: int, has_award: bool = False) -> dict[str, Any]:
    return {"rounds": [{"n": n, "fish": 0} for n in numbers], "best_held": has_award}


@pytest.mark.parametrize(
    ("players", "expected"),
    [
        ([played(1, 2), played(1, 2)], []),
        ([played(1, 2, 3), played(1, 2, 3)], []),
        ([played(1, 2), played(1, 2, 3)], [("0.rounds", "rounds")]),
        ([played(1, 2, 3), played(1, 2)], [("1.rounds", "rounds")]),
        ([played(1), played(1)], [("0.rounds", "rounds"), ("1.rounds", "rounds")]),
        ([played(1, 2, 3, 4), played(1, 2)], [("0.rounds", "rounds")]),
        ([played(1, 1000), played(1, 2)], [("0.rounds.1.n", "count_large")]),
        ([played(1, 999), played(1, 2)], []),
        ([played(1, 2, has_award=True), played(1, 2)], []),
        ([played(1, 2, has_award=True), played(1, 2, has_award=True)],
         [("0.best_held", "held_twice"), ("1.best_held", "held_twice")]),
    ],
)  # fmt: skip
def test_rounds_and_what_is_held(players: Any, expected: Any) -> None:
    assert mistakes_of(numbers_of(ROUNDS), *players) == expected


# ---- neighbouring tables -------------------------------------------------------------------


def neighbours(numbers: Any, *players: dict[str, Any]) -> dict[str, tuple[int, str, Any]]:
    """By what it touches and how: the cost, the words, and the answer of the first player."""
    by_change = {}
    for steps in changes(state_of(numbers, *players), numbers, WORDS):
        before = 0
        for change in steps:
            assert change.cost >= before
            before = change.cost
            (touched,) = change.touches
            name, _, key = touched.partition(".")
            player = next(one for one in change.state.raw()["players"] if one["name"] == name)
            value = player[key.partition(".")[0]]
            by_change[change.text] = (change.cost, touched, value)
    return by_change


def test_every_answer_has_its_neighbours() -> None:
    numbers = numbers_of(
        "{players: {most: 3}, ask: {own: yes/no, lead: {choice: [gold, silver, tin]},"
        " birds: {cards: birds}}, count: {x: {of: own, each: 1}}}"
    )
    player = {"own": True, "lead": "gold", "birds": ["robin", "lark"]}
    assert neighbours(numbers, player) == {
        "declared.instead(name=A, n=1, what=own: ask.no())": (1, "A.own", False),
        "declared.instead(name=A, n=1, what=lead: silver)": (1, "A.lead", "silver"),
        "declared.instead(name=A, n=1, what=lead: tin)": (1, "A.lead", "tin"),
        "declared.with_card(name=A, n=1, what=Robin)": (
            *(1, "A.birds.robin", ["robin", "lark", "robin"]),
        ),
        "declared.with_card(name=A, n=1, what=Heron)": (
            *(1, "A.birds.heron", ["robin", "lark", "heron"]),
        ),
        "declared.with_card(name=A, n=1, what=lark)": (
            *(1, "A.birds.lark", ["robin", "lark", "lark"]),
        ),
        "declared.with_card(name=A, n=1, what=owl)": (1, "A.birds.owl", ["robin", "lark", "owl"]),
        "declared.without_card(name=A, n=1, what=Robin)": (1, "A.birds.robin", ["lark"]),
        "declared.without_card(name=A, n=1, what=lark)": (1, "A.birds.lark", ["robin"]),
    }
    other = neighbours(numbers, {**player, "own": False, "lead": "tin"})
    assert other["declared.instead(name=A, n=1, what=own: ask.yes())"] == (1, "A.own", True)
    assert other["declared.instead(name=A, n=1, what=lead: Gold)"] == (1, "A.lead", "gold")


def test_a_number_goes_twelve_steps_and_not_below_its_least() -> None:
    numbers = numbers_of("{players: {most: 3}, ask: {n: {least: -2}}, count: {n: {each: 1}}}")
    changes = neighbours(numbers, {"n": 1})
    assert {value: cost for cost, _, value in changes.values()} == {
        **{value: value - 1 for value in range(2, 14)},
        **{0: 1, -1: 2, -2: 3},
    }
    assert "declared.fewer(name=A, n=3, what=Nests)" in changes
    assert "declared.more(name=A, n=12, what=Nests)" in changes


def test_each_answer_of_each_row_has_its_neighbours() -> None:
    numbers = numbers_of(
        "{players: {most: 3}, ask: {rows: {list: {a: {least: 1}, b: {choice: [x, y]}, c: yes/no}}},"
        " count: {rows: {each: 1}}}"
    )
    changes = neighbours(numbers, {"rows": [ROW, {**ROW, "a": 5}]})
    first = {text: one for text, one in changes.items() if ".0." in one[1]}
    assert {(one[0], one[2][0]["a"]) for one in first.values() if one[1] == "A.rows.0.a"} == {
        (1, 1),
        *((n, 2 + n) for n in range(1, 13)),
    }
    assert first["declared.more(name=A, n=3, what=rows 1: Length)"][2] == [
        {**ROW, "a": 5},
        {**ROW, "a": 5},
    ]
    assert first["declared.instead(name=A, n=1, what=rows 1: b: y)"][2][0] == {**ROW, "b": "y"}
    assert first["declared.instead(name=A, n=1, what=rows 1: c: ask.yes())"][2][0] == {
        **ROW,
        "c": True,
    }
    assert changes["declared.fewer(name=A, n=4, what=rows 2: Length)"][1:] == (
        "A.rows.1.a",
        [ROW, {**ROW, "a": 1}],
    )


def test_rounds_have_their_neighbours_beside_who_held_what() -> None:
    changes = neighbours(numbers_of(ROUNDS), played(0, 1), played(1, 1))
    keys = {touched for _, touched, _ in changes.values()}
    own = {f"rounds.{at}.{key}" for at in (0, 1) for key in ("n", "fish")}
    assert keys == {f"{name}.{key}" for name in "AB" for key in (*own, "best_held")}
    assert changes["declared.more(name=A, n=2, what=declared.rounds() 2: Nests)"] == (
        *(2, "A.rounds.1.n", [{"n": 0, "fish": 0}, {"n": 3, "fish": 0}]),
    )
    assert "declared.fewer(name=A, n=1, what=declared.rounds() 1: Nests)" not in changes
    sentence = "declared.instead(name=B, n=1, what=declared.held(what=best): ask.yes())"
    assert changes[sentence] == (1, "B.best_held", True)
