"""A worker process, seen from both ends of its pipe: the pool's, and its own main loop.

A process that is idle when its pool is shut down is reused by the next pool, until the end of the
run. Every item has a deadline, and the process has a memory limit. A thread of the interpreter that
needs no lock enforces the deadline. It therefore also ends a worker that is stuck inside a single
call; the pool notices the closed pipe.
"""

from __future__ import annotations

import atexit
import faulthandler
import gc
import os
import pickle
import shutil
import signal
import struct
import subprocess
import sys
import threading
import time
import traceback
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from importlib import import_module
from operator import itemgetter
from pathlib import Path
from queue import SimpleQueue
from typing import IO, Any, BinaryIO, Literal

from cards_data.problems import AnyText, Message, Problems

# Collecting garbage at Python's default rate takes a tenth of the time; most of what a worker makes
# is in use until its item is done.
GC_THRESHOLD = 500_000
# The limit in wall-clock time, as a multiple of the processor time.
PATIENCE = 4
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


_START = "from generator.workers.process import main; main({args})"


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


# ---- the main loop of a worker: read items and write results until its pipe closes --------------


def main(seconds: float, memory_mb: int) -> None:
    """Process batches until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the main process handles Ctrl-C
    _limit_memory(memory_mb)
    gc.set_threshold(GC_THRESHOLD)
    answers = answer_pipe()
    batches = _batches()
    limits, shared = Limits(seconds, memory_mb), dict[int, Any]()
    with Path(os.devnull).open("wb") as nowhere:
        while True:
            work, key, new, items, (folder, settings) = batches.get()
            os.environ.update(settings)
            with suppress(OSError):  # the caller's folder may have been removed
                os.chdir(folder)
            shared = dict([*shared.items(), *new.items()][-KEPT_SHARED:])
            function = function_named(work)
            for item in items:
                began = time.process_time()
                with _deadline(seconds, nowhere):
                    answer = result_of(function, shared.get(key), item, limits)
                send(answers, (answer, time.process_time() - began))


@contextmanager
def _deadline(seconds: float, nowhere: BinaryIO) -> Iterator[None]:
    """End this process if the item takes too long.

    Processor time counts if the system measures it: on a busy or slow machine the clock also runs
    while others work.
    """
    timer: Callable[..., object] | None = getattr(signal, "setitimer", None)
    by_the_clock = seconds * PATIENCE if timer else seconds
    faulthandler.dump_traceback_later(by_the_clock, exit=True, file=nowhere)
    if timer:
        timer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        if timer:
            timer(signal.ITIMER_PROF, 0)
        faulthandler.cancel_dump_traceback_later()


def _batches() -> SimpleQueue[Any]:
    """Return a queue of incoming batches; the process ends when its pipe is closed."""
    queue: SimpleQueue[Any] = SimpleQueue()

    def listen() -> None:
        with suppress(PipeClosed, OSError, ValueError):
            while True:
                queue.put(receive(sys.stdin.buffer))
        os._exit(0)

    threading.Thread(target=listen, daemon=True).start()
    return queue


def answer_pipe() -> BinaryIO:
    """Return a pipe for answers only: what a library prints goes to standard error."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return answers


def _limit_memory(memory_mb: int) -> None:
    """Limit the memory, if the system can: an item that needs more fails alone."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory_mb << 20, memory_mb << 20))


def function_named(work: str) -> Callable[[Any, Any], Any]:
    """Return the function that "module:function" names."""
    module, _, name = work.partition(":")
    function: Callable[[Any, Any], Any] = getattr(import_module(module), name)
    return function


def result_of(function: Callable[[Any, Any], Any], shared: Any, item: Any, limits: Limits) -> Any:
    """Return the result of an item, problems of the user's, or a failure."""
    try:
        return function(shared, item)
    except Problems as problems:
        return problems
    except MemoryError:
        return Failure("memory", limits=limits)
    except Exception as error:
        traceback.print_exc()
        return Failure("raised", f"{type(error).__name__}: {error}")
