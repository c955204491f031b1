"""How much ink a print saves, for its how-to page and for the terminal.

Comes in: the sheets and the pages of a print. Goes out: by how many percent they take less ink
than the same sheets and pages in full.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from generator.compose.artwork import Artwork
from generator.compose.composed_game import ComposedGame
from generator.draw.ink_coverage import coverage
from generator.geometry.shapes import Path
from generator.options import FULL_INK
from generator.sheets.sheet_labels import SheetPage
from generator.store.sources import Sources
from generator.workers import WorkerPool


def ink_saved(
    composed: ComposedGame, sheets: Sequence[SheetPage], pages: Sequence[Artwork], pool: WorkerPool
) -> int:
    """Whole percent; nothing where nothing is saved."""
    sources = composed.sources
    areas = [*_face_areas(composed, sheets), *_page_areas(pages)]
    if all(art.ink == FULL_INK for art, _ in areas):
        return 0
    here = _ink(areas, sources, pool)
    full = _ink([(replace(art, ink=FULL_INK), area) for art, area in areas], sources, pool)
    return max(0, int(100 * (1 - here / full))) if full else 0


def _ink(areas: Iterable[tuple[Artwork, float]], sources: Sources, pool: WorkerPool) -> float:
    """Square millimetres that would be black all over."""
    areas = list(areas)
    shares = coverage((art for art, _ in areas), sources, pool)
    return sum(shares[art.key] * area for art, area in areas)


def _face_areas(
    composed: ComposedGame, sheets: Sequence[SheetPage]
) -> Iterator[tuple[Artwork, float]]:
    """Every face as often as it is printed, with how much of it is seen."""
    faces = {art.key: art for art in composed.artworks()}
    for sheet in sheets:
        for place in sheet.side.placements:
            yield faces[place.face], _box_mm2(place.clip)


def _page_areas(pages: Sequence[Artwork]) -> Iterator[tuple[Artwork, float]]:
    return ((page, page.width_mm * page.height_mm) for page in pages)


def _box_mm2(clip: Path) -> float:
    xs, ys = zip(*(point for _, points in clip for point in points), strict=True)
    return float((max(xs) - min(xs)) * (max(ys) - min(ys)))
