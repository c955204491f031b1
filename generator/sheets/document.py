"""What the PDF writer is given: pages with everything at its place, and what the file says."""

from __future__ import annotations

from dataclasses import dataclass

from .marks import Marks
from .pages import Placement


@dataclass(frozen=True)
class Page:
    """One side, ready to be drawn."""

    placements: tuple[Placement, ...]
    marks: Marks


@dataclass(frozen=True)
class About:
    """What a PDF says of itself."""

    title: str
    version: str
    flip: str
    duplex: bool
