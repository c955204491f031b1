"""Draws faces on all cores, each different face once, and none that was drawn before.

Comes in: artwork by key, and whether pixels or vectors are wanted. Goes out: faces ready for the
PDF in the order they were asked for.
"""

from __future__ import annotations

import gc
import signal
import struct
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from generator.cache import Cache
from generator.draw.form import Form, restored
from generator.fingerprint import face_key

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

    from .compose import Artwork

KIND = "faces"
# Fewer faces than this are drawn before a crew has come together.
WORTH_A_CREW = 8
_HEAD = struct.Struct("<II")
# Numbers of glibc's mallopt.
_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3


@dataclass(frozen=True)
class Pixels:
    """A drawn face: size in pixels and its packed RGB rows."""

    width: int
    height: int
    packed: bytes


# A face as the PDF takes it.
Ready: TypeAlias = "Pixels | Form"


@dataclass(frozen=True)
class Way:
    """How faces are drawn: where they are kept, who draws one, how a kept one is read."""

    kind: str
    draw: Callable[[Artwork, int], bytes]
    read: Callable[[bytes], Ready]
    load: Callable[[], None]
    # Loading what it needs takes long enough to be worth another process.
    heavy: bool


class Crew:
    """The processes that draw. They can start up while the caller still does other things."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if self._pool:
            self._pool.shutdown(wait=kind is None, cancel_futures=True)

    def start(self) -> None:
        """Calls the crew together; one of them gets cairo ready."""
        if self._jobs > 1 and self._pool is None:
            import multiprocessing
            from concurrent.futures import ProcessPoolExecutor

            # Forking shares what is loaded; elsewhere than on Linux it is not safe.
            context = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
            self._pool = ProcessPoolExecutor(self._jobs, mp_context=context, initializer=quiet)
            self._pool.submit(_ready)

    def results(self, arts: list[Artwork], work: Callable[[Artwork], bytes]) -> Iterator[bytes]:
        """Stored faces in order; the crew begins with them at once."""
        if self._jobs <= 1 or not arts or (self._pool is None and len(arts) < WORTH_A_CREW):
            return map(work, arts)
        self.start()
        assert self._pool
        return self._pool.map(work, arts, chunksize=2 if len(arts) > 2 * self._jobs else 1)


@dataclass(frozen=True)
class Drawer:
    """Draws faces where they are composed, and keeps them for whoever writes the sheets."""

    crew: Crew
    render: str
    dpi: int
    cache: Cache
    progress: Callable[[int, int], None] | None = None

    def announce(self) -> None:
        """A face will have to be drawn: whoever needs long to get ready begins with it."""
        if WAYS[self.render].heavy:
            self.crew.start()

    def get_ready(self) -> None:
        """Loads what drawing needs, so that processes forked from now on have it."""
        WAYS[self.render].load()

    def look_ahead(self) -> None:
        """Loads what comes after drawing: the writer, and the templates of the kit's own pages."""
        from generator.sheets import pdf  # noqa: F401

        from .environment import compile_templates

        compile_templates("_shared/howto.svg.j2", "_shared/score_sheet.svg.j2")

    def draw(self, art: Artwork) -> None:
        """Draws and keeps a face that is not kept yet."""
        way, key = WAYS[self.render], face_key(art.key, min(self.dpi, art.most_dpi))
        if not self.cache.holds(way.kind, key):
            self.cache.put(way.kind, key, way.draw(art, self.dpi))


def drawing(
    arts: Mapping[str, Artwork],
    dpi: int,
    crew: Crew,
    cache: Cache,
    progress: Callable[[int, int], None] | None = None,
    render: str = "raster",
) -> Iterator[tuple[str, Ready]]:
    """Begins to draw what is not kept; gives key and face of every artwork in order."""
    way = WAYS[render]
    keys = {name: face_key(name, min(dpi, art.most_dpi)) for name, art in arts.items()}
    missing = [name for name, key in keys.items() if not cache.holds(way.kind, key)]
    fresh = crew.results([arts[name] for name in missing], partial(_at, way.draw, dpi))
    awaited = set(missing)

    def in_order() -> Iterator[tuple[str, Ready]]:
        for done, (name, key) in enumerate(keys.items(), 1):
            # Read when its turn has come: all of them at once may not fit into memory.
            stored = None if name in awaited else cache.get(way.kind, key)
            if stored is None:
                stored = next(fresh) if name in awaited else way.draw(arts[name], dpi)
                cache.put(way.kind, key, stored)
            yield name, way.read(stored)
            if progress:
                progress(done, len(arts))

    return in_order()


def _at(draw: Callable[[Artwork, int], bytes], dpi: int, art: Artwork) -> bytes:
    return draw(art, dpi)


def drawn(arts: Mapping[str, Artwork], dpi: int, cache: Cache) -> Iterator[tuple[str, Pixels]]:
    """Key and pixels of a few faces, drawn here and now."""
    for key, face in drawing(arts, dpi, Crew(jobs=1), cache):
        assert isinstance(face, Pixels)
        yield key, face


def unpacked(stored: bytes) -> Pixels:
    width, height = _HEAD.unpack_from(stored)
    return Pixels(width, height, stored[_HEAD.size :])


def quiet() -> None:
    """Ctrl-C is the parent's to answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def brief() -> None:
    """For workers that compose: they end before their litter is worth collecting."""
    quiet()
    gc.disable()
    _keep_memory()


def _keep_memory() -> None:
    """Pictures come and go: giving their memory back each time takes a tenth of the drawing."""
    if sys.platform == "linux":
        import ctypes

        with suppress(OSError, AttributeError):
            mallopt = ctypes.CDLL(None).mallopt
            for setting in (_MMAP_THRESHOLD, _TRIM_THRESHOLD):
                mallopt(setting, 64 << 20)


def _ready() -> None:
    """Loads what drawing needs, down to the first stroke."""
    from .face import warm_up

    warm_up()


def _draw_one(art: Artwork, dpi: int) -> bytes:
    from .face import draw

    image = draw(art, min(dpi, art.most_dpi))
    return _HEAD.pack(image.width, image.height) + image.packed


# Before a face that is kept as a form; one in pixels begins with its width, which is never nil.
_FORM = bytes(_HEAD.size)


def _form_one(art: Artwork, dpi: int) -> bytes:
    """A face as a form, or in pixels where a PDF cannot say what it shows."""
    from generator.draw.drawing import NotDrawn
    from generator.draw.form import stored
    from generator.draw.operators import face_form
    from generator.draw.reading import read_drawing

    try:
        return _FORM + stored(face_form(read_drawing(art.svg)))
    except NotDrawn:
        return _draw_one(art, dpi)


def _form_or_pixels(kept: bytes) -> Ready:
    return restored(kept[len(_FORM) :]) if kept.startswith(_FORM) else unpacked(kept)


def _load_operators() -> None:
    from generator.draw import operators, reading  # noqa: F401


WAYS = {
    "raster": Way(KIND, _draw_one, unpacked, _ready, heavy=True),
    "vector": Way("forms", _form_one, _form_or_pixels, _load_operators, heavy=False),
}
