"""Results of earlier runs, stored in the user's cache folder by all their dependencies.

The cache can cost time but never give a wrong card. Every entry has a checksum and is moved into
place when complete; a damaged or incomplete entry is ignored. The cache also never removes other
files. A folder is a cache if it has a marker file, which is put only into a new or empty folder.
Only files named like entries are removed.
"""

from __future__ import annotations

import os
import re
import struct
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from cards_data.files import replacing
from cards_data.problems import Message, Problems

from .compression import checksum

LIMIT_MB = 1_000
MARK = "ecotable-cache.txt"
ELSEWHERE = "ECOTABLE_CACHE"
_MARKED = "Ecotable keeps drawn faces in this folder. It can always be removed.\n"
# An entry begins with its length and its checksum.
_HEAD = struct.Struct("<QI")
# Sixteen folders of each kind: creating one takes as long as writing an entry. Earlier versions
# made 256.
_PREFIX = re.compile("[0-9a-f]{1,2}")
# An entry, or its temporary file.
_ENTRY = re.compile(r"[0-9a-f]{32}|\.[0-9a-f]{32}\.[0-9a-f]+(?:\.part)?")


def cache_folder() -> Path:
    """Return ``ECOTABLE_CACHE``, or this system's cache folder."""
    own = os.environ.get(ELSEWHERE)
    if own:
        return Path(own)
    from platformdirs import user_cache_path

    return user_cache_path("ecotable", appauthor=False)


class Usage(NamedTuple):
    folder: Path
    entries: int
    bytes: int


class Cache(NamedTuple):
    """Entries by kind and key, one file each."""

    folder: Path

    def get(self, kind: str, key: str) -> bytes | None:
        """Return the entry, or nothing if it is missing, incomplete or misplaced."""
        path = self._path(kind, key)
        try:
            stored = path.read_bytes()
        except OSError:
            return None
        content = stored[_HEAD.size :]
        if _head(kind, key, content) == stored[: _HEAD.size]:
            self.touch(kind, key)
            return content
        with suppress(OSError):
            path.unlink()
        return None

    def has(self, kind: str, key: str) -> bool:
        """Return whether there is an entry, without checking that it is complete."""
        return self._path(kind, key).is_file()

    def start_of(self, kind: str, key: str, length: int) -> bytes:
        """Return the first bytes of an entry, if any, without checking that it is complete."""
        try:
            with self._path(kind, key).open("rb") as file:
                return file.read(_HEAD.size + length)[_HEAD.size :]
        except OSError:
            return b""

    def put(self, kind: str, key: str, content: bytes) -> None:
        """Store an entry; on a full or read-only disk, do nothing."""
        path = self._path(kind, key)
        whole = _head(kind, key, content) + content
        with suppress(OSError), replacing(path) as (part,):
            try:
                part.write_bytes(whole)
            except FileNotFoundError:
                # Created only if missing: most folders exist, and so does the marker.
                _claim(self.folder)
                path.parent.mkdir(parents=True, exist_ok=True)
                part.write_bytes(whole)

    def _path(self, kind: str, key: str) -> Path:
        return self.folder / kind / key[:1] / key

    def _files(self) -> Iterator[tuple[Path, os.stat_result]]:
        """Yield only entries, in a folder with the marker, without following links."""
        if not _is_marked(self.folder):
            return
        for kind in _entries(self.folder):
            for prefix in _entries(kind) if kind.is_dir(follow_symlinks=False) else ():
                if not _PREFIX.fullmatch(prefix.name) or prefix.is_symlink():
                    continue
                for entry in _entries(prefix):
                    if _ENTRY.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                        with suppress(OSError):
                            yield Path(entry), entry.stat()

    @property
    def is_private(self) -> bool:
        """Whether only the user, as its owner, can write to it; Windows ensures that itself."""
        if os.name == "nt":
            return True
        try:
            status = self.folder.stat()
        except OSError:
            return False
        return status.st_uid == os.getuid() and not status.st_mode & 0o022

    @property
    def is_empty(self) -> bool:
        return next(self._files(), None) is None

    def usage(self) -> Usage:
        sizes = [stat.st_size for _, stat in self._files()]
        return Usage(self.folder, len(sizes), sum(sizes))

    def touch(self, kind: str, key: str) -> None:
        """Mark an entry as used, so that it is not the next to be removed."""
        with suppress(OSError):
            os.utime(self._path(kind, key))

    def prune(self, limit_mb: int = LIMIT_MB) -> int:
        """Remove the least recently used entries until the rest fits; return how many."""
        files = sorted(self._files(), key=lambda item: item[1].st_mtime_ns)
        total = sum(stat.st_size for _, stat in files)
        removed = 0
        for path, stat in files:
            if total <= limit_mb * 1_000_000:
                break
            with suppress(OSError):
                path.unlink()
                total -= stat.st_size
                removed += 1
        return removed

    def clear(self) -> int:
        """Remove everything, including temporary and empty files; return how many."""
        return self.prune(-1)


def _entries(folder: os.PathLike[str]) -> list[os.DirEntry[str]]:
    """List a folder; a missing folder is empty."""
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError:
        return []


def _head(kind: str, key: str, content: bytes) -> bytes:
    """Return the header with a checksum of content and name: a misplaced entry is damaged too."""
    return _HEAD.pack(len(content), checksum(content, checksum(f"{kind}/{key}".encode())))


def open_cache() -> Cache:
    """Open the user's cache; a folder with other files in it is a problem."""
    return _open(cache_folder(), os.environ.get(ELSEWHERE, ""))


@lru_cache(maxsize=8)
def _open(folder: Path, setting: str) -> Cache:
    # Asked again after the files: another run may just have created a cache here.
    if not _is_marked(folder) and setting and _entries(folder) and not _is_marked(folder):
        where, fault = f"{ELSEWHERE}={setting}", Message("cache.not_ours")
        hint = Message("cache.new")
        raise Problems.of(where, fault, Message("cache.alone"), hint)
    # On a full or read-only disk, nothing is stored.
    with suppress(OSError):
        _claim(folder)
    return Cache(folder)


def _is_marked(folder: Path) -> bool:
    return os.path.isfile(folder / MARK)  # noqa: PTH113


def _claim(folder: Path) -> None:
    """Make a folder a cache, for its owner only."""
    if _is_marked(folder):
        return
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o700)
    (folder / MARK).write_text(_MARKED, encoding="utf-8")
