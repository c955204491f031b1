"""Receipts: what a command printed, so that repeating it on the same files is instant.

A receipt is found by everything that a print depends on: the options, the code, and name, size and
times of all files in the folders of games, templates and fonts. It is valid only while the printed
files are unchanged.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from .cache import open_cache
from .compression import checksum
from .fingerprint import code_digest, digest

KIND = "receipts"
# Variables that a print may depend on.
VARIABLES = ("ECOTABLE_", "SOURCE_DATE_EPOCH")
# A file saved this recently could be saved again without a change of its time.
SETTLED_NS = 50_000_000
# A time that is never reached: no receipt is written.
_UNSETTLED = sys.maxsize
_CHUNK = 1 << 20


class Receipt(NamedTuple):
    """The place of a receipt in the cache, whether it exists or not; none without a key."""

    key: str

    def answer(self) -> list[str] | None:
        """Return what the command printed, if all its files still exist."""
        stored = open_cache().get(KIND, self.key) if self.key else None
        if stored is None:
            return None
        lines, files, newest = json.loads(stored)
        with suppress(OSError):
            if all(file_checksum(Path(path)) == found for path, found in files.items()):
                # A reprint is compared with the newest manifest.
                for path in newest:
                    os.utime(path)
                return list(lines)
        return None

    def store(self, lines: list[str], files: Iterable[Path], newest: Iterable[Path]) -> None:
        """Store the messages and the printed files; ``newest`` are the manifests among them."""
        if self.key:
            sums = {str(path): file_checksum(path) for path in files}
            entry = json.dumps([lines, sums, [str(path) for path in newest]])
            open_cache().put(KIND, self.key, entry.encode())


def receipt(folders: Iterable[Path], *asked: object) -> Receipt:
    """Return the receipt for a request, with the current state of these folders."""
    files = sorted(one for folder in folders for one in _files(str(folder)))
    newest = max((max(one[2:]) for one in files), default=0)
    if time.time_ns() - newest < SETTLED_NS:
        return Receipt("")
    given = {name: word for name, word in os.environ.items() if name.startswith(VARIABLES)}
    return Receipt(digest(code_digest(), str(Path.cwd()), given, asked, files))


def _files(folder: str) -> Iterator[tuple[str, int, int, int]]:
    """Yield path, size, and the times of content and entry; a missing folder has no files."""
    try:
        with suppress(FileNotFoundError), os.scandir(folder) as entries:
            for entry in entries:
                if entry.is_symlink():
                    # Its target may change unnoticed, and it may form a loop.
                    yield entry.path, 0, _UNSETTLED, _UNSETTLED
                elif not entry.is_dir():
                    stat = entry.stat()
                    yield entry.path, stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns
                elif entry.name != "__pycache__":
                    yield from _files(entry.path)
    except OSError:
        yield folder, 0, _UNSETTLED, _UNSETTLED


def file_checksum(path: Path) -> str:
    """Return size and checksum: bytes can change even if size and time do not."""
    found = 0
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            found = checksum(chunk, found)
        return f"{file.tell()} {found}"
