"""A face as a picture for a screen.

Comes in: artwork, the files its letters come from, a worker pool and a scale. Goes out: PNG, or
nothing where the face cannot be drawn.
"""

from __future__ import annotations

from generator import images
from generator.compose.artwork import Artwork
from generator.geometry.units import MM_PER_INCH
from generator.raster.pixels import Pixels
from generator.store.sources import Sources
from generator.workers import Failure, WorkerPool

# By scale: dots per inch, and the longest side in pixels; a board would take a second else.
SCALES = {1: (100, 800), 2: (200, 1600), 3: (300, 2400)}
# Packing tighter would take longer than the loopback takes to carry the difference.
PACKING_LEVEL = 1


def picture_one(sources: Sources, item: tuple[Artwork, int]) -> Pixels:
    """What a worker does: one face, without the letters that a PDF would have over it."""
    from generator.draw.face import draw

    return draw(*item, sources)


WORK = f"{__name__}:{picture_one.__name__}"


def screen_png(pool: WorkerPool, sources: Sources, art: Artwork, scale: int) -> bytes | None:
    dpi, longest = SCALES[scale]
    fitting = int(longest * MM_PER_INCH / max(art.width_mm, art.height_mm))
    found = next(pool.map(WORK, sources, [(art, min(dpi, fitting))]))
    if isinstance(found, Failure):
        return None
    return images.png(images.bitmap(found), PACKING_LEVEL)
