"""The commands in every document work as they stand there, block by block, in their order."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from thorough import spread

from generator.layout.presets import new_files

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent
DOCUMENTS = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md")))
FENCE = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
# Commands that stay open until they are stopped, or ask at the terminal; their own tests run them.
# Here it is only seen that they exist.
OPEN_ENDED = re.compile(r"^ecotable (preview|serve|site)\b|^ecotable score \w+( --trust)?$")
# One story from its first block to its last: tests/starter/test_tutorial.py carries it out.
STORY = "tutorial.md"
# What sets up a computer is no matter of a test.
SETTING_UP = ("make ", "pip ", "pipx ", "uv ", "git clone", "cd ", "export PATH", "source ")


def blocks(path: Path) -> list[list[str]]:
    """The lines of every block of commands, without comments."""
    texts = [text for kind, text in FENCE.findall(path.read_text(encoding="utf-8")) if kind == "sh"]
    return [
        [line for raw in text.splitlines() if (line := re.sub(r"(^|\s+)#.*", "", raw).strip())]
        for text in texts
    ]


def runnable(line: str) -> str:
    """The line as it is run here: drawn small, a part alone, and never waiting for anybody."""
    if OPEN_ENDED.search(line):
        return f"{' '.join(line.split()[:2])} --help"
    if line.startswith("ecotable docs"):
        return f"{line} --no-open"
    if line.startswith("ecotable play"):
        few = re.sub(r"--games \d+", "--games 2", line)
        return few if re.search("--(games|replay|position)", few) else f"{few} --games 2"
    if line.startswith("ecotable export ecologic") or line == "ecotable print ecologic --ink low":
        return f"{line} --deck tads"
    return f"{line} --dpi 72" if line.startswith("ecotable print") else line


def scripts() -> list[tuple[str, list[str]]]:
    """Every block that runs anything, with the document it stands in."""
    commands = []
    for path in (path for path in DOCUMENTS if path.name != STORY):
        for block in blocks(path):
            lines = [line for line in block if not line.startswith(SETTING_UP)]
            if lines:
                commands.append((path.name, lines))
    return commands


def targets() -> set[str]:
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    return set(re.findall(r"^([\w-]+):(?!=)", text, re.MULTILINE))


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data and templates as a repository with two commits, once for all blocks."""
    folder = tmp_path_factory.mktemp("clone")
    for name in ("cards_data", "templates"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    who = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    for words in (["init", "-q"], ["add", "."], [*who, "commit", "-qm", "First"]):
        subprocess.run(["git", *words], cwd=folder, check=True)
    again = ["commit", "-q", "--allow-empty", "-m", "Second"]
    subprocess.run(["git", *who, *again], cwd=folder, check=True)
    with zipfile.ZipFile(folder / "my-game.zip", "w") as archive:
        for path, text in new_files("my_game", "My Game", ()).items():
            archive.writestr(path, text)
    return folder


@pytest.fixture
def fresh_clone(clone: Path, tmp_path: Path) -> Path:
    """A copy where commands may write what they like."""
    return Path(shutil.copytree(clone, tmp_path / "clone"))


def test_every_make_target_exists() -> None:
    for path in DOCUMENTS:
        for line in (line for block in blocks(path) for line in block if line.startswith("make ")):
            words = [word for word in shlex.split(line)[1:] if "=" not in word]
            assert set(words) <= targets(), f"{path.name}: {line}"


def test_the_readme_names_the_two_commands_of_a_fresh_clone() -> None:
    lines = [line for block in blocks(DOCUMENTS[0]) for line in block]
    assert {"make decks", "make test"} <= set(lines)


@pytest.mark.parametrize(
    ("document", "lines"),
    spread(scripts(), 9),
    ids=[f"{name}: {lines[0]}" for name, lines in scripts()],
)
def test_a_block_of_commands_works_as_it_stands(
    document: str, lines: list[str], fresh_clone: Path
) -> None:
    answer = subprocess.run(
        ["bash", "-ec", "\n".join(map(runnable, lines))],
        cwd=fresh_clone,
        env={
            **os.environ,
            "PATH": os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"])),
        },
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert answer.returncode == 0, f"{document}\n{answer.stderr}"


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_commands_stand_in_blocks_that_can_be_pasted(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    others = [inner for kind, inner in FENCE.findall(text) if kind != "sh"]
    assert not [line for inner in others for line in inner.splitlines() if line[:9] == "ecotable "]


def test_pictures_and_pages_that_the_readme_links_to_are_there() -> None:
    text = DOCUMENTS[0].read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)#]+)\)", text) if "://" not in link]
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []
