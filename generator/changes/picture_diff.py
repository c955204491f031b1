"""Before and after as pictures, with the changed parts marked.

Comes in: two faces. Goes out: PNG data and the boxes in which they differ.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from generator import images
from generator.compose.artwork import Artwork
from generator.draw.pixel_drawer import Drawer, kept_pixels
from generator.images import Bitmap

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


def drawn_images(drawer: Drawer, arts: dict[str, Artwork]) -> dict[str, Bitmap]:
    """Faces drawn and brought to screen size."""
    return {
        key: _on_screen(images.bitmap(pixels), drawer.dpi) for key, pixels in drawer.faces(arts)
    }


def kept_image(key: str, dpi: int) -> Bitmap | None:
    """A face of an earlier print, if it is still in the cache."""
    pixels = kept_pixels(key, dpi)
    return _on_screen(images.bitmap(pixels), dpi) if pixels else None


def printed_images(pdf: Path, keys: set[str], dpi: int) -> dict[str, Bitmap]:
    """Faces of an earlier print out of its PDF, where it is still there."""
    if not keys or not pdf.is_file():
        return {}
    from generator.pdf.pdf_reader import embedded_faces

    return {
        key: _on_screen(images.bitmap(pixels), dpi)
        for key, pixels in embedded_faces(pdf, keys).items()
    }


def _on_screen(image: Bitmap, dpi: int) -> Bitmap:
    if dpi == SCREEN_DPI:
        return image
    scale = SCREEN_DPI / dpi
    return images.resized(image, round(image.width * scale), round(image.height * scale))


def face_image(image: Bitmap, other: Bitmap | None = None, stamp: Box | None = None) -> FaceImage:
    """An image for the page, with the boxes where it differs from the other."""
    different = tuple(_differences(image, other)) if other else ()
    quiet = tuple(box for box in different if stamp and _lies_in(box, stamp))
    boxes = tuple(box for box in different if box not in quiet)
    data = base64.b64encode(images.png(image)).decode("ascii")
    return FaceImage(f"data:image/png;base64,{data}", image.width, image.height, boxes, quiet)


def _lies_in(box: Box, other: Box) -> bool:
    """Whether a box is inside another, give or take one cell."""
    (left, top, width, height), (x, y, w, h) = box, other
    return (
        x - CELL <= left
        and y - CELL <= top
        and left + width <= x + w + CELL
        and top + height <= y + h + CELL
    )


def _differences(one: Bitmap, other: Bitmap) -> Iterator[Box]:
    if one.size != other.size:
        yield (0, 0, one.width, one.height)
        return
    marked = set(images.differing_cells(one, other, CELL, NOTICEABLE))
    while marked:
        group = _spread(marked.pop(), marked)
        left, right = min(c for c, _ in group), max(c for c, _ in group) + 1
        top, bottom = min(r for _, r in group), max(r for _, r in group) + 1
        yield (left * CELL, top * CELL, (right - left) * CELL, (bottom - top) * CELL)


def _spread(start: tuple[int, int], marked: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """The marked squares that hang together with the first; they leave the set."""
    group, todo = {start}, [start]
    while todo:
        column, row = todo.pop()
        around = product(range(column - 1, column + 2), range(row - 1, row + 2))
        near = marked.intersection(around)
        marked -= near
        group |= near
        todo.extend(near)
    return group
