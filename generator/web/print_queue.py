"""PDFs on demand: one at a time, a short queue, and how far each one is.

Comes in: print options of the page, checked against what ``ecotable print`` itself allows. Goes
out: jobs that wait, run, are ready or failed. The folder of their files goes with the server.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import subprocess
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory, gettempdir
from threading import Lock, Thread
from typing import Any, Literal

from cards_data import Game
from cards_data.problems import Message, in_every_language
from generator.options import CHOICES
from generator.sheets.papers import papers
from generator.workers.process import python_command
from scorer.web.routing import HttpError

# What the page lets people choose of what can be chosen.
OFFERED = ("paper", "layout", "flip", "ink")
MOST_COPIES = 20
MOST_WAITING = 4
KEPT = 12
_START = "from generator.web.print_worker import main; main()"


@dataclass(frozen=True)
class PrintJob:
    """One print and how far it is."""

    id: str
    slug: str
    options: Mapping[str, Any]
    state: Literal["waiting", "printing", "ready", "failed"] = "waiting"
    done: int = 0
    total: int = 0
    pdf: Path | None = None
    pages: int = 0
    # Each in every language: pages in several may ask.
    problems: tuple[Mapping[str, str], ...] = field(default=())


def choices(game: Game) -> dict[str, list[str]]:
    """What may be chosen for a game, in the order it is asked."""
    known = {"paper": tuple(papers()), **CHOICES}
    offered = {name: list(known[name]) for name in OFFERED}
    return {"lang": list(game.languages), **offered}


def checked_options(game: Game, raw: Any) -> dict[str, Any]:
    """The options of a print; anything that is not offered is an error."""
    if not isinstance(raw, dict):
        raise HttpError(400, Message("play.no_options"))
    allowed = choices(game)
    copies = raw.get("copies", 1)
    known = all(raw.get(name, values[0]) in values for name, values in allowed.items())
    sets = isinstance(copies, int) and not isinstance(copies, bool) and 1 <= copies <= MOST_COPIES
    if not known or not sets or not set(raw) <= {*allowed, "copies", "decks", "only"}:
        raise HttpError(400, Message("page.not_offered"))
    return {
        **{name: raw.get(name, values[0]) for name, values in allowed.items()},
        "copies": copies,
        **_some(raw, "decks", set(game.decks)),
        **_some(
            raw, "only", {f"{d.name}/{one.id}" for d in game.decks.values() for one in d.pieces}
        ),
    }


def _some(raw: Mapping[str, Any], name: str, known: set[str]) -> dict[str, list[str]]:
    """Single decks or lost pieces, where any are wanted."""
    wanted = raw.get(name, [])
    if not isinstance(wanted, list) or not all(isinstance(one, str) for one in wanted):
        raise HttpError(400, Message("bench.no_list", key=name))
    if not set(wanted) <= known:
        raise HttpError(400, Message("page.not_offered"))
    return {name: sorted(set(wanted))} if wanted else {}


class PrintQueue:
    """Prints one job at a time, each in a process of its own."""

    def __init__(self) -> None:
        self._jobs: dict[str, PrintJob] = {}
        self._queue: SimpleQueue[str | None] = SimpleQueue()
        self._lock = Lock()
        self._worker: subprocess.Popen[str] | None = None
        self._folder: TemporaryDirectory[str] | None = None
        self._thread = Thread(target=self._run, name="print-queue", daemon=True)

    def start(self) -> None:
        sweep(Path(gettempdir()))
        self._folder = TemporaryDirectory(prefix=f"ecotable-print-{os.getpid()}-")
        self._thread.start()

    def stop(self) -> None:
        """Kills the running print, too: no client is left to fetch it."""
        self._queue.put(None)
        if self._worker is not None:
            self._worker.kill()
        self._thread.join()
        if self._folder is not None:
            self._folder.cleanup()

    def add(self, slug: str, options: Mapping[str, Any]) -> PrintJob:
        """A new job, or the one with the same options that is not finished yet."""
        with self._lock:
            waiting = [job for job in self._jobs.values() if job.state in ("waiting", "printing")]
            for job in waiting:
                if (job.slug, job.options) == (slug, options):
                    return job
            if len(waiting) >= MOST_WAITING:
                raise HttpError(429, Message("page.too_many_prints"))
            job = PrintJob(secrets.token_hex(8), slug, options)
            self._jobs[job.id] = job
            self._forget_old()
        self._queue.put(job.id)
        return job

    def job(self, key: str) -> PrintJob:
        if key not in self._jobs:
            raise HttpError(404, Message("page.no_print"))
        return self._jobs[key]

    def jobs_before(self, job: PrintJob) -> int:
        """How many jobs are printed before this one."""
        order = list(self._jobs)
        ahead = [self._jobs[key] for key in order[: order.index(job.id)]]
        return sum(one.state in ("waiting", "printing") for one in ahead)

    def _forget_old(self) -> None:
        for key, job in list(self._jobs.items())[: max(0, len(self._jobs) - KEPT)]:
            if job.state in ("ready", "failed"):
                del self._jobs[key]
                shutil.rmtree(self._out(key), ignore_errors=True)

    def _out(self, key: str) -> Path:
        """The folder of a job's files."""
        assert self._folder is not None
        return Path(self._folder.name) / key

    def _run(self) -> None:
        while (key := self._queue.get()) is not None:
            try:
                self._print(self._jobs[key])
            except (OSError, ValueError) as error:
                # No file handle or no memory left, or a worker that was killed half-way through a
                # line: this print failed, and the next one is a new try.
                self._fail(key, Message("page.failed", reason=error))

    def _print(self, job: PrintJob) -> None:
        request = {"slug": job.slug, "options": dict(job.options), "out": str(self._out(job.id))}
        self._put(replace(job, state="printing"))
        self._worker = subprocess.Popen(
            python_command(_START), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._follow(job.id, json.dumps(request), self._worker)

    def _follow(self, key: str, request: str, worker: subprocess.Popen[str]) -> None:
        assert worker.stdin is not None and worker.stdout is not None
        with worker:
            worker.stdin.write(request)
            worker.stdin.close()
            for line in worker.stdout:
                self._put(_updated(self._jobs[key], json.loads(line)))
        # A job that is ready may be forgotten before its worker has ended.
        if (job := self._jobs.get(key)) and job.state == "printing":
            # The worker ended without a last line: what it wrote to the terminal says why.
            self._fail(key, Message("page.stopped"))

    def _fail(self, key: str, why: Message) -> None:
        problems = (in_every_language(why),)
        self._put(replace(self._jobs[key], state="failed", problems=problems))

    def _put(self, job: PrintJob) -> None:
        with self._lock:
            self._jobs[job.id] = job


def _updated(job: PrintJob, line: Mapping[str, Any]) -> PrintJob:
    """A job after a line of its worker."""
    if "problems" in line:
        return replace(job, state="failed", problems=tuple(line["problems"]))
    if "pdf" in line:
        return replace(job, state="ready", pdf=Path(line["pdf"]), pages=line["pages"])
    return replace(job, done=line["done"], total=line["total"])


def job_record(job: PrintJob, before: int, lang: str) -> dict[str, Any]:
    return {
        "job": job.id,
        "state": job.state,
        "before": before,
        "done": job.done,
        "total": job.total,
        "pages": job.pages,
        "name": job.pdf.name if job.pdf else "",
        "problems": [told[lang] for told in job.problems],
    }


_LEFT = re.compile(r"ecotable-print-(\d+)-\w+")
# Where a process cannot be looked for, its folder is left alone for so long.
STALE_SECONDS = 2 * 24 * 3600


def sweep(temporary: Path) -> None:
    """Removes the folders of servers that were killed and could not do it themselves."""
    for folder in temporary.glob("ecotable-print-*"):
        match = _LEFT.fullmatch(folder.name)
        with suppress(OSError):
            if match and not folder.is_symlink() and _is_left(folder, int(match[1])):
                shutil.rmtree(folder, ignore_errors=True)


def _is_left(folder: Path, process: int) -> bool:
    """Whether nobody uses it any more; another user's folder is not ours to judge."""
    status = folder.stat()
    if os.name == "nt":
        return time.time() - status.st_mtime > STALE_SECONDS
    if status.st_uid != os.getuid():
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return False
