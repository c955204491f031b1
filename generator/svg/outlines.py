"""The basic shapes of SVG as paths."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import lru_cache

from cards_data.outlines.path_reader import Point, Step, SvgError, number_list, path_steps
from cards_data.problems import Message

from .css_values import length, not_negative
from .drawing import Path
from .style import PropertyError, Viewport

KAPPA = 4 * (math.sqrt(2) - 1) / 3


@lru_cache(maxsize=8192)
def read_path(data: str) -> Path:
    return Path(path_steps(data))


@lru_cache(maxsize=8192)
def ellipse(cx: float, cy: float, rx: float, ry: float) -> Path:
    """Return four curves, clockwise from the right, as cairo's own circle begins."""
    kx, ky = rx * KAPPA, ry * KAPPA
    return Path(
        (
            ("M", (cx + rx, cy)),
            ("C", (cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry)),
            ("C", (cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy)),
            ("C", (cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry)),
            ("C", (cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy)),
            ("Z", ()),
        )
    )


@lru_cache(maxsize=8192)
def rectangle(x: float, y: float, width: float, height: float, rx: float, ry: float) -> Path:
    """Return a rectangle, with rounded corners if radii are given."""
    right, bottom = x + width, y + height
    if not rx or not ry:
        return polygon((x, y, right, y, right, bottom, x, bottom), closed=True)
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    kx, ky = rx * (1 - KAPPA), ry * (1 - KAPPA)
    return Path(
        (
            ("M", (x + rx, y)),
            ("L", (right - rx, y)),
            ("C", (right - kx, y, right, y + ky, right, y + ry)),
            ("L", (right, bottom - ry)),
            ("C", (right, bottom - ky, right - kx, bottom, right - rx, bottom)),
            ("L", (x + rx, bottom)),
            ("C", (x + kx, bottom, x, bottom - ky, x, bottom - ry)),
            ("L", (x, y + ry)),
            ("C", (x, y + ky, x + kx, y, x + rx, y)),
            ("Z", ()),
        )
    )


@lru_cache(maxsize=8192)
def polygon(points: tuple[float, ...], closed: bool) -> Path:
    pairs = [points[place : place + 2] for place in range(0, len(points) - 1, 2)]
    steps: list[Step] = [("L" if place else "M", pair) for place, pair in enumerate(pairs)]
    return Path((*steps, ("Z", ())) if closed else tuple(steps))


def zero_lengths(path: Path, width: float) -> tuple[Step, ...]:
    """Return zero-length subpaths, extended so that back ends paint their square caps."""
    caps: list[Step] = []
    subpath: list[Point] = []
    for letter, at in (*path.steps, ("M", (0.0, 0.0))):
        if letter == "M":
            if len(subpath) > 1 and len(set(subpath)) == 1:
                (x, y), more = subpath[0], width / 200
                caps += ("M", (x - more, y)), ("L", (x + more, y))
            subpath = [(at[0], at[1])]
        else:
            places = zip(at[::2], at[1::2], strict=True)
            subpath += places if at else subpath[:1]
    return tuple(caps)


Attributes = Mapping[str, str]
# Attributes that accept percentages and units: what a percentage refers to, and whether the value
# may be negative.
_AXES = {
    **dict.fromkeys(("x", "x1", "x2", "cx"), ("width", True)),
    **dict.fromkeys(("y", "y1", "y2", "cy"), ("height", True)),
    **{"width": ("width", False), "rx": ("width", False)},
    **{"height": ("height", False), "ry": ("height", False), "r": ("diagonal", False)},
}
LENGTHS = frozenset(_AXES)


class Measures:
    """The lengths of one shape, by name; an invalid one is reported with its name."""

    def __init__(self, attributes: Attributes, viewport: Viewport) -> None:
        self._attributes = attributes
        self._viewport = viewport

    def is_auto(self, name: str) -> bool:
        return self._attributes.get(name, "auto").strip() == "auto"

    def __call__(self, name: str) -> float:
        text = self._attributes.get(name)
        if text is None or text == "auto":
            return 0.0
        whole, signed = _AXES[name]
        try:
            value = length(text, getattr(self._viewport, whole))
            return value if signed else not_negative(value)
        except SvgError as error:
            raise PropertyError(name, text, error) from None


def _rect(attributes: Attributes, viewport: Viewport) -> Path | None:
    of = Measures(attributes, viewport)
    width, height = of("width"), of("height")
    rx, ry = of("rx"), of("ry")
    if of.is_auto("rx"):
        rx = ry
    if of.is_auto("ry"):
        ry = rx
    if not width or not height:
        return None
    return rectangle(of("x"), of("y"), width, height, rx, ry)


def _circle(attributes: Attributes, viewport: Viewport) -> Path | None:
    of = Measures(attributes, viewport)
    radius = of("r")
    return ellipse(of("cx"), of("cy"), radius, radius) if radius else None


def _ellipse(attributes: Attributes, viewport: Viewport) -> Path | None:
    of = Measures(attributes, viewport)
    rx, ry = of("rx"), of("ry")
    rx, ry = ry if of.is_auto("rx") else rx, rx if of.is_auto("ry") else ry
    return ellipse(of("cx"), of("cy"), rx, ry) if rx and ry else None


def _line(attributes: Attributes, viewport: Viewport) -> Path:
    of = Measures(attributes, viewport)
    return polygon((of("x1"), of("y1"), of("x2"), of("y2")), closed=False)


def _points(attributes: Attributes, closed: bool) -> Path | None:
    text = attributes.get("points", "")
    try:
        values = number_list(text)
        if len(values) % 2:
            raise SvgError(Message("svg.odd"), Message("svg.pairs"))
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
