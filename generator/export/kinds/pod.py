"""Files for a print-on-demand shop: every face with its bleed, and the quantities.

A poker card of 63 × 88 mm with 3 mm of bleed is 69 × 94 mm, 815 × 1110 pixels at 300 dpi. For a
known shop, the faces are scaled to the pixels of the closest product.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cards_data.models import Size
from cards_data.problems import Message, Problem, Problems
from generator.export.image_files import (
    PIXELS_DPI,
    Art,
    FaceFiles,
    ImageFormat,
    face_files,
    files,
    pictures,
)
from generator.export.job import ExportJob, ExportResult
from generator.export.print_shops import (
    PrintShop,
    Product,
    nearest_product,
    outside_safe_zone,
    print_shops,
    product_for,
)
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
    pieces_files = tuple(face_files(job.composed))
    arts = files(iter(pieces_files))
    _check(job, arts)
    paths = [job.write_table("quantities.csv", quantities(job, pieces_files))]
    for finish, some in _finishes(job, arts):
        for name, content in pictures(job, some, finish):
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
    """Return the product of the chosen shop for a size."""
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
            sides = (f"{side / PIXELS_DPI * MM_PER_INCH:.4g}" for side in product.pixels)
        row = (one.deck.name, one.piece.id, name, one.piece.copies, one.front, one.back)
        yield (*row, *sides, product.name if product else "")
