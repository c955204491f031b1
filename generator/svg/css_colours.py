"""Colours in every spelling of CSS that has one meaning in sRGB."""

from __future__ import annotations

import colorsys
import re
from functools import lru_cache

from cards_data.outlines.path_reader import NUMBER
from cards_data.problems import Message, did_you_mean

from .tree import SvgError

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
    return _named(text.lower())


def _hex(digits: str) -> Rgba:
    if len(digits) < 6:
        digits = "".join(digit * 2 for digit in digits)
    red, green, blue, *alpha = bytes.fromhex(digits)
    return red / 255, green / 255, blue / 255, alpha[0] / 255 if alpha else 1.0


def _named(name: str) -> Rgba:
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
    """``rgb(1, 2, 3)``, ``rgba(1 2 3 / 50%)``, ``hsl(120deg 50% 50%)`` and their like."""
    parts = _parts(text)
    if len(parts) not in (3, 4) or (len(parts) == 4 and parts[3][1] == "deg"):
        raise SvgError(Message("svg.no_colour"), ALLOWED)
    alpha = _clamped(parts[3][0] / (100 if parts[3][1] else 1)) if len(parts) == 4 else 1.0
    red, green, blue = (_rgb if name == "rgb" else _hsl)(parts[:3])
    return red, green, blue, alpha


def _parts(text: str) -> list[tuple[float, str]]:
    """The numbers of a colour with their units; all between commas, or none."""
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
    red, green, blue = (_clamped(value / whole) for value, _ in parts)
    return red, green, blue


def _hsl(parts: list[tuple[float, str]]) -> tuple[float, float, float]:
    (hue, turn), (saturation, one), (light, two) = parts
    if turn not in ("", "deg") or (one, two) != ("%", "%"):
        raise SvgError(Message("svg.no_colour"), "hsl(degrees, percent, percent)")
    return colorsys.hls_to_rgb(hue / 360 % 1, _clamped(light / 100), _clamped(saturation / 100))


def _clamped(value: float) -> float:
    return min(1.0, max(0.0, value))
