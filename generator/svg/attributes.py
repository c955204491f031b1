"""SVG attributes into values: numbers, colours, transforms, pens.

Comes in: the text of an attribute. Goes out: its value, read once for the same words; what is
not covered (units, percentages, functions) is said by ``NotDrawn``.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import NamedTuple

from .drawing import IDENTITY, Colour, Fill, Matrix, NotDrawn, Paint, Stroke, times

Attributes = Mapping[str, str]

_TRANSFORM = re.compile(r"\s*(\w+)\s*\(([^)]*)\)[\s,]*")
_URL = re.compile(r"url\(\s*['\"]?#([^'\")]+)['\"]?\s*\)")
_CAPS = ("butt", "round", "square")
_JOINS = ("miter", "round", "bevel")


def number(text: str) -> float:
    """A plain number."""
    try:
        return float(text)
    except ValueError:
        raise NotDrawn(f"the number {text[:20]!r}") from None


def share(text: str) -> float:
    """A number, or a percentage of one."""
    text = text.strip()
    return number(text[:-1]) / 100 if text.endswith("%") else number(text)


def numbers(text: str) -> tuple[float, ...]:
    return tuple(map(number, text.replace(",", " ").split()))


def opacity(text: str) -> float:
    return min(1.0, max(0.0, share(text)))


def reference(text: str) -> str | None:
    """The id that a ``url(#id)`` names."""
    found = _URL.match(text.strip())
    return found[1] if found else None


@lru_cache(maxsize=2048)
def colour(text: str) -> Colour | None:
    """A colour; nothing where nothing is painted."""
    text = text.strip()
    if text in ("none", "transparent", ""):
        return None
    if text == "black":
        return 0.0, 0.0, 0.0
    digits = text[1:]
    if text[0] == "#" and len(digits) in (3, 6):
        if len(digits) == 3:
            digits = "".join(digit * 2 for digit in digits)
        try:
            red, green, blue = bytes.fromhex(digits)
        except ValueError:
            raise NotDrawn(f"the colour {text[:20]!r}") from None
        return red / 255, green / 255, blue / 255
    return _named(text)


def _named(text: str) -> Colour:
    from PIL import ImageColor

    try:
        red, green, blue, *alpha = ImageColor.getrgb(text)
    except ValueError:
        raise NotDrawn(f"the colour {text[:20]!r}") from None
    if alpha:
        raise NotDrawn(f"the colour {text[:20]!r}")
    return red / 255, green / 255, blue / 255


@lru_cache(maxsize=8192)
def transform(text: str) -> Matrix:
    """All transforms of an attribute as one matrix."""
    found, end = IDENTITY, 0
    for match in _TRANSFORM.finditer(text):
        if match.start() != end or match[1] not in _KINDS:
            break
        end = match.end()
        try:
            found = times(_KINDS[match[1]](*numbers(match[2])), found)
        except TypeError:
            raise NotDrawn(f"the transform {text[:40]!r}") from None
    if end != len(text):
        raise NotDrawn(f"the transform {text[:40]!r}")
    return found


def _rotate(degrees: float, x: float = 0.0, y: float = 0.0) -> Matrix:
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y


def _scale(x: float, y: float | None = None) -> Matrix:
    return x, 0.0, 0.0, x if y is None else y, 0.0, 0.0


def _matrix(a: float, b: float, c: float, d: float, e: float, f: float) -> Matrix:
    return a, b, c, d, e, f


_KINDS: dict[str, Callable[..., Matrix]] = {
    "matrix": _matrix,
    "translate": lambda x, y=0.0: (1.0, 0.0, 0.0, 1.0, x, y),
    "scale": _scale,
    "rotate": _rotate,
    "skewX": lambda degrees: (1.0, 0.0, math.tan(math.radians(degrees)), 1.0, 0.0, 0.0),
    "skewY": lambda degrees: (1.0, math.tan(math.radians(degrees)), 0.0, 1.0, 0.0, 0.0),
}


class PaintStyle(NamedTuple):
    """The attributes that say how an element is painted, as they are written."""

    fill: str
    fill_rule: str
    fill_opacity: str
    opacity: str
    stroke: str
    stroke_opacity: str
    width: str
    cap: str
    join: str
    limit: str
    dashes: str
    dash_offset: str


def look(attributes: Attributes) -> PaintStyle:
    get = attributes.get
    return PaintStyle(
        get("fill", "black"),
        get("fill-rule", "nonzero"),
        get("fill-opacity", "1"),
        get("opacity", "1"),
        get("stroke", "none"),
        get("stroke-opacity", "1"),
        get("stroke-width", "1"),
        get("stroke-linecap", "butt"),
        get("stroke-linejoin", "miter"),
        get("stroke-miterlimit", "4"),
        get("stroke-dasharray", "none"),
        get("stroke-dashoffset", "0"),
    )


@lru_cache(maxsize=4096)
def plain_paints(found: PaintStyle) -> tuple[Fill | None, Stroke | None]:
    """How an element in plain colours is filled and stroked."""
    return fill_of(found, colour(found.fill)), stroke_of(found, colour(found.stroke))


def fill_of(found: PaintStyle, paint: Paint | None) -> Fill | None:
    if paint is None:
        return None
    alpha = opacity(found.opacity) * opacity(found.fill_opacity)
    return Fill(paint, alpha, found.fill_rule == "evenodd")


def stroke_of(found: PaintStyle, paint: Paint | None) -> Stroke | None:
    """The pen of an element; one without width draws nothing."""
    width = number(found.width)
    if paint is None or width <= 0:
        return None
    if found.cap not in _CAPS or found.join not in _JOINS:
        raise NotDrawn(f"the pen {found.cap!r}, {found.join!r}")
    dashes = () if found.dashes == "none" else numbers(found.dashes)
    return Stroke(
        paint,
        width,
        opacity(found.opacity) * opacity(found.stroke_opacity),
        found.cap,
        found.join,
        number(found.limit),
        dashes if sum(dashes) else (),
        number(found.dash_offset) if sum(dashes) else 0.0,
    )
