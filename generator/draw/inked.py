"""An artwork as the drawing that is to be inked.

Comes in: SVG, and with how much ink it is wanted. Goes out: the drawing for either back end.
"""

from __future__ import annotations

from generator.compose.piece import Artwork
from generator.options import FULL_INK
from generator.store.sources import Sources

from .drawing import Drawing, Letters
from .reading import read_drawing


def inked(art: Artwork, sources: Sources) -> Drawing:
    """What lies on the face; with little ink, in lines."""
    drawing = read_drawing(art.svg, sources)
    if art.ink == FULL_INK:
        return drawing
    from .low_ink import low_ink

    return low_ink(drawing)


def without_letters(drawing: Drawing) -> Drawing:
    """The ground that letters stand on."""
    items = tuple(item for item in drawing.items if not isinstance(item, Letters))
    return drawing._replace(items=items)
