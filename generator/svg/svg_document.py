"""The SVG that is being read: its elements by id, what was told of them, and what was counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import TypeVar

from cards_data.problems import AnyText, Message

from .elements import Element, element, read_element
from .style import ComputedStyle, Viewport
from .tree import MOST_ELEMENTS, Fault, Node, SvgError, declarations, href, tag_of
from .values.css_colours import Rgba, colour

INITIAL = ComputedStyle()
T = TypeVar("T")


class SvgDocument:
    """What the parts of the reader share while they read one SVG."""

    def __init__(self, root: Node) -> None:
        self.root = root
        nodes = list(root.iter())
        if len(nodes) > MOST_ELEMENTS:
            raise SvgError(
                Message("svg.elements", n=len(nodes)), Message("allowed.up_to", n=MOST_ELEMENTS)
            )
        self.ids = {node.attrib["id"]: node for node in nodes if "id" in node.attrib}
        # Whether the elements mean the same inside another picture.
        self.portable = True
        # Definitions that are being followed: none may lead back to itself.
        self._following: list[Node] = []
        self._faults: dict[AnyText, Node] = {}
        # Lengths with units and percentages: in a template every length is in millimetres.
        self._with_unit: dict[AnyText, Node] = {}
        self._used = 0

    def element(self, tag: str, node: Node, parent: ComputedStyle, viewport: Viewport) -> Element:
        """An element by itself; its faults are noted."""
        # Runs of letters hardly ever stand twice, and pictures are too large to keep.
        read = read_element if tag in ("text", "image") else element
        own = read(tag, tuple(node.attrib.items()), parent, viewport)
        if own.faults or not own.portable:
            self.note(node, own)
        return own

    def note(self, node: Node, own: Element) -> None:
        if own.faults:
            for words in own.faults:
                self._faults.setdefault(words, node)
        if not own.portable:
            self.portable = False
            words = Message("svg.unit", tag=tag_of(node))
            self._with_unit.setdefault(words, node)

    def count_used(self, node: Node) -> None:
        """Elements count as often as they are used: uses of uses grow without end."""
        self._used += sum(1 for _ in node.iter())
        if self._used > MOST_ELEMENTS:
            found = Message("svg.more_elements", n=MOST_ELEMENTS)
            raise SvgError(found, Message("svg.fewer"))

    def fault(self, node: Node, words: AnyText) -> None:
        self._faults.setdefault(words, node)

    def tried(self, node: Node, read: Callable[..., T], *given: object) -> T | None:
        """What reading gives; what cannot be read is a fault of that element."""
        try:
            return read(*given)
        except SvgError as error:
            self.fault(node, error.wording)
        return None

    def faults(self) -> tuple[Fault, ...]:
        """Every fault once."""
        return tuple(self._numbered(self._faults))

    def lengths_with_unit(self) -> tuple[Fault, ...]:
        """What a template may not have, and a picture may."""
        return tuple(self._numbered(self._with_unit))

    def _numbered(self, told: Mapping[AnyText, Node]) -> Iterator[Fault]:
        """With the number of the element in document order."""
        if told:
            numbers = {node: number for number, node in enumerate(self.root.iter())}
            for words, node in told.items():
                yield Fault(numbers.get(node, 0), words)

    def followed(self, node: Node, read: Callable[..., T], *given: object) -> T:
        """Reads what a definition leads to; one that leads back to itself is refused."""
        if node in self._following:
            raise SvgError(Message("svg.itself", tag=tag_of(node)), Message("svg.end_to_row"))
        self._following.append(node)
        try:
            return read(*given)
        finally:
            self._following.pop()

    def target(self, node: Node) -> Node:
        """What ``href`` of an element leads to."""
        where = href(node)
        found = self.ids.get(where[1:]) if where.startswith("#") else None
        if found is None:
            raise SvgError(
                Message("svg.leads_nowhere", href=where[:40], tag=tag_of(node)),
                Message("svg.of_id"),
            )
        return found

    @cached_property
    def _parents(self) -> dict[Node, Node]:
        return {child: one for one in self.root.iter() for child in one}

    def current_colour(self, node: Node) -> Rgba:
        """The ``color`` that holds at an element of a definition."""
        step: Node | None = node
        while step is not None:
            own = declarations(step).get("color", "inherit").strip()
            if own.lower() not in ("inherit", "currentcolor"):
                return colour(own)
            step = self._parents.get(step)
        return INITIAL.color

    def style_inside(self, node: Node, viewport: Viewport) -> ComputedStyle:
        """The style that a definition hands down to what stands inside it."""
        row = [node]
        while row[-1] in self._parents:
            row.append(self._parents[row[-1]])
        style = INITIAL
        for step in reversed(row):
            style = element(tag_of(step), tuple(step.attrib.items()), style, viewport).style
        return style
