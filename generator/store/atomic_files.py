"""Files that are written complete or not at all: beside their place first, then moved there."""

from __future__ import annotations

import errno
import os
import re
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from cards_data.problems import Message, Place, Problem, Problems

STALE_SECONDS = 3600.0
_PART = re.compile(r"\..+\.[0-9a-f]+\.part")


@contextmanager
def written_whole(path: Path) -> Iterator[Path]:
    """The old file stays untouched until the new one is complete."""
    with written_together(path) as (beside,):
        yield beside


@contextmanager
def written_together(*paths: Path) -> Iterator[tuple[Path, ...]]:
    """Files of one folder: the old ones stay untouched until all new ones are complete."""
    # At random, not by process: two machines that share a folder may have the same numbers.
    suffix = os.urandom(4).hex()
    parts = tuple(path.with_name(f".{path.name}.{suffix}.part") for path in paths)
    at = paths[0]
    try:
        at.parent.mkdir(parents=True, exist_ok=True)
        _remove_stale(at.parent)
        yield parts
        for at in paths:
            if at.is_dir():
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(at))
        for at, part in zip(paths, parts, strict=True):
            part.replace(at)
    except OSError as error:
        raise Problems([_explained(at, error)]) from error
    finally:
        for part in parts:
            with suppress(OSError):
                part.unlink()


def _remove_stale(folder: Path) -> None:
    """Removes part files of killed runs; a younger one may still be written to."""
    for part in folder.glob(".*.part"):
        with suppress(OSError):
            if _PART.fullmatch(part.name) and time.time() - part.stat().st_mtime > STALE_SECONDS:
                part.unlink()


def _explained(path: Path, error: OSError) -> Problem:
    hints = {
        errno.ENOSPC: Message("folder.free_space"),
        errno.EACCES: Message("folder.other_close"),
        errno.EROFS: Message("folder.other"),
    }
    what = error.strerror or str(error)
    return Problem(
        Place(str(path)),
        Message("file.cannot_be_written", reason=what),
        hint=hints.get(error.errno or 0, ""),
    )


def is_link(path: Path) -> bool:
    """Whether it leads elsewhere; Windows has links of folders that are not symbolic links."""
    with suppress(OSError):
        found = path.lstat()
        junction = getattr(stat, "IO_REPARSE_TAG_MOUNT_POINT", -1)
        return stat.S_ISLNK(found.st_mode) or getattr(found, "st_reparse_tag", 0) == junction
    return False


def write_whole(path: Path, content: bytes) -> None:
    with written_whole(path) as beside:
        beside.write_bytes(content)


def write_text_whole(path: Path, text: str) -> None:
    write_whole(path, text.encode("utf-8"))
