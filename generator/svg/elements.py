"""One element by itself: what it looks like, before anything inside it or around it is known.

Comes in: a tag, its attributes and the style that it inherits. Goes out: its computed style,
transform, opacity, clip and outline, and everything wrong with it. Most elements stand on many
cards (a frame, a symbol, a heading), so the same element is read once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple, TypeVar

from cards_data.problems import AnyText, Message, either, quoted

from .drawing import IDENTITY, Matrix, Path, Tag
from .style import INHERITED, ComputedStyle, PropertyError, Viewport, derived, reference
from .tree import SvgError, css_declarations
from .values.lengths import is_plain, opacity, transform
from .values.outlines import LENGTHS, OUTLINES

GROUPS = frozenset("g svg use symbol".split())
NEVER_PAINTED = frozenset(
    "defs clipPath linearGradient radialGradient stop title desc metadata symbol".split()
)
TAGS = frozenset((*OUTLINES, *GROUPS, *NEVER_PAINTED, "text", "image"))
# Properties that only some words of can be drawn; everything else in them is refused.
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
# What only text has; on a shape it means nothing.
_TEXT_ONLY = frozenset(("textLength", "font", "text-anchor"))
# Names that need no second look: most elements have no others.
_HARMLESS = frozenset(
    (
        *INHERITED,
        *LENGTHS,
        *"id d points transform opacity clip-path display href role aria-label aria-level".split(),
    )
)
# What a group of a page may be; whatever else people write there means nothing here.
ROLES = frozenset(
    "heading paragraph list listitem table row columnheader rowheader cell img".split()
)
DEEPEST_HEADING = 6
CONTINUED = "data-continued"
Attributes = tuple[tuple[str, str], ...]
T = TypeVar("T")


class Element(NamedTuple):
    """An element by itself."""

    style: ComputedStyle
    matrix: Matrix = IDENTITY
    opacity: float = 1.0
    # The id of its clip.
    clip: str = ""
    display: bool = True
    path: Path | None = None
    portable: bool = True
    faults: tuple[AnyText, ...] = ()
    # What it is, for those who hear it.
    tag: Tag | None = None


@lru_cache(maxsize=16_384)
def element(tag: str, attributes: Attributes, parent: ComputedStyle, viewport: Viewport) -> Element:
    """What an element says; whatever it says wrong is told with its name and value."""
    return read_element(tag, attributes, parent, viewport)


def read_element(
    tag: str, attributes: Attributes, parent: ComputedStyle, viewport: Viewport
) -> Element:
    """The same without keeping it: for elements that hold whole pictures."""
    own = dict(attributes)
    faults: list[AnyText] = []
    if "style" in own:
        own.update(_property(faults, tag, "style", css_declarations, own.pop("style")) or {})
    if not _HARMLESS.issuperset(own):
        faults += (line for name in own for line in _refused(tag, name, own[name]))
    try:
        mine = tuple([pair for pair in own.items() if pair[0] in INHERITED])
        style = derived(parent, mine, viewport) if mine else parent
        path = OUTLINES[tag](own, viewport) if tag in OUTLINES else None
    except PropertyError as error:
        faults.append(_told(tag, error.name, error.text, error))
        return Element(parent, faults=tuple(faults))
    matrix, translucent, clip = IDENTITY, 1.0, ""
    if "transform" in own:
        matrix = _property(faults, tag, "transform", transform, own["transform"]) or IDENTITY
    if own.get("opacity", "inherit") != "inherit":
        translucent = _property(faults, tag, "opacity", opacity, own["opacity"]) or 0.0
    if "clip-path" in own:
        clip = _property(faults, tag, "clip-path", _clip, own["clip-path"]) or ""
    shown = own.get("display", "").strip() != "none"
    portable = style.portable and all(is_plain(own[name]) for name in LENGTHS & own.keys())
    told = _tag(own) if tag == "g" and "role" in own else None
    return Element(style, matrix, translucent, clip, shown, path, portable, tuple(faults), told)


def _tag(own: Mapping[str, str]) -> Tag | None:
    if own["role"] not in ROLES:
        return None
    level = own.get("aria-level", "1")
    deep = min(DEEPEST_HEADING, int(level)) if level.isascii() and level.isdigit() else 1
    level_of_heading = deep if own["role"] == "heading" else 0
    return Tag(own["role"], own.get("aria-label", ""), level_of_heading, CONTINUED in own)


def _property(
    faults: list[AnyText], tag: str, name: str, read: Callable[[str], T], text: str
) -> T | None:
    """One property; one that cannot be read is a fault."""
    try:
        return read(text)
    except SvgError as error:
        faults.append(_told(tag, name, text, error))
    return None


def _clip(text: str) -> str:
    if text.strip() == "none":
        return ""
    ident, rest = reference(text)
    if rest:
        raise SvgError(Message("svg.more_than_reference"), Message("svg.none_or_url"))
    return ident


def _told(tag: str, name: str, text: str, error: SvgError) -> Message:
    value = quoted(text, 40)
    return Message("svg.property", name=name, value=value, tag=tag, found=error.wording)


def _refused(tag: str, name: str, value: str) -> Iterator[Message]:
    """What an element may not have at all, or not with that word."""
    if name in ONLY_DRAWN and value.strip() not in (*ONLY_DRAWN[name], "inherit"):
        yield Message("svg.attribute", name=name, tag=tag, allowed=either(ONLY_DRAWN[name]))
    elif name[:2] == "on" or (name in _REFUSED and (tag == "text" or name not in _TEXT_ONLY)):
        yield Message("svg.presentation", name=name, tag=tag)
