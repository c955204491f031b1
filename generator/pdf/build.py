"""Write the PDF of a print and its manifest: both complete, or neither.

Files that already exist with the same content are not written again.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import MISSING, dataclass, fields
from pathlib import Path
from typing import Any

from generator.compose.artwork import Artwork
from generator.draw.drawers import Drawer
from generator.options import Edition, PrintOptions
from generator.raster import Pixels
from generator.sheets.papers import Paper
from generator.store.atomic_files import written_together
from generator.store.cache import open_cache
from generator.store.fingerprint import code_digest, digest, file_checksum
from generator.store.sources import Sources
from generator.vector.form_xobject import Form
from generator.workers.pool import Progress

from .document import DATE, About, Page

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
    # A note to send with the file, if any.
    note: str = ""

    @property
    def note_path(self) -> Path | None:
        return self.path.with_suffix(".txt") if self.note else None

    @property
    def manifest_path(self) -> Path:
        return self.path.with_suffix(".json")

    @property
    def texts(self) -> dict[Path, str]:
        """The text files next to the PDF."""
        note = {self.note_path: self.note} if self.note_path else {}
        return {self.manifest_path: self.manifest, **note}

    def key(self, drawer: Drawer[Any]) -> str:
        """Return a key of everything that the file depends on: its contents and our code."""
        faces = [drawer.key(art) for art in self.arts.values()]
        texts = self.manifest, self.note, vars(self.about), os.environ.get(DATE)
        return digest(code_digest(), self.path.name, faces, self.pages, *texts)


def write_build(build: Build, drawer: Drawer[Any], progress: Progress | None) -> None:
    """Write the files that do not exist yet."""
    cache = open_cache()
    key = build.key(drawer)
    if _is_up_to_date(build, cache.get(KIND, key)):
        # An existing print becomes the newest: a reprint is compared with that.
        with suppress(OSError):
            os.utime(build.manifest_path)
        return
    faces: Iterator[tuple[str, Pixels | Form]] = drawer.faces(build.arts, progress)
    _write(build, faces, drawer.sources)
    cache.put(KIND, key, file_checksum(build.path).encode())
    cache.prune()


def _is_up_to_date(build: Build, saved: bytes | None) -> bool:
    """Return whether all files exist, unchanged since this same build wrote them."""
    exist = saved is not None and all(path.is_file() for path in (build.path, *build.texts))
    same = exist and all(path.read_bytes() == text.encode() for path, text in build.texts.items())
    return same and file_checksum(build.path).encode() == saved


def _write(build: Build, faces: Iterator[tuple[str, Pixels | Form]], sources: Sources) -> None:
    from .writer import write_pdf

    with written_together(build.path, *build.texts) as (pdf, *beside):
        write_pdf(pdf, build.paper, build.pages, faces, build.about, build.manifest, sources)
        seal(pdf)
        for path, text in zip(beside, build.texts.values(), strict=True):
            path.write_bytes(text.encode())


_END = b"startxref"
# The end of a PDF, from that word on, is shorter than this.
_END_BYTES = 64
_BEGIN = b"% Ecotable seal "
_SEAL_BYTES = len(_BEGIN) + 64 + 1
_SEAL_AT_END = re.compile(_BEGIN + rb"([0-9a-f]{64})\n(?=startxref\s)")


def seal(path: Path) -> None:
    """Insert the line before ``startxref``: no offset in the file refers to anything after it."""
    with path.open("r+b") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest().encode()
        file.seek(-_END_BYTES, 2)
        tail = file.read()
        start = tail.rindex(_END)
        file.seek(start - len(tail), 2)
        file.write(_BEGIN + digest + b"\n" + tail[start:])


def is_untouched(path: Path) -> bool:
    """Return whether a PDF is byte for byte what was sealed."""
    content = path.read_bytes()
    tail = content[-_END_BYTES - _SEAL_BYTES :]
    match = _SEAL_AT_END.search(tail)
    if not match:
        return False
    start = len(content) - len(tail) + match.start()
    rest = hashlib.sha256(content[:start])
    rest.update(tail[match.end() :])
    return rest.hexdigest().encode() == match[1]


ORDER = (
    *("decks", "only", "sheets", "copies", "layout", "flip", "ink", "render"),
    *("made_for", "printer", "draft"),
)
# Values that are not self-explanatory in a file name.
NOTED_OPTIONS = {"only", "sheets", "printer"}
# Named elsewhere, or without influence on what is printed.
UNNAMED = {"edition", "lang", "paper", "marks", "dpi", "scorer_url", "out", "jobs"}
# Many decks or pieces: file systems limit the length of a name.
LONGEST = 60
_NO_NAME = re.compile(r"[^\w]+")


def file_name(slug: str, options: PrintOptions, *, changed: bool = False) -> str:
    """Return the name without its suffix."""
    parts = [slug, options.lang, options.paper, *_differences(options)]
    return "-".join([*parts, "changed"] if changed else parts)


def _differences(options: PrintOptions) -> Iterator[str]:
    """Yield the options that differ from the defaults."""
    chosen = {name: word for one in (options, options.edition) for name, word in _changes(one)}
    # A side printed alone is not turned over, so no printer error has to be corrected.
    for name in () if options.two_sided else ("flip", "printer"):
        chosen.pop(name, None)
    for name in (*ORDER, *sorted(set(chosen) - set(ORDER))):
        if name in chosen:
            yield chosen[name]


def _changes(options: PrintOptions | Edition) -> Iterator[tuple[str, str]]:
    for one in fields(options):
        value = getattr(options, one.name)
        usual = one.default_factory() if one.default_factory is not MISSING else one.default
        if one.name not in UNNAMED and value != usual:
            yield one.name, _word(one.name, value)


def _word(name: str, value: Any) -> str:
    if name == "copies":
        return f"x{value}"
    if value is True:
        return name
    # They make the same print in any order.
    items = sorted(set(value)) if isinstance(value, tuple | list) else [value]
    prefix = [name] if name in NOTED_OPTIONS else []
    word = "-".join(_NO_NAME.sub("-", str(item)).strip("-") for item in (*prefix, *items))
    short = f"{word[: LONGEST - 9]}-{hashlib.sha256(word.encode()).hexdigest()[:8]}"
    return word if len(word) <= LONGEST else short
