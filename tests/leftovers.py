"""What a test started and did not end: threads, child processes and listening sockets."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import TypeVar

import psutil
from workshop import until

One = TypeVar("One")
# A kind with a name, and what tells it from others of that name.
Living = frozenset[tuple[str, object]]
# Processes that last as long as this one.
LASTING = re.compile(r"workers\.process import main|multiprocessing\.resource_tracker import main")
# What was started once for all tests of this process.
SHARED: set[tuple[str, object]] = set()


def living() -> Living:
    """All that runs or listens in this process now, but idle workers and Python's own helper.

    Workers serve the next pool; a pool that was not shut down also has threads.
    """
    here = psutil.Process()
    threads = {(f"thread {one.name}", one.ident) for one in threading.enumerate()}
    sockets = {
        (f"socket {one.laddr.port}", one.laddr)
        for one in here.net_connections("tcp")
        if one.status == psutil.CONN_LISTEN
    }
    children = {(command(one), one.pid) for one in here.children()}
    return frozenset(one for one in threads | sockets | children if not LASTING.search(one[0]))


def command(process: psutil.Process) -> str:
    with suppress(psutil.Error):
        return f"process {' '.join(process.cmdline())}"
    return "process"


@contextmanager
def shared_by_all(starting: AbstractContextManager[One]) -> Iterator[One]:
    """Start something that may run until the last test has ended."""
    before = living()
    with starting as one:
        SHARED.update(living() - before)
        yield one


@contextmanager
def nothing_left() -> Iterator[None]:
    """Whatever starts here must have ended, or end soon after."""
    before = living()
    yield

    def leftovers() -> list[str]:
        return sorted(name for name, _ in living() - before - SHARED)

    with suppress(AssertionError):
        until(lambda: not leftovers(), "", seconds=30)
    assert not leftovers(), f"still there after the last test of the file: {leftovers()}"
