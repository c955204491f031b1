"""Before and after as pictures, with the changed parts marked.

Comes in: two faces. Goes out: PNG data and the boxes in which they differ.
"""

from __future__ import annotations

import base64
import io
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageChops

from generator.compose.piece import Artwork
from generator.draw.pixel_drawer import Drawer, kept_pixels
from generator.raster.pixels import Pixels

SCREEN_DPI = 110
# Differences are looked for in squares of this many pixels; what touches is one box.
CELL = 10
# Steps of 255 in any one colour; fewer than this no eye sees.
NOTICEABLE = 4


# Left, top, width and height in pixels.
Box = tuple[int, int, int, int]


@dataclass(frozen=True)
class FaceImage:
    """A face as the page shows it."""

    data_url: str
    width: int
    height: int
    boxes: tuple[Box, ...] = ()
    # Where only the version in small print differs: it does so on every changed piece.
    quiet: tuple[Box, ...] = ()


def images(drawer: Drawer, arts: dict[str, Artwork]) -> dict[str, Image.Image]:
    """Faces drawn and brought to screen size."""
    return {key: _on_screen(_image(pixels), drawer.dpi) for key, pixels in drawer.faces(arts)}


def kept_image(key: str, dpi: int) -> Image.Image | None:
    """A face of an earlier print, if it is still in the cache."""
    pixels = kept_pixels(key, dpi)
    return _on_screen(_image(pixels), dpi) if pixels else None


def printed_images(pdf: Path, keys: set[str], dpi: int) -> dict[str, Image.Image]:
    """Faces of an earlier print out of its PDF, where it is still there."""
    if not keys or not pdf.is_file():
        return {}
    from generator.pdf.pdf_reader import embedded_faces

    return {
        key: _on_screen(_image(pixels), dpi) for key, pixels in embedded_faces(pdf, keys).items()
    }


def _on_screen(image: Image.Image, dpi: int) -> Image.Image:
    if dpi == SCREEN_DPI:
        return image
    scale = SCREEN_DPI / dpi
    return image.resize((round(image.width * scale), round(image.height * scale)))


def _image(pixels: Pixels) -> Image.Image:
    return Image.frombytes("RGB", (pixels.width, pixels.height), zlib.decompress(pixels.packed))


def face_image(
    image: Image.Image, other: Image.Image | None = None, stamp: Box = (0, 0, 0, 0)
) -> FaceImage:
    """An image for the page, with the boxes where it differs from the other."""
    different = tuple(_differences(image, other)) if other else ()
    quiet = tuple(box for box in different if _lies_in(box, stamp))
    boxes = tuple(box for box in different if box not in quiet)
    buffer = io.BytesIO()
    image.save(buffer, "PNG", optimize=False)
    data = base64.b64encode(buffer.getvalue()).decode("ascii")
    return FaceImage(f"data:image/png;base64,{data}", image.width, image.height, boxes, quiet)


def _lies_in(box: Box, other: Box) -> bool:
    """Whether a box lies in another, as exactly as squares of some pixels tell."""
    (left, top, width, height), (x, y, w, h) = box, other
    return (
        w > 0
        and x - CELL <= left
        and y - CELL <= top
        and left + width <= x + w + CELL
        and top + height <= y + h + CELL
    )


def _differences(one: Image.Image, other: Image.Image) -> Iterator[Box]:
    if one.size != other.size:
        yield (0, 0, one.width, one.height)
        return
    mask = ImageChops.difference(one, other)
    columns, rows = -(-one.width // CELL), -(-one.height // CELL)
    marked = {
        (column, row)
        for row in range(rows)
        for column in range(columns)
        if _differs(mask, column, row)
    }
    while marked:
        group = _spread(marked.pop(), marked)
        left, right = min(c for c, _ in group), max(c for c, _ in group) + 1
        top, bottom = min(r for _, r in group), max(r for _, r in group) + 1
        yield (left * CELL, top * CELL, (right - left) * CELL, (bottom - top) * CELL)


def _differs(mask: Image.Image, column: int, row: int) -> bool:
    box = (column * CELL, row * CELL, (column + 1) * CELL, (row + 1) * CELL)
    return any(band.crop(box).getextrema()[1] >= NOTICEABLE for band in mask.split())  # type: ignore[operator]


def _spread(start: tuple[int, int], marked: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """The marked squares that hang together with the first; they leave the set."""
    group, todo = {start}, [start]
    while todo:
        column, row = todo.pop()
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                near = (column + dx, row + dy)
                if near in marked:
                    marked.discard(near)
                    group.add(near)
                    todo.append(near)
    return group
