"""Run work on all cores, in processes that can be killed and replaced.

It works the same on every system: workers are new processes, get what they need over a pipe, and
can be lost without harm. Nothing is forked and no global is inherited. A browser has no processes:
there the work is done where it is asked for, and a page that waits too long ends all of it.
"""

from __future__ import annotations

import itertools
import os
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from weakref import WeakSet

from . import process as processes
from .process import KEPT_SHARED, Budget, BudgetSpent, Failure, Limits, PipeClosed, Process


def has_processes() -> bool:
    """Return whether programs can be started; in a browser they cannot."""
    return sys.platform != "emscripten"


# The number of finished items, and the total.
Progress = Callable[[int, int], None]


def first_half(progress: Progress | None) -> Progress | None:
    """Return the progress of the first of two steps that take about as long."""
    return (lambda done, total: progress(done, 2 * total)) if progress else None


def second_half(progress: Progress | None) -> Progress | None:
    return (lambda done, total: progress(total + done, 2 * total)) if progress else None


# A worker may be killed from outside by chance; an item that lost two workers is the cause.
TRIES = 2
# After this many items the caches of a worker are full: it uses more memory than a new one.
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
        # Groups of which an item took too long: the others would too, one after the other.
        self.late: set[Hashable] = set()
        self.tries: dict[int, int] = {}
        self._results: dict[int, Any] = {}
        self._arrived = threading.Condition()
        self._ended = False

    def put(self, index: int, result: Any) -> None:
        with self._arrived:
            self._results[index] = result
            self._arrived.notify_all()

    def take(self, index: int) -> Any:
        """Wait for an item's result or raise its problems; a failure once the pool is shut down."""
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

    def group_of(self, index: int) -> Hashable:
        """Return the group of an item; without groups every item has a separate one."""
        return self._group(self.items[index]) if self._group else (self.work, index)

    def end(self) -> None:
        with self._arrived:
            self._ended = True
            self._arrived.notify_all()


@dataclass
class _Batch:
    """Items sent to one worker together: the indexes of those that are not done."""

    job: _Job
    indexes: deque[int]


class WorkerPool:
    """The processes that compose and draw. They start while the caller does other things."""

    def __init__(
        self, jobs: int = 0, limits: Limits | None = None, budget: Budget | None = None
    ) -> None:
        # By default one for each core.
        self.jobs = jobs or os.cpu_count() or 1
        self.limits = limits or Limits()
        self.budget = budget
        self._shared: list[tuple[int, Any]] = []
        self._waiting: deque[_Batch] = deque()
        # Done while nothing else is waiting.
        self._when_idle: deque[_Batch] = deque()
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
        """Start workers, which load the modules of these functions."""
        if not has_processes():
            return
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
        when_idle: bool = False,
    ) -> Iterator[Any]:
        """Apply ``work`` ("module:function") to ``shared`` and every item; yield results in order.

        The work begins at once, or whenever workers are idle. Once an item took too long, no other
        item of its group is started. An item that fails gives a ``Failure``, as does every
        unfinished one when the pool is shut down. Problems are raised, and ``BudgetSpent`` for an
        item after the pool's budget.
        """
        if not has_processes():
            return self._map_here(work, shared, items)
        job = _Job(work, self._number_shared(shared), items, group)
        indexes = range(len(items))
        batches = [
            _Batch(job, deque(indexes[start : start + batch_size]))
            for start in range(0, len(items), batch_size)
        ]
        self.warm_up(len(batches))
        with self._changed:
            self._jobs.add(job)
            (self._when_idle if when_idle else self._waiting).extend(batches)
            self._changed.notify_all()
            if self._ended:
                job.end()
        return (job.take(index) for index in indexes)

    def _map_here(self, work: str, shared: Any, items: Sequence[Any]) -> Iterator[Any]:
        """Do the work in this process; without a deadline; the budget counts."""
        function = processes.function_named(work)
        for item in items:
            if self.budget and self.budget.is_spent:
                raise BudgetSpent
            result = processes.result_of(function, shared, item, self.limits)
            if isinstance(result, BaseException):
                raise result
            yield result

    def _number_shared(self, shared: Any) -> tuple[int, Any]:
        """Give a shared value a number, so that it is sent to each worker once."""
        if shared is None:
            return 0, None
        earlier = next((pair for pair in self._shared if pair[1] is shared), None)
        pair = earlier or (next(_numbers), shared)
        others = [one for one in self._shared if one is not pair]
        self._shared = [*others, pair][-KEPT_SHARED:]
        return pair

    def next_batch(self, worker: _Worker) -> _Batch | None:
        """Wait for the next batch; return None once the pool is shut down."""
        with self._changed:
            worker.idle = True
            while not self._waiting and not self._when_idle and not self._ended:
                worker.end_if_full()
                self._changed.wait()
            worker.idle = self._ended
            return None if self._ended else (self._waiting or self._when_idle).popleft()

    def requeue(self, batch: _Batch) -> None:
        """Put back what a worker could not finish, as the next batch for any worker."""
        with self._changed:
            self._waiting.appendleft(batch)
            self._changed.notify_all()

    def shut_down(self) -> None:
        """End all workers at once; nothing of value is lost with them."""
        with self._changed:
            self._ended = True
            self._waiting.clear()
            self._when_idle.clear()
            self._changed.notify_all()
            unfinished = list(self._jobs)
        for worker in self._workers:
            worker.shut_down()
        for job in unfinished:
            job.end()


_numbers = itertools.count(1)


class _Worker:
    """One process at a time, and the thread that communicates with it."""

    def __init__(self, pool: WorkerPool, functions: tuple[str, ...]) -> None:
        self._pool = pool
        self._functions = functions
        self._lock = threading.Lock()
        self._process: Process | None = None
        self.idle = False
        self._ended = False
        threading.Thread(target=self._run, name="worker", daemon=True).start()

    def _run(self) -> None:
        self._start()
        while batch := self._pool.next_batch(self):
            process = self._process or self._start()
            if process and not self._finish(process, batch):
                self._start()

    def _start(self) -> Process | None:
        """Return a process that is warmed up; None once the pool is shut down."""
        with self._lock:
            if self._process:
                self._process.kill()
            self._process = None if self._ended else processes.take_process(self._pool.limits)
            process = self._process
        if process:
            with suppress(*_PIPE_ERRORS):
                for function in self._functions:
                    process.warm_up(function)
        return process

    def end_if_full(self) -> None:
        """End an idle process that uses much memory; the next batch starts another."""
        with self._lock:
            if self._process and self._process.done >= FULL_AFTER:
                self._process.kill()
                self._process = None

    def _finish(self, process: Process, batch: _Batch) -> bool:
        """Return whether the process is still usable; unfinished items are retried or fail."""
        job, began = batch.job, time.monotonic()
        for index in [index for index in batch.indexes if job.group_of(index) in job.late]:
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
        """Return whether the budget is spent: then nothing more of the batch is started."""
        if not self._pool.budget or not self._pool.budget.is_spent:
            return False
        while batch.indexes:
            batch.job.put(batch.indexes.popleft(), BudgetSpent())
        return True

    def _retry_or_fail(self, batch: _Batch, took: float) -> None:
        """Retry the item of a lost process, unless it took too long or lost two processes."""
        job, index = batch.job, batch.indexes[0]
        self._use(batch, min(took, self._pool.limits.seconds))
        job.tries[index] = job.tries.get(index, 0) + 1
        # System timers have a resolution: a process may end slightly before its limit.
        late = took >= self._pool.limits.seconds * 0.95
        if late:
            job.late.add(job.group_of(index))
        if late or job.tries[index] >= TRIES:
            why: processes.Why = "deadline" if late else "died"
            job.put(batch.indexes.popleft(), Failure(why, limits=self._pool.limits))
        if batch.indexes:
            self._pool.requeue(batch)

    def shut_down(self) -> None:
        """Kill a busy process; leave an idle one to the next pool."""
        with self._lock:
            self._ended = True
            process, self._process = self._process, None
            if process and self.idle:
                processes.keep_idle(process)
            elif process:
                process.kill()
