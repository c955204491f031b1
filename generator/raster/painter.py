"""Paint a drawing into rows of BGRX pixels on white.

Text is painted through masks, and paths are passed to cairo in its own format; each is made once.
The background that faces of a deck share is painted once, up to the item where they differ.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

from generator.svg.drawing import (
    Begin,
    Drawing,
    End,
    Fill,
    Gradient,
    Item,
    Letters,
    Matrix,
    NotDrawn,
    Paint,
    Photo,
    Shape,
    Stroke,
    times,
)

from .cairo import (
    cairo_matrix,
    context_on,
    gradient_pattern,
    known_path,
    lay,
    lib,
    new_path,
    picture_pattern,
    stencil,
    surface_on,
)

# A board is drawn once and is too large to cache.
LARGEST_PIXELS = 6_000_000
# Fronts and backs of a few decks; for each, what all share and what neighbours share.
FAMILIES = 4
DEPTH = 3


@dataclass
class Family:
    """Drawings of one size that begin alike: the last one, and its cached backgrounds."""

    items: tuple[Item, ...] = ()
    kept: list[tuple[int, bytes]] = field(default_factory=list)


_families: OrderedDict[tuple[object, ...], Family] = OrderedDict()


def family_of(drawing: Drawing, width: int, height: int) -> Family | None:
    """Return the drawings with which the drawing may share its background."""
    if not drawing.items or width * height > LARGEST_PIXELS:
        return None
    key = (drawing.view, width, height, drawing.items[0])
    family = _families.setdefault(key, Family())
    _families.move_to_end(key)
    if len(_families) > FAMILIES:
        _families.popitem(last=False)
    return family


def shared_items(family: Family, drawing: Drawing) -> int:
    """Return how many items are shared with the last drawing; drop longer backgrounds."""
    pairs = zip(family.items, drawing.items, strict=False)
    alike = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    shared = _outside_groups(drawing.items[:alike])
    family.items = drawing.items
    family.kept = [ground for ground in family.kept if ground[0] <= shared][:DEPTH]
    return shared


def _outside_groups(items: tuple[Item, ...]) -> int:
    """Return the last position outside translucent groups, whose pixels are not yet on the face."""
    depth, place = 0, 0
    for number, item in enumerate(items, 1):
        if isinstance(item, Begin) and item.opacity < 1:
            depth += 1
        elif isinstance(item, End) and item.begin.opacity < 1:
            depth -= 1
        if not depth:
            place = number
    return place


_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}
_EVEN_ODD, _WINDING = 1, 0


def draw_pixels(drawing: Drawing, width: int, height: int) -> bytearray:
    """Draw the drawing on white, fitted into a number of pixels."""
    family = family_of(drawing, width, height)
    shared = shared_items(family, drawing) if family else 0
    done, ground = family.kept[-1] if family and family.kept else (0, b"")
    pixels = bytearray(ground) if ground else bytearray(b"\xff") * (4 * width * height)
    surface = surface_on(pixels, width, height)
    painter = _Painter(context_on(surface), _fitting(drawing, width, height))
    for item in drawing.items[:done]:
        # The pixels are already painted; the clips still have to be set.
        begin = item.begin if isinstance(item, End) else item
        if isinstance(begin, Begin) and begin.opacity == 1:
            painter.paint(item)
    for item in drawing.items[done:shared]:
        painter.paint(item)
    if family and shared > done:
        lib.cairo_surface_flush(surface)
        family.kept.append((shared, bytes(pixels)))
    for item in drawing.items[max(done, shared) :]:
        painter.paint(item)
    painter.end()
    lib.cairo_surface_finish(surface)
    return pixels


def _fitting(drawing: Drawing, width: int, height: int) -> Matrix:
    """Return the matrix that fits and centres the view in the picture, as in SVG."""
    x, y, wide, high = drawing.view
    scale = min(width / wide, height / high)
    left, top = (width - wide * scale) / 2, (height - high * scale) / 2
    return scale, 0.0, 0.0, scale, left - x * scale, top - y * scale


class _Painter:
    """A painter of items in order; it calls cairo directly, without a check after every call."""

    def __init__(self, at: Any, base: Matrix) -> None:
        self._at = at
        self._base = base

    def paint(self, item: Item) -> None:
        # Referenced by the class and not the instance: workers seldom collect garbage. A painter
        # that referenced its own methods would stay in memory, with its picture.
        _TURNS[type(item)](self, item)

    def end(self) -> None:
        """Check for errors: after one, cairo paints nothing more, and the face is not drawn."""
        if status := lib.cairo_status(self._at):
            raise NotDrawn(f"something that cairo refuses with its status {status}")

    def _set_matrix(self, matrix: Matrix) -> None:
        lib.cairo_set_matrix(self._at, cairo_matrix(matrix))

    def _shape(self, shape: Shape) -> None:
        self._set_matrix(times(shape.matrix, self._base))
        lib.cairo_append_path(self._at, known_path(shape.path))
        self._ink(shape.fill, shape.stroke)

    def _letters(self, letters: Letters) -> None:
        fill, stroke = letters.fill, letters.stroke
        matrix = times(letters.matrix, self._base)
        run = letters._replace(matrix=matrix, fill=None, stroke=None)
        mask = stencil(run) if fill and not stroke and not fill.evenodd else None
        if not fill or not mask:
            lay(self._at, run)
            self._ink(fill, stroke)
            return
        self._set_matrix(matrix)
        self._source(fill.paint, fill.opacity)
        lib.cairo_identity_matrix(self._at)
        lib.cairo_mask_surface(self._at, mask.surface, mask.x, mask.y)

    def _ink(self, fill: Fill | None, stroke: Stroke | None) -> None:
        """Fill and stroke the current path, then clear it."""
        at = self._at
        if fill:
            self._source(fill.paint, fill.opacity)
            lib.cairo_set_fill_rule(at, _EVEN_ODD if fill.evenodd else _WINDING)
            (lib.cairo_fill_preserve if stroke else lib.cairo_fill)(at)
        if stroke:
            self._source(stroke.paint, stroke.opacity)
            self._pen(stroke)
            lib.cairo_stroke(at)

    def _pen(self, stroke: Stroke) -> None:
        at = self._at
        lib.cairo_set_line_width(at, stroke.width)
        lib.cairo_set_line_cap(at, _CAPS[stroke.cap])
        lib.cairo_set_line_join(at, _JOINS[stroke.join])
        lib.cairo_set_miter_limit(at, stroke.miter_limit)
        lib.cairo_set_dash(at, stroke.dashes, len(stroke.dashes), stroke.dash_offset)

    def _source(self, paint: Paint, opacity: float) -> None:
        if isinstance(paint, Gradient):
            lib.cairo_set_source(self._at, gradient_pattern(paint, opacity))
        else:
            lib.cairo_set_source_rgba(self._at, *paint, opacity)

    def _picture(self, picture: Photo) -> None:
        lib.cairo_save(self._at)
        self._set_matrix(times(picture.matrix, self._base))
        lib.cairo_rectangle(self._at, 0.0, 0.0, picture.width, picture.height)
        lib.cairo_clip(self._at)
        lib.cairo_set_source(self._at, picture_pattern(picture.data))
        lib.cairo_paint_with_alpha(self._at, picture.opacity)
        lib.cairo_restore(self._at)

    def _begin(self, begin: Begin) -> None:
        lib.cairo_save(self._at)
        if begin.clip is not None:
            self._set_matrix(self._base)
            lib.cairo_append_path(self._at, new_path(begin.clip.steps))
            lib.cairo_set_fill_rule(self._at, _EVEN_ODD if begin.evenodd else _WINDING)
            lib.cairo_clip(self._at)
        if begin.opacity < 1:
            lib.cairo_push_group(self._at)

    def _end(self, end: End) -> None:
        if end.begin.opacity < 1:
            lib.cairo_pop_group_to_source(self._at)
            lib.cairo_paint_with_alpha(self._at, end.begin.opacity)
        lib.cairo_restore(self._at)


_TURNS: dict[type[Item], Callable[[_Painter, Any], None]] = {
    Shape: _Painter._shape,
    Letters: _Painter._letters,
    Photo: _Painter._picture,
    Begin: _Painter._begin,
    End: _Painter._end,
}
