"""Fills, lines and outlines of boxes, and the colours of what stands on them.

Comes in: a look and the room of a box. Goes out: SVG. What touches the cut reaches over the bleed.
"""

from __future__ import annotations

from typing import Any

from markupsafe import escape

from cards_data.models import Size
from generator.geometry import shapes
from generator.geometry.colours import INK, ink_on, mix
from generator.layout.box_outlines import outline_of
from generator.layout.declared_boxes import Look, Paint
from generator.layout.grid_cells import Rect, over_bleed


class Paints:
    """Paints on one face, in the colours of its game."""

    def __init__(self, size: Size, colours: Any) -> None:
        self._size = size
        # The game's colours as a template sees them: what is read of them is noted.
        self._colours = colours
        self.face = Rect(0.0, 0.0, size.width_mm, size.height_mm)

    def look(self, look: Look, room: Rect, touches: bool = False) -> str:
        """Fill and line of a box."""
        parts = []
        plain = look.shape == "rect" and not look.corner
        if look.fill and plain:
            parts.append(
                f"<rect {at(self.over(room) if touches else room)} {self.fill(look.fill)}/>"
            )
        elif look.fill:
            parts.append(f'<path d="{self.path(look, room)}" {self.fill(look.fill)}/>')
        if look.line:
            width = look.line.width
            inner = room.inside(*(width / 2,) * 4)
            colour = f'stroke="{self.colour(look.line.paint)}" stroke-width="{width:.3f}"'
            opacity = look.line.paint.opacity
            faint = f' stroke-opacity="{opacity:.3f}"' if opacity < 1 else ""
            shape = self.path(look, inner, width / 2)
            parts.append(f'<path d="{shape}" fill="none" {colour}{faint}/>')
        return "".join(parts)

    def over(self, room: Rect) -> Rect:
        """The same room; where it touches the cut, with the bleed."""
        return over_bleed(room, (self.face.width, self.face.height))

    def path(self, look: Look, room: Rect, inset: float = 0.0) -> str:
        """The outline of a box."""
        if look.shape == "outline":
            lost = self.face.width - room.width
            return shapes.path_data(shapes.outline(self._size, lost / 2))
        return shapes.path_data(outline_of(look.shape)(room, max(0.0, look.corner - inset)))

    def ink_on(self, ground: str) -> str:
        """The game's ink or white, whichever reads better."""
        return ink_on(ground, str(getattr(self._colours, "ink", INK)))

    def _named(self, name: str) -> str:
        return str(getattr(self._colours, name))

    def colour(self, paint: Paint) -> str:
        return paint.colour.lower() if paint.colour[0] == "#" else self._named(paint.colour)

    def fill(self, paint: Paint) -> str:
        faint = f' fill-opacity="{paint.opacity:.3f}"' if paint.opacity < 1 else ""
        return f'fill="{escape(self.colour(paint))}"{faint}'

    def seen(self, paint: Paint, below: str) -> str:
        """The colour that a paint gives on another."""
        colour = self.colour(paint)
        return colour if paint.opacity >= 1 else mix(below, colour, paint.opacity)


def corners(room: Rect) -> tuple[float, float, float, float]:
    return room.x, room.y, room.x + room.width, room.y + room.height


def at(room: Rect) -> str:
    return f'x="{room.x:.3f}" y="{room.y:.3f}" width="{room.width:.3f}" height="{room.height:.3f}"'
