"""Faces as packed pixels: drawn by the pool, or kept from before.

Comes in: artwork by key. Goes out: packed pixels in the order they were asked for.
"""

from __future__ import annotations

import struct
from dataclasses import replace

from generator.compose.artwork import Artwork
from generator.raster.pixels import Pixels
from generator.store.cache import open_cache
from generator.store.sources import Sources
from generator.vector.form_xobject import stored

from .drawer import FONTS_BYTES, SomeDrawer

_HEAD = struct.Struct("<IIfI")


def draw_one(sources: Sources, item: tuple[Artwork, int]) -> Pixels:
    """What a worker does: one face at one resolution, and its letters."""
    from generator.draw.face import draw
    from generator.vector.operators import unseen_text

    art, dpi = item
    text = unseen_text(art.drawing(sources))
    return replace(draw(art, dpi, sources), text=stored(text) if text else b"")


def warm_up(*_: object) -> None:
    """Loads what drawing needs."""
    from generator.vector import operators  # noqa: F401

    from . import face  # noqa: F401


class Drawer(SomeDrawer[Pixels]):
    """Draws faces as pixels."""

    kind = "faces"
    work = f"{__name__}:{draw_one.__name__}"
    code = __name__

    @staticmethod
    def stored(drawn: Pixels) -> bytes:
        head = _HEAD.pack(drawn.width, drawn.height, drawn.ink, len(drawn.text))
        return b"".join((head, drawn.text, drawn.packed))

    @staticmethod
    def restored(kept: bytes) -> Pixels:
        width, height, ink, length = _HEAD.unpack_from(kept)
        end = _HEAD.size + length
        return Pixels(width, height, kept[end:], ink, kept[_HEAD.size : end])


def kept_ink(art: Artwork, dpi: int) -> float | None:
    """How much of a face is ink, if it was drawn before; its pixels are not even unpacked."""
    entry = Drawer.entry(art.key, min(dpi, art.most_dpi))
    found = open_cache().start_of(Drawer.kind, entry, FONTS_BYTES + _HEAD.size)[FONTS_BYTES:]
    return float(_HEAD.unpack(found)[2]) if len(found) == _HEAD.size else None


def kept_pixels(key: str, dpi: int) -> Pixels | None:
    """A face of an earlier print as it was drawn then, if it is still there."""
    found = open_cache().get(Drawer.kind, Drawer.entry(key, dpi))
    return Drawer.restored(found[FONTS_BYTES:]) if found else None
