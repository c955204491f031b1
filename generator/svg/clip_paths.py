"""``clip-path``: which path an element is seen through.

Comes in: the id of a clip and what it clips. Goes out: the clips, one inside the other.
"""

from __future__ import annotations

from collections.abc import Sequence

from cards_data.outlines.bounding_box import Rect, tight_box
from cards_data.problems import Text

from .clips import ClipShape, clip_of
from .drawing import IDENTITY, Begin, Item, Letters, Matrix, Photo, Shape, inverse, moved, path_of
from .drawing import times as then
from .errors import SvgError
from .style import ComputedStyle, Viewport
from .svg_document import SvgDocument
from .tree import Node, tag_of
from .values.outlines import OUTLINES, Measures
from .values.path_data import rectangle

_NOT_PAINTED = ("title", "desc", "metadata")
_SIMPLE = ("rect", "circle", "ellipse")


def clips(
    document: SvgDocument, ident: str, outer: Matrix, viewport: Viewport, inside: Sequence[Item]
) -> list[Begin]:
    """The clip of an element, behind the clip of that clip."""
    node = document.ids.get(ident)
    if node is None or tag_of(node) != "clipPath":
        found = Text("svg.no_clip", id=ident[:40])
        raise SvgError(found, Text("svg.same_file"))
    return document.followed(node, _clips, document, node, outer, viewport, inside)


def _clips(
    document: SvgDocument, node: Node, outer: Matrix, viewport: Viewport, inside: Sequence[Item]
) -> list[Begin]:
    style = document.style_inside(node, viewport)
    own = document.element("clipPath", node, style, viewport)
    before = clips(document, own.clip, outer, viewport, inside) if own.clip else []
    units = _units(node, outer, inside)
    if units is None:
        return [*before, Begin(path_of(()))]
    matrix = then(own.matrix, then(units, outer))
    shapes = [
        shape for child in node for shape in _shapes(document, child, style, matrix, viewport)
    ]
    return [*before, clip_of(shapes) if shapes else Begin(path_of(()))]


def _units(node: Node, outer: Matrix, inside: Sequence[Item]) -> Matrix | None:
    """From the clip's own measure to the element's; none where there is nothing to measure."""
    units = node.attrib.get("clipPathUnits", "userSpaceOnUse").strip()
    if units == "userSpaceOnUse":
        return IDENTITY
    if units != "objectBoundingBox":
        raise SvgError(f'clipPathUnits="{units[:30]}"', "userSpaceOnUse, objectBoundingBox")
    box = _box(inside, outer)
    return (box[2], 0.0, 0.0, box[3], box[0], box[1]) if box[2] and box[3] else None


def _box(items: Sequence[Item], outer: Matrix) -> Rect:
    """The box around what is painted, as the element that holds it sees it."""
    back = inverse(outer)
    steps: list[tuple[str, tuple[float, ...]]] = []
    for item in items:
        if isinstance(item, Letters):
            raise SvgError(Text("svg.text_clip"), "clipPathUnits=userSpaceOnUse")
        if back and isinstance(item, Shape):
            steps += moved(item.path, then(item.matrix, back))
        elif back and isinstance(item, Photo):
            whole = rectangle(0.0, 0.0, item.width, item.height, 0.0, 0.0)
            steps += moved(whole, then(item.matrix, back))
    return tight_box(steps)


def _shapes(
    document: SvgDocument, node: Node, parent: ComputedStyle, outer: Matrix, viewport: Viewport
) -> list[ClipShape]:
    """The outlines that an element inside a clip gives."""
    tag = tag_of(node)
    if tag in _NOT_PAINTED or tag[:1] == "{":
        return []
    if tag not in OUTLINES and tag != "use":
        raise SvgError(Text("svg.clip_of", tag=tag), Text("svg.into_paths"))
    own = document.element(tag, node, parent, viewport)
    if own.clip:
        raise SvgError(Text("svg.clipped_itself"), Text("svg.one_clip"))
    matrix = then(own.matrix, outer)
    if not own.display or inverse(matrix) is None:
        return []
    if tag == "use":
        of = Measures(node.attrib, viewport)
        placed = then((1.0, 0.0, 0.0, 1.0, of.x("x"), of.y("y")), matrix)
        target = document.target(node)
        document.count_used(target)
        document.portable = False
        return document.followed(target, _shapes, document, target, own.style, placed, viewport)
    if own.path is None or not own.style.visible or not own.path.steps:
        return []
    return [ClipShape(moved(own.path, matrix), own.style.clip_evenodd, tag in _SIMPLE)]
