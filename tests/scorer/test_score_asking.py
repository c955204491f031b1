"""Asking at the terminal: the same fields everywhere, nothing lost, everything correctable."""

from __future__ import annotations

import json
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

from scorer.answers import Draft, draft_of
from scorer.ask import ask_state
from scorer.engine import scorer_for
from scorer.forms import Choice
from scorer.kinds import drawn

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
            typed = default if typed is None else str(typed)
            complaint = check(typed)
            if not complaint:
                return typed
            self.complaints.append(complaint)

    def one(self, label: str, help_text: str, choices: Sequence[Choice], chosen: str) -> str:
        reply = self._reply(label)
        value = chosen if reply is None else str(reply)
        if value.startswith("fix "):
            wanted = value.removeprefix("fix ")
            value = next(choice.value for choice in choices if wanted in choice.label)
        assert value in [choice.value for choice in choices]
        return value

    def several(
        self, label: str, help_text: str, choices: Sequence[Choice], chosen: Sequence[str]
    ) -> list[str]:
        reply = self._reply(label)
        return list(chosen) if reply is None else list(reply)

    def agreed(self, label: str) -> bool:
        return bool(self._reply(label))

    def tell(self, text: str) -> None:
        self.told.append(text)


@pytest.fixture
def draft(tmp_path: Path) -> Draft:
    return Draft(tmp_path / "drafts" / "table.json")


ADA_AND_BO = [2, "Ada", 9, 7, 5, 3, 1, "", "Bo", 12, "minus", None, None, None, "", None]
BOARD = ["MMM..", ". c o r .", ".....", ".....", "....?"]
EVENINGS: dict[str, list[Any]] = {
    "ecologic": [*ADA_AND_BO, SCORE],
    "kompensaatiopeli": [FOUR, *BOARD, True, "tram", "", None, 1, None, SCORE],
    "better_life": [
        *[2, POLICIES[0], 11, POLICIES[1], 6],
        *["", ""],
        *[1, "Ada", "ngo", 7, *POLICIES[:3]],
        *[None, SCORE],
    ],
    "ecosfera_baltica": [2, "Ada", "Bo", "2", "5", ["high_pressure"], HABITATS, 3, SCORE],
}


def test_ecologic_from_questions(draft: Draft) -> None:
    script = Script(list(EVENINGS["ecologic"]))
    scorer = scorer_for("ecologic")
    state = ask_state(scorer, script, draft)
    result = scorer.score(state)
    assert [side.total for side in result.sides] == [22, 0]
    assert script.asked[:4] == [
        "How many – Players",
        "Players 1: Name",
        "Ada: Profits",
        "Ada: Enviros",
    ]
    assert script.replies == []


def test_teams_are_named_player_by_player(draft: Draft) -> None:
    teams = ["North", "North", "South", "South"]
    players = [[name, 1, 1, 0, 0, 0, team] for name, team in zip("ABCD", teams, strict=True)]
    replies = [4, *(answer for player in players for answer in player), None, SCORE]
    state = ask_state(scorer_for("ecologic"), Script(replies), draft)
    assert state.raw()["teams"] == {"North": ["A", "B"], "South": ["C", "D"]}


def test_kompensaatiopeli_from_questions_and_the_board_is_drawn_back(draft: Draft) -> None:
    script = Script(list(EVENINGS["kompensaatiopeli"]))
    state = ask_state(scorer_for("kompensaatiopeli"), script, draft)
    assert state.raw()["board"][0] == "M M M . ."
    assert state.raw()["projects"] == {"M": "tram"}
    assert "destroyed_nature_tiles" not in state.raw()
    assert drawn(state.raw()["board"]) in script.told
    assert " 2 | . c o r . |" in drawn(state.raw()["board"])


def test_better_life_from_questions(draft: Draft) -> None:
    state = ask_state(scorer_for("better_life"), Script(list(EVENINGS["better_life"])), draft)
    raw = state.raw()
    assert [vote["pool"] for vote in raw["votes"]] == [11, 6]
    assert raw["players"][0]["targets"] == POLICIES[:3]


def test_ecosfera_baltica_from_questions(draft: Draft) -> None:
    scorer = scorer_for("ecosfera_baltica", "sv")
    state = ask_state(scorer, Script(list(EVENINGS["ecosfera_baltica"])), draft)
    assert state.raw()["variants"] == {"elements": 5, "high_pressure": True}
    assert state.raw()["level"] == 2
    assert scorer.score(state).outcome == "won"


def test_a_wrong_answer_is_asked_again_with_what_is_allowed(draft: Draft) -> None:
    replies = [9, "two", *ADA_AND_BO, SCORE]
    script = Script(replies)
    ask_state(scorer_for("ecologic"), script, draft)
    assert script.complaints == ["a whole number from 1 to 4"] * 2


@pytest.mark.parametrize("typed", ["MM", "M M M . x", "M M M . . .", ""])
def test_a_wrong_row_is_asked_again(typed: str, draft: Draft) -> None:
    script = Script([FOUR, typed, *BOARD, True, "tram", "", None, 1, None, SCORE])
    ask_state(scorer_for("kompensaatiopeli"), script, draft)
    assert script.complaints[0].startswith("5 cells, each one of: c o r . ? -")


def test_a_board_that_is_not_right_is_typed_again(draft: Draft) -> None:
    again = ["LLL..", None, None, None, None]
    replies = [FOUR, *BOARD, False, *again, True, "lithium_mine", "", None, 0, None, SCORE]
    state = ask_state(scorer_for("kompensaatiopeli"), Script(replies), draft)
    assert state.raw()["board"][:2] == ["L L L . .", ". c o r ."]
    assert state.raw()["projects"] == {"L": "lithium_mine"}


def test_every_answer_can_be_corrected(draft: Draft) -> None:
    script = Script([*ADA_AND_BO, "fix Ada: Profits", 7, SCORE])
    state = ask_state(scorer_for("ecologic"), script, draft)
    assert state.raw()["players"][0]["profits"] == 7


def test_another_player_is_asked_for_when_the_number_grows(draft: Draft) -> None:
    third = ["Cy", 1, 1, 0, 0, 0, ""]
    script = Script([*ADA_AND_BO, "fix How many", 3, *third, SCORE])
    state = ask_state(scorer_for("ecologic"), script, draft)
    assert [player["name"] for player in state.raw()["players"]] == ["Ada", "Bo", "Cy"]


def test_new_letters_on_the_board_are_asked_for(draft: Draft) -> None:
    first = [FOUR, *BOARD, True, "tram", "", None, 1, None]
    fixed = ["fix The board", "WWW..", None, None, None, None, True, "airport", SCORE]
    state = ask_state(scorer_for("kompensaatiopeli"), Script([*first, *fixed]), draft)
    assert state.raw()["projects"] == {"W": "airport"}


def test_a_table_that_cannot_be_is_told_and_corrected(draft: Draft) -> None:
    answers = [2, "Ada", 9, 7, 5, 3, 1, "", "Ada", 12, 8, 0, 0, 0, "", None]
    fix = [SCORE, "fix Ada: Name", "Bo", SCORE]
    script = Script([*answers, *fix])
    state = ask_state(scorer_for("ecologic"), script, draft)
    assert any('"Ada" stands 2 times' in told for told in script.told)
    assert {player["name"] for player in state.raw()["players"]} == {"Ada", "Bo"}


@pytest.mark.parametrize("slug", SLUGS)
def test_ctrl_c_loses_nothing(slug: str, draft: Draft) -> None:
    """Stopped after any answer: the rest of the answers is enough the next time."""
    replies, scorer = EVENINGS[slug], scorer_for(slug)
    whole = ask_state(scorer, Script(list(replies)), draft)
    assert not draft.path.exists()
    # The board is kept as a whole, once it was said to be right.
    stops = [1, 7, 8, 9] if slug == "kompensaatiopeli" else range(1, len(replies))
    for stop in stops:
        stopped = Script([*replies[:stop], STOP])
        with pytest.raises(click.Abort):
            ask_state(scorer, stopped, draft)
        assert stopped.told[-1].startswith("The answers are saved.")
        resumed = Script([True, *replies[stop:]])
        assert ask_state(scorer, resumed, draft) == whole
        assert resumed.asked[0].startswith("There are answers from last time.")
        assert resumed.replies == []


def test_old_answers_can_be_refused(draft: Draft) -> None:
    draft.write({"players": [{"name": "Old"}]})
    state = ask_state(scorer_for("ecologic"), Script([False, *ADA_AND_BO, SCORE]), draft)
    assert state.raw()["players"][0]["name"] == "Ada"


@pytest.mark.parametrize("text", ["", "{", "[]", '{"players": 3}', '{"players": [1]}'])
def test_a_damaged_draft_is_as_good_as_none(text: str, draft: Draft) -> None:
    draft.path.parent.mkdir(parents=True)
    draft.path.write_text(text)
    assert ask_state(scorer_for("ecologic"), Script([*ADA_AND_BO, SCORE]), draft)


def test_drafts_are_kept_in_the_user_s_data_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platformdirs.user_data_dir", lambda *given, **more: "/home/ada/data")
    assert draft_of("ecologic").path == Path("/home/ada/data/drafts/ecologic.json")


ENTER, DOWN, SPACE = "\r", "\x1b[B", " "


@pytest.mark.slow
def test_arrow_keys_at_a_real_terminal(draft: Draft) -> None:
    habitats = (SPACE + DOWN) * 5 + SPACE + ENTER
    keys = ["1", ENTER, "Ada", ENTER, DOWN, ENTER, ENTER, ENTER, habitats, "\x7f2", ENTER, ENTER]
    with create_pipe_input() as given, create_app_session(input=given, output=DummyOutput()):
        given.send_text("".join(keys))
        state = ask_state(scorer_for("ecosfera_baltica"), draft=draft)
    assert state.raw()["level"] == 2
    assert state.raw()["habitats"] == HABITATS
    assert state.raw()["impacts"] == 2


@pytest.mark.slow
def test_ctrl_c_at_a_real_terminal(draft: Draft) -> None:
    with create_pipe_input() as given, create_app_session(input=given, output=DummyOutput()):
        given.send_text(f"1{ENTER}Ada{ENTER}\x03")
        with pytest.raises(click.Abort):
            ask_state(scorer_for("ecosfera_baltica"), draft=draft)
    assert json.loads(draft.path.read_text()) == {"players": [{"name": "Ada"}]}


@pytest.mark.slow
def test_board_and_confirmation_at_a_real_terminal(draft: Draft) -> None:
    roles = SPACE + DOWN + SPACE + ENTER
    rows = "".join(f"{row}{ENTER}" for row in BOARD)
    with create_pipe_input() as given, create_app_session(input=given, output=DummyOutput()):
        given.send_text(roles + rows + "y" + ENTER * 6)
        state = ask_state(scorer_for("kompensaatiopeli"), draft=draft)
    assert state.raw()["projects"] == {"M": "motorway"}
