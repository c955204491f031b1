"""Resolve paints: gradients in the coordinates of the path they fill, or a plain colour."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from xml.etree.ElementTree import Element

from cards_data.outlines.path_reader import Rect, SvgError
from cards_data.problems import Message, one_of

from .css_values import Rgba, colour, is_plain, length, not_negative, opacity, share, transform
from .drawing import IDENTITY, Gradient, Matrix, Path, Stop, inverse, times
from .elements import SvgDocument
from .style import ComputedStyle, Ink, Paints, PaintValue, Reference, Viewport, ink_paints
from .tree import MOST_GRADIENTS_ON, MOST_REPEATS, declarations, href, tag_of

TAGS = ("linearGradient", "radialGradient")
_SPREADS = ("pad", "reflect", "repeat")
# The numbers of a gradient: a name, the side that percentages refer to, and the default.
_ENDS = {
    "linearGradient": (("x1", 0, "0%"), ("y1", 1, "0%"), ("x2", 0, "100%"), ("y2", 1, "0%")),
    "radialGradient": (("cx", 0, "50%"), ("cy", 1, "50%"), ("r", 2, "50%"), ("fr", 2, "0%")),
}
Chain = Sequence[Element]
ColourOf = Callable[[Element], Rgba]


def chain_of(node: Element, by_id: Callable[[str], Element | None]) -> list[Element]:
    """Return a gradient and those that it inherits from by ``href``."""
    chain = [node]
    while target := href(chain[-1]):
        following = by_id(target[1:]) if target.startswith("#") else None
        if following is None or tag_of(following) not in TAGS:
            raise SvgError(Message("svg.no_gradient", href=target[:40]), Message("svg.gradient_id"))
        if following in chain:
            raise SvgError(Message("svg.gradient_itself"), Message("svg.end_to_row"))
        if len(chain) == MOST_GRADIENTS_ON:
            allowed = Message("allowed.up_to", n=MOST_GRADIENTS_ON)
            raise SvgError(Message("svg.gradients_on"), allowed)
        chain.append(following)
    return chain


def is_portable(chain: Chain) -> bool:
    """Return whether it means the same in another picture."""
    if _value(chain, "gradientUnits", "objectBoundingBox") == "objectBoundingBox":
        return len(chain) == 1
    ends = [_value(chain, name, rest) for name, _, rest in _ENDS[tag_of(chain[0])]]
    focus = [_value(chain, name, "0") for name in ("fx", "fy")]
    return len(chain) == 1 and all(end == "0%" or is_plain(end) for end in (*ends, *focus))


def gradient(chain: Chain, box: Rect, reach: Rect, viewport: Viewport, colour_of: ColourOf) -> Ink:
    """Return what a gradient paints on a path with that box, and its alpha if it is one colour.

    ``reach`` is the painted area, including the line width.
    """
    stops = _stops(chain, colour_of)
    matrix = transform(_value(chain, "gradientTransform", ""))
    if inverse(matrix) is None:
        raise SvgError(Message("svg.flat"), Message("svg.way_back"))
    sides, shares = _measures(chain, box, viewport)
    if not stops or shares is None:
        return None, 1.0
    matrix = times(matrix, shares)
    ends = _ends(chain, sides)
    # If both ends coincide, only the last colour shows.
    flat = ends[:2] == ends[2:] if len(ends) == 4 else ends[5] == 0
    if len(stops) == 1 or flat:
        return stops[-1].colour, stops[-1].opacity
    spread = _value(chain, "spreadMethod", "pad")
    if spread not in _SPREADS:
        raise SvgError(f'spreadMethod="{spread[:20]}"', ", ".join(_SPREADS))
    if spread != "pad":
        ends, stops = _write_repeats(ends, stops, _corners(reach, matrix), spread == "reflect")
    return Gradient(ends, stops, matrix), 1.0


def _value(chain: Chain, name: str, otherwise: str, tag: str = "") -> str:
    """Return an attribute of the first in the chain that has it and is of that kind."""
    for node in chain:
        if name in node.attrib and tag in ("", tag_of(node)):
            return node.attrib[name].strip()
    return otherwise


def _measures(
    chain: Chain, box: Rect, viewport: Viewport
) -> tuple[tuple[float, float, float], Matrix | None]:
    """Return what percentages refer to, and the matrix to the path; None without a box."""
    units = _value(chain, "gradientUnits", "objectBoundingBox")
    if units == "userSpaceOnUse":
        return (viewport.width, viewport.height, viewport.diagonal), IDENTITY
    if units != "objectBoundingBox":
        raise SvgError(f'gradientUnits="{units[:20]}"', "objectBoundingBox, userSpaceOnUse")
    shares = (box[2], 0.0, 0.0, box[3], box[0], box[1]) if box[2] and box[3] else None
    return (1.0, 1.0, 1.0), shares


def _ends(chain: Chain, sides: tuple[float, float, float]) -> tuple[float, ...]:
    tag = tag_of(chain[0])
    values = [
        length(_value(chain, name, rest, tag), sides[side]) for name, side, rest in _ENDS[tag]
    ]
    if tag == "linearGradient":
        return tuple(values)
    cx, cy, radius, inner = values
    fx = length(_value(chain, "fx", _value(chain, "cx", "50%", tag), tag), sides[0])
    fy = length(_value(chain, "fy", _value(chain, "cy", "50%", tag), tag), sides[1])
    not_negative(radius)
    not_negative(inner)
    if radius and math.hypot(fx - cx, fy - cy) + inner > radius * 0.9999:
        raise SvgError(Message("svg.focus_outside"), Message("svg.focus_inside"))
    return fx, fy, inner, cx, cy, radius


def _stops(chain: Chain, colour_of: ColourOf) -> tuple[Stop, ...]:
    """Return the stops in order; one before its predecessor moves up to it."""
    stops: list[Stop] = []
    least = 0.0
    owner = next((node for node in chain if any(tag_of(one) == "stop" for one in node)), None)
    for node in owner if owner is not None else ():
        if tag_of(node) != "stop":
            continue
        own = declarations(node)
        least = min(1.0, max(least, share(own.get("offset", "0"))))
        tone = own.get("stop-color", "black")
        red, green, blue, alpha = (
            colour_of(node) if tone.strip().lower() == "currentcolor" else colour(tone)
        )
        stops.append(Stop(least, (red, green, blue), alpha * opacity(own.get("stop-opacity", "1"))))
    return tuple(stops)


def _corners(reach: Rect, matrix: Matrix) -> list[tuple[float, float]]:
    back = inverse(matrix)
    assert back
    a, b, c, d, e, f = back
    x, y, wide, high = reach
    points = ((x, y), (x + wide, y), (x, y + high), (x + wide, y + high))
    return [(a * x + c * y + e, b * x + d * y + f) for x, y in points]


def _write_repeats(
    ends: tuple[float, ...],
    stops: tuple[Stop, ...],
    corners: list[tuple[float, float]],
    reflect: bool,
) -> tuple[tuple[float, ...], tuple[Stop, ...]]:
    """Write out a repeated gradient as often as it is visible."""
    first, last = (_span if len(ends) == 4 else _rings)(ends, corners)
    if last - first > MOST_REPEATS:
        raise SvgError(Message("svg.too_often"), Message("svg.times", n=MOST_REPEATS))
    half = len(ends) // 2
    one, other = ends[:half], ends[half:]

    def ends_at(turn: int) -> tuple[float, ...]:
        return tuple(start + (end - start) * turn for start, end in zip(one, other, strict=True))

    whole = [stops[0]._replace(offset=0.0), *stops, stops[-1]._replace(offset=1.0)]
    repeats = tuple(_written_out(whole, first, last, reflect))
    return (*ends_at(first), *ends_at(last)), repeats


def _written_out(stops: list[Stop], first: int, last: int, reflect: bool) -> Iterator[Stop]:
    for turn in range(first, last):
        back = reflect and turn % 2
        for stop in reversed(stops) if back else stops:
            offset = 1 - stop.offset if back else stop.offset
            yield stop._replace(offset=(turn - first + offset) / (last - first))


def _span(ends: tuple[float, ...], corners: list[tuple[float, float]]) -> tuple[int, int]:
    """Return the first and last repetition of a linear gradient that the corners need."""
    x1, y1, x2, y2 = ends
    dx, dy = x2 - x1, y2 - y1
    turns = [((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy) for x, y in corners]
    return min(0, math.floor(min(turns))), max(1, math.ceil(max(turns)))


def _rings(ends: tuple[float, ...], corners: list[tuple[float, float]]) -> tuple[int, int]:
    """Return how many rings of a radial gradient contain the corners."""
    fx, fy, inner, cx, cy, radius = ends
    if inner:
        raise SvgError(Message("svg.from_ring"), Message("svg.fr_without"))
    turn = 1
    while turn <= MOST_REPEATS and any(
        math.hypot(x - fx - (cx - fx) * turn, y - fy - (cy - fy) * turn) > radius * turn
        for x, y in corners
    ):
        turn += 1
    return 0, turn


def paints(
    document: SvgDocument,
    style: ComputedStyle,
    path: Path | None,
    shared: float,
    viewport: Viewport,
) -> Paints:
    """Return fill and stroke; ``shared`` is the opacity of the whole element."""
    if not isinstance(style.fill, Reference) and not isinstance(style.stroke, Reference):
        return _plain_paints(style, shared)
    box = path.box if path else None
    fill = _paint(document, style.fill, box, style, viewport)
    stroke = _paint(document, style.stroke, box, style, viewport)
    return ink_paints(style, fill, stroke, shared)


@lru_cache(maxsize=4_096)
def _plain_paints(style: ComputedStyle, shared: float) -> Paints:
    return ink_paints(style, _solid_ink(style.fill), _solid_ink(style.stroke), shared)


def _solid_ink(value: PaintValue) -> Ink:
    """Return a colour and its alpha; a fully transparent one paints nothing."""
    if value is None or isinstance(value, Reference) or not value[3]:
        return None, 1.0
    return value[:3], value[3]


def _paint(
    document: SvgDocument,
    value: PaintValue,
    box: Rect | None,
    style: ComputedStyle,
    viewport: Viewport,
) -> Ink:
    if not isinstance(value, Reference):
        return _solid_ink(value)
    node = document.ids.get(value.id)
    if node is None and value.fallback:
        return _solid_ink(value.fallback)
    if node is None or tag_of(node) not in TAGS:
        fault = Message("svg.no_paint", id=value.id[:40], tags=one_of([f"<{tag}>" for tag in TAGS]))
        raise SvgError(fault, Message("svg.same_file"))
    if box is None:
        raise SvgError(Message("svg.text_gradient"), Message("svg.plain_colour"))
    chain = chain_of(node, document.ids.get)
    document.portable = document.portable and is_portable(chain)
    # The largest area that a path paints: its box, and the pen with its longest corner.
    more = style.width * max(1.0, style.limit) if style.stroke else 0.0
    area = box[0] - more, box[1] - more, box[2] + 2 * more, box[3] + 2 * more
    return gradient(chain, box, area, viewport, document.current_colour)
