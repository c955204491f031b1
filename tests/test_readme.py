"""The README's commands work as they stand there, in their order."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent
FENCE = re.compile(r"^```(?:\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
# Commands that stay open until they are stopped; their own tests run them. Here it is only seen
# that they exist.
OPEN_ENDED = ("preview", "serve")


def blocks() -> list[list[str]]:
    """The lines of every fenced block, without comments and prompts."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    return [
        [re.sub(r"\s+#.*", "", line.strip().removeprefix("$ ")) for line in block.splitlines()]
        for block in FENCE.findall(text)
    ]


def calls(program: str) -> list[list[str]]:
    """The lines that call a program, block by block."""
    wanted = re.compile(rf"(^|\| ){program} ")
    found = [[line for line in block if wanted.search(line)] for block in blocks()]
    return [lines for lines in found if lines]


def runnable(line: str) -> str:
    """The line as it is run here: drawn small, and never waiting for anybody."""
    if re.search(rf"\becotable ({'|'.join(OPEN_ENDED)})\b", line):
        return f"{line} --help"
    return f"{line} --dpi 72" if line.startswith("ecotable print") else line


def targets() -> set[str]:
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    return set(re.findall(r"^([\w-]+):(?!=)", text, re.MULTILINE))


@pytest.fixture
def fresh_clone(tmp_path: Path) -> Path:
    """A folder that looks like a clone, where commands may write what they like."""
    for name in ("cards_data", "templates", "scorer", "docs"):
        (tmp_path / name).symlink_to(ROOT / name)
    return tmp_path


def test_every_make_target_in_the_readme_exists() -> None:
    for line in (line for block in calls("make") for line in block):
        wanted = [word for word in shlex.split(line)[1:] if "=" not in word]
        assert set(wanted) <= targets(), line


def test_the_readme_names_the_two_commands_of_a_fresh_clone() -> None:
    lines = [line for block in calls("make") for line in block]
    assert {"make decks", "make test"} <= set(lines)


@pytest.mark.parametrize("block", calls("ecotable"), ids=lambda block: block[0])
def test_the_ecotable_commands_of_a_block_work_one_after_the_other(
    block: list[str], fresh_clone: Path
) -> None:
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    for line in block:
        answer = subprocess.run(
            runnable(line),
            shell=True,
            cwd=fresh_clone,
            env={**os.environ, "PATH": path},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert answer.returncode == 0, f"{line}\n{answer.stderr}"


def test_pictures_and_pages_that_the_readme_links_to_are_there() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)#]+)\)", text) if "://" not in link]
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []
