"""Resolve what elements refer to by id: gradients as paints, and the outlines of clips.

Gradients are in the coordinates of the path that they fill. The shapes inside a ``clipPath`` become
one path that covers the same area.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from cards_data.outlines.path_reader import Rect, Step, SvgError, tight_box
from cards_data.problems import Message, one_of

from .css_values import Rgba, colour, is_plain, length, not_negative, opacity, share, transform
from .drawing import (
    IDENTITY,
    Begin,
    Gradient,
    Item,
    Letters,
    Matrix,
    Path,
    Photo,
    Shape,
    Stop,
    inverse,
    map_steps,
    path_of,
    times,
)
from .elements import DESCRIPTIONS, Space, SvgDocument
from .outlines import OUTLINES, Measures, rectangle
from .style import ComputedStyle, Ink, Paints, PaintValue, Reference, Viewport, ink_paints
from .tree import MOST_GRADIENTS_ON, MOST_REPEATS, Node, declarations, href, tag_of

GRADIENTS = ("linearGradient", "radialGradient")
_SPREADS = ("pad", "reflect", "repeat")
# The numbers of a gradient: a name, the side that percentages refer to, and the default.
_ENDS = {
    "linearGradient": (("x1", 0, "0%"), ("y1", 1, "0%"), ("x2", 0, "100%"), ("y2", 1, "0%")),
    "radialGradient": (("cx", 0, "50%"), ("cy", 1, "50%"), ("r", 2, "50%"), ("fr", 2, "0%")),
}
Chain = Sequence[Node]
ColourOf = Callable[[Node], Rgba]


def chain_of(node: Node, by_id: Callable[[str], Node | None]) -> list[Node]:
    """Return a gradient and those that it inherits from by ``href``."""
    chain = [node]
    while target := href(chain[-1]):
        following = by_id(target[1:]) if target.startswith("#") else None
        if following is None or tag_of(following) not in GRADIENTS:
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
    """Return what a gradient paints as far as ``reach``, and its alpha if it is one colour."""
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
        back = inverse(matrix)
        assert back
        a, b, c, d, e, f = back
        x, y, wide, high = reach
        points = ((x, y), (x + wide, y), (x, y + high), (x + wide, y + high))
        corners = [(a * u + c * v + e, b * u + d * v + f) for u, v in points]
        ends, stops = _write_repeats(ends, stops, corners, spread == "reflect")
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
    if node is None or tag_of(node) not in GRADIENTS:
        fault = Message(
            "svg.no_paint", id=value.id[:40], tags=one_of([f"<{tag}>" for tag in GRADIENTS])
        )
        raise SvgError(fault, Message("svg.same_file"))
    if box is None:
        raise SvgError(Message("svg.text_gradient"), Message("svg.plain_colour"))
    chain = chain_of(node, document.ids.get)
    document.portable = document.portable and is_portable(chain)
    # The largest area that a path paints: its box, and the pen with its longest corner.
    more = style.width * max(1.0, style.limit) if style.stroke else 0.0
    area = box[0] - more, box[1] - more, box[2] + 2 * more, box[3] + 2 * more
    return gradient(chain, box, area, viewport, document.current_colour)


class ClipShape(NamedTuple):
    """One outline in the coordinates of the face, and its fill rule."""

    steps: tuple[Step, ...]
    evenodd: bool
    # A rectangle or an ellipse: it has one direction and never crosses itself.
    simple: bool


def clip_of(shapes: Sequence[ClipShape]) -> Begin:
    if len(shapes) == 1:
        return Begin(path_of(shapes[0].steps), evenodd=shapes[0].evenodd)
    rules = {shape.evenodd for shape in shapes}
    steps = [shape.steps for shape in shapes]
    boxes = map(tight_box, steps)
    if len(rules) > 1 or any(_meet(one, other) for one, other in combinations(boxes, 2)):
        if not all(shape.simple for shape in shapes):
            raise SvgError(Message("svg.overlap"), Message("svg.one_shape"))
        rules, steps = {False}, [_clockwise(one) for one in steps]
    return Begin(path_of(tuple(step for one in steps for step in one)), evenodd=True in rules)


def _meet(one: Rect, other: Rect) -> bool:
    return (
        one[0] < other[0] + other[2]
        and other[0] < one[0] + one[2]
        and one[1] < other[1] + other[3]
        and other[1] < one[1] + one[3]
    )


def _clockwise(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Return the outline in one fixed direction, so that two outlines never cancel out."""
    points = [at[-2:] for _, at in steps if at]
    pairs = zip(points, points[1:] + points[:1], strict=True)
    area = sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs)
    return steps if area >= 0 else _reverse_path(steps)


def _reverse_path(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    points = [at for _, at in steps if at]
    walked: list[Step] = [("M", points[-1][-2:])]
    for place in range(len(points) - 1, 0, -1):
        at, before = points[place], points[place - 1][-2:]
        walked.append(("C", (*at[2:4], *at[:2], *before)) if len(at) == 6 else ("L", before))
    return (*walked, ("Z", ()))


_SIMPLE = ("rect", "circle", "ellipse")


def clips(document: SvgDocument, ident: str, outer: Space, inside: Sequence[Item]) -> list[Begin]:
    """Return the clip of an element, after the clip of that clip."""
    node = document.ids.get(ident)
    if node is None or tag_of(node) != "clipPath":
        raise SvgError(Message("svg.no_clip", id=ident[:40]), Message("svg.same_file"))
    return document.follow(node, _clips, document, node, outer, inside)


def _clips(document: SvgDocument, node: Node, outer: Space, inside: Sequence[Item]) -> list[Begin]:
    style = document.style_inside(node, outer.viewport)
    own = document.element("clipPath", node, style, outer.viewport)
    before = clips(document, own.clip, outer, inside) if own.clip else []
    units = _units(node, outer.matrix, inside)
    if units is None:
        return [*before, Begin(path_of(()))]
    space = outer.transformed_by(own.matrix).transformed_by(units)
    shapes = [shape for child in node for shape in _shapes(document, child, style, space)]
    return [*before, clip_of(shapes) if shapes else Begin(path_of(()))]


def _units(node: Node, outer: Matrix, inside: Sequence[Item]) -> Matrix | None:
    """Return the matrix from the clip's units to the element's; None without a box."""
    units = node.attrib.get("clipPathUnits", "userSpaceOnUse").strip()
    if units == "userSpaceOnUse":
        return IDENTITY
    if units != "objectBoundingBox":
        raise SvgError(f'clipPathUnits="{units[:30]}"', "userSpaceOnUse, objectBoundingBox")
    box = _box(inside, outer)
    return (box[2], 0.0, 0.0, box[3], box[0], box[1]) if box[2] and box[3] else None


def _box(items: Sequence[Item], outer: Matrix) -> Rect:
    """Return the bounding box of what is painted, in the coordinates of its element."""
    back = inverse(outer)
    steps: list[tuple[str, tuple[float, ...]]] = []
    for item in items:
        if isinstance(item, Letters):
            raise SvgError(Message("svg.text_clip"), "clipPathUnits=userSpaceOnUse")
        if back and isinstance(item, Shape) and any(letter != "M" for letter, _ in item.path.steps):
            steps += map_steps(item.path, times(item.matrix, back))
        elif back and isinstance(item, Photo):
            whole = rectangle(0.0, 0.0, item.width, item.height, 0.0, 0.0)
            steps += map_steps(whole, times(item.matrix, back))
    return tight_box(steps)


def _shapes(
    document: SvgDocument, node: Node, parent: ComputedStyle, space: Space
) -> list[ClipShape]:
    tag = tag_of(node)
    if tag in DESCRIPTIONS or tag[:1] == "{":
        return []
    if tag not in OUTLINES and tag != "use":
        raise SvgError(Message("svg.clip_of", tag=tag), Message("svg.into_paths"))
    own = document.element(tag, node, parent, space.viewport)
    if own.clip:
        raise SvgError(Message("svg.clipped_itself"), Message("svg.one_clip"))
    space = space.transformed_by(own.matrix)
    if not own.display or inverse(space.matrix) is None:
        return []
    if tag == "use":
        of = Measures(node.attrib, space.viewport)
        inner = space.transformed_by((1.0, 0.0, 0.0, 1.0, of("x"), of("y")))
        target = document.target(node)
        document.count_used(target)
        document.portable = False
        return document.follow(target, _shapes, document, target, own.style, inner)
    if own.path is None or not own.style.visible or not own.path.steps:
        return []
    return [ClipShape(map_steps(own.path, space.matrix), own.style.clip_evenodd, tag in _SIMPLE)]
