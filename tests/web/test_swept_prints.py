"""Folders of prints that a killed server left behind are removed at the next start."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from workshop import Workshop

from generator.web.print_queue import PrintQueue, sweep
from generator.workers.jobs import job_command
from generator.workers.process import send

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        os.name == "nt", reason="on Windows folders are swept by their age, not by their process"
    ),
]


def gone() -> int:
    """The number of a process that has ended."""
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    return ended.pid


def folder(place: Path, process: int) -> Path:
    prints = place / f"ecotable-print-{process}-abc_1"
    prints.mkdir()
    (prints / "a.pdf").write_bytes(b"%PDF")
    return prints


def test_only_what_a_dead_server_left_is_removed(tmp_path: Path) -> None:
    left, used = folder(tmp_path, gone()), folder(tmp_path, os.getpid())
    other = tmp_path / "ecotable-print-mine"
    other.mkdir()
    sweep(tmp_path)
    assert not left.exists()
    assert used.is_dir() and other.is_dir()


def test_a_server_sweeps_when_it_starts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left = folder(tmp_path, gone())
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    queue = PrintQueue()
    queue.start()
    try:
        assert not left.exists()
        assert Path(queue._folder.name).parent == tmp_path
    finally:
        queue.stop()


def test_a_print_ends_without_a_word_where_its_server_was_killed(pond: Workshop) -> None:
    pipe, job = subprocess.PIPE, {"slug": "pond", "options": {}, "out": str(pond.root / "out")}
    command = job_command(PrintQueue.work)
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as worker:
        worker.stdout.close()
        send(worker.stdin, job)
        stderr = worker.stderr.read()
    assert (worker.returncode, stderr) == (1, b"")
    assert not (pond.root / "out").exists()


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.mkdir()
    (precious / "a").write_text("a", encoding="utf-8")
    link = tmp_path / f"ecotable-print-{gone()}-abc"
    link.symlink_to(precious)
    sweep(tmp_path)
    assert (precious / "a").is_file()
