"""Collect every piece whose faces changed, with images before and after."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import product
from pathlib import Path

from generator import images
from generator.compose.artwork import Artwork
from generator.compose.stamps import stamp_places
from generator.draw.drawers import PixelDrawer, cached_pixels
from generator.draw.face import screen_svg
from generator.geometry.units import MM_PER_INCH
from generator.images import Bitmap, RgbPixels
from generator.raster.cairo_library import known_cairo_version
from generator.workers import WorkerPool

from .compare import Comparison
from .diff import PieceChange, PieceState

SCREEN_DPI = 110
# Images are compared in squares of this many pixels; adjacent squares form one box.
CELL = 10
# Out of 255, in any one colour. A smaller difference is invisible.
NOTICEABLE = 4


# Left, top, width and height in pixels.
Box = tuple[int, int, int, int]


@dataclass(frozen=True)
class FaceImage:
    """A face as shown in the change report."""

    data_url: str
    width: int
    height: int
    boxes: tuple[Box, ...] = ()
    # Boxes in which only the small version stamp differs, as it does on every changed piece.
    quiet: tuple[Box, ...] = ()


def drawn_images(drawer: PixelDrawer, arts: dict[str, Artwork]) -> dict[str, Bitmap]:
    """Draw faces and scale them to screen size."""
    return {key: _on_screen(pixels, drawer.dpi) for key, pixels in drawer.faces(arts)}


def cached_image(key: str, dpi: int) -> Bitmap | None:
    """Return a face of an earlier print if it is still in the cache."""
    pixels = cached_pixels(key, dpi)
    return _on_screen(pixels, dpi) if pixels else None


def printed_images(pdf: Path, keys: set[str], dpi: int) -> dict[str, Bitmap]:
    """Extract faces of an earlier print from its PDF, if the PDF still exists."""
    if not keys or not pdf.is_file():
        return {}
    from generator.pdf.pdf_reader import embedded_faces

    return {key: _on_screen(pixels, dpi) for key, pixels in embedded_faces(pdf, keys).items()}


def _on_screen(pixels: RgbPixels, dpi: int) -> Bitmap:
    image = images.bitmap(pixels)
    if dpi == SCREEN_DPI:
        return image
    scale = SCREEN_DPI / dpi
    return image.resize((round(image.width * scale), round(image.height * scale)))


def face_image(image: Bitmap, other: Bitmap | None = None, stamp: Box | None = None) -> FaceImage:
    """Return an image for the report, with the boxes where it differs from the other."""
    different = tuple(_differences(image, other)) if other else ()
    quiet = tuple(box for box in different if stamp and _lies_in(box, stamp))
    boxes = tuple(box for box in different if box not in quiet)
    data = base64.b64encode(images.png(image)).decode("ascii")
    return FaceImage(f"data:image/png;base64,{data}", image.width, image.height, boxes, quiet)


def _lies_in(box: Box, other: Box) -> bool:
    """Return whether a box is inside another, with a tolerance of one cell."""
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
    """Remove and return the marked squares that are connected to the first."""
    group, todo = {start}, [start]
    while todo:
        column, row = todo.pop()
        around = product(range(column - 1, column + 2), range(row - 1, row + 2))
        near = marked.intersection(around)
        marked -= near
        group |= near
        todo.extend(near)
    return group


# A piece before and after; one of them may be missing.
Pair = tuple[PieceState | None, PieceState | None]
# A face and the resolution it is drawn at.
ImageKey = tuple[str, int]


@dataclass(frozen=True)
class Entry:
    """A piece in the report; an image that no longer exists is missing."""

    kind: str
    piece: PieceState
    change: PieceChange | None
    sides: tuple[tuple[str, FaceImage | None, FaceImage | None], ...]


def entries(comparison: Comparison, pool: WorkerPool) -> list[Entry]:
    """List the added, changed and removed pieces, in that order."""
    changes = comparison.changes
    changed = [one for one in changes.changed if one.face_changed]
    pieces: list[tuple[str, PieceState, Pair, PieceChange | None]] = [
        *(("added", piece, (None, piece), None) for piece in changes.added),
        *(("changed", one.after, (one.before, one.after), one) for one in changed),
        *(("removed", piece, (piece, None), None) for piece in changes.removed),
    ]
    if known_cairo_version():
        sides = _FaceImages(comparison, pool, [pair for _, _, pair, _ in pieces]).sides
    else:
        sides = _FaceDrawings(comparison, pool).sides
    return [Entry(kind, piece, change, tuple(sides(pair))) for kind, piece, pair, change in pieces]


class _FaceImages:
    """Images of the new faces, and of those old faces that still exist."""

    def __init__(self, comparison: Comparison, pool: WorkerPool, pairs: list[Pair]) -> None:
        self._comparison = comparison
        self._new: dict[ImageKey, Bitmap] = {}
        self._old: dict[ImageKey, Bitmap] = {}
        # Draw before and after at one resolution, so that only real differences are marked.
        for dpi in dict.fromkeys(self._dpi(pair) for pair in pairs):
            same_dpi = [pair for pair in pairs if self._dpi(pair) == dpi]
            self._draw(dpi, same_dpi, PixelDrawer(comparison.composed.sources, pool, dpi))

    def _dpi(self, pair: Pair) -> int:
        """Return the resolution of the print that an existing image comes from."""
        box, before = self._comparison.box, pair[0]
        if box is None:
            return SCREEN_DPI
        origin = box.origins[before.deck, before.id] if before else box.prints[-1]
        return origin.dpi

    def _draw(self, dpi: int, pairs: list[Pair], drawer: PixelDrawer) -> None:
        comparison = self._comparison
        new = {art.key: art for art in comparison.composed.artworks()}
        drawn = drawn_images(drawer, _pick(new, _keys([after for _, after in pairs])))
        keys = _keys([before for before, _ in pairs])
        old = drawn_images(drawer, _pick(comparison.old_faces, keys))
        for key in keys - old.keys():
            image = drawn.get(key) or cached_image(key, dpi)
            if image:
                old[key] = image
        for one in comparison.box.prints[::-1] if comparison.box else ():
            if one.dpi == dpi:
                old |= printed_images(one.pdf, keys - old.keys(), dpi)
        self._new |= {(key, dpi): image for key, image in drawn.items()}
        self._old |= {(key, dpi): image for key, image in old.items()}

    def sides(self, pair: Pair) -> Iterator[tuple[str, FaceImage | None, FaceImage | None]]:
        dpi = self._dpi(pair)
        for name, old, new in _changed_sides(pair):
            was, now = self._old.get((old or "", dpi)), self._new.get((new or "", dpi))
            stamp = self._stamp(pair[1], name)
            before = face_image(was) if was else None
            yield name, before, face_image(now, was, stamp) if now else None

    def _stamp(self, piece: PieceState | None, side: str) -> Box | None:
        """Return the box of the printed version on a face, in page pixels, if it has one."""
        decks = self._comparison.composed.game.decks
        if piece is None or piece.deck not in decks:
            return None
        place = stamp_places(decks[piece.deck]).get(side)
        if place is None:
            return None
        left, top, right, bottom = (round(mm / MM_PER_INCH * SCREEN_DPI) for mm in place.box())
        return left, top, right - left, bottom - top


class _FaceDrawings:
    """Faces as SVG where cairo is missing: without marks, and without faces of earlier prints."""

    def __init__(self, comparison: Comparison, pool: WorkerPool) -> None:
        new = {art.key: art for art in comparison.composed.artworks()}
        self._arts = {**comparison.old_faces, **new}
        self._draw = partial(screen_svg, pool, comparison.composed.sources)

    def sides(self, pair: Pair) -> Iterator[tuple[str, FaceImage | None, FaceImage | None]]:
        for name, old, new in _changed_sides(pair):
            yield name, self._image(old), self._image(new)

    def _image(self, key: str | None) -> FaceImage | None:
        art = self._arts.get(key or "")
        svg = self._draw(art) if art else None
        if art is None or svg is None:
            return None
        sides_mm = art.width_mm, art.height_mm
        width, height = (round(mm / MM_PER_INCH * SCREEN_DPI) for mm in sides_mm)
        data = base64.b64encode(svg).decode("ascii")
        return FaceImage(f"data:image/svg+xml;base64,{data}", width, height)


def _changed_sides(pair: Pair) -> Iterator[tuple[str, str | None, str | None]]:
    """Yield the sides that differ, each with the keys of its face before and after."""
    faces = (piece.faces if piece else (None, None) for piece in pair)
    for name, old, new in zip(("front", "back"), *faces, strict=True):
        if old != new:
            yield name, old, new


def _keys(pieces: list[PieceState | None]) -> set[str]:
    return {key for piece in pieces if piece for key in piece.faces if key}


def _pick(arts: Mapping[str, Artwork], keys: set[str]) -> dict[str, Artwork]:
    return {key: art for key, art in arts.items() if key in keys}
