"""What is seen of every item in the finished picture.

Comes in: layers with all items painted. Goes out: by the number of an item how much of it is
seen, how broad that is and what lies beside it. Told from runs: the pixels of one item that stand
together in a row or a column.
"""

from __future__ import annotations

from collections import Counter
from itertools import groupby, pairwise
from typing import NamedTuple

from .layers import Layers, number_of

NOTHING = -1
# Every second row and column tells as much as all of them.
EVERY = 2


class Sighting(NamedTuple):
    """How much of an item is seen, how broad it is on the average, and beside what it lies."""

    area_mm2: float = 0.0
    breadth_mm: float = 0.0
    beside: int = NOTHING


def seen_on(layers: Layers, per_mm: float) -> dict[int, Sighting]:
    """All items of which anything is seen."""
    wide, shown = layers.columns, layers.shown
    rows = [shown[start : start + wide] for start in range(0, len(shown), EVERY * wide)]
    columns = [shown[start::wide] for start in range(0, wide, EVERY)]
    across, down = _runs(rows), _runs(columns)
    beside = _beside(across.meetings + down.meetings)
    found = {}
    for value, count in Counter(shown).items():
        runs = EVERY * max(across.runs[value], down.runs[value], 1)
        number = number_of(value)
        found[number] = Sighting(
            count / per_mm**2, count / runs / per_mm, beside.get(number, NOTHING)
        )
    return found


class _Runs(NamedTuple):
    """How many runs show each item, and who meets whom."""

    runs: Counter[int]
    meetings: Counter[tuple[int, int]]


def _runs(lines: list[memoryview]) -> _Runs:
    found = _Runs(Counter(), Counter())
    for line in lines:
        met = [value for value, _ in groupby(line)]
        found.runs.update(met)
        found.meetings.update(pairwise(met))
    return found


def _beside(meetings: Counter[tuple[int, int]]) -> dict[int, int]:
    """For each item the one that it meets most often."""
    found: dict[int, Counter[int]] = {}
    for (one, other), count in meetings.items():
        first, second = number_of(one), number_of(other)
        found.setdefault(first, Counter())[second] += count
        found.setdefault(second, Counter())[first] += count
    return {number: met.most_common(1)[0][0] for number, met in found.items()}
