"""The finished SVG of a face or page, and the drawing parsed from it.

A face is parsed while it is composed; drawing it in the same process reuses the result.
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
# The largest size of a face: cairo and PDF hold several copies of it while they work.
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
    # The amount of ink; ``generator.draw.face`` defines the values.
    ink: str = FULL_INK
    # Whether it is a page to read rather than a piece to cut out.
    page: bool = False
    # What is written on it, a text per line, as its template set it.
    text: str = field(default="", compare=False)
    # The owner of the face, for problems; two pieces that look the same share one face.
    where: str = field(default="", compare=False)

    @cached_property
    def key(self) -> str:
        return svg_digest(self.svg if self.ink == FULL_INK else f"{self.ink} ink\n{self.svg}")

    @cached_property
    def fonts(self) -> tuple[Font, ...]:
        used = sorted(set(_FONT.findall(self.svg)))
        return tuple(Font(family, int(weight), bool(slant)) for family, weight, slant in used)

    def __getstate__(self) -> dict[str, object]:
        """Return a copy of the state: another thread may add the key at the same time."""
        return vars(self).copy()

    def as_data(self) -> dict[str, object]:
        """Return the contents as JSON data, from which the key is computed."""
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
    """Put the body in its frame: the view extends one bleed past the cut."""
    width, height = size.width_mm + 2 * bleed_mm, size.height_mm + 2 * bleed_mm
    view = f"{-bleed_mm:g} {-bleed_mm:g} {width:g} {height:g}"
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">{body}</svg>'
    finest = math.sqrt(MOST_PIXELS / (width * height)) * MM_PER_INCH
    return Artwork(svg, width, height, min(MOST_DPI, int(finest)))


@lru_cache(maxsize=KEPT_READINGS)
def reading_of(svg: str, sources: Sources) -> Reading:
    """Parse an artwork's SVG; the last few results are cached."""
    # Imported here: a print with all faces in the cache does not parse any.
    from generator.svg.parser import read_svg

    return read_svg(svg, sources)


def svg_digest(svg: str) -> str:
    return hashlib.sha256(svg.encode()).hexdigest()[:32]
