"""Answers one by one: what each kind of question takes, refuses, shows and offers again."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from texts import fault, text_of

from scorer.core.answers import Question, answers_of, next_question, questions
from scorer.core.forms import Asking, Choice, Field, Group, is_missing
from scorer.core.kinds import kind_of
from scorer.core.result import as_text
from scorer.core.state import NAME_LIMIT, clean_name, is_name
from scorer.engine import scorer_for

SAY = scorer_for("ecologic").say
REFUSED = "refused"
RED, BLUE = Choice("red", "Red"), Choice("blue", "Blue")
PLAYERS = Group("players", "Players", 1, 4)
NAME = Field("name", "Name", "name", group=PLAYERS, unique=True)
BOARD = Field("board", "Board", "board", 2, 3, (Choice(".", "open"),), data={"letters": "ABC"})
LETTERS = Field(
    "meaning", "Meaning", "letters", choices=(RED, BLUE), data={"board": "board", "letters": "AB"}
)


@dataclass
class Typist:
    """Types one answer, and notes what was offered and whether it is refused."""

    types: Any
    offered: list[Any] = field(default_factory=list)
    refused: bool = False

    def text(self, label: str, help_text: str, default: str, check: Callable[[str], str]) -> str:
        self.offered.append(default)
        self.refused = bool(check(self.types))
        return str(self.types)

    def one(self, label: str, help_text: str, choices: Sequence[Choice], chosen: str) -> str:
        self.offered.append(([choice.value for choice in choices], chosen))
        return chosen

    def several(self, label: str, help_text: str, choices: Any, chosen: Sequence[str]) -> list[str]:
        self.offered.append(list(chosen))
        return list(self.types)

    def tell(self, text: str) -> None:
        """Nobody listens."""


def ask_field(one: Field, types: Any, before: Any = None, **more: Any) -> tuple[Any, Typist]:
    typist = Typist(types)
    answers = more.pop("answers", {})
    asking = Asking(typist, SAY, one, one.label, before, answers, **more)
    answer = kind_of(one).ask(asking)
    return (REFUSED if typist.refused else answer), typist


NUMBER = Field("n", "N", "int", 2, 5)


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        *[("1", REFUSED), ("2", 2), ("5", 5), ("6", REFUSED), (" 3 ", 3), ("-3", REFUSED)],
        *[("three", REFUSED), ("3.0", REFUSED), ("²", REFUSED), ("999999999", REFUSED)],
    ],
)
def test_a_number_within_its_bounds_is_taken(typed: str, answer: Any) -> None:
    assert ask_field(NUMBER, typed)[0] == answer


@pytest.mark.parametrize(("digits", "answer"), [("9" * 8, 99_999_999), ("9" * 9, REFUSED)])
def test_a_number_has_at_most_eight_digits(digits: str, answer: Any) -> None:
    assert ask_field(Field("n", "N", "int", 0, 10**9), digits)[0] == answer


def test_a_number_without_an_upper_bound_is_exactly_the_lower_one() -> None:
    exact = Field("n", "N", "int", 3)
    assert [ask_field(exact, typed)[0] for typed in ("2", "3", "4")] == [REFUSED, 3, REFUSED]


def test_what_was_answered_before_is_offered_then_the_default() -> None:
    default = NUMBER._replace(default=4)
    assert ask_field(default, "2")[1].offered == ["4"]
    assert ask_field(default, "2", before=3)[1].offered == ["3"]
    assert ask_field(NUMBER, "2")[1].offered == [""]
    assert ask_field(default, "2", before=0)[1].offered == ["0"]


def test_a_word_may_stand_for_a_number_and_nothing_where_it_may_be_empty() -> None:
    words = NUMBER._replace(choices=(Choice("minus", "Below none"),))
    assert [ask_field(words, typed)[0] for typed in ("minus", "BELOW NONE")] == ["minus", "minus"]
    assert ask_field(NUMBER, "")[0] == REFUSED
    assert ask_field(NUMBER._replace(optional=True), "")[0] is None
    assert ask_field(NUMBER._replace(optional=True), "x")[0] == REFUSED


@pytest.mark.parametrize(
    ("name", "names", "answer"),
    [
        *[(" Ada ", (), "Ada"), ("Ada", ("Bo",), "Ada"), ("Ada", ("Ada",), REFUSED)],
        *[("x" * NAME_LIMIT, (), "x" * NAME_LIMIT), ("x" * (NAME_LIMIT + 1), (), REFUSED)],
    ],
)
def test_a_name_is_taken_once(name: str, names: tuple[str, ...], answer: str) -> None:
    assert ask_field(NAME, name, taken=names)[0] == answer


def test_a_name_from_before_is_offered_and_may_be_left_out_where_allowed() -> None:
    assert ask_field(NAME, "Bo", before="Ada")[1].offered == ["Ada"]
    assert ask_field(NAME, "Bo")[1].offered == [""]
    assert ask_field(NAME, "")[0] == REFUSED
    assert ask_field(NAME._replace(optional=True), "")[0] == ""


def test_names_are_cleaned_up_to_four_times_their_length() -> None:
    soft = "\u00ad"
    assert is_name("é" * NAME_LIMIT)
    assert not is_name("é" * (NAME_LIMIT + 1))
    assert clean_name(soft * (4 * NAME_LIMIT - 1) + "é") == "é"
    assert clean_name(soft * (4 * NAME_LIMIT) + "é").startswith(soft)


@pytest.mark.parametrize(
    ("kind", "value", "fits"),
    [
        *[("name", "a", True), ("name", 1, False), ("int", 1, True), ("int", [], False)],
        *[("multi", ["a", "b"], True), ("multi", ["a", 1], False), ("multi", [1, "a"], False)],
        *[("multi", "ab", False), ("multi", ("a",), False), ("multi", [], True)],
        *[("letters", {"A": "x"}, True), ("letters", {"A": "x", "B": 1}, False)],
        *[("letters", [], False), ("letters", {}, True), ("board", ["a b"], True)],
    ],
)
def test_the_shape_of_an_answer_from_outside(kind: str, value: Any, fits: bool) -> None:
    assert kind_of(Field("x", "X", kind)).is_answer(value) is fits


@pytest.mark.parametrize(
    ("optional", "value", "is_open"),
    [(False, ["a"], True), (False, ["a", "b"], False), (False, None, True), (True, None, False)],
)
def test_enough_of_several_must_be_chosen(optional: bool, value: Any, is_open: bool) -> None:
    several = Field("x", "X", "multi", low=2, optional=optional)
    assert kind_of(several).is_open(several, value) is is_open
    assert kind_of(several).default_answer(several) == ([] if optional else None)


def test_what_was_chosen_before_is_chosen_again() -> None:
    several = Field("x", "X", "multi", choices=(RED, BLUE))
    answer, typist = ask_field(several, ["blue"], before=["red"])
    assert (answer, typist.offered) == (["blue"], [["red"]])


def test_a_field_is_missing_without_answer_default_or_leave() -> None:
    assert is_missing(NUMBER, None)
    assert is_missing(NUMBER, "")
    assert not is_missing(NUMBER, 0)
    assert not is_missing(NUMBER._replace(optional=True), None)
    assert not is_missing(NUMBER._replace(default=3), None)


def test_a_board_stands_in_as_its_default_says() -> None:
    kind = kind_of(BOARD)
    assert kind.default_answer(BOARD) is None
    assert kind.default_answer(BOARD._replace(default=".")) == [". . .", ". . ."]
    assert kind.default_answer(BOARD._replace(default=".", high=None)) == ["", ""]


@pytest.mark.parametrize(
    ("typed", "fits"), [(". A B", True), (".AB", True), (". A", False), (". A D", False)]
)
def test_a_row_of_a_board_is_cells_and_letters(typed: str, fits: bool) -> None:
    complaints: list[str] = []

    class Rows(Typist):
        def text(
            self, label: str, help_text: str, default: str, check: Callable[[str], str]
        ) -> str:
            complaints.append(check(typed))
            return ". . ."

    asking = Asking(Rows(""), SAY, BOARD, "Board", None, {})
    assert kind_of(BOARD).ask(asking) == [". . .", ". . ."]
    assert (not complaints[0]) is fits
    assert fits or complaints[0].rstrip(".").endswith("A–C")


def test_letters_are_asked_for_as_they_lie_on_the_board() -> None:
    answers = {"board": ["A . .", ". B ."]}
    kind = kind_of(LETTERS)
    new, typist = ask_field(LETTERS, None, before={"A": "blue", "C": "red"}, answers=answers)
    assert new == {"A": "blue", "B": "red"}
    assert [values[:1] for values, _ in typist.offered] == [["red"]]
    again, typist = ask_field(LETTERS, None, before={"A": "blue", "B": "red"}, answers=answers)
    assert again == {"A": "blue", "B": "red"}
    assert [chosen for _, chosen in typist.offered] == ["blue", "red"]
    assert kind.is_settled(LETTERS, {"A": "blue", "B": "red"}, answers)
    assert not kind.is_settled(LETTERS, {"A": "blue"}, answers)
    assert not kind.is_open(LETTERS, None)
    assert kind.default_answer(LETTERS) == {}
    assert kind.say(LETTERS, {"A": "blue", "B": "red"}) == "A = Blue, B = Red"


FORM = (
    NAME,
    Field("ip", "Points", "int", 0, 9, group=PLAYERS),
    Field("level", "Level", "int", 1, 3),
)


def test_questions_come_in_order_and_a_groups_own_for_each_item() -> None:
    answers = {"players": [{"name": "Ada"}, {}]}
    asked_fields = list(questions(FORM, answers, SAY))
    assert [(one.field.key, one.index, one.counts) for one in asked_fields] == [
        ("players", None, True),
        *[("name", 0, False), ("ip", 0, False), ("name", 1, False), ("ip", 1, False)],
        ("level", None, False),
    ]
    assert [one.answer(answers) for one in asked_fields] == [2, "Ada", None, None, None, None]
    assert asked_fields[0].answer({}) is None
    assert (asked_fields[0].field.low, asked_fields[0].field.high) == (1, 4)
    following = next_question(FORM, answers, SAY)
    assert following == Question(FORM[1], 0)
    done = {"players": [{"name": "Ada", "ip": 0}], "level": 2}
    assert next_question(FORM, done, SAY) is None


def test_a_group_may_stand_behind_other_questions() -> None:
    turned = (FORM[2], *FORM[:2])
    keys = [one.field.key for one in questions(turned, {"players": [{}]}, SAY)]
    assert keys == ["level", "players", "name", "ip"]


def test_an_answer_is_put_in_its_place_and_nowhere_else() -> None:
    answers = {"players": [{"name": "Ada"}, {"name": "Bo"}]}
    assert Question(FORM[1], 1).put(answers, 7)["players"] == [
        {"name": "Ada"},
        {"name": "Bo", "ip": 7},
    ]
    assert answers == {"players": [{"name": "Ada"}, {"name": "Bo"}]}
    count = next(iter(questions(FORM, answers, SAY)))
    assert count.put(answers, 3)["players"] == [{"name": "Ada"}, {"name": "Bo"}, {}]
    assert count.put(answers, 1)["players"] == [{"name": "Ada"}]
    assert Question(FORM[0], 0).other_answers(answers) == ["Bo"]
    assert Question(FORM[1], 0).other_answers(answers) == []
    assert Question(FORM[0], 1).label(answers, SAY) == "Bo: Name"
    assert Question(FORM[0], 1).summary(answers, SAY) == fault("Bo", text_of("name_of", what="Bo"))
    assert Question(FORM[1], 1).summary(answers, SAY) == "Bo: Points – –"


def test_answers_are_found_in_a_state_by_the_steps_of_their_keys() -> None:
    fields = (Field("votes.1.pool", "P", "int"), Field("votes.2.pool", "P", "int"), FORM[2])
    state = {"votes": [{"pool": 3}, {"pool": 0}], "level": None}
    assert answers_of(fields, state) == {"votes.1.pool": 0}
    assert answers_of((Field("level.x", "L", "int"),), {"level": "text"}) == {}


def test_a_terminal_with_few_letters_gets_every_letter_as_its_code() -> None:
    answers = {"name": "Åsa"}
    assert as_text(answers) == '{\n  "name": "Åsa"\n}'
    assert as_text(answers, "ascii") == '{\n  "name": "\\u00c5sa"\n}'
    assert json.loads(as_text(answers, "ascii")) == answers


def test_who_has_no_name_yet_is_counted() -> None:
    answers = {"players": [{"ip": 3}, {"ip": 4}], "ponds": [{}, {}]}
    points = Question(FORM[1], 1)
    assert points.label(answers, SAY).endswith(" 2: Points")
    assert points.other_answers(answers) == []
    pond = FORM[1]._replace(group=Group("ponds", "Pond", 1, 2))
    assert Question(pond, 1).label(answers, SAY) == "Pond 2: Points"
    assert Question(FORM[2]).label(answers, SAY) == "Level"


def test_what_most_kinds_do() -> None:
    """A choice stands in by its default, is always settled, and a page shows no place in it."""
    one = Field("x", "X", "choice", choices=(RED, BLUE), default="red")
    assert kind_of(one).default_answer(one) == "red"
    assert kind_of(one).is_settled(one, "red", {}) is True
    assert kind_of(one).place(("x", 1)) == ()
    assert kind_of(BOARD).place(("board", 1)) == ("board", 1)


def test_rows_that_were_typed_before_a_break_are_not_asked_again() -> None:
    part = {"board.part": ["A . ."]}
    assert ask_field(BOARD, ". . B", answers=part)[0] == ["A . .", ". . B"]
    assert ask_field(BOARD, ". . B", before=["C C C", "C C C"], answers=part)[0] == [
        ". . B",
        ". . B",
    ]
