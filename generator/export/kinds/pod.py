"""Files for a print-on-demand shop: every face with its bleed, and the quantities.

A poker card of 63 × 88 mm with 3 mm of bleed is 69 × 94 mm, 815 × 1110 pixels at 300 dpi. For a
known shop, the faces are scaled to the pixels of the closest product.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

from cards_data.declarations import Text, Words, read_document
from cards_data.models import Size
from cards_data.problems import Findings, Message, Problem, Problems
from cards_data.reader import read_yaml
from cards_data.schema import Frozen
from generator.compose.artwork import Artwork
from generator.export import image_files
from generator.export.image_files import Art, FaceFiles, ImageFormat
from generator.export.job import ExportJob, ExportResult
from generator.geometry.shapes import safe_mm
from generator.geometry.units import BLEED_MM, MM_PER_INCH

DPI = 300
USES = frozenset({"dpi", "shop"})
LEAST_DPI = 300
Arts = dict[str, Art]
# Finer than a shop's pixels: every face is scaled down to the exact number.
SHOP_DPI = 600
COLUMNS = ("deck", "id", "name", "copies", "front", "back", "width_mm", "height_mm", "product")


def export(job: ExportJob) -> ExportResult:
    pieces_files = tuple(image_files.face_files(job.composed))
    arts = image_files.files(iter(pieces_files))
    _check(job, arts)
    paths = [job.write_table("quantities.csv", quantities(job, pieces_files))]
    for finish, some in _finishes(job, arts):
        for name, content in image_files.pictures(job, some, finish):
            paths.append(job.write(name, content))
    pieces = sum(one.piece.copies for one in pieces_files)
    summary = job.say("cmd_export_pod", n=len(paths) - 1, pieces=pieces)
    return job.result(paths, f"{summary}{_advice(job, pieces_files)}")


def _finishes(job: ExportJob, arts: Mapping[str, Art]) -> Iterator[tuple[ImageFormat, Arts]]:
    """Yield the faces by format: unchanged, or in the pixels of a shop's product."""
    groups: dict[tuple[int, int] | None, Arts] = {}
    for name, (art, size) in arts.items():
        product = product_of(job, size)
        groups.setdefault(product.pixels if product else None, {})[name] = (art, size)
    plain = max(LEAST_DPI, job.options.dpi)
    for pixels, some in groups.items():
        yield ImageFormat(max(plain, SHOP_DPI) if pixels else plain, True, pixels=pixels), some


def product_of(job: ExportJob, size: Size) -> Product | None:
    shop = print_shops().get(job.options.shop or "")
    return product_for(shop, size) if shop else None


def _advice(job: ExportJob, pieces_files: Sequence[FaceFiles]) -> str:
    """Return what to check before ordering, and which decks the shop has no product for."""
    if not job.options.shop:
        return ""
    shop = print_shops()[job.options.shop]
    sizes = {one.deck.name: one.deck.size for one in pieces_files}
    without = [
        _without_product(job, shop, name, size)
        for name, size in sizes.items()
        if not product_for(shop, size)
    ]
    advice = f"\n{job.say('cmd_export_noted', shop=shop.title, date=shop.noted)}"
    if without:
        names = "; ".join(without)
        advice += f"\n{job.say('cmd_export_no_product', n=f'{BLEED_MM:g}', names=names)}"
    return advice


def _without_product(job: ExportJob, shop: PrintShop, deck: str, size: Size) -> str:
    """Name a deck that no product fits, and the closest one, to which its size could be changed."""
    near = nearest_product(shop, size)
    if not near:
        return deck
    nearest = f"{near.name}, {near.width_mm:g} × {near.height_mm:g}\u00a0mm"
    return job.say("cmd_export_nearest", deck=deck, nearest=nearest)


def _check(job: ExportJob, arts: Mapping[str, Art]) -> None:
    """Check that no letters are where a shop's knife may cut."""
    problems = [
        Problem(art.where, Message("pod.near_cut"), Message("pod.from_it", n=safe_mm(size)))
        for art, size in outside_safe_zone(job, arts)
    ]
    if problems:
        raise Problems(problems)


def quantities(job: ExportJob, pieces_files: Sequence[FaceFiles]) -> Iterator[Sequence[object]]:
    """Yield what to order; sizes are those of the pictures with their bleed."""
    yield COLUMNS
    for one in pieces_files:
        name = job.name_of(one.piece)
        size = one.deck.size
        sides = (f"{side + 2 * BLEED_MM:g}" for side in (size.width_mm, size.height_mm))
        product = product_of(job, size)
        if product:
            sides = (
                f"{side / image_files.PIXELS_DPI * MM_PER_INCH:.4g}" for side in product.pixels
            )
        row = (one.deck.name, one.piece.id, name, one.piece.copies, one.front, one.back)
        yield (*row, *sides, product.name if product else "")


# ---- shops and their products ------------------------------------------------------------------

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
    findings, document = Findings(), read_yaml(Path(__file__).parents[1] / "print_shops.yaml")
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
FINE_DPI = 100
SLACK_MM = 0.25
_LETTERS = re.compile(r"<text .*?</text>", re.DOTALL)


def outside_safe_zone(job: ExportJob, arts: Mapping[str, Art]) -> list[tuple[Artwork, Size]]:
    different = {art.key: (art, size) for art, size in arts.values()}
    bare = {k: replace(art, svg=_LETTERS.sub("", art.svg)) for k, (art, _) in different.items()}
    zones = {
        size: image_files.shape_of(size, safe_mm(size) - SLACK_MM) for _, size in different.values()
    }
    arts_out = [*(art for art, _ in different.values()), *bare.values(), *zones.values()]
    drawn = job.drawn_faces({art.key: art for art in arts_out}, FINE_DPI)
    items = [
        (drawn[key], drawn[bare[key].key], drawn[zones[size].key])
        for key, (_, size) in different.items()
    ]
    checked = zip(different.values(), job.in_workers(image_files.TEXT_OUTSIDE, items), strict=True)
    return [face for face, text_outside in checked if text_outside]
