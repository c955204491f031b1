"""Measure the figures of docs/contribute/speed.md: work as ratios, sizes and memory as they are.

    python benchmarks/bench.py            the whole table
    python benchmarks/bench.py --quick    one round, no deck above 250

The plain way is the obvious first program. It calls svg2png for the front and the back of every
copy and for the pages of rules and score, and drawImage for each. It is run once and in full.
Everything else is a whole command including its start, on an empty cache unless stated. "Work" is
the time that processors were busy with a command and all its processes. Unlike wall-clock time, it
hardly changes with what else a machine is doing. Nothing here ever fails because a machine is slow.
"""

from __future__ import annotations

import io
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from deck import write_deck

ROOT = Path(__file__).parents[1]
QUICK = "--quick" in sys.argv
ROUNDS = 1 if QUICK else 3
GAME = "ecosfera_baltica"
SIZES = (50, 250) if QUICK else (50, 250, 1000, 5000)
DPI = 300
STATE = "players: [{name: Ada, profits: 9, enviros: 7}]\n"
MAIN = "import sys; from generator.cli import main; sys.argv[0] = 'ecotable'; main()"
WAYS = ("raster", "vector")
# What was measured: wall-clock time, work, and the ratio to something else.
Row = tuple[str, str, str, str]


@dataclass(frozen=True)
class Run:
    """What a command took: seconds by the clock, seconds of work, peak megabytes."""

    clock: float
    work: float
    memory: float = 0.0

    def row(self, what: str, against: str = "") -> Row:
        return what, f"{self.clock:.2f} s", f"{self.work:.2f} s", against


@dataclass(frozen=True)
class Bench:
    """A folder to work in, and the commands run there."""

    folder: Path

    def run(self, *words: str, cache: str = "", watched: bool = False) -> Run:
        """Run a whole command; on an empty cache unless one is named."""
        env, command = self._env(cache), [sys.executable, "-c", MAIN, *words]
        before, busy, peak = time.perf_counter(), processor_seconds(), 0.0
        with subprocess.Popen(
            command, cwd=self.folder, env=env, stdout=subprocess.DEVNULL, start_new_session=True
        ) as process:
            while watched and process.poll() is None:
                peak = max(peak, session_memory(process.pid))
                time.sleep(0.1)
        if process.returncode:
            raise SystemExit(f"ecotable {' '.join(words)} failed")
        return Run(time.perf_counter() - before, processor_seconds() - busy, peak)

    def median(self, *words: str, cache: str = "") -> Run:
        return middle([self.run(*words, cache=cache) for _ in range(ROUNDS)])

    def _env(self, cache: str) -> dict[str, str]:
        if not cache:
            shutil.rmtree(self.folder / "empty", ignore_errors=True)
        return {**environment(self.folder), "ECOTABLE_CACHE": str(self.folder / (cache or "empty"))}


def middle(runs: list[Run]) -> Run:
    clock, work = (
        statistics.median(getattr(run, name) for run in runs) for name in ("clock", "work")
    )
    return Run(clock, work)


def processor_seconds() -> float:
    """Return the processor time of all commands so far, however busy the machine is."""
    used = os.times()
    return used.children_user + used.children_system


def environment(folder: Path) -> dict[str, str]:
    """Return an environment that uses this checkout, with its modules compiled."""
    paths = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH", ""))))
    stored = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    return {**stored, "PYTHONPATH": paths, "PYTHONPYCACHEPREFIX": str(folder / "compiled")}


def session_memory(session: int) -> float:
    """Return megabytes of a command's processes, shared pages counted once (Linux only).

    Workers have separate sessions: they are found by their parent process.
    """
    total = 0
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError, IndexError, ValueError, StopIteration):
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            if session not in (int(fields[1]), int(fields[3])):
                continue
            lines = (folder / "smaps_rollup").read_text().splitlines()
            total += next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return total / 1024


def plain_run(folder: Path, game: str) -> tuple[Run, int]:
    """Run the plain way for a whole game; return how many faces it drew."""
    script = (
        "import sys; sys.path[:0] = sys.argv[1:3]; import bench; "
        "print(*bench.plain_way(sys.argv[3]))"
    )
    words = [sys.executable, "-c", script, str(ROOT), str(ROOT / "benchmarks"), game]
    env = {**environment(folder), "ECOTABLE_CACHE": str(folder / "plain")}
    result = subprocess.run(words, cwd=folder, env=env, capture_output=True, text=True, check=True)
    clock, work, faces = map(float, result.stdout.split())
    return Run(clock, work), int(faces)


def plain_way(game: str) -> tuple[float, float, int]:
    """Call svg2png and drawImage for every copy in this process; composing is not counted."""
    import cairosvg
    from reportlab.lib.utils import ImageReader
    from reportlab.pdfgen.canvas import Canvas

    from cards_data import load_game
    from generator.compose.composed_game import compose_all
    from generator.compose.piece import Composer
    from generator.kit.kit_pages import Kit
    from generator.options import Edition, PrintOptions
    from generator.sheets.papers import papers
    from generator.store.sources import Sources
    from generator.workers import WorkerPool

    with WorkerPool(2) as pool:
        composer = Composer(load_game(game), Edition("en"), Sources())
        pieces = list(compose_all(composer, pool).pieces())
        kit = Kit(composer, PrintOptions(), papers()["a4"], pool)
        pages = [*kit.start_rules()(), *kit.start_score_sheet()()]
    faces = [
        face for _, piece, both in pieces for face in (both.front, both.back) * piece.copies if face
    ]
    before, work = time.perf_counter(), time.process_time()
    canvas = Canvas(str(Path("plain.pdf")), pagesize=(595, 842))
    for art in (*faces, *pages):
        width = round(art.width_mm / 25.4 * DPI)
        png = cairosvg.svg2png(bytestring=art.svg.encode(), output_width=width)
        canvas.drawImage(ImageReader(io.BytesIO(png)), 0, 0, 180, 250)
        canvas.showPage()
    canvas.save()
    return time.perf_counter() - before, time.process_time() - work, len(faces) + len(pages)


def against_plain(bench: Bench, game: str) -> Iterator[Row]:
    """Compare both ways of printing a game with the plain way."""
    plain, faces = plain_run(bench.folder, game)
    yield plain.row(f"plain way, {game}, {faces} faces")
    for path in WAYS:
        result = bench.median("print", game, "--out", "out", "--render", path)
        suffix = "" if path == "raster" else f"-{path}"
        size = (bench.folder / "out" / f"{game}-en-a4{suffix}.pdf").stat().st_size / 1e6
        message = (
            f"{plain.work / result.work:.0f} × less work, {plain.clock / result.clock:.0f} × faster"
        )
        yield result.row(f"{path}, {game}", f"{message}, {size:.1f} MB")


def again(bench: Bench) -> Iterator[Row]:
    """Compare prints with nothing changed and one card changed with a first print."""
    for path in WAYS:
        command = ("print", "bench", "--out", "out", "--render", path)
        runs: list[list[Run]] = [[], [], []]
        for _ in range(ROUNDS):
            write_deck(bench.folder, 250, 200)
            for name in (path, "out"):
                shutil.rmtree(bench.folder / name, ignore_errors=True)
            runs[0].append(bench.run(*command, cache=path))
            runs[1].append(bench.run(*command, cache=path))
            write_deck(bench.folder, 250, 200, changed=True)
            runs[2].append(bench.run(*command, cache=path))
        first, second, changed = map(middle, runs)
        yield second.row(f"{path}, nothing changed", f"{second.work / first.work:.1%} of the work")
        yield changed.row(
            f"{path}, one card changed", f"{changed.work / first.work:.1%} of the work"
        )
    write_deck(bench.folder, 250, 200)


def by_size(bench: Bench) -> Iterator[Row]:
    """Measure decks of different cards only, from few to very many."""
    watched = Path("/proc/self/smaps_rollup").exists()
    for path in WAYS:
        base = 0.0
        for pieces in SIZES:
            write_deck(bench.folder, pieces, pieces)
            result = bench.run("print", "bench", "--out", "out", "--render", path, watched=watched)
            base = result.work if pieces == 250 else base
            against = f"{result.work / base:.1f} × that of 250, " if base and pieces > 250 else ""
            message = f"{against}{result.memory:.0f} MB at most"
            yield result.row(f"{path}, {pieces} different cards", message)
    write_deck(bench.folder, 250, 200)


def commands(bench: Bench) -> Iterator[Row]:
    """Measure checking and scoring, and how long a command takes to start."""
    bench.run("check", cache="warm")
    yield bench.median("check").row("check, all games")
    yield bench.median("check", cache="warm").row("check, nothing changed")
    (bench.folder / "state.yaml").write_text(STATE, encoding="utf-8")
    for words in (("--help",), ("games",), ("score", "ecologic", "state.yaml")):
        runs = [bench.run(*words, cache="warm") for _ in range(3 if QUICK else 9)]
        yield min(runs, key=lambda run: run.work).row(f"ecotable {' '.join(words)}", "the shortest")


def main() -> None:
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    print(f"{os.cpu_count()} cores{load}, Python {sys.version.split()[0]}, medians of {ROUNDS}\n")
    print("| what | clock | work | against |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        bench = Bench(Path(name))
        write_deck(bench.folder, 250, 200)
        for path in WAYS:
            bench.run("print", "bench", "--out", "out", "--render", path)
        steps = (
            lambda: against_plain(bench, "bench"),
            lambda: against_plain(bench, GAME),
            lambda: again(bench),
            lambda: commands(bench),
            lambda: by_size(bench),
        )
        for step in steps:
            for row in step():
                print("| " + " | ".join(row) + " |", flush=True)
    if hasattr(os, "getloadavg"):
        print(f"\nload at the end: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
