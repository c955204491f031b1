"""What an element is filled and stroked with.

Comes in: a computed style and the path that it paints. Goes out: fill and stroke.
"""

from __future__ import annotations

from functools import lru_cache

from cards_data.outlines.bounding_box import Rect
from cards_data.problems import Text, either

from .drawing import Fill, Paint, Path, Stroke
from .errors import SvgError
from .gradients import TAGS, chain_of, gradient, is_portable
from .style import ComputedStyle, PaintValue, Reference, Viewport, fill_of, stroke_of
from .svg_document import SvgDocument
from .tree import tag_of

Paints = tuple[Fill | None, Stroke | None]


def paints(
    document: SvgDocument,
    style: ComputedStyle,
    path: Path | None,
    shared: float,
    viewport: Viewport,
) -> Paints:
    """Fill and stroke; ``shared`` is the opacity of the whole element."""
    if not is_referring(style):
        return plain_paints(style, shared)
    box = path.box if path else None
    fill, fill_alpha = _paint(document, style.fill, box, style, viewport)
    stroke, stroke_alpha = _paint(document, style.stroke, box, style, viewport)
    return fill_of(style, fill, fill_alpha, shared), stroke_of(style, stroke, stroke_alpha, shared)


def is_referring(style: ComputedStyle) -> bool:
    """Whether a paint stands elsewhere in the SVG."""
    return isinstance(style.fill, Reference) or isinstance(style.stroke, Reference)


@lru_cache(maxsize=4_096)
def plain_paints(style: ComputedStyle, shared: float) -> Paints:
    """How an element in plain colours is filled and stroked."""
    fill, fill_alpha = _plain(style.fill)
    stroke, stroke_alpha = _plain(style.stroke)
    return fill_of(style, fill, fill_alpha, shared), stroke_of(style, stroke, stroke_alpha, shared)


def _plain(value: PaintValue) -> tuple[Paint | None, float]:
    """A colour and its alpha; what is all transparent paints nothing."""
    if value is None or isinstance(value, Reference) or not value[3]:
        return None, 1.0
    return value[:3], value[3]


def _paint(
    document: SvgDocument,
    value: PaintValue,
    box: Rect | None,
    style: ComputedStyle,
    viewport: Viewport,
) -> tuple[Paint | None, float]:
    if not isinstance(value, Reference):
        return _plain(value)
    node = document.ids.get(value.id)
    if node is None and value.fallback:
        return _plain(value.fallback)
    if node is None or tag_of(node) not in TAGS:
        found = Text("svg.no_paint", id=value.id[:40], tags=either([f"<{tag}>" for tag in TAGS]))
        raise SvgError(found, Text("svg.same_file"))
    if box is None:
        raise SvgError(Text("svg.text_gradient"), Text("svg.plain_colour"))
    chain = chain_of(node, document.ids.get)
    document.portable = document.portable and is_portable(chain)
    return gradient(chain, box, _grown(box, style), viewport, document.current_colour)


def _grown(box: Rect, style: ComputedStyle) -> Rect:
    """What a path paints at the most: its box, and the pen with its longest corner."""
    more = style.width * max(1.0, style.limit) if style.stroke else 0.0
    return box[0] - more, box[1] - more, box[2] + 2 * more, box[3] + 2 * more
