"""Whether every page can really be drawn: each is drawn once, so coarsely that it costs little.

Comes in: composed pages. Goes out: a problem with the template for each that drawing fails on. A
page that was drawn once is known for good.
"""

from __future__ import annotations

from collections.abc import Iterable

from cards_data.problems import Findings
from generator.compose.piece import Artwork
from generator.draw.pixel_drawer import WORK, Drawer
from generator.store.cache import open_cache
from generator.store.sources import Sources
from generator.workers import Failure, WorkerPool

# Takes a twentieth of the time of a print; what raises at 300 raises here.
COARSE_DPI = 10
TOGETHER = 8
KIND = "drawable"


def check_drawn(
    arts: Iterable[Artwork], sources: Sources, pool: WorkerPool, findings: Findings
) -> None:
    drawer, cache = Drawer(sources, pool, COARSE_DPI), open_cache()
    keys = {drawer.key(art): art for art in arts}
    todo = [(key, art) for key, art in keys.items() if cache.get(KIND, key) is None]
    drawn = pool.map(WORK, sources, [(art, COARSE_DPI) for _, art in todo], TOGETHER)
    for (key, art), found in zip(todo, drawn, strict=True):
        if isinstance(found, Failure):
            findings.add(art.where, f"cannot be drawn: {found}")
        else:
            cache.put(KIND, key, b"1")
