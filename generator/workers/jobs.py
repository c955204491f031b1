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
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any, Literal

from cards_data.problems import Message, Problems, in_every_language

from .process import python_command
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


class JobQueue:
    """Runs one job at a time, in the order in which they were added.

    ``work`` names the function that a job's process runs, as ``module:function``; ``failed`` and
    ``ended`` are the keys of the messages for a process that failed, and that ended too early.
    """

    work = ""
    most_waiting = 1
    failed = ""
    ended = ""

    def __init__(self) -> None:
        self._jobs: dict[str, Job] = {}
        self._queue: SimpleQueue[str | None] = SimpleQueue()
        self._lock = Lock()
        self._worker: subprocess.Popen[str] | None = None
        self._thread = Thread(target=self._run, name="jobs", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """End the running job, too: no client is left to fetch it."""
        self._queue.put(None)
        for key in list(self._jobs):
            self.cancel(key)
        self._thread.join()

    def add(self, asked: Mapping[str, Any]) -> Job:
        """Return a new job, or the unfinished one that was asked for in the same way."""
        with self._lock:
            unfinished = [job for job in self._jobs.values() if job.unfinished]
            for job in unfinished:
                if job.asked == asked:
                    return job
            if len(unfinished) >= self.most_waiting:
                raise QueueFull
            job = Job(secrets.token_hex(8), asked)
            self._jobs[job.id] = job
            self._forget_old()
        self._queue.put(job.id)
        return job

    def job(self, key: str) -> Job | None:
        return self._jobs.get(key)

    def jobs_before(self, job: Job) -> int:
        """How many jobs run before this one."""
        order = list(self._jobs)
        return sum(self._jobs[key].unfinished for key in order[: order.index(job.id)])

    def cancel(self, key: str) -> None:
        with self._lock:
            job = self._jobs[key]
            if not job.unfinished:
                return
            self._jobs[key] = replace(job, state="stopped")
            if job.state == "running" and self._worker:
                self._worker.kill()

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
        while (key := self._queue.get()) is not None:
            try:
                self._run_job(key)
            except (OSError, ValueError) as error:
                # No file handle or no memory left, or a worker that was killed half-way through a
                # line: this job failed, and the next one is a new try.
                self._update(key, {"problems": [_words(self.failed, reason=error)]})

    def _run_job(self, key: str) -> None:
        with self._lock:
            job = self._jobs.get(key)
            if job is None or job.state != "waiting":
                return  # it was cancelled
            self._jobs[key] = replace(job, state="running")
            self._worker = worker = subprocess.Popen(
                job_command(self.work), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
        assert worker.stdin is not None and worker.stdout is not None
        with worker:
            worker.stdin.write(json.dumps(self.request(job)))
            worker.stdin.close()
            for line in worker.stdout:
                self._update(key, json.loads(line))
        # The worker ended without a last line: what it wrote to the terminal says why.
        self._update(key, {"problems": [_words(self.ended)]})

    def _update(self, key: str, line: Mapping[str, Any]) -> None:
        """Note a line of a worker; what comes after the end of its job does not count."""
        with self._lock:
            job = self._jobs.get(key)
            if job and job.state == "running":
                self._jobs[key] = _updated(job, line)


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
    request = json.load(sys.stdin)
    try:
        _write_line(answer=function_named(work)(request, _progress))
    except Problems as problems:
        _write_line(problems=[in_every_language(problem) for problem in problems.problems])


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
