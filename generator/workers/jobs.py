"""Background jobs of the page: prints and playtests.

Each job runs in a separate process: it can be killed, and its errors do not reach the server. The
process gets its request and answers over the same pipes as a worker of a pool: progress, then the
answer or all problems.
"""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from operator import itemgetter
from threading import TIMEOUT_MAX, Condition, Thread, Timer
from typing import Any, Literal

from cards_data.problems import Message, Problems, in_every_language

from . import process
from .process import PipeClosed, receive, send

Progress = Callable[[int, int], None]
# The number of finished jobs that can still be queried.
MOST_JOBS = 12


@dataclass(frozen=True)
class Job:
    id: str
    asked: Mapping[str, Any]
    state: Literal["waiting", "running", "ready", "stopped", "failed"] = "waiting"
    done: int = 0
    total: int = 0
    answer: Mapping[str, Any] = field(default_factory=dict)
    # Each in every language: pages in several languages may ask.
    problems: tuple[Mapping[str, str], ...] = ()

    @property
    def is_open(self) -> bool:
        return self.state in ("waiting", "running")


class QueueFull(Exception):
    """An error: the queue is full."""


def _nothing() -> None:
    """Do nothing: nothing was held for the job."""


class JobQueue:
    """A queue that runs one job at a time: priority jobs first, then in order of arrival.

    ``work`` names the function that a job's process runs, as ``module:function``, and ``seconds``
    is its time limit. ``failed``, ``ended`` and ``late`` are the message keys for a process that
    failed, ended too early, or took too long.
    """

    work = ""
    most_waiting: float = 1
    seconds: float = TIMEOUT_MAX
    failed = ""
    ended = ""
    late = ""

    def __init__(self) -> None:
        self._jobs: dict[str, Job] = {}
        # Whether a job has priority, as 0 or 1, and its key.
        self._waiting: list[tuple[int, str]] = []
        self._on_end: dict[str, Callable[[], None]] = {}
        self._changed = Condition()
        self._stopped = False
        self._worker: subprocess.Popen[bytes] | None = None
        self._thread = Thread(target=self._run, name="jobs", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """End the running job and drop those that wait: no client is left to fetch them."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()
        for key in list(self._jobs):
            self.cancel(key)
        self._thread.join()

    def add(
        self,
        request: Mapping[str, Any],
        first: bool = True,
        hold: Callable[[], Callable[[], None]] = lambda: _nothing,
    ) -> Job:
        """Return a new job, or the unfinished one with the same request.

        For a new one ``hold`` is called; the function it returns is called when the job is over.
        """
        with self._changed:
            unfinished = [job for job in self._jobs.values() if job.is_open]
            for job in unfinished:
                if job.asked == request:
                    return job
            if len(unfinished) >= self.most_waiting:
                raise QueueFull
            job = Job(secrets.token_hex(8), request)
            self._on_end[job.id] = hold()
            self._jobs[job.id] = job
            self._waiting = sorted([*self._waiting, (int(not first), job.id)], key=itemgetter(0))
            self._forget_old()
            self._changed.notify_all()
        return job

    def job(self, key: str) -> Job | None:
        return self._jobs.get(key)

    def jobs_before(self, job: Job) -> int:
        """Return how many jobs run before this one."""
        waiting = [key for _, key in self._waiting]
        running = any(one.state == "running" for one in self._jobs.values())
        return waiting.index(job.id) + running if job.id in waiting else 0

    def cancel(self, key: str) -> None:
        with self._changed:
            job = self._jobs[key]
            if job.is_open:
                self._waiting = [one for one in self._waiting if one[1] != key]
                self._end(job, replace(job, state="stopped"))

    def _end(self, before: Job, job: Job) -> None:
        """Record how a job ended that may still run."""
        self._set(job)
        if before.state == "running" and self._worker:
            self._worker.kill()

    def _set(self, job: Job) -> None:
        self._jobs[job.id] = job
        if not job.is_open:
            self._on_end.pop(job.id, _nothing)()

    def request(self, job: Job) -> dict[str, Any]:
        """Return what the process of a job is given."""
        return dict(job.asked)

    def forget(self, key: str) -> None:
        """Forget a job, which can then no longer be queried."""

    def _forget_old(self) -> None:
        for key, job in list(self._jobs.items())[: max(0, len(self._jobs) - MOST_JOBS)]:
            if not job.is_open:
                del self._jobs[key]
                self.forget(key)

    def _run(self) -> None:
        while key := self._next():
            try:
                self._run_job(key)
            except (OSError, ValueError) as error:
                # Out of file handles or memory: this job failed, but the next one may succeed.
                self._update(key, {"problems": [_words(self.failed, reason=error)]})

    def _next(self) -> str:
        """Wait for the next job; return an empty string once the queue is stopped."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._stopped)
            if self._stopped:
                return ""
            _, key = self._waiting.pop(0)
            self._set(replace(self._jobs[key], state="running"))
            return key

    def _run_job(self, key: str) -> None:
        with self._changed:
            job = self._jobs[key]
            if job.state != "running":
                return  # it was cancelled
            pipe = subprocess.PIPE
            self._worker = worker = subprocess.Popen(
                job_command(self.work), stdin=pipe, stdout=pipe, **process.own_group()
            )
        deadline = Timer(self.seconds, self._too_late, (key,))
        deadline.daemon = True
        deadline.start()
        assert worker.stdin is not None and worker.stdout is not None
        try:
            with worker:
                # The pipe stays open: a worker whose server has ended reads the end of the pipe.
                send(worker.stdin, self.request(job))
                with suppress(PipeClosed):
                    while True:
                        self._update(key, receive(worker.stdout))
        finally:
            deadline.cancel()
        self._ended_early(key)

    def _ended_early(self, key: str) -> None:
        """Record that a worker ended without a last line: its output on the terminal says why."""
        self._update(key, {"problems": [_words(self.ended)]})

    def _too_late(self, key: str) -> None:
        with self._changed:
            job = self._jobs.get(key)
            if job and job.state == "running":
                line = {"problems": [_words(self.late, n=round(self.seconds / 60))]}
                self._end(job, _update(job, line))

    def _update(self, key: str, line: Mapping[str, Any]) -> None:
        """Record a line of a worker; ignore lines after the end of its job."""
        with self._changed:
            job = self._jobs.get(key)
            if job and job.state == "running":
                self._set(_update(job, line))


def _update(job: Job, line: Mapping[str, Any]) -> Job:
    if "problems" in line:
        return replace(job, state="failed", problems=tuple(line["problems"]))
    if "answer" in line:
        return replace(job, state="ready", answer=line["answer"])
    return replace(job, done=line["done"], total=line["total"])


def _words(key: str, **params: object) -> dict[str, str]:
    return in_every_language(Message(key, **params))


def job_command(work: str) -> list[str]:
    return process.python_command(f"from {__name__} import main; main({work!r})")


def main(work: str) -> None:
    """Run the process of a job: ``work`` answers a request and reports progress."""
    answers = process.answer_pipe()
    try:
        request = receive(sys.stdin.buffer)
        Thread(target=_end_with_server, daemon=True).start()
        run(work, request, lambda **line: send(answers, line))
    except (BrokenPipeError, PipeClosed):
        # The server was killed. On exit, Python would report what it cannot write.
        os._exit(1)


def run(work: str, request: Any, write_line: Callable[..., None]) -> None:
    """Do a job; write its progress, and then its answer or all problems."""

    def progress(done: int, total: int) -> None:
        write_line(done=done, total=total)

    try:
        write_line(answer=process.function_named(work)(request, progress))
    except Problems as problems:
        write_line(problems=[in_every_language(problem) for problem in problems.problems])


def _end_with_server() -> None:
    """Exit when the pipe closes: then the server has ended, even if it was killed."""
    os.read(sys.stdin.fileno(), 1)
    os._exit(1)
