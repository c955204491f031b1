"""Pages and faces into files: the PDF and its manifest, whole or not at all.

A build whose files are already there, as it would write them, writes nothing.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

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


def read_manifest(text: str) -> dict[str, Any] | None:
    """A manifest's text as values; nothing when it is none."""
    try:
        found = json.loads(text)
    except ValueError:
        return None
    return found if _is_manifest(found) else None


def _is_manifest(found: Any) -> bool:
    """Whether everything is there that later runs ask for."""
    if not isinstance(found, dict):
        return False
    lists = [found.get("pieces"), found.get("whole", []), found.get("decks", [])]
    if not all(isinstance(item, list) for item in lists):
        return False
    texts = [found.get(key) for key in ("game", "lang", "version")]
    if not isinstance(found.get("dpi", 300), int):
        return False
    return all(isinstance(text, str) for text in texts) and all(
        _is_piece(piece) for piece in (*found["pieces"], *found.get("whole", []))
    )


def _is_piece(piece: Any) -> bool:
    if not isinstance(piece, dict) or not {"front", "back", "copies"} <= piece.keys():
        return False
    row = piece.get("row", {"copies": piece["copies"]})
    named = isinstance(piece.get("deck"), str) and isinstance(piece.get("id"), str)
    return named and isinstance(row, dict) and isinstance(row.get("copies"), int)
