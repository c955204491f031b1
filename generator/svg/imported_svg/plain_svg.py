"""An artist's file in the words of the reader.

Comes in: SVG text as a program saved it. Goes out: SVG with attributes alone, without notes of
editors, and for each of its elements the number that it had in the file.
"""

from __future__ import annotations

import re
from typing import NamedTuple
from xml.etree import ElementTree

from generator.svg.style import INHERITED
from generator.svg.tree import SVG, XLINK, Node, parse, tag_of

from .stylesheets import apply_styles

# What paints nothing on paper: notes, what moves, what runs, fonts that nothing reads any more.
_DROPPED = frozenset(
    "style script metadata title desc view cursor animate animateColor animateMotion "
    "animateTransform set mpath font font-face glyph missing-glyph color-profile "
    "flowRoot".split()
)
# Conditions and settings of browsers.
_MEANINGLESS = frozenset(
    "requiredFeatures systemLanguage shape-rendering text-rendering color-rendering "
    "color-interpolation enable-background tabindex".split()
)
# Words that programs write there and that every browser passes over.
_KEYWORDS = {
    "stroke-linejoin": ("miter", "round", "bevel", "inherit"),
    "stroke-linecap": ("butt", "round", "square", "inherit"),
}
_ENTITY = re.compile(r"""<!ENTITY\s+([\w.-]+)\s+(?:"([^"&%<]*)"|'([^'&%<]*)')\s*>""")
_SUBSET = re.compile(r"<!DOCTYPE[^\[>]*+\[([^\]]*+)\]\s*+>")
_USED = re.compile(r"&([\w.-]+);")
PROLOGUE = 20_000
MOST_LETTERS = 24_000_000


class PlainSvg(NamedTuple):
    """A picture's elements, and their numbers in the file."""

    root: Node
    numbers: dict[Node, int]

    def number(self, place: int) -> int:
        """The number in the file of an element that is written at that place."""
        order = [self.numbers[node] for node in self.root.iter()]
        return order[min(place, len(order) - 1)]


def plain_svg(svg: str) -> PlainSvg:
    """The picture without what only editors and browsers read; broken XML is an ``SvgError``."""
    root = parse(_without_entities(svg))
    numbers = {node: number for number, node in enumerate(root.iter())}
    apply_styles(root)
    _tidy(root)
    return PlainSvg(root, numbers)


# Properties that are no attributes: they count in a style alone.
_STYLE_ONLY = ("mix-blend-mode", "isolation", "transform-origin")


def with_styles(root: Node) -> Node:
    """The same for a program that knows styles, in place."""
    for node in root.iter():
        own = [name for name in _STYLE_ONLY if name in node.attrib]
        if own:
            node.attrib["style"] = ";".join(f"{name}:{node.attrib.pop(name)}" for name in own)
    return root


def written_out(root: Node) -> str:
    """A tree as text, in the plain namespaces of SVG."""
    ElementTree.register_namespace("", SVG[1:-1])
    ElementTree.register_namespace("xlink", XLINK[1:].partition("}")[0])
    return ElementTree.tostring(root, encoding="unicode")


def _without_entities(svg: str) -> str:
    """Illustrator's short names for namespaces, unfolded; others stay and are refused."""
    subset = _SUBSET.search(svg, 0, PROLOGUE)
    if not subset or _ENTITY.sub("", subset[1]).strip():
        return svg
    values = {name: one or other for name, one, other in _ENTITY.findall(subset[1])}
    longest = max(map(len, values.values()), default=0)
    if len(svg) + longest * svg.count("&") > MOST_LETTERS:
        return svg
    # The lines keep their numbers.
    start, end = subset.span()
    whole = svg[:start] + "\n" * subset[0].count("\n") + svg[end:]
    return _USED.sub(lambda match: values.get(match[1], match[0]), whole)


def _tidy(root: Node) -> None:
    """Drops what paints nothing, in place."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        _tidy_attributes(node)
        if tag_of(node) == "switch":
            _choose(node)
        if tag_of(node) in ("switch", "a"):
            node.tag = f"{SVG}g"
        for child in [child for child in node if _is_dropped(child)]:
            _remove(node, child)
        waiting += node
        if not node.tag.startswith("{"):
            node.tag = SVG + node.tag


def _is_dropped(node: Node) -> bool:
    tag = tag_of(node)
    if tag == "text":
        return not "".join(node.itertext()).strip()
    return tag in _DROPPED or tag.startswith("{")


def _remove(parent: Node, child: Node) -> None:
    """Takes an element out; letters that follow it stay."""
    at = list(parent).index(child)
    if child.tail and child.tail.strip():
        before = parent[at - 1] if at else None
        if before is None:
            parent.text = (parent.text or "") + child.tail
        else:
            before.tail = (before.tail or "") + child.tail
    parent.remove(child)


def _choose(switch: Node) -> None:
    """Of a ``switch`` the first that asks for nothing special, as Illustrator writes it last."""
    open_to_all = [
        child
        for child in switch
        if not child.attrib.get("requiredExtensions")
        and not tag_of(child).startswith("{")
        and child.attrib.get("systemLanguage", "en").lower().startswith("en")
    ]
    for child in list(switch):
        if child not in open_to_all[:1]:
            switch.remove(child)


def _tidy_attributes(node: Node) -> None:
    for name, value in list(node.attrib.items()):
        if _says_nothing(name, value.strip()):
            del node.attrib[name]


def _says_nothing(name: str, value: str) -> bool:
    """Notes of editors, scripts, and words that no browser knows."""
    if name.startswith("{"):
        return name != XLINK
    if name in INHERITED and not value:
        return True
    wrong = name in _KEYWORDS and value not in _KEYWORDS[name]
    return wrong or name.startswith("on") or name in _MEANINGLESS
