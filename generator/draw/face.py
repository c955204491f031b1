"""A face into pixels, packed once as a PDF wants them.

Comes in: an artwork, a resolution and the files its letters come from. Goes out: RGB pixels. The
drawing goes straight to cairo; what it does not cover, CairoSVG draws, in full ink. Text comes
from the outlines of the packaged fonts, so that a card looks the same on every computer,
whatever fonts that computer has.
"""

from __future__ import annotations

import re
from dataclasses import replace

from generator import images
from generator.compose.piece import Artwork
from generator.geometry.units import pixels
from generator.options import FULL_INK
from generator.raster.painter import draw_pixels
from generator.raster.pixels import Pixels
from generator.store.compression import pack
from generator.store.sources import Sources
from generator.svg.drawing import NotDrawn

from .apply_ink import inked, without_letters

_TEXT = re.compile(r"<text .*?</text>", re.DOTALL)

# So many pixels across, of every third row, tell how dark a face is as well as all of them.
FEW_PIXELS, EVERY = 100, 3


def draw(art: Artwork, dpi: int, sources: Sources, *, letters: bool = True) -> Pixels:
    """The face at that resolution, on white; without its letters where only the ground counts."""
    width, height = pixels(art.width_mm, dpi), pixels(art.height_mm, dpi)
    rows = (_rows if letters else _bare_rows)(art, width, height, sources)
    ink = images.mean_ink(rows, width, height, FEW_PIXELS, EVERY)
    return Pixels(width, height, pack(images.cairo_to_rgb(rows, width, height)), ink)


def _rows(art: Artwork, width: int, height: int, sources: Sources) -> bytearray:
    try:
        return draw_pixels(inked(art, sources), width, height)
    except NotDrawn:
        if art.ink != FULL_INK:
            raise
        from generator.raster.cairosvg_fallback import draw_reference

        return draw_reference(art.svg, width, height, sources)


def _bare_rows(art: Artwork, width: int, height: int, sources: Sources) -> bytearray:
    try:
        return draw_pixels(without_letters(inked(art, sources)), width, height)
    except NotDrawn:
        return _rows(replace(art, svg=_TEXT.sub("", art.svg)), width, height, sources)
