"""Manual duplex: which pages are printed when, and how the paper is put back.

Comes in: how many pages there are of each kind. Goes out: the numbers on the page about it, and the
places on the test sheet that tell the four kinds of trays apart: whether a sheet has to lie with
its printed side up or down, and with its upper edge towards the printer or away from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from generator.sheets.sheet_labels import SheetPage

from .kit_worker import PAGE
from .parts import page_span

# The templates in order: the page in words and drawings, then both sides of the test sheet.
BY_HAND = ("by_hand", "tray_front", "tray_back")
SHEETS_BY_HAND = 2
# The middles of the two rings on the test sheet: where the star may land.
RINGS_MM = ((PAGE.width_mm / 2, 26.0), (PAGE.width_mm / 2, PAGE.height_mm - 26.0))


@dataclass(frozen=True)
class HandPages:
    """Page numbers as the page about feeding by hand names them."""

    test_front: str
    test_back: str
    fronts: str = ""
    backs: str = ""

    @property
    def all(self) -> str:
        """The page itself and the test sheet."""
        return f"{int(self.test_front) - 1}–{self.test_back}"


def hand_pages(howto: int, before: int = 0, sheet_pages: Sequence[SheetPage] = ()) -> HandPages:
    """The numbers behind so many pages that say how to print, and before the sheets."""
    sides = {
        name: [number for number, page in enumerate(sheet_pages, before + 1) if page.name == name]
        for name in ("front", "back")
    }
    first = howto + len(BY_HAND)
    return HandPages(
        str(first - 1), str(first), page_span(sides["front"]), page_span(sides["back"])
    )


def star_mm(flip: str) -> tuple[float, float]:
    """Where the back of the test sheet has its star: behind the upper ring.

    A sheet that is turned over its short edge has there what is below on its back.
    """
    upper, lower = RINGS_MM
    return upper if flip == "long" else lower
