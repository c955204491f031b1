"""Basic shapes into paths.

Comes in: the attributes of a shape and the viewport that percentages are of. Goes out: its path,
or nothing where it has no size.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cards_data.problems import Text

from ..drawing import Path
from ..errors import SvgError
from ..style import PropertyError, Viewport
from .lengths import length, not_negative, numbers
from .path_data import ellipse, polygon, read_path, rectangle

Attributes = Mapping[str, str]


class Measures:
    """The lengths of one shape, by name; a wrong one says its name."""

    def __init__(self, attributes: Attributes, viewport: Viewport) -> None:
        self._attributes = attributes
        self._viewport = viewport

    def x(self, name: str) -> float:
        return self._length(name, self._viewport.width)

    def y(self, name: str) -> float:
        return self._length(name, self._viewport.height)

    def size(self, name: str, whole: float) -> float:
        return not_negative_of(name, self._attributes, self._length(name, whole))

    def width(self, name: str) -> float:
        return self.size(name, self._viewport.width)

    def height(self, name: str) -> float:
        return self.size(name, self._viewport.height)

    def radius(self, name: str) -> float:
        return self.size(name, self._viewport.diagonal)

    def is_auto(self, name: str) -> bool:
        return self._attributes.get(name, "auto").strip() == "auto"

    def _length(self, name: str, whole: float) -> float:
        text = self._attributes.get(name)
        if text is None or text == "auto":
            return 0.0
        try:
            return length(text, whole)
        except SvgError as error:
            raise PropertyError(name, text, error) from None


def not_negative_of(name: str, attributes: Attributes, value: float) -> float:
    try:
        return not_negative(value)
    except SvgError as error:
        raise PropertyError(name, attributes.get(name, ""), error) from None


def _rect(attributes: Attributes, viewport: Viewport) -> Path | None:
    of = Measures(attributes, viewport)
    width, height = of.width("width"), of.height("height")
    rx, ry = of.width("rx"), of.height("ry")
    if of.is_auto("rx"):
        rx = ry
    if of.is_auto("ry"):
        ry = rx
    if not width or not height:
        return None
    return rectangle(of.x("x"), of.y("y"), width, height, rx, ry)


def _circle(attributes: Attributes, viewport: Viewport) -> Path | None:
    of = Measures(attributes, viewport)
    radius = of.radius("r")
    return ellipse(of.x("cx"), of.y("cy"), radius, radius) if radius else None


def _ellipse(attributes: Attributes, viewport: Viewport) -> Path | None:
    of = Measures(attributes, viewport)
    rx, ry = of.width("rx"), of.height("ry")
    rx, ry = ry if of.is_auto("rx") else rx, rx if of.is_auto("ry") else ry
    return ellipse(of.x("cx"), of.y("cy"), rx, ry) if rx and ry else None


def _line(attributes: Attributes, viewport: Viewport) -> Path:
    of = Measures(attributes, viewport)
    return polygon((of.x("x1"), of.y("y1"), of.x("x2"), of.y("y2")), closed=False)


def _points(attributes: Attributes, closed: bool) -> Path | None:
    text = attributes.get("points", "")
    try:
        values = numbers(text)
        if len(values) % 2:
            raise SvgError(Text("svg.odd"), Text("svg.pairs"))
    except SvgError as error:
        raise PropertyError("points", text, error) from None
    return polygon(values, closed) if values else None


def _path(attributes: Attributes, _: Viewport) -> Path | None:
    text = attributes.get("d", "")
    try:
        return read_path(text)
    except SvgError as error:
        raise PropertyError("d", text, error) from None


OUTLINES: dict[str, Callable[[Attributes, Viewport], Path | None]] = {
    "path": _path,
    "rect": _rect,
    "circle": _circle,
    "ellipse": _ellipse,
    "line": _line,
    "polyline": lambda attributes, _: _points(attributes, closed=False),
    "polygon": lambda attributes, _: _points(attributes, closed=True),
}
# What percentages and units may be written in.
LENGTHS = frozenset("x y width height cx cy r rx ry x1 y1 x2 y2".split())
