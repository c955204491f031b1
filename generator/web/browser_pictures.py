"""Find the pictures that a browser has to decode, when their files arrive or change.

``pictures.js`` asks for them before a request is answered; see ``generator/browser_images.py``.
"""

from __future__ import annotations

import base64
import re
from binascii import Error
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cards_data.reader import PICTURE_LIMIT
from cards_data.registry import PACKAGE
from generator.browser_images import (
    AROUND,
    DECODED,
    SKETCH,
    STRENGTH,
    Header,
    UnreadablePicture,
    as_stored,
    header,
    key_of,
    version_name,
)
from generator.compose.dependencies import PHOTO_SUFFIXES
from generator.resources import template_folders
from generator.svg.imported_svg import read_picture
from generator.svg.tree import MOST_PIXELS

_INLINE = re.compile(r"data:image/(?:png|jpe?g);base64,([A-Za-z0-9+/=\s]+)")
# Most of what only a bitmap can show; files without it need not be parsed.
_SUSPECT = re.compile(
    r"filter|mask|pattern|marker|mix-blend|image-rendering|-origin|<text"
    r"|linejoin\W++(?!(?:miter|round|bevel)\b(?!-))"
)


# A picture as JavaScript needs it: its bytes, how it is turned, and what to make of it.
Undecoded = dict[str, Any]


class NewPictures:
    """The pictures of all games; each is reported once, and again when its file changes."""

    def __init__(self) -> None:
        self._seen: dict[Path, tuple[int, int]] = {}
        # Whether any SVG so far is drawn by the renderer for filters.
        self.renderer = False

    def found(self) -> Iterator[Undecoded]:
        """Yield new pictures that are complete and not too large."""
        for path in self._changed():
            for content in self._contents(path):
                key = key_of(content)
                if not (DECODED / key).is_dir() and (found := _undecoded(key, content)):
                    yield found

    def _changed(self) -> Iterator[Path]:
        for path in _files():
            known = path.stat()
            state = known.st_size, known.st_mtime_ns
            if self._seen.get(path) != state:
                self._seen[path] = state
                if known.st_size <= PICTURE_LIMIT:
                    yield path

    def _contents(self, path: Path) -> Iterator[bytes]:
        """Yield the picture, or those inside of an SVG."""
        if path.suffix.lower() in PHOTO_SUFFIXES:
            yield path.read_bytes()
            return
        text = path.read_text(encoding="utf-8", errors="replace")
        if path.suffix == ".svg" and not self.renderer and _SUSPECT.search(text):
            self.renderer = bool(read_picture(text).beyond)
        for match in _INLINE.finditer(text):
            try:
                yield base64.b64decode(match[1])
            except Error:
                continue


def _files() -> Iterator[Path]:
    """Yield files with pictures: bitmaps next to the data, drawings there and with templates."""
    data = {Path("cards_data").resolve(), PACKAGE}
    for folder in data:
        for path in folder.glob("*/art/*"):
            if path.suffix.lower() in (".svg", *PHOTO_SUFFIXES):
                yield path
    for folder in template_folders():
        for kind in ("art/*.svg", "symbols/*.svg", "*.j2"):
            yield from folder.glob(f"*/{kind}")


def _undecoded(key: str, content: bytes) -> Undecoded | None:
    try:
        found = header(content)
    except UnreadablePicture:
        return None
    if found.width * found.height > MOST_PIXELS:
        return None
    versions = [
        (version_name(found, size), *size) for size in found.sizes if not found.unchanged(size)
    ]
    return {
        "key": key,
        "content": as_stored(content, found),
        "orientation": found.orientation,
        "versions": versions,
        "sketch": _sketch(found) if found.photograph else None,
    }


def _sketch(found: Header) -> dict[str, Any]:
    """Return how to sketch a photograph, of which Python never sees the pixels."""
    return {"name": SKETCH, "size": found.sizes[0], "around": AROUND, "strength": STRENGTH}
