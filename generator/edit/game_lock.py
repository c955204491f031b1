"""A lock file that lets one program at a time change a game.

The operating system releases the lock when a program ends, even if it is killed.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import local

from cards_data import Problems
from cards_data.problems import Message, Place

# Longer than any edit takes; do not wait for a program that was suspended during one.
PATIENCE_S = 20.0
PAUSE_S = 0.005
# The locks that a thread holds, so that it can acquire the same lock again.
_LOCKS = local()

if sys.platform == "win32":
    import msvcrt

    def _try(descriptor: int) -> None:
        os.lseek(descriptor, 0, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

    def _release(descriptor: int) -> None:
        os.lseek(descriptor, 0, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _try(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _release(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_UN)


@contextmanager
def hold_lock(path: Path) -> Iterator[None]:
    """Hold the lock of a file, and wait for others that hold it.

    Raise ``Problems`` if the file cannot be locked, or if others never release it.
    """
    paths: set[Path] = _LOCKS.__dict__.setdefault("paths", set())
    if path in paths:
        yield
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise _unlockable(path, error) from None
    try:
        _wait(path, descriptor)
        paths.add(path)
        try:
            yield
        finally:
            paths.discard(path)
            _release(descriptor)
    finally:
        os.close(descriptor)


def _wait(path: Path, descriptor: int) -> None:
    end = time.monotonic() + PATIENCE_S
    while True:
        try:
            return _try(descriptor)
        # Others hold it; msvcrt reports it as a lack of permission.
        except (BlockingIOError, PermissionError):
            if time.monotonic() > end:
                raise Problems.of(
                    Place(str(path)), Message("edit.busy"), hint=Message("edit.busy_hint")
                ) from None
            time.sleep(PAUSE_S)
        except OSError as error:
            raise _unlockable(path, error) from None


def _unlockable(path: Path, error: OSError) -> Problems:
    fault = Message("edit.no_lock", reason=error.strerror or str(error))
    return Problems.of(Place(str(path)), fault, hint=Message("edit.data_folder"))
