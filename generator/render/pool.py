"""Draws faces on all cores, each different face once.

Comes in: artwork by key. Goes out: packed pixels in the order they were asked for.
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .compose import Artwork
    from .face import Pixels

# Starting a second process costs about as much as drawing this many faces.
WORTH_A_POOL = 8


def drawn(
    arts: Mapping[str, Artwork],
    dpi: int,
    jobs: int,
    progress: Callable[[int, int], None] | None = None,
) -> Iterator[tuple[str, Pixels]]:
    """Key and pixels of every face, one after the other."""
    todo = list(arts.items())
    for done, item in enumerate(_results(todo, dpi, jobs), 1):
        yield item
        if progress:
            progress(done, len(todo))


def _results(todo: list[tuple[str, Artwork]], dpi: int, jobs: int) -> Iterator[tuple[str, Pixels]]:
    work = partial(_draw_one, dpi=dpi)
    if jobs <= 1 or len(todo) < WORTH_A_POOL:
        yield from map(work, todo)
        return
    # Forking shares what is loaded; elsewhere than on Linux it is not safe.
    method = "fork" if sys.platform == "linux" else "spawn"
    context = multiprocessing.get_context(method)
    with ProcessPoolExecutor(jobs, mp_context=context, initializer=_quiet) as pool:
        try:
            yield from pool.map(work, todo, chunksize=2)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _quiet() -> None:
    """Ctrl-C is the parent's to answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _draw_one(item: tuple[str, Artwork], dpi: int) -> tuple[str, Pixels]:
    from .face import draw

    return item[0], draw(item[1], dpi)
