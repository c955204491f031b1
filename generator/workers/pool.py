"""Work on all cores, in processes that can be ended and replaced.

The same on every system: workers are started afresh, told what they need, and hold nothing that
is missed when they go. Nothing is forked and no global is handed over.
"""

from __future__ import annotations

import itertools
import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from weakref import WeakSet

from .frames import KEPT_SHARED, Closed
from .item_limits import Failure, Limits, Why
from .process import Process, process, wait_for_the_next

# A worker that was ended from outside may have met bad luck; one that is ended twice has not.
TRIES = 2
_LOST = (OSError, ValueError, Closed)


class _Job:
    """All items of one call, and their results as they come."""

    def __init__(self, work: str, shared: tuple[int, Any], items: Sequence[Any]) -> None:
        self.work = work
        self.shared = shared
        self.items = items
        self.tries: dict[int, int] = {}
        self._results: dict[int, Any] = {}
        self._came = threading.Condition()
        self._ended = False

    def put(self, place: int, result: Any) -> None:
        with self._came:
            self._results[place] = result
            self._came.notify_all()

    def take(self, place: int) -> Any:
        """The result of an item, as soon as it is there; none comes when the crew has gone."""
        with self._came:
            while place not in self._results:
                if self._ended:
                    return Failure("ended")
                self._came.wait(0.2)  # a wait without end could not be interrupted everywhere
            return self._results.pop(place)

    def end(self) -> None:
        with self._came:
            self._ended = True
            self._came.notify_all()


@dataclass
class _Batch:
    """Items that go to one worker together; what is left of them when it is ended."""

    job: _Job
    places: deque[int]


class Crew:
    """The processes that compose and draw. They start while the caller still does other things."""

    def __init__(self, jobs: int, limits: Limits | None = None) -> None:
        self.jobs = max(1, jobs)
        self.limits = limits or Limits()
        self._shared: list[tuple[int, Any]] = []
        self._waiting: deque[_Batch] = deque()
        self._news = threading.Condition()
        self._workers: list[_Worker] = []
        # Whoever still waits for one of them must be told when the crew goes home.
        self._jobs: WeakSet[_Job] = WeakSet()
        self._ended = False

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def start(self, workers: int, *ready: str) -> None:
        """Calls so many of the crew together, who make themselves ready for some work."""
        with self._news:
            while len(self._workers) < min(self.jobs, workers) and not self._ended:
                self._workers.append(_Worker(self, ready))

    def each(
        self, work: str, shared: Any, items: Sequence[Any], together: int = 1
    ) -> Iterator[Any]:
        """What ``work`` ("module:function") makes of ``shared`` and every item, in order.

        The work begins at once. An item that fails gives a ``Failure``, as does every one that is
        not done when the crew goes home; problems are raised.
        """
        job = _Job(work, self._numbered(shared), items)
        places = range(len(items))
        batches = [
            _Batch(job, deque(places[start : start + together]))
            for start in range(0, len(items), together)
        ]
        self.start(len(batches))
        with self._news:
            self._jobs.add(job)
            self._waiting.extend(batches)
            self._news.notify_all()
            if self._ended:
                job.end()
        return (_raised(job.take(place)) for place in places)

    def _numbered(self, shared: Any) -> tuple[int, Any]:
        """A value that several calls share gets a number: it is sent to each worker once."""
        if shared is None:
            return 0, None
        found = next((pair for pair in self._shared if pair[1] is shared), None)
        pair = found or (next(_numbers), shared)
        others = [one for one in self._shared if one is not pair]
        self._shared = [*others, pair][-KEPT_SHARED:]
        return pair

    def next_batch(self, worker: _Worker) -> _Batch | None:
        """The next batch, as soon as there is one; nothing when the crew goes home."""
        with self._news:
            worker.idle = True
            while not self._waiting and not self._ended:
                self._news.wait()
            worker.idle = self._ended
            return None if self._ended else self._waiting.popleft()

    def give_back(self, batch: _Batch) -> None:
        """What a worker could not finish goes to the next one, before everything else."""
        with self._news:
            self._waiting.appendleft(batch)
            self._news.notify_all()

    def end(self) -> None:
        """Sends everybody home at once; nothing they hold is missed."""
        with self._news:
            self._ended = True
            self._waiting.clear()
            self._news.notify_all()
            left = list(self._jobs)
        for worker in self._workers:
            worker.end()
        for job in left:
            job.end()


_numbers = itertools.count(1)


def _raised(result: Any) -> Any:
    if isinstance(result, BaseException):
        raise result
    return result


class _Worker:
    """One process at a time, and the thread that talks to it."""

    def __init__(self, crew: Crew, ready: tuple[str, ...]) -> None:
        self._crew = crew
        self._ready = ready
        self._lock = threading.Lock()
        self._process: Process | None = None
        self.idle = False
        self._home = False
        threading.Thread(target=self._run, name="crew", daemon=True).start()

    def _run(self) -> None:
        one = self._started()
        while one and (batch := self._crew.next_batch(self)):
            if not self._finished(one, batch):
                one = self._started()

    def _started(self) -> Process | None:
        """A process made ready; nothing when the crew has gone home."""
        with self._lock:
            if self._process:
                self._process.end()
            self._process = None if self._home else process(self._crew.limits)
            one = self._process
        if one:
            with suppress(*_LOST):
                for work in self._ready:
                    one.make_ready(work)
        return one

    def _finished(self, one: Process, batch: _Batch) -> bool:
        """Whether the worker came through; what it did not do is handed on or given up."""
        job, began = batch.job, time.monotonic()
        try:
            one.ask(job.work, job.shared, [job.items[place] for place in batch.places])
            while batch.places:
                began = time.monotonic()
                result = self._result(*one.answer())
                job.put(batch.places.popleft(), result)
        except _LOST:
            if not self._home:
                self._lost(batch, time.monotonic() - began)
            return False
        except Exception as fault:
            # What cannot even be sent is a fault of ours, and no reason to wait for ever.
            for place in batch.places:
                job.put(place, Failure("raised", f"{type(fault).__name__}: {fault}"))
            return False
        return True

    def _result(self, kind: str, value: Any) -> Any:
        if kind == "memory":
            return Failure("memory", limits=self._crew.limits)
        return Failure("raised", value) if kind == "raised" else value

    def _lost(self, batch: _Batch, took: float) -> None:
        """The worker is gone: its item is tried again, unless it took too long or lost two."""
        job, place = batch.job, batch.places[0]
        job.tries[place] = job.tries.get(place, 0) + 1
        late = took >= self._crew.limits.seconds
        if late or job.tries[place] >= TRIES:
            why: Why = "deadline" if late else "died"
            job.put(batch.places.popleft(), Failure(why, limits=self._crew.limits))
        if batch.places:
            self._crew.give_back(batch)

    def end(self) -> None:
        """A worker in the middle of something is ended; one that is idle may serve again."""
        with self._lock:
            self._home = True
            one, self._process = self._process, None
            if one and self.idle:
                wait_for_the_next(one)
            elif one:
                one.end()
