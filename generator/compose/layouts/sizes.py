"""How large the boxes of a face would like to be.

Comes in: a node and the width that it has. Goes out: its height, measured with the real letters;
along a row, its width. What can shrink says how far.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.compose.functions import TemplateFunctions
from generator.layout.declared_boxes import Box
from generator.layout.layout_keys import CONTAINERS
from generator.layout.shared_lengths import Part, Span, shared
from generator.text.typesetter import SetText, Style

from .nodes import Node

# What takes all the room there is across its row or column.
STRETCHED = ("text", *CONTAINERS, "picture", "line", "space", "template", "icons")
# What grows along its row unless it says otherwise; down a column, what has no height of its own.
GROWING_ACROSS = ("text", *CONTAINERS, "picture", "template")
GROWING_DOWN = ("picture", "grid", "template")
PLACES = {"": 0.0, "left": 0.0, "center": 0.5, "right": 1.0, "top": 0.0, "middle": 0.5, "bottom": 1}


def style_of(node: Node, valign: str = "top") -> Style:
    """How the text of a box is set."""
    kind = node.box.type
    return Style(
        kind.font,
        kind.size_pt,
        kind.floor_pt,
        kind.leading,
        node.align,
        valign,
        kind.lines,
        hyphens=kind.font != "title",
    )


class Sizes:
    """Measures the nodes of one face."""

    def __init__(self, functions: TemplateFunctions) -> None:
        self._functions = functions

    def block(self, node: Node, width: float, least: bool = False) -> SetText:
        """The text of a node as high as it gets, at its size or at the smallest allowed."""
        key = width, least
        if key not in node.blocks:
            style = style_of(node)
            node.blocks[key] = self._functions.measured(node.value, width, style, least)
        return node.blocks[key]

    def height(self, node: Node, width: float, least: bool = False) -> float:
        """A node's height in that width, at its natural size or at its least."""
        place = node.box.place
        if place.height is not None:
            return place.height
        if place.turn in (90, 270):
            return 0.0
        if node.box.kind in CONTAINERS:
            return self._container(node, width, least)
        if node.box.kind == "text":
            return self.block(node, width, least).height_mm
        if node.box.kind == "icons":
            return self._icon_rows(node, width)
        return self._own_side(node.box)

    def _own_side(self, box: Box) -> float:
        return box.size if box.kind in ("badge", "shape", "line", "space") else 0.0

    def _icon_rows(self, node: Node, width: float) -> float:
        rows = len(icon_rows(node, width))
        return rows * node.box.size + (rows - 1) * node.box.place.gap if rows else 0.0

    def _container(self, node: Node, width: float, least: bool) -> float:
        if not least and width in node.heights:
            return node.heights[width]
        top, right, bottom, left = node.box.place.pad
        inner = max(0.0, width - left - right)
        high = (
            self._row(node, inner, least)
            if node.box.kind == "row"
            else self._column(node, inner, least)
        )
        if not least:
            node.heights[width] = top + high + bottom
        return top + high + bottom

    def _row(self, node: Node, width: float, least: bool) -> float:
        flow = flowing(node)
        spans = self.widths(node, flow, Span(0.0, width))
        heights = (
            self.height(child, span.length, least) for child, span in zip(flow, spans, strict=True)
        )
        return max(heights, default=0.0)

    def _column(self, node: Node, width: float, least: bool) -> float:
        if node.box.kind == "grid":
            return 0.0
        flow = flowing(node)
        gaps = node.box.place.gap * max(0, len(flow) - 1)
        return gaps + sum(self.height(child, self.across(child, width), least) for child in flow)

    def across(self, node: Node, room: float) -> float:
        """The width of a node in a column."""
        place = node.box.place
        if place.width is not None:
            return min(place.width, room) if node.box.kind == "text" else place.width
        if place.hug:
            return min(room, self.natural_width(node))
        return room if node.box.kind in STRETCHED else (node.box.size or room)

    def widths(self, row: Node, flow: Sequence[Node], span: Span) -> list[Span]:
        """Every child's place along a row."""
        parts = [self._across_row(child) for child in flow]
        return shared(parts, span, row.box.place.gap, PLACES[row.align])

    def _across_row(self, node: Node) -> Part:
        box, place = node.box, node.box.place
        grow = place.grow or 0.0
        if place.width is not None:
            return Part(place.width, place.width, grow)
        if box.kind in GROWING_ACROSS and not place.hug:
            return Part(0.0, 0.0, 1.0 if place.grow is None else grow)
        natural = self.natural_width(node)
        return Part(natural, 0.0 if box.kind == "text" else natural, grow)

    def natural_width(self, node: Node) -> float:
        """As wide as its content, on one line."""
        box, place = node.box, node.box.place
        if place.width is not None:
            return place.width
        if box.kind == "text":
            return self._functions.line_width(node.value, box.type.font, box.type.size_pt) + 0.01
        if box.kind == "icons":
            count = len(node.icons)
            return count * box.size + max(0, count - 1) * place.gap
        if box.kind in CONTAINERS:
            return self._hugged(node)
        return self._own_side(box)

    def _hugged(self, node: Node) -> float:
        flow, place = flowing(node), node.box.place
        widths = [self.natural_width(child) for child in flow]
        gaps = place.gap * max(0, len(flow) - 1)
        inner = sum(widths) + gaps if node.box.kind == "row" else max(widths, default=0.0)
        return place.pad[1] + inner + place.pad[3]


def flowing(node: Node) -> list[Node]:
    """The children that stand one after the other: not those at a place of their own."""
    column = node.box.kind != "row"
    return [
        child
        for child in node.children
        if child.box.place.at is None and not (column and child.empty)
    ]


def icon_rows(node: Node, width: float) -> list[tuple[str, ...]]:
    """Symbols in rows, as many in each as the width holds."""
    step = node.box.size + node.box.place.gap
    most = max(1, int((width + node.box.place.gap + 1e-6) / step)) if step else 1
    icons = node.icons
    return [icons[first : first + most] for first in range(0, len(icons), most)]


def grows_down(node: Node) -> float:
    """A node's share of what is left over in a column."""
    place = node.box.place
    if place.grow is not None:
        return place.grow
    fixed = place.height is not None
    free = node.box.kind == "shape" and not node.box.size
    return 1.0 if (node.box.kind in GROWING_DOWN or free) and not fixed else 0.0


def has_text(node: Node) -> bool:
    """Whether there is a text in it that can be told to be too long."""
    fixed = node.box.place.height is not None
    if node.box.kind == "text":
        return not fixed and node.value != ""
    return not fixed and any(has_text(child) for child in node.children)
