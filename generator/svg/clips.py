"""Turn the shapes inside a ``clipPath`` into one path that covers the same area."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from cards_data.outlines.path_reader import Rect, Step, SvgError, tight_box
from cards_data.problems import Message

from .drawing import (
    IDENTITY,
    Begin,
    Item,
    Letters,
    Matrix,
    Photo,
    Shape,
    inverse,
    map_steps,
    path_of,
)
from .drawing import times as then
from .elements import DESCRIPTIONS, Space, SvgDocument
from .outlines import OUTLINES, Measures, rectangle
from .style import ComputedStyle
from .tree import Node, tag_of


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
            steps += map_steps(item.path, then(item.matrix, back))
        elif back and isinstance(item, Photo):
            whole = rectangle(0.0, 0.0, item.width, item.height, 0.0, 0.0)
            steps += map_steps(whole, then(item.matrix, back))
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
        inner = space.transformed_by((1.0, 0.0, 0.0, 1.0, of.x("x"), of.y("y")))
        target = document.target(node)
        document.count_used(target)
        document.portable = False
        return document.follow(target, _shapes, document, target, own.style, inner)
    if own.path is None or not own.style.visible or not own.path.steps:
        return []
    return [ClipShape(map_steps(own.path, space.matrix), own.style.clip_evenodd, tag in _SIMPLE)]
