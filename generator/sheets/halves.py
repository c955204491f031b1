"""The two halves of a page that is folded in the middle: pure geometry in millimetres.

Comes in: a paper and the edge it is folded along. Goes out: a half as a paper of its own, whose
grids are centred as on any other, and how a page is laid out that has one on either side.
"""

from __future__ import annotations

from typing import NamedTuple

from generator.geometry.units import BLEED_MM

from .bands import PackedPage
from .grids import MARK_MM, NARROW_MM, Grid
from .papers import Paper

# Between a piece and the fold: its bleed, and room in which the fold is seen.
GUTTER_MM = BLEED_MM + MARK_MM


class FoldedLayout(NamedTuple):
    """Fronts on one half of a page, their backs on the other.

    ``long`` folds along the long edges of the paper, so that halves are side by side; ``short``
    along the short ones, one above the other. ``shift`` leads from the front's half to the back's.
    """

    paper: Paper
    flip: str
    front: Grid | PackedPage
    back: Grid | PackedPage

    @property
    def strip(self) -> str:
        return self.front.strip

    @property
    def shift_mm(self) -> tuple[float, float]:
        return shift_mm(self.paper, self.flip)


def half(paper: Paper, flip: str) -> Paper:
    """Half of a paper, with as much beyond the fold as a margin is wider than the gutter."""
    beyond = NARROW_MM - GUTTER_MM
    if flip == "long":
        return Paper(paper.name, paper.width_mm / 2 + beyond, paper.height_mm)
    return Paper(paper.name, paper.width_mm, paper.height_mm / 2 + beyond)


def shift_mm(paper: Paper, flip: str) -> tuple[float, float]:
    """The offset of the back's half: halves are mirrored about the middle of the paper."""
    one = half(paper, flip)
    return paper.width_mm - one.width_mm, paper.height_mm - one.height_mm
