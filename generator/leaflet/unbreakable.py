"""Bricks: what a page is built of. Each is drawn at (0, 0) and never broken.

Comes in: texts and a width. Goes out: bricks with their heights; a paragraph becomes several, so
that it can go on in the next column, but never a single line of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from cards_data.leaflet import Said
from cards_data.leaflet_reader import COLUMN_MM
from cards_data.models import Game
from cards_data.problems import Findings
from generator.compose.dependencies import Reads
from generator.compose.functions import Subject, TemplateFunctions
from generator.geometry.colours import contrast, shade, tint
from generator.geometry.units import MM_PER_POINT
from generator.text.typesetter import Style

LEADING = 1.3
READABLE = 4.5
# So many lines of a paragraph stay together at either end of a column.
TOGETHER = 2


@dataclass(frozen=True)
class Brick:
    """A part of a page: its drawing, how high it is, and the air above it.

    ``keep``: the next brick stays in the same column. ``wide``: it goes across both columns.
    ``narrow``: the same heading for a column, where the wide picture below it finds no room.
    """

    svg: str
    height_mm: float
    before_mm: float = 0.0
    keep: bool = False
    wide: bool = False
    place: str = ""
    section: str = ""
    narrow: Brick | None = None


@dataclass(frozen=True)
class Setting:
    """How a text is set: role, size, colour and width."""

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


class Press:
    """What bricks are made with: the game's colours and typefaces, and the size of the body."""

    def __init__(
        self, subject: Subject, findings: Findings, accent: str, size_pt: float, reads: Reads
    ) -> None:
        self.subject = subject
        self.reads = reads
        self.findings = findings
        self.accent = accent
        self.size_pt = size_pt

    @property
    def game(self) -> Game:
        return self.subject.game

    @cached_property
    def ink(self) -> str:
        return self.game.colours.get("ink", "#14202b")

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

    def body(self, width_mm: float = COLUMN_MM, smaller_pt: float = 0.0) -> Setting:
        return Setting(width_mm, "body", self.size_pt - smaller_pt, self.ink)

    def drawing(self, place: str) -> TemplateFunctions:
        return TemplateFunctions(replace(self.subject, place=place), self.findings, self.reads)

    def lines(self, said: Said, setting: Setting) -> list[str]:
        """A text's lines; a new line in it begins a new one."""
        drawing = self.drawing(said.place)
        return [
            str(line)
            for part in said.text.split("\n")
            for line in drawing.rows(part, setting.width_mm, setting.style, setting.fill)
        ]

    def height_mm(self, said: Said, setting: Setting) -> float:
        return len(self.lines(said, setting)) * setting.pitch_mm if said.text else 0.0


def moved(svg: str, x_mm: float, y_mm: float) -> str:
    if not x_mm and not y_mm:
        return svg
    return f'<g transform="translate({x_mm:.3f} {y_mm:.3f})">{svg}</g>'


def stacked(lines: Sequence[str], setting: Setting, x_mm: float = 0.0, y_mm: float = 0.0) -> str:
    """Lines one below the other."""
    pitch = setting.pitch_mm
    return "".join(moved(line, x_mm, y_mm + index * pitch) for index, line in enumerate(lines))


def paragraph(press: Press, said: Said, setting: Setting, indent_mm: float = 0.0) -> list[Brick]:
    """A text as bricks: two lines at either end stay together."""
    narrow = replace(setting, width_mm=setting.width_mm - indent_mm)
    lines = press.lines(said, narrow)
    return [
        Brick(
            stacked(lines[start:end], narrow, indent_mm),
            (end - start) * narrow.pitch_mm,
            place=said.place,
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


def after(bricks: Iterable[Brick], before_mm: float) -> list[Brick]:
    """The same bricks, with air above the first."""
    first, *rest = bricks
    return [replace(first, before_mm=before_mm), *rest]


def together(bricks: Iterable[Brick]) -> list[Brick]:
    """The same bricks, never parted."""
    *others, last = bricks
    return [*(replace(brick, keep=True) for brick in others), last]
