"""Faces as pictures for the screen, each drawn once.

Comes in: artwork by its key. Goes out: PNG. Pictures are kept in memory as long as the gallery
can ask for them.
"""

from __future__ import annotations

from collections.abc import Collection
from threading import Lock

from generator.compose.artwork import Artwork
from generator.draw.face import SCALES, screen_png
from generator.store.sources import Sources
from generator.workers import WorkerPool

LARGEST = max(SCALES)


class Pictures:
    """Draws one face at a time, also for several requests."""

    def __init__(self, pool: WorkerPool) -> None:
        self._pool = pool
        self._arts: dict[str, tuple[Artwork, Sources]] = {}
        self._pictures: dict[tuple[str, int], bytes | None] = {}
        self._one_at_a_time = Lock()
        self._usual = 1

    def put(self, art: Artwork, sources: Sources) -> str:
        """Keeps an artwork to be drawn on request, from the files it was made from."""
        key = art.key
        self._arts[key] = art, sources
        return key

    def keep(self, keys: Collection[str]) -> None:
        """Forgets every face but these."""
        self._arts = {key: art for key, art in self._arts.items() if key in keys}
        self._pictures = {
            (key, scale): png for (key, scale), png in self._pictures.items() if key in keys
        }

    def png(self, key: str, scale: int = 1) -> bytes | None:
        """The picture of a face; nothing when the gallery does not hold it."""
        kept = self._arts.get(key)
        if kept is None:
            return None
        if scale < LARGEST:
            self._usual = scale
        with self._one_at_a_time:
            if (key, scale) not in self._pictures:
                self._pictures[key, scale] = self._drawn(*kept, scale)
            return self._pictures[key, scale]

    def ahead(self, key: str) -> None:
        """Draws a face as the galleries of this screen ask for it, before they do."""
        self.png(key, self._usual)

    def _drawn(self, art: Artwork, sources: Sources, scale: int) -> bytes | None:
        return screen_png(self._pool, sources, art, scale)
