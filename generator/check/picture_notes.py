"""What is good to know of pictures: those printed in dots, and those with too few of them.

Comes in: a game and its composed faces. Goes out: notes; none of them stops a print.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from cards_data.models import Game
from cards_data.problems import Note, Text
from cards_data.reader import PICTURE_LIMIT
from generator.compose.art import shown_as_bitmap
from generator.compose.composed_game import ComposedGame
from generator.geometry.units import MM_PER_INCH
from generator.store.sources import Sources
from generator.svg.drawing import Drawing, NotDrawn, Photo

# Below this, edges in a picture are seen as steps at arm's length.
COARSE_DPI = 150


def bitmap_notes(game: Game, sources: Sources) -> Iterator[Note]:
    """SVG beside the data that is printed in dots, each with its cause."""
    folder = game.folder / "art"
    for name in sorted(sources.listed(folder)):
        if name.lower().endswith(".svg") and (folder / name).is_file():
            yield from shown_as_bitmap(sources.read(folder / name, PICTURE_LIMIT))


def coarse_notes(composed: ComposedGame) -> Iterator[Note]:
    """Faces with a picture that has too few dots for the size it is printed in."""
    seen: set[str] = set()
    for deck, piece, faces in composed.pieces():
        for art in filter(None, (faces.front, faces.back)):
            if art.key in seen or "<image" not in art.svg:
                continue
            seen.add(art.key)
            try:
                finest = coarsest_dpi(art.drawing(composed.sources))
            except NotDrawn:
                continue
            if finest < COARSE_DPI - 0.5:
                found = Text("check.coarse", n=f"{finest:.0f}")
                where = f"{piece.place} {deck.name}/{piece.id}"
                yield Note(where, found, Text("check.dpi", n=COARSE_DPI))


def coarsest_dpi(drawing: Drawing) -> float:
    """How many dots an inch the coarsest picture has, in a drawing of millimetres."""
    photos = (item for item in drawing.items if isinstance(item, Photo))
    return min((MM_PER_INCH / _dot_mm(photo) for photo in photos), default=math.inf)


def _dot_mm(photo: Photo) -> float:
    a, b, c, d, *_ = photo.matrix
    return max(math.hypot(a, b), math.hypot(c, d))
