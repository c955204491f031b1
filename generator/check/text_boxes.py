"""What is written on a face, and where: read from its SVG, not guessed from its pixels.

Comes in: the SVG of a face and the game's symbols. Goes out: every run of letters and every
symbol with its box, carried through all transformations.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree

from cards_data.models import Font
from generator.compose.art import Inline
from generator.compose.piece import Artwork
from generator.geometry.colours import written
from generator.store.sources import Sources
from generator.text.fonts import typeface

# A matrix as SVG writes it: x' = a x + c y + e, y' = b x + d y + f.
Matrix = tuple[float, float, float, float, float, float]
Point = tuple[float, float]
UPRIGHT: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
_STEP = re.compile(r"(\w+)\(([^)]*)\)")
_FITTED = re.compile(r'<g transform="translate\([^)]*\) scale\([^)]*\)">')
SIGN = "data-symbol"


@dataclass(frozen=True)
class Symbol:
    """A symbol as it stands in a face: its drawing with any colour, and its box."""

    name: str
    drawing: re.Pattern[str]
    box: tuple[float, float, float, float]

    @classmethod
    def of(cls, name: str, picture: Inline) -> Symbol:
        parts = [re.escape(part) for part in picture.content.split("currentColor")]
        return cls(name, re.compile('[^"]*'.join(parts)), picture.box)


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
        return moved(self.matrix, left + across * (right - left), top + down * (bottom - top))

    @property
    def corners(self) -> tuple[Point, ...]:
        return tuple(self.at(across, down) for across in (0, 1) for down in (0, 1))

    @property
    def width_mm(self) -> float:
        return math.dist(self.at(0, 0), self.at(1, 0))


def marks_on(svg: str, symbols: Sequence[Symbol], sources: Sources) -> Iterator[Mark]:
    """Everything that must be read, in the order it is drawn."""
    root = ElementTree.fromstring(_signed(svg, symbols))
    boxes = {symbol.name: symbol.box for symbol in symbols}
    yield from _walk(root, UPRIGHT, boxes, sources)


def _signed(svg: str, symbols: Sequence[Symbol]) -> str:
    """Symbols stand in a face by value: each is found again and given its name."""

    def named(group: re.Match[str]) -> str:
        for symbol in symbols:
            if symbol.drawing.match(svg, group.end()):
                return f'{group[0][:-1]} {SIGN}="{symbol.name}">'
        return group[0]

    return _FITTED.sub(named, svg)


def _walk(
    node: ElementTree.Element,
    matrix: Matrix,
    boxes: dict[str, tuple[float, float, float, float]],
    sources: Sources,
) -> Iterator[Mark]:
    matrix = _under(matrix, node.get("transform", ""))
    if name := node.get(SIGN):
        left, top, width, height = boxes[name]
        yield Mark(f"{{{name}}}", (left, top, left + width, top + height), matrix)
        return
    if node.tag.endswith("}text"):
        yield _letters(node, matrix, sources)
    if not node.tag.endswith(("}defs", "}clipPath")):
        for child in node:
            yield from _walk(child, matrix, boxes, sources)


def _letters(node: ElementTree.Element, matrix: Matrix, sources: Sources) -> Mark:
    wanted = Font(
        node.get("font-family", ""),
        int(node.get("font-weight", 400)),
        node.get("font-style") == "italic",
    )
    font, words = typeface(wanted, sources), node.text or ""
    size, spacing = float(node.get("font-size", 0)), float(node.get("letter-spacing", 0))
    x, y = float(node.get("x", 0)), float(node.get("y", 0))
    width = font.width(words) * size + spacing * max(0, len(words) - 1)
    box = (x, y - font.cap_height * size, x + width, y)
    scale = math.hypot(matrix[0], matrix[1])
    return Mark(words, box, matrix, node.get("fill", ""), size * scale)


def letters_of(art: Artwork, sources: Sources) -> Iterator[Mark]:
    """The letters of a face in the colours that they are drawn in, whatever the SVG says."""
    from generator.draw.apply_ink import inked
    from generator.svg.drawing import Gradient, Letters

    for item in inked(art, sources).items:
        if isinstance(item, Letters):
            width = item.face.width(item.text) * item.size
            width += item.spacing * max(0, len(item.text) - 1)
            top = item.y - item.face.cap_height * item.size
            ink = item.fill or item.stroke
            fill = written(ink.paint) if ink and not isinstance(ink.paint, Gradient) else ""
            scale = math.hypot(item.matrix[0], item.matrix[1])
            box = (item.x, top, item.x + width, item.y)
            yield Mark(item.text, box, item.matrix, fill, item.size * scale)


def moved(matrix: Matrix, x: float, y: float) -> Point:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def _under(outer: Matrix, transform: str) -> Matrix:
    for name, values in _STEP.findall(transform):
        outer = _times(outer, _matrix(name, [float(value) for value in _NUMBER.findall(values)]))
    return outer


_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?")


def _matrix(name: str, values: list[float]) -> Matrix:
    if name == "translate":
        return (1, 0, 0, 1, values[0], values[1] if len(values) > 1 else 0.0)
    if name == "scale":
        return (values[0], 0, 0, values[-1], 0, 0)
    if name == "rotate":
        turn = math.radians(values[0])
        cos, sin = math.cos(turn), math.sin(turn)
        cx, cy = values[1:] or (0.0, 0.0)
        return (cos, sin, -sin, cos, cx - cos * cx + sin * cy, cy - sin * cx - cos * cy)
    if name == "matrix":
        a, b, c, d, e, f = values
        return (a, b, c, d, e, f)
    slope = math.tan(math.radians(values[0]))
    return (1, 0, slope, 1, 0, 0) if name == "skewX" else (1, slope, 0, 1, 0, 0)


def _times(one: Matrix, two: Matrix) -> Matrix:
    a, b = moved((*one[:4], 0.0, 0.0), two[0], two[1])
    c, d = moved((*one[:4], 0.0, 0.0), two[2], two[3])
    return (a, b, c, d, *moved(one, two[4], two[5]))
