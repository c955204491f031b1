"""Receipts: what a command printed, so that repeating it on the same files is instant.

A receipt is found by everything that a print depends on: the options, the code, and name, size and
times of all files in the folders of games, templates and fonts. It is valid only while the printed
files are unchanged.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from cards_data.files import states_below

from .cache import open_cache
from .compression import checksum
from .fingerprint import code_digest, digest

KIND = "receipts"
# Variables that a print may depend on.
VARIABLES = ("ECOTABLE_", "SOURCE_DATE_EPOCH")
# A file saved this recently could be saved again without a change of its time.
SETTLED_NS = 50_000_000
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
            if all(file_checksum(Path(path)) == checksum for path, checksum in files.items()):
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


def receipt(folders: Iterable[Path], *request: object) -> Receipt:
    """Return the receipt for a request, with the current state of these folders."""
    try:
        files = sorted(
            one for folder in folders if folder.exists() for one in states_below(str(folder))
        )
    except OSError:
        return Receipt("")
    newest = max((max(one.modified_ns, one.changed_ns) for one in files), default=0)
    if time.time_ns() - newest < SETTLED_NS:
        return Receipt("")
    variables = {name: word for name, word in os.environ.items() if name.startswith(VARIABLES)}
    return Receipt(digest(code_digest(), str(Path.cwd()), variables, request, files))


def file_checksum(path: Path) -> str:
    """Return size and checksum: bytes can change even if size and time do not."""
    total = 0
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            total = checksum(chunk, total)
        return f"{file.tell()} {total}"
