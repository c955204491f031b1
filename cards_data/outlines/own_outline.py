"""A custom cut outline of a piece: a closed path, scaled to the piece in millimetres."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from cards_data.problems import Message, decimals

from .path_reader import Point, Step, SvgError, path_steps, tight_box

# A path: each step is a letter (M, L, C, Z) and its points.
Outline = tuple[tuple[str, tuple[Point, ...]], ...]
# A longer path is a traced picture: a knife needs far less.
MOST_STEPS = 200
# A path's own proportions may be rounded.
PROPORTION = 0.01
# With a smaller share of the box inside the path, there is nothing to hold.
LEAST_SHARE = 0.1
# The number of chords per curve, to check whether it crosses another.
CHORDS = 8


@lru_cache(maxsize=64)
def own_outline(data: str, width_mm: float, height_mm: float) -> Outline:
    """Scale the path to the piece, with its top left corner at 0, 0."""
    steps = _close(path_steps(data))
    left, top, width, height = tight_box(steps)
    if not width or not height:
        raise SvgError(Message("path.no_area"), Message("path.closed"))
    high = width_mm * height / width
    if abs(high - height_mm) > PROPORTION * high:
        fault = Message("path.high", high=f"{high:.4g}", width=width_mm)
        raise SvgError(fault, f"height_mm: {high:.4g}")
    across, down = width_mm / width, height_mm / height
    pairs = ((letter, zip(at[::2], at[1::2], strict=True)) for letter, at in steps)
    outline = tuple(
        (letter, tuple(((x - left) * across, (y - top) * down) for x, y in points))
        for letter, points in pairs
    )
    _check_cut(corners_of(outline, CHORDS), width_mm * height_mm)
    return outline


def _close(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Close the path; several parts do not form an outline."""
    if len(steps) > MOST_STEPS:
        raise SvgError(Message("path.steps", n=len(steps)), Message("path.simplify", n=MOST_STEPS))
    parts = sum(letter == "M" for letter, _ in steps)
    if parts != 1:
        raise SvgError(Message("path.parts", n=parts), Message("path.one"))
    return steps if steps[-1][0] == "Z" else (*steps, ("Z", ()))


def corners_of(outline: Outline, chords: int) -> list[Point]:
    """Return the outline's corners, with curves as chords and without repeated points."""
    row: list[Point] = []
    for _, points in outline:
        if len(points) == 3:
            curve = (row[-1], *points)
            row += [on_curve(curve, step / chords) for step in range(1, chords + 1)]
        else:
            row += points
    corners = [point for before, point in pairwise((row[-1], *row)) if not _is_same(before, point)]
    return corners or row[:1]


def _is_same(one: Point, other: Point) -> bool:
    return abs(one[0] - other[0]) < 1e-6 and abs(one[1] - other[1]) < 1e-6


def on_curve(points: Sequence[Point], t: float) -> Point:
    """Return a point of a cubic Bézier curve."""
    weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
    x = sum(weight * point[0] for weight, point in zip(weights, points, strict=True))
    y = sum(weight * point[1] for weight, point in zip(weights, points, strict=True))
    return x, y


def _check_cut(corners: list[Point], box_mm2: float) -> None:
    """Check that an outline has an area and does not cross itself."""
    if (met := _meeting(corners)) is not None:
        x, y = met
        fault = Message("path.meets", x=decimals(x, 1), y=decimals(y, 1))
        raise SvgError(fault, Message("path.round"))
    rounds = pairwise((*corners, corners[0]))
    area = abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in rounds)) / 2
    if area < LEAST_SHARE * box_mm2:
        fault = Message("path.holds", share=f"{100 * area / box_mm2:.0f}")
        raise SvgError(fault, Message("path.share", share=f"{100 * LEAST_SHARE:.0f}"))


def _meeting(corners: list[Point]) -> Point | None:
    """Return where two non-adjacent edges meet."""
    count = len(corners)
    edges = sorted(
        (min(a[0], b[0]), max(a[0], b[0]), index, a, b)
        for index, (a, b) in enumerate(pairwise((*corners, corners[0])))
    )
    for number, (_, right, index, a, b) in enumerate(edges):
        for left, _, other, c, d in edges[number + 1 :]:
            if left > right:
                break
            if (index - other) % count not in (0, 1, count - 1) and _meet(a, b, c, d):
                return c
    return None


def _meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    low, high = sorted((a[1], b[1]))
    if max(c[1], d[1]) < low or min(c[1], d[1]) > high:
        return False
    return _side(a, b, c) * _side(a, b, d) <= 0 and _side(c, d, a) * _side(c, d, b) <= 0


def _side(a: Point, b: Point, c: Point) -> float:
    """Return on which side of the line through the first two points the third is."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
