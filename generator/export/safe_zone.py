"""Checks that no text is outside the safe zone.

Comes in: the faces of a game. Goes out: those with text nearer to the cut than the safe zone
allows, found by drawing each face with and without its text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from cards_data.models import Size
from generator.compose.artwork import Artwork
from generator.geometry.units import SAFE_MM

from .image_files import TEXT_OUTSIDE, Art, drawn_faces, in_workers, shape_of
from .job import ExportJob

# A pixel at this resolution is a quarter of a millimetre: fine enough to see a letter stray.
DPI = 100
SLACK_MM = 0.25
# Tokens are punched, not cut: a tenth of their short side is enough.
SAFE_SHARE = 0.1
_LETTERS = re.compile(r"<text .*?</text>", re.DOTALL)


def safe_mm(size: Size) -> float:
    """How far from the cut letters must stay: 3 mm on cards, less on small tokens."""
    return min(SAFE_MM, SAFE_SHARE * min(size.width_mm, size.height_mm))


def outside_safe_zone(job: ExportJob, arts: Mapping[str, Art]) -> list[tuple[Artwork, Size]]:
    """The faces with letters outside of the safe zone."""
    different = {art.key: (art, size) for art, size in arts.values()}
    bare = {key: without_text(art) for key, (art, _) in different.items()}
    zones = {size: shape_of(size, safe_mm(size) - SLACK_MM) for _, size in different.values()}
    wanted = [*(art for art, _ in different.values()), *bare.values(), *zones.values()]
    drawn = drawn_faces(job, {art.key: art for art in wanted}, DPI)
    items = [
        (drawn[key], drawn[bare[key].key], drawn[zones[size].key])
        for key, (_, size) in different.items()
    ]
    checked = zip(different.values(), in_workers(job, TEXT_OUTSIDE, items), strict=True)
    return [face for face, text_outside in checked if text_outside]


def without_text(art: Artwork) -> Artwork:
    return replace(art, svg=_LETTERS.sub("", art.svg))
