"""Asking at the terminal: the same fields everywhere, nothing lost, everything correctable."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click
import pytest
from evening import FOUR, HABITATS, POLICIES, SLUGS
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from texts import fault, text_of

from scorer.core.forms import Choice
from scorer.core.result import draw_rows
from scorer.engine import scorer_for
from scorer.terminal.saved_tables import SavedTable, SavedTables
from scorer.terminal.table_questions import ask_state

SCORE = "score"
STOP = object()


@dataclass
class Script:
    """Prompts that answer by themselves, in order; what was asked is written down."""

    replies: list[Any]
    asked: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def _reply(self, label: str) -> Any:
        self.asked.append(label)
        reply = self.replies.pop(0)
        if reply is STOP:
            raise KeyboardInterrupt
        return reply

    def text(self, label: str, help_text: str, default: str, check: Callable[[str], str]) -> str:
        while True:
            typed = self._reply(label)
            typed = "" if typed is None else str(typed)
            complaint = check(typed)
            if not complaint:
                return typed
            self.complaints.append(complaint)

    def one(self, label: str, help_text: str, choices: Sequence[Choice], chosen: str) -> str:
        reply = self._reply(label)
        value = {None: chosen, True: "yes", False: "no"}.get(reply, str(reply))
        if value.startswith("fix "):
            text = value.removeprefix("fix ")
            value = next(choice.value for choice in choices if text in choice.label)
        assert value in [choice.value for choice in choices]
        return value

    def several(
        self, label: str, help_text: str, choices: Sequence[Choice], chosen: Sequence[str]
    ) -> list[str]:
        reply = self._reply(label)
        return list(chosen) if reply is None else list(reply)

    def tell(self, text: str) -> None:
        self.told.append(text)


@pytest.fixture
def saved(tmp_path: Path) -> SavedTables:
    return SavedTables(tmp_path / "tables")


def ask_table(
    slug: str, script: Script, saved: SavedTables, lang: str = "en", again: SavedTable | None = None
) -> Any:
    """The state that the answers make."""
    return ask_state(scorer_for(slug, lang), saved, again, script)[0]


ADA_AND_BO = [2, "Ada", 9, 7, 5, 3, 1, "", "Bo", 12, "minus", None, None, None, "", None]
BOARD = ["MMM..", ". c o r .", ".....", ".....", "....?"]
CARD = " ".join(POLICIES[:3])
EVENINGS: dict[str, list[Any]] = {
    "ecologic": [*ADA_AND_BO, SCORE],
    "kompensaatiopeli": [FOUR, *BOARD, True, "tram", "", None, 1, None, SCORE],
    "better_life": [
        *[2, POLICIES[0], 11, POLICIES[1], 6],
        *["", ""],
        *[1, "Ada", "ngo", 7, CARD],
        *[None, SCORE],
    ],
    "ecosfera_baltica": [2, "Ada", "Bo", "2", "5", ["high_pressure"], HABITATS, 3, SCORE],
}


def test_ecologic_from_questions(saved: SavedTables) -> None:
    script = Script(list(EVENINGS["ecologic"]))
    scorer = scorer_for("ecologic")
    state = ask_table("ecologic", script, saved)
    result = scorer.score(state)
    assert [side.total for side in result.sides] == [22, 0]
    assert script.asked[:4] == [
        text_of("ask.how_many", what="Players"),
        "Player 1: Name",
        "Ada: Profits",
        "Ada: Enviros",
    ]
    assert script.replies == []


def test_teams_are_named_player_by_player(saved: SavedTables) -> None:
    teams = ["North", "North", "South", "South"]
    players = [[name, 1, 1, 0, 0, 0, team] for name, team in zip("ABCD", teams, strict=True)]
    replies = [4, *(answer for player in players for answer in player), None, SCORE]
    state = ask_table("ecologic", Script(replies), saved)
    assert state.raw()["teams"] == {"North": ["A", "B"], "South": ["C", "D"]}


def test_kompensaatiopeli_from_questions_and_the_board_is_drawn_back(saved: SavedTables) -> None:
    script = Script(list(EVENINGS["kompensaatiopeli"]))
    state = ask_table("kompensaatiopeli", script, saved)
    assert state.raw()["board"][0] == "M M M . ."
    assert state.raw()["projects"] == {"M": "tram"}
    assert "destroyed_nature_tiles" not in state.raw()
    assert draw_rows(state.raw()["board"]) in script.told
    assert " 2 | . c o r . |" in draw_rows(state.raw()["board"])


def test_better_life_from_questions(saved: SavedTables) -> None:
    state = ask_table("better_life", Script(list(EVENINGS["better_life"])), saved)
    raw = state.raw()
    assert [vote["pool"] for vote in raw["votes"]] == [11, 6]
    assert raw["players"][0]["targets"] == POLICIES[:3]


def test_ecosfera_baltica_from_questions(saved: SavedTables) -> None:
    scorer = scorer_for("ecosfera_baltica", "sv")
    state = ask_table("ecosfera_baltica", Script(list(EVENINGS["ecosfera_baltica"])), saved, "sv")
    assert state.raw()["variants"] == {"elements": 5, "high_pressure": True}
    assert state.raw()["level"] == 2
    assert scorer.score(state).outcome == "won"


def test_a_wrong_answer_is_asked_again_with_what_is_allowed(saved: SavedTables) -> None:
    replies = [9, "two", *ADA_AND_BO, SCORE]
    script = Script(replies)
    ask_table("ecologic", script, saved)
    assert script.complaints == [text_of("ask.whole", low=1, high=4)] * 2


@pytest.mark.parametrize("typed", ["MM", "M M M . x", "M M M . . .", ""])
def test_a_wrong_row_is_asked_again(typed: str, saved: SavedTables) -> None:
    script = Script([FOUR, typed, *BOARD, True, "tram", "", None, 1, None, SCORE])
    ask_table("kompensaatiopeli", script, saved)
    assert script.complaints[0].startswith(text_of("ask.row", n=5, cells="c o r . ? -"))


def test_a_board_that_is_not_right_is_typed_again(saved: SavedTables) -> None:
    again = ["LLL..", None, None, None, None]
    replies = [FOUR, *BOARD, False, *again, True, "lithium_mine", "", None, 0, None, SCORE]
    state = ask_table("kompensaatiopeli", Script(replies), saved)
    assert state.raw()["board"][:2] == ["L L L . .", ". c o r ."]
    assert state.raw()["projects"] == {"L": "lithium_mine"}


def test_every_answer_can_be_corrected(saved: SavedTables) -> None:
    script = Script([*ADA_AND_BO, "fix Ada: Profits", 7, SCORE])
    state = ask_table("ecologic", script, saved)
    assert state.raw()["players"][0]["profits"] == 7


def test_another_player_is_asked_for_when_the_number_grows(saved: SavedTables) -> None:
    third = ["Cy", 1, 1, 0, 0, 0, ""]
    script = Script([*ADA_AND_BO, "fix How many", 3, *third, SCORE])
    state = ask_table("ecologic", script, saved)
    assert [player["name"] for player in state.raw()["players"]] == ["Ada", "Bo", "Cy"]


def test_new_letters_on_the_board_are_asked_for(saved: SavedTables) -> None:
    first = [FOUR, *BOARD, True, "tram", "", None, 1, None]
    fixed = ["fix The board", "WWW..", None, None, None, None, True, "airport", SCORE]
    state = ask_table("kompensaatiopeli", Script([*first, *fixed]), saved)
    assert state.raw()["projects"] == {"W": "airport"}


def test_correcting_the_board_keeps_the_letters_that_stay(saved: SavedTables) -> None:
    first = [FOUR, *BOARD, True, "tram", "", None, 1, None]
    fixed = ["fix The board", None, "Wcor.", None, None, None, True, "airport", SCORE]
    script = Script([*first, *fixed])
    state = ask_table("kompensaatiopeli", script, saved)
    assert state.raw()["projects"] == {"M": "tram", "W": "airport"}
    assert script.asked.count(text_of("ask.letter", label="Projects", letter="M")) == 1


def test_two_letters_never_stand_for_one_project(saved: SavedTables) -> None:
    board = ["MMM..", "W....", ".....", ".....", "....?"]
    script = Script([FOUR, *board, True, None, None, "", None, 1, None, SCORE])
    assert len(set(ask_table("kompensaatiopeli", script, saved).raw()["projects"].values())) == 2


def test_a_name_that_is_taken_is_noticed_at_once(saved: SavedTables) -> None:
    replies = [*ADA_AND_BO[:8], "Ada", *ADA_AND_BO[8:], SCORE]
    script = Script(replies)
    ask_table("ecologic", script, saved)
    assert script.complaints == [text_of("ask.taken", value="Ada")]


def test_no_default_is_what_another_has(saved: SavedTables) -> None:
    """Enter, Enter, Enter: three players with three roles and three target cards."""
    players = [answer for name in "ABC" for answer in (name, None, 5, None)]
    script = Script([2, None, 10, None, 6, "", "", 3, *players, None, SCORE])
    raw = ask_table("better_life", script, saved).raw()
    assert len({player["role"] for player in raw["players"]}) == 3
    assert len({tuple(player["targets"]) for player in raw["players"]}) == 3
    assert len({vote["policy"] for vote in raw["votes"]}) == 2


def test_a_correction_replaces_the_old_number(saved: SavedTables) -> None:
    script = Script([*ADA_AND_BO, "fix Ada: Profits", "7", "fix Ada: Profits", None, SCORE])
    assert ask_table("ecologic", script, saved).raw()["players"][0]["profits"] == 7


BACK = "<"


def test_going_back_asks_the_question_before_again_with_its_answer(saved: SavedTables) -> None:
    replies = [2, "Ada", 9, BACK, BACK, None, None, *ADA_AND_BO[3:], SCORE]
    script = Script(replies)
    state = ask_table("ecologic", script, saved)
    assert script.asked[1:7] == [
        "Player 1: Name",
        "Ada: Profits",
        "Ada: Enviros",
        "Ada: Profits",
        "Player 1: Name",
        "Ada: Profits",
    ]
    assert state.raw()["players"][0]["profits"] == 9


def test_going_back_from_the_first_question_asks_it_again(saved: SavedTables) -> None:
    assert ask_table("ecologic", Script([BACK, *ADA_AND_BO, SCORE]), saved)


def test_going_back_works_in_choices_and_on_the_board(saved: SavedTables) -> None:
    rows = [BOARD[0], BACK, None, *BOARD[1:]]
    replies = [[BACK], FOUR, BACK, None, *rows, True, BACK, *[None] * 5, True, "tram"]
    state = ask_table("kompensaatiopeli", Script([*replies, "", None, 1, None, SCORE]), saved)
    assert state.raw()["board"][0] == "M M M . ."
    assert state.raw()["roles"] == FOUR


def test_going_back_while_correcting_leaves_the_answer(saved: SavedTables) -> None:
    script = Script([*ADA_AND_BO, "fix Ada: Profits", BACK, SCORE])
    assert ask_table("ecologic", script, saved).raw()["players"][0]["profits"] == 9


def test_a_table_that_cannot_be_is_told_in_the_words_of_the_questions(saved: SavedTables) -> None:
    answers = [2, "Ada", 9, 7, 5, 3, 1, "North", "Bo", 12, 8, 0, 0, 0, "", None]
    script = Script([*answers, SCORE, STOP])
    with pytest.raises(click.exceptions.Exit):
        ask_table("ecologic", script, saved)
    assert script.told[0].splitlines() == [
        text_of("ask.wrong"),
        fault("  Bo", text_of("wrong.no_team", given='Name: "Bo"')),
    ]
    assert not any("players[" in message for message in script.told)


@pytest.mark.slow
@pytest.mark.parametrize("slug", SLUGS)
def test_ctrl_c_loses_nothing(slug: str, saved: SavedTables) -> None:
    """Stopped after any answer, also inside the board: the rest is enough the next time."""
    replies = EVENINGS[slug]
    whole = ask_table(slug, Script(list(replies)), SavedTables(saved.folder / "whole"))
    for stop in range(1, len(replies)):
        if slug == "kompensaatiopeli" and stop == 6:
            continue
        place = SavedTables(saved.folder / str(stop))
        stopped = Script([*replies[:stop], STOP])
        with pytest.raises(click.exceptions.Exit) as ended:
            ask_table(slug, stopped, place)
        assert ended.value.exit_code == 130
        assert stopped.told[-1] == text_of("ask.saved", game=slug)
        resumed = Script([True, *replies[stop:]])
        assert ask_table(slug, resumed, place) == whole
        assert resumed.asked[0].startswith(text_of("ask.go_on"))
        assert resumed.replies == []


def test_rows_of_a_board_are_kept_one_by_one(saved: SavedTables) -> None:
    with pytest.raises(click.exceptions.Exit):
        ask_table("kompensaatiopeli", Script([FOUR, *BOARD[:2], STOP]), saved)
    script = Script([True, *BOARD[2:], True, "tram", "", None, 1, None, SCORE])
    assert ask_table("kompensaatiopeli", script, saved).raw()["board"][:2] == [
        "M M M . .",
        ". c o r .",
    ]
    assert script.asked[1] == text_of("ask.row_label", label=text_of("field.board"), row=3, rows=5)


def test_old_answers_can_be_refused(saved: SavedTables) -> None:
    saved.save(SavedTable(1, "ecologic", "", answers={"players": [{"name": "Old"}]}))
    state = ask_table("ecologic", Script([False, *ADA_AND_BO, SCORE]), saved)
    assert state.raw()["players"][0]["name"] == "Ada"


def test_a_table_that_was_begun_goes_on_by_its_number(saved: SavedTables) -> None:
    begun = SavedTable(4, "ecologic", "", answers={"players": [{"name": "Ada"}]})
    saved.save(begun)
    state, number = ask_state(
        scorer_for("ecologic"), saved, saved.find("4"), Script([9, 7, 5, 3, 1, "", None, SCORE])
    )
    assert number == 4
    assert state.raw()["players"][0]["profits"] == 9


@pytest.mark.parametrize("text", ["", "{", "[]", '{"players": 3}', '{"id": 1}'])
def test_a_damaged_table_is_as_good_as_none(text: str, saved: SavedTables) -> None:
    saved.folder.mkdir(parents=True)
    (saved.folder / "00001-begun.json").write_text(text)
    assert ask_table("ecologic", Script([*ADA_AND_BO, SCORE]), saved)


def test_answers_of_another_shape_are_as_good_as_none(saved: SavedTables) -> None:
    saved.save(SavedTable(1, "ecologic", "", answers={"players": 3}))
    assert ask_table("ecologic", Script([*ADA_AND_BO, SCORE]), saved)


def test_a_folder_that_cannot_be_written_is_told_once_and_stops_nobody(tmp_path: Path) -> None:
    (tmp_path / "blocked").write_text("")
    script = Script([*ADA_AND_BO, SCORE])
    assert ask_table("ecologic", script, SavedTables(tmp_path / "blocked" / "tables"))
    assert len(script.told) == 1
    assert script.told[0].startswith(text_of("ask.not_saved"))


ENTER, DOWN, SPACE = "\r", "\x1b[B", " "


def at_terminal(slug: str, keys: str, saved: SavedTables) -> Any:
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        pipe.send_text(keys)
        return ask_state(scorer_for(slug), saved)[0]


@pytest.mark.slow
def test_arrow_keys_at_a_real_terminal(saved: SavedTables) -> None:
    habitats = (SPACE + DOWN) * 5 + SPACE + ENTER
    keys = ["1", ENTER, "Ada", ENTER, DOWN, ENTER, ENTER, ENTER, habitats, "2", ENTER, ENTER]
    state = at_terminal("ecosfera_baltica", "".join(keys), saved)
    assert state.raw()["level"] == 2
    assert state.raw()["habitats"] == HABITATS
    assert state.raw()["impacts"] == 2


@pytest.mark.slow
def test_nothing_is_filled_in_at_a_real_terminal(saved: SavedTables) -> None:
    """Nine corrected by typing seven is seven, and Enter alone takes the old answer."""
    answers = f"1{ENTER}Ada{ENTER}9{ENTER}<{ENTER}7{ENTER}7{ENTER}{ENTER * 6}"
    state = at_terminal("ecologic", answers, saved)
    assert state.raw()["players"][0]["profits"] == 7
    assert state.raw()["players"][0]["refineries"] == 0


@pytest.mark.slow
def test_ctrl_c_at_a_real_terminal(saved: SavedTables) -> None:
    with pytest.raises(click.exceptions.Exit):
        at_terminal("ecosfera_baltica", f"1{ENTER}Ada{ENTER}\x03", saved)
    assert saved.find("1").answers == {"players": [{"name": "Ada"}]}


@pytest.mark.slow
def test_board_and_confirmation_at_a_real_terminal(saved: SavedTables) -> None:
    roles = SPACE + DOWN + SPACE + ENTER
    rows = "".join(f"{row}{ENTER}" for row in BOARD)
    state = at_terminal("kompensaatiopeli", roles + rows + ENTER * 7, saved)
    assert state.raw()["projects"] == {"M": "motorway"}


@pytest.mark.parametrize("slug", SLUGS)
def test_every_question_says_how_to_answer_in_the_table_s_language(
    slug: str, saved: SavedTables
) -> None:
    helped: list[str] = []

    class Noting(Script):
        def one(self, label: str, help_text: str, choices: Sequence[Choice], chosen: str) -> str:
            helped.append(f"{help_text} {' '.join(choice.label for choice in choices)}")
            return super().one(label, help_text, choices, chosen)

        def several(
            self, label: str, help_text: str, choices: Sequence[Choice], chosen: Sequence[str]
        ) -> list[str]:
            assert "mellanslag" in help_text
            return super().several(label, help_text, choices, chosen)

    ask_table(slug, Noting(list(EVENINGS[slug])), saved, "sv")
    assert all("piltangenter" in text for text in helped)
    assert not any(" Yes" in text or "Back" in text for text in helped)


def test_a_table_that_was_scored_at_another_terminal_meanwhile_stays(saved: SavedTables) -> None:
    begun = SavedTable(4, "ecologic", "", answers={"players": [{"name": "Ada"}]})
    saved.save(begun)
    saved.save(SavedTable(4, "ecologic", "", state={"scored": "elsewhere"}))
    _, number = ask_state(
        scorer_for("ecologic"), saved, begun, Script([9, 7, 5, 3, 1, "", None, SCORE])
    )
    assert number != 4
    assert saved.find("4").state == {"scored": "elsewhere"}
