"""Parse SVG text into a tree of elements with attributes and positions, within limits."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple
from xml.etree import ElementTree
from xml.parsers import expat

from cards_data.outlines.path_reader import SvgError
from cards_data.problems import AnyText, Message, one_of


class Fault(NamedTuple):
    """Something that cannot be drawn, and the number of its element in document order."""

    element: int
    words: AnyText


SMALLEST_VIEW = 0.01
SHORTEST_DASH = 0.05
# A photo that decodes to more takes a gigabyte.
MOST_PIXELS = 100_000_000
# Nested groups are read, and drawn by CairoSVG, by recursive functions.
DEEPEST = 60
MOST_ELEMENTS = 30_000
# Gradients that inherit from each other: drawing programs write two.
MOST_GRADIENTS_ON = 20
# How often a repeated gradient may repeat on one shape.
MOST_REPEATS = 200


Node = ElementTree.Element
SVG = "{http://www.w3.org/2000/svg}"
XLINK = "{http://www.w3.org/1999/xlink}href"
# A possessive match avoids searching the same text again for every DOCTYPE in it.
_ENTITY = re.compile(r"<!(?:(ENTITY)|DOCTYPE[^>\[]*+(\[)?)", re.IGNORECASE)


def parse(svg: str) -> Node:
    """Return the root; refuse broken XML and entities before anything is expanded."""
    if any(entity[1] or entity[2] for entity in _ENTITY.finditer(svg)):
        raise SvgError(Message("svg.doctype"), Message("svg.without_doctype"))
    try:
        root = ElementTree.fromstring(svg)
    except ElementTree.ParseError:
        raise _xml_error(svg) from None
    except RecursionError:
        raise SvgError(Message("svg.groups"), Message("allowed.up_to", n=DEEPEST)) from None
    if 'xmlns=""' in svg and root.tag.startswith("{"):
        # Elements without a namespace are not SVG.
        for node in root.iter():
            if not node.tag.startswith("{"):
                node.tag = "{}" + node.tag
    return root


_CLOSING = re.compile(rb"</\s*([^\s>]*)")


def _xml_error(svg: str) -> SvgError:
    """Return what is wrong with the XML, at the element to correct."""
    parser, started, open_tags = expat.ParserCreate(), 0, list[tuple[int, str]]()

    def begin(tag: str, _: object) -> None:
        nonlocal started
        open_tags.append((started, tag))
        started += 1

    parser.StartElementHandler = begin
    parser.EndElementHandler = lambda _: open_tags.pop()
    text = svg.encode()
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        # A closing tag that does not match is reported at its name.
        at = parser.ErrorByteIndex
        fits = error.code != expat.errors.codes[expat.errors.XML_ERROR_TAG_MISMATCH]
        closing = None if fits else _CLOSING.match(text, at - 2)
        tag = closing[1].decode(errors="replace")[:30] if closing else ""
        if closing and tag in [name for _, name in open_tags]:
            element, unclosed = open_tags[-1][0], open_tags[-1][1][:30]
            allowed = one_of((f"<{unclosed} …/>", f"<{unclosed} …>…</{unclosed}>"))
            return SvgError(Message("svg.not_closed", tag=unclosed), allowed, element)
        if closing:
            return SvgError(
                Message("svg.closes_nothing", tag=tag), Message("svg.before_it", tag=tag), started
            )
        return SvgError(
            Message("svg.broken_xml_at", reason=expat.ErrorString(error.code)),
            Message("svg.well_formed"),
            started,
        )
    return SvgError(Message("svg.broken_xml"), Message("svg.well_formed"))


def tag_of(node: Node) -> str:
    """Return the tag of an SVG element; one of another language retains its namespace."""
    return _local(node.tag)


@lru_cache(maxsize=1_024)
def _local(tag: str) -> str:
    return tag[len(SVG) :] if tag.startswith(SVG) else tag


def href(node: Node) -> str:
    return node.attrib.get("href") or node.attrib.get(XLINK, "")


def declarations(node: Node) -> Mapping[str, str]:
    """Return the attributes of an element; ``style`` takes precedence."""
    if "style" not in node.attrib:
        return node.attrib
    return {**node.attrib, **css_declarations(node.attrib["style"])}


def css_declarations(text: str) -> dict[str, str]:
    """Parse ``fill:red;stroke:none`` into names and values."""
    if "/*" in text or "!" in text:
        raise SvgError(Message("svg.comments"), "name:value;name:value")
    pairs = [part.partition(":") for part in text.split(";") if part.strip()]
    if not all(colon and value.strip() for _, colon, value in pairs):
        raise SvgError(Message("svg.no_style"), "name:value;name:value")
    return {name.strip(): value.strip() for name, _, value in pairs}


def offsets(svg: str) -> list[tuple[int, int]]:
    """Return line and position in the text of every element, in document order."""
    places: list[tuple[int, int]] = []
    parser = expat.ParserCreate()

    def record_start(*_: object) -> None:
        places.append((parser.CurrentLineNumber, parser.CurrentByteIndex))

    parser.StartElementHandler = record_start
    try:
        parser.Parse(svg.encode(), True)
    except expat.ExpatError as error:
        places.append((error.lineno, parser.ErrorByteIndex))
    return places
