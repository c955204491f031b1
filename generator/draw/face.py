"""One face drawn: as pixels, as a form XObject, as a picture for a screen, or just its ink.

Most of this runs in workers, so what draws is imported where it is called. Text comes from the
outlines of the packaged fonts, so that a card looks the same on every computer.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from dataclasses import replace

from cards_data.problems import Message, Problems
from generator.compose.artwork import Artwork
from generator.geometry.units import MM_PER_INCH, pixels
from generator.options import FULL_INK
from generator.raster import Pixels
from generator.store.cache import open_cache
from generator.store.sources import Sources
from generator.svg.drawing import Drawing, Letters, NotDrawn
from generator.vector.form_xobject import Form, stored
from generator.workers import Failure, WorkerPool

from .drawers import PixelDrawer

# So many pixels across, of every third row, show how dark a face is as well as all of them.
FEW_PIXELS, EVERY = 100, 3


def warm_up_pixels(*_: object) -> None:
    """Loads what drawing pixels needs."""
    from generator import images  # noqa: F401
    from generator.raster import painter  # noqa: F401
    from generator.vector import operators  # noqa: F401


def warm_up_vectors(*_: object) -> None:
    """Loads what drawing vectors needs."""
    from generator.vector import operators  # noqa: F401


def drawing_of(art: Artwork, sources: Sources) -> Drawing:
    """What is on the face, in the ink that is wanted."""
    return apply_ink(art.drawing(sources), art.ink)


def apply_ink(drawing: Drawing, ink: str) -> Drawing:
    """The drawing as it is; with little ink, in lines."""
    if ink == FULL_INK:
        return drawing
    from generator.low_ink.line_drawing import low_ink

    return low_ink(drawing)


def without_letters(drawing: Drawing) -> Drawing:
    """What is behind the letters."""
    items = tuple(item for item in drawing.items if not isinstance(item, Letters))
    return drawing._replace(items=items)


def draw(art: Artwork, dpi: int, sources: Sources) -> Pixels:
    """The face at that resolution, on white, packed once as a PDF wants it."""
    from generator import images
    from generator.store.compression import pack

    width, height = pixels(art.width_mm, dpi), pixels(art.height_mm, dpi)
    rows = _rows(art, width, height, sources)
    ink = images.mean_ink(rows, width, height, FEW_PIXELS, EVERY)
    return Pixels(width, height, pack(images.cairo_to_rgb(rows, width, height)), ink)


def _rows(art: Artwork, width: int, height: int, sources: Sources) -> bytearray:
    """What our painter does not cover, CairoSVG tries, in full ink."""
    from generator.raster.painter import draw_pixels

    try:
        return draw_pixels(drawing_of(art, sources), width, height)
    except NotDrawn:
        if art.ink != FULL_INK:
            raise
        from generator.raster.cairosvg_fallback import draw_reference

        return draw_reference(art.svg, width, height, sources)


def draw_one(sources: Sources, item: tuple[Artwork, int]) -> Pixels:
    """One face at one resolution, and its letters."""
    from generator.vector.operators import unseen_text

    art, dpi = item
    text = unseen_text(art.drawing(sources))
    return replace(draw(art, dpi, sources), text=stored(text) if text else b"")


def form_one(sources: Sources, item: tuple[Artwork, int]) -> Form:
    """One face as vectors."""
    from generator.vector.operators import face_form

    art = item[0]
    return face_form(drawing_of(art, sources), art.page)


def opaque_one(sources: Sources, item: tuple[Artwork, int]) -> Pixels | Form:
    """One face for a shop: in pixels where anything is transparent."""
    from generator.vector.operators import face_form
    from generator.vector.pdf_resources import is_opaque

    art = item[0]
    drawing = drawing_of(art, sources)
    return face_form(drawing, art.page) if is_opaque(drawing) else draw_one(sources, item)


# By scale: dots per inch, and the longest side in pixels; a board would take a second otherwise.
SCALES = {1: (100, 800), 2: (200, 1600), 3: (300, 2400)}
# Packing tighter would take longer than the loopback takes to carry the difference.
PACKING_LEVEL = 1


def picture_one(sources: Sources, item: tuple[Artwork, int]) -> Pixels:
    """One face without the letters that a PDF would have over it."""
    return draw(*item, sources)


def screen_png(pool: WorkerPool, sources: Sources, art: Artwork, scale: int) -> bytes | None:
    """A face as a PNG for a screen; nothing where it cannot be drawn."""
    from generator import images

    dpi, longest = SCALES[scale]
    fitting = int(longest * MM_PER_INCH / max(art.width_mm, art.height_mm))
    work = f"{__name__}:{picture_one.__name__}"
    found = next(pool.map(work, sources, [(art, min(dpi, fitting))]))
    if isinstance(found, Failure):
        return None
    return images.png(images.bitmap(found), PACKING_LEVEL)


# Edges are drawn smoothly: a coarse picture is as dark on the whole as a fine one.
COVERAGE_DPI = 40
COVERAGE = "coverage"
TOGETHER = 8
_SHARE = struct.Struct("<d")


def cover_one(sources: Sources, art: Artwork) -> float:
    """How much of one face is ink."""
    return draw(art, COVERAGE_DPI, sources).ink


def coverage(arts: Iterable[Artwork], sources: Sources, pool: WorkerPool) -> dict[str, float]:
    """The share of ink by the key of a face, as ``Pixels`` counts it."""
    wanted, cache = {art.key: art for art in arts}, open_cache()
    drawer = PixelDrawer(sources, pool, COVERAGE_DPI)
    known = {key: cache.get(COVERAGE, drawer.key(art)) for key, art in wanted.items()}
    found = {key: _SHARE.unpack(share)[0] for key, share in known.items() if share}
    todo = [art for key, art in wanted.items() if key not in found]
    work = f"{__name__}:{cover_one.__name__}"
    shares = pool.map(work, sources if todo else None, todo, TOGETHER)
    for art, share in zip(todo, shares, strict=True):
        if isinstance(share, Failure):
            raise Problems.of(art.where, Message("is.not_drawn", reason=share.words))
        found[art.key] = share
        cache.put(COVERAGE, drawer.key(art), _SHARE.pack(share))
    return found
