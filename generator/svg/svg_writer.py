"""Write a drawing as SVG: a picture for a screen, or content to put inside another picture.

Letters are outlines of the packaged fonts, so a card looks the same in every browser. Nothing in a
picture refers to anything outside it.
"""

from __future__ import annotations

import base64
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from html import escape

from cards_data.outlines.path_reader import Point, Rect, Step
from generator.geometry.colours import hex_colour
from generator.text.fonts import Typeface

from .drawing import (
    IDENTITY,
    Begin,
    Colour,
    Drawing,
    Fill,
    Gradient,
    Item,
    Letters,
    Matrix,
    Paint,
    Path,
    Photo,
    Shape,
    Stroke,
    inverse,
    times,
)
from .outlines import rectangle

# A hundredth of a millimetre on a board, a thousandth on a card.
SCREEN_DIGITS = 5
WHITE: Colour = (1.0, 1.0, 1.0)
# What applies unless an element or one around it says otherwise; such attributes are not written.
INHERITED = {
    "fill-rule": "nonzero",
    "clip-rule": "nonzero",
    "fill-opacity": "1",
    "stroke-opacity": "1",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
    "stroke-miterlimit": "4",
    "stroke-dasharray": "none",
    "stroke-dashoffset": "0",
}
_INITIAL = {**INHERITED, "opacity": "1", "stop-opacity": "1"}


def svg_picture(drawing: Drawing, width_mm: float, height_mm: float) -> bytes:
    """Return a picture of a face on white; a browser shows it in its real size."""
    size = f"{width_mm:g}mm", f"{height_mm:g}mm"
    ground = Shape(rectangle(*drawing.view, 0.0, 0.0), IDENTITY, Fill(WHITE), None)
    content = SvgWriter(SCREEN_DIGITS).write((ground, *drawing.items))
    return document(drawing.view, size, content)


def document(view: Rect, size: tuple[str, str], content: str) -> bytes:
    own = {"viewBox": figures(view, SCREEN_DIGITS), "width": size[0], "height": size[1]}
    return f'<svg xmlns="http://www.w3.org/2000/svg"{attributes(own)}>{content}</svg>'.encode()


class SvgWriter:
    """A writer of items for one document; ids begin with ``name``, and precede their users."""

    def __init__(
        self, digits: int, name: str = "i", colour: Callable[[Colour], str] = hex_colour
    ) -> None:
        self._name = name
        self._count = 0
        self._colour = colour
        self._digits = digits
        self._figures = partial(figures, digits=digits)

    def write(self, items: Iterable[Item]) -> str:
        return "".join(part for item in items for part in self._item(item))

    def _item(self, item: Item) -> Iterator[str]:
        if isinstance(item, Shape):
            data = path_data(item.path, self._digits)
            yield from self._path_element(data, item.matrix, item.fill, item.stroke)
        elif isinstance(item, Letters):
            yield from self._letters(item)
        elif isinstance(item, Photo):
            yield self._photo(item)
        elif isinstance(item, Begin):
            yield from self._begin(item)
        elif not item.begin.tag:
            yield "</g>"

    def _id(self) -> str:
        self._count += 1
        return f"{self._name}{self._count}"

    def _begin(self, begin: Begin) -> Iterator[str]:
        if begin.tag:
            return
        own = {"opacity": self._figures((begin.opacity,))}
        if begin.clip is not None:
            ident = self._id()
            rule = "evenodd" if begin.evenodd else "nonzero"
            clip = {"d": _data(begin.clip.steps, self._digits), "clip-rule": rule}
            yield f'<clipPath id="{escape(ident)}"><path{attributes(clip)}/></clipPath>'
            own["clip-path"] = f"url(#{ident})"
        yield f"<g{attributes(own)}>"

    def _path_element(
        self, data: str, matrix: Matrix, fill: Fill | None, stroke: Stroke | None
    ) -> Iterator[str]:
        """Yield a path; a gradient comes before it."""
        if not data or not (fill or stroke):
            return
        own = {"d": data, "fill": "none"}
        for kind, ink in (("fill", fill), ("stroke", stroke)):
            if ink is None:
                continue
            if isinstance(ink.paint, Gradient):
                ident = self._id()
                yield self._gradient(ink.paint, ident)
                own[kind] = f"url(#{ident})"
            else:
                own[kind] = self._colour(ink.paint)
            own[f"{kind}-opacity"] = self._figures((ink.opacity,))
        own |= {"fill-rule": "evenodd"} if fill and fill.evenodd else {}
        own |= self._pen(stroke) if stroke else {}
        own |= self._transform("transform", matrix)
        yield f"<path{attributes(own)}/>"

    def _pen(self, stroke: Stroke) -> dict[str, str]:
        return {
            "stroke-width": self._figures((stroke.width,)),
            "stroke-linecap": stroke.cap,
            "stroke-linejoin": stroke.join,
            "stroke-miterlimit": self._figures((stroke.miter_limit,)),
            "stroke-dasharray": self._figures(stroke.dashes) or "none",
            "stroke-dashoffset": self._figures((stroke.dash_offset,)),
        }

    def _gradient(self, gradient: Gradient, ident: str) -> str:
        linear = len(gradient.ends) == 4
        names = ("x1", "y1", "x2", "y2") if linear else ("fx", "fy", "fr", "cx", "cy", "r")
        tag = "linearGradient" if linear else "radialGradient"
        ends = (self._figures((end,)) for end in gradient.ends)
        own = {
            "id": ident,
            "gradientUnits": "userSpaceOnUse",
            **self._transform("gradientTransform", gradient.matrix),
            **dict(zip(names, ends, strict=True)),
        }
        stops = (
            {
                "offset": self._figures((stop.offset,)),
                "stop-color": self._colour(stop.colour),
                "stop-opacity": self._figures((stop.opacity,)),
            }
            for stop in gradient.stops
        )
        inner = "".join(f"<stop{attributes(stop)}/>" for stop in stops)
        return f"<{tag}{attributes(own)}>{inner}</{tag}>"

    def _letters(self, run: Letters) -> Iterator[str]:
        """Yield a run as one path, which browsers draw faster than one for each letter."""
        scale = run.size / run.face.units
        units = (scale, 0.0, 0.0, -scale, run.x, run.y)
        data = _run_data(run.face, run.text, round(run.spacing / scale, 3))
        fill = run.fill and run.fill._replace(paint=_in_units(run.fill.paint, units))
        stroke = run.stroke and run.stroke._replace(
            paint=_in_units(run.stroke.paint, units),
            width=run.stroke.width / scale,
            dashes=tuple(dash / scale for dash in run.stroke.dashes),
            dash_offset=run.stroke.dash_offset / scale,
        )
        yield from self._path_element(data, times(units, run.matrix), fill, stroke)

    def _photo(self, photo: Photo) -> str:
        kind = "png" if photo.data.startswith(b"\x89PNG") else "jpeg"
        own = {
            "width": str(photo.width),
            "height": str(photo.height),
            **self._transform("transform", photo.matrix),
            "opacity": self._figures((photo.opacity,)),
            "href": f"data:image/{kind};base64,{base64.b64encode(photo.data).decode('ascii')}",
        }
        return f"<image{attributes(own)}/>"

    def _transform(self, name: str, matrix: Matrix) -> dict[str, str]:
        return {name: f"matrix({self._figures(matrix)})"} if matrix != IDENTITY else {}


def _in_units(paint: Paint, units: Matrix) -> Paint:
    """Return a paint in font units."""
    back = inverse(units)
    if back is None or not isinstance(paint, Gradient):
        return paint
    return paint._replace(matrix=times(paint.matrix, back))


@lru_cache(maxsize=1_000)
def _run_data(face: Typeface, text: str, spacing: float) -> str:
    """Write a run in whole font units from the start of its baseline."""
    contours, pen = [], 0.0
    for glyph in face.shape(text):
        dx, dy = round(pen + glyph.dx * face.units), round(glyph.dy * face.units)
        for x, y, rest in _contours(face, glyph.number):
            contours.append(f"M{path_figures((x + dx, y + dy), SCREEN_DIGITS)}{rest}")
        pen += glyph.advance * face.units + spacing
    return "".join(contours)


@lru_cache(maxsize=4096)
def _contours(face: Typeface, number: int) -> tuple[tuple[int, int, str], ...]:
    """Return where each contour of a glyph starts, and the rest relative to that."""
    contours: list[tuple[int, int, list[str]]] = []
    at = (0, 0)
    for letter, values in face.outline(number):
        points = [*zip(values[::2], values[1::2], strict=True)]
        middle = _middle(at, *points) if letter == "C" else None
        whole = [(round(x), round(y)) for x, y in ([middle, points[-1]] if middle else points)]
        if letter == "M":
            contours.append((*whole[0], []))
        else:
            steps = [step for x, y in whole for step in (x - at[0], y - at[1])]
            kind = "q" if middle else letter.lower()
            contours[-1][2].append(f"{kind}{path_figures(steps, SCREEN_DIGITS)}")
        at = whole[-1] if whole else at
    return tuple((x, y, "".join(rest)) for x, y, rest in contours)


def _middle(start: Point, first: Point, second: Point, end: Point) -> Point | None:
    """Return the one control point of a curve that was quadratic before it became cubic."""
    one, other = (
        ((3 * near[0] - far[0]) / 2, (3 * near[1] - far[1]) / 2)
        for near, far in ((first, start), (second, end))
    )
    return one if math.dist(one, other) < 1 else None


def attributes(own: dict[str, str]) -> str:
    return "".join(
        f' {name}="{escape(text)}"' for name, text in own.items() if _INITIAL.get(name) != text
    )


@lru_cache(maxsize=8192)
def path_data(path: Path, digits: int) -> str:
    return _data(path.steps, digits)


def _data(steps: Sequence[Step], digits: int) -> str:
    return "".join([f"{letter}{path_figures(at, digits)}" for letter, at in steps])


def path_figures(values: Sequence[float], digits: int) -> str:
    """Write the numbers of a path, where a minus sign separates as well as a space."""
    return figures(values, digits).replace(" -", "-")


def figures(values: Sequence[float], digits: int) -> str:
    """Write numbers with a space between them, as view boxes and transforms need it."""
    return " ".join([f"{value:.{digits}g}" for value in values])
