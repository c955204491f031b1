"""Tables as boxes, a row each: those of the text, and the scorer's ledger."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from cards_data.leaflet import COLUMN_MM, LeafletTable, SourceText
from cards_data.problems import Place
from generator.geometry.colours import ink_on
from scorer.core.result import PlacedSide

from .flowables import FlowBox, LeafletStyle, TextSetting, paragraph, stacked, tagged
from .resolved import ScoredExample, signed, total

PAD_MM = 1.3
ROW_AIR_MM = 1.7
NARROWEST_MM = 8.0
RULE_MM, POINTS_MM = 25.0, 9.0
SIDE_MM = 2.2

Cells = Sequence[SourceText]


def table_rows(table: LeafletTable, style: LeafletStyle) -> Iterator[FlowBox]:
    """The head stays with the first row, and the last two rows stay together.

    In another column the head comes again above the rows that go on there.
    """
    widths = _widths((table.head, *table.rows) if table.head else table.rows, style)
    head = _row(table.head, widths, style, style.deep) if table.head else None
    if head:
        yield replace(head, keep=True)
    for index, row in enumerate(table.rows):
        ground = style.pale if index % 2 == 0 else ""
        keep = index == len(table.rows) - 2 or (index == 0 and len(table.rows) > 1)
        yield replace(_row(row, widths, style, ground), keep=keep, repeat=head)


def _widths(rows: Sequence[Cells], style: LeafletStyle) -> list[float]:
    """Columns as wide as their texts; long ones share what is left and break no word."""
    drawing = style.drawing("")

    def wide(text: str) -> float:
        return drawing.line_width(text, "strong", style.size_pt - 0.5) + 2 * PAD_MM + 0.2

    columns = list(zip(*rows, strict=False))
    natural = [max(NARROWEST_MM, *(wide(cell.text) for cell in column)) for column in columns]
    least = [
        max(NARROWEST_MM, *(wide(word) for cell in column for word in cell.text.split() or [""]))
        for column in columns
    ]
    return shared(natural, least, COLUMN_MM)


def shared(natural: Sequence[float], least: Sequence[float], room: float) -> list[float]:
    """Widths that fill the room: none under its least where the room is enough for that."""
    if sum(natural) <= room:
        return [width * room / sum(natural) for width in natural]
    # Long texts grow downwards as well: the root keeps a column beside a novel readable.
    weights = [math.sqrt(width) for width in natural]
    widths = [room * weight / sum(weights) for weight in weights]
    fixed: dict[int, float] = {}
    for _ in natural:
        for index, width in enumerate(widths):
            if index not in fixed and not least[index] <= width <= natural[index]:
                fixed[index] = least[index] if width < least[index] else natural[index]
        rest = room - sum(fixed.values())
        free = sum(weight for index, weight in enumerate(weights) if index not in fixed)
        if not free or rest <= 0:
            break
        widths = [fixed.get(index, rest * weight / free) for index, weight in enumerate(weights)]
    return [width * room / sum(widths) for width in widths]


def _row(cells: Cells, widths: list[float], style: LeafletStyle, ground: str) -> FlowBox:
    """A row as high as its longest cell; on the accent its texts are strong."""
    strong = ground == style.deep
    fill = ink_on(ground) if strong else style.ink
    setting = TextSetting(0, "strong" if strong else "body", style.size_pt - 0.5, fill)
    texts = [
        _cell(cell, replace(setting, width_mm=width - 2 * PAD_MM), style)
        for cell, width in zip(cells, widths, strict=False)
    ]
    height = max(1, *(len(lines) for lines in texts)) * setting.pitch_mm + ROW_AIR_MM
    svg = _ground(ground, height, strong) if ground else ""
    x, told = 0.0, ""
    for lines, width in zip(texts, widths, strict=False):
        cell = stacked(lines, setting, x + PAD_MM, ROW_AIR_MM / 2 + 0.5)
        told += tagged(cell, "columnheader" if strong else "cell")
        x += width
    return FlowBox(svg + tagged(told, "row"), height, place=cells[0].place if cells else "")


def _cell(cell: SourceText, setting: TextSetting, style: LeafletStyle) -> list[str]:
    """A cell's lines; a word is broken only where it is wider than the cell."""
    drawing = style.drawing(cell.place)
    words = cell.text.split()
    broken = any(
        drawing.line_width(word, setting.role, setting.size_pt) > setting.width_mm for word in words
    )
    return style.lines(cell, replace(setting, hyphens=broken)) if words else []


def _ground(colour: str, height: float, rounded: bool) -> str:
    corner = ' rx="0.8"' if rounded else ""
    return (
        f'<rect x="0" y="0" width="{COLUMN_MM:g}" height="{height:.3f}"{corner} fill="{colour}"/>'
    )


def ledger(scored: ScoredExample, style: LeafletStyle) -> Iterator[FlowBox]:
    """A scored example: every side with its lines and reasons, then who won."""
    place = scored.place
    if scored.title:
        setting = replace(style.body(), role="strong")
        title = paragraph(style, SourceText(scored.title, place), setting)
        yield from (replace(box, keep=True) for box in title)
    widths = [RULE_MM, POINTS_MM, COLUMN_MM - RULE_MM - POINTS_MM]
    sides = scored.result.sides
    for index, side in enumerate(sides):
        head = _side(side, style, place)
        yield replace(head, keep=True, before_mm=SIDE_MM if index else 0.6)
        for number, line in enumerate(side.lines):
            texts = (scored.rule(line.rule), signed(line.points), line.why)
            cells = [SourceText(text, place) for text in texts]
            ground = style.pale if number % 2 == 0 else ""
            last = len(side.lines) - 1
            keep = number in (0, last - 1) if number < last else side is sides[-1]
            yield replace(_row(cells, widths, style, ground), keep=keep, repeat=head)
    reason = TextSetting(COLUMN_MM, "italic", style.size_pt, style.ink)
    closing = paragraph(style, SourceText(scored.result.reason, place), reason)
    yield replace(closing[0], before_mm=SIDE_MM)
    yield from closing[1:]


def _side(side: PlacedSide, style: LeafletStyle, place: Place) -> FlowBox:
    """A side's name and its total on the accent."""
    height = 5.0
    drawing = style.drawing(place)
    fill = ink_on(style.deep)
    left = drawing.line(side.name, PAD_MM, 3.6, COLUMN_MM - 20, "strong", 8.5, fill=fill)
    right = drawing.line(
        total(side), COLUMN_MM - PAD_MM, 3.65, font="title", size=9, align="right", fill=fill
    )
    told = tagged(left, "columnheader") + tagged(right, "columnheader")
    return FlowBox(_ground(style.deep, height, True) + tagged(told, "row"), height, place=place)
