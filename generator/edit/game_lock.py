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

    TRY, RELEASE = msvcrt.LK_NBLCK, msvcrt.LK_UNLCK

    def _lock(descriptor: int, mode: int) -> None:
        # The first byte: nothing moves the place in the file.
        msvcrt.locking(descriptor, mode, 1)

else:
    from fcntl import LOCK_EX, LOCK_NB, LOCK_UN
    from fcntl import flock as _lock

    TRY, RELEASE = LOCK_EX | LOCK_NB, LOCK_UN


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
            _lock(descriptor, RELEASE)
    finally:
        os.close(descriptor)


def _wait(path: Path, descriptor: int) -> None:
    end = time.monotonic() + PATIENCE_S
    while True:
        try:
            return _lock(descriptor, TRY)
        # Others hold it; msvcrt reports it as a lack of permission.
        except (BlockingIOError, PermissionError):
            if time.monotonic() > end:
                fault, hint = Message("edit.busy"), Message("edit.busy_hint")
                raise Problems.of(Place(str(path)), fault, hint=hint) from None
            time.sleep(PAUSE_S)
        except OSError as error:
            raise _unlockable(path, error) from None


def _unlockable(path: Path, error: OSError) -> Problems:
    fault = Message("edit.no_lock", reason=error.strerror or str(error))
    return Problems.of(Place(str(path)), fault, hint=Message("edit.data_folder"))
