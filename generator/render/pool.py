"""Draws faces on all cores, each different face once, and none that was drawn before.

Comes in: artwork by key. Goes out: packed pixels in the order they were asked for.
"""

from __future__ import annotations

import gc
import signal
import struct
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from generator.cache import Cache
from generator.fingerprint import face_key

if TYPE_CHECKING:
    from .compose import Artwork

KIND = "faces"
# Starting a second process costs about as much as drawing this many faces.
WORTH_A_POOL = 8
_HEAD = struct.Struct("<II")


@dataclass(frozen=True)
class Pixels:
    """A drawn face: size in pixels and its packed RGB rows."""

    width: int
    height: int
    packed: bytes


def drawn(
    arts: Mapping[str, Artwork],
    dpi: int,
    jobs: int,
    cache: Cache,
    progress: Callable[[int, int], None] | None = None,
) -> Iterator[tuple[str, Pixels]]:
    """Key and pixels of every face, one after the other."""
    keys = {name: face_key(name, min(dpi, art.most_dpi)) for name, art in arts.items()}
    kept = {name: cache.get(KIND, key) for name, key in keys.items()}
    missing = [art for name, art in arts.items() if kept[name] is None]
    with _drawing(missing, dpi, jobs) as fresh:
        for done, name in enumerate(arts, 1):
            stored = kept.pop(name)
            if stored is None:
                stored = next(fresh)
                cache.put(KIND, keys[name], stored)
            yield name, unpacked(stored)
            if progress:
                progress(done, len(arts))


def unpacked(stored: bytes) -> Pixels:
    width, height = _HEAD.unpack_from(stored)
    return Pixels(width, height, stored[_HEAD.size :])


@contextmanager
def _drawing(arts: list[Artwork], dpi: int, jobs: int) -> Iterator[Iterator[bytes]]:
    """Results in order, from as many processes as are wanted."""
    work = partial(_draw_one, dpi=dpi)
    if jobs <= 1 or len(arts) < WORTH_A_POOL:
        yield map(work, arts)
        return
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    # Forking shares what is loaded; elsewhere than on Linux it is not safe.
    method = "fork" if sys.platform == "linux" else "spawn"
    context = multiprocessing.get_context(method)
    with ProcessPoolExecutor(jobs, mp_context=context, initializer=quiet) as pool:
        try:
            yield pool.map(work, arts, chunksize=2)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def quiet() -> None:
    """Ctrl-C is the parent's to answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def brief() -> None:
    """For workers that compose: they end before their litter is worth collecting."""
    quiet()
    gc.disable()


def _draw_one(art: Artwork, dpi: int) -> bytes:
    from .face import draw

    image = draw(art, min(dpi, art.most_dpi))
    return _HEAD.pack(image.width, image.height) + image.packed
