"""Faces as pictures for the screen, each drawn once.

Comes in: artwork by its key. Goes out: PNG. Pictures are kept in memory as long as the gallery
can ask for them.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Collection
from threading import Lock

from PIL import Image

from generator.render.compose import Artwork
from generator.units import MM_PER_INCH

# By scale: dots per inch, and the longest side in pixels; a board would take a second else.
SCALES = {1: (100, 800), 2: (200, 1600), 3: (300, 2400)}
LARGEST = max(SCALES)
# Packing tighter would take longer than the loopback takes to carry the difference.
PACKING_LEVEL = 1


class Easel:
    """Draws one face at a time, whoever asks."""

    def __init__(self) -> None:
        self._arts: dict[str, Artwork] = {}
        self._pictures: dict[tuple[str, int], bytes] = {}
        self._one_at_a_time = Lock()
        self._waiting = 0
        self._usual = 1

    @property
    def busy(self) -> bool:
        """Whether somebody waits for a picture."""
        return self._waiting > 0

    def put(self, art: Artwork) -> str:
        """Keeps an artwork to be drawn when it is asked for."""
        key = art.key
        self._arts[key] = art
        return key

    def keep(self, keys: Collection[str]) -> None:
        """Forgets every face but these."""
        self._arts = {key: art for key, art in self._arts.items() if key in keys}
        self._pictures = {
            (key, scale): png for (key, scale), png in self._pictures.items() if key in keys
        }

    def png(self, key: str, scale: int = 1) -> bytes | None:
        """The picture of a face; nothing when the gallery does not hold it."""
        art = self._arts.get(key)
        if art is None:
            return None
        if scale < LARGEST:
            self._usual = scale
        self._waiting += 1
        try:
            with self._one_at_a_time:
                if (key, scale) not in self._pictures:
                    self._pictures[key, scale] = drawn_png(art, scale)
                return self._pictures[key, scale]
        finally:
            self._waiting -= 1

    def ahead(self, key: str) -> None:
        """Draws a face as the galleries of this screen ask for it, before they do."""
        self.png(key, self._usual)


def drawn_png(art: Artwork, scale: int) -> bytes:
    """The face as PNG at the scale's resolution."""
    from generator.render.face import draw

    dpi, longest = SCALES[scale]
    fitting = int(longest * MM_PER_INCH / max(art.width_mm, art.height_mm))
    pixels = draw(art, min(dpi, fitting))
    rows = zlib.decompress(pixels.packed)
    file = io.BytesIO()
    Image.frombytes("RGB", (pixels.width, pixels.height), rows).save(
        file, "PNG", compress_level=PACKING_LEVEL
    )
    return file.getvalue()
