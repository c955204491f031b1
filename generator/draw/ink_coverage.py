"""How much ink faces take, measured on their pixels.

Comes in: artwork. Goes out: the share of ink of each, as ``Pixels`` counts it. Each face is drawn
so coarsely that it costs little, and once.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable

from cards_data.problems import Message, Problem, Problems
from generator.compose.artwork import Artwork
from generator.store.cache import open_cache
from generator.store.sources import Sources
from generator.workers import Failure, WorkerPool

from .pixel_drawer import Drawer

# Edges are drawn smoothly: a coarse picture is as dark on the whole as a fine one.
DPI = 40
KIND = "coverage"
TOGETHER = 8
_SHARE = struct.Struct("<d")


def cover_one(sources: Sources, art: Artwork) -> float:
    """What a worker does: one face."""
    from generator.draw.face import draw

    return draw(art, DPI, sources).ink


WORK = f"{__name__}:{cover_one.__name__}"


def coverage(arts: Iterable[Artwork], sources: Sources, pool: WorkerPool) -> dict[str, float]:
    """The share of ink by the key of a face."""
    wanted, cache = {art.key: art for art in arts}, open_cache()
    drawer = Drawer(sources, pool, DPI)
    kept = {key: cache.get(KIND, drawer.key(art)) for key, art in wanted.items()}
    found = {key: _SHARE.unpack(share)[0] for key, share in kept.items() if share}
    todo = [art for key, art in wanted.items() if key not in found]
    shares = pool.map(WORK, sources if todo else None, todo, TOGETHER)
    for art, share in zip(todo, shares, strict=True):
        if isinstance(share, Failure):
            raise Problems([Problem(art.where, Message("is.not_drawn", reason=share.words))])
        found[art.key] = share
        cache.put(KIND, drawer.key(art), _SHARE.pack(share))
    return found
