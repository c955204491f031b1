"""Parse SVG into a drawing: the one reader of templates, symbols and pictures.

What can be drawn is drawn as SVG defines it; all else is a fault of its element.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from cards_data.models import Font
from cards_data.outlines.path_reader import Rect, SvgError
from cards_data.problems import Message, did_you_mean
from generator.store.sources import Sources
from generator.text.fonts import is_family, typeface

from .css_values import Fit, colour, fit_of, is_plain, number, view_box
from .definitions import GRADIENTS, chain_of, clips, gradient, paints
from .drawing import (
    CELLS,
    IDENTITY,
    INLINE,
    Begin,
    Drawing,
    End,
    Fill,
    Item,
    Letters,
    Matrix,
    MovedGroup,
    Path,
    Photo,
    Shape,
    inverse,
    map_steps,
    path_of,
    times,
)
from .elements import (
    DESCRIPTIONS,
    INITIAL,
    JOINED,
    NEVER_PAINTED,
    TAGS,
    Element,
    Space,
    SvgDocument,
    picture,
    read_element,
)
from .outlines import Attributes, Measures, rectangle, zero_lengths
from .style import ComputedStyle, Viewport
from .tree import DEEPEST, Fault, Node, css_declarations, declarations, href, parse, tag_of

# Attributes of the outer element that a picture retains inside another.
_PAINTING = frozenset("fill stroke stroke-width stroke-linecap stroke-linejoin".split())
_BLANKS = re.compile(r" +")
UNIT: Rect = (0.0, 0.0, 1.0, 1.0)


class Reading(NamedTuple):
    """A drawing, and what could not be read."""

    drawing: Drawing
    faults: tuple[Fault, ...]
    # Whether its elements mean the same inside another picture.
    portable: bool
    # Lengths that are not plain numbers: allowed in a picture, not in a template.
    with_unit: tuple[Fault, ...] = ()


def read_svg(svg: str, sources: Sources | None = None) -> Reading:
    """Parse an SVG; without sources its text is checked but not set."""
    try:
        root = parse(svg)
        view, matrix = _view_of(root)
        reader = _Reader(SvgDocument(root), sources)
        reader.root(view, matrix)
    except SvgError as error:
        return Reading(Drawing(UNIT, ()), (Fault(error.element, error.wording),), False)
    document = reader.document
    drawing = Drawing(view, tuple(reader.items), tuple(reader.groups))
    faults, with_unit = map(document.number_faults, (document.faults, document.with_unit))
    return Reading(drawing, faults, document.portable, with_unit)


def _view_of(root: Node) -> tuple[Rect, Matrix]:
    """Return the window of a picture, and the matrix into it."""
    if tag_of(root) != "svg":
        raise SvgError(Message("svg.outer", tag=tag_of(root)[:30]), "<svg>")
    box = view_box(root.attrib["viewBox"]) if "viewBox" in root.attrib else None
    of = Measures({"width": _absolute(root, "width"), "height": _absolute(root, "height")}, _NONE)
    width, height = of("width"), of("height")
    if box is None and not (width and height):
        raise SvgError(Message("svg.no_size"), 'viewBox="0 0 24 24"')
    if box is None:
        return (0.0, 0.0, width, height), IDENTITY
    aspect = root.attrib.get("preserveAspectRatio", "")
    fit = fit_of(aspect, (width or box[2], height or box[3]), box[2:])
    # If size and window have the same shape, the window is more precise.
    if not width or not height or abs(width * box[3] - height * box[2]) < 1e-3 * width * box[3]:
        return box, IDENTITY
    return (0.0, 0.0, width, height), _fit_matrix(fit, box)


def _fit_matrix(fit: Fit, box: Rect) -> Matrix:
    """Return the matrix from a window to the place it is fitted into."""
    left, top = fit.dx - box[0] * fit.scale_x, fit.dy - box[1] * fit.scale_y
    return fit.scale_x, 0.0, 0.0, fit.scale_y, left, top


_NONE = Viewport(0.0, 0.0)


def _absolute(root: Node, name: str) -> str:
    """Return a size of the outer element; a percentage is left to the user of the picture."""
    text = root.attrib.get(name, "auto")
    return "auto" if text.strip().endswith("%") else text


class _Mark(NamedTuple):
    """How much was read before an element."""

    items: int
    unpainted: int


class _Reader:
    """A reader that walks an SVG and records what it paints."""

    def __init__(self, document: SvgDocument, sources: Sources | None) -> None:
        self.document = document
        self.items: list[Item] = []
        self.groups: list[MovedGroup] = []
        # Shapes that paint nothing still count in the box of their parent.
        self._unpainted: list[Shape] = []
        # The invisible letters of the symbol that is being read.
        self._words: Letters | None = None
        # Whether the text that is being read is part of a small picture.
        self._hidden = False
        self._sources = sources
        self._depth = 0

    def root(self, view: Rect, matrix: Matrix) -> None:
        """Read the outer element: a group whose viewport is the whole picture."""
        root = self.document.root
        box = view_box(root.attrib["viewBox"]) if "viewBox" in root.attrib else view
        viewport = Viewport(box[2], box[3])
        attributes = {name: text for name, text in root.attrib.items() if name not in _SIZES}
        own = read_element("svg", tuple(attributes.items()), INITIAL, viewport)
        self.document.note(root, own)
        styled = {name for name in declarations(root) if name not in _PAINTING and name[:1] != "{"}
        if matrix is not IDENTITY or not styled <= _MEANINGLESS:
            self.document.portable = False
        # Only a style can set the background of the whole picture.
        if text := css_declarations(root.attrib.get("style", "")).get("background-color"):
            fill = self.document.try_read(root, colour, text)
            if fill and fill[3]:
                window = rectangle(*view, 0.0, 0.0)
                self.items.append(Shape(window, IDENTITY, Fill(fill[:3], fill[3]), None))
        if own.display:
            self._inside(root, own, Space(times(own.matrix, matrix), viewport))

    def read(self, node: Node, parent: ComputedStyle, space: Space) -> None:
        tag = tag_of(node)
        if tag in NEVER_PAINTED:
            self._definition(node, tag, parent, space.viewport)
            return
        if tag not in TAGS:
            # Elements of other languages, such as notes of drawing programs, paint nothing.
            if tag[:1] == "{":
                self.document.portable = False
            else:
                fault, hint = Message("svg.not_drawn", tag=tag), did_you_mean(tag, TAGS)
                hinted = Message("limit.and_hint", allowed=fault, hint=hint) if hint else fault
                self.document.fault(node, hinted)
            return
        own = self.document.element(tag, node, parent, space.viewport)
        if own.matrix is not IDENTITY:
            space = space.transformed_by(own.matrix)
            if inverse(space.matrix) is None:
                return
        if own.display:
            _PAINT.get(tag, _Reader._shape)(self, node, own, space)

    def _children(self, node: Node, style: ComputedStyle, space: Space) -> None:
        self._depth += 1
        if self._depth > DEEPEST:
            raise SvgError(Message("svg.groups"), Message("allowed.up_to", n=DEEPEST))
        for child in node:
            self.read(child, style, space)
        self._depth -= 1

    def _inside(self, node: Node, own: Element, space: Space) -> None:
        """Read the children of a group, clipped and painted as one."""
        start = self._mark()
        hidden, self._hidden = self._hidden, self._hidden or "aria-hidden" in node.attrib
        self._children(node, own.style, space)
        self._hidden = hidden
        if own.matrix is not IDENTITY:
            self.groups.append(MovedGroup(space.matrix, start.items, len(self.items)))
        if own.opacity < 1 or own.clip or own.tag:
            self._wrap(node, own, space, start)

    def _mark(self) -> _Mark:
        return _Mark(len(self.items), len(self._unpainted))

    def _wrap(self, node: Node, own: Element, space: Space, start: _Mark) -> None:
        """Wrap what was painted since ``start`` in its clip and group."""
        inside = self.items[start.items :]
        begins: list[Begin] = []
        if own.tag and (inside or own.tag.role in CELLS):
            words, self._words = self._words, None
            begins.append(Begin(tag=own.tag, words=words if own.tag.role == INLINE else None))
        if own.clip:
            boxed = (*inside, *self._unpainted[start.unpainted :])
            clip_items = self.document.try_read(node, clips, self.document, own.clip, space, boxed)
            begins += clip_items or []
        if own.opacity < 1 and inside:
            begins.append(Begin(opacity=own.opacity))
        self._enclose(begins, start.items)

    def _enclose(self, begins: Sequence[Begin], start: int) -> None:
        inside = self.items[start:]
        self.items[start:] = [*begins, *inside, *(End(begin) for begin in reversed(begins))]
        for place, group in enumerate(self.groups):
            if group.first >= start:
                moved_on = group.first + len(begins), group.last + len(begins)
                self.groups[place] = MovedGroup(group.matrix, *moved_on)

    def _shape(self, node: Node, own: Element, space: Space) -> None:
        for child in node:
            tag = tag_of(child)
            if tag not in DESCRIPTIONS and tag[:1] != "{":
                self.document.fault(child, Message("svg.not_in_shape", tag=tag))
        if own.path is None or not own.style.visible:
            start = self._mark()
            if own.path:
                self._unpainted.append(Shape(own.path, space.matrix, None, None))
            if own.clip:
                self._wrap(node, own, space, start)
            return
        self._paint_shape(node, own, own.path, space)

    def _paint_shape(self, node: Node, own: Element, path: Path, space: Space) -> None:
        style, start, matrix = own.style, self._mark(), space.matrix
        grouped = own.opacity < 1 and style.fill is not None and style.stroke is not None
        shared = 1.0 if grouped else own.opacity
        args = (self.document, style, path, shared, space.viewport)
        fill, stroke = self.document.try_read(node, paints, *args) or (None, None)
        if fill and stroke and style.stroke_first:
            self.items.append(Shape(path, matrix, None, stroke))
            self.items.append(Shape(path, matrix, fill, None))
        elif fill or stroke:
            self.items.append(Shape(path, matrix, fill, stroke))
        else:
            self._unpainted.append(Shape(path, matrix, None, None))
        if stroke and stroke.cap == "square" and (dots := zero_lengths(path, stroke.width)):
            solid = stroke._replace(dashes=(), dash_offset=0.0)
            self.items.append(Shape(path_of(dots), matrix, None, solid))
        if grouped:
            self._wrap(node, own, space, start)
        elif own.clip:
            self._wrap(node, own._replace(opacity=1.0), space, start)

    def _text(self, node: Node, own: Element, space: Space) -> None:
        """Read a run of letters as ``text()`` and ``line()`` write it, in a packaged typeface."""
        attributes, font = declarations(node), own.style.font
        for child in node:
            self.document.fault(child, f"element <{tag_of(child)}> cannot be drawn inside <text>")
        sizes = (attributes.get("x", "0"), attributes.get("y", "0"), font.get("font-size", ""))
        weight, spacing = font.get("font-weight", "400"), font.get("letter-spacing", "0")
        family = font.get("font-family", "")
        plain = all(map(is_plain, (*sizes, spacing))) and weight.isdecimal()
        if not plain or not is_family(family) or font.get("font-style", "normal") not in _SLANTS:
            words = "<text> cannot be measured: use text() or line(), or convert it to paths"
            self.document.fault(node, words)
            return
        start = self._mark()
        both = own.style.fill is not None and own.style.stroke is not None
        shared = 1.0 if both else own.opacity
        args = (self.document, own.style, None, shared, space.viewport)
        fill, stroke = self.document.try_read(node, paints, *args) or (None, None)
        text, (x, y, size) = _one_line(node.text or ""), map(number, sizes)
        if text and size > 0 and own.style.visible and self._sources:
            wanted_font = Font(family, int(weight), font.get("font-style") == "italic")
            face = typeface(wanted_font, self._sources)
            run = Letters(
                *(text, wanted_font, face, size, number(spacing), x, y, space.matrix, fill, stroke),
                *(JOINED not in attributes, self._hidden),
            )
            if not (fill or stroke):
                self._words = None if self._hidden else run
            elif fill and stroke and own.style.stroke_first:
                self.items += run._replace(fill=None), run._replace(stroke=None)
            else:
                self.items.append(run)
        if own.clip or shared != own.opacity:
            self._wrap(node, own._replace(opacity=own.opacity / shared), space, start)

    def _image(self, node: Node, own: Element, space: Space) -> None:
        start, attributes = self._mark(), declarations(node)
        if not (source := href(node)):
            self.document.fault(node, "<image> without a picture in it")
        else:
            args = (source, attributes, space, own.opacity)
            photos = self.document.try_read(node, picture, *args) or []
            self.items += photos if own.style.visible else ()
            for photo in () if own.style.visible else photos:
                if isinstance(photo, Photo):
                    whole = rectangle(0.0, 0.0, photo.width, photo.height, 0.0, 0.0)
                    self._unpainted.append(Shape(whole, photo.matrix, None, None))
        if own.clip:
            self._wrap(node, own._replace(opacity=1.0), space, start)

    def _use(self, node: Node, own: Element, space: Space) -> None:
        """Read another element as if it were here."""
        self.document.portable = False
        start = self._mark()
        self.document.try_read(node, self._read_use, node, own, space)
        if own.opacity < 1 or own.clip:
            self._wrap(node, own, space, start)

    def _read_use(self, node: Node, own: Element, space: Space) -> None:
        of = Measures(node.attrib, space.viewport)
        target = self.document.target(node)
        self.document.count_used(target)
        args = own.style, space.transformed_by((1.0, 0.0, 0.0, 1.0, of("x"), of("y")))
        if tag_of(target) in ("symbol", "svg"):
            sizes = {name: node.attrib[name] for name in ("width", "height") if name in node.attrib}
            self.document.follow(target, self._read_used_viewport, target, sizes, *args)
        else:
            self.document.follow(target, self.read, target, *args)

    def _read_used_viewport(
        self, node: Node, sizes: Attributes, parent: ComputedStyle, space: Space
    ) -> None:
        """Read a ``symbol`` or a picture in the size that its ``use`` gives."""
        own = self.document.element(tag_of(node), node, parent, space.viewport)
        attributes = dict(node.attrib)
        if tag_of(node) == "symbol":
            # Only its ``use`` places a symbol, as in browsers.
            own = own._replace(matrix=IDENTITY, display=True)
            for name in _SIZES:
                attributes.pop(name, None)
        space = space.transformed_by(own.matrix)
        if own.display and inverse(space.matrix) is not None:
            self._read_fitted(node, {**attributes, **sizes}, own, space)

    def _read_nested(self, node: Node, own: Element, space: Space) -> None:
        self.document.portable = False
        self.document.try_read(node, self._read_fitted, node, node.attrib, own, space)

    def _read_fitted(self, node: Node, attributes: Attributes, own: Element, outer: Space) -> None:
        """Read the children of ``svg`` or ``symbol``, fitted into their place and clipped to it."""
        of = Measures(attributes, outer.viewport)
        width = outer.viewport.width if of.is_auto("width") else of("width")
        height = outer.viewport.height if of.is_auto("height") else of("height")
        if not width or not height:
            return
        place = times((1.0, 0.0, 0.0, 1.0, of("x"), of("y")), outer.matrix)
        inner = Space(place, Viewport(width, height))
        if "viewBox" in attributes:
            box = view_box(attributes["viewBox"])
            aspect = attributes.get("preserveAspectRatio", "")
            matrix = times(_fit_matrix(fit_of(aspect, (width, height), box[2:]), box), place)
            inner = Space(matrix, Viewport(box[2], box[3]))
        start = self._mark()
        self._children(node, own.style, inner)
        if own.opacity < 1 or own.clip:
            self._wrap(node, own, inner, start)
        if declarations(node).get("overflow", "hidden").strip() not in ("visible", "auto"):
            window = map_steps(rectangle(0.0, 0.0, width, height, 0.0, 0.0), place)
            self._enclose([Begin(path_of(window))], start.items)

    def _definition(self, node: Node, tag: str, parent: ComputedStyle, viewport: Viewport) -> None:
        """Check a definition, so that its faults are reported even if it is unused."""
        if tag in DESCRIPTIONS:
            self.document.portable = self.document.portable and tag != "metadata"
            return
        own = self.document.element(tag, node, parent, viewport)
        if tag in GRADIENTS:
            self.document.try_read(node, self._gradient, node, viewport)
        elif tag == "clipPath":
            if ident := node.attrib.get("id"):
                whole = [Shape(rectangle(*UNIT, 0.0, 0.0), IDENTITY, None, None)]
                space = Space(IDENTITY, viewport)
                self.document.try_read(node, clips, self.document, ident, space, whole)
        else:
            start, groups = self._mark(), len(self.groups)
            self._children(node, own.style, Space(IDENTITY, viewport))
            del self.items[start.items :], self._unpainted[start.unpainted :]
            del self.groups[groups:]

    def _gradient(self, node: Node, viewport: Viewport) -> None:
        chain = chain_of(node, self.document.ids.get)
        for child in node:
            if tag_of(child) == "stop":
                self.document.element("stop", child, INITIAL, viewport)
        gradient(chain, UNIT, UNIT, viewport, self.document.current_colour)


_PAINT = {
    "g": _Reader._inside,
    "text": _Reader._text,
    "image": _Reader._image,
    "use": _Reader._use,
    "svg": _Reader._read_nested,
}
_SIZES = ("x", "y", "width", "height")
_SLANTS = ("normal", "italic")
# Attributes of the outer element that do not affect what is painted.
_MEANINGLESS = frozenset("viewBox width height x y id version baseProfile role lang".split())


def _one_line(text: str) -> str:
    """Return text as SVG reads it: no line ends or double spaces; hard spaces remain."""
    if "\n" in text or "\t" in text or "  " in text:
        text = _BLANKS.sub(" ", text.replace("\n", "").replace("\r", "").replace("\t", " "))
    return text
