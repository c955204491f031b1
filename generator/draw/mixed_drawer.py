"""Pieces in pixels, pages that are read in vectors: what a raster print is made of.

Comes in: artwork by key. Goes out: faces in the order they were asked for. Letters of a page stay
letters, to be found, copied and printed sharply, in a tenth of the room and of the time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from generator.compose.artwork import Artwork
from generator.raster.pixels import Pixels
from generator.store.sources import Sources
from generator.vector.form_xobject import Form
from generator.workers import WorkerPool
from generator.workers.pool import Progress

from .pixel_drawer import Drawer
from .vector_drawer import OpaqueDrawer, VectorDrawer


@dataclass(frozen=True)
class RasterDrawer:
    """Draws what is cut out as pixels and what is read as vectors."""

    sources: Sources
    pool: WorkerPool
    dpi: int
    readable: ClassVar[type[VectorDrawer]] = VectorDrawer

    def faces(
        self, arts: Mapping[str, Artwork], progress: Progress | None = None
    ) -> Iterator[tuple[str, Pixels | Form]]:
        """Begins to draw both; gives key and face of every artwork in order."""
        pages = {key: art for key, art in arts.items() if art.page}
        pieces = {key: art for key, art in arts.items() if not art.page}
        drawn = self._for(page=True).faces(pages), self._for(page=False).faces(pieces)
        return self._in_order(arts, *drawn, progress)

    @staticmethod
    def _in_order(
        arts: Mapping[str, Artwork],
        pages: Iterator[tuple[str, Pixels | Form]],
        pieces: Iterator[tuple[str, Pixels | Form]],
        progress: Progress | None,
    ) -> Iterator[tuple[str, Pixels | Form]]:
        for done, art in enumerate(arts.values(), 1):
            drawn = next(pages if art.page else pieces)
            if progress:
                progress(done, len(arts))
            yield drawn

    def draw_here(self, art: Artwork) -> None:
        """Draws a face in this very process and keeps it."""
        self._for(page=art.page).draw_here(art)

    def key(self, art: Artwork) -> str:
        """Everything that a drawn face follows from."""
        return self._for(page=art.page).key(art)

    def _for(self, page: bool) -> Drawer | VectorDrawer:
        return (self.readable if page else Drawer)(self.sources, self.pool, self.dpi)


class ShopDrawer(RasterDrawer):
    """The same, with nothing transparent on the pages either."""

    readable = OpaqueDrawer
