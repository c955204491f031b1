"""Draws faces on all cores, each different face once, and none that was drawn before.

Comes in: artwork by key. Goes out: packed pixels in the order they were asked for.
"""

from __future__ import annotations

import gc
import signal
import struct
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from generator.cache import Cache
from generator.fingerprint import face_key

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

    from .compose import Artwork

KIND = "faces"
_HEAD = struct.Struct("<II")


@dataclass(frozen=True)
class Pixels:
    """A drawn face: size in pixels and its packed RGB rows."""

    width: int
    height: int
    packed: bytes


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

    def results(self, arts: list[Artwork], dpi: int) -> Iterator[bytes]:
        """Stored faces in order; the crew begins with them at once."""
        work = partial(_draw_one, dpi=dpi)
        if self._jobs <= 1 or not arts:
            return map(work, arts)
        self.start()
        assert self._pool
        return self._pool.map(work, arts, chunksize=2 if len(arts) > 2 * self._jobs else 1)


def drawing(
    arts: Mapping[str, Artwork],
    dpi: int,
    crew: Crew,
    cache: Cache,
    progress: Callable[[int, int], None] | None = None,
) -> Iterator[tuple[str, Pixels]]:
    """Begins to draw what is not kept; gives key and pixels of every face in order."""
    keys = {name: face_key(name, min(dpi, art.most_dpi)) for name, art in arts.items()}
    kept = {name: cache.get(KIND, key) for name, key in keys.items()}
    fresh = crew.results([art for name, art in arts.items() if kept[name] is None], dpi)

    def in_order() -> Iterator[tuple[str, Pixels]]:
        for done, name in enumerate(arts, 1):
            stored = kept.pop(name)
            if stored is None:
                stored = next(fresh)
                cache.put(KIND, keys[name], stored)
            yield name, unpacked(stored)
            if progress:
                progress(done, len(arts))

    return in_order()


def drawn(arts: Mapping[str, Artwork], dpi: int, cache: Cache) -> Iterator[tuple[str, Pixels]]:
    """Key and pixels of a few faces, drawn here and now."""
    return drawing(arts, dpi, Crew(jobs=1), cache)


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


def _ready() -> None:
    """Loads what drawing needs, down to the first stroke."""
    from .face import warm_up

    warm_up()


def _draw_one(art: Artwork, dpi: int) -> bytes:
    from .face import draw

    image = draw(art, min(dpi, art.most_dpi))
    return _HEAD.pack(image.width, image.height) + image.packed
