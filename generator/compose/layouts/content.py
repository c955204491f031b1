"""What boxes show: fills and outlines, and the size and SVG of each kind of content.

A kind of box that contains no other boxes is a class here; its keys are in
``generator/layout/box_kinds.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import escape

from cards_data.models import Size
from cards_data.problems import Problems
from generator.compose.functions import TemplateFunctions
from generator.geometry import shapes
from generator.geometry.colours import INK, ink_on, mix
from generator.layout.box_fields import Paint
from generator.layout.box_geometry import Rect, over_bleed
from generator.layout.box_kinds import POINTED, Box
from generator.text.typesetter import SetText, Style, TextBox

from .nodes import Node


class Paints:
    """The paints of one face, in the colours of its game."""

    def __init__(self, size: Size, colours: Any) -> None:
        self._size = size
        # The game's colours as a template sees them; what is read is recorded.
        self._colours = colours
        self.face = Rect(0.0, 0.0, size.width_mm, size.height_mm)

    def look(self, box: Box, room: Rect, touches: bool = False) -> str:
        """Draw the fill and line of a box."""
        parts = []
        if box.fill and box.is_plain_rect:
            place = rect_attributes(self.with_bleed(room) if touches else room)
            parts.append(f"<rect {place} {self.fill(box.fill)}/>")
        elif box.fill:
            parts.append(f'<path d="{self.path(box, room)}" {self.fill(box.fill)}/>')
        if box.line:
            width = box.line.width
            inner = room.inside(*(width / 2,) * 4)
            colour = f'stroke="{self.colour(box.line.paint)}" stroke-width="{width:.3f}"'
            opacity = box.line.paint.opacity
            faint = f' stroke-opacity="{opacity:.3f}"' if opacity < 1 else ""
            shape = self.path(box, inner, width / 2)
            parts.append(f'<path d="{shape}" fill="none" {colour}{faint}/>')
        return "".join(parts)

    def with_bleed(self, room: Rect) -> Rect:
        """Return the rectangle, extended over the bleed where it touches the cut."""
        return over_bleed(room, (self.face.width, self.face.height))

    def path(self, box: Box, room: Rect, inset: float = 0.0) -> str:
        """Return the outline of a box as a path."""
        if box.shape == "outline":
            lost = self.face.width - room.width
            return shapes.path_data(shapes.outline(self._size, lost / 2))
        return shapes.path_data(_OUTLINES[box.shape](room, max(0.0, box.corner - inset)))

    def ink(self, box: Box, on: str, around: str = "") -> str:
        """Return the letters' own colour, that around them, or the best of ink and white."""
        if box.colour:
            return self.colour(box.colour)
        return around or ink_on(on, str(getattr(self._colours, "ink", INK)))

    def colour(self, paint: Paint) -> str:
        name = paint.colour
        return name.lower() if name[0] == "#" else str(getattr(self._colours, name))

    def fill(self, paint: Paint) -> str:
        faint = f' fill-opacity="{paint.opacity:.3f}"' if paint.opacity < 1 else ""
        return f'fill="{escape(self.colour(paint))}"{faint}'

    def visible_colour(self, paint: Paint | None, below: str) -> str:
        """Return the colour that a paint gives on top of another."""
        if paint is None:
            return below
        colour = self.colour(paint)
        return colour if paint.opacity >= 1 else mix(below, colour, paint.opacity)


def corners(room: Rect) -> tuple[float, float, float, float]:
    return room.x, room.y, room.x + room.width, room.y + room.height


def rect_attributes(room: Rect) -> str:
    return f'x="{room.x:.3f}" y="{room.y:.3f}" width="{room.width:.3f}" height="{room.height:.3f}"'


# ---- outlines: from a box and the radius of its corners to a path ------------------------------

Outline = Callable[[Rect, float], shapes.Path]


def _box_figure(points: Iterable[tuple[float, float]]) -> Outline:
    """Return a figure given in shares of its box."""
    corners = tuple(points)

    def figure(room: Rect, corner: float) -> shapes.Path:
        return shapes.polygon(
            tuple((room.x + x * room.width, room.y + y * room.height) for x, y in corners)
        )

    return figure


def _drop(room: Rect, corner: float) -> shapes.Path:
    side = min(room.width, room.height * 0.75)
    drop = shapes.drop(side, side / 0.75)
    x, y = room.centre
    return shapes.move_path(drop, (x - side / 2, y - side / 1.5))


_FLAT = ((0.25, 0.0), (0.75, 0.0), (1.0, 0.5), (0.75, 1.0), (0.25, 1.0), (0.0, 0.5))
_OUTLINES: dict[str, Outline] = {
    "rect": lambda room, corner: shapes.rounded_rect(
        corners(room), min(corner, room.width / 2, room.height / 2)
    ),
    "circle": lambda room, _: shapes.ellipse(*room.centre, room.width / 2, room.height / 2),
    "hex": _box_figure(_FLAT),
    "hex_pointy": _box_figure((y, x) for x, y in _FLAT),
    "diamond": _box_figure(((0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5))),
    "star": lambda room, _: shapes.star(*room.centre, min(room.width, room.height) / 2),
    "drop": _drop,
}


PLACES = {"": 0.0, "left": 0.0, "center": 0.5, "right": 1.0, "top": 0.0, "middle": 0.5, "bottom": 1}


@dataclass(frozen=True)
class Canvas:
    """What a face is drawn with."""

    functions: TemplateFunctions
    paints: Paints
    include: Callable[[str, Rect], str]


@dataclass(frozen=True)
class Inherited:
    """The surroundings of a box: the colour below it, and what it inherits from outer boxes."""

    on: str = "#ffffff"
    colour: str = ""
    valign: str = "top"


class Content:
    """A kind of box that contains no boxes; by default its size is its side."""

    def height(self, canvas: Canvas, node: Node, width: float, least: bool) -> float:
        """Return its height in a width, at its natural size or at its smallest."""
        return node.box.size

    def width(self, canvas: Canvas, node: Node) -> float:
        """Return the width of the content on one line."""
        return node.box.size

    def draw(self, canvas: Canvas, node: Node, room: Rect, around: Inherited) -> str:
        return ""


class TextContent(Content):
    def height(self, canvas: Canvas, node: Node, width: float, least: bool) -> float:
        return self._block(canvas, node, width, least).height_mm

    def width(self, canvas: Canvas, node: Node) -> float:
        box = node.box
        return canvas.functions.line_width(node.value, box.font, box.points[0]) + 0.01

    def _block(self, canvas: Canvas, node: Node, width: float, least: bool = False) -> SetText:
        """Typeset the text at full height, at its size or at the smallest allowed."""
        key = width, least
        if key not in node.blocks:
            style = _style(node)
            node.blocks[key] = canvas.functions.fit_text(node.value, width, style, least)
        return node.blocks[key]

    def draw(self, canvas: Canvas, node: Node, room: Rect, around: Inherited) -> str:
        if node.value == "":
            return ""
        box, functions, place = node.box, canvas.functions, TextBox(*room.sides)
        style = _style(node, box.valign or around.valign)
        colour = canvas.paints.ink(box, around.on, around.colour)
        block = self._block(canvas, node, room.width)
        if block.height_mm <= room.height + 1e-6:
            return str(functions.draw_set_text(node.value, block, style, place, colour, box.name))
        return str(functions.set_text(node.value, place, style, colour, box.name))


def _style(node: Node, valign: str = "top") -> Style:
    """Return the text style of a box."""
    box = node.box
    hyphens = box.font != "title"
    return Style(box.font, *box.points, box.leading, node.align, valign, box.lines, hyphens=hyphens)


class BadgeContent(Content):
    def draw(self, canvas: Canvas, node: Node, room: Rect, around: Inherited) -> str:
        if node.value == "":
            return ""
        box, paints = node.box, canvas.paints
        side = min(box.size, room.width, room.height) if room.height else box.size
        x, y = room.centre
        wide = room.width if box.shape == "rect" and box.width else side
        badge = Rect(x - wide / 2, y - side / 2, wide, side)
        colour = paints.ink(box, paints.visible_colour(box.fill, around.on))
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
        """Arrange symbols in rows, as many in each as fit into the width."""
        gap = node.box.gap
        step = node.box.size + gap
        most = max(1, int((width + gap + 1e-6) / step)) if step else 1
        icons = node.value
        return [icons[first : first + most] for first in range(0, len(icons), most)]

    def draw(self, canvas: Canvas, node: Node, room: Rect, around: Inherited) -> str:
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
    def draw(self, canvas: Canvas, node: Node, room: Rect, around: Inherited) -> str:
        if node.value == "" or room.width <= 0 or room.height <= 0:
            return ""
        box, paints = node.box, canvas.paints
        clip = "" if box.is_plain_rect else paints.path(box, room)
        place = TextBox(*(paints.with_bleed(room) if box.is_plain_rect else room).sides)
        drawn = canvas.functions.picture(place, str(node.value), (box.fit, box.focus), clip)
        return str(drawn) + paints.look(box, room)


class ShapeContent(Content):
    def draw(self, canvas: Canvas, node: Node, room: Rect, around: Inherited) -> str:
        box, size = node.box, node.box.size
        if not size:
            return canvas.paints.look(box, room, True)
        x, y = room.centre
        return canvas.paints.look(box, Rect(x - size / 2, y - size / 2, size, size))


class LineContent(Content):
    def draw(self, canvas: Canvas, node: Node, room: Rect, around: Inherited) -> str:
        line = node.box.line
        return f"<rect {rect_attributes(room)} {canvas.paints.fill(line.paint)}/>" if line else ""


class TemplateContent(Content):
    def draw(self, canvas: Canvas, node: Node, room: Rect, around: Inherited) -> str:
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
