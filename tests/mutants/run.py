"""Mutation testing: would the tests notice?

``make mutants`` or ``python tests/mutants/run.py`` makes every mutant of every part; names of parts
make fewer, ``--share`` draws some by ``--seed``. What survived is listed, but for those that stand
in ``equivalent.txt`` with a reason.
"""

from __future__ import annotations

import argparse
import ast
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(ROOT)]

from mutations import mutants  # noqa: E402
from plugin import (  # noqa: E402
    ENDLESS,
    KILLED,
    SURVIVED,
    UNREACHED,
    FewExamples,
    Mutating,
    Options,
    import_mutated,
)

PLAIN = ["-n0", "-q", "-p", "no:cacheprovider", "-p", "no:randomly", "--tb=no"]
GOAL = 0.95


@dataclass(frozen=True)
class Part:
    """Modules that are mutated, and the tests that ought to notice."""

    modules: tuple[str, ...]
    tests: tuple[str, ...]
    leaves_out: str = ""
    # The slow ones would take hours; where all tests of a folder count as slow they are taken.
    only_quick: bool = False

    def paths(self) -> tuple[Path, ...]:
        paths = (ROOT / name for name in self.modules)
        every = (
            path for one in paths for path in (sorted(one.rglob("*.py")) if one.is_dir() else [one])
        )
        return tuple(path for path in every if self.leaves_out not in path.parts)


PARTS = {
    "scorer": Part(
        ("scorer/core", "scorer/games", "scorer/engine.py", "scorer/whatif.py"),
        ("tests/scorer",),
        leaves_out="play",
        only_quick=True,
    ),
    "declared": Part(("scorer/declared",), ("tests/scorer",), only_quick=True),
    "play": Part(("scorer/play", "scorer/games/ecosfera_baltica/play"), ("tests/play",)),
    # Tests that print whole games could only notice more, but a run with them takes days.
    "sheets": Part(
        ("generator/sheets",),
        (
            "tests/sheets/test_grid_bounds.py",
            "tests/sheets/test_mark_places.py",
            "tests/sheets/test_packing_bounds.py",
            "tests/sheets/test_sheet_sides.py",
        ),
    ),
    "changes": Part(
        ("generator/changes",),
        (
            "tests/changes/test_changes_sources.py",
            "tests/changes/test_changes_swapped.py",
            "tests/changes/test_changes_values.py",
        ),
    ),
}
# Mutants that no test can notice: module, change and reason.
EQUIVALENT = HERE / "equivalent.txt"


def equivalent(path: Path = EQUIVALENT) -> dict[tuple[str, str], str]:
    """The reason of every mutant that no test can notice, by module and change."""
    lines = path.read_text(encoding="utf-8").splitlines()
    rows = (line.split("\t") for line in lines if line and not line.startswith("#"))
    return {(module, change): reason for module, change, reason in rows}


def mutated(part: Part, share: float, seed: int, log: Path) -> list[list[str]]:
    """Every mutant of a part with its end."""
    options = Options(part.paths(), share, seed, log)
    with tempfile.TemporaryDirectory() as base:
        quick = ["-m", "not slow and not thorough"] if part.only_quick else []
        words = [*PLAIN, *quick, f"--basetemp={base}/tests", *part.tests]
        code = pytest.main(words, plugins=[Mutating(options)])
    if code:
        sys.exit(int(code))
    return [line.split("\t") for line in log.read_text(encoding="utf-8").splitlines()]


def tell(name: str, rows: list[list[str]], equivalents: Collection[tuple[str, str]]) -> bool:
    """The survivors that nobody has given a reason for, and one line of figures."""
    ends = Counter(row[0] for row in rows)
    left = [row for row in rows if row[0] in (SURVIVED, UNREACHED)]
    unknown = [row for row in left if (row[1].rpartition(":")[0], row[3]) not in equivalents]
    noticed, alike = ends[KILLED] + ends[ENDLESS], len(left) - len(unknown)
    share = noticed / (len(rows) - alike) if len(rows) > alike else 1
    for row in unknown:
        print(*row[:2], row[3], sep="  ")
    print(
        f"{name}: {len(rows)} mutants, {ends[KILLED]} killed, {ends[ENDLESS]} stopped as endless, "
        f"{len(left)} survived, {ends[UNREACHED]} of them reached by no test and {alike} "
        f"equivalent: {share:.1%} of the others noticed"
    )
    return share >= GOAL


def anew(path: Path, number: int) -> int:
    """One mutant, imported anew, and the tests named on standard input."""
    names = sys.stdin.read().split("\n")
    import_mutated(path, number)
    with tempfile.TemporaryDirectory() as base:
        words = [*PLAIN, "-x", f"--basetemp={base}/tests", *names]
        return int(pytest.main(words, plugins=[FewExamples()]))


def parse_arguments() -> argparse.Namespace:
    words = argparse.ArgumentParser(description="Mutation testing: would the tests notice?")
    words.add_argument("parts", nargs="*", help=f"all where none is named: {', '.join(PARTS)}")
    words.add_argument("--share", type=float, default=1.0, help="of the mutants, from 0 to 1")
    words.add_argument("--seed", type=int, default=1, help="which of them")
    words.add_argument("--only", nargs="+", help="modules or folders of a part")
    words.add_argument("--tests", nargs="+", help="other tests than those of the part")
    words.add_argument("--told", type=Path, help="a file that gets a line for every mutant")
    words.add_argument("--count", action="store_true", help="only say how many there are")
    words.add_argument("--anew", nargs=2, metavar=("MODULE", "NUMBER"), help=argparse.SUPPRESS)
    return words.parse_args()


def main() -> int:
    options = parse_arguments()
    os.chdir(ROOT)
    if options.anew:
        return anew(Path(options.anew[0]), int(options.anew[1]))
    good = True
    for name in options.parts or PARTS:
        equivalent_mutants = PARTS[name]
        part = Part(
            options.only or equivalent_mutants.modules,
            options.tests or equivalent_mutants.tests,
            equivalent_mutants.leaves_out,
        )
        if options.count:
            print(name, count(part))
            continue
        with tempfile.TemporaryDirectory() as folder:
            log = options.told or Path(folder) / "told"
            rows = mutated(part, options.share, options.seed, log)
        good = tell(name, rows, equivalent()) and good
    return 0 if good else 1


def count(part: Part) -> int:
    return sum(len(mutants(ast.parse(path.read_text("utf-8")))) for path in part.paths())


if __name__ == "__main__":
    sys.exit(main())
