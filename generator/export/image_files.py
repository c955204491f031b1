"""Drawn faces as picture files. The room's only importer of Pillow.

Comes in: artwork and how it shall be finished. Goes out: PNG or WebP, cut to the outline where
the bleed is not wanted; sheets of many faces. Drawing and packing are the crew's work.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PIL import Image, ImageChops

from cards_data.models import Size
from cards_data.problems import Problem, Problems
from generator.compose.piece import Artwork, artwork
from generator.geometry.shapes import outline, path_data
from generator.geometry.units import BLEED_MM, pixels
from generator.raster.pixels import Pixels
from generator.workers import Failure

from .job import ExportJob

PNG_LEVEL = 6
WEBP_QUALITY = 82
# A letter's soft edge is no letter: what differs less than this is not seen.
SEEN = 64


@dataclass(frozen=True)
class ImageFormat:
    """How a picture leaves the house; its resolution stands in the file."""

    dpi: int
    bleed: bool = False
    format: str = "PNG"


@dataclass(frozen=True)
class Trim:
    """What is left of a drawn face: a box in pixels, and a mask where that is not all."""

    left: int
    top: int
    width: int
    height: int
    mask: Pixels | None = None


@dataclass(frozen=True)
class SheetOf:
    """Faces to be laid in rows, each cut to the same box; empty places stay white."""

    cells: tuple[Pixels | None, ...]
    columns: int
    cut: Trim
    dpi: int


Art = tuple[Artwork, Size]


def pictures(
    job: ExportJob, arts: Mapping[str, Art], finish: ImageFormat
) -> Iterator[tuple[str, bytes]]:
    """Every face as a file's content, in order."""
    drawn = drawn_faces(job, {key: art for key, (art, _) in arts.items()}, finish.dpi)
    cuts = _cuts(job, {size for _, size in arts.values()}, finish)
    items = [(drawn[key], cuts[size], finish) for key, (_, size) in arts.items()]
    return zip(arts, in_workers(job, ENCODE, items), strict=True)


def drawn_faces(job: ExportJob, arts: Mapping[str, Artwork], dpi: int) -> dict[str, Pixels]:
    return dict(job.drawer(dpi).faces(arts, job.progress))


def _cuts(job: ExportJob, sizes: set[Size], finish: ImageFormat) -> dict[Size, Trim | None]:
    if finish.bleed:
        return dict.fromkeys(sizes)
    shaped = {size: shape_of(size) for size in sizes if size.shape != "rect" or size.corner_mm}
    masks = drawn_faces(job, {art.key: art for art in shaped.values()}, finish.dpi)
    return {
        size: cut_box(size, finish.dpi, masks[shaped[size].key] if size in shaped else None)
        for size in sizes
    }


def cut_box(size: Size, dpi: int, mask: Pixels | None = None) -> Trim:
    """The piece without its bleed."""
    edge = pixels(BLEED_MM, dpi)
    return Trim(edge, edge, pixels(size.width_mm, dpi), pixels(size.height_mm, dpi), mask)


def shape_of(size: Size, inset_mm: float = 0.0) -> Artwork:
    """The outline of a piece, white on black: what of a picture is seen."""
    ground = f'<rect x="-{BLEED_MM:g}" y="-{BLEED_MM:g}" width="100%" height="100%"/>'
    path = f'<path d="{path_data(outline(size, inset_mm))}" fill="#ffffff"/>'
    return artwork(ground + path, size)


def in_workers(
    job: ExportJob, work: str, items: Sequence[Any], shared: Any = None
) -> Iterator[Any]:
    """What the crew makes of every item; what it cannot do is a problem."""
    for result in job.crew.each(work, shared, items):
        if isinstance(result, Failure):
            raise Problems([Problem(f"{job.game.slug} --to {job.name}", str(result))])
        yield result


def encode(_: object, item: tuple[Pixels, Trim | None, ImageFormat]) -> bytes:
    """What a worker does: one face into the content of a file."""
    drawn, cut, finish = item
    return _packed(_cut(_image(drawn), cut), finish)


def lay(_: object, sheet: SheetOf) -> bytes:
    """What a worker does: many faces onto one sheet."""
    cut = sheet.cut
    rows = -(-len(sheet.cells) // sheet.columns)
    whole = Image.new("RGB", (cut.width * sheet.columns, cut.height * rows), "white")
    for place, drawn in enumerate(sheet.cells):
        if drawn:
            row, column = divmod(place, sheet.columns)
            whole.paste(_cut(_image(drawn), cut), (column * cut.width, row * cut.height))
    return _packed(whole, ImageFormat(sheet.dpi))


def text_outside(_: object, item: tuple[Pixels, Pixels, Pixels]) -> bool:
    """What a worker does: whether letters stand outside the safe zone.

    Given are the face, the same face without its letters, and the safe zone as a mask: what
    differs outside of the zone is a letter that a knife may touch.
    """
    face, bare, zone = (_image(one) for one in item)
    outside = ImageChops.invert(zone.convert("L"))
    differing = ImageChops.difference(face, bare).convert("L")
    letters = ImageChops.multiply(differing, outside)
    return letters.point([0] * SEEN + [255] * (256 - SEEN)).getbbox() is not None


ENCODE, LAY, TEXT_OUTSIDE = (f"{__name__}:{work.__name__}" for work in (encode, lay, text_outside))


def _image(drawn: Pixels) -> Image.Image:
    return Image.frombytes("RGB", (drawn.width, drawn.height), zlib.decompress(drawn.packed))


def _cut(image: Image.Image, cut: Trim | None) -> Image.Image:
    if cut is None:
        return image
    box = (cut.left, cut.top, cut.left + cut.width, cut.top + cut.height)
    if cut.mask:
        image.putalpha(_image(cut.mask).convert("L"))
    return image.crop(box)


def _packed(image: Image.Image, finish: ImageFormat) -> bytes:
    file = io.BytesIO()
    if finish.format == "WEBP":
        image.save(file, "WEBP", quality=WEBP_QUALITY, method=4)
    else:
        image.save(file, "PNG", compress_level=PNG_LEVEL, dpi=(finish.dpi, finish.dpi))
    return file.getvalue()
