"""Draw one face: as pixels, as a form XObject, as a picture for a screen, or just its ink.

Most of this runs in workers, so the drawing code is imported where it is called. Text is drawn from
the outlines of the packaged fonts, so a card looks the same on every computer.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable
from dataclasses import replace

from cards_data.problems import Message, Problems
from generator.compose.artwork import Artwork
from generator.geometry.units import MM_PER_INCH, pixels
from generator.options import FULL_INK
from generator.raster import Pixels
from generator.store.cache import open_cache
from generator.store.compression import pack
from generator.store.sources import Sources
from generator.svg.drawing import Drawing, Letters, NotDrawn
from generator.vector.form_xobject import Form, encode_form
from generator.workers import Failure, WorkerPool

from .drawers import PixelDrawer, VectorDrawer

# This many pixels across, from every third row, show how dark a face is as well as all of them.
FEW_PIXELS, EVERY = 100, 3


def warm_up_pixels(*_: object) -> None:
    """Load what drawing pixels needs."""
    from generator import images  # noqa: F401
    from generator.raster import painter  # noqa: F401
    from generator.vector import operators  # noqa: F401


def warm_up_vectors(*_: object) -> None:
    """Load what drawing vectors needs."""
    from generator.vector import operators  # noqa: F401


def drawing_of(art: Artwork, sources: Sources) -> Drawing:
    """Return the drawing of a face, with the chosen amount of ink."""
    return apply_ink(art.drawing(sources), art.ink)


def apply_ink(drawing: Drawing, ink: str) -> Drawing:
    """Return the drawing unchanged, or in lines for low ink."""
    if ink == FULL_INK:
        return drawing
    from generator.low_ink.line_drawing import low_ink

    return low_ink(drawing)


def without_letters(drawing: Drawing) -> Drawing:
    """Return the drawing without its letters."""
    items = tuple(item for item in drawing.items if not isinstance(item, Letters))
    return drawing._replace(items=items)


def draw(art: Artwork, dpi: int, sources: Sources) -> Pixels:
    """Draw the face on white at a resolution, compressed once in the form that a PDF needs."""
    from generator import images

    width, height = pixels(art.width_mm, dpi), pixels(art.height_mm, dpi)
    rows = _rows(art, width, height, sources)
    ink = images.mean_ink(rows, width, height, FEW_PIXELS, EVERY)
    return Pixels(width, height, pack(images.cairo_to_rgb(rows, width, height)), ink)


def _rows(art: Artwork, width: int, height: int, sources: Sources) -> bytearray:
    """Paint the rows; what our painter does not support, CairoSVG tries in full ink."""
    from generator.raster.painter import draw_pixels

    try:
        return draw_pixels(drawing_of(art, sources), width, height)
    except NotDrawn:
        if art.ink != FULL_INK:
            raise
        from generator.raster.cairosvg_fallback import draw_reference

        return draw_reference(art.svg, width, height, sources)


def draw_one(sources: Sources, item: tuple[Artwork, int]) -> Pixels:
    """Draw one face and its letters at one resolution."""
    from generator.vector.operators import unseen_text

    art, dpi = item
    text = unseen_text(art.drawing(sources))
    return replace(draw(art, dpi, sources), text=encode_form(text) if text else b"")


def form_one(sources: Sources, item: tuple[Artwork, int]) -> Form:
    """Draw one face as vectors."""
    from generator.vector.operators import face_form

    art = item[0]
    return face_form(drawing_of(art, sources), art.page)


def opaque_one(sources: Sources, item: tuple[Artwork, int]) -> Pixels | Form:
    """Draw one face for a print shop: as pixels if anything is transparent."""
    from generator.vector.operators import face_form
    from generator.vector.pdf_resources import is_opaque

    art = item[0]
    drawing = drawing_of(art, sources)
    return face_form(drawing, art.page) if is_opaque(drawing) else draw_one(sources, item)


def svg_one(sources: Sources, art: Artwork) -> bytes:
    """Draw one face as SVG."""
    from generator.svg.svg_writer import svg_picture

    return svg_picture(drawing_of(art, sources), art.width_mm, art.height_mm)


SCREEN = "screen"
NO_DPI = 0


def screen_svg(pool: WorkerPool, sources: Sources, art: Artwork) -> bytes | None:
    """Draw a face as SVG for a screen; return nothing if it cannot be drawn."""
    cache, key = open_cache(), VectorDrawer(sources, pool, NO_DPI).key(art)
    if entry := cache.get(SCREEN, key):
        return zlib.decompress(entry)
    answer = next(pool.map(f"{__name__}:{svg_one.__name__}", sources, [art]))
    if isinstance(answer, Failure):
        return None
    svg: bytes = answer
    cache.put(SCREEN, key, pack(svg))
    return svg


# A board at full resolution would take too long.
LONGEST_INCHES = 8
# Only a step towards another format.
PACKING_LEVEL = 1


def picture_one(sources: Sources, item: tuple[Artwork, int]) -> Pixels:
    """Draw one face without the letters that a PDF would place over it."""
    return draw(*item, sources)


def screen_png(pool: WorkerPool, sources: Sources, art: Artwork, dpi: int) -> bytes | None:
    """Draw a face as a PNG for a screen; return nothing if it cannot be drawn."""
    from generator import images

    fitting = int(dpi * LONGEST_INCHES * MM_PER_INCH / max(art.width_mm, art.height_mm))
    work = f"{__name__}:{picture_one.__name__}"
    answer = next(pool.map(work, sources, [(art, min(dpi, fitting))]))
    if isinstance(answer, Failure):
        return None
    return images.png(images.bitmap(answer), PACKING_LEVEL)


# Edges are antialiased: a coarse picture is as dark overall as a fine one.
COVERAGE_DPI = 40
COVERAGE = "coverage"
TOGETHER = 8
_SHARE = struct.Struct("<d")


def cover_one(sources: Sources, art: Artwork) -> float:
    """Return the ink share of one face."""
    return draw(art, COVERAGE_DPI, sources).ink


def coverage(arts: Iterable[Artwork], sources: Sources, pool: WorkerPool) -> dict[str, float]:
    """Return the ink shares by the key of a face, as ``Pixels`` counts them."""
    by_key, cache = {art.key: art for art in arts}, open_cache()
    drawer = PixelDrawer(sources, pool, COVERAGE_DPI)
    entries = {key: cache.get(COVERAGE, drawer.key(art)) for key, art in by_key.items()}
    by_face = {key: _SHARE.unpack(share)[0] for key, share in entries.items() if share}
    todo = [art for key, art in by_key.items() if key not in by_face]
    work = f"{__name__}:{cover_one.__name__}"
    shares = pool.map(work, sources if todo else None, todo, TOGETHER)
    for art, share in zip(todo, shares, strict=True):
        if isinstance(share, Failure):
            raise Problems.of(art.where, Message("is.not_drawn", reason=share.words))
        by_face[art.key] = share
        cache.put(COVERAGE, drawer.key(art), _SHARE.pack(share))
    return by_face
