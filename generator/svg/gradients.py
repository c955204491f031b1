"""Gradients: their ends, stops and the way to what they paint.

Comes in: a gradient's element and the box of the path it paints. Goes out: a gradient in the
path's own coordinates, or the plain colour that it comes down to.
"""

from __future__ import annotations

from xml.etree.ElementTree import Element

from .attributes import colour, number, opacity, share, transform
from .bounding_box import Rect
from .drawing import Gradient, Matrix, NotDrawn, Paint, Stop, times

_SPREADS = ("pad", "reflect", "repeat")


def gradient(node: Element, tag: str, box: Rect | None) -> Paint | None:
    """The paint that a gradient gives on a path with that box."""
    if any(name.endswith("href") for name in node.attrib):
        raise NotDrawn("a gradient that goes on from another")
    stops = _stops(node)
    if not stops:
        return None
    matrix = transform(node.get("gradientTransform", ""))
    if node.get("gradientUnits") != "userSpaceOnUse":
        matrix = times(matrix, _shares_of(box))
        read = share
    else:
        read = number
    spread = node.get("spreadMethod", "pad")
    if tag not in _ENDS or spread not in _SPREADS:
        raise NotDrawn(f"the paint <{tag}>")
    ends = tuple(read(node.get(name, node.get(other, rest))) for name, other, rest in _ENDS[tag])
    if tag == "radialGradient":
        ends = (*ends[:2], 0.0, *ends[2:])
    return Gradient(ends, stops, matrix, spread)


# Where the numbers of a gradient stand: a name, what stands in for it, and what holds without.
_ENDS = {
    "linearGradient": (
        ("x1", "", "0"),
        ("y1", "", "0"),
        ("x2", "", "1"),
        ("y2", "", "0"),
    ),
    "radialGradient": (
        ("fx", "cx", "0.5"),
        ("fy", "cy", "0.5"),
        ("cx", "", "0.5"),
        ("cy", "", "0.5"),
        ("r", "", "0.5"),
    ),
}


def _shares_of(box: Rect | None) -> Matrix:
    """From shares of a box to the coordinates that it is given in."""
    if box is None or not box[2] or not box[3]:
        raise NotDrawn("a gradient in shares of something without a box")
    return box[2], 0.0, 0.0, box[3], box[0], box[1]


def _stops(node: Element) -> tuple[Stop, ...]:
    """The stops in order; one that lies before its neighbour moves up to it."""
    found: list[Stop] = []
    least = 0.0
    for child in node:
        if not str(child.tag).endswith("stop"):
            continue
        least = min(1.0, max(least, share(child.get("offset", "0"))))
        tone = colour(child.get("stop-color", "black"))
        alpha = opacity(child.get("stop-opacity", "1")) if tone else 0.0
        found.append(Stop(least, tone or (0.0, 0.0, 0.0), alpha))
    return tuple(found)
