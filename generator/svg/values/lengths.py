"""Numbers, lengths and transforms as SVG writes them.

Comes in: the text of an attribute. Goes out: its value, or an ``SvgError`` with what is allowed.
The same text is read once.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from functools import lru_cache

from cards_data.outlines import path_reader
from cards_data.outlines.path_reader import NUMBER, PathError
from cards_data.problems import Text

from ..drawing import IDENTITY, Matrix, times
from ..errors import SvgError

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
    """One plain number."""
    text = text.strip()
    if not _ONE.fullmatch(text):
        raise SvgError(Text("svg.no_number"), Text("allowed.number"))
    return near(float(text))


def near(value: float) -> float:
    """A number that cairo's own numbers can hold."""
    try:
        return path_reader.near(value)
    except PathError as fault:
        raise SvgError(fault.found, fault.allowed) from None


def numbers(text: str) -> tuple[float, ...]:
    """Plain numbers, as compact as SVG may write them: ``10-5.5.5``."""
    try:
        return path_reader.number_list(text)
    except PathError as fault:
        raise SvgError(fault.found, fault.allowed) from None


@lru_cache(maxsize=16_384)
def length(text: str, whole: float) -> float:
    """A length in user units; a percentage is one of the whole."""
    match = _LENGTH.fullmatch(text.strip())
    if not match:
        raise SvgError(Text("svg.no_length"), Text("svg.units"))
    value = float(match[1])
    if match[2] == "%":
        value *= whole / 100
    elif match[2]:
        value *= _UNITS[match[2]]
    return near(value)


def is_plain(text: str) -> bool:
    """Whether a length means the same wherever it stands: a number without a unit."""
    return text[-1:].isdigit() or _ONE.fullmatch(text.strip()) is not None


def not_negative(value: float) -> float:
    if value < 0:
        raise SvgError(Text("svg.below_zero"), Text("svg.zero_or_more"))
    return value


@lru_cache(maxsize=2_048)
def share(text: str) -> float:
    """A number or a percentage: 0.5 or 50%."""
    text = text.strip()
    if text.endswith("%"):
        return number(text[:-1]) / 100
    return number(text)


@lru_cache(maxsize=2_048)
def opacity(text: str) -> float:
    """From 0 to 1; CSS clamps what lies beyond, we take it for a slip of the hand."""
    value = share(text)
    if not 0 <= value <= 1:
        raise SvgError(Text("svg.no_opacity"), Text("svg.opacity"))
    return value


@lru_cache(maxsize=8_192)
def transform(text: str) -> Matrix:
    """All transforms of an attribute as one matrix."""
    matrix, text = IDENTITY, text.strip()
    if text in ("", "none"):
        return matrix
    end = 0
    while match := _TRANSFORM.match(text, end):
        values = numbers(match[2])
        if len(values) not in _COUNTS[match[1]]:
            break
        matrix = times(_MATRICES[match[1]](*values), matrix)
        gap = _GAP.match(text, match.end())
        end = gap.end() if gap else match.end()
        if end == len(text) and "," not in text[match.end() :]:
            return matrix
        if text.count(",", match.end(), end) > 1:
            break
    raise SvgError(Text("svg.no_transform"), Text("svg.transforms"))


def _rotate(degrees: float, x: float = 0.0, y: float = 0.0) -> Matrix:
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y


def _scale(x: float, y: float | None = None) -> Matrix:
    return x, 0.0, 0.0, x if y is None else y, 0.0, 0.0


_COUNTS = {
    "matrix": (6,),
    "translate": (1, 2),
    "scale": (1, 2),
    "rotate": (1, 3),
    "skewX": (1,),
    "skewY": (1,),
}
_MATRICES: dict[str, Callable[..., Matrix]] = {
    "matrix": lambda a, b, c, d, e, f: (a, b, c, d, e, f),
    "translate": lambda x, y=0.0: (1.0, 0.0, 0.0, 1.0, x, y),
    "scale": _scale,
    "rotate": _rotate,
    "skewX": lambda degrees: (1.0, 0.0, math.tan(math.radians(degrees)), 1.0, 0.0, 0.0),
    "skewY": lambda degrees: (1.0, math.tan(math.radians(degrees)), 0.0, 1.0, 0.0, 0.0),
}
