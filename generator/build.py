"""Pages and faces into files: the PDF and its manifest, whole or not at all.

A build whose files are already there, as it would write them, writes nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from .cache import Cache, open_cache
from .files import write_text_whole
from .fingerprint import digest, sheet_writer
from .options import PrintOptions
from .render.compose import Artwork
from .sheets.document import About, Page
from .sheets.papers import Paper

Progress = Callable[[int, int], None]
KIND = "builds"


@dataclass(frozen=True)
class Build:
    """Everything that goes into a PDF."""

    path: Path
    paper: Paper
    pages: tuple[Page, ...]
    arts: Mapping[str, Artwork]
    about: About
    manifest: str

    @property
    def manifest_path(self) -> Path:
        return self.path.with_suffix(".json")

    def key(self, dpi: int) -> str:
        return digest(
            sheet_writer(), str(self.path.name), list(self.arts), dpi, self.pages, self.manifest
        )


def write_build(build: Build, options: PrintOptions, progress: Progress | None) -> None:
    """Writes what is not there yet."""
    cache = open_cache()
    key = build.key(options.dpi)
    if _stands(build, cache.get(KIND, key)):
        return
    _write(build, options, cache, progress)
    cache.put(KIND, key, _digest_of(build.path).encode())
    cache.prune()


def _stands(build: Build, kept: bytes | None) -> bool:
    """Whether both files are there with the very bytes that this build gives."""
    if kept is None or not build.path.is_file() or not build.manifest_path.is_file():
        return False
    same = build.manifest_path.read_bytes() == build.manifest.encode()
    return same and _digest_of(build.path) == kept.decode()


def _digest_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _write(build: Build, options: PrintOptions, cache: Cache, progress: Progress | None) -> None:
    from .render.pool import drawn
    from .sheets.pdf import write_pdf

    faces = drawn(build.arts, options.dpi, options.jobs, cache, progress)
    write_pdf(build.path, build.paper, build.pages, faces, build.about, build.manifest)
    write_text_whole(build.manifest_path, build.manifest)
