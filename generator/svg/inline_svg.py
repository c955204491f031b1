"""Write a picture as SVG to put inside another.

A picture whose elements mean the same anywhere is copied unchanged. One with percentages,
references and the like is written from its drawing, as plain paths.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Sequence
from html import escape

from cards_data.outlines.path_reader import Step, tight_box
from generator.geometry.colours import written as hex_colour

from .drawing import (
    IDENTITY,
    Begin,
    Colour,
    Drawing,
    End,
    Gradient,
    Item,
    Matrix,
    Photo,
    Shape,
    Stroke,
    moved,
)
from .outlines import rectangle
from .parser import Reading, read_svg
from .tree import parse

_ID = re.compile(r"""(\sid=["']|url\(["']?#)([^"')]+)""")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_BETWEEN = re.compile(r">\s+<")
# Names of other programs, such as inkscape:label; their declarations stay outside.
_FOREIGN = re.compile(r"""\s(?!xml:)[\w-]+:[\w-]+=("[^"]*"|'[^']*')""")
# Represents the current colour while a picture is written; replaced where it is used.
CURRENT = (11 / 255, 12 / 255, 14 / 255)
_HANDED_DOWN = ("fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin")


def inner_svg(svg: str, reading: Reading, name: str) -> str:
    """Return the inner SVG; gradients and clips are named after the picture."""
    if not reading.portable:
        if "currentColor" in svg and "color=" not in svg:
            reading = read_svg(svg.replace("currentColor", hex_colour(CURRENT)))
        return written(reading.drawing, name)
    svg = _ID.sub(lambda match: f"{match[1]}{name}-{match[2]}", svg)
    start = svg.index(">", svg.index("<svg")) + 1
    end = svg.rindex("</svg") if "</svg" in svg else start
    content = _BETWEEN.sub("><", _COMMENT.sub("", svg[start:end]).strip())
    content = _FOREIGN.sub("", re.sub(r"\sxlink:href=", " href=", content))
    own = {key: text for key, text in parse(svg).attrib.items() if key in _HANDED_DOWN}
    if not own:
        return content
    return f"<g{_attributes(own)}>{content}</g>"


def reaches_out(drawing: Drawing) -> bool:
    """Return whether anything is painted outside the window."""
    x, y, width, height = drawing.view
    for item in drawing.items:
        if isinstance(item, Shape):
            left, top, wide, high = tight_box(moved(item.path, item.matrix))
            pen = _reach(item.stroke, item.matrix) if item.stroke else 0.0
            if left - pen < x or top - pen < y:
                return True
            if left + wide + pen > x + width or top + high + pen > y + height:
                return True
        elif isinstance(item, Photo):
            return True
    return False


def _reach(stroke: Stroke, matrix: Matrix) -> float:
    """Return how far a line may extend past its path, including its longest corner."""
    stretch = max(abs(part) for part in matrix[:4])
    return (
        stroke.width / 2 * stretch * max(1.5, stroke.miter_limit if stroke.join == "miter" else 1)
    )


def cut_off(drawing: Drawing) -> Drawing:
    """Return the drawing clipped to its window."""
    window = Begin(rectangle(*drawing.view, 0.0, 0.0))
    return drawing._replace(items=(window, *drawing.items, End(window)), groups=())


def written(drawing: Drawing, name: str) -> str:
    return "".join(_Writer(name).items(drawing.items))


class _Writer:
    """A writer of items in sequence; paints and clips come before the items that use them."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._count = 0

    def items(self, items: Sequence[Item]) -> Iterator[str]:
        for item in items:
            if isinstance(item, Shape):
                yield from self._shape(item)
            elif isinstance(item, Photo):
                yield _photo(item)
            elif isinstance(item, Begin):
                yield from self._begin(item)
            elif isinstance(item, End):
                yield "</g>"

    def _id(self) -> str:
        self._count += 1
        return f"{self._name}-{self._count}"

    def _begin(self, begin: Begin) -> Iterator[str]:
        own = {"opacity": _figure(begin.opacity)} if begin.opacity < 1 else {}
        if begin.clip is not None:
            ident = self._id()
            rule = {"clip-rule": "evenodd"} if begin.evenodd else {}
            path = f"<path{_attributes({'d': _data(begin.clip.steps), **rule})}/>"
            yield f'<clipPath id="{ident}">{path}</clipPath>'
            own["clip-path"] = f"url(#{ident})"
        yield f"<g{_attributes(own)}>"

    def _shape(self, shape: Shape) -> Iterator[str]:
        own = {"d": _data(shape.path.steps), "fill": "none"}
        for kind, ink in (("fill", shape.fill), ("stroke", shape.stroke)):
            if ink is None:
                continue
            if isinstance(ink.paint, Gradient):
                ident = self._id()
                yield _gradient(ink.paint, ident)
                own[kind] = f"url(#{ident})"
            else:
                own[kind] = _colour(ink.paint)
            if ink.opacity < 1:
                own[f"{kind}-opacity"] = _figure(ink.opacity)
        own |= {"fill-rule": "evenodd"} if shape.fill and shape.fill.evenodd else {}
        own |= _pen(shape.stroke) if shape.stroke else {}
        own |= {"transform": _matrix(shape.matrix)} if shape.matrix != IDENTITY else {}
        yield f"<path{_attributes(own)}/>"


def _pen(stroke: Stroke) -> dict[str, str]:
    own = {
        "stroke-width": _figure(stroke.width),
        "stroke-linecap": stroke.cap,
        "stroke-linejoin": stroke.join,
        "stroke-miterlimit": _figure(stroke.miter_limit),
    }
    if stroke.dashes:
        own["stroke-dasharray"] = _figures(stroke.dashes)
        own["stroke-dashoffset"] = _figure(stroke.dash_offset)
    return own


def _gradient(gradient: Gradient, ident: str) -> str:
    linear = len(gradient.ends) == 4
    names = ("x1", "y1", "x2", "y2") if linear else ("fx", "fy", "fr", "cx", "cy", "r")
    tag = "linearGradient" if linear else "radialGradient"
    own = {
        "id": ident,
        "gradientUnits": "userSpaceOnUse",
        "gradientTransform": _matrix(gradient.matrix),
        **dict(zip(names, map(_figure, gradient.ends), strict=True)),
    }
    stops = "".join(
        f'<stop offset="{_figure(stop.offset)}" stop-color="{_colour(stop.colour)}" '
        f'stop-opacity="{_figure(stop.opacity)}"/>'
        for stop in gradient.stops
    )
    return f"<{tag}{_attributes(own)}>{stops}</{tag}>"


def _photo(photo: Photo) -> str:
    kind = "png" if photo.data.startswith(b"\x89PNG") else "jpeg"
    own = {
        "width": str(photo.width),
        "height": str(photo.height),
        "transform": _matrix(photo.matrix),
        "opacity": _figure(photo.opacity),
        "href": f"data:image/{kind};base64,{base64.b64encode(photo.data).decode('ascii')}",
    }
    return f"<image{_attributes(own)}/>"


def _attributes(own: dict[str, str]) -> str:
    return "".join(f' {name}="{escape(text)}"' for name, text in own.items())


def _colour(colour: Colour) -> str:
    return "currentColor" if colour == CURRENT else hex_colour(colour)


def _data(steps: Sequence[Step]) -> str:
    return "".join(f"{letter}{_figures(at)}" for letter, at in steps)


def _matrix(matrix: Sequence[float]) -> str:
    return f"matrix({_figures(matrix)})"


def _figures(values: Sequence[float]) -> str:
    return " ".join(map(_figure, values))


def _figure(value: float) -> str:
    return f"{value:.8g}"
