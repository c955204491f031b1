"""What a template places boxes with: the arithmetic of layout files as functions.

Comes in: heights, rooms and shapes out of a template. Goes out: spans, rectangles and path data,
or a ``TemplateLimit`` that says what is allowed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cards_data.problems import Message, fixed
from generator.compose import template_limits as bounds
from generator.compose.functions import TemplateFunctions
from generator.geometry import shapes
from generator.layout.box_outlines import SHAPES, outline_of
from generator.layout.grid_cells import ARRANGEMENTS, Cells, Rect, over_bleed
from generator.layout.shared_lengths import Part, Span, needed, shared, without_excess
from generator.text.typesetter import Style

MOST_PARTS = 4_000
MOST_CELLS = 100


class PlaceFunctions:
    """The functions of one face."""

    def __init__(self, functions: TemplateFunctions) -> None:
        self._functions = functions

    def names(self) -> dict[str, Callable[..., Any]]:
        return {
            "text_heights": self.text_heights,
            "stacked": _stacked,
            "beside": _beside,
            "spans": _spans,
            "cells": _cells,
            "over_bleed": self.over_bleed,
            "shape": _shape,
        }

    def text_heights(
        self,
        value: object,
        width: float,
        font: str = "body",
        size: float = 8,
        floor: float = 7,
        leading: float = 1.22,
        lines: int = 0,
    ) -> tuple[float, float]:
        """How high a text is at its size, and at the smallest it may shrink to."""
        bounds.places(width=width)
        bounds.whole(0, bounds.MOST_STEPS, lines=lines)
        self._functions.check_type(font, size, floor, leading)
        hyphens = font != "title"
        style = Style(font, size, min(floor, size), leading, max_lines=lines, hyphens=hyphens)
        high, low = (
            self._functions.measured(value, width, style, least).height_mm
            for least in (False, True)
        )
        return high, min(high, low)

    def over_bleed(self, x: float, y: float, width: float, height: float) -> Rect:
        """The same rectangle; where it touches the cut, with the bleed."""
        bounds.places(x=x, y=y, width=width, height=height)
        size = self._functions.subject.size
        return over_bleed(Rect(x, y, width, height), (size.width_mm, size.height_mm))


def _parts(given: Any) -> list[Part | None]:
    """Parts as a template writes them: ``[natural, least, grow]``, or none."""
    if not isinstance(given, list | tuple):
        raise bounds.limit(bounds.named("parts", given), Message("limit.parts"))
    bounds.within(0, MOST_PARTS, parts=len(given))
    return [None if one is None else _part(one) for one in given]


def _part(given: Any) -> Part:
    numbers = given[:3] if isinstance(given, list | tuple) else ()
    if len(numbers) < 2:
        found = Message("limit.part_is", value=str(given)[:40])
        raise bounds.limit(found, Message("limit.part"))
    for number in numbers:
        bounds.places(part=number)
    return Part(*numbers)


def _stacked(parts: Any, gap: float = 0) -> tuple[float, float]:
    """How long parts are one after the other, at their natural and at their least length."""
    bounds.places(gap=gap)
    there = [part for part in _parts(parts) if part]
    least = [Part(part.least, part.least) for part in there]
    return needed(there, gap), needed(least, gap)


def _beside(parts: Any) -> tuple[float, float]:
    """How long the longest part is, at its natural and at its least length."""
    there = [part for part in _parts(parts) if part]
    natural = max((part.natural for part in there), default=0.0)
    return natural, max((part.least for part in there), default=0.0)


def _spans(
    parts: Any, start: float, length: float, gap: float = 0, place: float = 0
) -> list[Span | None]:
    """Where each part begins and how long it is, as in a row or column of a layout file."""
    bounds.places(start=start, length=length, gap=gap)
    bounds.within(0, 1, place=place)
    known = _parts(parts)
    there = [part for part in known if part]
    marked = [one for one in parts if one is not None]
    texts = [at for at, one in enumerate(marked) if len(one) > 3 and one[3]]
    fitting = without_excess(there, texts, length, gap)
    if fitting is None:
        excess = _stacked(parts, gap)[1] - length
        raise bounds.TemplateLimit(Message("face.parts_longer", excess=fixed(excess, 1)))
    placed = iter(shared(fitting, Span(start, length), gap, place))
    return [next(placed) if part else None for part in known]


def _cells(
    arrange: str,
    columns: int,
    rows: int,
    x: float,
    y: float,
    width: float,
    height: float,
    gap: float = 0,
    size: float = 10,
    count: int = 0,
) -> list[Rect]:
    """The cells of a grid in a room, each a rectangle; ``count`` 0: all of them."""
    bounds.choice("arrange", arrange, ARRANGEMENTS)
    bounds.whole(1, MOST_CELLS, columns=columns, rows=rows)
    bounds.whole(0, MOST_PARTS, count=count)
    bounds.places(x=x, y=y, width=width, height=height, gap=gap, size=size)
    cells = Cells(arrange, int(columns), int(rows), gap, size, int(count))
    return cells.rects(Rect(x, y, width, height))


def _shape(name: str, x: float, y: float, width: float, height: float, corner: float = 0) -> str:
    """Path data of a shape that fills a room."""
    bounds.choice("name", name, SHAPES)
    bounds.places(x=x, y=y, width=width, height=height, corner=corner)
    return shapes.path_data(outline_of(name)(Rect(x, y, width, height), max(0.0, corner)))
