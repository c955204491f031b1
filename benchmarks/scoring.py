"""Measure how fast scoring is, and compare clusters with another method.

python benchmarks/scoring.py            200,000 boards
python benchmarks/scoring.py 1000000    as many as you like
"""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from cards_data.reader import read_yaml  # noqa: E402
from cards_data.registry import PACKAGE  # noqa: E402
from scorer.core.clusters import clusters  # noqa: E402
from scorer.engine import Scorer, scorer_for  # noqa: E402
from scorer.registry import slugs  # noqa: E402
from scorer.whatif import what_if  # noqa: E402

Cell = tuple[int, int]
START_AIM_S = 0.4
WHAT_IF_AIM_MS = 200
HEAVY = ("cairosvg", "cairocffi", "reportlab", "jinja2", "PIL", "questionary", "generator.svg")
MAIN = "import sys; from generator.cli import main; sys.argv[0] = 'ecotable'; main()"


def states(slug: str) -> list[Any]:
    """Return the raw states of a game's worked examples."""
    folder = PACKAGE / slug / "examples"
    return [read_yaml(path).data["state"] for path in sorted(folder.glob("*.yaml"))]


def seconds(work: Callable[[], object], times: int) -> float:
    begin = time.perf_counter()
    for _ in range(times):
        work()
    return (time.perf_counter() - begin) / times


def scores_per_second(scorer: Scorer, raws: list[Any]) -> tuple[float, float]:
    """Return the rates from checked states, and from raw ones including reading and checking."""
    checked = [scorer.read(raw) for raw in raws]
    score = seconds(lambda: [scorer.score(state) for state in checked], 200)
    whole = seconds(lambda: [scorer.score(scorer.read(raw)) for raw in raws], 100)
    return len(raws) / score, len(raws) / whole


def slowest_what_if(scorer: Scorer, raws: list[Any]) -> float:
    """Return milliseconds for the slowest example."""
    checked = [scorer.read(raw) for raw in raws]
    return 1000 * max(seconds(partial(what_if, scorer, state), 1) for state in checked)


def joined(cells: set[Cell]) -> list[list[Cell]]:
    """Find clusters by union-find, a method other than the scorer's flood fill."""
    parent = {cell: cell for cell in cells}

    def root(cell: Cell) -> Cell:
        while parent[cell] != cell:
            parent[cell] = parent[parent[cell]]
            cell = parent[cell]
        return cell

    for row, column in cells:
        for near in ((row + 1, column), (row, column + 1)):
            if near in cells:
                parent[root(near)] = root((row, column))
    groups: dict[Cell, list[Cell]] = {}
    for cell in cells:
        groups.setdefault(root(cell), []).append(cell)
    return sorted(sorted(group) for group in groups.values())


def compare_clusters(boards: int) -> int:
    """Count random boards with different clusters, from empty to full."""
    chance, different = random.Random(20), 0
    board = [(row, column) for row in range(1, 6) for column in range(1, 6)]
    for _ in range(boards):
        share = chance.random()
        cells = {cell for cell in board if chance.random() < share}
        different += sorted(map(list, clusters(cells))) != joined(cells)
    return different


def start_up(path: Path) -> tuple[float, float]:
    """Return the whole time from call to exit: the best and the median of nine."""
    words = [sys.executable, "-c", MAIN, "score", "ecologic", str(path)]

    def call() -> None:
        subprocess.run(words, cwd=ROOT, check=True, capture_output=True)

    times = [seconds(call, 1) for _ in range(9)]
    return min(times), statistics.median(times)


def heavy_imports(path: Path) -> str:
    code = (
        f"import sys, atexit; heavy = {HEAVY!r}; "
        "atexit.register(lambda: print(*[n for n in heavy if n in sys.modules], file=sys.stderr))\n"
    )
    words = [sys.executable, "-c", code + MAIN, "score", "ecologic", str(path)]
    done = subprocess.run(words, cwd=ROOT, check=True, capture_output=True, text=True)
    return done.stderr.strip() or "none"


def main() -> int:
    boards = int(sys.argv[1]) if len(sys.argv) > 1 else 200_000
    print(f"{'game':18} {'scores/s':>10} {'with reading':>13} {'what-if, slowest':>17}")
    slow = 0.0
    for slug in slugs():
        scorer, raws = scorer_for(slug), states(slug)
        score, whole = scores_per_second(scorer, raws)
        looks = slowest_what_if(scorer, raws)
        slow = max(slow, looks)
        print(f"{slug:18} {score:10,.0f} {whole:13,.0f} {looks:14.0f} ms")
    different = compare_clusters(boards)
    print(f"clusters: {boards:,} boards, {different} different from union-find")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "state.yaml"
        path.write_text("players: [{name: Ada, profits: 9, enviros: 7}]\n", encoding="utf-8")
        start, median = start_up(path)
        print(f"start of the command: {start:.3f} s, median {median:.3f} s (aim {START_AIM_S} s)")
        print(f"heavy imports on the way: {heavy_imports(path)}")
    print(f"slowest what-if: {slow:.0f} ms (aim {WHAT_IF_AIM_MS} ms)")
    return int(different > 0)


if __name__ == "__main__":
    sys.exit(main())
