"""The same bytes on any machine: only data, code and options decide what is printed."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from pond import SLUG, Pond
from thorough import spread

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
CALL = "from generator.cli import main; main()"
WORDS = ("print", SLUG, "--dpi", "72")


@dataclass(frozen=True)
class Machine:
    """How one machine differs from the next."""

    variables: Mapping[str, str] = field(default_factory=dict)
    folder: str = "plain"
    jobs: int = 1
    umask: int = 0o022
    terminal: bool = False
    read_only: bool = False
    python: Path = Path(sys.executable)


PLAIN = Machine()
MACHINES = {
    "another language": Machine({"LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8"}),
    "a language that the program speaks": Machine({"LC_ALL": "fi_FI.UTF-8"}),
    "a locale that knows ASCII": Machine(
        {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    ),
    "another time zone": Machine({"TZ": "Pacific/Kiritimati"}),
    "another home": Machine({"HOME": os.devnull, "XDG_CACHE_HOME": "", "USER": "Åsa"}),
    "an odd folder": Machine(folder="Min damm/åäö 漢字 & 'x'"),
    "more workers": Machine(jobs=3),
    "another hash seed": Machine({"PYTHONHASHSEED": "4242"}),
    "a private umask": Machine(umask=0o077),
    "a terminal": Machine({"TERM": "xterm-256color", "COLUMNS": "40"}, terminal=True),
    "a folder that cannot be written": Machine(read_only=True),
} | {  # what `make pythons` has set up
    f"Python {path.parts[-3].removeprefix('.venv-')}": Machine(python=path)
    for path in sorted(ROOT.glob(".venv-*/bin/python"))
}


def printed(machine: Machine, place: Path) -> dict[str, bytes]:
    """What a print leaves, by name."""
    home = place / machine.folder
    Pond().write(home)
    out, cache = place / "printed", place / "cache"
    before = snapshot(home)
    if machine.read_only:
        for path in (home, *home.rglob("*")):
            path.chmod(0o555 if path.is_dir() else 0o444)
    variables = {**os.environ, "PYTHONPATH": str(ROOT), "ECOTABLE_CACHE": str(cache)}
    words = [*WORDS, "--jobs", str(machine.jobs), "--out", str(out)]
    end = run(
        [str(machine.python), "-c", CALL, *words], home, variables | machine.variables, machine
    )
    assert end == 0
    assert snapshot(home) == before
    return {path.name: path.read_bytes() for path in sorted(out.iterdir())}


def run(command: list[str], folder: Path, variables: dict[str, str], machine: Machine) -> int:
    """The command, with a terminal of its own or with none at all."""
    common = {"cwd": folder, "env": variables, "umask": machine.umask, "start_new_session": True}
    if not machine.terminal:
        nothing = subprocess.DEVNULL
        return subprocess.run(
            command, stdin=nothing, stdout=nothing, stderr=nothing, check=False, **common
        ).returncode
    ours, theirs = pty.openpty()
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, **common) as process:
        os.close(theirs)
        try:
            while os.read(ours, 4096):
                pass
        except OSError:
            pass  # the other end is closed
    os.close(ours)
    return process.returncode


def snapshot(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Every file with its time and content: a print writes nothing beside its output."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path): (path.stat().st_mtime_ns, path.read_bytes()) for path in files}


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    pdfs = printed(PLAIN, tmp_path_factory.mktemp("plain"))
    assert sorted(pdfs) == ["pond-en-a4.json", "pond-en-a4.pdf"]
    return pdfs


@pytest.mark.parametrize("name", spread(MACHINES, 3))
def test_the_same_bytes_come_out(name: str, plain: dict[str, bytes], tmp_path: Path) -> None:
    assert printed(MACHINES[name], tmp_path) == plain


def test_another_game_gives_other_bytes(plain: dict[str, bytes], tmp_path: Path) -> None:
    """The comparison would notice a difference."""
    Pond(word="Lake").write(tmp_path)
    words = [*WORDS, "--jobs", "1", "--out", str(tmp_path / "printed")]
    variables = {**os.environ, "PYTHONPATH": str(ROOT)}
    assert run([sys.executable, "-c", CALL, *words], tmp_path, variables, PLAIN) == 0
    assert (tmp_path / "printed" / "pond-en-a4.pdf").read_bytes() != plain["pond-en-a4.pdf"]
