"""Mistakes in a table and in a game's numbers are told whole in one language."""

from __future__ import annotations

import pickle
import shutil
from pathlib import Path

import pytest
from workshop import Command

from cards_data.problems import Problem, Problems, TextsByLanguage
from cards_data.registry import PACKAGE


def test_what_is_said_in_each_language_stays_so_between_processes() -> None:
    texts = TextsByLanguage({"en": "missing", "fi": "puuttuu"})
    problem: Problem = pickle.loads(pickle.dumps(Problems([Problem("pond", texts)]))).problems[0]
    assert (str(problem), problem.text_in("fi")) == ("pond: missing", "pond: puuttuu")
    assert problem.text_in("de") == "pond: missing"
    assert problem == Problem("pond", texts)


@pytest.mark.parametrize(
    ("lang", "message"),
    [
        ("en", "is too small; allowed: 0 or more"),
        ("sv", "är för litet; tillåtet: 0 eller mer"),
        ("de", "ist zu klein; erlaubt: 0 oder mehr"),
    ],
)
def test_a_mistake_in_a_table(
    lang: str, message: str, tmp_path: Path, ecotable: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = tmp_path / "table.yaml"
    state.write_text(
        "game: ecologic\nplayers:\n"
        "- {name: Ada, profits: 9, enviros: 7, refineries: -1}\n- {name: Bo, profits: 1}\n"
    )
    assert message in ecotable("score", "ecologic", state, "--lang", lang).err
    monkeypatch.setenv("LC_ALL", f"{lang}_XX.UTF-8")
    assert message in ecotable("score", "ecologic", state).err


@pytest.mark.parametrize(
    ("lang", "message"), [("en", " is too large; allowed: "), ("de", " ist zu groß; erlaubt: ")]
)
def test_a_mistake_in_a_game_s_numbers(
    lang: str, message: str, tmp_path: Path, ecotable: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "cards_data" / "ecologic"
    shutil.copytree(PACKAGE / "ecologic", place)
    numbers = place / "scoring.yaml"
    text = numbers.read_text("utf-8")
    assert "refinery: 1 " in text
    numbers.write_text(text.replace("refinery: 1 ", "refinery: 99999 "), "utf-8")
    monkeypatch.chdir(tmp_path)
    answer = ecotable("score", "ecologic", "--table", "--lang", lang)
    assert answer.code == 1
    assert message in answer.err
    assert "scoring.yaml:" in answer.err
