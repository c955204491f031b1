"""The SVG of a face into a drawing.

Comes in: SVG of the subset that ``lint`` allows, and the files its letters come from. Goes out:
the flat list of what is painted, or ``NotDrawn`` with what stands in the way; CairoSVG then draws
that face.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from xml.etree import ElementTree

from cards_data.models import Font
from generator.store.sources import Sources
from generator.text.fonts import typeface

from .attributes import (
    Attributes,
    colour,
    fill_of,
    look,
    number,
    numbers,
    opacity,
    plain_paints,
    reference,
    stroke_of,
    transform,
)
from .bounding_box import Rect
from .drawing import (
    IDENTITY,
    Begin,
    Drawing,
    End,
    Fill,
    Item,
    Letters,
    Matrix,
    NotDrawn,
    Paint,
    Path,
    Shape,
    Stroke,
    moved,
    path_of,
    times,
)
from .gradients import gradient
from .images import picture
from .path_data import ellipse, polygon, read_path, rectangle

Node = ElementTree.Element
SVG = "{http://www.w3.org/2000/svg}"
# What an element hands down to those inside it.
HANDED_DOWN = frozenset(
    "fill fill-opacity fill-rule stroke stroke-opacity stroke-width stroke-linecap "
    "stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset font-family "
    "font-weight font-style font-size letter-spacing visibility clip-rule".split()
)
NEVER_PAINTED = frozenset("defs clipPath linearGradient radialGradient stop title desc".split())
NOT_COVERED = frozenset(
    "style class filter mask marker marker-start marker-mid marker-end transform-origin clip "
    "shape-rendering font text-anchor mix-blend-mode".split()
)
_ENTITY = re.compile(r"<!(DOCTYPE|ENTITY)", re.IGNORECASE)


def read_drawing(svg: str, sources: Sources) -> Drawing:
    """The drawing of a face."""
    if _ENTITY.search(svg):
        raise NotDrawn("an entity")
    root = ElementTree.fromstring(svg)
    view = numbers(root.get("viewBox", ""))
    if _tag(root) != "svg" or len(view) != 4 or root.get("preserveAspectRatio"):
        raise NotDrawn("an outer element without a plain viewBox")
    reader = _Reader(root, sources)
    inherited = {name: value for name, value in root.attrib.items() if name in HANDED_DOWN}
    for child in root:
        reader.read(child, inherited, IDENTITY)
    x, y, width, height = view
    return Drawing((x, y, width, height), tuple(reader.items))


def _tag(node: Node) -> str:
    tag = str(node.tag)
    return tag[len(SVG) :] if tag.startswith(SVG) else tag


class _Reader:
    """Walks an SVG and writes down what it paints."""

    def __init__(self, root: Node, sources: Sources) -> None:
        self.items: list[Item] = []
        self._root = root
        self._sources = sources
        self._ids: dict[str, Node] | None = None

    def _named(self, name: str | None) -> Node | None:
        """The element with that id, wherever it stands."""
        if self._ids is None:
            self._ids = {node.get("id", ""): node for node in self._root.iter()}
        return self._ids.get(name) if name else None

    def read(self, node: Node, inherited: dict[str, str], outer: Matrix) -> None:
        """An element and all inside it."""
        tag, own = _tag(node), node.attrib
        if tag in NEVER_PAINTED or own.get("display") == "none":
            return
        if not NOT_COVERED.isdisjoint(own):
            raise NotDrawn(f"<{tag}> with {', '.join(sorted(NOT_COVERED & own.keys()))}")
        matrix = times(transform(own["transform"]), outer) if "transform" in own else outer
        begins = self._begins(node, own, tag, matrix)
        self.items += begins
        if tag == "g":
            self._group(node, inherited, matrix)
        else:
            self._leaf(node, tag, {**inherited, **own}, matrix)
        self.items += [End(begin) for begin in reversed(begins)]

    def _begins(self, node: Node, own: Attributes, tag: str, matrix: Matrix) -> list[Begin]:
        """The clip that an element is seen through, and the group it is painted as."""
        found = []
        if "clip-path" in own:
            found.append(Begin(clip=self._clip(own["clip-path"], matrix)))
        if tag == "g" and "opacity" in own and len(node):
            alpha = opacity(own["opacity"])
            if alpha < 1:
                found.append(Begin(opacity=alpha))
        return found

    def _clip(self, text: str, outer: Matrix) -> Path | None:
        node = self._named(reference(text))
        if node is None:
            return None
        if node.get("clipPathUnits") == "objectBoundingBox" or "clip-path" in node.attrib:
            raise NotDrawn("a clip in shares of what it clips")
        matrix = times(transform(node.get("transform", "")), outer)
        steps = tuple(step for child in node for step in self._clip_steps(child, matrix))
        return path_of(steps)

    def _clip_steps(self, child: Node, outer: Matrix) -> Iterator[tuple[str, tuple[float, ...]]]:
        outline = OUTLINES.get(_tag(child))
        if outline is None or "clip-path" in child.attrib:
            raise NotDrawn(f"a clip made of <{_tag(child)}>")
        matrix = times(transform(child.get("transform", "")), outer)
        path = outline(child.attrib)
        yield from moved(path, matrix) if path else ()

    def _group(self, node: Node, inherited: dict[str, str], matrix: Matrix) -> None:
        own = {name: value for name, value in node.attrib.items() if name in HANDED_DOWN}
        handed = {**inherited, **own} if own else inherited
        for child in node:
            self.read(child, handed, matrix)

    def _leaf(self, node: Node, tag: str, attributes: Attributes, matrix: Matrix) -> None:
        if attributes.get("visibility") == "hidden":
            return
        if tag == "text":
            self._text(node, attributes, matrix)
        elif tag == "image":
            found = picture(attributes, matrix)
            self.items += found
        elif tag in OUTLINES:
            if len(node):
                raise NotDrawn(f"<{tag}> with elements inside")
            path = OUTLINES[tag](attributes)
            if path:
                fill, stroke = self._paints(attributes, path)
                if fill or stroke:
                    self.items.append(Shape(path, matrix, fill, stroke))
        else:
            raise NotDrawn(f"<{tag}>")

    def _paints(
        self, attributes: Attributes, path: Path | None
    ) -> tuple[Fill | None, Stroke | None]:
        """How an element is filled and stroked."""
        found = look(attributes)
        if found.fill[:4] != "url(" and found.stroke[:4] != "url(":
            return plain_paints(found)
        box = path.box if path else None
        fill, stroke = self._paint(found.fill, box), self._paint(found.stroke, box)
        return fill_of(found, fill), stroke_of(found, stroke)

    def _paint(self, text: str, box: Rect | None) -> Paint | None:
        if text[:4] != "url(":
            return colour(text)
        node = self._named(reference(text))
        if node is None:
            raise NotDrawn(f"the paint {text[:30]!r}")
        return gradient(node, _tag(node), box)

    def _text(self, node: Node, attributes: Attributes, matrix: Matrix) -> None:
        if len(node):
            raise NotDrawn("<text> with elements inside")
        get = attributes.get
        text = _one_line(node.text or "")
        fill, stroke = self._paints(attributes, None)
        if not text or not (fill or stroke):
            return
        font = Font(
            get("font-family", ""),
            int(number(get("font-weight", "400"))),
            get("font-style") == "italic",
        )
        face = typeface(font, self._sources)
        size, spacing = number(get("font-size", "0")), number(get("letter-spacing", "0"))
        x, y = number(get("x", "0")), number(get("y", "0"))
        self.items.append(Letters(text, font, face, size, spacing, x, y, matrix, fill, stroke))


_SPACES = re.compile(r" +")


def _one_line(text: str) -> str:
    """Text as SVG reads it: no line ends, spaces never double; hard spaces stay."""
    if "\n" in text or "\t" in text or "  " in text:
        text = _SPACES.sub(" ", text.replace("\n", "").replace("\r", "").replace("\t", " "))
    return text


def _rect(attributes: Attributes) -> Path | None:
    get = attributes.get
    width, height = number(get("width", "0")), number(get("height", "0"))
    if width <= 0 or height <= 0:
        return None
    rx, ry = get("rx"), get("ry")
    radius_x, radius_y = number(rx or ry or "0"), number(ry or rx or "0")
    return rectangle(
        number(get("x", "0")), number(get("y", "0")), width, height, radius_x, radius_y
    )


def _round(attributes: Attributes, rx: str, ry: str) -> Path | None:
    get = attributes.get
    wide, high = number(get(rx, "0")), number(get(ry, "0"))
    if wide <= 0 or high <= 0:
        return None
    return ellipse(number(get("cx", "0")), number(get("cy", "0")), wide, high)


def _line(attributes: Attributes) -> Path:
    ends = tuple(number(attributes.get(name, "0")) for name in ("x1", "y1", "x2", "y2"))
    return polygon(ends, closed=False)


def _points(attributes: Attributes, closed: bool) -> Path | None:
    found = numbers(attributes.get("points", ""))
    return polygon(found, closed) if len(found) >= 2 else None


OUTLINES: dict[str, Callable[[Attributes], Path | None]] = {
    "path": lambda attributes: read_path(attributes.get("d", "")),
    "rect": _rect,
    "circle": lambda attributes: _round(attributes, "r", "r"),
    "ellipse": lambda attributes: _round(attributes, "rx", "ry"),
    "line": _line,
    "polyline": lambda attributes: _points(attributes, closed=False),
    "polygon": lambda attributes: _points(attributes, closed=True),
}
