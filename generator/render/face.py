"""A face into pixels, packed once as a PDF wants them.

Comes in: an artwork and a resolution. Goes out: RGB pixels. The drawing goes straight to cairo;
what it does not cover, CairoSVG draws. Text comes from the outlines of the packaged fonts, so that
a card looks the same on every computer, whatever fonts that computer has.
"""

from __future__ import annotations

from PIL import Image

from cards_data.models import Size
from generator.draw.cairo_pixels import draw_pixels
from generator.draw.drawing import NotDrawn
from generator.draw.packing import pack
from generator.draw.reading import read_drawing
from generator.units import pixels

from .compose import Artwork, artwork
from .pool import Pixels


def draw(art: Artwork, dpi: int) -> Pixels:
    """The face at that resolution, on white."""
    width, height = pixels(art.width_mm, dpi), pixels(art.height_mm, dpi)
    rows = _rows(art.svg, width, height)
    # cairo's blue, green, red and nothing, taken for red, green and blue and written backwards:
    # the one way through Pillow that copies the pixels but once.
    image = Image.frombuffer("RGBX", (width, height), rows, "raw", "RGBX", 0, 1)
    return Pixels(width, height, pack(image.tobytes("raw", "BGR")))


def _rows(svg: str, width: int, height: int) -> bytearray:
    try:
        return draw_pixels(read_drawing(svg), width, height)
    except NotDrawn:
        from generator.draw.reference import draw_reference

        return draw_reference(svg, width, height)


def warm_up() -> None:
    """Draws a dot and a letter: the first drawing loads twice as much as the import."""
    art = artwork(
        '<rect width="1" height="1"/><text x="0" y="1" font-family="Source Sans Pro" '
        'font-weight="400" font-size="1">a</text>',
        Size("dot", 1, 1),
    )
    draw(art, 72)
