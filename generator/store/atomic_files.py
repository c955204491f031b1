"""Files that are written complete or not at all: beside their place first, then moved there."""

from __future__ import annotations

import errno
import os
import re
import stat
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from cards_data.problems import Message, Place, Problem, Problems

STALE_SECONDS = 3600.0
Hints = Mapping[int, Message]
# What helps where the folder is an option of the command.
CHOSEN: Hints = {
    errno.ENOSPC: Message("folder.free_space"),
    errno.EACCES: Message("folder.other_close"),
    errno.EROFS: Message("folder.other"),
}
# What helps where the file has its place, such as a file of a game that is changed.
EDITED: Hints = {
    errno.ENOSPC: Message("folder.free_some"),
    errno.EACCES: Message("folder.close"),
    errno.EROFS: Message("folder.writable"),
}
_PART = re.compile(r"\..+\.[0-9a-f]+\.part")


@contextmanager
def written_whole(path: Path, hints: Hints = CHOSEN) -> Iterator[Path]:
    """The old file stays untouched until the new one is complete."""
    with written_together(path, hints=hints) as (beside,):
        yield beside


@contextmanager
def written_together(*paths: Path, hints: Hints = CHOSEN) -> Iterator[tuple[Path, ...]]:
    """Files of one folder: the old ones stay untouched until all new ones are complete.

    A folder that was made for them does not stay behind where none of them could be written.
    """
    # At random, not by process: two machines that share a folder may have the same numbers.
    suffix = os.urandom(4).hex()
    parts = tuple(path.with_name(f".{path.name}.{suffix}.part") for path in paths)
    at = paths[0]
    made: list[Path] = []
    try:
        made += [folder for folder in at.parents if not folder.exists()]
        at.parent.mkdir(parents=True, exist_ok=True)
        _remove_stale(at.parent)
        yield parts
        for at in paths:
            if at.is_dir():
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(at))
        for at, part in zip(paths, parts, strict=True):
            part.replace(at)
    except OSError as error:
        raise Problems([_explained(at, error, hints)]) from error
    finally:
        for part in parts:
            with suppress(OSError):
                part.unlink()
        # A folder with anything in it stays.
        for folder in made:
            with suppress(OSError):
                folder.rmdir()


def _remove_stale(folder: Path) -> None:
    """Removes part files of killed runs; a younger one may still be written to."""
    for part in folder.glob(".*.part"):
        with suppress(OSError):
            if _PART.fullmatch(part.name) and time.time() - part.stat().st_mtime > STALE_SECONDS:
                part.unlink()


def _explained(path: Path, error: OSError, hints: Hints) -> Problem:
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


def write_whole(path: Path, content: bytes, hints: Hints = CHOSEN) -> None:
    with written_whole(path, hints) as beside:
        beside.write_bytes(content)


def write_text_whole(path: Path, text: str) -> None:
    write_whole(path, text.encode("utf-8"))
