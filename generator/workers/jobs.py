"""Background jobs of the page: prints and games played out.

Each job runs in its own process: it can be killed, and no error in it reaches the server. The
process gets its request as JSON on standard input and answers with lines of JSON on standard
output: progress, and at last the answer or all problems.
"""

from __future__ import annotations

import json
import os
import secrets
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from operator import itemgetter
from threading import TIMEOUT_MAX, Condition, Thread, Timer
from typing import Any, Literal

from cards_data.problems import Message, Problems, in_every_language

from .process import own_group, python_command
from .worker import function_named

Progress = Callable[[int, int], None]
# How many jobs that are over can still be asked for.
KEPT = 12


@dataclass(frozen=True)
class Job:
    """One job, how far it is, and what came of it."""

    id: str
    asked: Mapping[str, Any]
    state: Literal["waiting", "running", "ready", "stopped", "failed"] = "waiting"
    done: int = 0
    total: int = 0
    answer: Mapping[str, Any] = field(default_factory=dict)
    # Each in every language: pages in several may ask.
    problems: tuple[Mapping[str, str], ...] = ()

    @property
    def unfinished(self) -> bool:
        return self.state in ("waiting", "running")


class QueueFull(Exception):
    """As many jobs are waiting as may wait."""


def _nothing() -> None:
    """Nothing was held for a job."""


class JobQueue:
    """Runs one job at a time: those that go first, then the others in the order of their arrival.

    ``work`` names the function that a job's process runs, as ``module:function``, and ``seconds``
    how long it may take; ``failed``, ``ended`` and ``late`` are the keys of the messages for a
    process that failed, that ended too early, and that took too long.
    """

    work = ""
    most_waiting: float = 1
    seconds: float = TIMEOUT_MAX
    failed = ""
    ended = ""
    late = ""

    def __init__(self) -> None:
        self._jobs: dict[str, Job] = {}
        # Whether a job goes first, as 0 or 1, and its key.
        self._waiting: list[tuple[int, str]] = []
        self._on_end: dict[str, Callable[[], None]] = {}
        self._changed = Condition()
        self._stopped = False
        self._worker: subprocess.Popen[str] | None = None
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
        asked: Mapping[str, Any],
        first: bool = True,
        hold: Callable[[], Callable[[], None]] = lambda: _nothing,
    ) -> Job:
        """Return a new job, or the unfinished one that was asked for in the same way.

        For a new one ``hold`` is called, and what it returns when the job is over.
        """
        with self._changed:
            unfinished = [job for job in self._jobs.values() if job.unfinished]
            for job in unfinished:
                if job.asked == asked:
                    return job
            if len(unfinished) >= self.most_waiting:
                raise QueueFull
            job = Job(secrets.token_hex(8), asked)
            self._on_end[job.id] = hold()
            self._jobs[job.id] = job
            self._waiting = sorted([*self._waiting, (int(not first), job.id)], key=itemgetter(0))
            self._forget_old()
            self._changed.notify_all()
        return job

    def job(self, key: str) -> Job | None:
        return self._jobs.get(key)

    def jobs_before(self, job: Job) -> int:
        """How many jobs run before this one."""
        waiting = [key for _, key in self._waiting]
        running = any(one.state == "running" for one in self._jobs.values())
        return waiting.index(job.id) + running if job.id in waiting else 0

    def cancel(self, key: str) -> None:
        with self._changed:
            job = self._jobs[key]
            if job.unfinished:
                self._waiting = [one for one in self._waiting if one[1] != key]
                self._end(job, replace(job, state="stopped"))

    def _end(self, before: Job, job: Job) -> None:
        """Note how a job ended that may still run."""
        self._set(job)
        if before.state == "running" and self._worker:
            self._worker.kill()

    def _set(self, job: Job) -> None:
        self._jobs[job.id] = job
        if not job.unfinished:
            self._on_end.pop(job.id, _nothing)()

    def request(self, job: Job) -> dict[str, Any]:
        """What the process of a job is given."""
        return dict(job.asked)

    def forget(self, key: str) -> None:
        """A job can no longer be asked for."""

    def _forget_old(self) -> None:
        for key, job in list(self._jobs.items())[: max(0, len(self._jobs) - KEPT)]:
            if not job.unfinished:
                del self._jobs[key]
                self.forget(key)

    def _run(self) -> None:
        while key := self._next():
            try:
                self._run_job(key)
            except (OSError, ValueError) as error:
                # No file handle or no memory left, or a worker that was killed half-way through a
                # line: this job failed, and the next one is a new try.
                self._update(key, {"problems": [_words(self.failed, reason=error)]})

    def _next(self) -> str:
        """The next job, as soon as there is one; nothing once the queue is stopped."""
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
                job_command(self.work), stdin=pipe, stdout=pipe, text=True, **own_group()
            )
        deadline = Timer(self.seconds, self._too_late, (key,))
        deadline.daemon = True
        deadline.start()
        assert worker.stdin is not None and worker.stdout is not None
        try:
            with worker:
                # The pipe stays open: a worker whose server is gone reads its end.
                worker.stdin.write(json.dumps(self.request(job)) + "\n")
                worker.stdin.flush()
                for line in worker.stdout:
                    self._update(key, json.loads(line))
        finally:
            deadline.cancel()
        # The worker ended without a last line: what it wrote to the terminal says why.
        self._update(key, {"problems": [_words(self.ended)]})

    def _too_late(self, key: str) -> None:
        with self._changed:
            job = self._jobs.get(key)
            if job and job.state == "running":
                line = {"problems": [_words(self.late, n=round(self.seconds / 60))]}
                self._end(job, _updated(job, line))

    def _update(self, key: str, line: Mapping[str, Any]) -> None:
        """Note a line of a worker; what comes after the end of its job does not count."""
        with self._changed:
            job = self._jobs.get(key)
            if job and job.state == "running":
                self._set(_updated(job, line))


def _updated(job: Job, line: Mapping[str, Any]) -> Job:
    if "problems" in line:
        return replace(job, state="failed", problems=tuple(line["problems"]))
    if "answer" in line:
        return replace(job, state="ready", answer=line["answer"])
    return replace(job, done=line["done"], total=line["total"])


def _words(key: str, **params: object) -> dict[str, str]:
    return in_every_language(Message(key, **params))


def job_command(work: str) -> list[str]:
    return python_command(f"from {__name__} import main; main({work!r})")


def main(work: str) -> None:
    """What the process of a job does: ``work`` answers a request and reports progress."""
    request = json.loads(sys.stdin.readline())
    Thread(target=_end_with_server, daemon=True).start()
    try:
        _write_line(answer=function_named(work)(request, _progress))
    except Problems as problems:
        _write_line(problems=[in_every_language(problem) for problem in problems.problems])


def _end_with_server() -> None:
    """Nothing more is sent: where the pipe is closed, the server is gone, even if it was killed."""
    os.read(sys.stdin.fileno(), 1)
    os._exit(1)


def _progress(done: int, total: int) -> None:
    _write_line(done=done, total=total)


def _write_line(**what: Any) -> None:
    """Write a line; where the server was killed nobody reads it, and the job ends, too."""
    try:
        print(json.dumps(what), flush=True)
    except BrokenPipeError:
        # Python writes what is left when it ends, and would report the same error once more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
