"""An artwork as the drawing that is put on paper.

Comes in: SVG, and with how much ink it is wanted. Goes out: the drawing for either back end.
"""

from __future__ import annotations

from generator.compose.artwork import Artwork
from generator.options import FULL_INK
from generator.store.sources import Sources
from generator.svg.drawing import Drawing, Letters


def drawing_of(art: Artwork, sources: Sources) -> Drawing:
    """What lies on the face, in the ink that is wanted."""
    return apply_ink(art.drawing(sources), art.ink)


def apply_ink(drawing: Drawing, ink: str) -> Drawing:
    """The drawing as it is; with little ink, in lines."""
    if ink == FULL_INK:
        return drawing
    from generator.low_ink.line_drawing import low_ink

    return low_ink(drawing)


def without_letters(drawing: Drawing) -> Drawing:
    """The ground that letters stand on."""
    items = tuple(item for item in drawing.items if not isinstance(item, Letters))
    return drawing._replace(items=items)
