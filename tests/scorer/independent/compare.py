"""Random tables counted twice: by the scorer, and by the plain counts beside this module.

``python tests/scorer/independent/compare.py`` compares 100,000 tables of each game;
``--tables`` and ``--seed`` say how many and which, names of games which ones.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import counted_better_life
import counted_ecologic
import counted_ecosfera_baltica
import counted_kompensaatiopeli
from counted import Counted, Side
from random_tables import TABLES

from scorer.core.result import Result, Tally
from scorer.engine import Scorer, scorer_for

COUNTS: dict[str, Callable[[dict[str, Any]], Counted]] = {
    "better_life": counted_better_life.counted,
    "ecologic": counted_ecologic.counted,
    "ecosfera_baltica": counted_ecosfera_baltica.counted,
    "kompensaatiopeli": counted_kompensaatiopeli.counted,
}


@dataclass(frozen=True)
class Difference:
    """A table, and what the two counts say of it."""

    table: dict[str, Any]
    told: list[str]


def differences(slug: str, tables: int, seed: int) -> Iterator[Difference]:
    """Every table on which the two counts are not of one mind, or that the scorer refuses."""
    scorer, chance = scorer_for(slug), Random(seed)
    for _ in range(tables):
        raw = TABLES[slug](chance)
        differing = list(compared(scorer, raw))
        if differing:
            yield Difference(raw, differing)


def compared(scorer: Scorer, raw: dict[str, Any]) -> Iterator[str]:
    state, mistakes = scorer.check(raw)
    if mistakes:
        yield from (f"refused: {mistake}" for mistake in mistakes)
        return
    ours, theirs = scorer.score(state), COUNTS[scorer.game.slug](raw)
    yield from compare("outcome", ours.outcome, theirs.outcome)
    yield from compare("winners", sorted(ours.winners), sorted(theirs.winners))
    yield from compare("sides", {side.name for side in ours.sides}, set(theirs.sides))
    yield from compare("extras", {extra.name: extra.total for extra in ours.extras}, theirs.extras)
    yield from sides_compared(ours, theirs)


def sides_compared(ours: Result, theirs: Counted) -> Iterator[str]:
    for side in ours.sides:
        other = theirs.sides[side.name]
        yield from compare(f"place of {side.name}", side.place, other.place)
        yield from compare(f"total of {side.name}", side.total, other.total)
        yield from compare(f"lines of {side.name}", points(side), nonzero(other.lines))
        yield from cells_compared(side, other)


def points(side: Tally) -> dict[str, int]:
    """Points by rule; one rule may have several lines, and lines of no points only explain."""
    rules = {line.rule for line in side.lines}
    return nonzero(
        {rule: sum(line.points for line in side.lines if line.rule == rule) for rule in rules}
    )


def nonzero(lines: dict[str, int]) -> dict[str, int]:
    return {rule: number for rule, number in lines.items() if number}


def cells_compared(side: Tally, other: Side) -> Iterator[str]:
    """A line names exactly its cells, the line of a cluster one of the groups."""
    for rule, allowed in other.cells.items():
        cells = frozenset(cell for line in side.lines if line.rule == rule for cell in line.cells)
        if cells not in (allowed or [frozenset()]):
            yield f"cells of {rule}: {sorted(cells)}, not {[sorted(group) for group in allowed]}"


def compare(what: str, ours: object, theirs: object) -> Iterator[str]:
    if ours != theirs:
        yield f"{what}: the scorer says {ours}, the second count {theirs}"


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare the scorer with a second count.")
    parser.add_argument("games", nargs="*", help="all four where none is named")
    parser.add_argument("--tables", type=int, default=100_000, help="tables of each game")
    parser.add_argument("--seed", type=int, default=1, help="which tables")
    options = parser.parse_args()
    wrong = 0
    for slug in options.games or COUNTS:
        all_differences = list(differences(slug, options.tables, options.seed))
        wrong += len(all_differences)
        print(f"{slug}: {options.tables} tables, {len(all_differences)} differences")
        for one in all_differences[:3]:
            print(one.table, *one.told, sep="\n  ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
