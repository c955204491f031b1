"""``ecotable new``: a starter that checks, prints and previews at once, and overwrites nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from texts import text_of
from workshop import Command

from cards_data import load_game
from scorer.examples import check_examples

pytestmark = pytest.mark.slow


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
    # Its example tests every rule of its scorer.
    assert "no example tests" not in checked.out
    assert list(check_examples(load_game("my-game"))) == []
    assert ecotable("print", "my-game", "--dpi", 72, "--jobs", 1).code == 0
    assert (here / "output" / "my_game-en-a4.pdf").is_file()


def test_every_file_that_is_told_is_there(here: Path, ecotable: Command) -> None:
    lines = [line for line in ecotable("new", "pond").out.splitlines() if "/pond/" in line]
    assert len(lines) == 8
    assert all((here / name).is_file() for name in lines)


def test_a_team_gets_what_a_shared_project_has(here: Path, ecotable: Command) -> None:
    (here / "README.md").write_text("mine")
    output = ecotable("new", "my-game").out
    assert (here / "README.md").read_text() == "mine" and "README.md" not in output
    assert "output/" in (here / ".gitignore").read_text().splitlines()
    workflow = yaml.safe_load((here / ".github" / "workflows" / "game.yml").read_text())
    runs = [step.get("run", "") for step in workflow["jobs"]["game"]["steps"]]
    assert {"check", "print", "changes"} <= {word for run in runs for word in run.split()}


def test_the_steps_of_the_workflow_work_in_a_shell(here: Path, ecotable: Command) -> None:
    """As the code host runs them, in a project of two commits."""
    ecotable("new", "pond")
    git = ("git", "-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=no")
    for words in (("init", "-q"), ("add", "-A"), ("commit", "-qm", "first")):
        subprocess.run([*git, *words], cwd=here, check=True, capture_output=True)
    table = here / "cards_data" / "pond" / "cards.csv"
    table.write_text(table.read_text(encoding="utf-8").replace(",2,", ",3,"), encoding="utf-8")
    workflow = yaml.safe_load((here / ".github" / "workflows" / "game.yml").read_text())
    steps = [one["run"] for one in workflow["jobs"]["game"]["steps"] if "run" in one]
    assert 'pip install "$ECOTABLE"' in steps and workflow["jobs"]["game"]["if"]
    tools = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for script in (one for one in steps if "cards_data" in one):
        done = subprocess.run(
            ["bash", "-e", "-c", script],
            cwd=here,
            env={**os.environ, "PATH": tools, "BASE": "HEAD"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
    names = {path.name for path in (here / "output").iterdir()}
    assert {"pond-en-a4.pdf", "pond-en-changes.html"} <= names


@pytest.mark.parametrize("existing", ["cards_data/pond", "templates/pond"])
def test_nothing_is_overwritten(here: Path, ecotable: Command, existing: str) -> None:
    (here / existing).mkdir(parents=True)
    answer = ecotable("new", "pond")
    assert answer.code == 1
    assert f"{existing}: already exists" in answer.err
    assert not list(here.rglob("*.yaml"))


@pytest.mark.parametrize("name", ["../x", "", "9lives", "Å", "a" * 60, "a/b", "con", "LPT1"])
def test_a_name_is_a_name(here: Path, ecotable: Command, name: str) -> None:
    answer = ecotable("new", name)
    assert answer.code == 2
    assert text_of("copy.no_name") in answer.err
    assert not list(here.iterdir())
