"""Every figure of docs/speed.md in one run: times as ratios, sizes and memory as they are.

    python benchmarks/bench.py            the whole table
    python benchmarks/bench.py --quick    fewer rounds, no deck above 250

The plain way is what one writes first: svg2png for the front and the back of every copy, and
drawImage for each. It is measured on a tenth of the cards and multiplied. Everything else is a
whole command with its start, on an empty cache where nothing else is said. Seconds differ between
machines and hours, ratios hardly; nothing here ever fails because a machine is slow.
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
from collections.abc import Callable, Iterator
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
# What was measured, how long it took, and what that is against something else.
Row = tuple[str, str, str]


@dataclass(frozen=True)
class Bench:
    """A folder to work in, and the commands run there."""

    folder: Path

    def seconds(self, *words: str, cache: str = "") -> float:
        """A whole command; on an empty cache unless one is named."""
        before = time.perf_counter()
        subprocess.run(
            self._command(words),
            cwd=self.folder,
            env=self._env(cache),
            capture_output=True,
            check=True,
        )
        return time.perf_counter() - before

    def memory(self, *words: str) -> float:
        """Megabytes of a command with all its processes; looking costs time: a run of its own."""
        peak = 0.0
        with subprocess.Popen(
            self._command(words),
            cwd=self.folder,
            env=self._env(""),
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        ) as process:
            while process.poll() is None:
                peak = max(peak, session_memory(process.pid))
                time.sleep(0.05)
        return peak

    def _command(self, words: tuple[str, ...]) -> list[str]:
        return [sys.executable, "-c", MAIN, *words]

    def _env(self, cache: str) -> dict[str, str]:
        if not cache:
            shutil.rmtree(self.folder / "empty", ignore_errors=True)
        return {**environment(self.folder), "ECOTABLE_CACHE": str(self.folder / (cache or "empty"))}


def environment(folder: Path) -> dict[str, str]:
    """Commands find this checkout, and its modules compiled as on any machine of a user."""
    paths = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH", ""))))
    kept = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPATH": paths, "PYTHONPYCACHEPREFIX": str(folder / "compiled")}


def session_memory(session: int) -> float:
    """Megabytes of all processes of a session, shared pages counted once (Linux only)."""
    total = 0
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError, IndexError, ValueError, StopIteration):
            if int((folder / "stat").read_text().rpartition(")")[2].split()[3]) != session:
                continue
            lines = (folder / "smaps_rollup").read_text().splitlines()
            total += next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return total / 1024


def plain_seconds(folder: Path, game: str, share: int = 10) -> tuple[float, float]:
    """The plain way for a whole game, from every tenth of its faces: by the clock, and of work."""
    script = (
        "import sys; sys.path[:0] = sys.argv[1:3]; import bench; "
        "print(*bench.plain_way(sys.argv[3], int(sys.argv[4])))"
    )
    words = [sys.executable, "-c", script, str(ROOT), str(ROOT / "benchmarks"), game, str(share)]
    env = {**environment(folder), "ECOTABLE_CACHE": str(folder / "plain")}
    found = subprocess.run(words, cwd=folder, env=env, capture_output=True, text=True, check=True)
    clock, work = map(float, found.stdout.split())
    return clock, work


def plain_way(game: str, share: int) -> tuple[float, float]:
    """svg2png for every copy and drawImage for each, in this process."""
    import cairosvg
    from reportlab.lib.utils import ImageReader
    from reportlab.pdfgen.canvas import Canvas

    from cards_data import load_game
    from generator.compose.game import compose_all
    from generator.compose.piece import Composer
    from generator.crew import Crew
    from generator.options import Edition
    from generator.store.sources import Sources

    with Crew(2) as crew:
        composer = Composer(load_game(game), Edition("en"), Sources())
        pieces = list(compose_all(composer, crew).pieces())
    faces = [
        face for _, piece, both in pieces for face in (both.front, both.back) * piece.copies if face
    ]
    before, work = time.perf_counter(), time.process_time()
    canvas = Canvas(str(Path("plain.pdf")), pagesize=(595, 842))
    for art in faces[::share]:
        width = round(art.width_mm / 25.4 * DPI)
        png = cairosvg.svg2png(bytestring=art.svg.encode(), output_width=width)
        canvas.drawImage(ImageReader(io.BytesIO(png)), 0, 0, 180, 250)
        canvas.showPage()
    canvas.save()
    times = len(faces) / len(faces[::share])
    return (time.perf_counter() - before) * times, (time.process_time() - work) * times


def median(work: Callable[[], float]) -> float:
    return statistics.median(work() for _ in range(ROUNDS))


def megabytes(folder: Path, pattern: str) -> float:
    return next((folder / "out").glob(pattern)).stat().st_size / 1e6


def processor_seconds() -> float:
    """What all commands up to now have taken of the processors, however busy the machine is."""
    used = os.times()
    return used.children_user + used.children_system


def against_plain(bench: Bench, game: str) -> Iterator[Row]:
    """Both ways of printing a game against the plain way, turn by turn."""
    rounds, work = [], {way: [] for way in WAYS}
    for _ in range(ROUNDS):
        plain, busy = plain_seconds(bench.folder, game)
        times = []
        for way in WAYS:
            before = processor_seconds()
            times.append(bench.seconds("print", game, "--out", "out", "--render", way))
            work[way].append(busy / ((processor_seconds() - before) or busy))
        rounds.append((plain, *times))
    plain, *times = (statistics.median(found) for found in zip(*rounds, strict=True))
    yield f"plain way, {game}", f"{plain:.1f} s", "1 ×"
    for number, (way, seconds) in enumerate(zip(WAYS, times, strict=True), 1):
        ratio = statistics.median(found[0] / found[number] for found in rounds)
        pattern = f"{game}-en-a4.pdf" if way == "raster" else f"{game}-en-a4-{way}.pdf"
        size = megabytes(bench.folder, pattern)
        less = f"{statistics.median(work[way]):.0f} × less work"
        yield f"{way}, {game}", f"{seconds:.2f} s", f"{ratio:.0f} ×, {less}, {size:.1f} MB"


def again(bench: Bench) -> Iterator[Row]:
    """Nothing changed, and one card changed, against a first print."""
    for way in WAYS:
        command = ("print", "bench", "--out", "out", "--render", way)
        firsts, seconds, changes = [], [], []
        for _ in range(ROUNDS):
            write_deck(bench.folder, 250, 200)
            shutil.rmtree(bench.folder / way, ignore_errors=True)
            shutil.rmtree(bench.folder / "out", ignore_errors=True)
            firsts.append(bench.seconds(*command, cache=way))
            seconds.append(bench.seconds(*command, cache=way))
            write_deck(bench.folder, 250, 200, changed=True)
            changes.append(bench.seconds(*command, cache=way))
        first, second, changed = map(statistics.median, (firsts, seconds, changes))
        yield f"{way}, nothing changed", f"{second:.2f} s", f"{second / first:.1%} of the first"
        yield f"{way}, one card changed", f"{changed:.2f} s", f"{changed / first:.1%} of the first"
    write_deck(bench.folder, 250, 200)


def by_size(bench: Bench) -> Iterator[Row]:
    """Decks of different cards only, from few to very many."""
    for way in WAYS:
        base = 0.0
        for pieces in SIZES:
            write_deck(bench.folder, pieces, pieces)
            command = ("print", "bench", "--out", "out", "--render", way)
            seconds = bench.seconds(*command)
            memory = bench.memory(*command) if Path("/proc/self/smaps_rollup").exists() else 0
            base = seconds if pieces == 250 else base
            against = f"{seconds / base:.1f} × that of 250, " if base and pieces > 250 else ""
            told = f"{against}{memory:.0f} MB at most"
            yield f"{way}, {pieces} different cards", f"{seconds:.2f} s", told
    write_deck(bench.folder, 250, 200)


def commands(bench: Bench) -> Iterator[Row]:
    """Checking and scoring, and how long every command takes to start."""
    bench.seconds("check", cache="warm")
    cold, warm = (
        median(lambda: bench.seconds("check")),
        median(lambda: bench.seconds("check", cache="warm")),
    )
    yield "check, all games", f"{cold:.2f} s", f"nothing changed {warm:.2f} s"
    (bench.folder / "state.yaml").write_text(STATE, encoding="utf-8")
    for words in (("--help",), ("games",), ("score", "ecologic", "state.yaml")):
        yield f"ecotable {' '.join(words)}", f"{started(bench, words):.3f} s", ""
    for name in command_names():
        yield f"ecotable {name} --help", f"{started(bench, (name, '--help')):.3f} s", ""


def started(bench: Bench, words: tuple[str, ...]) -> float:
    """The shortest of some starts: what the command itself needs."""
    return min(bench.seconds(*words, cache="warm") for _ in range(3 if QUICK else 9))


def command_names() -> tuple[str, ...]:
    sys.path.insert(0, str(ROOT))
    from generator.cli import COMMANDS

    return tuple(COMMANDS)


def main() -> None:
    print(f"{os.cpu_count()} cores, Python {sys.version.split()[0]}, medians of {ROUNDS}\n")
    print("| what | time | against |\n|---|---|---|")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        bench = Bench(Path(name))
        write_deck(bench.folder, 250, 200)
        for way in WAYS:
            bench.seconds("print", "bench", "--out", "out", "--render", way)
        steps = (
            lambda: against_plain(bench, "bench"),
            lambda: against_plain(bench, GAME),
            lambda: again(bench),
            lambda: by_size(bench),
            lambda: commands(bench),
        )
        for step in steps:
            for row in step():
                print("| " + " | ".join(row) + " |", flush=True)


if __name__ == "__main__":
    main()
