"""The boxes that fill the pages of the leaflet; none is ever split.

A paragraph becomes several boxes, so that it can continue in the next column without widows.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from html import escape

from cards_data.leaflet import COLUMN_MM, LeafletTable, SourceText
from cards_data.problems import Findings, Place, Where
from generator.compose.functions import Subject, TemplateFunctions
from generator.geometry.colours import contrast, ink_on, shade, tint
from generator.geometry.units import MM_PER_POINT
from generator.text.speech import plain_text
from generator.text.typesetter import Style
from scorer.core.result import PlacedSide

from .piece_pictures import Illustrator
from .resolved import ScoredExample, signed_points, total

LEADING = 1.3
READABLE = 4.5
# No widows and orphans: this many lines of a paragraph stay together at either end.
TOGETHER = 2


@dataclass(frozen=True)
class FlowBox:
    """A part of a page that is never split: its SVG, its height, and the space above it.

    ``keep``: the next box stays in the same column. ``wide``: it spans both columns. ``narrow``:
    the same heading for one column, if the wide picture below it does not fit. ``repeat``: the
    table head, set again above this row at the top of a column.
    """

    svg: str
    height_mm: float
    before_mm: float = 0.0
    keep: bool = False
    wide: bool = False
    place: Where = ""
    section: str = ""
    narrow: FlowBox | None = None
    repeat: FlowBox | None = None


@dataclass(frozen=True)
class TextSetting:
    width_mm: float = COLUMN_MM
    role: str = "body"
    size_pt: float = 8.5
    fill: str = ""
    align: str = "left"
    hyphens: bool = True

    @property
    def style(self) -> Style:
        size = self.size_pt
        return Style(self.role, size, size, LEADING, self.align, hyphens=self.hyphens)

    @property
    def pitch_mm(self) -> float:
        return self.size_pt * MM_PER_POINT * LEADING


@dataclass(frozen=True)
class LeafletStyle:
    """The colours, texts, pictures and body size of a leaflet; splits its texts into lines."""

    subject: Subject
    findings: Findings
    illustrator: Illustrator
    t: Callable[..., str]
    accent: str
    size_pt: float
    # The title of the current chapter, which names a picture without a caption.
    chapter: str = ""

    @cached_property
    def ink(self) -> str:
        return self.subject.game.colours.get("ink", "#14202b")

    @cached_property
    def deep(self) -> str:
        """The accent colour, dark enough to be read on white."""
        colour = self.accent
        while contrast(colour, "#ffffff") < READABLE:
            colour = shade(colour, 0.12)
        return colour

    @cached_property
    def pale(self) -> str:
        return tint(self.deep, 0.91)

    def body(self, width_mm: float = COLUMN_MM) -> TextSetting:
        return TextSetting(width_mm, "body", self.size_pt, self.ink)

    def drawing(self, place: Where) -> TemplateFunctions:
        subject = replace(self.subject, place=place)
        return TemplateFunctions(subject, self.findings, self.illustrator.dependencies)

    def lines(self, content: SourceText, setting: TextSetting) -> list[str]:
        """Return a text's lines; line breaks in the text are honoured."""
        drawing = self.drawing(content.place)
        return [
            str(line)
            for part in content.text.split("\n")
            for line in drawing.rows(part, setting.width_mm, setting.style, setting.fill)
        ]

    def plain_text(self, text: str) -> str:
        """Return a text without markup, with the names of its symbols."""
        return plain_text(self.subject.game, text, self.subject.lang)


def tag_svg(
    svg: str, role: str, label: str = "", level: int = 0, continued: bool = False, span: int = 1
) -> str:
    """Tag a part of a page with its role, for screen readers."""
    more = f' aria-label="{escape(label)}"' if label else ""
    more += f' aria-level="{level}"' if level else ""
    more += ' data-continued="true"' if continued else ""
    more += f' aria-colspan="{span}"' if span > 1 else ""
    return f'<g role="{role}"{more}>{svg}</g>'


def move_svg(svg: str, x_mm: float, y_mm: float) -> str:
    if not x_mm and not y_mm:
        return svg
    return f'<g transform="translate({x_mm:.3f} {y_mm:.3f})">{svg}</g>'


def stack_lines(
    lines: Sequence[str], setting: TextSetting, x_mm: float = 0.0, y_mm: float = 0.0
) -> str:
    pitch = setting.pitch_mm
    return "".join(move_svg(line, x_mm, y_mm + index * pitch) for index, line in enumerate(lines))


def paragraph(
    style: LeafletStyle,
    content: SourceText,
    setting: TextSetting,
    indent_mm: float = 0.0,
    role: str = "paragraph",
) -> list[FlowBox]:
    """Return a text as boxes: two lines at either end stay together."""
    narrow = replace(setting, width_mm=setting.width_mm - indent_mm)
    lines = style.lines(content, narrow)
    return [
        FlowBox(
            tag_svg(stack_lines(lines[start:end], narrow, indent_mm), role, continued=start > 0),
            (end - start) * narrow.pitch_mm,
            place=content.place,
        )
        for start, end in _cuts(len(lines))
    ]


def _cuts(count: int) -> list[tuple[int, int]]:
    """Return where a paragraph of that many lines may be split."""
    if count < 2 * TOGETHER:
        return [(0, count)]
    last = count - TOGETHER
    middle = [(index, index + 1) for index in range(TOGETHER, last)]
    return [(0, TOGETHER), *middle, (last, count)]


def with_space(boxes: Iterable[FlowBox], before_mm: float) -> list[FlowBox]:
    """Return the same boxes, with space above the first."""
    first, *rest = boxes
    return [replace(first, before_mm=before_mm), *rest]


def keep(boxes: Iterable[FlowBox]) -> list[FlowBox]:
    """Return the same boxes, to stay together in one column."""
    *others, last = boxes
    return [*(replace(box, keep=True) for box in others), last]


PAD_MM = 1.3
ROW_AIR_MM = 1.7
NARROWEST_MM = 8.0
# A column is taller by a heading and a text that stay with the table.
TALLEST_TABLE_MM = 200.0
RULE_MM, POINTS_MM = 25.0, 9.0
SIDE_MM = 2.2

Cells = Sequence[SourceText]


def table_rows(table: LeafletTable, style: LeafletStyle) -> Iterator[FlowBox]:
    widths = _widths((table.head, *table.rows) if table.head else table.rows, style)
    head = _row(table.head, widths, style, style.deep) if table.head else None
    rows = [
        replace(_row(row, widths, style, "" if index % 2 else style.pale), repeat=head)
        for index, row in enumerate(table.rows)
    ]
    yield from unsplit(head, rows)


def unsplit(head: FlowBox | None, rows: Sequence[FlowBox]) -> list[FlowBox]:
    """Return a table that stays in one column, or parts of one that is too tall.

    The head stays with the first row, and the last two rows stay together. In another column the
    head is repeated above the rows that continue there.
    """
    boxes = [*([head] if head else []), *rows]
    if sum(box.height_mm for box in boxes) <= TALLEST_TABLE_MM:
        return keep(boxes)
    first, last = len(boxes) - len(rows), len(boxes) - 1
    return [
        replace(box, keep=index <= first or index == last - 1) for index, box in enumerate(boxes)
    ]


def _widths(rows: Sequence[Cells], style: LeafletStyle) -> list[float]:
    """Return column widths that fit the texts; long texts share the rest, without split words."""
    drawing = style.drawing("")

    def wide(text: str) -> float:
        return drawing.line_width(text, "strong", style.size_pt - 0.5) + 2 * PAD_MM + 0.2

    columns = list(zip(*rows, strict=False))
    natural = [max(NARROWEST_MM, *(wide(cell.text) for cell in column)) for column in columns]
    least = [
        max(NARROWEST_MM, *(wide(word) for cell in column for word in cell.text.split() or [""]))
        for column in columns
    ]
    return share_widths(natural, least, COLUMN_MM)


def share_widths(natural: Sequence[float], least: Sequence[float], room: float) -> list[float]:
    """Return widths that fill the space, none below its minimum if the space is enough."""
    if sum(natural) <= room:
        return [width * room / sum(natural) for width in natural]
    # Long texts also grow downwards; the square root leaves a short column readable beside one.
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
    """Return a row as high as its longest cell; texts on the accent colour are bold."""
    strong = ground == style.deep
    fill = ink_on(ground) if strong else style.ink
    setting = TextSetting(0, "strong" if strong else "body", style.size_pt - 0.5, fill)
    texts = [
        _cell(cell, replace(setting, width_mm=width - 2 * PAD_MM), style)
        for cell, width in zip(cells, widths, strict=False)
    ]
    height = max(1, *(len(lines) for lines in texts)) * setting.pitch_mm + ROW_AIR_MM
    svg = _ground(ground, height, strong) if ground else ""
    x, tags = 0.0, ""
    for lines, width in zip(texts, widths, strict=False):
        cell = stack_lines(lines, setting, x + PAD_MM, ROW_AIR_MM / 2 + 0.5)
        tags += tag_svg(cell, "columnheader" if strong else "cell" if x else "rowheader")
        x += width
    return FlowBox(svg + tag_svg(tags, "row"), height, place=cells[0].place if cells else "")


def _cell(cell: SourceText, setting: TextSetting, style: LeafletStyle) -> list[str]:
    """Return a cell's lines; a word is split only if it is wider than the cell."""
    drawing = style.drawing(cell.place)
    words = cell.text.split()
    broken = any(
        drawing.line_width(word, setting.role, setting.size_pt) > setting.width_mm for word in words
    )
    return style.lines(cell, replace(setting, hyphens=broken)) if words else []


def _ground(colour: str, height: float, rounded: bool) -> str:
    size = f'width="{COLUMN_MM:g}" height="{height:.3f}"' + (' rx="0.8"' if rounded else "")
    return f'<rect x="0" y="0" {size} fill="{colour}"/>'


def ledger(scored: ScoredExample, style: LeafletStyle) -> Iterator[FlowBox]:
    """Yield a scored example: every side with its lines and reasons, then who won."""
    place = scored.place
    if scored.title:
        setting = replace(style.body(), role="strong")
        title = paragraph(style, SourceText(scored.title, place), setting)
        yield from (replace(box, keep=True) for box in title)
    points = [POINTS_MM] if scored.counts_points else []
    widths = [RULE_MM, *points, COLUMN_MM - RULE_MM - sum(points)]
    sides = scored.result.sides
    for index, side in enumerate(sides):
        head = _side(side, style, place, total(side) if points else "")
        rows = []
        for number, line in enumerate(scored.lines(side)):
            points_cell = [signed_points(line.points)] if points else []
            cells = [
                SourceText(text, place) for text in (scored.rule(line.rule), *points_cell, line.why)
            ]
            ground = style.pale if number % 2 == 0 else ""
            rows.append(replace(_row(cells, widths, style, ground), repeat=head))
        *most, last = unsplit(replace(head, before_mm=SIDE_MM if index else 0.6), rows)
        yield from (*most, replace(last, keep=side is sides[-1]))
    reason = TextSetting(COLUMN_MM, "italic", style.size_pt, style.ink)
    closing = paragraph(style, SourceText(scored.result.reason, place), reason)
    yield replace(closing[0], before_mm=SIDE_MM)
    yield from closing[1:]


def _side(side: PlacedSide, style: LeafletStyle, place: Place, points: str) -> FlowBox:
    """Return a side's name and its points on the accent colour."""
    height = 5.0
    drawing = style.drawing(place)
    fill = ink_on(style.deep)
    left = drawing.line(side.name, PAD_MM, 3.6, COLUMN_MM - 20, "strong", 8.5, fill=fill)
    right = drawing.line(
        points, COLUMN_MM - PAD_MM, 3.65, font="title", size=9, align="right", fill=fill
    )
    tags = tag_svg(left, "columnheader", span=2)
    tags += tag_svg(right, "columnheader") if points else ""
    return FlowBox(_ground(style.deep, height, True) + tag_svg(tags, "row"), height, place=place)
