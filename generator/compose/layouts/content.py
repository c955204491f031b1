"""What boxes show: how large each kind of content is, and its SVG.

A kind of box that holds no other boxes is a class here; its keys are in
``generator/layout/box_kinds.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from cards_data.problems import Problems
from generator.compose.functions import TemplateFunctions
from generator.layout.box_geometry import Rect
from generator.layout.box_kinds import POINTED
from generator.text.typesetter import SetText, Style, TextBox

from .nodes import Node
from .paints import Paints, at

PLACES = {"": 0.0, "left": 0.0, "center": 0.5, "right": 1.0, "top": 0.0, "middle": 0.5, "bottom": 1}


@dataclass(frozen=True)
class Canvas:
    """What a face is drawn with."""

    functions: TemplateFunctions
    paints: Paints
    include: Callable[[str, Rect], str]


@dataclass(frozen=True)
class Around:
    """What a box is in: the colour below it, and what it takes from the boxes round it."""

    on: str = "#ffffff"
    colour: str = ""
    valign: str = "top"


class Content:
    """A kind of box without boxes in it; its size is its own side, unless it says otherwise."""

    def height(self, canvas: Canvas, node: Node, width: float, least: bool) -> float:
        """Its height in that width, at its natural size or at its least."""
        return node.box.size

    def width(self, canvas: Canvas, node: Node) -> float:
        """As wide as its content, on one line."""
        return node.box.size

    def draw(self, canvas: Canvas, node: Node, room: Rect, around: Around) -> str:
        return ""


class TextContent(Content):
    def height(self, canvas: Canvas, node: Node, width: float, least: bool) -> float:
        return self._block(canvas, node, width, least).height_mm

    def width(self, canvas: Canvas, node: Node) -> float:
        box = node.box
        return canvas.functions.line_width(node.value, box.font, box.points[0]) + 0.01

    def _block(self, canvas: Canvas, node: Node, width: float, least: bool = False) -> SetText:
        """The text as high as it gets, at its size or at the smallest allowed."""
        key = width, least
        if key not in node.blocks:
            style = _style(node)
            node.blocks[key] = canvas.functions.measured(node.value, width, style, least)
        return node.blocks[key]

    def draw(self, canvas: Canvas, node: Node, room: Rect, around: Around) -> str:
        if node.value == "":
            return ""
        box, functions, place = node.box, canvas.functions, TextBox(*room.sides)
        style = _style(node, box.valign or around.valign)
        colour = canvas.paints.ink(box, around.on, around.colour)
        block = self._block(canvas, node, room.width)
        if block.height_mm <= room.height + 1e-6:
            return str(functions.lettered(node.value, block, style, place, colour, box.name))
        return str(functions.set_text(node.value, place, style, colour, box.name))


def _style(node: Node, valign: str = "top") -> Style:
    """How the text of a box is set."""
    box = node.box
    hyphens = box.font != "title"
    return Style(box.font, *box.points, box.leading, node.align, valign, box.lines, hyphens=hyphens)


class BadgeContent(Content):
    def draw(self, canvas: Canvas, node: Node, room: Rect, around: Around) -> str:
        if node.value == "":
            return ""
        box, paints = node.box, canvas.paints
        side = min(box.size, room.width, room.height) if room.height else box.size
        x, y = room.centre
        wide = room.width if box.shape == "rect" and box.width else side
        badge = Rect(x - wide / 2, y - side / 2, wide, side)
        colour = paints.ink(box, paints.seen(box.fill, around.on))
        inner = wide * (0.86 if box.shape == "rect" else 0.5 if box.shape in POINTED else 0.72)
        style = replace(_style(node, "middle"), align="center", max_lines=1)
        place = TextBox(x - inner / 2, badge.y, inner, side)
        text = canvas.functions.set_text(node.value, place, style, colour, box.name)
        return paints.look(box, badge) + str(text)


class IconsContent(Content):
    def height(self, canvas: Canvas, node: Node, width: float, least: bool) -> float:
        rows = len(self._rows(node, width))
        return rows * node.box.size + (rows - 1) * node.box.gap if rows else 0.0

    def width(self, canvas: Canvas, node: Node) -> float:
        count = len(node.value)
        return count * node.box.size + max(0, count - 1) * node.box.gap

    def _rows(self, node: Node, width: float) -> list[tuple[str, ...]]:
        """Symbols in rows, as many in each as the width holds."""
        gap = node.box.gap
        step = node.box.size + gap
        most = max(1, int((width + gap + 1e-6) / step)) if step else 1
        icons = node.value
        return [icons[first : first + most] for first in range(0, len(icons), most)]

    def draw(self, canvas: Canvas, node: Node, room: Rect, around: Around) -> str:
        box, gap = node.box, node.box.gap
        rows = self._rows(node, room.width)
        high = len(rows) * (box.size + gap) - gap
        y = room.y + (room.height - high) * PLACES[box.valign or around.valign]
        colour = canvas.paints.ink(box, around.on, around.colour)
        drawn = []
        for row in rows:
            x = room.x + (room.width - len(row) * (box.size + gap) + gap) * PLACES[node.align]
            for name in row:
                drawn.append(_symbol(canvas, name, Rect(x, y, box.size, box.size), colour))
                x += box.size + gap
            y += box.size + gap
        return "".join(drawn)


def _symbol(canvas: Canvas, name: str, place: Rect, colour: str) -> str:
    try:
        return str(canvas.functions.symbol(name, *place.sides[:3], colour))
    except Problems as problems:
        return canvas.functions.without_symbol(problems, TextBox(*place.sides))


class PictureContent(Content):
    def draw(self, canvas: Canvas, node: Node, room: Rect, around: Around) -> str:
        if node.value == "" or room.width <= 0 or room.height <= 0:
            return ""
        box, paints = node.box, canvas.paints
        clip = "" if box.plain else paints.path(box, room)
        place = TextBox(*(paints.over(room) if box.plain else room).sides)
        drawn = canvas.functions.picture(place, str(node.value), (box.fit, box.focus), clip)
        return str(drawn) + paints.look(box, room)


class ShapeContent(Content):
    def draw(self, canvas: Canvas, node: Node, room: Rect, around: Around) -> str:
        box, size = node.box, node.box.size
        if not size:
            return canvas.paints.look(box, room, True)
        x, y = room.centre
        return canvas.paints.look(box, Rect(x - size / 2, y - size / 2, size, size))


class LineContent(Content):
    def draw(self, canvas: Canvas, node: Node, room: Rect, around: Around) -> str:
        line = node.box.line
        return f"<rect {at(room)} {canvas.paints.fill(line.paint)}/>" if line else ""


class TemplateContent(Content):
    def draw(self, canvas: Canvas, node: Node, room: Rect, around: Around) -> str:
        return canvas.include(node.box.template, room)


CONTENT: dict[str, Content] = {
    "text": TextContent(),
    "badge": BadgeContent(),
    "icons": IconsContent(),
    "picture": PictureContent(),
    "shape": ShapeContent(),
    "line": LineContent(),
    "space": Content(),
    "template": TemplateContent(),
}
