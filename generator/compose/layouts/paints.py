"""Fills, lines and outlines of boxes as SVG, and the colours of what is drawn on them.

What touches the cut reaches over the bleed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from markupsafe import escape

from cards_data.models import Size
from generator.geometry import shapes
from generator.geometry.colours import INK, ink_on, mix
from generator.layout.box_fields import Paint
from generator.layout.box_geometry import Rect, over_bleed
from generator.layout.box_kinds import Box


class Paints:
    """Paints on one face, in the colours of its game."""

    def __init__(self, size: Size, colours: Any) -> None:
        self._size = size
        # The game's colours as a template sees them: what is read of them is noted.
        self._colours = colours
        self.face = Rect(0.0, 0.0, size.width_mm, size.height_mm)

    def look(self, box: Box, room: Rect, touches: bool = False) -> str:
        """Fill and line of a box."""
        parts = []
        if box.fill and box.plain:
            parts.append(
                f"<rect {at(self.over(room) if touches else room)} {self.fill(box.fill)}/>"
            )
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

    def over(self, room: Rect) -> Rect:
        """The same room; where it touches the cut, with the bleed."""
        return over_bleed(room, (self.face.width, self.face.height))

    def path(self, box: Box, room: Rect, inset: float = 0.0) -> str:
        """The outline of a box."""
        if box.shape == "outline":
            lost = self.face.width - room.width
            return shapes.path_data(shapes.outline(self._size, lost / 2))
        return shapes.path_data(_OUTLINES[box.shape](room, max(0.0, box.corner - inset)))

    def ink(self, box: Box, on: str, around: str = "") -> str:
        """The colour of letters: their own, the one of the boxes round them, or the game's ink or
        white, whichever reads better."""
        if box.colour:
            return self.colour(box.colour)
        return around or ink_on(on, str(getattr(self._colours, "ink", INK)))

    def _named(self, name: str) -> str:
        return str(getattr(self._colours, name))

    def colour(self, paint: Paint) -> str:
        return paint.colour.lower() if paint.colour[0] == "#" else self._named(paint.colour)

    def fill(self, paint: Paint) -> str:
        faint = f' fill-opacity="{paint.opacity:.3f}"' if paint.opacity < 1 else ""
        return f'fill="{escape(self.colour(paint))}"{faint}'

    def seen(self, paint: Paint | None, below: str) -> str:
        """The colour that a paint gives on another."""
        if paint is None:
            return below
        colour = self.colour(paint)
        return colour if paint.opacity >= 1 else mix(below, colour, paint.opacity)


def corners(room: Rect) -> tuple[float, float, float, float]:
    return room.x, room.y, room.x + room.width, room.y + room.height


def at(room: Rect) -> str:
    return f'x="{room.x:.3f}" y="{room.y:.3f}" width="{room.width:.3f}" height="{room.height:.3f}"'


# ---- outlines: from the room of a box, and the radius of its corners, to a path ----------------

Outline = Callable[[Rect, float], shapes.Path]


def _rect(room: Rect, corner: float) -> shapes.Path:
    most = min(room.width, room.height) / 2
    return shapes.rounded(corners(room), min(corner, most))


def _circle(room: Rect, corner: float) -> shapes.Path:
    return shapes.ellipse(*room.centre, room.width / 2, room.height / 2)


def _stretched(points: Iterable[tuple[float, float]]) -> Outline:
    """A figure given in shares of its box."""
    corners = tuple(points)

    def figure(room: Rect, corner: float) -> shapes.Path:
        return shapes.polygon(
            tuple((room.x + x * room.width, room.y + y * room.height) for x, y in corners)
        )

    return figure


def _star(room: Rect, corner: float) -> shapes.Path:
    return shapes.star(*room.centre, min(room.width, room.height) / 2)


def _drop(room: Rect, corner: float) -> shapes.Path:
    side = min(room.width, room.height * 0.75)
    drop = shapes.drop(side, side / 0.75)
    x, y = room.centre
    return shapes.moved(drop, (x - side / 2, y - side / 1.5))


_FLAT = ((0.25, 0.0), (0.75, 0.0), (1.0, 0.5), (0.75, 1.0), (0.25, 1.0), (0.0, 0.5))
_OUTLINES: dict[str, Outline] = {
    "rect": _rect,
    "circle": _circle,
    "hex": _stretched(_FLAT),
    "hex_pointy": _stretched((y, x) for x, y in _FLAT),
    "diamond": _stretched(((0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5))),
    "star": _star,
    "drop": _drop,
}
