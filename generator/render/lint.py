"""Refuses SVG that CairoSVG cannot draw faithfully, and anything that reaches outside.

Comes in: SVG text. Goes out: a list of what must not be there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from xml.etree import ElementTree

from .fonts import FAMILIES

TAGS = frozenset(
    "svg g path rect circle ellipse line polyline polygon text defs linearGradient "
    "radialGradient stop clipPath image title desc".split()
)
# CairoSVG ignores these, or draws them wrongly.
REFUSED = frozenset(
    "style class filter mask marker marker-start marker-mid marker-end mix-blend-mode "
    "textLength font onload onclick".split()
)
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
    return list(dict.fromkeys(_walk(root, svg)))


def _walk(root: ElementTree.Element, svg: str) -> Iterator[str]:
    outside = bool(_OUTSIDE.search(svg))
    for node in root.iter():
        tag = str(node.tag)
        verdict, plain = _names(tag, tuple(node.attrib))
        yield from verdict
        if tag[-4:] == "text" and _local(tag) == "text" and not _measured(node):
            yield "<text> is not measured: use text() or line(); in a picture, turn it into paths"
        if outside or not plain:
            yield from _reaching(node, _local(tag))


@lru_cache(maxsize=1024)
def _names(tag: str, attributes: tuple[str, ...]) -> tuple[tuple[str, ...], bool]:
    """What is wrong with an element by its names alone, and whether none of them is a link."""
    name = _local(tag)
    found = [] if name in TAGS else [f"element <{name}> cannot be drawn"]
    found += [
        f'attribute "{attribute}" on <{name}> is not drawn: use presentation attributes'
        for attribute in attributes
        if attribute in REFUSED or attribute[:2] == "on"
    ]
    return tuple(found), not any(attribute[-4:] == "href" for attribute in attributes)


def _reaching(node: ElementTree.Element, tag: str) -> Iterator[str]:
    """Links and paints that lie outside the picture."""
    for name, value in node.attrib.items():
        linked = name[-4:] == "href" and not value.startswith("data:image/")
        if linked or ("(" in value and _OUTSIDE.search(value)):
            yield f'"{value[:40]}" on <{tag}> reaches outside the picture'


def _measured(node: ElementTree.Element) -> bool:
    """Text as text() and line() write it: in a packaged typeface, with plain numbers."""
    numbers = (node.get(name, "") for name in ("x", "y", "font-size", "font-weight"))
    return node.get("font-family") in FAMILIES and all(map(_NUMBER.fullmatch, numbers))


def _local(tag: str) -> str:
    """A tag without its namespace."""
    return tag.rpartition("}")[2]


def inner_svg(svg: str) -> tuple[str, tuple[float, float, float, float]]:
    """What stands inside the outer element, and its viewBox."""
    root = ElementTree.fromstring(svg)
    box = [float(part) for part in root.get("viewBox", "").replace(",", " ").split()]
    if len(box) != 4:
        box = [0.0, 0.0, _length(root, "width"), _length(root, "height")]
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
    return content, (box[0], box[1], box[2], box[3])


def _length(root: ElementTree.Element, name: str) -> float:
    found = re.match(r"[\d.]+", root.get(name, ""))
    return float(found[0]) if found else 100.0
