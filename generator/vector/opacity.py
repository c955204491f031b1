"""Whether anything shines through on a face.

Comes in: a drawing. Goes out: whether every item of it hides what lies below. Print shops turn
transparency into plain colours in their own way; what has none comes out as it was made.
"""

from __future__ import annotations

from generator.svg.drawing import Begin, Drawing, End, Fill, Gradient, Item, Photo, Stroke

from .pdf_resources import image_parts


def is_opaque(drawing: Drawing) -> bool:
    return all(_hides(item) for item in drawing.items)


def _hides(item: Item) -> bool:
    if isinstance(item, Begin):
        return item.opacity == 1
    if isinstance(item, End):
        return True
    if isinstance(item, Photo):
        return item.opacity == 1 and image_parts(item.data)[1] is None
    return all(_is_plain(ink) for ink in (item.fill, item.stroke) if ink)


def _is_plain(ink: Fill | Stroke) -> bool:
    stops = ink.paint.stops if isinstance(ink.paint, Gradient) else ()
    return ink.opacity == 1 and all(stop.opacity == 1 for stop in stops)
