"""Outlines of one's own moved inwards and outwards, and what lies within them.

Comes in: a size with a path. Goes out: its cut moved by some millimetres, how deep a point lies
inside it, and where a line of small print finds room. The only importer of pyclipper.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from cards_data.models import Size
from cards_data.outlines.own_outline import Outline, corners_of
from cards_data.outlines.path_reader import Point

# Clipper counts in whole numbers: a ten-thousandth of a millimetre.
PER_MM = 10_000
# A chord strays from its curve by less than what a printer can show.
CHORDS = 24
ARC_MM = 0.01
# How finely room for small print is looked for.
STEP_MM = 0.5


@lru_cache(maxsize=256)
def moved_cut(size: Size, inset_mm: float) -> Outline:
    """The cut moved inwards (outwards when negative), round where it turns; nothing, where the
    piece is too narrow for it."""
    if not inset_mm:
        return size.outline
    rings = _rings(size, inset_mm)
    if not rings:
        middle = size.width_mm / 2, size.height_mm / 2
        return (("M", (middle,)), ("Z", ()))
    return tuple(step for ring in rings for step in _ring(ring))


def _rings(size: Size, inset_mm: float) -> list[list[Point]]:
    from pyclipper import ET_CLOSEDPOLYGON, JT_ROUND, PyclipperOffset

    offset = PyclipperOffset(arc_tolerance=ARC_MM * PER_MM)
    corners = [(round(x * PER_MM), round(y * PER_MM)) for x, y in corners_of(size.outline, CHORDS)]
    offset.AddPath(corners, JT_ROUND, ET_CLOSEDPOLYGON)
    rings = offset.Execute(-inset_mm * PER_MM)
    return [[(x / PER_MM, y / PER_MM) for x, y in ring] for ring in rings]


def _ring(corners: list[Point]) -> Outline:
    first, *others = corners
    return (("M", (first,)), *(("L", (point,)) for point in others), ("Z", ()))


@lru_cache(maxsize=64)
def _edges(size: Size, inset_mm: float = 0.0) -> tuple[tuple[Point, Point], ...]:
    rings = _rings(size, inset_mm) if inset_mm else [corners_of(size.outline, CHORDS)]
    return tuple(edge for ring in rings for edge in pairwise((*ring, ring[0])))


def depth_mm(point: Point, size: Size) -> float:
    """How far inside the cut a point lies; below zero outside of it."""
    edges = _edges(size)
    far = min(_distance(point, start, end) for start, end in edges)
    left = sum(x < point[0] for x in _crossed(edges, point[1]))
    return far if left % 2 else -far


def _distance(point: Point, start: Point, end: Point) -> float:
    (x, y), (x1, y1), (x2, y2) = point, start, end
    dx, dy = x2 - x1, y2 - y1
    along = ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy)
    share = min(1.0, max(0.0, along))
    return math.hypot(x1 + share * dx - x, y1 + share * dy - y)


def _crossed(edges: tuple[tuple[Point, Point], ...], y: float) -> list[float]:
    """Where a level line meets the edges, from left to right."""
    return sorted(
        x1 + (y - y1) * (x2 - x1) / (y2 - y1)
        for (x1, y1), (x2, y2) in edges
        if (y1 <= y) != (y2 <= y)
    )


def lowest_room(
    size: Size, inset_mm: float, height_mm: float, wanted_mm: float
) -> tuple[Point, float]:
    """The middle of the lowest baseline with so much room above it, and its length; where none
    is so long, the longest."""
    edges = _edges(size, inset_mm)
    best: tuple[Point, float] = ((size.width_mm / 2, size.height_mm / 2), 0.0)
    for step in range(int((size.height_mm - inset_mm) / STEP_MM)):
        y = size.height_mm - inset_mm - step * STEP_MM
        for left, right in _spans(edges, y, y - height_mm):
            if right - left > best[1]:
                best = ((left + right) / 2, y), right - left
        if best[1] >= wanted_mm:
            break
    return best


def _spans(
    edges: tuple[tuple[Point, Point], ...], low: float, high: float
) -> Iterator[tuple[float, float]]:
    """What lies inside on both of two level lines."""
    one, other = _crossed(edges, low), _crossed(edges, high)
    for a, b in zip(one[::2], one[1::2], strict=True):
        for c, d in zip(other[::2], other[1::2], strict=True):
            if max(a, c) < min(b, d):
                yield max(a, c), min(b, d)
