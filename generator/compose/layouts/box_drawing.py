"""Turn the boxes of a face into SVG, measured with the real letters and drawn back to front.

A filled box that touches the cut extends over the bleed. A text without a colour gets the one that
is easiest to read on its background.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from math import fsum
from typing import NoReturn

from cards_data.problems import AnyText, Message, Problems, decimals, said_by
from generator.compose.template_limits import TemplateLimit
from generator.geometry import shapes
from generator.layout.box_geometry import SLACK_MM, Part, Rect, Span, extent, share, without_excess
from generator.layout.box_kinds import KINDS, Box, FaceGround
from generator.text.typesetter import TextBox

from .content import CONTENT, PLACES, Canvas, Inherited, corners, rect_attributes
from .nodes import Node, Scope


@dataclass
class FaceDrawer:
    """A drawer of the boxes of one face."""

    canvas: Canvas
    scope: Scope
    # The rectangle of every box, in drawing order.
    places: list[tuple[Box, Rect]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.paints = self.canvas.paints
        self.face = self.paints.face

    def ground(self, ground: FaceGround) -> tuple[str, Inherited]:
        """Draw the background; return it and the context for what is drawn on it."""
        around = Inherited(self.paints.visible_colour(ground.colour, Inherited.on))
        parts = []
        size = self.canvas.functions.subject.size
        over = self.paints.with_bleed(self.face)
        if ground.colour:
            parts.append(f"<rect {rect_attributes(over)} {self.paints.fill(ground.colour)}/>")
        if ground.picture is not None:
            name = str(self.scope.text_of(ground.picture))
            fit = ground.fit, ground.focus
            parts.append(str(self.canvas.functions.picture(TextBox(*over.sides), name, fit)))
        if ground.border:
            width = ground.border.width
            inner = shapes.path_data(shapes.outline(size, width))
            edge = shapes.path_data(shapes.rounded_rect(corners(over), 0.0))
            fill = self.paints.fill(ground.border.paint)
            parts.append(f'<path d="{edge} {inner}" fill-rule="evenodd" {fill}/>')
        return "".join(parts), around

    def draw(self, node: Node, room: Rect, around: Inherited) -> str:
        """Draw a box in its rectangle, rotated if it has a ``turn``."""
        self.places.append((node.box, room))
        turn = node.box.turn
        if turn:
            x, y = room.centre
            turned = room
            if turn in (90, 270):
                turned = Rect(x - room.height / 2, y - room.width / 2, room.height, room.width)
            inner = self._draw(node, turned, around, touches=False)
            return f'<g transform="rotate({turn} {x:.3f} {y:.3f})">{inner}</g>'
        return self._draw(node, room, around)

    def _draw(self, node: Node, room: Rect, around: Inherited, touches: bool = True) -> str:
        box = node.box
        if not KINDS[box.kind].container:
            try:
                return CONTENT[box.kind].draw(self.canvas, node, room, around)
            except TemplateLimit as limit:
                self._refuse(node, said_by(limit))
        look = self.paints.look(box, room, touches)
        if box.fill:
            around = replace(around, on=self.paints.visible_colour(box.fill, around.on))
        if box.colour:
            around = replace(around, colour=self.paints.colour(box.colour))
        return look + self._inside(node, room, around)

    def _inside(self, node: Node, room: Rect, around: Inherited) -> str:
        box = node.box
        inner = room.inside(*box.pad)
        if box.kind == "grid":
            cells = node.cells.rects(inner)
            pairs: Iterable[tuple[Node, Rect]] = zip(node.children, cells, strict=False)
        elif box.kind == "row":
            around = replace(around, valign=box.valign or "middle")
            pairs = self._row_places(node, inner, around)
        else:
            around = replace(around, valign="top")
            pairs = self._down(node, inner)
        flow = {id(child): rect for child, rect in pairs}
        drawn = []
        for child in node.children:
            if child.box.at is not None:
                drawn.append(self.draw(child, self._own_place(child), around))
            elif id(child) in flow:
                drawn.append(self.draw(child, flow[id(child)], around))
        return "".join(drawn)

    def _own_place(self, node: Node) -> Rect:
        """Place a box with its own position, from the top left or bottom right of the face."""
        x, y = node.box.at or (0.0, 0.0)
        left = x if x >= 0 else self.face.width + x
        top = y if y >= 0 else self.face.height + y
        width = node.box.width or self.natural_width(node)
        width = width or max(0.0, self.face.width - left)
        height = node.box.height or self.height(node, width)
        return Rect(left, top, width, height or max(0.0, self.face.height - top))

    def _row_places(self, node: Node, room: Rect, around: Inherited) -> list[tuple[Node, Rect]]:
        """Place the boxes of a row."""
        flow = flowing(node)
        spans = self.widths(node, flow, Span(room.x, room.width))
        excess = spans[-1].start + spans[-1].length - room.x - room.width if spans else 0.0
        if excess > SLACK_MM:
            self._refuse(node, Message("face.boxes_wider", excess=decimals(excess, 1)))
        placed = []
        for child, span in zip(flow, spans, strict=True):
            high = room.height
            if child.box.height is not None or not KINDS[child.box.kind].stretched:
                high = self.height(child, span.length) or room.height
            elif child.box.kind == "icons":
                high = self.height(child, span.length)
            top = room.y + (room.height - high) * PLACES[child.box.valign or around.valign]
            if high > room.height + SLACK_MM:
                self._refuse(child, Message("face.higher", excess=decimals(high - room.height, 1)))
            placed.append((child, Rect(span.start, top, span.length, high)))
        return placed

    def _down(self, node: Node, room: Rect) -> list[tuple[Node, Rect]]:
        """Place the boxes of a column; texts shrink first, then the highest box is reported."""
        flow = flowing(node)
        widths = [self.width(child, room.width) for child in flow]
        pairs = list(zip(flow, widths, strict=True))
        parts = [self._part(child, width, shrunk=False) for child, width in pairs]
        gap, place = node.box.gap, PLACES[node.box.valign]
        if extent(parts, gap) > room.height:
            parts = [self._part(child, width, shrunk=True) for child, width in pairs]
            parts = self._cut_down(node, flow, parts, room.height)
        spans = share(parts, Span(room.y, room.height), gap, place)
        return [
            (child, self._column_place(child, width, span, room))
            for (child, width), span in zip(pairs, spans, strict=True)
        ]

    def _part(self, node: Node, width: float, shrunk: bool) -> Part:
        natural = self.height(node, width)
        least = min(natural, self.height(node, width, least=True)) if shrunk else natural
        return Part(natural, least, grows_down(node))

    def _cut_down(self, node: Node, flow: list[Node], parts: list[Part], room: float) -> list[Part]:
        """Shorten one text by what shrinking cannot save; that text reports it."""
        texts = [place for place, child in enumerate(flow) if has_text(child)]
        gap = node.box.gap
        fitting = without_excess(parts, texts, room, gap)
        if fitting is None:
            excess = sum(part.least for part in parts) + gap * (len(parts) - 1) - room
            self._refuse(node, Message("face.boxes_higher", excess=decimals(excess, 1)))
        return fitting

    def _column_place(self, node: Node, width: float, span: Span, room: Rect) -> Rect:
        """Place a box of a column, aligned sideways if it is narrower."""
        if width > room.width + SLACK_MM:
            self._refuse(node, Message("face.wider", excess=decimals(width - room.width, 1)))
        share = PLACES[node.align]
        return Rect(room.x + (room.width - width) * share, span.start, width, span.length)

    def _refuse(self, node: Node, fault: AnyText) -> NoReturn:
        """Raise a problem for boxes that do not fit, naming the box to blame."""
        subject = self.canvas.functions.subject
        box = Message("face.in_box", name=node.box.name) if node.box.name else ""
        what = Message("face.named", box=box, found=fault, label=subject.label, side=subject.side)
        hint = Message("face.make_smaller")
        raise Problems.of(node.box.where, what, Message("face.boxes_fit"), hint)

    # ---- preferred sizes ------------------------------------------------------------------------

    def height(self, node: Node, width: float, least: bool = False) -> float:
        """Return a node's height in a width, at its natural size or at its smallest."""
        box = node.box
        if box.height is not None:
            return box.height
        if box.turn in (90, 270):
            return 0.0
        if not KINDS[box.kind].container:
            return CONTENT[box.kind].height(self.canvas, node, width, least)
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
        return gaps + fsum(self.height(child, self.width(child, width), least) for child in flow)

    def width(self, node: Node, room: float) -> float:
        """Return the width of a node in a column."""
        box = node.box
        if box.width is not None:
            return min(box.width, room) if box.kind == "text" else box.width
        if box.hug:
            return min(room, self.natural_width(node))
        return room if KINDS[box.kind].stretched else (box.size or room)

    def widths(self, row: Node, flow: Sequence[Node], span: Span) -> list[Span]:
        """Return every child's position along a row."""
        parts = [self._across_row(child) for child in flow]
        return share(parts, span, row.box.gap, PLACES[row.align])

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
        """Return the width of the content on one line."""
        box = node.box
        if box.width is not None:
            return box.width
        if not KINDS[box.kind].container:
            return CONTENT[box.kind].width(self.canvas, node)
        flow = flowing(node)
        widths = [self.natural_width(child) for child in flow]
        gaps = box.gap * max(0, len(flow) - 1)
        inner = fsum(widths) + gaps if box.kind == "row" else max(widths, default=0.0)
        return box.pad[1] + inner + box.pad[3]


def flowing(node: Node) -> list[Node]:
    """Return the children in sequence, without those that have their own position."""
    column = node.box.kind != "row"
    return [
        child for child in node.children if child.box.at is None and not (column and child.empty)
    ]


def grows_down(node: Node) -> float:
    """Return a node's share of the spare height in a column."""
    box = node.box
    if box.grow is not None:
        return box.grow
    free = KINDS[box.kind].grows_down or (box.kind == "shape" and not box.size)
    return 1.0 if free and box.height is None else 0.0


def has_text(node: Node) -> bool:
    """Return whether it contains a text that can be reported as too long."""
    if node.box.height is not None:
        return False
    if node.box.kind == "text":
        return bool(node.value != "")
    return any(has_text(child) for child in node.children)
