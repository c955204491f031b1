"""Cairo's functions, and its surfaces, patterns and paths as values that free themselves.

The only module that opens the library. ``cairo.h`` declares what is called. Errors are not checked
after each call; drawing code checks once at the end.
"""

from __future__ import annotations

import io
import math
import struct
from array import array
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from cards_data.outlines.path_reader import Rect, Step
from cards_data.problems import Message
from generator.svg.drawing import Gradient, Letters, Matrix, Path, inverse
from generator.text.fonts import Typeface

from . import cairo_declared
from .cairo_library import cairo_library

ffi: Any = cairo_declared.ffi
lib: Any = ffi.dlopen(cairo_library()[0])
# The memory that a path or a surface points into lives as long as the object itself.
_POINTED_AT: WeakKeyDictionary[Any, Any] = WeakKeyDictionary()
_HEAD = struct.Struct("ii8x")
_KINDS = {"M": 0, "L": 1, "C": 2, "Z": 3}
_PAD = 3
_RGB24, _A8 = 1, 2
_GOOD = 1
_READ_ERROR = 10


def surface_on(pixels: bytearray, width: int, height: int) -> Any:
    """Create a surface whose pixels, four bytes each, are in memory of ours."""
    data = ffi.from_buffer("unsigned char[]", pixels)
    raw = lib.cairo_image_surface_create_for_data(data, _RGB24, width, height, 4 * width)
    surface = ffi.gc(raw, lib.cairo_surface_destroy)
    _POINTED_AT[surface] = data
    return surface


def context_on(surface: Any) -> Any:
    return ffi.gc(lib.cairo_create(surface), lib.cairo_destroy)


def cairo_matrix(matrix: Matrix) -> Any:
    return ffi.new("cairo_matrix_t *", matrix)


def gradient_pattern(gradient: Gradient, opacity: float) -> Any:
    linear = len(gradient.ends) == 4
    create = lib.cairo_pattern_create_linear if linear else lib.cairo_pattern_create_radial
    pattern = ffi.gc(create(*gradient.ends), lib.cairo_pattern_destroy)
    for stop in gradient.stops:
        shade = (*stop.colour, stop.opacity * opacity)
        lib.cairo_pattern_add_color_stop_rgba(pattern, stop.offset, *shade)
    # cairo needs the inverse matrix; a gradient without one paints nothing.
    if back := inverse(gradient.matrix):
        lib.cairo_pattern_set_matrix(pattern, cairo_matrix(back))
    lib.cairo_pattern_set_extend(pattern, _PAD)
    return pattern


@lru_cache(maxsize=24)
def picture_pattern(data: bytes) -> Any:
    """Return a decoded picture, ready to be painted."""
    if not data.startswith(b"\x89PNG"):
        from generator.images import uncompressed_png

        data = uncompressed_png(data)
    surface = _png_surface(data)
    raw = lib.cairo_pattern_create_for_surface(surface)
    pattern = ffi.gc(raw, lib.cairo_pattern_destroy)
    lib.cairo_pattern_set_filter(pattern, _GOOD)
    # Pixels at the edge must not blend with what is next to the picture.
    lib.cairo_pattern_set_extend(pattern, _PAD)
    return pattern


def _png_surface(data: bytes) -> Any:
    rest = io.BytesIO(data)

    def read(_: object, into: Any, length: int) -> int:
        ffi.memmove(into, rest.read(length), length)
        return 0

    reader = ffi.callback("int(void *, unsigned char *, unsigned int)", read, error=_READ_ERROR)
    raw = lib.cairo_image_surface_create_from_png_stream(reader, ffi.NULL)
    if lib.cairo_surface_status(raw):
        raise ValueError(Message("cairo.picture"))
    return ffi.gc(raw, lib.cairo_surface_destroy)


@lru_cache(maxsize=8192)
def known_path(path: Path) -> Any:
    return new_path(path.steps)


def new_path(steps: Iterable[Step]) -> Any:
    """Return a path in cairo's format: a header for each step, then its points."""
    packed = b"".join(
        _HEAD.pack(_KINDS[letter], 1 + len(at) // 2) + array("d", at).tobytes()
        for letter, at in steps
    )
    total = len(packed) // _HEAD.size
    data = ffi.new("cairo_path_data_t[]", max(1, total))
    ffi.memmove(data, packed, len(packed))
    path = ffi.new("cairo_path_t *", {"status": 0, "data": data, "num_data": total})
    _POINTED_AT[path] = data
    return path


def append_glyphs(at: Any, run: Letters) -> None:
    """Add the outlines of a run to the context's path; the pen starts at its baseline."""
    face, units, spacing = run.face, run.face.units, run.spacing
    scale = run.size / units
    lib.cairo_save(at)
    lib.cairo_translate(at, run.x, run.y)
    lib.cairo_scale(at, scale, -scale)
    for glyph in face.shape(run.text):
        if glyph.dx or glyph.dy:
            dx, dy = glyph.dx * units, glyph.dy * units
            lib.cairo_translate(at, dx, dy)
            lib.cairo_append_path(at, glyph_path(face, glyph.number))
            lib.cairo_translate(at, -dx, -dy)
        else:
            lib.cairo_append_path(at, glyph_path(face, glyph.number))
        lib.cairo_translate(at, glyph.advance * units + spacing / scale, 0.0)
    lib.cairo_restore(at)


@lru_cache(maxsize=4096)
def glyph_path(face: Typeface, index: int) -> Any:
    """Return a glyph's outline in font units, in cairo's path format."""
    return new_path(face.outline(index))


# A long line across a large card; anything larger appears once, on a page or a board.
LARGEST_PIXELS = 60_000
MOST_CACHED = 300


class Stencil(NamedTuple):
    """How much of every pixel is covered, and where its first pixel is on the picture."""

    surface: Any
    x: int
    y: int


def lay(at: Any, run: Letters) -> None:
    """Add the outlines of a run to a context's path."""
    lib.cairo_set_matrix(at, cairo_matrix(run.matrix))
    append_glyphs(at, run)


@lru_cache(maxsize=MOST_CACHED)
def stencil(run: Letters) -> Stencil | None:
    """Return the mask of letters without their ink; ``matrix`` maps to pixels."""
    left, top, right, bottom = _extent(run)
    width, height = right - left, bottom - top
    if not 0 < width * height <= LARGEST_PIXELS:
        return None
    # One byte per pixel says how much of it is covered.
    raw = lib.cairo_image_surface_create(_A8, width, height)
    surface = ffi.gc(raw, lib.cairo_surface_destroy)
    at = context_on(surface)
    a, b, c, d, e, f = run.matrix
    lay(at, run._replace(matrix=(a, b, c, d, e - left, f - top)))
    lib.cairo_fill(at)
    lib.cairo_surface_flush(surface)
    return Stencil(surface, left, top)


def _extent(run: Letters) -> tuple[int, int, int, int]:
    """Return the pixels that a run may touch: left, top, right and bottom."""
    left, top, right, bottom = _box(run)
    a, b, c, d, e, f = run.matrix
    xs = [a * x + c * y + e for x in (left, right) for y in (top, bottom)]
    ys = [b * x + d * y + f for x in (left, right) for y in (top, bottom)]
    return (
        math.floor(min(xs)) - 1,
        math.floor(min(ys)) - 1,
        math.ceil(max(xs)) + 1,
        math.ceil(max(ys)) + 1,
    )


def _box(run: Letters) -> Rect:
    """Return left, top, right and bottom of a run, with y downwards as on a face."""
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
    """Return left, bottom, right and top of a glyph's points in font units, around its ink."""
    points = [value for _, at in face.outline(index) for value in at]
    xs, ys = points[::2] or [0.0], points[1::2] or [0.0]
    return min(xs), min(ys), max(xs), max(ys)
