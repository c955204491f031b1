"""A build that is killed at any moment: the old PDF or the new one, and the next run is right."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from comparing import POND, RUFFE, options, read
from thorough import often
from workshop import print_game

from generator.store.cache import cache_folder

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("cold_cache")]

KILLS = often(8, trust=20)
OLD = b"%PDF-1.4 the old one"
PDF = Path("output/pond-en-a4.pdf")
# Everything is loaded before the clock starts: all twenty moments lie inside the work.
RUN = """
import sys
import generator.cli, generator.commands.print, generator.pipeline, generator.pdf.writer
import generator.draw.face
print("ready", flush=True)
sys.argv = ["ecotable", "print", "pond", "--dpi", "72", "--jobs", "2"]
generator.cli.main()
"""
MANY = tuple(
    {**RUFFE, "id": f"f{n}", "copies": "1", "name": f"Fish {n}", "cost": str(n % 10)}
    for n in range(44)
)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Enough cards for several processes to compose and draw."""
    monkeypatch.chdir(tmp_path)
    root = replace(POND, fish=MANY).write(tmp_path)
    text = "{{ line(pieces('fish')|length, 9, 9) }}"
    (root / "templates/pond/summary.svg.j2").write_text(text, encoding="utf-8")
    return root


def running() -> subprocess.Popen[str]:
    """A print in a process group of its own, at the moment where its work begins."""
    run = subprocess.Popen(
        [sys.executable, "-c", RUN],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert run.stdout
    assert run.stdout.readline() == "ready\n"
    return run


def killed_after(seconds: float) -> bool:
    """Whether the kill came before the end."""
    run = running()
    time.sleep(seconds)
    os.killpg(run.pid, signal.SIGKILL)
    run.communicate(timeout=30)
    return run.returncode == -signal.SIGKILL


def undisturbed() -> tuple[bytes, bytes, float]:
    """Both files of a whole run, and how long its work took."""
    run = running()
    start = time.monotonic()
    _, errors = run.communicate(timeout=60)
    assert (run.returncode, errors) == (0, "")
    seconds = time.monotonic() - start
    return PDF.read_bytes(), PDF.with_suffix(".json").read_bytes(), seconds


def forget() -> None:
    shutil.rmtree(cache_folder(), ignore_errors=True)
    shutil.rmtree("output", ignore_errors=True)


@pytest.mark.sampled
def test_killed_at_any_moment_and_started_again_gives_the_same_bytes(project: Path) -> None:
    pdf, manifest, seconds = undisturbed()
    moments = random.Random(11)
    killed = 0
    while killed < KILLS:
        forget()
        PDF.parent.mkdir()
        PDF.write_bytes(OLD)
        if killed_after(seconds * (killed + moments.random()) / KILLS):
            killed += 1
        else:
            seconds *= 0.8  # The measured run was slower than the others: aim earlier.
        assert PDF.read_bytes() in (OLD, pdf), "never half a PDF"
        left = {path.name for path in PDF.parent.iterdir()} - {PDF.name, f"{PDF.stem}.json"}
        assert all(name.startswith(f".{PDF.stem}.") for name in left), "hidden or whole"
        report = print_game(read(project), options(PDF.parent))
        assert report.pdf.read_bytes() == pdf
        assert report.manifest.read_bytes() == manifest
        assert _visible() == [f"{PDF.stem}.json", PDF.name]


def _visible() -> list[str]:
    return sorted(path.name for path in PDF.parent.iterdir() if not path.name.startswith("."))


@pytest.mark.thorough
def test_killed_again_and_again_over_the_same_cache(project: Path) -> None:
    """Every run finds what the one before left behind, and the last one is still right."""
    pdf, manifest, seconds = undisturbed()
    forget()
    moments = random.Random(12)
    for _ in range(5):
        killed_after(seconds * moments.uniform(0.1, 0.6))
    assert not PDF.exists() or PDF.read_bytes() == pdf
    again, record, _ = undisturbed()
    assert (again, record) == (pdf, manifest)


def test_what_killed_runs_left_is_harmless_and_swept_when_it_is_old(project: Path) -> None:
    first = print_game(read(project), options(PDF.parent)).pdf.read_bytes()
    fresh, stale = (PDF.with_name(f".{PDF.name}.{number}.part") for number in (1, 2))
    for path in (fresh, stale):
        path.write_bytes(b"half a PDF")
    os.utime(stale, (10**9, 10**9))
    part = cache_folder() / "faces" / "ab" / ".ab12.3"
    part.parent.mkdir(parents=True, exist_ok=True)
    part.write_bytes(b"half an entry")
    PDF.unlink()
    report = print_game(read(project), options(PDF.parent))
    assert report.pdf.read_bytes() == first
    assert json.loads(report.manifest.read_text(encoding="utf-8"))["game"] == "pond"
    assert fresh.exists(), "another run may still be writing it"
    assert not stale.exists()
