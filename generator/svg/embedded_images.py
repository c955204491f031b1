"""Pictures inside a face: PNG and JPEG, inline, fitted into the box they are given.

Comes in: the attributes of an ``image``. Goes out: the picture and the clip that it needs.
"""

from __future__ import annotations

import base64
import re
from functools import lru_cache

from cards_data.problems import Message, quoted

from .drawing import Begin, End, Item, Matrix, Photo, moved, path_of, times
from .style import Viewport
from .tree import MOST_PIXELS, SvgError
from .values.lengths import fitted
from .values.outlines import Attributes, Measures, rectangle

_DATA = re.compile(r"data:image/(?:png|jpe?g);base64,")
_ALLOWED = Message("svg.embedded")


def picture(
    href: str, attributes: Attributes, viewport: Viewport, matrix: Matrix, opacity: float
) -> list[Item]:
    """What an image element paints."""
    data, wide, high = _decoded(href)
    of = Measures(attributes, viewport)
    x, y, width, height = of.x("x"), of.y("y"), of.width("width"), of.height("height")
    auto = of.is_auto("width"), of.is_auto("height")
    if auto[0]:
        width = wide if auto[1] else height * wide / high
    if auto[1]:
        height = high if auto[0] else width * high / wide
    if not width or not height:
        return []
    fit = fitted(attributes.get("preserveAspectRatio", ""), (width, height), (wide, high))
    placed = times((fit.scale_x, 0.0, 0.0, fit.scale_y, x + fit.dx, y + fit.dy), matrix)
    photo = Photo(data, wide, high, placed, opacity)
    if not fit.cut:
        return [photo]
    window = Begin(clip=path_of(moved(rectangle(x, y, width, height, 0.0, 0.0), matrix)))
    return [window, photo, End(window)]


@lru_cache(maxsize=200)
def _decoded(href: str) -> tuple[bytes, int, int]:
    """The bytes of a picture and its size in pixels; whole, and not too large to unpack."""
    from generator.images import UnreadablePicture, size_of

    match = _DATA.match(href)
    if not match:
        reason = (
            Message("svg.no_png") if href.startswith("data:image/") else Message("svg.reaches_out")
        )
        raise SvgError(Message("svg.picture", href=quoted(href[:30]), reason=reason), _ALLOWED)
    try:
        data = base64.b64decode(href[match.end() :])
        size = size_of(data, MOST_PIXELS)
    except (ValueError, UnreadablePicture):
        raise SvgError(Message("svg.unreadable"), _ALLOWED) from None
    if size.width * size.height > MOST_PIXELS:
        raise SvgError(
            Message("svg.pixels", width=size.width, height=size.height),
            Message("allowed.up_to", n=MOST_PIXELS),
        )
    if not size.upright:
        raise SvgError(Message("svg.camera"), Message("svg.upright"))
    return data, size.width, size.height
