"""Cards, rows, choices and boards one by one: what is offered, refused, shown, and stands in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from test_answers import BOARD, RED, SAY

from scorer.core.forms import BACK, Asking, Back, Choice, Field
from scorer.core.kinds import kind_of
from scorer.core.kinds.board import cells_of
from scorer.core.result import draw_rows

ROBIN, LARK = Choice("robin", "Robin"), Choice("lark", "Lark")
CARDS = Field(
    "birds", "Birds", "cards", choices=(ROBIN, LARK), data={"copies": {"robin": 1, "lark": 3}}
)


@dataclass
class Scribe:
    """Answers in order, and notes each label with what is offered and what is refused."""

    replies: list[Any]
    asked: list[tuple[str, Any]] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    helps: list[str] = field(default_factory=list)

    def text(self, label: str, help_text: str, default: str, check: Callable[[str], str]) -> str:
        self.asked.append((label, default))
        self.helps.append(help_text)
        while complaint := check(reply := str(self.replies.pop(0))):
            self.refused.append(complaint)
        return reply

    def one(self, label: str, help_text: str, choices: Sequence[Choice], chosen: str) -> str:
        self.asked.append((label, (tuple(one.value for one in choices), chosen)))
        self.helps.append(help_text)
        reply = self.replies.pop(0)
        return {None: chosen, True: "yes", False: "no"}.get(reply, str(reply))

    def several(self, label: str, help_text: str, choices: Any, chosen: Sequence[str]) -> list[str]:
        self.asked.append((label, tuple(chosen)))
        self.helps.append(help_text)
        return list(self.replies.pop(0))

    def tell(self, text: str) -> None:
        self.asked.append(("", text))


def answered(one: Field, *replies: Any, before: Any = None, **more: Any) -> tuple[Any, Scribe]:
    scribe = Scribe(list(replies))
    asking = Asking(scribe, SAY, one, one.label, before, more.pop("answers", {}), **more)
    return kind_of(one).ask(asking), scribe


def test_of_a_card_with_several_copies_it_is_asked_how_many() -> None:
    cards, scribe = answered(CARDS, ["robin", "lark"], "2", before=["lark"] * 3)
    assert cards == ["robin", "lark", "lark"]
    assert scribe.asked == [("Birds", ("lark",)), ("Birds – Lark", "3")]
    assert answered(CARDS, ["lark"], "")[0] == ["lark"]
    assert answered(CARDS, [])[0] == []


@pytest.mark.parametrize("typed", ["0", "4", "x", "-1", "", "000000001", "²"])
def test_as_many_copies_as_the_box_has(typed: str) -> None:
    """Nothing typed is what is offered; nine digits are a slip."""
    cards, scribe = answered(CARDS, ["lark"], typed, "3")
    messages = [] if typed == "" else [SAY("ask.whole", low=1, high=3)]
    assert scribe.refused == messages
    assert cards == ["lark"] * (1 if typed == "" else 3)


def test_eight_digits_are_read() -> None:
    assert answered(CARDS, ["lark"], "00000002")[0] == ["lark"] * 2
    assert answered(LIST, "00000001", "5", True)[0] == [{"n": 5, "own": True}]


def test_cards_are_told_and_no_card_is_an_answer() -> None:
    kind = kind_of(CARDS)
    assert kind.say(CARDS, ["robin", "lark", "lark"]) == "Robin, 2 × Lark"
    assert kind.say(CARDS, []) == "–"
    assert kind.is_open(CARDS, None) is False
    assert kind.default_answer(CARDS) == []


ITEM = {"label": "", "low": 0, "high": None, "default": None, "help": "", "choices": ()}
NUMBER = {**ITEM, "key": "n", "label": "Length", "kind": "int", "low": 1, "high": 9}
OWN = {**ITEM, "key": "own", "label": "Own", "kind": "yes_no", "default": 0}
LIST = Field("rows", "Route", "rows", 0, 3, data={"fields": (NUMBER, OWN)})


def test_rows_are_counted_and_asked_one_by_one() -> None:
    rows, scribe = answered(LIST, "2", "5", True, "7", None, before=[{"n": 4, "own": True}])
    assert rows == [{"n": 5, "own": True}, {"n": 7, "own": False}]
    offered = ("yes", "no", BACK)
    assert scribe.asked == [
        (SAY("ask.how_many", what="Route"), "1"),
        ("Route 1: Length", "4"),
        ("Route 1: Own", (offered, "yes")),
        ("Route 2: Length", ""),
        ("Route 2: Own", (offered, "no")),
    ]


def test_so_many_rows_as_may_be() -> None:
    rows, scribe = answered(LIST, "4", "x", "0")
    assert (rows, scribe.refused) == ([], [SAY("ask.whole", low=0, high=3)] * 2)
    _, scribe = answered(LIST._replace(low=2), "1", "2", "5", None, "5", None)
    assert scribe.asked[0][1] == "2"
    assert len(scribe.refused) == 1
    full, scribe = answered(LIST, "3", *["5", None] * 3)
    assert (len(full), scribe.refused) == (3, [])
    assert answered(LIST, "000000001", "0")[1].refused


@pytest.mark.parametrize("high", [2, None])
def test_a_fixed_number_of_rows_is_not_asked_for(high: int | None) -> None:
    rows, scribe = answered(LIST._replace(low=2, high=high), "5", None, "6", None)
    assert [row["n"] for row in rows] == [5, 6]
    assert scribe.asked[0][0] == "Route 1: Length"


@pytest.mark.parametrize(
    ("low", "rows", "is_open"),
    [
        (0, None, False),
        (1, None, True),
        (1, [], True),
        (1, [{"n": 3}], False),
        (2, [{"n": 3}], True),
        (0, [{"n": None}], True),
        (0, [{"n": 3}, {}], True),
    ],
)
def test_rows_are_open_while_something_is_missing(low: int, rows: Any, is_open: bool) -> None:
    one = LIST._replace(low=low)
    assert kind_of(one).is_open(one, rows) is is_open


def test_rows_stand_in_where_all_of_their_answers_do() -> None:
    kind = kind_of(LIST)
    two = LIST._replace(low=2)
    assert kind.default_answer(LIST) == []
    assert kind.default_answer(two) == [{"n": 1, "own": False}] * 2
    choice = {**ITEM, "key": "c", "kind": "choice"}
    assert kind.default_answer(two._replace(data={"fields": (choice,)})) is None
    assert kind.default_answer(LIST._replace(data={"fields": (choice,)})) == []


def test_rows_are_told() -> None:
    rows = [{"n": 3, "own": True}, {"n": 4, "own": False}, {"n": 5}]
    assert kind_of(LIST).say(LIST, rows) == "Length 3, Own ✓; Length 4, Own –; Length 5"
    assert kind_of(LIST).say(LIST, []) == "–"
    assert kind_of(LIST).place(("rows", 0, "n")) == ("rows", 0)


@pytest.mark.parametrize(
    ("kind", "value", "fits"),
    [
        ("rows", [], True),
        ("rows", [{"n": 1}], True),
        ("rows", [{"n": 1}, {1: 1}], False),
        ("rows", [{"n": 1, 2: 1}], False),
        ("rows", [{"n": 1}, 3], False),
        ("rows", {"n": 1}, False),
        ("yes_no", True, True),
        ("yes_no", 1, False),
        ("cards", ["a"], True),
        ("cards", "a", False),
        ("choice", "a", True),
        ("choice", 1, False),
        ("int", 1.5, True),
        ("int", "1", True),
        ("int", None, False),
        ("board", "a", False),
    ],
)
def test_the_shape_of_an_answer(kind: str, value: Any, fits: bool) -> None:
    assert kind_of(Field("x", "X", kind)).is_answer(value) is fits


def test_yes_or_no() -> None:
    one = Field("own", "Own", "yes_no")
    assert answered(one, None)[0] is False
    assert answered(one, None, before=True)[0] is True
    assert kind_of(one).default_answer(one) is False
    assert [kind_of(one).say(one, value) for value in (True, False)] == ["✓", "–"]


THREE = Field("x", "X", "choice", choices=(RED, ROBIN, LARK))


@pytest.mark.parametrize(
    ("before", "default", "marked", "offered"),
    [
        (None, None, (), (("red", "robin", "lark", BACK), "red")),
        ("lark", "robin", (), (("red", "robin", "lark", BACK), "lark")),
        (None, "robin", (), (("red", "robin", "lark", BACK), "robin")),
        ("lark", "robin", ("lark",), (("red", "robin", BACK), "robin")),
        ("lark", None, ("lark", "red"), (("robin", BACK), "robin")),
    ],
)
def test_a_choice_is_marked(before: Any, default: Any, marked: Any, offered: Any) -> None:
    _, scribe = answered(THREE._replace(default=default), None, before=before, taken=marked)
    assert scribe.asked == [("X", offered)]


WHOLE = Field("n", "N", "int", 2, 5)


@pytest.mark.parametrize(
    ("changed", "default_answer"),
    [({}, 2), ({"default": 4}, 4), ({"optional": True}, None), ({"default": 0}, 0)],
)
def test_a_number_stands_in(changed: dict[str, Any], default_answer: Any) -> None:
    one = WHOLE._replace(**changed)
    assert kind_of(one).default_answer(one) == default_answer


def test_a_number_notes_its_bounds() -> None:
    assert kind_of(WHOLE).note(WHOLE) == "2–5"
    assert kind_of(WHOLE).note(WHOLE._replace(choices=(RED,))) == "2–5, Red"
    assert kind_of(WHOLE).note(WHOLE._replace(high=None)) == ""


def test_a_number_says_what_it_may_be() -> None:
    _, scribe = answered(WHOLE, "6", "5")
    assert scribe.refused == [SAY("ask.whole", low=2, high=5)]
    _, scribe = answered(WHOLE._replace(choices=(RED, ROBIN)), "6", "rEd")
    assert scribe.refused == [SAY("ask.whole_or", low=2, high=5, words="Red, Robin")]
    minus = WHOLE._replace(low=-5)
    assert answered(minus, "−3")[0] == answered(minus, "-3")[0] == -3
    assert answered(minus, "--3", "1")[1].refused
    assert answered(WHOLE._replace(low=-(10**9)), "-1234567")[0] == -1234567
    assert answered(WHOLE._replace(low=-(10**9)), "-12345678", "2")[0] == 2


def test_what_may_be_typed_is_told() -> None:
    def help_line(default: Any = None, optional: bool = False, help_text: str = "") -> str:
        one = WHOLE._replace(optional=optional, default=default, help=help_text)
        return answered(one, "3")[1].helps[0]

    back = SAY("ask.go_back")
    assert help_line() == back
    assert help_line(4) == f"{SAY('ask.default', value='4')}; {back}"
    assert help_line(optional=True) == f"{SAY('ask.empty')}; {back}"
    assert help_line(4, optional=True) == f"{SAY('ask.default', value='4')}; {back}"
    assert help_line(help_text="Count") == f"Count; {back}"
    assert answered(THREE._replace(help="Look"), None)[1].helps == [f"Look; {SAY('ask.arrows')}"]
    assert answered(CARDS, [])[1].helps == [SAY("ask.space")]


@pytest.mark.parametrize(
    ("one", "reply"), [(WHOLE, " < "), (THREE, BACK), (CARDS, ["robin", BACK])]
)
def test_one_can_always_go_back(one: Field, reply: Any) -> None:
    with pytest.raises(Back):
        answered(one, reply)


# ---- the board -----------------------------------------------------------------------------


def labels(scribe: Scribe) -> list[Any]:
    return [(label, offered) for label, offered in scribe.asked if label.startswith("Board")]


def row(number: int) -> str:
    return SAY("ask.row_label", label="Board", row=number, rows=2)


def test_a_board_is_drawn_and_asked_again_until_it_is_right() -> None:
    saved: list[Any] = []
    rows, scribe = answered(BOARD, "A . .", ". . .", False, "", ". B .", True, save=saved.append)
    assert rows == ["A . .", ". B ."]
    assert labels(scribe) == [(row(1), ""), (row(2), ""), (row(1), "A . ."), (row(2), ". . .")]
    assert saved == [["A . ."], ["A . .", ". . ."], ["A . ."], ["A . .", ". B ."]]
    assert ("", draw_rows(rows)) in scribe.asked


def test_one_row_back_on_a_board() -> None:
    rows, scribe = answered(BOARD, "A . .", "<", "B . .", ". . .", True, before=["C C C"] * 2)
    assert rows == ["B . .", ". . ."]
    assert labels(scribe) == [
        (row(1), "C C C"),
        (row(2), "C C C"),
        (row(1), "A . ."),
        (row(2), "C C C"),
    ]
    with pytest.raises(Back):
        answered(BOARD, "<")


def test_a_board_explains_its_cells() -> None:
    _, scribe = answered(BOARD._replace(help="Look"), ". . .", ". . .", True)
    assert scribe.asked[0] == ("", "Look\n  .  open")


@pytest.mark.parametrize(
    ("changed", "cells"),
    [({}, ". A–C"), ({"data": {}}, "."), ({"data": {"letters": "Z"}}, ". Z–Z")],
)
def test_a_board_says_what_may_lie_on_it(changed: Any, cells: str) -> None:
    _, scribe = answered(BOARD._replace(**changed), "x", ". . .", ". . .", True)
    assert scribe.refused == [SAY("ask.row", n=3, cells=cells)]


def test_a_board_as_it_is_drawn() -> None:
    assert draw_rows(["A .", ". B"]) == "\n".join(
        ["     1 2", "   +-----+", " 1 | A . |", " 2 | . B |", "   +-----+"]
    )
    assert draw_rows(["A", ". B"]).splitlines()[:2] == ["     1 2", "   +-----+"]
    assert cells_of("A.B") == cells_of("A . B") == ["A", ".", "B"]
    assert cells_of("AB C") == ["AB", "C"]
    assert kind_of(BOARD).say(BOARD, ["A .", ". B"]) == "A ., . B"


def test_several_choices_are_told() -> None:
    several = Field("x", "X", "multi", choices=(RED, LARK))
    assert kind_of(several).say(several, ["lark", "red", "odd"]) == "Lark, Red, odd"
