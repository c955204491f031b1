"""Keys, short hashes of values, code and libraries; and receipts, which are found by them.

A receipt is what a command printed, so that repeating it on the same files is instant. It is found
by everything that a print depends on: the options, the code, and name, size and times of all files
in the folders of games, templates and fonts. It is valid only while the printed files are
unchanged.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple

from cards_data.files import states_below
from generator.resources import ROOT

from .cache import open_cache
from .compression import checksum

KIND = "code"
# The code of each package. The tables of ``cards_data`` are values: cards, sizes, texts.
_HASHED = {"cards_data": (".py",), "scorer": (".py", ".csv"), "generator": (".py", ".csv", ".dic")}
_INSTALLED = (".dist-info", ".egg-info")
# A published app has a hash of everything that it ships: there modules are compiled.
SHIPPED = Path(__file__).with_name("shipped.txt")


def digest(*parts: object) -> str:
    """Return a short hash of anything that JSON can write."""
    text = json.dumps(parts, ensure_ascii=False, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


@cache
def code_digest() -> str:
    """Return a hash of our code and libraries: any change of them invalidates every result."""
    return SHIPPED.read_text() if SHIPPED.is_file() else digest(_code(), _libraries())


def _code() -> str:
    """Hash the content of our files, read again only if their size or time has changed."""
    packages = ((str(ROOT / name), endings) for name, endings in _HASHED.items())
    states = sorted(state for package in packages for state in states_below(*package))
    cache, key = open_cache(), digest(states)
    if before := cache.get(KIND, key):
        return before.decode()
    paths = [Path(state.path) for state in states]
    contents = (hashlib.sha256(path.read_bytes()).hexdigest() for path in paths)
    names = (path.relative_to(ROOT).as_posix() for path in paths)
    code = digest(list(zip(names, contents, strict=True)))
    cache.put(KIND, key, code.encode())
    return code


def _libraries() -> list[str]:
    """Return the folders that describe installed distributions; their names have the versions."""
    names: set[str] = set()
    for place in sys.path:
        with suppress(OSError):
            names.update(name for name in os.listdir(place or ".") if name.endswith(_INSTALLED))  # noqa: PTH208
    return sorted(names)


RECEIPTS = "receipts"
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
        stored = open_cache().get(RECEIPTS, self.key) if self.key else None
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
            open_cache().put(RECEIPTS, self.key, entry.encode())


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
