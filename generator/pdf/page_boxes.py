"""Where a page is trimmed, and how far its ink reaches beyond: what print shops ask of a file.

Comes in: a page and its paper. Goes out: boxes in millimetres from the upper left corner. The boxes
of a page without cuts are the paper.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from generator.sheets.papers import Paper
from generator.sheets.sheet_pages import Cut

from .document import Page

# Left, top, right and bottom.
Box = tuple[float, float, float, float]


def trim_of(cuts: Sequence[Cut]) -> Box | None:
    """The box around all cuts of a sheet, where the outermost knife goes."""
    boxes = [
        (cut.slot.x_mm, cut.slot.y_mm, cut.slot.x_mm + cut.width_mm, cut.slot.y_mm + cut.height_mm)
        for cut in cuts
    ]
    return _around(boxes) if boxes else None


def trim_and_bleed(page: Page, paper: Paper) -> tuple[Box, Box]:
    """Both boxes of a page, the bleed never narrower than the trim and never beyond the paper."""
    whole = (0.0, 0.0, paper.width_mm, paper.height_mm)
    if page.trim is None:
        return whole, whole
    trim = _within(page.trim, whole)
    seen = [
        _around([(x, y, x, y) for _, points in place.clip for x, y in points])
        for place in page.placements
    ]
    return trim, _within(_around([trim, *seen]), whole)


def _around(boxes: Iterable[Box]) -> Box:
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _within(box: Box, outer: Box) -> Box:
    left, top, right, bottom = box
    return max(left, outer[0]), max(top, outer[1]), min(right, outer[2]), min(bottom, outer[3])
