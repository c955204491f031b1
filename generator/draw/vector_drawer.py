"""Faces as vectors: made by the pool, or kept from before.

Comes in: artwork by key. Goes out: forms in the order they were asked for; a face that PDF cannot
say in vectors comes in pixels.
"""

from __future__ import annotations

from generator.compose.artwork import Artwork
from generator.raster.pixels import Pixels
from generator.store.sources import Sources
from generator.vector.form_xobject import Form, restored, stored

from . import pixel_drawer as pixels
from .drawer import SomeDrawer

# What an entry begins with after its fonts.
_FORM, _PIXELS = b"f", b"p"


def form_one(sources: Sources, item: tuple[Artwork, int]) -> Form:
    """What a worker does: one face."""
    from generator.vector.operators import face_form

    from .apply_ink import drawing_of

    art = item[0]
    return face_form(drawing_of(art, sources), art.page)


def opaque_one(sources: Sources, item: tuple[Artwork, int]) -> Pixels | Form:
    """What a worker does for a shop: in pixels, too, where anything shines through."""
    from generator.vector.operators import face_form
    from generator.vector.pdf_resources import is_opaque

    from .apply_ink import drawing_of

    art = item[0]
    drawing = drawing_of(art, sources)
    return face_form(drawing, art.page) if is_opaque(drawing) else pixels.draw_one(sources, item)


def warm_up(*_: object) -> None:
    """Loads what drawing needs."""
    from generator.svg import parser as reading  # noqa: F401
    from generator.vector import operators  # noqa: F401


class VectorDrawer(SomeDrawer[Pixels | Form]):
    """Draws faces as vectors."""

    kind = "forms"
    work = f"{__name__}:{form_one.__name__}"
    code = __name__

    @staticmethod
    def stored(drawn: Pixels | Form) -> bytes:
        if isinstance(drawn, Form):
            return _FORM + stored(drawn)
        return _PIXELS + pixels.Drawer.stored(drawn)

    @staticmethod
    def restored(kept: bytes) -> Pixels | Form:
        if kept.startswith(_FORM):
            return restored(kept[len(_FORM) :])
        return pixels.Drawer.restored(kept[len(_PIXELS) :])


class OpaqueDrawer(VectorDrawer):
    """Draws faces as vectors in which nothing is transparent: no program has to flatten them."""

    kind = "opaque forms"
    work = f"{__name__}:{opaque_one.__name__}"
