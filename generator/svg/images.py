"""Pictures inside a face: PNG and JPEG, inline, fitted into the box they are given.

Comes in: the attributes of an ``image``. Goes out: the picture and the clip that it needs.
"""

from __future__ import annotations

import base64
import binascii
import io
from functools import lru_cache

from .attributes import Attributes, number, opacity
from .drawing import Begin, End, Item, Matrix, NotDrawn, Photo, moved, path_of, times
from .path_data import rectangle

_PREFIXES = ("data:image/png;base64,", "data:image/jpeg;base64,")


def picture(attributes: Attributes, matrix: Matrix) -> list[Item]:
    """What an image element paints."""
    href = attributes.get("href") or attributes.get("{http://www.w3.org/1999/xlink}href", "")
    data, wide, high = _decoded(href)
    x, y = number(attributes.get("x", "0")), number(attributes.get("y", "0"))
    width = number(attributes.get("width", "0")) or wide
    height = number(attributes.get("height", "0")) or high
    scale_x, scale_y, dx, dy = _fitted(attributes, (width, height), (wide, high))
    placed = times((scale_x, 0.0, 0.0, scale_y, x + dx, y + dy), matrix)
    found = Photo(data, wide, high, placed, opacity(attributes.get("opacity", "1")))
    if dx >= 0 and dy >= 0:
        return [found]
    window = Begin(clip=path_of(moved(rectangle(x, y, width, height, 0.0, 0.0), matrix)))
    return [window, found, End(window)]


@lru_cache(maxsize=200)
def _decoded(href: str) -> tuple[bytes, int, int]:
    """The bytes of a picture and its size in pixels."""
    prefix = next((one for one in _PREFIXES if href.startswith(one)), None)
    if prefix is None:
        raise NotDrawn(f"the picture {href[:30]!r}")
    from PIL import Image

    try:
        data = base64.b64decode(href[len(prefix) :])
        with Image.open(io.BytesIO(data)) as image:
            turned = image.getexif().get(0x0112, 1) != 1
            size = image.size
    except (binascii.Error, OSError):
        raise NotDrawn("a picture that cannot be read") from None
    if turned:
        raise NotDrawn("a picture that its camera turned")
    return data, *size


def _fitted(
    attributes: Attributes, box: tuple[float, float], size: tuple[int, int]
) -> tuple[float, float, float, float]:
    """Scale and offset by ``preserveAspectRatio``."""
    scale_x, scale_y = box[0] / size[0], box[1] / size[1]
    align, *way = attributes.get("preserveAspectRatio", "xMidYMid").split()
    if align == "none":
        return scale_x, scale_y, 0.0, 0.0
    scale = max(scale_x, scale_y) if way == ["slice"] else min(scale_x, scale_y)
    at = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}
    try:
        share_x, share_y = at[align[1:4]], at[align[5:8]]
    except KeyError:
        raise NotDrawn(f"the place {align!r} of a picture") from None
    return scale, scale, (box[0] - size[0] * scale) * share_x, (box[1] - size[1] * scale) * share_y
