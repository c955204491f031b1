"""Work handed to forked processes, which find it in their memory: nothing is sent to them.

Comes in: a function and what it shall be done for. Goes out: the results in order.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from .render.pool import brief

Item = TypeVar("Item")
Result = TypeVar("Result")

_HANDED: list[tuple[Callable[[Any], Any], Any]] = []


def can_fork() -> bool:
    """Elsewhere than on Linux forking is not safe."""
    return sys.platform == "linux"


def forked(
    work: Callable[[Item], Result],
    items: Sequence[Item],
    jobs: int,
    progress: Callable[[int, int], None] | None = None,
    meanwhile: Callable[[], None] | None = None,
) -> list[Result]:
    """``work`` done for every item, on so many cores; where forking is not safe, on this one.

    ``meanwhile`` is done here as soon as the others have begun.
    """
    if jobs < 2 or len(items) < 2 or not can_fork():
        return [work(item) for item in items]
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    context = multiprocessing.get_context("fork")
    _HANDED.extend((work, item) for item in items)
    try:
        workers = min(jobs, len(items))
        with ProcessPoolExecutor(workers, mp_context=context, initializer=brief) as pool:
            coming = pool.map(_do_handed, range(len(items)))
            if meanwhile:
                meanwhile()
            results = []
            for result in coming:
                results.append(result)
                if progress:
                    progress(len(results), len(items))
            return results
    finally:
        _HANDED.clear()


def _do_handed(index: int) -> Any:
    work, item = _HANDED[index]
    return work(item)
