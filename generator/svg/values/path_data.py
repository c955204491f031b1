"""Paths, each made once: of path data, or of the numbers of a basic shape.

Comes in: path data as SVG writes it, or the numbers of a basic shape. Goes out: a path; the same
words give the same object, and are read once.
"""

from __future__ import annotations

import math
from functools import lru_cache

from cards_data.outlines.bounding_box import Step
from cards_data.outlines.path_reader import PathError, path_steps

from ..drawing import Path
from ..errors import SvgError

KAPPA = 4 * (math.sqrt(2) - 1) / 3


@lru_cache(maxsize=8192)
def read_path(data: str) -> Path:
    """Path data as a path."""
    try:
        return Path(path_steps(data))
    except PathError as fault:
        raise SvgError(fault.found, fault.allowed) from None


@lru_cache(maxsize=8192)
def ellipse(cx: float, cy: float, rx: float, ry: float) -> Path:
    """Four curves, from the right on clockwise, as cairo's own circle begins."""
    kx, ky = rx * KAPPA, ry * KAPPA
    return Path(
        (
            ("M", (cx + rx, cy)),
            ("C", (cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry)),
            ("C", (cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy)),
            ("C", (cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry)),
            ("C", (cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy)),
            ("Z", ()),
        )
    )


@lru_cache(maxsize=8192)
def rectangle(x: float, y: float, width: float, height: float, rx: float, ry: float) -> Path:
    """A rectangle, with round corners where there are radii."""
    right, bottom = x + width, y + height
    if not rx or not ry:
        return polygon((x, y, right, y, right, bottom, x, bottom), closed=True)
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    kx, ky = rx * (1 - KAPPA), ry * (1 - KAPPA)
    return Path(
        (
            ("M", (x + rx, y)),
            ("L", (right - rx, y)),
            ("C", (right - kx, y, right, y + ky, right, y + ry)),
            ("L", (right, bottom - ry)),
            ("C", (right, bottom - ky, right - kx, bottom, right - rx, bottom)),
            ("L", (x + rx, bottom)),
            ("C", (x + kx, bottom, x, bottom - ky, x, bottom - ry)),
            ("L", (x, y + ry)),
            ("C", (x, y + ky, x + kx, y, x + rx, y)),
            ("Z", ()),
        )
    )


@lru_cache(maxsize=8192)
def polygon(points: tuple[float, ...], closed: bool) -> Path:
    """Straight lines from point to point."""
    pairs = [points[place : place + 2] for place in range(0, len(points) - 1, 2)]
    steps: list[Step] = [("L" if place else "M", pair) for place, pair in enumerate(pairs)]
    return Path((*steps, ("Z", ())) if closed else tuple(steps))
