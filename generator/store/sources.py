"""Files as first read, with hashes: a second read gives the same, even if the file was saved."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import Any

from cards_data.problems import AnyText, Message, Problems
from cards_data.reader import FILE_LIMIT, decode, read_bytes, shown_path
from generator import resources

# Templates, layouts and symbols; a picture belongs to one piece.
SHARED = ("*.j2", "*.layout.yaml", "layouts/*.layout.yaml", "symbols/*.svg")


@dataclass(frozen=True)
class Source:
    """A file's content and its hash."""

    path: Path
    content: bytes

    @cached_property
    def digest(self) -> str:
        return hashlib.sha256(self.content).hexdigest()

    @property
    def text(self) -> str:
        """The content as text; a problem if it cannot be decoded."""
        return decode(self.content, shown_path(self.path))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the current state: another thread may be computing its digest."""
        return _unpickle, (self.path, self.content, vars(self).get("digest"))


def _unpickle(path: Path, content: bytes, digest: str | None) -> Source:
    source = Source(path, content)
    if digest:
        vars(source)["digest"] = digest
    return source


@dataclass(frozen=True, eq=False)
class Sources:
    """The files of one run; ``folders`` are the template folders, nearest first."""

    folders: tuple[Path, ...] = field(default_factory=resources.template_folders)
    _read: dict[Path, Source] = field(default_factory=dict)
    _found: dict[tuple[str, ...], Path | None] = field(default_factory=dict)
    _listed: dict[Path, frozenset[str]] = field(default_factory=dict)
    # Whether the contents of a folder stay inside the template folders.
    _inside: dict[Path, bool] = field(default_factory=dict)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the current state, while other threads continue reading."""
        return Sources, (self.folders, self._read.copy(), self._found.copy())

    def read(self, path: Path, limit: int = FILE_LIMIT) -> Source:
        """Return the file as it was when first requested."""
        if path not in self._read:
            self._read[path] = Source(path, read_bytes(path, limit))
        return self._read[path]

    def find(self, *names: str) -> Source | None:
        """Return the nearest file with that name in the template folders."""
        if names not in self._found:
            self._found[names] = next(filter(self._stays, self._candidates(names)), None)
        path = self._found[names]
        return self.read(path) if path else None

    def _candidates(self, names: tuple[str, ...]) -> Iterator[Path]:
        places = (os.path.join(folder, *names) for folder in self.folders)  # noqa: PTH118
        return (Path(place) for place in places if os.path.isfile(place))  # noqa: PTH113

    def why_not_found(self, *names: str) -> AnyText:
        """Return what to do about a file that exists but is not read; empty if none exists."""
        stays = all(map(self._stays, self._candidates(names)))
        return "" if stays else Message("face.link_out")

    def _stays(self, path: Path) -> bool:
        """Return whether no link on the path leads out of the template folders."""
        if path.is_symlink():
            return self._ends_inside(path)
        if path.parent not in self._inside:
            self._inside[path.parent] = self._ends_inside(path.parent)
        return self._inside[path.parent]

    def _ends_inside(self, path: Path) -> bool:
        """Return whether a path that begins in the template folders ends there."""
        if not any(path.is_relative_to(folder) for folder in self.folders):
            return True
        real = path.resolve()
        return any(real.is_relative_to(folder.resolve()) for folder in self.folders)

    def names_of(self, folder: Path) -> frozenset[str]:
        """Return the names in a folder as first requested; empty if it does not exist."""
        if folder not in self._listed:
            try:
                self._listed[folder] = frozenset(os.listdir(folder))  # noqa: PTH208
            except OSError:
                self._listed[folder] = frozenset()
        return self._listed[folder]

    def template(self, name: str) -> Source | None:
        """Return a template by its path; a path that leads out of the folders gives nothing."""
        steps = name.split("/")
        climbs = any(step in ("", ".", "..") for step in steps)
        return None if climbs else self.find(*steps)

    def gather(self, *folders: str) -> None:
        """Read what many faces share: workers would read it separately, at different times."""
        for root, folder, shared in product(self.folders, folders, SHARED):
            with suppress(Problems):  # raised again where it is used
                for _ in self.tree(root / folder, shared):
                    pass

    def names_in(self, *names: str, suffix: str = ".svg") -> tuple[str, ...]:
        """Return the stems of all files of a kind in a template folder."""
        files = (folder.joinpath(*names).glob(f"*{suffix}") for folder in self.folders)
        return tuple(sorted({path.stem for paths in files for path in filter(self._stays, paths)}))

    def tree(self, folder: Path, pattern: str) -> Iterator[tuple[str, Source]]:
        """Yield the files in a folder, each with its relative name."""
        for path in sorted(folder.glob(pattern)):
            if path.is_file() and self._stays(path):
                yield path.relative_to(folder).as_posix(), self.read(path)
