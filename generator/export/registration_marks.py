"""Pages with marks that a cutting machine looks for, printed where the cut files have them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from generator.sheets.marks import LINE_MM, MarkLine, Marks
from generator.sheets.papers import Paper

from .cut_lines import MARK_WIDTH_MM, corner_marks

# Thin lines side by side make one that a camera sees.
STROKES = 4


def with_marks(marks: Marks, paper: Paper) -> Marks:
    return replace(marks, strokes=(*marks.strokes, *printed_marks(paper)))


def printed_marks(paper: Paper) -> Iterator[MarkLine]:
    spread = MARK_WIDTH_MM - LINE_MM
    for line in corner_marks(paper):
        for step in range(STROKES):
            aside = spread * (step / (STROKES - 1) - 0.5)
            for start, end in line.edges:
                upright = start.x_mm == end.x_mm
                dx, dy = (aside, 0.0) if upright else (0.0, aside)
                yield MarkLine(start.x_mm + dx, start.y_mm + dy, end.x_mm + dx, end.y_mm + dy)
