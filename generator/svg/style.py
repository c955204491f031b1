"""How an element is painted: its own properties and those it inherits.

Equal declarations under the same parent give one style object, so derived values are computed once.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from cards_data.outlines.path_reader import SvgError
from cards_data.problems import Message

from .css_values import Rgba, colour, is_plain, length, not_negative, number, opacity
from .drawing import Fill, Paint, Stroke
from .tree import SHORTEST_DASH

_COMMA = re.compile(r"\s*,\s*|\s+")
_URL = re.compile(r"url\(\s*+(['\"]?+)#([^'\"()\s]++)\1\s*+\)\s*+(.*+)", re.DOTALL)


class Viewport(NamedTuple):
    """The size that percentages refer to, in user units."""

    width: float
    height: float

    @property
    def diagonal(self) -> float:
        return math.hypot(self.width, self.height) / math.sqrt(2)


class Reference(NamedTuple):
    """A paint defined elsewhere, and the fallback colour."""

    id: str
    fallback: Rgba | None = None


PaintValue = Rgba | Reference | None
BLACK: Rgba = (0.0, 0.0, 0.0, 1.0)


@dataclass(frozen=True, eq=False)
class ComputedStyle:
    """The inherited properties, computed."""

    fill: PaintValue = BLACK
    fill_opacity: float = 1.0
    evenodd: bool = False
    stroke: PaintValue = None
    stroke_opacity: float = 1.0
    width: float = 1.0
    cap: str = "butt"
    join: str = "miter"
    limit: float = 4.0
    dashes: tuple[float, ...] = ()
    dash_offset: float = 0.0
    stroke_first: bool = False
    color: Rgba = BLACK
    # Which paints are the current colour.
    current: frozenset[str] = frozenset()
    visible: bool = True
    clip_evenodd: bool = False
    font: Mapping[str, str] = field(default_factory=dict)
    # Whether it would mean the same in another picture: no percentages or units.
    portable: bool = True


def reference(text: str) -> tuple[str, str]:
    """Return the id that ``url(#id)`` names, and what follows it."""
    if match := _URL.fullmatch(text.strip()):
        return match[2], match[3].strip()
    if text.strip().startswith("url("):
        raise SvgError(Message("svg.outside"), Message("svg.same_picture"))
    raise SvgError(Message("svg.no_reference"), Message("svg.none_or_url"))


# Reads a property: its text, the style so far and the viewport give the changes of the style.
PropertyReader = Callable[[str, ComputedStyle, Viewport], dict[str, Any]]


def _paint(name: str) -> PropertyReader:
    def read(text: str, style: ComputedStyle, _: Viewport) -> dict[str, Any]:
        keyword = text.strip()
        if keyword.lower() == "currentcolor":
            return {name: style.color, "current": style.current | {name}}
        current = style.current - {name}
        if keyword == "none":
            return {name: None, "current": current}
        if not keyword.startswith("url("):
            return {name: colour(keyword), "current": current}
        ident, rest = reference(keyword)
        fallback = colour(rest) if rest and rest != "none" else None
        return {name: Reference(ident, fallback), "current": current}

    return read


def _color(text: str, style: ComputedStyle, _: Viewport) -> dict[str, Any]:
    """Set the current colour, and the paints that use it."""
    if text.strip().lower() == "currentcolor":
        return {}
    value = colour(text)
    return {"color": value, **dict.fromkeys(style.current, value)}


def _choice(name: str, *words: str, **replacements: Any) -> PropertyReader:
    """Return a reader of one of the allowed values; some are replaced."""
    values = {**dict(zip(words, words, strict=True)), **replacements}

    def read(text: str, _: ComputedStyle, __: Viewport) -> dict[str, Any]:
        if text.strip() not in values:
            raise SvgError(Message("is.unknown"), ", ".join(values))
        return {name: values[text.strip()]}

    return read


def _opacity(name: str) -> PropertyReader:
    return lambda text, _, __: {name: opacity(text)}


def _length(name: str, check: Callable[[float], float] = float) -> PropertyReader:
    return lambda text, _, viewport: {
        name: check(length(text, viewport.diagonal)),
        **_portable(text),
    }


def _limit(text: str, _: ComputedStyle, __: Viewport) -> dict[str, Any]:
    if (limit := number(text)) < 1:
        raise SvgError(Message("svg.below_one"), Message("svg.one_or_more"))
    return {"limit": limit}


def _dashes(text: str, _: ComputedStyle, viewport: Viewport) -> dict[str, Any]:
    if text.strip() == "none":
        return {"dashes": ()}
    words = _COMMA.split(text.strip())
    dashes = tuple(not_negative(length(word, viewport.diagonal)) for word in words)
    if 0 < sum(dashes) < SHORTEST_DASH:
        raise SvgError(Message("svg.too_short"), Message("svg.dashes", n=SHORTEST_DASH))
    return {"dashes": dashes if sum(dashes) else (), **_portable(*words)}


def _portable(*words: str) -> dict[str, Any]:
    """Return the change to a style by lengths with a unit or in percent."""
    return {} if all(map(is_plain, words)) else {"portable": False}


def _paint_order(text: str, _: ComputedStyle, __: Viewport) -> dict[str, Any]:
    words = text.split()
    once = 0 < len(words) == len(set(words) & {"fill", "stroke", "markers"})
    if words != ["normal"] and not once:
        raise SvgError(Message("is.unknown"), Message("svg.paint_order"))
    order = [word for word in words if word in ("fill", "stroke")]
    return {"stroke_first": order[:1] == ["stroke"]}


def _font(name: str) -> PropertyReader:
    """Return a reader of a font property, which applies only to text."""
    return lambda text, style, _: {"font": {**style.font, name: text}}


INHERITED: dict[str, PropertyReader] = {
    "color": _color,
    "fill": _paint("fill"),
    "stroke": _paint("stroke"),
    "fill-opacity": _opacity("fill_opacity"),
    "stroke-opacity": _opacity("stroke_opacity"),
    "fill-rule": _choice("evenodd", nonzero=False, evenodd=True),
    "clip-rule": _choice("clip_evenodd", nonzero=False, evenodd=True),
    "stroke-width": _length("width", not_negative),
    "stroke-linecap": _choice("cap", "butt", "round", "square"),
    "stroke-linejoin": _choice("join", "miter", "round", "bevel"),
    "stroke-miterlimit": _limit,
    "stroke-dasharray": _dashes,
    "stroke-dashoffset": _length("dash_offset"),
    "paint-order": _paint_order,
    "visibility": _choice("visible", visible=True, hidden=False, collapse=False),
    **{
        name: _font(name)
        for name in "font-family font-weight font-style font-size letter-spacing".split()
    },
}
Properties = tuple[tuple[str, str], ...]


@lru_cache(maxsize=8_192)
def child_style(parent: ComputedStyle, own: Properties, viewport: Viewport) -> ComputedStyle:
    """Return the style of an element under a parent; ``color`` is applied first."""
    style = object.__new__(ComputedStyle)
    vars(style).update(vars(parent))
    for name, text in sorted(own, key=lambda pair: pair[0] != "color"):
        if text == "inherit":
            continue
        try:
            vars(style).update(INHERITED[name](text, style, viewport))
        except SvgError as error:
            raise PropertyError(name, text, error) from None
    return style


class PropertyError(SvgError):
    def __init__(self, name: str, text: str, error: SvgError) -> None:
        super().__init__(error.found, error.allowed)
        self.name, self.text = name, text


# A paint and its alpha, and how an element is filled and stroked.
Ink = tuple[Paint | None, float]
Paints = tuple[Fill | None, Stroke | None]


def ink_paints(style: ComputedStyle, inside: Ink, line: Ink, shared: float) -> Paints:
    """Return how an element is painted; ``shared`` is the opacity of all of it."""
    fill = stroke = None
    if inside[0] is not None:
        fill = Fill(inside[0], shared * style.fill_opacity * inside[1], style.evenodd)
    # A pen without width draws nothing.
    if line[0] is not None and style.width > 0:
        opacity = shared * style.stroke_opacity * line[1]
        offset = style.dash_offset if style.dashes else 0.0
        pen = style.cap, style.join, style.limit, style.dashes, offset
        stroke = Stroke(line[0], style.width, opacity, *pen)
    return fill, stroke
