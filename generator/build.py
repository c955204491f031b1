"""Pages and faces into files: the PDF and its manifest, whole or not at all.

A build whose files are already there, as it would write them, writes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from .cache import open_cache
from .files import write_text_whole
from .fingerprint import digest, sheet_writer
from .options import PrintOptions
from .render.compose import Artwork
from .render.pool import Crew, Ready, drawing
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

    def key(self, options: PrintOptions) -> str:
        drawn = (list(self.arts), options.dpi, options.render)
        return digest(sheet_writer(), str(self.path.name), *drawn, self.pages, self.manifest)


def write_build(build: Build, options: PrintOptions, crew: Crew, progress: Progress | None) -> None:
    """Writes what is not there yet."""
    cache = open_cache()
    key = build.key(options)
    if _stands(build, cache.get(KIND, key)):
        return
    faces = drawing(build.arts, options.dpi, crew, cache, progress, options.render)
    _write(build, faces)
    cache.put(KIND, key, _mark_of(build.path))
    cache.prune()


def _stands(build: Build, kept: bytes | None) -> bool:
    """Whether both files are there, untouched since this very build wrote them."""
    if kept is None or not build.path.is_file() or not build.manifest_path.is_file():
        return False
    same = build.manifest_path.read_bytes() == build.manifest.encode()
    return same and _mark_of(build.path) == kept


def _mark_of(path: Path) -> bytes:
    """What changes when anybody writes to a file or puts another in its place."""
    stat = path.stat()
    return f"{stat.st_size} {stat.st_mtime_ns} {stat.st_ino}".encode()


def _write(build: Build, faces: Iterator[tuple[str, Ready]]) -> None:
    from .sheets.pdf import write_pdf

    write_pdf(build.path, build.paper, build.pages, faces, build.about, build.manifest)
    write_text_whole(build.manifest_path, build.manifest)
