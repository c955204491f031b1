"""A picture as a bitmap. The one importer of resvg_py.

Comes in: SVG that refers to nothing outside itself, and a size in pixels. Goes out: a PNG. No
folder is given to read from, and of fonts only those that are installed along.
"""

from __future__ import annotations

from cards_data.problems import Text
from generator.svg.errors import SvgError
from generator.text.families import font_folders

# A board on A3 at 300 dots per inch.
MOST_ACROSS = 5_000


def svg_bitmap(svg: str, width: int, height: int) -> bytes:
    """The picture in that many pixels; its own shape may round one of the sides otherwise."""
    import resvg_py

    try:
        png = resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            height=height,
            dpi=96,
            skip_system_fonts=True,
            font_dirs=[str(folder) for folder in font_folders()],
        )
    except ValueError as error:
        found = Text("is.not_drawn", reason=str(error)[:80])
        raise SvgError(found, Text("svg.or_png")) from None
    return bytes(png)


def pixels_of(width: float, height: float, longest: int) -> tuple[int, int]:
    """A size in pixels, in the shape of a window; the longer side is ``longest``."""
    scale = min(longest, MOST_ACROSS) / max(width, height)
    return max(1, round(width * scale)), max(1, round(height * scale))
