"""Files on the disk: their kinds, whether they have changed, and how they are replaced."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

PHOTO_SUFFIXES = (".png", ".jpg", ".jpeg", ".webp")
PICTURE_SUFFIXES = (".svg", *PHOTO_SUFFIXES)
FONT_SUFFIXES = (".ttf", ".otf", ".woff", ".woff2")


@contextmanager
def replacing(*paths: Path) -> Iterator[tuple[Path, ...]]:
    """Yield temporary paths; after the block, what is there replaces the files, each at once.

    If the block fails, the old files stay as they are.
    """
    # Random, not the process id: two machines that share a folder may use the same ids.
    suffix = os.urandom(4).hex()
    parts = tuple(path.with_name(f".{path.name}.{suffix}.part") for path in paths)
    try:
        yield parts
        for path, part in zip(paths, parts, strict=True):
            part.replace(path)
    finally:
        for part in parts:
            with suppress(OSError):
                part.unlink()


class FileState(NamedTuple):
    """What differs after each save of a file; the state of a missing file is all zeros."""

    path: str
    size: int = 0
    # When the content changed, and when the entry in the folder did.
    modified_ns: int = 0
    changed_ns: int = 0


def file_state(path: str | Path) -> FileState:
    """Return the state of a file; a dangling link, such as an editor's lock, is a missing file."""
    try:
        return _state(str(path), os.stat(path))  # noqa: PTH116
    except OSError:
        return FileState(str(path))


def states_in(place: Path) -> tuple[FileState, ...]:
    """Return the states of all files right inside a folder, or of the one file; or none."""
    try:
        with os.scandir(place) as entries:
            return tuple(sorted(file_state(entry.path) for entry in entries))
    except NotADirectoryError:
        return (file_state(place),)
    except OSError:
        return ()


def states_below(folder: str, endings: tuple[str, ...] = ("",)) -> Iterator[FileState]:
    """Yield the states of all files with one of the endings, in subfolders too.

    A link to a folder may form a loop: it raises an error, unless its name has another ending.
    """
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                if entry.name != "__pycache__":
                    yield from states_below(entry.path, endings)
            elif entry.name.endswith(endings):
                if entry.is_dir():
                    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), entry.path)
                yield _state(entry.path, entry.stat())


def _state(path: str, status: os.stat_result) -> FileState:
    return FileState(path, status.st_size, status.st_mtime_ns, status.st_ctime_ns)
