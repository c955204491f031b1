"""What must be read on a face, and where: measured on its drawing.

Comes in: the drawing of a face and the game's symbols. Goes out: every run of letters and every
symbol with its box, carried through all transformations.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cards_data.outlines.bounding_box import Rect, Step
from generator.compose.art import Inline
from generator.geometry.colours import written
from generator.svg.drawing import IDENTITY, Drawing, Gradient, Letters, Matrix, Shape, times
from generator.svg.parser import read_svg

Point = tuple[float, float]


@dataclass(frozen=True)
class Symbol:
    """A symbol as it stands in a face: its outlines in their order, in any colour, and its box."""

    name: str
    outlines: tuple[tuple[Step, ...], ...]
    # How its first outline lies in it.
    matrix: Matrix
    box: Rect

    @classmethod
    def of(cls, name: str, picture: Inline) -> Symbol:
        view = " ".join(f"{side:.8g}" for side in picture.box)
        body = picture.content.replace("currentColor", "#000000")
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">{body}</svg>'
        shapes = _shapes(read_svg(svg).drawing.items)
        matrix = shapes[0].matrix if shapes else IDENTITY
        return cls(name, tuple(shape.path.steps for shape in shapes), matrix, picture.box)

    def stands_as(self, shapes: Sequence[Shape], matrix: Matrix) -> bool:
        """Whether these shapes, moved by that matrix, are the symbol."""
        return all(
            shape.path.steps == steps for shape, steps in zip(shapes, self.outlines, strict=True)
        ) and all(
            math.isclose(one, other, abs_tol=1e-6)
            for one, other in zip(shapes[0].matrix, times(self.matrix, matrix), strict=True)
        )


@dataclass(frozen=True)
class Mark:
    """Letters or a symbol: the box in its own measure, and how it comes onto the face."""

    words: str
    box: tuple[float, float, float, float]
    matrix: Matrix
    fill: str = ""
    size_mm: float = 0.0

    def at(self, across: float, down: float) -> Point:
        """A place in the box, 0 to 1, on the face in mm."""
        left, top, right, bottom = self.box
        a, b, c, d, e, f = self.matrix
        x, y = left + across * (right - left), top + down * (bottom - top)
        return a * x + c * y + e, b * x + d * y + f

    @property
    def corners(self) -> tuple[Point, ...]:
        return tuple(self.at(across, down) for across in (0, 1) for down in (0, 1))

    @property
    def width_mm(self) -> float:
        return math.dist(self.at(0, 0), self.at(1, 0))


def symbols_on(drawing: Drawing, symbols: Sequence[Symbol]) -> Iterator[Mark]:
    """The symbols of a face: groups whose outlines are those of a symbol."""
    by_count: dict[int, list[Symbol]] = {}
    for symbol in symbols:
        by_count.setdefault(len(symbol.outlines), []).append(symbol)
    for group in drawing.groups:
        shapes = _shapes(drawing.items[group.first : group.last])
        for symbol in by_count.get(len(shapes), ()):
            if shapes and symbol.stands_as(shapes, group.matrix):
                left, top, width, height = symbol.box
                box = (left, top, left + width, top + height)
                yield Mark(f"{{{symbol.name}}}", box, group.matrix)
                break


def letters_on(drawing: Drawing) -> Iterator[Mark]:
    """The runs of letters of a face in the colours that they are drawn in."""
    for item in drawing.items:
        if isinstance(item, Letters):
            width = item.face.width(item.text) * item.size
            width += item.spacing * max(0, len(item.text) - 1)
            top = item.y - item.face.cap_height * item.size
            ink = item.fill or item.stroke
            fill = written(ink.paint) if ink and not isinstance(ink.paint, Gradient) else ""
            scale = math.hypot(item.matrix[0], item.matrix[1])
            box = (item.x, top, item.x + width, item.y)
            yield Mark(item.text, box, item.matrix, fill, item.size * scale)


def _shapes(items: Sequence[object]) -> list[Shape]:
    return [item for item in items if isinstance(item, Shape)]
