"""A face into pixels, packed once as a PDF wants them.

Comes in: an artwork, a resolution and the files its letters come from. Goes out: RGB pixels. The
drawing goes straight to cairo; what it does not cover, CairoSVG draws. Text comes from the
outlines of the packaged fonts, so that a card looks the same on every computer, whatever fonts
that computer has.
"""

from __future__ import annotations

from PIL import Image

from generator.compose.piece import Artwork
from generator.geometry.units import pixels
from generator.store.sources import Sources

from .cairo_pixels import draw_pixels
from .drawing import NotDrawn
from .packing import pack
from .reading import read_drawing
from .values import Pixels


def draw(art: Artwork, dpi: int, sources: Sources) -> Pixels:
    """The face at that resolution, on white."""
    width, height = pixels(art.width_mm, dpi), pixels(art.height_mm, dpi)
    rows = _rows(art.svg, width, height, sources)
    # cairo's blue, green, red and nothing, taken for red, green and blue and written backwards:
    # the one way through Pillow that copies the pixels but once.
    image = Image.frombuffer("RGBX", (width, height), rows, "raw", "RGBX", 0, 1)
    return Pixels(width, height, pack(image.tobytes("raw", "BGR")))


def _rows(svg: str, width: int, height: int, sources: Sources) -> bytearray:
    try:
        return draw_pixels(read_drawing(svg, sources), width, height)
    except NotDrawn:
        from .reference import draw_reference

        return draw_reference(svg, width, height, sources)
