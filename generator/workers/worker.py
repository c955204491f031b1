"""What runs in a worker: items in, results out, until the crew goes home.

Every item has a deadline and the process a bound on its memory. The deadline is kept by a thread
of the interpreter's own that needs no lock, so that it also ends a worker stuck inside a single
call; whoever hands out the work sees the closed pipe.
"""

from __future__ import annotations

import faulthandler
import gc
import os
import signal
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, BinaryIO

from cards_data.problems import Problems

from .frames import KEPT_SHARED, Closed, receive, send

# Collecting litter as often as a long-lived server would costs a tenth of the time.
_LITTER = 50_000


def main(seconds: float, memory_mb: int) -> None:
    """Answers batches until nobody sends any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is answered by whoever leads the crew
    _bound_memory(memory_mb)
    gc.set_threshold(_LITTER)
    answers = _own_output()
    batches = _batches()
    shared: dict[int, Any] = {}
    with Path(os.devnull).open("wb") as nowhere:
        while True:
            work, key, news, items, where = batches.get()
            _go_to(*where)
            shared = dict([*shared.items(), *news.items()][-KEPT_SHARED:])
            function = _function(work)
            for item in items:
                faulthandler.dump_traceback_later(seconds, exit=True, file=nowhere)
                answer = _answer(function, shared.get(key), item)
                faulthandler.cancel_dump_traceback_later()
                send(answers, answer)


def _go_to(folder: str, settings: dict[str, str]) -> None:
    """Works where the caller works; a folder that is gone by now is nobody's any more."""
    os.environ.update(settings)
    with suppress(OSError):
        os.chdir(folder)


def _batches() -> SimpleQueue[Any]:
    """Batches as they come in; when the other end is gone, so is this process."""
    queue: SimpleQueue[Any] = SimpleQueue()

    def listen() -> None:
        with suppress(Closed, OSError, ValueError):
            while True:
                queue.put(receive(sys.stdin.buffer))
        os._exit(0)

    Thread(target=listen, daemon=True).start()
    return queue


def _own_output() -> BinaryIO:
    """A pipe for answers alone: what a library prints goes to standard error."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return answers


def _bound_memory(memory_mb: int) -> None:
    """Where the system can: what needs more fails by itself and takes nobody along."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory_mb << 20, memory_mb << 20))


def _function(work: str) -> Callable[[Any, Any], Any]:
    module, _, name = work.partition(":")
    found: Callable[[Any, Any], Any] = getattr(import_module(module), name)
    return found


def _answer(function: Callable[[Any, Any], Any], shared: Any, item: Any) -> tuple[str, Any]:
    """What became of an item: a value, problems of the user's, or a fault of ours."""
    try:
        return "done", function(shared, item)
    except Problems as problems:
        return "problems", problems
    except MemoryError:
        return "memory", ""
    except Exception as fault:
        traceback.print_exc()
        return "raised", f"{type(fault).__name__}: {fault}"
