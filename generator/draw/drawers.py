"""Draw all faces of a print as pixels or vectors in the pool, or read them from the cache."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar

from cards_data.models import Font, Size
from cards_data.problems import Message, Problems
from generator.compose.artwork import Artwork, FaceStep
from generator.options import COPY_SHOP, HOME, PrintOptions
from generator.raster import Pixels
from generator.raster.cairo_library import known_cairo_version
from generator.store.cache import open_cache
from generator.store.fingerprint import code_digest, digest
from generator.store.sources import Sources
from generator.text.fonts import font_digest
from generator.vector.form_xobject import Form, decode_form, encode_form
from generator.workers import Failure, WorkerPool
from generator.workers.pool import Progress
from generator.workers.process import function_named

# An entry begins with the hash of the fonts.
FONTS_BYTES = 32
# Then follows its kind; for pixels also size, ink and the length of their text.
_FORM, _PIXELS = b"f", b"p"
_PIXELS_HEAD = struct.Struct("<cIIfI")
Drawn = TypeVar("Drawn")


class FaceKind(NamedTuple):
    """A way to draw faces: where they are cached, what draws one, and whether cairo is used."""

    name: str
    work: str
    by_cairo: bool

    def entry(self, key: str, dpi: int) -> str:
        """Return the cache key of a drawn face: content, resolution, code and version of cairo."""
        return digest(code_digest(), known_cairo_version() if self.by_cairo else 0, key, dpi)


PIXELS = FaceKind("faces", "generator.draw.face:draw_one", by_cairo=True)
VECTORS = FaceKind("forms", "generator.draw.face:form_one", by_cairo=False)
# Vectors without transparency: no program has to flatten them.
OPAQUE = FaceKind("opaque forms", "generator.draw.face:opaque_one", by_cairo=True)
# How pieces and pages are drawn, by drawing method and by where they are printed. Real text of
# pages can be searched and copied, and takes a tenth of the space and time of pixels.
KINDS = {
    ("raster", HOME): (PIXELS, VECTORS),
    ("raster", COPY_SHOP): (PIXELS, OPAQUE),
    ("vector", HOME): (VECTORS, VECTORS),
    ("vector", COPY_SHOP): (OPAQUE, OPAQUE),
}


def _encode_face(face: Pixels | Form) -> bytes:
    """Encode a face for the cache."""
    if isinstance(face, Form):
        return _FORM + encode_form(face)
    head = _PIXELS_HEAD.pack(_PIXELS, face.width, face.height, face.ink, len(face.text))
    return b"".join((head, face.text, face.packed))


def _decode_face(entry: bytes) -> Any:
    """Decode a face from the cache."""
    if entry.startswith(_FORM):
        return decode_form(entry[len(_FORM) :])
    _, width, height, ink, length = _PIXELS_HEAD.unpack_from(entry)
    end = _PIXELS_HEAD.size + length
    return Pixels(width, height, entry[end:], ink, entry[_PIXELS_HEAD.size : end])


def cached_ink(art: Artwork, dpi: int) -> float | None:
    """Return the ink share of a face if it was drawn before, without unpacking its pixels."""
    entry, length = PIXELS.entry(art.key, min(dpi, art.most_dpi)), _PIXELS_HEAD.size
    head = open_cache().start_of(PIXELS.name, entry, FONTS_BYTES + length)[FONTS_BYTES:]
    return float(_PIXELS_HEAD.unpack(head)[3]) if len(head) == length else None


def cached_pixels(key: str, dpi: int) -> Pixels | None:
    """Return a face of an earlier print as drawn then, if it is still in the cache."""
    entry = open_cache().get(PIXELS.name, PIXELS.entry(key, dpi))
    return _decode_face(entry[FONTS_BYTES:]) if entry else None


@dataclass(frozen=True)
class Drawer(Generic[Drawn]):
    """A drawer of pieces and pages; their fonts are among the sources of this run."""

    sources: Sources
    pool: WorkerPool
    dpi: int
    # How pieces and pages are drawn.
    kinds: tuple[FaceKind, FaceKind] = (PIXELS, PIXELS)
    _known_fonts: dict[tuple[Font, ...], str] = field(default_factory=dict, compare=False)

    def faces(
        self, arts: Mapping[str, Artwork], progress: Progress | None = None
    ) -> Iterator[tuple[str, Drawn]]:
        """Start drawing what is not cached; yield the key and face of every artwork in order."""
        todo = {key: art for key, art in arts.items() if not self._is_cached(art)}
        streams = {
            kind: self._start(kind, [art for art in todo.values() if self._kind(art) is kind])
            for kind in dict.fromkeys(self.kinds)
        }
        return self._in_order(arts, todo, streams, progress)

    def _start(self, kind: FaceKind, arts: list[Artwork]) -> Iterator[Drawn | Failure]:
        items = [(art, self._dpi(art)) for art in arts]
        return self.pool.map(kind.work, self.sources if items else None, items)

    def _in_order(
        self,
        arts: Mapping[str, Artwork],
        todo: Mapping[str, Artwork],
        streams: Mapping[FaceKind, Iterator[Drawn | Failure]],
        progress: Progress | None,
    ) -> Iterator[tuple[str, Drawn]]:
        for done, (key, art) in enumerate(arts.items(), 1):
            kind = self._kind(art)
            # Read one at a time: all of them at once may not fit into memory.
            face = None
            if key not in todo and (entry := open_cache().get(kind.name, self._entry(art))):
                face = _decode_face(entry[FONTS_BYTES:])
            if face is None:
                stream = streams[kind] if key in todo else self._start(kind, [art])
                face = self._store_face(art, next(stream))
            if progress:
                progress(done, len(arts))
            yield key, face

    def draw_here(self, art: Artwork) -> None:
        """Draw a face in this process and cache it, unless it is already cached."""
        if not self._is_cached(art):
            draw = function_named(self._kind(art).work)
            self._store_face(art, draw(self.sources, (art, self._dpi(art))))

    def _store_face(self, art: Artwork, answer: Any) -> Drawn:
        """Cache and return the face; a face that cannot be drawn is a problem of its piece."""
        if isinstance(answer, Failure):
            raise Problems.of(art.where, Message("is.not_drawn", reason=answer.words))
        content = self._fonts(art).encode() + _encode_face(answer)
        open_cache().put(self._kind(art).name, self._entry(art), content)
        face: Drawn = answer
        return face

    def _is_cached(self, art: Artwork) -> bool:
        start = open_cache().start_of(self._kind(art).name, self._entry(art), FONTS_BYTES)
        return start == self._fonts(art).encode()

    def _kind(self, art: Artwork) -> FaceKind:
        return self.kinds[art.page]

    def _entry(self, art: Artwork) -> str:
        return self._kind(art).entry(art.key, self._dpi(art))

    def key(self, art: Artwork) -> str:
        """Return a key of everything that a drawn face depends on."""
        return digest(self._kind(art).name, self._entry(art), self._fonts(art))

    def _dpi(self, art: Artwork) -> int:
        return min(self.dpi, art.most_dpi)

    def _fonts(self, art: Artwork) -> str:
        """Hash the contents of the font files that a face uses."""
        if art.fonts not in self._known_fonts:
            files = [font_digest(font, self.sources) for font in art.fonts]
            self._known_fonts[art.fonts] = digest(files)
        return self._known_fonts[art.fonts]


PixelDrawer = Drawer[Pixels]
VectorDrawer = partial(Drawer[Pixels | Form], kinds=(VECTORS, VECTORS))


def print_drawer(options: PrintOptions, sources: Sources, pool: WorkerPool) -> Drawer[Any]:
    kinds = KINDS[options.render, options.made_for]
    return Drawer[Pixels | Form](sources, pool, options.dpi, kinds)


def draw_ahead(options: PrintOptions) -> FaceStep | None:
    """Return a step that draws whole decks early; single pieces need only a few faces."""
    return None if options.partial else partial(_draw_ahead, options)


def _draw_ahead(options: PrintOptions, art: Artwork, size: Size, sources: Sources) -> None:
    """Draw a face in the process that composed it; without a cache a print draws it again."""
    print_drawer(options, sources, WorkerPool(1)).draw_here(art)
