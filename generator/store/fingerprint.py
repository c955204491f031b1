"""Keys: short hashes of values, of our code and of the installed libraries."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from operator import itemgetter
from pathlib import Path

from generator.resources import ROOT

from .cache import open_cache

KIND = "code"
# The code of each package. The tables of ``cards_data`` are values: cards, sizes, texts.
_HASHED = {"cards_data": (".py",), "scorer": (".py", ".csv"), "generator": (".py", ".csv", ".dic")}
_INSTALLED = (".dist-info", ".egg-info")


def digest(*parts: object) -> str:
    """Return a short hash of anything that JSON can write."""
    text = json.dumps(parts, ensure_ascii=False, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


@cache
def code_digest() -> str:
    """Return a hash of our code, its tables, and the versions of installed libraries.

    Any change of them invalidates every result. That costs developers time, but never gives a wrong
    card.
    """
    return digest(_code(), _libraries())


def _code() -> str:
    """Hash the content of our files, read again only if their size or time has changed."""
    entries = [one for name, ends in _HASHED.items() for one in _files(ROOT / name, ends)]
    files = sorted(((_below_root(entry), entry) for entry in entries), key=itemgetter(0))
    stats = [(name, entry.stat()) for name, entry in files]
    seen = [(name, stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns) for name, stat in stats]
    cache, key = open_cache(), digest(str(ROOT), seen)
    if known := cache.get(KIND, key):
        return known.decode()
    found = digest([(name, _content_digest(entry)) for name, entry in files])
    cache.put(KIND, key, found.encode())
    return found


def _files(folder: os.PathLike[str], endings: tuple[str, ...]) -> Iterator[os.DirEntry[str]]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(endings):
                yield entry
            elif "." not in entry.name and entry.name != "__pycache__" and entry.is_dir():
                yield from _files(entry, endings)


def _below_root(entry: os.DirEntry[str]) -> str:
    return entry.path.removeprefix(str(ROOT)).replace(os.sep, "/")


def _content_digest(path: os.PathLike[str]) -> str:
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def _libraries() -> list[str]:
    """Return the folders that describe installed distributions; their names have the versions."""
    names: set[str] = set()
    for place in sys.path:
        with suppress(OSError):
            names.update(name for name in os.listdir(place or ".") if name.endswith(_INSTALLED))  # noqa: PTH208
    return sorted(names)
