"""What a flat drawing cannot say: filters, masks, patterns, blends, markers, set text.

Comes in: a picture in plain words. Goes out: where it has such things, and the picture without
them, so that everything else in it is read and checked like any other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy

from cards_data.problems import Message
from generator.svg.style import reference
from generator.svg.tree import Node, SvgError, href, tag_of
from generator.text.font_files import FAMILIES

_ELEMENTS = {
    "filter": Message("svg.filter"),
    "mask": Message("svg.mask"),
    "pattern": Message("svg.pattern"),
    "marker": Message("svg.marker"),
}
_NORMAL = {
    **dict.fromkeys("filter mask marker-start marker-mid marker-end".split(), ("none",)),
    "mix-blend-mode": ("normal",),
    "image-rendering": ("auto", "optimizeQuality"),
    "transform-origin": ("0 0", "0", "0px 0px", "top left", "left top"),
}
_WORDS = {
    "mix-blend-mode": Message("svg.blend"),
    "image-rendering": Message("svg.hard_pixels"),
    "transform-origin": Message("svg.turn"),
}
_INLINE = re.compile(r"data:image/(?:png|jpe?g|webp|gif);base64,")


def beyond_drawing(root: Node) -> dict[Node, Message]:
    """The elements that a drawing cannot say, and what they have."""
    patterns = _patterns(root)
    found = {node: what for node in root.iter() for what in _beyond(node, patterns)}
    return found | dict.fromkeys(_set_texts(root), Message("svg.set_text"))


def _beyond(node: Node, patterns: frozenset[str]) -> Iterator[Message]:
    if (tag := tag_of(node)) in _ELEMENTS:
        yield _ELEMENTS[tag]
    for name, normal in _NORMAL.items():
        if name in node.attrib and node.attrib[name].strip() not in (*normal, "inherit"):
            yield _WORDS.get(name) or _ELEMENTS[name.partition("-")[0]]
    for name in ("fill", "stroke"):
        if _target(node.attrib.get(name, "")) in patterns:
            yield _ELEMENTS["pattern"]


def without_them(root: Node) -> tuple[Node, dict[Node, Node]]:
    """A copy that has none of those things, and for each of its elements the one it copies."""
    copy = deepcopy(root)
    copied = dict(zip(copy.iter(), root.iter(), strict=True))
    patterns, texts = _patterns(copy), set(_set_texts(copy))
    for node in list(copy.iter()):
        for name in _NORMAL:
            node.attrib.pop(name, None)
        for name in ("fill", "stroke"):
            if _target(node.attrib.get(name, "")) in patterns:
                node.attrib[name] = "#808080"
        for child in [one for one in node if tag_of(one) in _ELEMENTS or one in texts]:
            node.remove(child)
    return copy, copied


def reaching_out(root: Node) -> dict[Node, Message]:
    """References to anything that does not stand in the picture itself."""
    return {
        node: Message("svg.attribute_outside", name="href", value=where[:40], tag=tag_of(node))
        for node in root.iter()
        if (where := href(node)) and where[0] != "#" and not _INLINE.match(where)
    } | {
        node: Message("svg.attribute_outside", name=name, value=value[:40], tag=tag_of(node))
        for node in root.iter()
        for name, value in node.attrib.items()
        if "url(" in value and not _is_inside(value)
    }


def _is_inside(value: str) -> bool:
    return all(part.lstrip(" \"'").startswith("#") for part in value.split("url(")[1:])


def _patterns(root: Node) -> frozenset[str]:
    return frozenset(node.attrib.get("id", "") for node in root.iter() if tag_of(node) == "pattern")


def _target(paint: str) -> str | None:
    """The id that a paint leads to."""
    try:
        return reference(paint)[0] if paint.strip().startswith("url(") else None
    except SvgError:
        return None


def _set_texts(root: Node) -> Iterator[Node]:
    """Texts in families that are installed along; others can be set nowhere alike."""
    waiting = [(root, "")]
    while waiting:
        node, inherited = waiting.pop()
        family = node.attrib.get("font-family", inherited)
        if tag_of(node) == "text":
            inside = (one.attrib.get("font-family", family) for one in node.iter())
            if all(map(_is_installed, inside)):
                yield node
        else:
            waiting += ((child, family) for child in node)


def _is_installed(family: str) -> bool:
    return family.split(",", maxsplit=1)[0].strip(" \"'") in FAMILIES
