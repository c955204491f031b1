"""A face into pixels, packed once as a PDF wants them.

Comes in: an artwork, a resolution and the files its letters come from. Goes out: RGB pixels. The
drawing goes straight to cairo; what cairo gives up on, CairoSVG draws, in full ink. Text comes
from the outlines of the packaged fonts, so that a card looks the same on every computer,
whatever fonts that computer has.
"""

from __future__ import annotations

from generator import images
from generator.compose.artwork import Artwork
from generator.geometry.units import pixels
from generator.options import FULL_INK
from generator.raster.painter import draw_pixels
from generator.raster.pixels import Pixels
from generator.store.compression import pack
from generator.store.sources import Sources
from generator.svg.drawing import NotDrawn

from .apply_ink import drawing_of

# So many pixels across, of every third row, tell how dark a face is as well as all of them.
FEW_PIXELS, EVERY = 100, 3


def draw(art: Artwork, dpi: int, sources: Sources) -> Pixels:
    """The face at that resolution, on white."""
    width, height = pixels(art.width_mm, dpi), pixels(art.height_mm, dpi)
    rows = _rows(art, width, height, sources)
    ink = images.mean_ink(rows, width, height, FEW_PIXELS, EVERY)
    return Pixels(width, height, pack(images.cairo_to_rgb(rows, width, height)), ink)


def _rows(art: Artwork, width: int, height: int, sources: Sources) -> bytearray:
    """What cairo gives up on half-way, CairoSVG tries, in full ink."""
    try:
        return draw_pixels(drawing_of(art, sources), width, height)
    except NotDrawn:
        if art.ink != FULL_INK:
            raise
        from generator.raster.cairosvg_fallback import draw_reference

        return draw_reference(art.svg, width, height, sources)
