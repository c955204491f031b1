"""Stencils of text: what a run covers of each pixel is computed once for the same words and place.

What has a stencil is always painted through it, whether it was cached or not, so that pixels do
not depend on what was painted before.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any, NamedTuple

from cards_data.outlines.path_reader import Rect
from generator.svg.drawing import Letters, Matrix
from generator.text.fonts import Typeface

from .cairo import append_glyphs, cairo_matrix, context_on, lib, mask_surface

# A long line across a large card; whatever is larger is shown once, on a page or a board.
LARGEST_PIXELS = 60_000
KEPT = 300


class Run(NamedTuple):
    """Letters without their ink: the same words at the same place."""

    text: str
    face: Typeface
    size: float
    spacing: float
    x: float
    y: float


class Stencil(NamedTuple):
    """How much of every pixel is covered, and where its first one lies on the picture."""

    surface: Any
    x: int
    y: int


def run_of(letters: Letters) -> Run:
    return Run(letters.text, letters.face, letters.size, letters.spacing, letters.x, letters.y)


def lay(at: Any, run: Run, matrix: Matrix) -> None:
    """Adds the outlines of a run to a context's path."""
    lib.cairo_set_matrix(at, cairo_matrix(matrix))
    glyphs = run.face.shape(run.text)
    append_glyphs(at, run.face, glyphs, (run.x, run.y), (run.size, run.spacing))


@lru_cache(maxsize=KEPT)
def stencil(run: Run, matrix: Matrix) -> Stencil | None:
    left, top, right, bottom = _extent(run, matrix)
    width, height = right - left, bottom - top
    if not 0 < width * height <= LARGEST_PIXELS:
        return None
    surface = mask_surface(width, height)
    at = context_on(surface)
    a, b, c, d, e, f = matrix
    lay(at, run, (a, b, c, d, e - left, f - top))
    lib.cairo_fill(at)
    lib.cairo_surface_flush(surface)
    return Stencil(surface, left, top)


def _extent(run: Run, matrix: Matrix) -> tuple[int, int, int, int]:
    """The pixels that a run may touch: left, top, right and bottom."""
    left, top, right, bottom = _box(run)
    a, b, c, d, e, f = matrix
    xs = [a * x + c * y + e for x in (left, right) for y in (top, bottom)]
    ys = [b * x + d * y + f for x in (left, right) for y in (top, bottom)]
    return (
        math.floor(min(xs)) - 1,
        math.floor(min(ys)) - 1,
        math.ceil(max(xs)) + 1,
        math.ceil(max(ys)) + 1,
    )


def _box(run: Run) -> Rect:
    """Left, top, right and bottom of a run, its y downward as on a face."""
    scale, pen = run.size / run.face.units, 0.0
    boxes = []
    for glyph in run.face.shape(run.text):
        dx, dy = pen + glyph.dx * run.size, glyph.dy * run.size
        left, low, right, high = _glyph_box(run.face, glyph.number)
        boxes.append((dx + left * scale, -dy - high * scale, dx + right * scale, -dy - low * scale))
        pen += glyph.advance * run.size + run.spacing
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return (run.x + min(lefts), run.y + min(tops), run.x + max(rights), run.y + max(bottoms))


@lru_cache(maxsize=4096)
def _glyph_box(face: Typeface, index: int) -> Rect:
    """Left, bottom, right and top of all points of a glyph in font units: its ink lies inside."""
    points = [value for _, at in face.outline(index) for value in at]
    xs, ys = points[::2] or [0.0], points[1::2] or [0.0]
    return min(xs), min(ys), max(xs), max(ys)
