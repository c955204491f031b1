"""Find the pictures that a browser has to decode, when their files arrive or change.

``pictures.js`` asks for them before a request is answered; see ``generator/browser_images.py``.
"""

from __future__ import annotations

import base64
import re
from binascii import Error
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from cards_data.files import PHOTO_SUFFIXES, PICTURE_SUFFIXES, FileState, file_state
from cards_data.reader import PICTURE_LIMIT
from cards_data.registry import PACKAGE
from generator import browser_images
from generator.browser_images import AROUND, DECODED, SKETCH, STRENGTH, UnreadablePicture, key_of
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
PictureToDecode = dict[str, Any]


class NewPictures:
    """The pictures of all games; each is reported once, and again when its file changes."""

    def __init__(self) -> None:
        self._seen: dict[Path, FileState] = {}
        # Whether any SVG so far is drawn by the renderer for filters.
        self.renderer = False

    def new_pictures(self) -> Iterator[PictureToDecode]:
        """Yield new pictures that are complete and not too large."""
        for path in self._changed_files():
            for content in self._contents(path):
                key = key_of(content)
                if not (DECODED / key).is_dir() and (picture := _picture_to_decode(key, content)):
                    yield picture

    def _changed_files(self) -> Iterator[Path]:
        for path in _files():
            state = file_state(path)
            if self._seen.get(path) != state:
                self._seen[path] = state
                if state.size <= PICTURE_LIMIT:
                    yield path

    def _contents(self, path: Path) -> Iterator[bytes]:
        """Yield the picture, or those inside of an SVG."""
        if path.suffix.lower() in PHOTO_SUFFIXES:
            yield path.read_bytes()
            return
        text = path.read_text(encoding="utf-8", errors="replace")
        if path.suffix == ".svg" and not self.renderer and _SUSPECT.search(text):
            self.renderer = bool(read_picture(text).unsupported)
        for match in _INLINE.finditer(text):
            try:
                yield base64.b64decode(match[1])
            except Error:
                continue


def _files() -> Iterator[Path]:
    """Yield files that may have pictures: of the site's games, and of the visitor's."""
    *own, _ = template_folders()
    yield from shipped_files()
    yield from _below(Path("cards_data").resolve(), own)


@cache
def shipped_files() -> tuple[Path, ...]:
    """Return the files of the site that have pictures or need the renderer; they never change."""
    return tuple(filter(_is_of_interest, _below(PACKAGE, template_folders()[-1:])))


def _is_of_interest(path: Path) -> bool:
    if path.suffix.lower() in PHOTO_SUFFIXES:
        return True
    text = path.read_text(encoding="utf-8", errors="replace")
    return bool(_INLINE.search(text) or _SUSPECT.search(text))


def _below(data: Path, templates: Iterable[Path]) -> Iterator[Path]:
    """Yield bitmaps next to the data, and drawings there and with templates."""
    for path in data.glob("*/art/*"):
        if path.suffix.lower() in PICTURE_SUFFIXES:
            yield path
    for folder in templates:
        for kind in ("art/*.svg", "symbols/*.svg", "*.j2"):
            yield from folder.glob(f"*/{kind}")


def _picture_to_decode(key: str, content: bytes) -> PictureToDecode | None:
    try:
        head = browser_images.header(content)
    except UnreadablePicture:
        return None
    if head.width * head.height > MOST_PIXELS:
        return None
    # How to sketch a photograph, of which Python never sees the pixels.
    sketch = {"name": SKETCH, "size": head.sizes[0], "around": AROUND, "strength": STRENGTH}
    versions = [
        (browser_images.version_name(head, size), *size)
        for size in head.sizes
        if not head.is_ready(size)
    ]
    return {
        "key": key,
        "content": browser_images.as_stored(content, head),
        "orientation": head.orientation,
        "versions": versions,
        "sketch": sketch if head.photograph else None,
    }
