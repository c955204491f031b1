"""An artwork as the drawing that is to be inked.

Comes in: SVG, and with how much ink it is wanted. Goes out: the drawing for either back end.
"""

from __future__ import annotations

from generator.compose.piece import Artwork
from generator.options import FULL_INK
from generator.store.sources import Sources
from generator.svg.drawing import Drawing, Letters, NotDrawn
from generator.svg.parser import read_drawing


def inked(art: Artwork, sources: Sources) -> Drawing:
    """What lies on the face; with little ink, in lines."""
    if art.ink == FULL_INK:
        return read_drawing(art.svg, sources)
    from generator.low_ink.line_drawing import low_ink

    try:
        return low_ink(read_drawing(art.svg, sources))
    except NotDrawn as found:
        raise NotDrawn(f"{found} cannot be turned into lines; --ink full draws it") from None


def without_letters(drawing: Drawing) -> Drawing:
    """The ground that letters stand on."""
    items = tuple(item for item in drawing.items if not isinstance(item, Letters))
    return drawing._replace(items=items)
