"""Write files completely or not at all: to a temporary file first, then moved into place."""

from __future__ import annotations

import errno
import os
import re
import stat
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from cards_data.files import replacing
from cards_data.problems import Message, Place, Problem, Problems

STALE_SECONDS = 3600.0
Hints = Mapping[int, Message]
# Hints for a folder that is an option of the command.
CHOSEN: Hints = {
    errno.ENOSPC: Message("folder.free_space"),
    errno.EACCES: Message("folder.other_close"),
    errno.EROFS: Message("folder.other"),
}
# Hints for a file with a fixed place, such as a file of a game that is edited.
EDITED: Hints = {
    errno.ENOSPC: Message("folder.free_some"),
    errno.EACCES: Message("folder.close"),
    errno.EROFS: Message("folder.writable"),
}
_PART = re.compile(r"\..+\.[0-9a-f]+\.part")


@contextmanager
def written_whole(path: Path, hints: Hints = CHOSEN) -> Iterator[Path]:
    """Yield a temporary path; the old file stays untouched until the new one is complete."""
    with written_together(path, hints=hints) as (beside,):
        yield beside


@contextmanager
def written_together(*paths: Path, hints: Hints = CHOSEN) -> Iterator[tuple[Path, ...]]:
    """Yield temporary paths in one folder; the old files stay until all new ones are complete.

    A folder created for them is removed if none of them could be written.
    """
    at = paths[0]
    folders: list[Path] = []
    try:
        folders += [folder for folder in at.parents if not folder.exists()]
        at.parent.mkdir(parents=True, exist_ok=True)
        _remove_stale(at.parent)
        with replacing(*paths) as parts:
            yield parts
            for at in paths:
                if at.is_dir():
                    raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(at))
    except OSError as error:
        # Of a file that could not be moved, the place it was moved to.
        raise Problems([_write_problem(error.filename2 or at, error, hints)]) from error
    finally:
        # A folder with anything in it stays.
        for folder in folders:
            with suppress(OSError):
                folder.rmdir()


def _remove_stale(folder: Path) -> None:
    """Remove temporary files of killed runs; a younger one may still be in use."""
    for part in folder.glob(".*.part"):
        with suppress(OSError):
            if _PART.fullmatch(part.name) and time.time() - part.stat().st_mtime > STALE_SECONDS:
                part.unlink()


def _write_problem(path: Path, error: OSError, hints: Hints) -> Problem:
    what = error.strerror or str(error)
    return Problem(
        Place(str(path)),
        Message("file.cannot_be_written", reason=what),
        hint=hints.get(error.errno or 0, ""),
    )


def is_link(path: Path) -> bool:
    """Return whether it is a link; Windows has folder links that are not symbolic links."""
    with suppress(OSError):
        status = path.lstat()
        junction = getattr(stat, "IO_REPARSE_TAG_MOUNT_POINT", -1)
        return stat.S_ISLNK(status.st_mode) or getattr(status, "st_reparse_tag", 0) == junction
    return False


def write_whole(path: Path, content: bytes, hints: Hints = CHOSEN) -> None:
    with written_whole(path, hints) as beside:
        beside.write_bytes(content)


def write_text_whole(path: Path, text: str) -> None:
    write_whole(path, text.encode("utf-8"))
