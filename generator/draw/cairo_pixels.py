"""A drawing into pixels. The only importer of cairocffi.

Comes in: a drawing and a size in pixels. Goes out: rows of BGRX pixels on white. Paths go to
cairo in its own form, made once for each: a symbol or a letter is then a single call.
"""

from __future__ import annotations

import io
import struct
from array import array
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any
from weakref import WeakKeyDictionary

from cards_data.problems import Problems
from generator.text.fonts import Glyph, Typeface

from .boxes import Step
from .drawing import (
    Begin,
    Drawing,
    End,
    Fill,
    Gradient,
    Item,
    Letters,
    Matrix,
    Paint,
    Path,
    Picture,
    Shape,
    Stroke,
    times,
)
from .grounds import family_of, shared_items
from .remedy import missing

try:
    import cairocffi
except OSError:
    # The package is there, what it opens is not: cairo itself belongs to the system.
    raise Problems([missing()]) from None

_lib = cairocffi.cairo
_ffi = cairocffi.ffi
# The memory that a path points into lives as long as the path.
_POINTED_AT: WeakKeyDictionary[Any, Any] = WeakKeyDictionary()
_HEAD = struct.Struct("ii8x")
_KINDS = {"M": 0, "L": 1, "C": 2, "Z": 3}
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}
_SPREADS = {"pad": 3, "repeat": 1, "reflect": 2}
_EVEN_ODD, _WINDING = 1, 0


def loaded_cairo_version() -> int:
    return int(cairocffi.cairo_version())


def white_surface(width: int, height: int) -> tuple[Any, bytearray]:
    """A white picture to draw on, and its pixels, four bytes each."""
    pixels = bytearray(b"\xff") * (4 * width * height)
    return _surface(pixels, width, height), pixels


def _surface(pixels: bytearray, width: int, height: int) -> Any:
    return cairocffi.ImageSurface(cairocffi.FORMAT_RGB24, width, height, data=pixels)


def draw_pixels(drawing: Drawing, width: int, height: int) -> bytearray:
    """The drawing fitted into so many pixels, on white."""
    family = family_of(drawing, width, height)
    shared = shared_items(family, drawing) if family else 0
    if family and family.kept:
        done, ground = family.kept[-1]
        pixels = bytearray(ground)
        surface = _surface(pixels, width, height)
    else:
        done = 0
        surface, pixels = white_surface(width, height)
    painter = _Painter(cairocffi.Context(surface), _fitting(drawing, width, height))
    for item in drawing.items[:done]:
        # What is painted is there already; the clips are not.
        if isinstance(item, Begin | End) and _only_clips(item):
            painter.paint(item)
    for item in drawing.items[done:shared]:
        painter.paint(item)
    if family and shared > done:
        surface.flush()
        family.kept.append((shared, bytes(pixels)))
    for item in drawing.items[max(done, shared) :]:
        painter.paint(item)
    surface.finish()
    return pixels


def _only_clips(item: Begin | End) -> bool:
    begin = item.begin if isinstance(item, End) else item
    return begin.opacity == 1


def _fitting(drawing: Drawing, width: int, height: int) -> Matrix:
    """The whole view in the middle of the picture, as SVG places it."""
    x, y, wide, high = drawing.view
    scale = min(width / wide, height / high)
    left, top = (width - wide * scale) / 2, (height - high * scale) / 2
    return scale, 0.0, 0.0, scale, left - x * scale, top - y * scale


class _Painter:
    """Paints item after item; calls cairo directly, without a check after every call."""

    def __init__(self, context: Any, base: Matrix) -> None:
        self._context = context
        self._at = context._pointer
        self._base = base

    def paint(self, item: Item) -> None:
        # Named in the class and not in the painter: workers seldom sweep, so a painter that held
        # its own methods would stay for long, and its picture with it.
        _TURNS[type(item)](self, item)

    def _to(self, matrix: Matrix) -> None:
        _lib.cairo_set_matrix(self._at, _ffi.new("cairo_matrix_t *", times(matrix, self._base)))

    def _shape(self, shape: Shape) -> None:
        self._to(shape.matrix)
        _lib.cairo_append_path(self._at, _cairo_path(shape.path))
        self._ink(shape.fill, shape.stroke)

    def _letters(self, letters: Letters) -> None:
        self._to(letters.matrix)
        append_glyphs(
            self._context,
            letters.face,
            letters.face.shape(letters.text),
            (letters.x, letters.y),
            (letters.size, letters.spacing),
        )
        self._ink(letters.fill, letters.stroke)

    def _ink(self, fill: Fill | None, stroke: Stroke | None) -> None:
        """Fills and strokes the path that stands, and forgets it."""
        at = self._at
        if fill:
            self._source(fill.paint, fill.opacity)
            _lib.cairo_set_fill_rule(at, _EVEN_ODD if fill.evenodd else _WINDING)
            (_lib.cairo_fill_preserve if stroke else _lib.cairo_fill)(at)
        if stroke:
            self._source(stroke.paint, stroke.opacity)
            self._pen(stroke)
            _lib.cairo_stroke(at)

    def _pen(self, stroke: Stroke) -> None:
        at = self._at
        _lib.cairo_set_line_width(at, stroke.width)
        _lib.cairo_set_line_cap(at, _CAPS[stroke.cap])
        _lib.cairo_set_line_join(at, _JOINS[stroke.join])
        _lib.cairo_set_miter_limit(at, stroke.miter_limit)
        _lib.cairo_set_dash(at, stroke.dashes, len(stroke.dashes), stroke.dash_offset)

    def _source(self, paint: Paint, opacity: float) -> None:
        if isinstance(paint, Gradient):
            self._context.set_source(_cairo_gradient(paint, opacity))
        else:
            _lib.cairo_set_source_rgba(self._at, *paint, opacity)

    def _picture(self, picture: Picture) -> None:
        _lib.cairo_save(self._at)
        self._to(picture.matrix)
        _lib.cairo_rectangle(self._at, 0.0, 0.0, picture.width, picture.height)
        _lib.cairo_clip(self._at)
        self._context.set_source(_cairo_picture(picture.data))
        _lib.cairo_paint_with_alpha(self._at, picture.opacity)
        _lib.cairo_restore(self._at)

    def _begin(self, begin: Begin) -> None:
        _lib.cairo_save(self._at)
        if begin.clip is not None:
            self._to((1.0, 0.0, 0.0, 1.0, 0.0, 0.0))
            _lib.cairo_append_path(self._at, _new_path(begin.clip.steps))
            _lib.cairo_set_fill_rule(self._at, _WINDING)
            _lib.cairo_clip(self._at)
        if begin.opacity < 1:
            _lib.cairo_push_group(self._at)

    def _end(self, end: End) -> None:
        if end.begin.opacity < 1:
            _lib.cairo_pop_group_to_source(self._at)
            _lib.cairo_paint_with_alpha(self._at, end.begin.opacity)
        _lib.cairo_restore(self._at)


_TURNS: dict[type[Item], Callable[[_Painter, Any], None]] = {
    Shape: _Painter._shape,
    Letters: _Painter._letters,
    Picture: _Painter._picture,
    Begin: _Painter._begin,
    End: _Painter._end,
}


def _cairo_gradient(gradient: Gradient, opacity: float) -> Any:
    kind = cairocffi.LinearGradient if len(gradient.ends) == 4 else cairocffi.RadialGradient
    pattern = kind(*gradient.ends)
    for stop in gradient.stops:
        pattern.add_color_stop_rgba(stop.offset, *stop.colour, stop.opacity * opacity)
    matrix = cairocffi.Matrix(*gradient.matrix)
    # cairo asks for the way from the path to the gradient; one that has none paints nothing.
    if matrix.xx * matrix.yy - matrix.xy * matrix.yx:
        matrix.invert()
        pattern.set_matrix(matrix)
    pattern.set_extend(_SPREADS[gradient.spread])
    return pattern


@lru_cache(maxsize=24)
def _cairo_picture(data: bytes) -> Any:
    """A decoded picture, ready to be painted."""
    if not data.startswith(b"\x89PNG"):
        from PIL import Image

        with Image.open(io.BytesIO(data)) as image:
            buffer = io.BytesIO()
            image.convert("RGB").save(buffer, "PNG", compress_level=0)
            data = buffer.getvalue()
    surface = cairocffi.ImageSurface.create_from_png(io.BytesIO(data))
    pattern = cairocffi.SurfacePattern(surface)
    pattern.set_filter(cairocffi.FILTER_GOOD)
    # Up to its edge a picture is itself, not half of what lies beside it.
    pattern.set_extend(cairocffi.EXTEND_PAD)
    return pattern


@lru_cache(maxsize=8192)
def _cairo_path(path: Path) -> Any:
    return _new_path(path.steps)


def _new_path(steps: Iterable[Step]) -> Any:
    """A path as cairo keeps them: a head for each step, then its points."""
    packed = b"".join(
        _HEAD.pack(_KINDS[letter], 1 + len(at) // 2) + array("d", at).tobytes()
        for letter, at in steps
    )
    total = len(packed) // _HEAD.size
    data = _ffi.new("cairo_path_data_t[]", max(1, total))
    _ffi.memmove(data, packed, len(packed))
    path = _ffi.new("cairo_path_t *", {"status": 0, "data": data, "num_data": total})
    _POINTED_AT[path] = data
    return path


def append_glyphs(
    context: Any,
    face: Typeface,
    glyphs: Iterable[Glyph],
    start: tuple[float, float],
    size_and_spacing: tuple[float, float],
) -> None:
    """Adds the outlines of a run to the context's path; the pen starts at its baseline."""
    at, units = context._pointer, face.units
    (pen, baseline), (size, spacing) = start, size_and_spacing
    scale = size / units
    _lib.cairo_save(at)
    _lib.cairo_translate(at, pen, baseline)
    _lib.cairo_scale(at, scale, -scale)
    for glyph in glyphs:
        if glyph.dx or glyph.dy:
            dx, dy = glyph.dx * units, glyph.dy * units
            _lib.cairo_translate(at, dx, dy)
            _lib.cairo_append_path(at, glyph_path(face, glyph.index))
            _lib.cairo_translate(at, -dx, -dy)
        else:
            _lib.cairo_append_path(at, glyph_path(face, glyph.index))
        _lib.cairo_translate(at, glyph.advance * units + spacing / scale, 0.0)
    _lib.cairo_restore(at)


@lru_cache(maxsize=4096)
def glyph_path(face: Typeface, index: int) -> Any:
    """A glyph's outline in font units, as cairo keeps paths."""
    letters = {"move": "M", "line": "L", "curve": "C", "close": "Z"}
    return _new_path((letters[name], at) for name, at in face.outline(index))


class Layers:
    """Items one over the other, where every place knows which of them it shows."""

    def __init__(self, drawing: Drawing, per_mm: float) -> None:
        x, y, wide, high = drawing.view
        self.columns, self.rows = max(1, round(wide * per_mm)), max(1, round(high * per_mm))
        self._matrix: Matrix = (per_mm, 0.0, 0.0, per_mm, -x * per_mm, -y * per_mm)
        pixels = bytearray(4 * self.columns * self.rows)
        # Row by row, as ``number_of`` reads it.
        self.shown = memoryview(pixels).cast("I")
        context = cairocffi.Context(_surface(pixels, self.columns, self.rows))
        context.set_antialias(cairocffi.ANTIALIAS_NONE)
        self._painter = _Painter(context, self._matrix)

    def paint(self, item: Item, number: int) -> None:
        """Puts an item on top, opaque; numbers count from 0."""
        if isinstance(item, Shape):
            value = number + 1
            mark = (value >> 16 & 255) / 255, (value >> 8 & 255) / 255, (value & 255) / 255
            fill = item.fill and Fill(mark, 1.0, item.fill.evenodd)
            stroke = item.stroke and item.stroke._replace(paint=mark, opacity=1.0)
            item = item._replace(fill=fill, stroke=stroke)
        self._painter.paint(item)

    def column(self, x_mm: float) -> int:
        return min(self.columns - 1, max(0, int(x_mm * self._matrix[0] + self._matrix[4])))

    def row(self, y_mm: float) -> int:
        """Where a row begins."""
        found = int(y_mm * self._matrix[3] + self._matrix[5])
        return self.columns * min(self.rows - 1, max(0, found))

    def numbers(self, places: Iterable[int]) -> list[int]:
        """The items that show at places, each the sum of a row and a column."""
        shown = self.shown
        return [(shown[place] & 0xFFFFFF) - 1 for place in places]


def number_of(shown: int) -> int:
    """The item that a place shows; -1 for bare paper. The upper byte says nothing."""
    return (shown & 0xFFFFFF) - 1
