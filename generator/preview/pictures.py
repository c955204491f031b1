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

from generator.compose.piece import Artwork
from generator.crew import Crew, Failure
from generator.draw.pixels import WORK
from generator.geometry.units import MM_PER_INCH
from generator.store.sources import Sources

# By scale: dots per inch, and the longest side in pixels; a board would take a second else.
SCALES = {1: (100, 800), 2: (200, 1600), 3: (300, 2400)}
LARGEST = max(SCALES)
# Packing tighter would take longer than the loopback takes to carry the difference.
PACKING_LEVEL = 1


class Pictures:
    """Draws one face at a time, whoever asks."""

    def __init__(self, crew: Crew) -> None:
        self._crew = crew
        self._arts: dict[str, tuple[Artwork, Sources]] = {}
        self._pictures: dict[tuple[str, int], bytes | None] = {}
        self._one_at_a_time = Lock()
        self._usual = 1

    def put(self, art: Artwork, sources: Sources) -> str:
        """Keeps an artwork to be drawn when it is asked for, from the files it was made from."""
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
        """The face as PNG at the scale's resolution; nothing where it cannot be drawn."""
        dpi, longest = SCALES[scale]
        fitting = int(longest * MM_PER_INCH / max(art.width_mm, art.height_mm))
        found = next(self._crew.each(WORK, sources, [(art, min(dpi, fitting))]))
        if isinstance(found, Failure):
            return None
        file = io.BytesIO()
        rows = zlib.decompress(found.packed)
        image = Image.frombytes("RGB", (found.width, found.height), rows)
        image.save(file, "PNG", compress_level=PACKING_LEVEL)
        return file.getvalue()
