"""Results of earlier runs, stored in the user's cache folder under everything they depend on.

The cache can only cost time, never give a wrong card: every entry carries its checksum, is
written beside its place and moved there, and a damaged or half-written entry does not count. And
it can only cost its own files: a folder is a cache when it has the mark of one, which is put into
a new or empty folder only, and only files that are named like entries are removed.
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

from cards_data.problems import Message, Problems

from .compression import checksum

LIMIT_MB = 1_000
MARK = "ecotable-cache.txt"
ELSEWHERE = "ECOTABLE_CACHE"
_MARKED = "Ecotable keeps drawn faces in this folder. It can always be removed.\n"
# What an entry begins with: its length and its checksum.
_HEAD = struct.Struct("<QI")
# Sixteen folders of each kind: making one takes as long as writing an entry. Earlier versions
# made 256.
_SHELF = re.compile("[0-9a-f]{1,2}")
# An entry, or what is written beside it before it is one.
_ENTRY = re.compile(r"[0-9a-f]{32}|\.[0-9a-f]{32}\.[0-9a-f]+")


def cache_folder() -> Path:
    """``ECOTABLE_CACHE``, or where this system keeps caches."""
    own = os.environ.get(ELSEWHERE)
    if own:
        return Path(own)
    from platformdirs import user_cache_path

    return user_cache_path("ecotable", appauthor=False)


class Usage(NamedTuple):
    """What the cache holds."""

    folder: Path
    entries: int
    bytes: int


class Cache(NamedTuple):
    """Entries by kind and key, one file each."""

    folder: Path

    def get(self, kind: str, key: str) -> bytes | None:
        """The entry, or nothing when it is not there, not whole or another's."""
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

    def start_of(self, kind: str, key: str, length: int) -> bytes:
        """The first bytes of an entry, or none; whether it is whole shows when it is asked for."""
        try:
            with self._path(kind, key).open("rb") as file:
                return file.read(_HEAD.size + length)[_HEAD.size :]
        except OSError:
            return b""

    def put(self, kind: str, key: str, content: bytes) -> None:
        """Keeps an entry; a full or read-only disk only means that it is not kept."""
        path = self._path(kind, key)
        beside = path.with_name(f".{path.name}.{os.urandom(4).hex()}")
        whole = _head(kind, key, content) + content
        try:
            try:
                beside.write_bytes(whole)
            except FileNotFoundError:
                # Made only when it is missing: most folders are there, and so is the mark.
                _claim(self.folder)
                path.parent.mkdir(parents=True, exist_ok=True)
                beside.write_bytes(whole)
            beside.replace(path)
        except OSError:
            with suppress(OSError):
                beside.unlink()

    def _path(self, kind: str, key: str) -> Path:
        return self.folder / kind / key[:1] / key

    def _files(self) -> Iterator[tuple[Path, os.stat_result]]:
        """Entries and nothing else, in a folder that bears the mark; no link is followed."""
        if not _is_marked(self.folder):
            return
        for kind in _entries(self.folder):
            for shelf in _entries(kind) if kind.is_dir(follow_symlinks=False) else ():
                if not _SHELF.fullmatch(shelf.name) or shelf.is_symlink():
                    continue
                for entry in _entries(shelf):
                    if _ENTRY.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                        with suppress(OSError):
                            yield Path(entry), entry.stat()

    @property
    def is_private(self) -> bool:
        """Whether only its owner, who is the user, can write to it; Windows sees to that itself."""
        if os.name == "nt":
            return True
        try:
            found = self.folder.stat()
        except OSError:
            return False
        return found.st_uid == os.geteuid() and not found.st_mode & 0o022

    @property
    def is_empty(self) -> bool:
        return next(self._files(), None) is None

    def usage(self) -> Usage:
        sizes = [stat.st_size for _, stat in self._files()]
        return Usage(self.folder, len(sizes), sum(sizes))

    def touch(self, kind: str, key: str) -> None:
        """Marks an entry as used, so that it is not the next to be removed."""
        with suppress(OSError):
            os.utime(self._path(kind, key))

    def prune(self, limit_mb: int = LIMIT_MB) -> int:
        """Removes the least recently used entries until the rest fits; how many there were."""
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
        """Removes everything, part files and empty ones too; how many there were."""
        removed = 0
        for path, _ in self._files():
            with suppress(OSError):
                path.unlink()
                removed += 1
        return removed


def _entries(folder: os.PathLike[str]) -> list[os.DirEntry[str]]:
    """What lies in a folder; no folder holds nothing."""
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError:
        return []


def _head(kind: str, key: str, content: bytes) -> bytes:
    """Of the content and its name: an entry in another's place is damaged, too."""
    return _HEAD.pack(len(content), checksum(content, checksum(f"{kind}/{key}".encode())))


def open_cache() -> Cache:
    """The user's cache; a folder with other files in it is a problem."""
    return _opened(cache_folder(), os.environ.get(ELSEWHERE, ""))


@lru_cache(maxsize=8)
def _opened(folder: Path, named: str) -> Cache:
    if not _is_marked(folder) and named and _holds_other_files(folder):
        where, found = f"{ELSEWHERE}={named}", Message("cache.not_ours")
        hint = Message("cache.new")
        raise Problems.of(where, found, Message("cache.alone"), hint)
    # A disk that is full or read-only only means that nothing is kept.
    with suppress(OSError):
        _claim(folder)
    return Cache(folder)


def _is_marked(folder: Path) -> bool:
    return os.path.isfile(folder / MARK)  # noqa: PTH113


def _holds_other_files(folder: Path) -> bool:
    """Whether it is neither empty nor a cache; another run may just now have made it one."""
    return bool(_entries(folder)) and not _is_marked(folder)


def _claim(folder: Path) -> None:
    """Makes a folder a cache, for its owner alone."""
    if _is_marked(folder):
        return
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o700)
    (folder / MARK).write_text(_MARKED, encoding="utf-8")
