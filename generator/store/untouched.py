"""Whether anything was touched since a run that made the same: asked before anything is loaded.

Comes in: the folders and files that a run may read, and what it is asked. Goes out: what that run
said, while every file it could have read and every file it wrote bears the same marks; else
nothing, and the run does its work. A file so young that a further change might leave its marks as
they are is compared by its content.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from .cache import open_cache

KIND = "untouched"
# No file system in use counts time in longer steps.
YOUNG_NS = 2_000_000_000
Marks = tuple[int, int, int, int]


class Look(NamedTuple):
    """All files below some folders as they were at one moment, before anybody read them."""

    key: str
    marks: str
    young: dict[str, str]

    def told(self) -> str | None:
        """What an earlier run said, if it would make the same again and all it made stands."""
        entry = json.loads(open_cache().get(KIND, self.key) or "{}")
        if not entry or entry["marks"] != self.marks:
            return None
        try:
            same = all(_content(path) == held for path, held in entry["young"].items())
            stands = all(list(_marks(Path(path).stat())) == held for path, held in entry["made"])
        except OSError:
            return None
        return str(entry["told"]) if same and stands else None

    @property
    def is_first(self) -> bool:
        """Whether nothing is remembered of such a run: all of its work is still to be done."""
        return not open_cache().get(KIND, self.key)

    def keep(self, told: str, made: Iterable[Path]) -> None:
        """Remembers what a run said that began with this look, and the files it made."""
        entry = {
            "marks": self.marks,
            "young": self.young,
            "made": [(str(path.absolute()), _marks(path.stat())) for path in made],
            "told": told,
        }
        open_cache().put(KIND, self.key, json.dumps(entry).encode())


def look(folders: Iterable[Path], *asked: object) -> Look | None:
    """Looks at every file of every folder; nothing where that cannot be done for sure."""
    now = time.time_ns()
    found = hashlib.sha256()
    young = {}
    try:
        for path, stat in _files(folders):
            marks = _marks(stat)
            found.update(f"{path} {marks}\n".encode("utf-8", "surrogateescape"))
            if max(marks[1], marks[2]) > now - YOUNG_NS:
                young[path] = _content(path)
        for place in filter(None, sys.path):
            found.update(f"{place} {_installed(Path(place))}\n".encode())
    except (OSError, _Unsure):
        return None
    whole = repr((asked, os.getcwd(), sys.executable, sys.version))  # noqa: PTH109
    return Look(hashlib.sha256(whole.encode()).hexdigest()[:32], found.hexdigest(), young)


class _Unsure(Exception):
    """A folder that leads elsewhere: what is read through it is not known."""


def _files(folders: Iterable[Path]) -> Iterator[tuple[str, os.stat_result]]:
    todo = sorted({str(folder) for folder in folders}, reverse=True)
    while todo:
        place = todo.pop()
        if os.path.isfile(place):  # noqa: PTH113
            yield place, os.stat(place)  # noqa: PTH116
        if not os.path.isdir(place):  # noqa: PTH112
            continue
        with os.scandir(place) as entries:
            for entry in sorted(entries, key=lambda one: one.name):
                if not entry.is_dir():
                    yield entry.path, entry.stat()
                elif entry.is_symlink():
                    raise _Unsure
                elif entry.name != "__pycache__":
                    todo.append(entry.path)


def _marks(stat: os.stat_result) -> Marks:
    """What changes when anybody writes to a file or puts another in its place."""
    return stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns, stat.st_ino


def _installed(place: Path) -> int:
    """A folder of libraries changes when one is installed, removed or exchanged."""
    try:
        return place.stat().st_mtime_ns
    except OSError:
        return 0


def _content(path: str) -> str:
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()
