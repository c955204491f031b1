"""The boxes that a page of the leaflet is filled with; none is ever broken.

A paragraph becomes several boxes, so that it can go on in the next column without widows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from html import escape

from cards_data.leaflet import COLUMN_MM, SourceText
from cards_data.problems import Findings, Where
from generator.compose.functions import Subject, TemplateFunctions
from generator.geometry.colours import contrast, shade, tint
from generator.geometry.units import MM_PER_POINT
from generator.text.hyphenation import visible
from generator.text.markup import parse
from generator.text.typesetter import Style

from .piece_pictures import Illustrator

LEADING = 1.3
READABLE = 4.5
# No widows and no orphans: so many lines of a paragraph stay together at either end.
TOGETHER = 2


@dataclass(frozen=True)
class FlowBox:
    """A part of a page that is never broken: its SVG, its height, and the space above it.

    ``keep``: the next box stays in the same column. ``wide``: it goes across both columns.
    ``narrow``: the same heading for a column, where the wide picture below it finds no room.
    ``repeat``: the head of a table, set again above this row where it begins a column.
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
    """The colours, words, pictures and body size of a leaflet; sets its texts in lines."""

    subject: Subject
    findings: Findings
    illustrator: Illustrator
    t: Callable[..., str]
    accent: str
    size_pt: float

    @cached_property
    def ink(self) -> str:
        return self.subject.game.colours.get("ink", "#14202b")

    @cached_property
    def deep(self) -> str:
        """The accent, dark enough to be read on white."""
        colour = self.accent
        while contrast(colour, "#ffffff") < READABLE:
            colour = shade(colour, 0.12)
        return colour

    @cached_property
    def pale(self) -> str:
        return tint(self.deep, 0.91)

    def body(self, width_mm: float = COLUMN_MM, smaller_pt: float = 0.0) -> TextSetting:
        return TextSetting(width_mm, "body", self.size_pt - smaller_pt, self.ink)

    def drawing(self, place: Where) -> TemplateFunctions:
        subject = replace(self.subject, place=place)
        return TemplateFunctions(subject, self.findings, self.illustrator.dependencies)

    def lines(self, content: SourceText, setting: TextSetting) -> list[str]:
        """A text's lines; a new line in it begins a new one."""
        drawing = self.drawing(content.place)
        return [
            str(line)
            for part in content.text.split("\n")
            for line in drawing.rows(part, setting.width_mm, setting.style, setting.fill)
        ]

    def height_mm(self, content: SourceText, setting: TextSetting) -> float:
        return len(self.lines(content, setting)) * setting.pitch_mm if content.text else 0.0


def plain(text: str) -> str:
    """A text without its marks, for readers who hear it."""
    words = (word for paragraph in parse(visible(text), "body") for word in paragraph)
    return " ".join("".join(atom.text for atom in word) for word in words)


def tagged(svg: str, role: str, label: str = "", level: int = 0, continued: bool = False) -> str:
    """A part of a page as what it is, for those who hear it."""
    more = f' aria-label="{escape(label)}"' if label else ""
    more += f' aria-level="{level}"' if level else ""
    more += ' data-continued="true"' if continued else ""
    return f'<g role="{role}"{more}>{svg}</g>'


def moved(svg: str, x_mm: float, y_mm: float) -> str:
    if not x_mm and not y_mm:
        return svg
    return f'<g transform="translate({x_mm:.3f} {y_mm:.3f})">{svg}</g>'


def stacked(
    lines: Sequence[str], setting: TextSetting, x_mm: float = 0.0, y_mm: float = 0.0
) -> str:
    pitch = setting.pitch_mm
    return "".join(moved(line, x_mm, y_mm + index * pitch) for index, line in enumerate(lines))


def paragraph(
    style: LeafletStyle,
    content: SourceText,
    setting: TextSetting,
    indent_mm: float = 0.0,
    role: str = "paragraph",
) -> list[FlowBox]:
    """A text as boxes: two lines at either end stay together."""
    narrow = replace(setting, width_mm=setting.width_mm - indent_mm)
    lines = style.lines(content, narrow)
    return [
        FlowBox(
            tagged(stacked(lines[start:end], narrow, indent_mm), role, continued=start > 0),
            (end - start) * narrow.pitch_mm,
            place=content.place,
        )
        for start, end in _cuts(len(lines))
    ]


def _cuts(count: int) -> list[tuple[int, int]]:
    """Where a paragraph of so many lines may be broken."""
    if count < 2 * TOGETHER:
        return [(0, count)]
    last = count - TOGETHER
    middle = [(index, index + 1) for index in range(TOGETHER, last)]
    return [(0, TOGETHER), *middle, (last, count)]


def after(boxes: Iterable[FlowBox], before_mm: float) -> list[FlowBox]:
    """The same boxes, with space above the first."""
    first, *rest = boxes
    return [replace(first, before_mm=before_mm), *rest]


def together(boxes: Iterable[FlowBox]) -> list[FlowBox]:
    """The same boxes, kept together in one column."""
    *others, last = boxes
    return [*(replace(box, keep=True) for box in others), last]
