"""Refuses SVG that CairoSVG cannot draw faithfully, and anything that reaches outside.

Comes in: SVG text. Goes out: a list of what must not be there. What passes can be drawn: every
number, colour, path and reference in it was looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from xml.etree import ElementTree

from cards_data.problems import quoted
from generator.text.families import is_family

from .svg_values import allowed_instead, view_box

TAGS = frozenset(
    "svg g path rect circle ellipse line polyline polygon text defs linearGradient "
    "radialGradient stop clipPath image title desc".split()
)
# CairoSVG ignores these, or draws them wrongly.
REFUSED = frozenset(
    "style class filter mask marker marker-start marker-mid marker-end mix-blend-mode "
    "textLength font onload onclick clip transform-origin".split()
)
GRADIENTS = ("linearGradient", "radialGradient")
# CairoSVG draws a group inside a group by calling itself.
DEEPEST = 60
MOST_ELEMENTS = 30_000
_REFERENCE = re.compile(r"url\(#([^)\s]+)\)")
_OUTSIDE = re.compile(r"url\(\s*['\"]?(?!#)")
_NUMBER = re.compile(r"-?\d+(\.\d+)?")
# Names of other programs, such as inkscape:label; their declarations stay outside.
_FOREIGN = re.compile(r"""\s(?!xml:)[\w-]+:[\w-]+=("[^"]*"|'[^']*')""")
_ENTITY = re.compile(r"<!(DOCTYPE|ENTITY)", re.IGNORECASE)


def lint(svg: str) -> list[str]:
    """Every refused element and attribute, once each; or why it is no SVG at all."""
    if _ENTITY.search(svg):
        return ["a DOCTYPE or ENTITY is not allowed"]
    try:
        root = ElementTree.fromstring(svg)
    except ElementTree.ParseError as error:
        return [f"broken XML: {error}"]
    except RecursionError:
        return [f"groups inside groups, allowed: up to {DEEPEST}"]
    return list(dict.fromkeys([*_extent(root), *_walk(root), *_references(root)]))


def _extent(root: ElementTree.Element) -> Iterator[str]:
    """How deep and how many: what one face may take."""
    count, depth, level = 0, 0, [root]
    while level and depth <= DEEPEST:
        count, depth = count + len(level), depth + 1
        level = [child for node in level for child in node]
    if level:
        yield f"groups inside groups; allowed: up to {DEEPEST}"
    if count > MOST_ELEMENTS:
        yield f"{count:,} elements; allowed: up to {MOST_ELEMENTS:,}"


def _walk(root: ElementTree.Element) -> Iterator[str]:
    for node in root.iter():
        tag = _local(str(node.tag))
        if tag == "svg" and node is not root:
            yield "element <svg> inside another cannot be drawn"
        if tag == "image":
            yield from _element(tag, tuple(node.attrib.items()))
        else:
            yield from _known_element(tag, tuple(node.attrib.items()))


Attributes = tuple[tuple[str, str], ...]


def _element(tag: str, attributes: Attributes) -> tuple[str, ...]:
    """What is wrong with an element by itself."""
    found = [] if tag in TAGS else [f"element <{tag}> cannot be drawn"]
    if tag == "text" and not _measured(dict(attributes)):
        found.append(
            "<text> is not measured: use text() or line(); in a picture, turn it into paths"
        )
    if tag == "image" and not any(_local(name) == "href" for name, _ in attributes):
        found.append("<image> without a picture in it")
    return (*found, *(line for pair in attributes for line in _attribute(tag, *pair)))


# Most elements stand on many cards: a frame, a symbol, a heading. Pictures are too large to keep.
_known_element = lru_cache(maxsize=4_096)(_element)


def _attribute(tag: str, name: str, value: str) -> Iterator[str]:
    plain = _local(name)
    if name in REFUSED or name[:2] == "on":
        yield f'attribute "{name}" on <{tag}> is not drawn: use presentation attributes'
    elif _leads_out(tag, plain, value):
        yield f'"{value[:40]}" on <{tag}> reaches outside the picture'
    elif plain in (name, "href") and (allowed := allowed_instead(tag, plain, value.strip())):
        yield f"{plain}={quoted(value, 40)} on <{tag}> cannot be drawn; allowed: {allowed}"


def _leads_out(tag: str, name: str, value: str) -> bool:
    if name == "href":
        return tag != "image" or not value.startswith("data:image/")
    return "(" in value and bool(_OUTSIDE.search(value))


def _references(root: ElementTree.Element) -> Iterator[str]:
    """What is named must be there, be of the right kind, and lead no further."""
    nodes = list(root.iter())
    tags = {node.attrib["id"]: _local(str(node.tag)) for node in nodes if "id" in node.attrib}
    for node in nodes:
        for name, value in node.attrib.items():
            if "url(" not in value or not (found := _REFERENCE.fullmatch(value.strip())):
                continue
            wanted = ("clipPath",) if name == "clip-path" else GRADIENTS
            if tags.get(found[1]) not in wanted:
                yield f'{name}="{value[:40]}": no <{"> or <".join(wanted)}> of that name'
    for clip in nodes:
        if _local(str(clip.tag)) == "clipPath" and any(
            inner.get("clip-path") for inner in clip.iter()
        ):
            yield "a <clipPath> that is clipped itself cannot be drawn"


def _measured(own: Mapping[str, str]) -> bool:
    """Text as text() and line() write it: in a packaged typeface, with plain numbers."""
    numbers = (own.get(name, "") for name in ("x", "y", "font-size", "font-weight"))
    return is_family(own.get("font-family", "")) and all(map(_NUMBER.fullmatch, numbers))


def _local(tag: str) -> str:
    """A tag without its namespace."""
    return tag.rpartition("}")[2]


def inner_svg(svg: str) -> tuple[str, tuple[float, float, float, float]]:
    """What stands inside the outer element, and its viewBox."""
    root = ElementTree.fromstring(svg)
    box = view_box(root.get("viewBox", ""))
    if box is None:
        box = (0.0, 0.0, _length(root, "width"), _length(root, "height"))
    start = svg.index(">", svg.index("<svg")) + 1
    end = svg.rindex("</svg") if "</svg" in svg else start
    attributes = {
        key: value
        for key, value in root.attrib.items()
        if key in ("fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin")
    }
    content = re.sub(r"<!--.*?-->", "", svg[start:end], flags=re.DOTALL).strip()
    content = re.sub(r">\s+<", "><", content)
    content = _FOREIGN.sub("", re.sub(r"\sxlink:href=", " href=", content))
    if attributes:
        written = " ".join(f'{key}="{value}"' for key, value in attributes.items())
        content = f"<g {written}>{content}</g>"
    return content, box


def _length(root: ElementTree.Element, name: str) -> float:
    found = re.match(r"[\d.]+", root.get(name, ""))
    return float(found[0]) if found else 100.0
