"""Work on all cores, in processes that can be killed and replaced.

The same on every system: workers are started as new processes, get what they need over a pipe, and
hold nothing that is lost with them. Nothing is forked and no global is inherited.
"""

from __future__ import annotations

import itertools
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from weakref import WeakSet

from .process import (
    KEPT_SHARED,
    Budget,
    BudgetSpent,
    Failure,
    Limits,
    PipeClosed,
    Process,
    Why,
    keep_idle,
    take_process,
)

# So many are done, of so many in all.
Progress = Callable[[int, int], None]


def first_half(progress: Progress | None) -> Progress | None:
    """The first of two steps that take about as long."""
    return (lambda done, total: progress(done, 2 * total)) if progress else None


def second_half(progress: Progress | None) -> Progress | None:
    return (lambda done, total: progress(total + done, 2 * total)) if progress else None


# A worker may be killed from outside by chance; an item that lost two workers is the cause.
TRIES = 2
# After so many items the caches of a worker are full: it holds more memory than a new one.
FULL_AFTER = 1_000
# What items have in common, such as their template.
Group = Callable[[Any], Hashable]
_PIPE_ERRORS = (OSError, ValueError, PipeClosed)


class _Job:
    """All items of one call, and their results as they arrive."""

    def __init__(
        self, work: str, shared: tuple[int, Any], items: Sequence[Any], group: Group | None
    ) -> None:
        self.work = work
        self.shared = shared
        self.items = items
        self._group = group
        self._late: set[Hashable] = set()
        self.tries: dict[int, int] = {}
        self._results: dict[int, Any] = {}
        self._arrived = threading.Condition()
        self._ended = False

    def put(self, index: int, result: Any) -> None:
        with self._arrived:
            self._results[index] = result
            self._arrived.notify_all()

    def take(self, index: int) -> Any:
        """The result of an item, as soon as it is there; a failure once the pool is shut down.

        Problems are raised.
        """
        with self._arrived:
            while index not in self._results:
                if self._ended:
                    return Failure("ended")
                # Without a timeout Ctrl-C could not interrupt it on every system.
                self._arrived.wait(0.2)
            result = self._results.pop(index)
        if isinstance(result, BaseException):
            raise result
        return result

    def stop_group(self, index: int) -> None:
        """An item took too long: the others of its group would, one after the other."""
        self._late.add(self.group_of(index))

    def is_stopped(self, index: int) -> bool:
        return self.group_of(index) in self._late

    def group_of(self, index: int) -> Hashable:
        """The group of an item; without groups every item is one of its own."""
        return self._group(self.items[index]) if self._group else (self.work, index)

    def end(self) -> None:
        with self._arrived:
            self._ended = True
            self._arrived.notify_all()


@dataclass
class _Batch:
    """Items that are sent to one worker together: the indexes of those that are not done."""

    job: _Job
    indexes: deque[int]


class WorkerPool:
    """The processes that compose and draw. They start while the caller does other things."""

    def __init__(
        self, jobs: int = 0, limits: Limits | None = None, budget: Budget | None = None
    ) -> None:
        # One for each core where nobody says how many.
        self.jobs = jobs or os.cpu_count() or 1
        self.limits = limits or Limits()
        self.budget = budget
        self._shared: list[tuple[int, Any]] = []
        self._waiting: deque[_Batch] = deque()
        self._changed = threading.Condition()
        self._workers: list[_Worker] = []
        # Unfinished jobs: their callers may be waiting when the pool is shut down.
        self._jobs: WeakSet[_Job] = WeakSet()
        self._ended = False

    def __enter__(self) -> WorkerPool:
        return self

    def __exit__(self, *_: object) -> None:
        self.shut_down()

    def warm_up(self, workers: int, *functions: str) -> None:
        """Starts so many workers, which load the modules of these functions."""
        with self._changed:
            while len(self._workers) < min(self.jobs, workers) and not self._ended:
                self._workers.append(_Worker(self, functions))

    def map(
        self,
        work: str,
        shared: Any,
        items: Sequence[Any],
        batch_size: int = 1,
        group: Group | None = None,
    ) -> Iterator[Any]:
        """What ``work`` ("module:function") makes of ``shared`` and every item, in order.

        Of items that belong to one group none is begun once one of them took too long.
        The work begins at once. An item that fails gives a ``Failure``, as does every one that is
        not done when the pool is shut down; problems are raised, and ``BudgetSpent`` for an item
        that comes after the pool's budget.
        """
        job = _Job(work, self._numbered(shared), items, group)
        indexes = range(len(items))
        batches = [
            _Batch(job, deque(indexes[start : start + batch_size]))
            for start in range(0, len(items), batch_size)
        ]
        self.warm_up(len(batches))
        with self._changed:
            self._jobs.add(job)
            self._waiting.extend(batches)
            self._changed.notify_all()
            if self._ended:
                job.end()
        return (job.take(index) for index in indexes)

    def _numbered(self, shared: Any) -> tuple[int, Any]:
        """A value that several calls share gets a number: it is sent to each worker once."""
        if shared is None:
            return 0, None
        earlier = next((pair for pair in self._shared if pair[1] is shared), None)
        pair = earlier or (next(_numbers), shared)
        others = [one for one in self._shared if one is not pair]
        self._shared = [*others, pair][-KEPT_SHARED:]
        return pair

    def next_batch(self, worker: _Worker) -> _Batch | None:
        """The next batch, as soon as there is one; nothing once the pool is shut down."""
        with self._changed:
            worker.idle = True
            while not self._waiting and not self._ended:
                worker.end_if_full()
                self._changed.wait()
            worker.idle = self._ended
            return None if self._ended else self._waiting.popleft()

    def requeue(self, batch: _Batch) -> None:
        """What a worker could not finish is the next batch that any worker takes."""
        with self._changed:
            self._waiting.appendleft(batch)
            self._changed.notify_all()

    def shut_down(self) -> None:
        """Ends all workers at once; they hold nothing that is lost with them."""
        with self._changed:
            self._ended = True
            self._waiting.clear()
            self._changed.notify_all()
            unfinished = list(self._jobs)
        for worker in self._workers:
            worker.shut_down()
        for job in unfinished:
            job.end()


_numbers = itertools.count(1)


class _Worker:
    """One process at a time, and the thread that talks to it."""

    def __init__(self, pool: WorkerPool, functions: tuple[str, ...]) -> None:
        self._pool = pool
        self._functions = functions
        self._lock = threading.Lock()
        self._process: Process | None = None
        self.idle = False
        self._ended = False
        threading.Thread(target=self._run, name="worker", daemon=True).start()

    def _run(self) -> None:
        self._started()
        while batch := self._pool.next_batch(self):
            process = self._process or self._started()
            if process and not self._finished(process, batch):
                self._started()

    def _started(self) -> Process | None:
        """A process that is warmed up; nothing once the pool is shut down."""
        with self._lock:
            if self._process:
                self._process.kill()
            self._process = None if self._ended else take_process(self._pool.limits)
            process = self._process
        if process:
            with suppress(*_PIPE_ERRORS):
                for function in self._functions:
                    process.warm_up(function)
        return process

    def end_if_full(self) -> None:
        """With nothing to do, a process that holds much is ended; the next batch starts another."""
        with self._lock:
            if self._process and self._process.done >= FULL_AFTER:
                self._process.kill()
                self._process = None

    def _finished(self, process: Process, batch: _Batch) -> bool:
        """Whether the process is still usable; items it did not do are retried or fail."""
        job, began = batch.job, time.monotonic()
        for index in [index for index in batch.indexes if job.is_stopped(index)]:
            batch.indexes.remove(index)
            job.put(index, Failure("stopped", limits=self._pool.limits))
        if not batch.indexes or self._is_over(batch):
            return True
        try:
            process.send(job.work, job.shared, [job.items[index] for index in batch.indexes])
            while batch.indexes:
                began = time.monotonic()
                result, seconds = process.receive()
                self._use(batch, seconds)
                job.put(batch.indexes.popleft(), result)
                if batch.indexes and self._is_over(batch):
                    return False
        except _PIPE_ERRORS:
            if not self._ended:
                self._retry_or_fail(batch, time.monotonic() - began)
            return False
        except Exception as error:
            # An item that cannot be pickled is a bug of ours; its caller must not wait for ever.
            for index in batch.indexes:
                job.put(index, Failure("raised", f"{type(error).__name__}: {error}"))
            return False
        return True

    def _use(self, batch: _Batch, seconds: float) -> None:
        if self._pool.budget:
            self._pool.budget.use(batch.job.group_of(batch.indexes[0]), seconds)

    def _is_over(self, batch: _Batch) -> bool:
        """Whether the budget is spent: then nothing more of the batch is begun."""
        if not self._pool.budget or not self._pool.budget.is_spent:
            return False
        while batch.indexes:
            batch.job.put(batch.indexes.popleft(), BudgetSpent())
        return True

    def _retry_or_fail(self, batch: _Batch, took: float) -> None:
        """The process is gone: its item is tried again, unless it took too long or lost two."""
        job, index = batch.job, batch.indexes[0]
        self._use(batch, min(took, self._pool.limits.seconds))
        job.tries[index] = job.tries.get(index, 0) + 1
        # Timers of the system tick: a process may end a little before its time.
        late = took >= self._pool.limits.seconds * 0.95
        if late:
            job.stop_group(index)
        if late or job.tries[index] >= TRIES:
            why: Why = "deadline" if late else "died"
            job.put(batch.indexes.popleft(), Failure(why, limits=self._pool.limits))
        if batch.indexes:
            self._pool.requeue(batch)

    def shut_down(self) -> None:
        """A busy process is killed; an idle one is kept for the next pool."""
        with self._lock:
            self._ended = True
            process, self._process = self._process, None
            if process and self.idle:
                keep_idle(process)
            elif process:
                process.kill()
