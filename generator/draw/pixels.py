"""Faces as packed pixels: drawn by the crew, or kept from before.

Comes in: artwork by key. Goes out: packed pixels in the order they were asked for.
"""

from __future__ import annotations

import json
import re
import struct
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from cards_data.models import Font
from cards_data.problems import Problem, Problems
from generator.compose.piece import Artwork
from generator.crew import Crew, Failure
from generator.store.cache import open_cache
from generator.store.fingerprint import digest, made_by
from generator.store.sources import Sources
from generator.text.fonts import font_digest

from .library import cairo_version
from .values import Pixels

KIND = "faces"
_HEAD = struct.Struct("<I")
_FONT = re.compile(
    r'<text [^>]*?font-family="([^"]+)" font-weight="(\d+)"( font-style="italic")?', re.DOTALL
)
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Drawer:
    """Draws faces whose fonts lie among the sources of this run."""

    sources: Sources
    crew: Crew
    dpi: int

    def faces(
        self, arts: Mapping[str, Artwork], progress: Progress | None = None
    ) -> Iterator[tuple[str, Pixels]]:
        """Begins to draw what is not kept; gives key and pixels of every face in order."""
        kept = {key: self._kept(art) for key, art in arts.items()}
        todo = [(art, self._dpi(art)) for key, art in arts.items() if kept[key] is None]
        drawn = self.crew.each(WORK, self.sources if todo else None, todo)
        return self._in_order(arts, kept, drawn, progress)

    def _in_order(
        self,
        arts: Mapping[str, Artwork],
        kept: dict[str, Pixels | None],
        drawn: Iterator[Pixels | Failure],
        progress: Progress | None,
    ) -> Iterator[tuple[str, Pixels]]:
        for done, (key, art) in enumerate(arts.items(), 1):
            yield key, kept.pop(key) or self._finished(art, next(drawn))
            if progress:
                progress(done, len(arts))

    def _finished(self, art: Artwork, found: Pixels | Failure) -> Pixels:
        """The pixels, kept for next time; what could not be drawn is a problem with its piece."""
        if isinstance(found, Failure):
            raise Problems([Problem(art.where, f"cannot be drawn: {found}")])
        head = json.dumps([found.width, found.height, self._fonts(art)]).encode()
        stored = _HEAD.pack(len(head)) + head + found.packed
        open_cache().put(KIND, face_key(art.key, self._dpi(art)), stored)
        return found

    def _kept(self, art: Artwork) -> Pixels | None:
        stored = open_cache().get(KIND, face_key(art.key, self._dpi(art)))
        if stored is None:
            return None
        fonts, pixels = unpacked(stored)
        return pixels if fonts == self._fonts(art) else None

    def key(self, art: Artwork) -> str:
        """Everything that the pixels of a face follow from."""
        return digest(face_key(art.key, self._dpi(art)), self._fonts(art))

    def _dpi(self, art: Artwork) -> int:
        return min(self.dpi, art.most_dpi)

    def _fonts(self, art: Artwork) -> list[str]:
        """The files that the letters of a face are drawn from, by their content."""
        found = sorted(set(_FONT.findall(art.svg)))
        fonts = (Font(family, int(weight), bool(slant)) for family, weight, slant in found)
        return [font_digest(font, self.sources) for font in fonts]


def face_key(key: str, dpi: int) -> str:
    """A drawn face: what was drawn, how finely, by which code and which cairo."""
    return digest(made_by("generator.draw.face"), cairo_version(), key, dpi)


def kept_pixels(key: str, dpi: int) -> Pixels | None:
    """A face of an earlier print as it was drawn then, if it is still there."""
    stored = open_cache().get(KIND, face_key(key, dpi))
    return unpacked(stored)[1] if stored else None


def unpacked(stored: bytes) -> tuple[list[str], Pixels]:
    (length,) = _HEAD.unpack_from(stored)
    start = _HEAD.size + length
    width, height, fonts = json.loads(stored[_HEAD.size : start])
    return fonts, Pixels(width, height, stored[start:])


def draw_one(sources: Sources, item: tuple[Artwork, int]) -> Pixels:
    """What a worker does: one face at one resolution."""
    from .face import draw

    return draw(*item, sources)


def ready(*_: object) -> None:
    """What a worker does first: the first stroke loads twice as much as the import."""
    from .face import warm_up

    warm_up()


WORK = f"{__name__}:{draw_one.__name__}"
READY = f"{__name__}:{ready.__name__}"
