"""The tight box around a path, for gradients that are given in shares of what they fill."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

# A step of a path: M, L, C or Z, and its coordinates one after the other.
Step = tuple[str, tuple[float, ...]]
# Left, top, width and height.
Rect = tuple[float, float, float, float]


def tight_box(steps: Iterable[Step]) -> Rect:
    """Left, top, width and height; of nothing, a box without size."""
    xs: list[float] = []
    ys: list[float] = []
    x = y = 0.0
    for letter, at in steps:
        if letter == "C":
            xs += _reach(x, at[0], at[2], at[4])
            ys += _reach(y, at[1], at[3], at[5])
        if at:
            x, y = at[-2:]
            xs.append(x)
            ys.append(y)
    if not xs:
        return 0.0, 0.0, 0.0, 0.0
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


def _reach(start: float, one: float, two: float, end: float) -> Iterator[float]:
    """The values of a cubic curve where it turns back."""
    for share in _turns(start, one, two, end):
        if 0 < share < 1:
            rest = 1 - share
            yield (
                rest**3 * start
                + 3 * rest**2 * share * one
                + 3 * rest * share**2 * two
                + share**3 * end
            )


def _turns(start: float, one: float, two: float, end: float) -> Iterator[float]:
    """Where the slope of a cubic curve is nil."""
    a = end - start + 3 * (one - two)
    b = 2 * (start - 2 * one + two)
    c = one - start
    if abs(a) < 1e-12:
        if b:
            yield -c / b
        return
    under = b * b - 4 * a * c
    if under >= 0:
        root = math.sqrt(under)
        yield (-b + root) / (2 * a)
        yield (-b - root) / (2 * a)
