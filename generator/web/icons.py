"""The page's icon as pictures, for home screens that take no drawing.

Comes in: the drawing of the page and workers. Goes out: PNG in the sizes that phones ask for.
"""

from __future__ import annotations

from generator import images
from generator.compose.artwork import Artwork
from generator.draw.screen_picture import screen_png
from generator.store.sources import Sources
from generator.workers import WorkerPool
from scorer.web.scripts import PAGE

SIZES = (180, 192, 512)
GROUND = "#1f4a38"
_MM = 45.0


def icon_files(pool: WorkerPool) -> dict[str, bytes]:
    """``icon-512.png`` and its smaller ones, on a ground to the very edge: phones cut it round."""
    inner = (PAGE / "icon.svg").read_text(encoding="utf-8").partition(">")[2]
    body = inner.rpartition("</svg>")[0]
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">'
        f'<rect width="32" height="32" fill="{GROUND}"/>'
        f'<g transform="translate(1.6 1.6) scale(0.9)">{body}</g></svg>'
    )
    png = screen_png(pool, Sources(), Artwork(svg, _MM, _MM), 3)
    assert png is not None
    large = images.decoded(png)
    return {f"icon-{size}.png": images.square_png(large, size) for size in SIZES}
