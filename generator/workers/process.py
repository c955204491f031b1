"""A worker's process as seen from the pool: its pipe, and what was sent over it.

A process that is idle when its pool is shut down is reused by the next pool, until the end of the
run.
"""

from __future__ import annotations

import atexit
import os
import pickle
import shutil
import struct
import subprocess
import sys
import threading
import time
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from operator import itemgetter
from pathlib import Path
from typing import IO, Any, Literal

from cards_data.problems import AnyText, Message

# How many shared values a worker stores.
KEPT_SHARED = 4
_LENGTH = struct.Struct("<Q")


def send(pipe: IO[bytes], value: Any) -> None:
    packed = pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)
    pipe.write(_LENGTH.pack(len(packed)))
    pipe.write(packed)
    pipe.flush()


class PipeClosed(Exception):
    """An error: the process at the other end has ended."""


def receive(pipe: IO[bytes]) -> Any:
    (length,) = _LENGTH.unpack(_exactly(pipe, _LENGTH.size))
    return pickle.loads(_exactly(pipe, length))


def _exactly(pipe: IO[bytes], length: int) -> bytes:
    content = pipe.read(length)
    if len(content) < length:
        raise PipeClosed
    return content


def python_command(code: str) -> list[str]:
    """Return the command for a new Python that runs the code and finds the same modules.

    ``-P`` keeps the current folder off its path while it starts; an empty entry in our path means
    the current folder too.
    """
    path = [entry for entry in sys.path if entry]
    return [sys.executable, "-P", "-c", f"import sys; sys.path[:] = {path!r}; {code}"]


def program(name: str) -> str | None:
    """Find a program; entries of PATH that depend on the current folder are ignored."""
    for entry in os.get_exec_path():
        if Path(entry).is_absolute() and (result := shutil.which(str(Path(entry) / name))):
            return result
    return None


Why = Literal["deadline", "memory", "died", "raised", "ended", "stopped"]


@dataclass(frozen=True)
class Limits:
    """The limits of one item."""

    seconds: float = 15.0
    memory_mb: int = 3_000


class Budget:
    """Processor time that all items of one game share, and what each group of them used."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._began = time.process_time()
        self._used: defaultdict[str, float] = defaultdict(float)

    def use(self, group: object, seconds: float) -> None:
        self._used[str(group)] += seconds

    @property
    def is_spent(self) -> bool:
        """Whether the workers and this process have used all of it."""
        here = time.process_time() - self._began
        return here + sum(self._used.values()) > self.seconds

    @property
    def used(self) -> list[tuple[str, float]]:
        """The three groups that used most, with their seconds."""
        return sorted(self._used.items(), key=itemgetter(1), reverse=True)[:3]


class BudgetSpent(Exception):
    """An error: an item was not started because the others used up their common budget."""


@dataclass(frozen=True)
class Failure:
    """An item that no worker could finish, and why."""

    why: Why
    text: str = ""
    limits: Limits = field(default_factory=Limits)

    def __str__(self) -> str:
        return str(self.words)

    @property
    def words(self) -> AnyText:
        texts: dict[str, AnyText] = {
            "deadline": Message("worker.deadline", n=self.limits.seconds),
            "memory": Message("worker.memory", n=self.limits.memory_mb / 1000),
            "died": Message("worker.died"),
            "raised": self.text,
            "ended": Message("worker.ended"),
            "stopped": Message("worker.stopped"),
        }
        return texts[self.why]


_START = "from generator.workers.worker import main; main({args})"


class Process:
    """One process at the other end of a pipe."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        # What the worker still stores: the last few that were sent.
        self._sent_shared: list[int] = []
        self._warmed_up: set[str] = set()
        # How many items it has done.
        self.done = 0
        code = _START.format(args=f"{limits.seconds!r}, {limits.memory_mb!r}")
        self._process = subprocess.Popen(
            python_command(code), stdin=subprocess.PIPE, stdout=subprocess.PIPE, **own_group()
        )

    def send(self, work: str, shared: tuple[int, Any], items: list[Any]) -> None:
        """Send a batch, with the shared value if the worker does not have it."""
        key, value = shared
        new = {} if key in self._sent_shared else {key: value}
        self._sent_shared = [*self._sent_shared, *new][-KEPT_SHARED:]
        assert self._process.stdin
        send(self._process.stdin, (work, key, new, items, (str(Path.cwd()), _settings())))

    def receive(self) -> tuple[Any, float]:
        """Return the next result (a value, a failure, or problems) and its processor time."""
        assert self._process.stdout
        answer, seconds = receive(self._process.stdout)
        self.done += 1
        return answer, seconds

    def warm_up(self, function: str) -> None:
        """Load the module of a function by calling it once."""
        if function not in self._warmed_up:
            self._warmed_up.add(function)
            self.send(function, (0, None), [None])
            self.receive()

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def kill(self) -> None:
        """End the process at once: nothing of value is lost with it."""
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            with suppress(OSError, ValueError):
                if stream:
                    stream.close()


def _settings() -> dict[str, str]:
    """Return our environment variables, which may have been set after the process started."""
    return {name: word for name, word in os.environ.items() if name.startswith("ECOTABLE_")}


def own_group() -> dict[str, Any]:
    """Start workers in separate process groups: Ctrl-C on a terminal reaches a whole group."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"start_new_session": True}


_idle: list[Process] = []
_lock = threading.Lock()


def take_process(limits: Limits) -> Process:
    """Return an idle process with the same limits, or a new one."""
    with _lock:
        while _idle:
            process = _idle.pop()
            if process.limits == limits and process.alive:
                return process
            process.kill()
    return Process(limits)


def keep_idle(process: Process) -> None:
    with _lock:
        _idle.append(process)


@atexit.register
def kill_idle() -> None:
    with _lock:
        while _idle:
            _idle.pop().kill()
