"""What the PDF writer is given: pages with everything at its place, and what the file says."""

from __future__ import annotations

from dataclasses import dataclass

from cards_data.models import Size
from generator.geometry.shapes import rounded
from generator.sheets.marks import Label, Marks
from generator.sheets.papers import Paper, page_scale
from generator.sheets.printer_profile import Profile
from generator.sheets.sheet_pages import Placement

# The variable that sets the date which a file bears.
DATE = "SOURCE_DATE_EPOCH"
# The type of the object that holds the manifest inside a PDF.
MANIFEST_TYPE = "EcotableManifest"


@dataclass(frozen=True)
class Page:
    """One side, ready to be drawn."""

    placements: tuple[Placement, ...]
    marks: Marks
    # What begins here, for the bookmarks of the file.
    begins: tuple[str, ...] = ()
    # The error of the printer on this side, which is corrected.
    profile: Profile | None = None
    # The box around all cuts: left, top, right and bottom; ``None`` where nothing is cut.
    trim: tuple[float, float, float, float] | None = None


@dataclass(frozen=True)
class About:
    """What a PDF says of itself."""

    title: str
    version: str
    flip: str
    duplex: bool
    # Whether a print shop gets it: boxes on every page, and the colours that are meant.
    for_shop: bool = False


def centred(face: str, size: Size, paper: Paper, labels: tuple[Label, ...] = ()) -> Page:
    """A face alone in the middle of the paper, smaller where that is needed: a page of the kit."""
    scale = page_scale(size, paper)
    width_mm, height_mm = size.width_mm * scale, size.height_mm * scale
    x, y = (paper.width_mm - width_mm) / 2, (paper.height_mm - height_mm) / 2
    clip = rounded((x, y, x + width_mm, y + height_mm), 0)
    return Page((Placement(face, x, y, width_mm, height_mm, clip),), Marks(labels=labels))
