"""The README's commands work as they stand there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from conftest import Command

ROOT = Path(__file__).parent.parent
FENCE = re.compile(r"^```(?:\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
# Commands that stay open until they are stopped, or ask at the terminal; their tests are
# elsewhere. Here only their options are looked at.
OPEN_ENDED = ("preview", "serve", "calibrate")


def commands(program: str) -> list[str]:
    """Every line of a fenced block that calls the program, without comments and prompts."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    lines = [line for block in FENCE.findall(text) for line in block.splitlines()]
    calls = [re.sub(r"\s+#.*", "", line.strip().removeprefix("$ ")) for line in lines]
    plain = [call.removeprefix(".venv/bin/") for call in calls]
    return list(dict.fromkeys(call for call in plain if call.split(" ")[0] == program))


def targets() -> set[str]:
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    return set(re.findall(r"^([\w-]+):(?!=)", text, re.MULTILINE))


def test_every_make_target_in_the_readme_exists() -> None:
    for call in commands("make"):
        wanted = [word for word in shlex.split(call)[1:] if "=" not in word]
        assert set(wanted) <= targets(), call


def test_the_readme_names_the_two_commands_of_a_fresh_clone() -> None:
    wanted = {word for call in commands("make") for word in shlex.split(call)[1:]}
    assert {"decks", "test"} <= wanted


@pytest.fixture
def fresh_clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that looks like a clone, where commands may write what they like."""
    for name in ("cards_data", "templates", "scorer", "docs"):
        (tmp_path / name).symlink_to(ROOT / name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("call", commands("ecotable"))
def test_an_ecotable_command_in_the_readme_works(
    call: str, ecotable: Command, fresh_clone: Path
) -> None:
    words = shlex.split(re.split(r"\s[|>]\s", call)[0])[1:]
    if words[0] == "print":
        words += ["--dpi", "72", "--jobs", "1"]
    if words[0] in OPEN_ENDED:
        words = [words[0], "--help"]
    answer = ecotable(*words)
    assert answer.code == 0, answer.err
