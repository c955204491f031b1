"""How large the boxes of a face would like to be.

A node has a height in the width that it is given, measured with the real letters, and a width of
its own along a row. What can shrink also has a least size.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.layout.box_geometry import Part, Span, shared
from generator.layout.box_kinds import KINDS

from .content import CONTENT, PLACES, Canvas
from .nodes import Node


class Sizes:
    """Measures the nodes of one face."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas

    def height(self, node: Node, width: float, least: bool = False) -> float:
        """A node's height in that width, at its natural size or at its least."""
        box = node.box
        if box.height is not None:
            return box.height
        if box.turn in (90, 270):
            return 0.0
        if not KINDS[box.kind].container:
            return CONTENT[box.kind].height(self._canvas, node, width, least)
        if not least and width in node.heights:
            return node.heights[width]
        top, right, bottom, left = box.pad
        inner = max(0.0, width - left - right)
        high = top + self._inner_height(node, inner, least) + bottom
        if not least:
            node.heights[width] = high
        return high

    def _inner_height(self, node: Node, width: float, least: bool) -> float:
        if node.box.kind == "grid":
            return 0.0
        flow = flowing(node)
        if node.box.kind == "row":
            spans = zip(flow, self.widths(node, flow, Span(0.0, width)), strict=True)
            return max((self.height(child, span.length, least) for child, span in spans), default=0)
        gaps = node.box.gap * max(0, len(flow) - 1)
        return gaps + sum(self.height(child, self.across(child, width), least) for child in flow)

    def across(self, node: Node, room: float) -> float:
        """The width of a node in a column."""
        box = node.box
        if box.width is not None:
            return min(box.width, room) if box.kind == "text" else box.width
        if box.hug:
            return min(room, self.natural_width(node))
        return room if KINDS[box.kind].stretched else (box.size or room)

    def widths(self, row: Node, flow: Sequence[Node], span: Span) -> list[Span]:
        """Every child's place along a row."""
        parts = [self._across_row(child) for child in flow]
        return shared(parts, span, row.box.gap, PLACES[row.align])

    def _across_row(self, node: Node) -> Part:
        box = node.box
        grow = box.grow or 0.0
        if box.width is not None:
            return Part(box.width, box.width, grow)
        if KINDS[box.kind].grows_across and not box.hug:
            return Part(0.0, 0.0, 1.0 if box.grow is None else grow)
        natural = self.natural_width(node)
        return Part(natural, 0.0 if box.kind == "text" else natural, grow)

    def natural_width(self, node: Node) -> float:
        """As wide as its content, on one line."""
        box = node.box
        if box.width is not None:
            return box.width
        if not KINDS[box.kind].container:
            return CONTENT[box.kind].width(self._canvas, node)
        flow = flowing(node)
        widths = [self.natural_width(child) for child in flow]
        gaps = box.gap * max(0, len(flow) - 1)
        inner = sum(widths) + gaps if box.kind == "row" else max(widths, default=0.0)
        return box.pad[1] + inner + box.pad[3]


def flowing(node: Node) -> list[Node]:
    """The children that come one after the other: not those at a place of their own."""
    column = node.box.kind != "row"
    return [
        child for child in node.children if child.box.at is None and not (column and child.empty)
    ]


def grows_down(node: Node) -> float:
    """A node's share of what is left over in a column."""
    box = node.box
    if box.grow is not None:
        return box.grow
    free = KINDS[box.kind].grows_down or (box.kind == "shape" and not box.size)
    return 1.0 if free and box.height is None else 0.0


def has_text(node: Node) -> bool:
    """Whether there is a text in it that can be reported as too long."""
    if node.box.height is not None:
        return False
    if node.box.kind == "text":
        return bool(node.value != "")
    return any(has_text(child) for child in node.children)
