"""Estimate how much work the filters of a picture need before anything is drawn."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from cards_data.outlines.path_reader import NUMBER, Rect, SvgError
from cards_data.problems import Message

from .style import reference
from .tree import DEEPEST, Node, href, tag_of

_NUMBERS = re.compile(NUMBER)
# More octaves are finer than any pixel, and pictures never need a larger matrix.
MOST_OCTAVES = 20
MOST_ORDER = 20
# How far a shape may grow or shrink, as a share of the picture: every pixel reads all within.
MOST_RADIUS = 0.05
# Steps of filters, each as if it covered the picture once: 50 typical shadows are 400.
MOST_STEPS = 1_000
# The largest region of a filter as a multiple of its picture: the drawn area is limited to it.
_WIDEST = 30.0


def filter_faults(root: Node, window: Rect) -> dict[Node, Message]:
    """Return filters that would take too long, each with the value that is too large."""
    filters = {node.attrib.get("id", ""): node for node in root.iter() if tag_of(node) == "filter"}
    faults = {node: fault for one in filters.values() for node, fault in _faults(one, window)}
    if faults:
        return faults
    steps = {ident: _steps(node, window) for ident, node in filters.items()}
    if _Work(root, steps).total() > MOST_STEPS:
        return {root: Message("svg.filter_steps", n=MOST_STEPS)}
    return {}


def _faults(one: Node, window: Rect) -> Iterator[tuple[Node, Message]]:
    """Yield the values of a filter's steps that are too large."""
    shares = one.attrib.get("primitiveUnits") == "objectBoundingBox"
    radius = MOST_RADIUS if shares else MOST_RADIUS * max(window[2:])
    for node in one.iter():
        name, most = {
            "feTurbulence": ("numOctaves", float(MOST_OCTAVES)),
            "feConvolveMatrix": ("order", float(MOST_ORDER)),
            "feMorphology": ("radius", radius),
        }.get(tag_of(node), ("", 0.0))
        if name and max(_figures(node.attrib.get(name, "")), default=0.0) > most:
            value = node.attrib[name].strip()[:20]
            yield node, Message("svg.filter_value", name=name, value=value, n=f"{most:g}")


def _figures(text: str) -> list[float]:
    return [float(number) for number in _NUMBERS.findall(text)]


def _steps(node: Node, window: Rect) -> float:
    """Return how many pictures a filter processes, by its region and its steps."""
    sizes = [max(_figures(node.attrib.get(name, "")), default=1.0) for name in ("width", "height")]
    if "%" in "".join(node.attrib.get(name, "") for name in ("width", "height")):
        sizes = [size / 100 for size in sizes]
    elif node.attrib.get("filterUnits") == "userSpaceOnUse":
        sizes = [size / side for size, side in zip(sizes, window[2:], strict=True)]
    # A line has almost no box, so one side alone may be many times that.
    wide = min(_WIDEST, max(1.0, min(sizes)) ** 2)
    return wide * sum(1 for child in node.iter()) - wide


class _Work:
    """The steps of all filters in an element, counted as often as it is used."""

    def __init__(self, root: Node, steps: Mapping[str, float]) -> None:
        self._root = root
        self._steps = steps
        self._ids = {node.attrib["id"]: node for node in root.iter() if "id" in node.attrib}
        self._costs: dict[Node, float] = {}

    def total(self) -> float:
        return self._cost_below(self._root, 0)

    def _cost_below(self, node: Node, depth: int) -> float:
        if node in self._costs:
            return self._costs[node]
        if depth > 4 * DEEPEST:
            return MOST_STEPS + 1.0
        # An element that refers to itself is not drawn a second time.
        self._costs[node] = 0.0
        work = self._own_cost(node) + sum(self._cost_below(child, depth + 1) for child in node)
        used = self._ids.get(href(node)[1:]) if tag_of(node) == "use" else None
        if used is not None:
            work += self._cost_below(used, depth + 1)
        self._costs[node] = work
        return work

    def _own_cost(self, node: Node) -> float:
        value = node.attrib.get("filter", "none")
        try:
            return self._steps.get(reference(value)[0], 0.0) + value.count("(") - 1
        except SvgError:
            return float(value.count("("))
