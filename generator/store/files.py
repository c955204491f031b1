"""Files that appear whole or not at all.

Comes in: where a file shall stand. Goes out: a place beside it to write to, which is moved into
place at the end, or removed when anything went wrong.
"""

from __future__ import annotations

import errno
import glob
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from cards_data.problems import Problem, Problems

STALE_SECONDS = 3600.0


@contextmanager
def written_whole(path: Path) -> Iterator[Path]:
    """The old file stays untouched until the new one is complete."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _sweep(path)
        yield beside
        beside.replace(path)
    except OSError as error:
        raise Problems([_explained(path, error)]) from error
    finally:
        with suppress(OSError):
            beside.unlink()


def _sweep(path: Path) -> None:
    """Removes what killed runs left beside the file; a run of today may still be writing."""
    for left in path.parent.glob(f".{glob.escape(path.name)}.*.part"):
        with suppress(OSError):
            if time.time() - left.stat().st_mtime > STALE_SECONDS:
                left.unlink()


def _explained(path: Path, error: OSError) -> Problem:
    hints = {
        errno.ENOSPC: "free some space, or choose another folder with --out",
        errno.EACCES: "choose another folder with --out, or close the file in other programs",
        errno.EROFS: "choose another folder with --out",
    }
    what = error.strerror or str(error)
    return Problem(str(path), f"cannot be written: {what}", hint=hints.get(error.errno or 0, ""))


def write_text_whole(path: Path, text: str) -> None:
    with written_whole(path) as beside:
        beside.write_text(text, encoding="utf-8", newline="\n")
