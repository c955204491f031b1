"""Symbols and pictures: found by name, checked once, fitted where they are wanted.

Comes in: a file of ours or one that a user dropped into ``art/``. Goes out: SVG to put inline.
The only importer of Pillow in rendering.
"""

from __future__ import annotations

import base64
import io
import os
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from cards_data.problems import Problem, Problems, did_you_mean
from cards_data.reader import read_text, shown_path
from generator import resources

from .lint import inner_svg, lint

if TYPE_CHECKING:
    from PIL.ImageFile import ImageFile

PHOTO_DPI = 300
PHOTO_QUALITY = 92
PHOTO_SUFFIXES = (".png", ".jpg", ".jpeg")


@dataclass(frozen=True)
class Picture:
    """Inline SVG and the box it was drawn in."""

    content: str
    box: tuple[float, float, float, float]

    def fitted(self, x: float, y: float, width: float, height: float) -> str:
        """Scaled to fit, centred in the wanted place."""
        left, top, wide, high = self.box
        scale = min(width / wide, height / high)
        dx = x + (width - wide * scale) / 2 - left * scale
        dy = y + (height - high * scale) / 2 - top * scale
        return f'<g transform="translate({dx:.3f} {dy:.3f}) scale({scale:.5f})">{self.content}</g>'


def symbol_names(slug: str) -> tuple[str, ...]:
    own = resources.names_in(slug, "symbols")
    return tuple(dict.fromkeys((*own, *resources.names_in("_shared", "symbols"))))


def symbol_path(slug: str, name: str) -> Path | None:
    """The game's own symbol first, then the shared one."""
    file = f"{name}.svg"
    return resources.find(slug, "symbols", file) or resources.find("_shared", "symbols", file)


def symbol(slug: str, name: str) -> Picture:
    """A symbol, or a problem with the nearest names."""
    path = symbol_path(slug, name)
    if path is None:
        known = symbol_names(slug)
        hint = did_you_mean(name, known)
        raise Problems([Problem(f"symbol {{{name}}}", "is not known", ", ".join(known), hint)])
    return drawing(path, os.stat(path).st_mtime_ns)  # noqa: PTH116 - asked for every symbol


def art_path(slug: str, folder: Path, name: str) -> Path | None:
    """A picture dropped beside the data wins over the drawn one."""
    for suffix in (".svg", *PHOTO_SUFFIXES):
        # Cameras write capital suffixes.
        for spelt in (suffix, suffix.upper()):
            if (path := folder / "art" / f"{name}{spelt}").is_file():
                return path
    return resources.find(slug, "art", f"{name}.svg")


_ID = re.compile(r'(\bid="|url\(#)([^")]+)')


def _own_ids(svg: str, name: str) -> str:
    """Gradients and clips named after their file: pictures on one face never share an id."""
    return _ID.sub(lambda found: f"{found[1]}{name}-{found[2]}", svg)


@lru_cache(maxsize=600)
def drawing(path: Path, mtime: int) -> Picture:
    """An SVG file as a picture; what cannot be drawn is a problem."""
    text = read_text(path)
    wrong = lint(text)
    if wrong:
        raise Problems(
            [Problem(shown_path(path), found, "see docs/adding-a-game.md") for found in wrong]
        )
    try:
        content, box = inner_svg(_own_ids(text, path.stem))
    except ValueError as error:
        found = f"no viewBox of four numbers ({error})"
        raise Problems([Problem(shown_path(path), found, 'viewBox="0 0 24 24"')]) from None
    if box[2] <= 0 or box[3] <= 0:
        raise Problems([Problem(shown_path(path), "the picture has no size", "a viewBox")])
    return Picture(content, box)


def art(path: Path, width_mm: float, height_mm: float) -> Picture:
    """Any picture file; a photo is scaled to print resolution first."""
    mtime = path.stat().st_mtime_ns
    if path.suffix.lower() == ".svg":
        return drawing(path, mtime)
    return _photo(path, mtime, round(max(width_mm, height_mm) / 25.4 * PHOTO_DPI))


@lru_cache(maxsize=100)
def _photo(path: Path, mtime: int, longest: int) -> Picture:
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(path) as opened:
            kind, data, (width, height) = _fit_for_print(opened, path, longest)
    except (UnidentifiedImageError, OSError, Image.DecompressionBombError) as error:
        found = f"is no picture that can be read ({error.__class__.__name__})"
        raise Problems([Problem(shown_path(path), found, "SVG, PNG or JPEG")]) from None
    content = (
        f'<image x="0" y="0" width="{width}" height="{height}" '
        f'href="data:image/{kind};base64,{base64.b64encode(data).decode("ascii")}"/>'
    )
    return Picture(content, (0.0, 0.0, float(width), float(height)))


def _fit_for_print(
    opened: ImageFile, path: Path, longest: int
) -> tuple[str, bytes, tuple[int, int]]:
    """A picture at print resolution: its kind, its bytes and its size.

    A photograph stays one, and is passed on as it is where it fits and tells nothing of where
    and with what it was taken.
    """
    from PIL import ImageOps

    photograph = opened.format == "JPEG" and opened.mode in ("RGB", "L")
    opened.load()
    if photograph and max(opened.size) <= longest and not opened.getexif():
        return "jpeg", path.read_bytes(), opened.size
    image = ImageOps.exif_transpose(opened).convert("RGB" if photograph else "RGBA")
    image.thumbnail((longest, longest))
    buffer = io.BytesIO()
    if photograph:
        image.save(buffer, "JPEG", quality=PHOTO_QUALITY, subsampling=0, exif=b"")
    else:
        image.save(buffer, "PNG", compress_level=1)
    return "jpeg" if photograph else "png", buffer.getvalue(), image.size
