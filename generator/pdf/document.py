"""What the PDF writer is given: pages with everything at its place, and what the file says."""

from __future__ import annotations

from dataclasses import dataclass

from generator.geometry.shapes import rounded
from generator.sheets.marks import Label, Marks
from generator.sheets.pages import Placement
from generator.sheets.papers import Paper
from generator.sheets.profile import Profile

# How the manifest inside a PDF is told from its other parts.
MANIFEST_TYPE = "EcotableManifest"


@dataclass(frozen=True)
class Page:
    """One side, ready to be drawn."""

    placements: tuple[Placement, ...]
    marks: Marks
    # How the printer errs on this side; what is drawn is moved the other way.
    profile: Profile | None = None


@dataclass(frozen=True)
class About:
    """What a PDF says of itself."""

    title: str
    version: str
    flip: str
    duplex: bool


def centred(
    face: str, width_mm: float, height_mm: float, paper: Paper, labels: tuple[Label, ...] = ()
) -> Page:
    """A face alone in the middle of the paper: a page of the kit."""
    x, y = (paper.width_mm - width_mm) / 2, (paper.height_mm - height_mm) / 2
    clip = rounded((x, y, x + width_mm, y + height_mm), 0)
    return Page((Placement(face, x, y, width_mm, height_mm, clip),), Marks(labels=labels))
