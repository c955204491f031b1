"""Printers on demand and their products, and which product is nearest to a piece."""

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

# A face may be drawn larger or smaller by this share and still look as it was meant to.
TOLERATED = 0.03


class Product(NamedTuple):
    """What a printer cuts, and the picture that it takes for it."""

    name: str
    width_mm: float
    height_mm: float
    pixels: tuple[int, int]

    def misfit(self, size: Size) -> float:
        """By which share a piece would be drawn larger or smaller, or be squeezed."""
        return max(abs(self.width_mm / size.width_mm - 1), abs(self.height_mm / size.height_mm - 1))


class _Cut(Frozen):
    cut_mm: tuple[float, float]
    pixels: tuple[int, int]


class PrintShop(Frozen):
    """A printer on demand; when its sizes were noted."""

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
    """The nearest product, upright or on its side; none for other shapes and other sizes."""
    products = [
        Product(name, *cut_mm, across)
        for name, one in shop.products.items()
        for cut_mm, across in ((one.cut_mm, one.pixels), (one.cut_mm[::-1], one.pixels[::-1]))
    ]
    near = min(products, key=lambda product: product.misfit(size))
    return near if size.shape == "rect" and near.misfit(size) <= TOLERATED else None


# A pixel at this resolution is a quarter of a millimetre: fine enough to see a letter stray.
DPI = 100
SLACK_MM = 0.25
_LETTERS = re.compile(r"<text .*?</text>", re.DOTALL)


def outside_safe_zone(job: ExportJob, arts: Mapping[str, Art]) -> list[tuple[Artwork, Size]]:
    different = {art.key: (art, size) for art, size in arts.values()}
    bare = {k: replace(art, svg=_LETTERS.sub("", art.svg)) for k, (art, _) in different.items()}
    zones = {size: shape_of(size, safe_mm(size) - SLACK_MM) for _, size in different.values()}
    wanted = [*(art for art, _ in different.values()), *bare.values(), *zones.values()]
    drawn = job.drawn_faces({art.key: art for art in wanted}, DPI)
    items = [
        (drawn[key], drawn[bare[key].key], drawn[zones[size].key])
        for key, (_, size) in different.items()
    ]
    checked = zip(different.values(), job.in_workers(TEXT_OUTSIDE, items), strict=True)
    return [face for face, text_outside in checked if text_outside]
