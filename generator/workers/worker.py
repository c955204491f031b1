"""The main loop of a worker process: read items and write results until its pipe closes.

Every item has a deadline, and the process has a memory limit. A thread of the interpreter that
needs no lock enforces the deadline. It therefore also ends a worker that is stuck inside a single
call; the pool notices the closed pipe.
"""

from __future__ import annotations

import faulthandler
import gc
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, BinaryIO

from cards_data.problems import Problems

from .process import KEPT_SHARED, Failure, Limits, PipeClosed, receive, send

# Collecting garbage at Python's default rate takes a tenth of the time; most of what a worker makes
# is in use until its item is done.
_GC_THRESHOLD = 500_000
# The limit in wall-clock time, as a multiple of the processor time.
PATIENCE = 4


def main(seconds: float, memory_mb: int) -> None:
    """Process batches until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the main process handles Ctrl-C
    _limit_memory(memory_mb)
    gc.set_threshold(_GC_THRESHOLD)
    answers = answer_pipe()
    batches = _batches()
    limits, shared = Limits(seconds, memory_mb), dict[int, Any]()
    with Path(os.devnull).open("wb") as nowhere:
        while True:
            work, key, new, items, where = batches.get()
            _go_to(*where)
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


def _go_to(folder: str, settings: dict[str, str]) -> None:
    """Change to the caller's folder, which may have been removed in the meantime."""
    os.environ.update(settings)
    with suppress(OSError):
        os.chdir(folder)


def _batches() -> SimpleQueue[Any]:
    """Return a queue of incoming batches; the process ends when its pipe is closed."""
    queue: SimpleQueue[Any] = SimpleQueue()

    def listen() -> None:
        with suppress(PipeClosed, OSError, ValueError):
            while True:
                queue.put(receive(sys.stdin.buffer))
        os._exit(0)

    Thread(target=listen, daemon=True).start()
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
