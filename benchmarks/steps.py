"""Measure where the processor seconds of a first print go, in one process.

    python benchmarks/steps.py

Prints the test deck of 250 cards twice, as pixels and as vectors, each in a new process and on an
empty cache. A signal looks at the running code after every millisecond of work; the innermost
function that belongs to a step counts. A print with several workers starts Python and imports the
libraries once in each of them.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from types import FrameType

from bench import WAYS, environment
from deck import write_deck

INTERVAL_SECONDS = 0.001
# Steps and where their code is; the first match counts.
STEPS = {
    "importing": ("<frozen importlib",),
    "compressing": ("generator/store/compression.py",),
    "composing": ("generator/compose/", "generator/text/", "generator/layout/", "/jinja2/"),
    "drawing": ("generator/draw/", "generator/raster/", "generator/vector/", "generator/svg/"),
    "rules and score sheet": ("generator/leaflet/", "generator/kit/"),
    "writing": ("generator/pdf/", "generator/sheets/", "generator/store/", "/reportlab/"),
}
OTHER = "the rest"


def step_of(frame: FrameType | None) -> str:
    """Return the step that the innermost function of ours belongs to."""
    while frame:
        path = frame.f_code.co_filename
        for step, places in STEPS.items():
            if any(place in path for place in places):
                return step
        frame = frame.f_back
    return OTHER


def measure(render: str) -> None:
    """Print the deck of the current folder; write the seconds of each step as JSON."""
    started, samples = time.process_time(), Counter[str]()
    signal.signal(signal.SIGPROF, lambda _, frame: samples.update([step_of(frame)]))
    signal.setitimer(signal.ITIMER_PROF, INTERVAL_SECONDS, INTERVAL_SECONDS)
    from generator.cli import main
    from generator.workers import pool

    pool.has_processes = lambda: False
    sys.argv[:] = ["ecotable", "print", "bench", "--out", "out", "--render", render]
    try:
        main()
    except SystemExit as end:
        if end.code:
            raise
    signal.setitimer(signal.ITIMER_PROF, 0)
    share = (time.process_time() - started) / samples.total()
    seconds = {step: number * share for step, number in samples.items()}
    Path("steps.json").write_text(json.dumps({"starting": started, **seconds}), encoding="utf-8")


def steps(folder: Path, render: str) -> dict[str, float]:
    """Measure in a new process, on an empty cache."""
    shutil.rmtree(folder / "cache", ignore_errors=True)
    shutil.rmtree(folder / "out", ignore_errors=True)
    env = {**environment(folder), "ECOTABLE_CACHE": str(folder / "cache")}
    command = [sys.executable, str(Path(__file__)), render]
    subprocess.run(command, cwd=folder, env=env, check=True, stdout=subprocess.DEVNULL)
    seconds: dict[str, float] = json.loads((folder / "steps.json").read_text(encoding="utf-8"))
    return seconds


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        write_deck(Path(name), 250, 200)
        steps(Path(name), WAYS[0])  # compiles all modules
        results = {render: steps(Path(name), render) for render in WAYS}
    print(f"load {os.getloadavg()[0]:.1f}\n\n| step | {' | '.join(WAYS)} |\n|---|---|---|")
    for step in ("starting", *STEPS, OTHER):
        row = (f"{results[render].get(step, 0):.2f} s" for render in WAYS)
        print(f"| {step} | {' | '.join(row)} |")
    print("| all |", " | ".join(f"{sum(results[render].values()):.2f} s" for render in WAYS), "|")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        measure(sys.argv[1])
    else:
        main()
