"""Find clusters: groups of cells that touch by an edge. Corners do not count."""

from __future__ import annotations

from collections.abc import Iterable

from .result import Cell


def clusters(cells: Iterable[Cell]) -> list[tuple[Cell, ...]]:
    """Return every group of orthogonally connected cells, largest first, in reading order."""
    left = set(cells)
    groups = []
    while left:
        groups.append(tuple(sorted(_flood(left.pop(), left))))
    return sorted(groups, key=lambda group: (-len(group), group))


def _flood(start: Cell, left: set[Cell]) -> list[Cell]:
    """Return the whole group of the start; remove its cells from ``left``."""
    group = [start]
    for row, column in group:
        for near in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if near in left:
                left.remove(near)
                group.append(near)
    return group
