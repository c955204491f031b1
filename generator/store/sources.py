"""Files as they were first read, with the hashes of their content.

A second read gives the same content, even if the file was saved in between: what was hashed is
what is used.
"""

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
from cards_data.reader import FILE_LIMIT, decoded, read_bytes, shown_path
from generator import resources

# Templates, layouts and symbols; a picture is that of one piece.
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
        """The content as text, or a problem that says what is wrong with it."""
        return decoded(self.content, shown_path(self.path))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as it is now: another thread may be computing its digest."""
        return _unpickled, (self.path, self.content, vars(self).get("digest"))


def _unpickled(path: Path, content: bytes, digest: str | None) -> Source:
    source = Source(path, content)
    if digest:
        vars(source)["digest"] = digest
    return source


@dataclass(frozen=True, eq=False)
class Sources:
    """The files of one run; ``folders`` hold the templates, nearest first."""

    folders: tuple[Path, ...] = field(default_factory=resources.template_folders)
    _read: dict[Path, Source] = field(default_factory=dict)
    _found: dict[tuple[str, ...], Path | None] = field(default_factory=dict)
    _listed: dict[Path, frozenset[str]] = field(default_factory=dict)
    # Whether what lies in a folder stays below the templates.
    _inside: dict[Path, bool] = field(default_factory=dict)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as it is now, while other threads go on reading."""
        return Sources, (self.folders, self._read.copy(), self._found.copy())

    def read(self, path: Path, limit: int = FILE_LIMIT) -> Source:
        """The file as it was when it was first asked for."""
        if path not in self._read:
            self._read[path] = Source(path, read_bytes(path, limit))
        return self._read[path]

    def find(self, *names: str) -> Source | None:
        """The nearest file of that name below the folders of the templates."""
        if names not in self._found:
            self._found[names] = next(filter(self._stays, self._near(names)), None)
        path = self._found[names]
        return self.read(path) if path else None

    def _near(self, names: tuple[str, ...]) -> Iterator[Path]:
        places = (os.path.join(folder, *names) for folder in self.folders)  # noqa: PTH118
        return (Path(place) for place in places if os.path.isfile(place))  # noqa: PTH113

    def why_not_found(self, *names: str) -> AnyText:
        """What to do about a file that is there and is not read; nothing where none is."""
        stays = all(map(self._stays, self._near(names)))
        return "" if stays else Message("face.link_out")

    def _stays(self, path: Path) -> bool:
        """Whether no link on the way leads out of the folders of templates."""
        if path.is_symlink():
            return self._ends_inside(path)
        if path.parent not in self._inside:
            self._inside[path.parent] = self._ends_inside(path.parent)
        return self._inside[path.parent]

    def _ends_inside(self, path: Path) -> bool:
        """Whether a path that begins in the folders of templates ends there."""
        if not any(path.is_relative_to(folder) for folder in self.folders):
            return True
        real = path.resolve()
        return any(real.is_relative_to(folder.resolve()) for folder in self.folders)

    def listed(self, folder: Path) -> frozenset[str]:
        """The names in a folder as they were when it was first asked for; of none, nothing."""
        if folder not in self._listed:
            try:
                self._listed[folder] = frozenset(os.listdir(folder))  # noqa: PTH208
            except OSError:
                self._listed[folder] = frozenset()
        return self._listed[folder]

    def template(self, name: str) -> Source | None:
        """A template by its path below those folders; a path that climbs out leads nowhere."""
        steps = name.split("/")
        climbs = any(step in ("", ".", "..") for step in steps)
        return None if climbs else self.find(*steps)

    def gather(self, *folders: str) -> None:
        """Reads what many faces share.

        Otherwise each worker would read it for itself, at another moment than the others.
        """
        for root, folder, shared in product(self.folders, folders, SHARED):
            with suppress(Problems):  # raised again where it is used
                for _ in self.below(root / folder, shared):
                    pass

    def names_in(self, *names: str, suffix: str = ".svg") -> tuple[str, ...]:
        """The stems of all files of a kind in a folder of the templates."""
        files = (folder.joinpath(*names).glob(f"*{suffix}") for folder in self.folders)
        return tuple(sorted({path.stem for paths in files for path in filter(self._stays, paths)}))

    def below(self, folder: Path, pattern: str) -> Iterator[tuple[str, Source]]:
        """The files below a folder, each with its name from there on."""
        for path in sorted(folder.glob(pattern)):
            if path.is_file() and self._stays(path):
                yield path.relative_to(folder).as_posix(), self.read(path)
