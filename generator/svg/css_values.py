"""Parse SVG numbers, lengths, transforms and colours; the same text is parsed once."""

from __future__ import annotations

import colorsys
import math
import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from cards_data.outlines.path_reader import NUMBER, Rect, SvgError, check_reach, number_list
from cards_data.problems import Message, did_you_mean

from .drawing import IDENTITY, Matrix, times
from .tree import SMALLEST_VIEW

_ONE = re.compile(NUMBER)
_LENGTH = re.compile(rf"({NUMBER})(px|pt|pc|mm|cm|in|Q|%)?")
_TRANSFORM = re.compile(r"(matrix|translate|scale|rotate|skewX|skewY)\s*+\(([^()]*+)\)")
_GAP = re.compile(r"[\s,]*+")
# CSS: an inch is 96 pixels, and a pixel is the unit of SVG.
_UNITS = {
    "px": 1.0,
    "pt": 96 / 72,
    "pc": 16.0,
    "mm": 96 / 25.4,
    "cm": 96 / 2.54,
    "in": 96.0,
    "Q": 96 / 101.6,
}


@lru_cache(maxsize=16_384)
def number(text: str) -> float:
    text = text.strip()
    if not _ONE.fullmatch(text):
        raise SvgError(Message("svg.no_number"), Message("allowed.number"))
    return check_reach(float(text))


@lru_cache(maxsize=16_384)
def length(text: str, whole: float) -> float:
    """Return a length in user units; a percentage refers to the whole."""
    match = _LENGTH.fullmatch(text.strip())
    if not match:
        raise SvgError(Message("svg.no_length"), Message("svg.units"))
    value = float(match[1])
    if match[2] == "%":
        value *= whole / 100
    elif match[2]:
        value *= _UNITS[match[2]]
    return check_reach(value)


def is_plain(text: str) -> bool:
    """Return whether a length is a plain number, which means the same anywhere."""
    return text[-1:].isdigit() or _ONE.fullmatch(text.strip()) is not None


def not_negative(value: float) -> float:
    if value < 0:
        raise SvgError(Message("svg.below_zero"), Message("svg.zero_or_more"))
    return value


@lru_cache(maxsize=2_048)
def share(text: str) -> float:
    """Parse a number or a percentage: 0.5 or 50%."""
    text = text.strip()
    if text.endswith("%"):
        return number(text[:-1]) / 100
    return number(text)


@lru_cache(maxsize=2_048)
def opacity(text: str) -> float:
    """Parse an opacity from 0 to 1; CSS clamps other values, but here they are mistakes."""
    value = share(text)
    if not 0 <= value <= 1:
        raise SvgError(Message("svg.no_opacity"), Message("svg.opacity"))
    return value


@lru_cache(maxsize=8_192)
def transform(text: str) -> Matrix:
    """Return all transforms of an attribute as one matrix."""
    matrix, text = IDENTITY, text.strip()
    if text in ("", "none"):
        return matrix
    end = 0
    while match := _TRANSFORM.match(text, end):
        values = number_list(match[2])
        counts, matrix_of = _TRANSFORMS[match[1]]
        if len(values) not in counts:
            break
        matrix = times(matrix_of(*values), matrix)
        gap = _GAP.match(text, match.end())
        end = gap.end() if gap else match.end()
        if end == len(text) and "," not in text[match.end() :]:
            return matrix
        if text.count(",", match.end(), end) > 1:
            break
    raise SvgError(Message("svg.no_transform"), Message("svg.transforms"))


def _rotate(degrees: float, x: float = 0.0, y: float = 0.0) -> Matrix:
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y


def _scale(x: float, y: float | None = None) -> Matrix:
    return x, 0.0, 0.0, x if y is None else y, 0.0, 0.0


# The allowed number of arguments of each transform, and its matrix.
_TRANSFORMS: dict[str, tuple[tuple[int, ...], Callable[..., Matrix]]] = {
    "matrix": ((6,), lambda a, b, c, d, e, f: (a, b, c, d, e, f)),
    "translate": ((1, 2), lambda x, y=0.0: (1.0, 0.0, 0.0, 1.0, x, y)),
    "scale": ((1, 2), _scale),
    "rotate": ((1, 3), _rotate),
    "skewX": ((1,), lambda degrees: (1.0, 0.0, math.tan(math.radians(degrees)), 1.0, 0.0, 0.0)),
    "skewY": ((1,), lambda degrees: (1.0, math.tan(math.radians(degrees)), 0.0, 1.0, 0.0, 0.0)),
}


_ASPECT = re.compile(r"(?:defer\s+)?(none|x(Min|Mid|Max)Y(Min|Mid|Max))(?:\s+(meet|slice))?")
_SHARES = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}


class Fit(NamedTuple):
    """Scale and offset, and whether something extends past the place and must be clipped."""

    scale_x: float
    scale_y: float
    dx: float
    dy: float
    cut: bool


def fit_of(aspect: str, place: tuple[float, float], size: tuple[float, float]) -> Fit:
    """Fit something of a size into a place."""
    match = _ASPECT.fullmatch(aspect.strip() or "xMidYMid")
    if not match:
        raise SvgError(f'preserveAspectRatio="{aspect[:30]}"', Message("svg.aspect"))
    scale_x, scale_y = place[0] / size[0], place[1] / size[1]
    if match[1] == "none":
        return Fit(scale_x, scale_y, 0.0, 0.0, False)
    scale = max(scale_x, scale_y) if match[4] == "slice" else min(scale_x, scale_y)
    dx = (place[0] - size[0] * scale) * _SHARES[match[2]]
    dy = (place[1] - size[1] * scale) * _SHARES[match[3]]
    return Fit(scale, scale, dx, dy, match[4] == "slice" and scale_x != scale_y)


def view_box(text: str) -> Rect:
    """Parse four numbers with a size that can be drawn."""
    allowed = Message("svg.view", n=SMALLEST_VIEW)
    try:
        x, y, width, height = number_list(text)
    except (SvgError, ValueError):
        raise SvgError(f'viewBox="{text[:40]}"', allowed) from None
    if min(width, height) < SMALLEST_VIEW:
        raise SvgError(f'viewBox="{text[:40]}"', allowed)
    return x, y, width, height


Rgba = tuple[float, float, float, float]
_HEX = re.compile(r"#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})")
_FUNCTION = re.compile(r"(rgb|hsl)a?\(\s*+([^()]*+)\)", re.IGNORECASE)
_PART = re.compile(rf"({NUMBER})(%|deg)?")
ALLOWED = Message("svg.colours")


@lru_cache(maxsize=4_096)
def colour(text: str) -> Rgba:
    text = text.strip()
    if _HEX.fullmatch(text):
        return _hex(text[1:])
    if match := _FUNCTION.fullmatch(text):
        return _function(match[1].lower(), match[2])
    return _named_colour(text.lower())


def _hex(digits: str) -> Rgba:
    if len(digits) < 6:
        digits = "".join(digit * 2 for digit in digits)
    red, green, blue, *alpha = bytes.fromhex(digits)
    return red / 255, green / 255, blue / 255, alpha[0] / 255 if alpha else 1.0


def _named_colour(name: str) -> Rgba:
    from generator.images import named_colour, named_colours

    if name == "transparent":
        return 0.0, 0.0, 0.0, 0.0
    if name not in named_colours():
        hint = did_you_mean(name, named_colours())
        allowed = Message("file.encoding", name=ALLOWED, sample=hint) if hint else ALLOWED
        raise SvgError(Message("svg.no_colour"), allowed)
    red, green, blue = named_colour(name)
    return red / 255, green / 255, blue / 255, 1.0


def _function(name: str, text: str) -> Rgba:
    """Parse ``rgb(1, 2, 3)``, ``rgba(1 2 3 / 50%)``, ``hsl(120deg 50% 50%)`` and so on."""
    parts = _parts(text)
    if len(parts) not in (3, 4) or (len(parts) == 4 and parts[3][1] == "deg"):
        raise SvgError(Message("svg.no_colour"), ALLOWED)
    alpha = _clamp(parts[3][0] / (100 if parts[3][1] else 1)) if len(parts) == 4 else 1.0
    red, green, blue = (_rgb if name == "rgb" else _hsl)(parts[:3])
    return red, green, blue, alpha


def _parts(text: str) -> list[tuple[float, str]]:
    """Return the numbers of a colour with their units, separated by commas or by spaces."""
    if "," in text:
        words = [word.strip() for word in text.split(",")]
    else:
        front, slash, alpha = text.partition("/")
        words = [*front.split(), *([alpha.strip()] if slash else [])]
        if slash and len(words) != 4:
            raise SvgError(Message("svg.no_colour"), ALLOWED)
    matches = [_PART.fullmatch(word) for word in words]
    if not all(matches):
        raise SvgError(Message("svg.no_colour"), ALLOWED)
    return [(float(match[1]), match[2] or "") for match in matches if match]


def _rgb(parts: list[tuple[float, str]]) -> tuple[float, float, float]:
    units = {unit for _, unit in parts}
    if units not in ({""}, {"%"}):
        raise SvgError(Message("svg.no_colour"), Message("svg.rgb"))
    whole = 100 if units == {"%"} else 255
    red, green, blue = (_clamp(value / whole) for value, _ in parts)
    return red, green, blue


def _hsl(parts: list[tuple[float, str]]) -> tuple[float, float, float]:
    (hue, turn), (saturation, one), (light, two) = parts
    if turn not in ("", "deg") or (one, two) != ("%", "%"):
        raise SvgError(Message("svg.no_colour"), "hsl(degrees, percent, percent)")
    return colorsys.hls_to_rgb(hue / 360 % 1, _clamp(light / 100), _clamp(saturation / 100))


def _clamp(value: float) -> float:
    return min(1.0, max(0.0, value))
