"""A worker's process, started afresh on every system, and what it was told so far.

Comes in: the bounds an item has. Goes out: a process that takes batches over its pipe. One that
is idle when its crew goes home waits for the next crew; at the end of the run all of them go.
"""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

from .frames import receive, send
from .item_limits import Limits

_START = (
    "import sys; sys.path[:] = {path!r}; from generator.workers.worker import main; main({args})"
)


class Process:
    """One process at the other end of a pipe."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._known: set[int] = set()
        self._ready: set[str] = set()
        code = _START.format(path=sys.path, args=f"{limits.seconds!r}, {limits.memory_mb!r}")
        self._process = subprocess.Popen(
            [sys.executable, "-c", code],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            **_own_group(),
        )

    def ask(self, work: str, shared: tuple[int, Any], items: list[Any]) -> None:
        """Sends a batch; a shared value goes along the first time only."""
        key, value = shared
        news = {} if key in self._known else {key: value}
        self._known.add(key)
        assert self._process.stdin
        send(self._process.stdin, (work, key, news, items, (str(Path.cwd()), _settings())))

    def answer(self) -> tuple[str, Any]:
        assert self._process.stdout
        found: tuple[str, Any] = receive(self._process.stdout)
        return found

    def make_ready(self, work: str) -> None:
        """Lets it load what it will need; once is enough."""
        if work not in self._ready:
            self._ready.add(work)
            self.ask(work, (0, None), [None])
            self.answer()

    @property
    def lives(self) -> bool:
        return self._process.poll() is None

    def end(self) -> None:
        """At once: it holds nothing that is missed."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError, ValueError):
                if pipe:
                    pipe.close()


def _settings() -> dict[str, str]:
    """What this run was told by its surroundings; a worker may have been started by another."""
    return {name: word for name, word in os.environ.items() if name.startswith("ECOTABLE_")}


def _own_group() -> dict[str, Any]:
    """Ctrl-C at a terminal reaches a whole group: the crew has one of its own."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"start_new_session": True}


_idle: list[Process] = []
_lock = threading.Lock()


def process(limits: Limits) -> Process:
    """A process that waits for work, or a new one."""
    with _lock:
        while _idle:
            found = _idle.pop()
            if found.limits == limits and found.lives:
                return found
            found.end()
    return Process(limits)


def wait_for_the_next(one: Process) -> None:
    with _lock:
        _idle.append(one)


@atexit.register
def _all_go() -> None:
    with _lock:
        while _idle:
            _idle.pop().end()
