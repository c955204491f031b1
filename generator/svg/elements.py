"""Read the elements of one SVG: by themselves, by id, and with their faults.

Most elements are on many cards (a frame, a symbol, a heading), so equal elements are read once.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, lru_cache
from typing import NamedTuple, TypeVar

from cards_data.outlines.path_reader import SvgError
from cards_data.problems import AnyText, Message, one_of, quote

from .css_values import Rgba, colour, fit_of, is_plain, opacity, transform
from .drawing import IDENTITY, Begin, End, Item, Matrix, Path, Photo, Tag, map_steps, path_of, times
from .outlines import LENGTHS, OUTLINES, Attributes, Measures, rectangle
from .style import INHERITED, ComputedStyle, PropertyError, Viewport, child_style, reference
from .tree import (
    DEEPEST,
    MOST_ELEMENTS,
    MOST_PIXELS,
    Fault,
    Node,
    css_declarations,
    declarations,
    href,
    tag_of,
)

GROUPS = frozenset("g svg use symbol".split())
DESCRIPTIONS = ("title", "desc", "metadata")
NEVER_PAINTED = frozenset(
    (*DESCRIPTIONS, *"defs clipPath linearGradient radialGradient stop symbol".split())
)
TAGS = frozenset((*OUTLINES, *GROUPS, *NEVER_PAINTED, "text", "image"))
# Properties of which only some values can be drawn; all other values are refused.
ONLY_DRAWN = {
    **dict.fromkeys("filter mask marker marker-start marker-mid marker-end".split(), ("none",)),
    "mix-blend-mode": ("normal",),
    "vector-effect": ("none",),
    "shape-rendering": ("auto", "geometricPrecision"),
    "image-rendering": ("auto", "optimizeQuality"),
    "color-interpolation": ("auto", "sRGB"),
}
_REFUSED = frozenset(
    "class textLength font clip transform-origin transform-box pathLength requiredFeatures "
    "requiredExtensions systemLanguage text-anchor".split()
)
# Attributes of text that mean nothing on a shape.
_TEXT_ONLY = frozenset(("textLength", "font", "text-anchor"))
# Names that need no further check: most elements have no others.
_HARMLESS = frozenset(
    (
        *INHERITED,
        *LENGTHS,
        *"id d points transform opacity clip-path display href role aria-label aria-level".split(),
    )
)
# The roles that a group of a page may have; other values mean nothing here.
ROLES = frozenset(
    "heading paragraph list listitem table row columnheader rowheader cell img text "
    "presentation".split()
)
DEEPEST_HEADING = 6
CONTINUED = "data-continued"
# On a run of letters that no space follows.
JOINED = "data-joined"
Pairs = tuple[tuple[str, str], ...]
T = TypeVar("T")


class Element(NamedTuple):
    style: ComputedStyle
    matrix: Matrix = IDENTITY
    opacity: float = 1.0
    # The id of its clip.
    clip: str = ""
    display: bool = True
    path: Path | None = None
    portable: bool = True
    faults: tuple[AnyText, ...] = ()
    # Its role for screen readers.
    tag: Tag | None = None


def read_element(tag: str, attributes: Pairs, parent: ComputedStyle, viewport: Viewport) -> Element:
    """Read an element; every faulty attribute is reported with its name and value."""
    own = dict(attributes)
    faults: list[AnyText] = []
    if "style" in own:
        own.update(_property(faults, tag, "style", css_declarations, own.pop("style")) or {})
    if not _HARMLESS.issuperset(own):
        faults += (line for name in own for line in _refused_attributes(tag, name, own[name]))
    try:
        mine = tuple([pair for pair in own.items() if pair[0] in INHERITED])
        style = child_style(parent, mine, viewport) if mine else parent
        path = OUTLINES[tag](own, viewport) if tag in OUTLINES else None
    except PropertyError as error:
        faults.append(_attribute_fault(tag, error.name, error.text, error))
        return Element(parent, faults=tuple(faults))
    matrix, translucent, clip = IDENTITY, 1.0, ""
    if "transform" in own:
        matrix = _property(faults, tag, "transform", transform, own["transform"]) or IDENTITY
    if "opacity" in own:
        translucent = _property(faults, tag, "opacity", opacity, own["opacity"]) or 0.0
    if "clip-path" in own:
        clip = _property(faults, tag, "clip-path", _clip, own["clip-path"]) or ""
    is_shown = own.get("display", "").strip() != "none"
    portable = style.portable and all(is_plain(own[name]) for name in LENGTHS & own.keys())
    role = _tag(own) if tag == "g" and "role" in own else None
    return Element(style, matrix, translucent, clip, is_shown, path, portable, tuple(faults), role)


# Elements that contain whole pictures are too large to be cached.
cached_element = lru_cache(maxsize=16_384)(read_element)


def _tag(own: Mapping[str, str]) -> Tag | None:
    if own["role"] not in ROLES:
        return None
    level = min(DEEPEST_HEADING, _count(own, "aria-level")) if own["role"] == "heading" else 0
    span = _count(own, "aria-colspan")
    return Tag(own["role"], own.get("aria-label", ""), level, CONTINUED in own, span)


def _count(own: Mapping[str, str], name: str) -> int:
    text = own.get(name, "1")
    return int(text) if text.isascii() and text.isdigit() else 1


def _property(
    faults: list[AnyText], tag: str, name: str, read: Callable[[str], T], text: str
) -> T | None:
    """Read one property; one that cannot be read is a fault."""
    try:
        return read(text)
    except SvgError as error:
        faults.append(_attribute_fault(tag, name, text, error))
    return None


def _clip(text: str) -> str:
    if text.strip() == "none":
        return ""
    ident, rest = reference(text)
    if rest:
        raise SvgError(Message("svg.more_than_reference"), Message("svg.none_or_url"))
    return ident


def _attribute_fault(tag: str, name: str, text: str, error: SvgError) -> Message:
    value = quote(text, 40)
    return Message("svg.property", name=name, value=value, tag=tag, found=error.wording)


def _refused_attributes(tag: str, name: str, value: str) -> Iterator[Message]:
    """Yield the attributes and values that an element may not have."""
    if name in ONLY_DRAWN and value.strip() not in (*ONLY_DRAWN[name], "inherit"):
        yield Message("svg.attribute", name=name, tag=tag, allowed=one_of(ONLY_DRAWN[name]))
    elif name[:2] == "on" or (name in _REFUSED and (tag == "text" or name not in _TEXT_ONLY)):
        yield Message("svg.presentation", name=name, tag=tag)


INITIAL = ComputedStyle()


class Space(NamedTuple):
    """The matrix from an element's coordinates to the face, and what its percentages refer to."""

    matrix: Matrix
    viewport: Viewport

    def transformed_by(self, first: Matrix) -> Space:
        """Return the space of what is first transformed by a matrix."""
        return Space(times(first, self.matrix), self.viewport)


class SvgDocument:
    """What the parts of the reader share while they read one SVG."""

    def __init__(self, root: Node) -> None:
        self.root = root
        nodes = list(root.iter())
        if len(nodes) > MOST_ELEMENTS:
            allowed = Message("allowed.up_to", n=MOST_ELEMENTS)
            raise SvgError(Message("svg.elements", n=len(nodes)), allowed)
        # Of several elements with one id the first counts.
        self.ids = {node.attrib["id"]: node for node in reversed(nodes) if "id" in node.attrib}
        # Whether the elements mean the same inside another picture.
        self.portable = True
        # Definitions that are being followed: none may lead back to itself.
        self._following: list[Node] = []
        self.faults: dict[AnyText, Node] = {}
        # Lengths with units and percentages: in a template every length is in millimetres.
        self.with_unit: dict[AnyText, Node] = {}
        self._used = 0

    def element(self, tag: str, node: Node, parent: ComputedStyle, viewport: Viewport) -> Element:
        """Read an element by itself; its faults are recorded."""
        # Runs of letters hardly ever appear twice.
        read = read_element if tag in ("text", "image") else cached_element
        own = read(tag, tuple(node.attrib.items()), parent, viewport)
        if own.faults or not own.portable:
            self.note(node, own)
        return own

    def note(self, node: Node, own: Element) -> None:
        for words in own.faults:
            self.fault(node, words)
        if not own.portable:
            self.portable = False
            words = Message("svg.unit", tag=tag_of(node))
            self.with_unit.setdefault(words, node)

    def count_used(self, node: Node) -> None:
        """Count elements as often as they are used: nested uses can grow without limit."""
        self._used += sum(1 for _ in node.iter())
        if self._used > MOST_ELEMENTS:
            raise SvgError(Message("svg.more_elements", n=MOST_ELEMENTS), Message("svg.fewer"))

    def fault(self, node: Node, words: AnyText) -> None:
        self.faults.setdefault(words, node)

    def try_read(self, node: Node, read: Callable[..., T], *args: object) -> T | None:
        """Return the result of reading; an error is a fault of that element."""
        try:
            return read(*args)
        except SvgError as error:
            self.fault(node, error.wording)
        return None

    def number_faults(self, faults: Mapping[AnyText, Node]) -> tuple[Fault, ...]:
        """Return faults with the number of the element in document order."""
        numbers = {node: number for number, node in enumerate(self.root.iter())} if faults else {}
        return tuple(Fault(numbers.get(node, 0), words) for words, node in faults.items())

    def follow(self, node: Node, read: Callable[..., T], *args: object) -> T:
        """Read what a definition refers to; refuse one that refers to itself."""
        if node in self._following:
            raise SvgError(Message("svg.itself", tag=tag_of(node)), Message("svg.end_to_row"))
        if len(self._following) >= DEEPEST:
            raise SvgError(Message("svg.uses"), Message("allowed.up_to", n=DEEPEST))
        self._following.append(node)
        try:
            return read(*args)
        finally:
            self._following.pop()

    def target(self, node: Node) -> Node:
        where = href(node)
        target = self.ids.get(where[1:]) if where.startswith("#") else None
        if target is None:
            found_at = Message("svg.leads_nowhere", href=where[:40], tag=tag_of(node))
            raise SvgError(found_at, Message("svg.of_id"))
        return target

    @cached_property
    def _parents(self) -> dict[Node, Node]:
        return {child: one for one in self.root.iter() for child in one}

    def current_colour(self, node: Node) -> Rgba:
        """Return the ``color`` that applies to an element of a definition."""
        step: Node | None = node
        while step is not None:
            own = declarations(step).get("color", "inherit").strip()
            if own.lower() not in ("inherit", "currentcolor"):
                return colour(own)
            step = self._parents.get(step)
        return INITIAL.color

    def style_inside(self, node: Node, viewport: Viewport) -> ComputedStyle:
        """Return the style that a definition passes on to its children."""
        row = [node]
        while row[-1] in self._parents:
            row.append(self._parents[row[-1]])
        style = INITIAL
        for step in reversed(row):
            style = cached_element(tag_of(step), tuple(step.attrib.items()), style, viewport).style
        return style


_DATA = re.compile(r"data:image/(?:png|jpe?g);base64,")
_ALLOWED = Message("svg.embedded")


def picture(href: str, attributes: Attributes, space: Space, opacity: float) -> list[Item]:
    data, wide, high = _decode_href(href)
    of = Measures(attributes, space.viewport)
    x, y, width, height = of("x"), of("y"), of("width"), of("height")
    auto = of.is_auto("width"), of.is_auto("height")
    if auto[0]:
        width = wide if auto[1] else height * wide / high
    if auto[1]:
        height = high if auto[0] else width * high / wide
    if not width or not height:
        return []
    fit = fit_of(attributes.get("preserveAspectRatio", ""), (width, height), (wide, high))
    matrix = times((fit.scale_x, 0.0, 0.0, fit.scale_y, x + fit.dx, y + fit.dy), space.matrix)
    photo = Photo(data, wide, high, matrix, opacity)
    if not fit.cut:
        return [photo]
    window = Begin(clip=path_of(map_steps(rectangle(x, y, width, height, 0.0, 0.0), space.matrix)))
    return [window, photo, End(window)]


@lru_cache(maxsize=200)
def _decode_href(href: str) -> tuple[bytes, int, int]:
    """Return the bytes of an intact picture, and its size if not too large to decode."""
    from generator.images import UnreadablePicture, size_of

    match = _DATA.match(href)
    if not match:
        inline = href.startswith("data:image/")
        reason = Message("svg.no_png" if inline else "svg.reaches_out")
        raise SvgError(Message("svg.picture", href=quote(href[:30]), reason=reason), _ALLOWED)
    try:
        data = base64.b64decode(href[match.end() :])
        size = size_of(data, MOST_PIXELS)
    except (ValueError, UnreadablePicture):
        raise SvgError(Message("svg.unreadable"), _ALLOWED) from None
    if size.width * size.height > MOST_PIXELS:
        fault = Message("svg.pixels", width=size.width, height=size.height)
        raise SvgError(fault, Message("allowed.up_to", n=MOST_PIXELS))
    if not size.upright:
        raise SvgError(Message("svg.camera"), Message("svg.upright"))
    return data, size.width, size.height
