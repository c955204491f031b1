"""The lab as one call: what the command does, and what any page may call.

Comes in: a trial, and where to play it. Goes out: a report. Games that were played before come out
of the cache.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from cards_data.words import PLAIN
from generator.store.cache import open_cache
from generator.workers import WorkerPool
from generator.workers.process import Limits

from .chunks import Lab, Workers
from .cluster import connected
from .report import LabReport, make_report
from .runs import play_trial
from .trial import Trial

# A chunk of search games takes seconds; one of a game of somebody's own may take longer.
LIMITS = Limits(seconds=900.0)
Progress = Callable[[int], None]


def play_out(
    trial: Trial,
    lang: str = PLAIN,
    jobs: int = 0,
    cluster: str = "",
    progress: Progress | None = None,
    tell: bool = False,
) -> LabReport:
    """Plays a trial on all cores, on so many, or on a cluster; ``tell`` adds one game in words."""
    with _workers(jobs, cluster) as workers:
        runs = play_trial(trial, Lab(open_cache(), workers, progress))
    return make_report(trial, runs, lang, tell)


@contextmanager
def _workers(jobs: int, cluster: str) -> Iterator[Workers]:
    if cluster:
        with connected(cluster) as workers:
            yield workers
        return
    with WorkerPool(jobs or os.cpu_count() or 1, LIMITS) as pool:
        yield pool
