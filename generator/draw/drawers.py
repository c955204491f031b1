"""All faces of a print: drawn by the pool as pixels or vectors, or taken from the cache."""

from __future__ import annotations

import struct
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Generic, TypeVar

from cards_data.models import Font, Size
from cards_data.problems import Message, Problems
from generator.compose.artwork import Artwork
from generator.options import COPY_SHOP, HOME, PrintOptions
from generator.raster import Pixels
from generator.raster.cairo_library import known_cairo_version
from generator.store.cache import open_cache
from generator.store.fingerprint import code_digest, digest
from generator.store.sources import Sources
from generator.text.fonts import font_digest
from generator.vector.form_xobject import Form, restored, stored
from generator.workers import Failure, WorkerPool
from generator.workers.pool import Progress
from generator.workers.worker import function_named

# What an entry begins with: the hash of the fonts.
FONTS_BYTES = 32
_PIXELS_HEAD = struct.Struct("<IIfI")
# Then, where either is possible, what it is.
_FORM, _PIXELS = b"f", b"p"
Drawn = TypeVar("Drawn")


@dataclass(frozen=True)
class Drawer(ABC, Generic[Drawn]):
    """Draws faces whose fonts are among the sources of this run."""

    sources: Sources
    pool: WorkerPool
    dpi: int
    # Where drawn faces are cached, and the function that draws one.
    kind: ClassVar[str]
    work: ClassVar[str]
    # Whether what is drawn depends on cairo.
    by_cairo: ClassVar[bool]

    @staticmethod
    @abstractmethod
    def stored(drawn: Drawn) -> bytes:
        """A face as it is in the cache."""

    @staticmethod
    @abstractmethod
    def restored(entry: bytes) -> Drawn:
        """The face that was stored."""

    def faces(
        self, arts: Mapping[str, Artwork], progress: Progress | None = None
    ) -> Iterator[tuple[str, Drawn]]:
        """Begins to draw what is not cached; gives key and face of every artwork in order."""
        todo = {key: art for key, art in arts.items() if not self._is_cached(art)}
        return self._in_order(arts, todo, self._begun(list(todo.values())), progress)

    def _begun(self, arts: list[Artwork]) -> Iterator[Drawn | Failure]:
        items = [(art, self._dpi(art)) for art in arts]
        return self.pool.map(self.work, self.sources if items else None, items)

    def _in_order(
        self,
        arts: Mapping[str, Artwork],
        todo: Mapping[str, Artwork],
        drawn: Iterator[Drawn | Failure],
        progress: Progress | None,
    ) -> Iterator[tuple[str, Drawn]]:
        for done, (key, art) in enumerate(arts.items(), 1):
            # Read when its turn has come: all of them at once may not fit into memory.
            face = None if key in todo else self._cached(art)
            if face is None:
                face = self._finished(art, next(drawn if key in todo else self._begun([art])))
            if progress:
                progress(done, len(arts))
            yield key, face

    def draw_here(self, art: Artwork) -> None:
        """Draws a face in this process and caches it, unless it is cached already."""
        if not self._is_cached(art):
            draw = function_named(self.work)
            self._finished(art, draw(self.sources, (art, self._dpi(art))))

    def _finished(self, art: Artwork, found: Drawn | Failure) -> Drawn:
        """The face, cached for next time; what could not be drawn is a problem with its piece."""
        if isinstance(found, Failure):
            raise Problems.of(art.where, Message("is.not_drawn", reason=found.words))
        content = self._fonts(art).encode() + self.stored(found)
        open_cache().put(self.kind, self._entry(art), content)
        return found

    def _is_cached(self, art: Artwork) -> bool:
        start = open_cache().start_of(self.kind, self._entry(art), FONTS_BYTES)
        return start == self._fonts(art).encode()

    def _cached(self, art: Artwork) -> Drawn | None:
        found = open_cache().get(self.kind, self._entry(art))
        return self.restored(found[FONTS_BYTES:]) if found else None

    @classmethod
    def entry(cls, key: str, dpi: int) -> str:
        """A drawn face: what was drawn, how finely, by which code and which cairo."""
        return digest(code_digest(), known_cairo_version() if cls.by_cairo else 0, key, dpi)

    def _entry(self, art: Artwork) -> str:
        return self.entry(art.key, self._dpi(art))

    def key(self, art: Artwork) -> str:
        """Everything that a drawn face follows from."""
        return digest(self.kind, self._entry(art), self._fonts(art))

    def _dpi(self, art: Artwork) -> int:
        return min(self.dpi, art.most_dpi)

    def _fonts(self, art: Artwork) -> str:
        """The files that the letters of a face are drawn from, by their content."""
        if art.fonts not in self._known_fonts:
            files = [font_digest(font, self.sources) for font in art.fonts]
            self._known_fonts[art.fonts] = digest(files)
        return self._known_fonts[art.fonts]

    @cached_property
    def _known_fonts(self) -> dict[tuple[Font, ...], str]:
        return {}


class PixelDrawer(Drawer[Pixels]):
    """Draws faces as pixels."""

    kind = "faces"
    work = "generator.draw.face:draw_one"
    by_cairo = True

    @staticmethod
    def stored(drawn: Pixels) -> bytes:
        head = _PIXELS_HEAD.pack(drawn.width, drawn.height, drawn.ink, len(drawn.text))
        return b"".join((head, drawn.text, drawn.packed))

    @staticmethod
    def restored(entry: bytes) -> Pixels:
        width, height, ink, length = _PIXELS_HEAD.unpack_from(entry)
        end = _PIXELS_HEAD.size + length
        return Pixels(width, height, entry[end:], ink, entry[_PIXELS_HEAD.size : end])


def cached_ink(art: Artwork, dpi: int) -> float | None:
    """How much of a face is ink, if it was drawn before; its pixels are not even unpacked."""
    entry, length = PixelDrawer.entry(art.key, min(dpi, art.most_dpi)), _PIXELS_HEAD.size
    found = open_cache().start_of(PixelDrawer.kind, entry, FONTS_BYTES + length)[FONTS_BYTES:]
    return float(_PIXELS_HEAD.unpack(found)[2]) if len(found) == length else None


def cached_pixels(key: str, dpi: int) -> Pixels | None:
    """A face of an earlier print as it was drawn then, if it is still there."""
    found = open_cache().get(PixelDrawer.kind, PixelDrawer.entry(key, dpi))
    return PixelDrawer.restored(found[FONTS_BYTES:]) if found else None


class VectorDrawer(Drawer[Pixels | Form]):
    """Draws faces as vectors."""

    kind = "forms"
    work = "generator.draw.face:form_one"
    by_cairo = False

    @staticmethod
    def stored(drawn: Pixels | Form) -> bytes:
        if isinstance(drawn, Form):
            return _FORM + stored(drawn)
        return _PIXELS + PixelDrawer.stored(drawn)

    @staticmethod
    def restored(entry: bytes) -> Pixels | Form:
        if entry.startswith(_FORM):
            return restored(entry[len(_FORM) :])
        return PixelDrawer.restored(entry[len(_PIXELS) :])


class OpaqueDrawer(VectorDrawer):
    """Draws faces as vectors in which nothing is transparent: no program has to flatten them."""

    kind = "opaque forms"
    work = "generator.draw.face:opaque_one"
    by_cairo = True


@dataclass(frozen=True)
class RasterDrawer:
    """Draws pieces as pixels and pages that are read as vectors.

    The letters of a page stay letters: they can be searched and copied, and take a tenth of the
    space and time.
    """

    sources: Sources
    pool: WorkerPool
    dpi: int
    readable: ClassVar[type[VectorDrawer]] = VectorDrawer

    def faces(
        self, arts: Mapping[str, Artwork], progress: Progress | None = None
    ) -> Iterator[tuple[str, Pixels | Form]]:
        """Begins to draw both; gives key and face of every artwork in order."""
        both = [
            {key: art for key, art in arts.items() if art.page == page} for page in (False, True)
        ]
        drawn = self._pieces.faces(both[0]), self._pages.faces(both[1])
        return self._in_order(arts, drawn, progress)

    @staticmethod
    def _in_order(
        arts: Mapping[str, Artwork],
        drawn: tuple[Iterator[tuple[str, Pixels | Form]], ...],
        progress: Progress | None,
    ) -> Iterator[tuple[str, Pixels | Form]]:
        for done, art in enumerate(arts.values(), 1):
            face = next(drawn[art.page])
            if progress:
                progress(done, len(arts))
            yield face

    def draw_here(self, art: Artwork) -> None:
        """Draws a face in this process and caches it."""
        self._for(art).draw_here(art)

    def key(self, art: Artwork) -> str:
        """Everything that a drawn face follows from."""
        return self._for(art).key(art)

    def _for(self, art: Artwork) -> PixelDrawer | VectorDrawer:
        return self._pages if art.page else self._pieces

    @cached_property
    def _pieces(self) -> PixelDrawer:
        return PixelDrawer(self.sources, self.pool, self.dpi)

    @cached_property
    def _pages(self) -> VectorDrawer:
        return self.readable(self.sources, self.pool, self.dpi)


class ShopDrawer(RasterDrawer):
    """The same, with nothing transparent on the pages either."""

    readable = OpaqueDrawer


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
    """Draws faces into the cache, in the process that composed them: their drawing is there.

    A print whose cache takes nothing in draws its faces when their turn has come.
    """

    drawer: type[PrintDrawer]
    dpi: int

    def __call__(self, art: Artwork, size: Size, sources: Sources) -> None:
        self.drawer(sources, WorkerPool(1), self.dpi).draw_here(art)


def draw_ahead(options: PrintOptions) -> DrawAhead | None:
    """The step of a print of whole decks; of a print of single pieces most faces are not drawn."""
    if options.partial:
        return None
    return DrawAhead(drawer_type(options), options.dpi)
