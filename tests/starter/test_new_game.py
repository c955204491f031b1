"""``ecotable new``: a starter that checks, prints and previews at once, and overwrites nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from workshop import Command

from cards_data import load_game


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_new_game_is_sound_and_prints(here: Path, ecotable: Command) -> None:
    answer = ecotable("new", "my-game")
    assert answer.code == 0
    assert "cards_data/my_game/game.yaml" in answer.out
    assert load_game("my-game").title("en") == "My Game"
    checked = ecotable("check", "my-game")
    assert (checked.code, checked.err) == (0, "")
    assert ecotable("print", "my-game", "--dpi", 72, "--jobs", 1).code == 0
    assert (here / "output" / "my_game-en-a4.pdf").is_file()


def test_every_file_that_is_told_is_there(here: Path, ecotable: Command) -> None:
    told = [line for line in ecotable("new", "pond").out.splitlines() if "/pond/" in line]
    assert len(told) == 7
    assert all((here / name).is_file() for name in told)


@pytest.mark.parametrize("taken", ["cards_data/pond", "templates/pond"])
def test_nothing_is_overwritten(here: Path, ecotable: Command, taken: str) -> None:
    (here / taken).mkdir(parents=True)
    answer = ecotable("new", "pond")
    assert answer.code == 1
    assert f"{taken}: is there already" in answer.err
    assert not list(here.rglob("*.yaml"))


@pytest.mark.parametrize("name", ["../x", "", "9lives", "Å", "a" * 60, "a/b"])
def test_a_name_is_a_name(here: Path, ecotable: Command, name: str) -> None:
    answer = ecotable("new", name)
    assert answer.code == 2
    assert "is no name for a game" in answer.err
    assert not list(here.iterdir())
