"""Faces drawn in the process that composed them, while their drawing is there.

Comes in: how a print is drawn. Goes out: a step for the composer, which puts every drawn face into
the cache. A print whose cache takes nothing in draws its faces when their turn has come.
"""

from __future__ import annotations

from dataclasses import dataclass

from cards_data.models import Size
from generator.compose.artwork import Artwork
from generator.options import COPY_SHOP, HOME, PrintOptions
from generator.store.sources import Sources
from generator.workers import WorkerPool

from .mixed_drawer import RasterDrawer, ShopDrawer
from .vector_drawer import OpaqueDrawer, VectorDrawer

PrintDrawer = RasterDrawer | VectorDrawer
# By how faces are drawn and who prints them.
DRAWERS: dict[tuple[str, str], type[PrintDrawer]] = {
    ("raster", HOME): RasterDrawer,
    ("raster", COPY_SHOP): ShopDrawer,
    ("vector", HOME): VectorDrawer,
    ("vector", COPY_SHOP): OpaqueDrawer,
}


def drawer_type(options: PrintOptions) -> type[PrintDrawer]:
    return DRAWERS[options.render, options.made_for]


@dataclass(frozen=True)
class DrawAhead:
    """Draws faces one by one, and asks nothing of other processes."""

    drawer: type[PrintDrawer]
    dpi: int

    def __call__(self, art: Artwork, size: Size, sources: Sources) -> None:
        self.drawer(sources, WorkerPool(1), self.dpi).draw_here(art)


def draw_ahead(options: PrintOptions) -> DrawAhead | None:
    """The step of a print of whole decks; of a print of single pieces most faces are not drawn."""
    if options.partial:
        return None
    return DrawAhead(drawer_type(options), options.dpi)
