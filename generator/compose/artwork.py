"""The finished SVG of a face or page, and the drawing that was read from it.

A face is read while it is composed; drawing it in the same process uses that drawing.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from cards_data.models import Font, Size
from generator.geometry.units import BLEED_MM, MM_PER_INCH
from generator.options import FULL_INK
from generator.store.sources import Sources

if TYPE_CHECKING:
    from generator.svg.drawing import Drawing
    from generator.svg.parser import Reading

MOST_DPI = 1200
# What a face may have: cairo and PDF hold it several times over while they work on it.
MOST_PIXELS = 120_000_000
# Both sides of a piece, and backs that a few decks share.
KEPT_READINGS = 8

_FONT = re.compile(
    r'<text [^>]*?font-family="([^"]+)" font-weight="(\d+)"( font-style="italic")?', re.DOTALL
)


@dataclass(frozen=True)
class Artwork:
    """The finished SVG of one side of a piece; equal SVG is one face."""

    svg: str
    width_mm: float
    height_mm: float
    most_dpi: int = MOST_DPI
    # With how much ink it is drawn: ``generator.draw.face`` knows what each means.
    ink: str = FULL_INK
    # Whether it is a page that is read, and no piece that is cut out.
    page: bool = False
    # Whose face it is, for problems; two pieces that look the same are still one face.
    where: str = field(default="", compare=False)

    @cached_property
    def key(self) -> str:
        return svg_digest(self.svg if self.ink == FULL_INK else f"{self.ink} ink\n{self.svg}")

    @cached_property
    def fonts(self) -> tuple[Font, ...]:
        used = sorted(set(_FONT.findall(self.svg)))
        return tuple(Font(family, int(weight), bool(slant)) for family, weight, slant in used)

    def __getstate__(self) -> dict[str, object]:
        """As it is now: another thread may ask for its key for the first time meanwhile."""
        return vars(self).copy()

    def as_data(self) -> dict[str, object]:
        """What it is made of, as JSON can hold it; its key follows from that."""
        return {one.name: getattr(self, one.name) for one in fields(self)}

    def drawing(self, sources: Sources) -> Drawing:
        reading = reading_of(self.svg, sources)
        if reading.faults:
            from generator.svg.drawing import NotDrawn

            raise NotDrawn(reading.faults[0].words)
        return reading.drawing


# What is done with a face in the process that composed it.
FaceStep = Callable[[Artwork, Size, Sources], None]


def artwork(body: str, size: Size, bleed_mm: float = BLEED_MM) -> Artwork:
    """The body in its frame: the view reaches one bleed beyond the cut."""
    width, height = size.width_mm + 2 * bleed_mm, size.height_mm + 2 * bleed_mm
    view = f"{-bleed_mm:g} {-bleed_mm:g} {width:g} {height:g}"
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">{body}</svg>'
    finest = math.sqrt(MOST_PIXELS / (width * height)) * MM_PER_INCH
    return Artwork(svg, width, height, min(MOST_DPI, int(finest)))


@lru_cache(maxsize=KEPT_READINGS)
def reading_of(svg: str, sources: Sources) -> Reading:
    """The reading of an artwork's SVG; the last few are kept."""
    # A print whose faces are all cached reads none.
    from generator.svg.parser import read_svg

    return read_svg(svg, sources)


def svg_digest(svg: str) -> str:
    return hashlib.sha256(svg.encode()).hexdigest()[:32]
