"""Faces ready for paper: drawn by the pool, or kept from before.

Comes in: artwork by key. Goes out: drawn faces in the order they were asked for. What they are
drawn as, pixels or vectors, is for ``pixels`` and ``vectors`` to say.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from cards_data.problems import Message, Problem, Problems
from generator.compose.artwork import Artwork
from generator.raster.cairo_library import cairo_version
from generator.store.cache import open_cache
from generator.store.fingerprint import code_digest, digest
from generator.store.sources import Sources
from generator.text.fonts import font_digest
from generator.workers import Failure, WorkerPool
from generator.workers.pool import Progress
from generator.workers.worker import function_named

# What stands first in an entry: the hash of the fonts.
FONTS_BYTES = 32
Drawn = TypeVar("Drawn")


@dataclass(frozen=True)
class SomeDrawer(ABC, Generic[Drawn]):
    """Draws faces whose fonts lie among the sources of this run."""

    sources: Sources
    pool: WorkerPool
    dpi: int
    # Where drawn faces are kept, what draws one, and the module whose code they follow from.
    kind: ClassVar[str]
    work: ClassVar[str]
    code: ClassVar[str]

    @staticmethod
    @abstractmethod
    def stored(drawn: Drawn) -> bytes:
        """A face as the cache keeps it."""

    @staticmethod
    @abstractmethod
    def restored(kept: bytes) -> Drawn:
        """The face that was kept."""

    def faces(
        self, arts: Mapping[str, Artwork], progress: Progress | None = None
    ) -> Iterator[tuple[str, Drawn]]:
        """Begins to draw what is not kept; gives key and face of every artwork in order."""
        todo = {key: art for key, art in arts.items() if not self._holds(art)}
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
            kept = None if key in todo else self._kept(art)
            if kept is None:
                kept = self._finished(art, next(drawn if key in todo else self._begun([art])))
            if progress:
                progress(done, len(arts))
            yield key, kept

    def draw_here(self, art: Artwork) -> None:
        """Draws a face in this very process and keeps it, unless it is kept already."""
        if not self._holds(art):
            draw = function_named(self.work)
            self._finished(art, draw(self.sources, (art, self._dpi(art))))

    def _finished(self, art: Artwork, found: Drawn | Failure) -> Drawn:
        """The face, kept for next time; what could not be drawn is a problem with its piece."""
        if isinstance(found, Failure):
            raise Problems([Problem(art.where, Message("is.not_drawn", reason=found.words))])
        entry = self._fonts(art).encode() + self.stored(found)
        open_cache().put(self.kind, self.entry(art.key, self._dpi(art)), entry)
        return found

    def _holds(self, art: Artwork) -> bool:
        entry = self.entry(art.key, self._dpi(art))
        return open_cache().start_of(self.kind, entry, FONTS_BYTES) == self._fonts(art).encode()

    def _kept(self, art: Artwork) -> Drawn | None:
        found = open_cache().get(self.kind, self.entry(art.key, self._dpi(art)))
        return self.restored(found[FONTS_BYTES:]) if found else None

    @classmethod
    def entry(cls, key: str, dpi: int) -> str:
        """A drawn face: what was drawn, how finely, by which code and which cairo."""
        return digest(code_digest(), cairo_version(), key, dpi)

    def key(self, art: Artwork) -> str:
        """Everything that a drawn face follows from."""
        return digest(self.kind, self.entry(art.key, self._dpi(art)), self._fonts(art))

    def _dpi(self, art: Artwork) -> int:
        return min(self.dpi, art.most_dpi)

    def _fonts(self, art: Artwork) -> str:
        """The files that the letters of a face are drawn from, by their content."""
        return digest([font_digest(font, self.sources) for font in art.fonts])
