"""Files of the current folder are data: none of them runs in a process that we start."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from workshop import Workshop, until

from cards_data import load_game
from generator.changes import earlier_state
from generator.site import browser_engine
from generator.web.print_queue import PrintQueue, checked_options
from generator.web.rules_sandbox import RulesSandbox
from generator.workbench.play_jobs import PlayQueue
from generator.workers import Limits, WorkerPool
from generator.workers.jobs import job_command
from generator.workers.process import Process, program, python_command, send

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("cold_cache")]

PACKAGE = Path(__file__).parent.parent.parent
# Limits that no other test uses: no process that waits for its next pool is taken.
LIMITS = Limits(seconds=59.0)


@pytest.fixture
def shadowed(pond: Workshop, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder whose files have the names of modules; what runs leaves a note.

    An empty entry of our own path means the current folder, as ``python -c`` has it.
    """
    note = pond.root / "it-ran"
    trap = f"open({str(note)!r}, 'a').write(__name__)\nraise SystemExit(9)\n"
    for name in ("json", "pickle", "signal", "sitecustomize", "usercustomize"):
        (pond.root / f"{name}.py").write_text(trap, encoding="utf-8")
    for package in ("generator", "scorer"):
        (pond.root / package).mkdir(exist_ok=True)
        (pond.root / package / "__init__.py").write_text("", encoding="utf-8")
    monkeypatch.setattr(sys, "path", ["", *sys.path])
    return note


def test_a_print_of_the_page(shadowed: Path) -> None:
    queue = PrintQueue()
    queue.start()
    try:
        job = queue.add({"slug": "pond", "options": checked_options(load_game("pond"), {})})
        until(lambda: not queue.job_or_404(job.id).is_open, "it is never printed")
        assert (queue.job_or_404(job.id).state, queue.job_or_404(job.id).problems) == ("ready", ())
    finally:
        queue.stop()
    assert not shadowed.exists()


def test_a_worker(shadowed: Path) -> None:
    process = Process(LIMITS)
    try:
        process.send("chores:doubled", (0, None), [4])
        assert process.receive()[0] == 8
    finally:
        process.kill()
    assert not shadowed.exists()


def test_the_sandbox_for_rules(shadowed: Path) -> None:
    sandbox = RulesSandbox()
    sandbox._pool = WorkerPool(1, LIMITS)
    try:
        assert sandbox("form", "ecologic", None, "en")["fields"]
    finally:
        sandbox.shut_down()
    assert not shadowed.exists()


def test_a_change_that_is_played_out(shadowed: Path) -> None:
    pipe, command = subprocess.PIPE, job_command(PlayQueue.work)
    with subprocess.Popen(command, stdin=pipe, stderr=pipe) as job:
        assert job.stdin and job.stderr
        # A job whose pipe is closed ends with its server.
        send(job.stdin, {"game": "ecosfera_baltica"})
        written = job.stderr.read().decode().replace(os.sep, "/")
        assert "generator/workbench/play_jobs.py" in written
    assert not shadowed.exists()


def test_a_new_python_finds_what_this_one_finds(shadowed: Path) -> None:
    command = python_command("import json, generator.web; print(json.dumps(generator.__file__))")
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert Path(json.loads(output)).is_relative_to(PACKAGE)


@pytest.mark.skipif(
    sys.platform == "win32", reason="Windows knows a program by its suffix, not by its mode"
)
@pytest.mark.parametrize("name", ["node", "npm", "git"])
def test_a_program_of_the_current_folder_is_not_the_one(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    system = tmp_path / "system"
    system.mkdir()
    for folder in (tmp_path, system):
        (folder / name).write_text("#!/bin/sh\necho ran > it-ran\n", encoding="utf-8")
        (folder / name).chmod(0o755)
    monkeypatch.setenv("PATH", os.pathsep.join(["", ".", str(system)]))
    assert program(name) == str(system / name)
    monkeypatch.setenv("PATH", os.pathsep.join(["", "."]))
    assert program(name) is None
    assert earlier_state._git("status") == b""
    assert not Path(browser_engine.node()).is_relative_to(tmp_path)
    assert not (tmp_path / "it-ran").exists()


def started() -> list[str]:
    """What stands first in every call that starts a process."""
    processes = []
    for path in (*PACKAGE.glob("generator/**/*.py"), *PACKAGE.glob("scorer/**/*.py")):
        source = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("subprocess."):
                processes.append(f"{path.stem}: {ast.unparse(node.args[0])}")
    return sorted(processes)


def test_every_place_that_starts_a_process_is_tested_here() -> None:
    assert started() == [
        "browser_engine: command",  # node() and _npm()
        "earlier_state: call",  # program("git")
        "jobs: job_command(self.work)",
        "process: python_command(code)",
    ]
