"""Print-on-demand shops and their products, and the product closest to a piece."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

from cards_data.declarations import Text, Words, read_document
from cards_data.models import Size
from cards_data.problems import Findings
from cards_data.reader import read_yaml
from cards_data.schema import Frozen
from generator.compose.artwork import Artwork
from generator.geometry.shapes import safe_mm

from .image_files import TEXT_OUTSIDE, Art, shape_of
from .job import ExportJob

# A card may be enlarged or reduced by this share and still look right …
TOLERATED = 0.03
# … and any piece may be stretched by this share in one direction.
SQUEEZED = 0.045
# A hexagon rotated by a quarter turn.
_TURNED = {"hex": "hex_pointy", "hex_pointy": "hex"}


class Product(NamedTuple):
    """What a shop cuts, and the picture that it needs for it."""

    name: str
    width_mm: float
    height_mm: float
    pixels: tuple[int, int]
    within: float

    def fits(self, size: Size) -> bool:
        wider, higher = self.width_mm / size.width_mm, self.height_mm / size.height_mm
        return self.distortion(size) <= self.within and abs(wider / higher - 1) <= SQUEEZED

    def distortion(self, size: Size) -> float:
        """Return by which share a piece would be scaled or stretched."""
        return max(abs(self.width_mm / size.width_mm - 1), abs(self.height_mm / size.height_mm - 1))


class _Cut(Frozen):
    cut_mm: tuple[float, float]
    pixels: tuple[int, int]
    shape: Words = "rect"
    within: float = TOLERATED


class PrintShop(Frozen):
    """A print-on-demand shop, with the date when its sizes were looked up."""

    title: Text
    noted: Words
    products: dict[Words, _Cut]


@cache
def print_shops() -> dict[str, PrintShop]:
    findings, document = Findings(), read_yaml(Path(__file__).parent / "print_shops.yaml")
    shops = read_document(dict[Words, PrintShop], document, findings)
    findings.raise_any()
    return shops


def product_for(shop: PrintShop, size: Size) -> Product | None:
    """Return the closest product that fits, upright or on its side."""
    near = nearest_product(shop, size)
    return near if near and near.fits(size) else None


def nearest_product(shop: PrintShop, size: Size) -> Product | None:
    """Return the product of the same shape that changes a piece least, whether it fits or not."""
    products = [
        Product(name, *cut_mm, across, one.within)
        for name, one in shop.products.items()
        for cut_mm, across, shape in (
            (one.cut_mm, one.pixels, one.shape),
            (one.cut_mm[::-1], one.pixels[::-1], _TURNED.get(one.shape, one.shape)),
        )
        if shape == size.shape
    ]
    return min(products, key=lambda product: product.distortion(size), default=None)


# A pixel at this resolution is a quarter of a millimetre: fine enough to see a stray letter.
DPI = 100
SLACK_MM = 0.25
_LETTERS = re.compile(r"<text .*?</text>", re.DOTALL)


def outside_safe_zone(job: ExportJob, arts: Mapping[str, Art]) -> list[tuple[Artwork, Size]]:
    different = {art.key: (art, size) for art, size in arts.values()}
    bare = {k: replace(art, svg=_LETTERS.sub("", art.svg)) for k, (art, _) in different.items()}
    zones = {size: shape_of(size, safe_mm(size) - SLACK_MM) for _, size in different.values()}
    arts_out = [*(art for art, _ in different.values()), *bare.values(), *zones.values()]
    drawn = job.drawn_faces({art.key: art for art in arts_out}, DPI)
    items = [
        (drawn[key], drawn[bare[key].key], drawn[zones[size].key])
        for key, (_, size) in different.items()
    ]
    checked = zip(different.values(), job.in_workers(TEXT_OUTSIDE, items), strict=True)
    return [face for face, text_outside in checked if text_outside]
