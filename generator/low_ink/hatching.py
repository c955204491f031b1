"""Hatching: parallel lines inside an outline.

Comes in: an outline in millimetres, an angle and a pitch. Goes out: the lines as steps of a path.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from cards_data.outlines.path_reader import Step

# Straight pieces that a curve is taken for.
PIECES = 8
Point = tuple[float, float]


def hatched(
    steps: tuple[Step, ...], degrees: float, pitch_mm: float, evenodd: bool
) -> tuple[Step, ...]:
    """The lines that lie inside, one below the other once the angle is turned level."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    edges = [
        ((x1 * cos + y1 * sin, y1 * cos - x1 * sin), (x2 * cos + y2 * sin, y2 * cos - x2 * sin))
        for (x1, y1), (x2, y2) in _edges(steps)
    ]
    found: list[Step] = []
    for y, start, end in _spans(edges, pitch_mm, evenodd):
        found.append(("M", (start * cos - y * sin, start * sin + y * cos)))
        found.append(("L", (end * cos - y * sin, end * sin + y * cos)))
    return tuple(found)


def _spans(
    edges: list[tuple[Point, Point]], pitch_mm: float, evenodd: bool
) -> Iterator[tuple[float, float, float]]:
    """Level lines: their height, start and end."""
    rows: dict[int, list[tuple[float, int]]] = {}
    for (x1, y1), (x2, y2) in edges:
        if y1 == y2:
            continue
        turn = 1 if y2 > y1 else -1
        low, high = sorted((y1, y2))
        for row in range(math.ceil(low / pitch_mm), math.ceil(high / pitch_mm)):
            share = (row * pitch_mm - y1) / (y2 - y1)
            rows.setdefault(row, []).append((x1 + (x2 - x1) * share, turn))
    for row in sorted(rows):
        inside = 0
        crossings = sorted(rows[row])
        for (x, turn), (after, _) in pairwise(crossings):
            inside = inside ^ 1 if evenodd else inside + turn
            if inside and after - x > pitch_mm / 10:
                yield row * pitch_mm, x, after


def _edges(steps: tuple[Step, ...]) -> Iterator[tuple[Point, Point]]:
    """The outline in straight pieces, every part of it closed."""
    at = start = (0.0, 0.0)
    for letter, values in steps:
        points = list(zip(values[::2], values[1::2], strict=True))
        if letter in "MZ":
            yield at, start
            at = start = points[0] if points else start
            continue
        for point in _curve(at, *points) if letter == "C" else points:
            yield at, point
            at = point
    yield at, start


def _curve(start: Point, one: Point, two: Point, end: Point) -> Iterator[Point]:
    for piece in range(1, PIECES + 1):
        t = piece / PIECES
        r = 1 - t
        a, b, c, d = r**3, 3 * r * r * t, 3 * r * t * t, t**3
        yield (
            a * start[0] + b * one[0] + c * two[0] + d * end[0],
            a * start[1] + b * one[1] + c * two[1] + d * end[1],
        )


# What is called the surroundings of a pixel, as a share of the picture; and how dark lines become.
AROUND, STRENGTH = 1 / 80, 0.45


@lru_cache(maxsize=24)
def sketched(data: bytes) -> bytes:
    from generator.images import line_sketch

    return line_sketch(data, AROUND, STRENGTH)
