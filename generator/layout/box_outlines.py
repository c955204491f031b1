"""Outlines of boxes: the shapes that panels, badges, pictures and shapes can have.

Comes in: the name of a shape. Goes out: a function from the room of a box, and the radius of its
corners, to a path.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from generator.geometry import shapes

from .grid_cells import Rect

Outline = Callable[[Rect, float], shapes.Path]


def outline_of(shape: str) -> Outline:
    return _OUTLINES[shape]


def _rect(room: Rect, corner: float) -> shapes.Path:
    most = min(room.width, room.height) / 2
    return shapes.rounded(
        (room.x, room.y, room.x + room.width, room.y + room.height), min(corner, most)
    )


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
# All but the outline of a piece, which depends on its size.
SHAPES = tuple(_OUTLINES)
