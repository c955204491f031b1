"""SVG into pixels. The only importer of CairoSVG and cairocffi.

Comes in: an artwork and a resolution. Goes out: RGB pixels, packed once as a PDF wants them.
CairoSVG draws everything but text; text is drawn from the outlines of the packaged fonts, so
that a card looks the same on every computer, whatever fonts that computer has.
"""

from __future__ import annotations

import zlib
from functools import cache
from typing import Any

from PIL import Image

from cards_data.models import Font, Size
from cards_data.problems import Problems
from generator.compose.piece import Artwork, artwork
from generator.geometry.units import pixels
from generator.store.sources import Sources
from generator.text.fonts import Typeface, typeface

from .remedy import missing
from .values import Pixels

try:
    import cairocffi
    import cairosvg.surface
    from cairosvg.parser import Tree
except OSError:
    # The libraries are there, what they open is not: cairo itself belongs to the system.
    raise Problems([missing()]) from None

# Level 1 packs flat art in a third of the time of level 6, and a third larger.
PACKING_LEVEL = 1


def draw(art: Artwork, dpi: int, sources: Sources) -> Pixels:
    """The face at that resolution, on white."""
    width, height = pixels(art.width_mm, dpi), pixels(art.height_mm, dpi)
    tree = Tree(bytestring=art.svg.encode(), url_fetcher=_refuse)
    surface = _Surface(tree, width, height, sources)
    surface.cairo.flush()
    image = Image.frombuffer(
        "RGB", (width, height), bytes(surface.cairo.get_data()), "raw", "BGRX", width * 4, 1
    )
    return Pixels(width, height, zlib.compress(image.tobytes(), PACKING_LEVEL))


def warm_up() -> None:
    """Draws a dot and a letter: the first drawing loads twice as much as the import."""
    art = artwork(
        '<rect width="1" height="1"/><text x="0" y="1" font-family="Source Sans Pro" '
        'font-weight="400" font-size="1">a</text>',
        Size("dot", 1, 1),
    )
    draw(art, 72, Sources())


def loaded_cairo_version() -> int:
    return int(cairocffi.cairo_version())


def _refuse(url: str, resource_type: str) -> bytes:
    """Pictures come inline; nothing is fetched."""
    from cairosvg.url import fetch

    if url.startswith("data:"):
        return bytes(fetch(url, resource_type))
    raise ValueError(f"a face may not fetch {url[:60]}")


class _Surface(cairosvg.surface.Surface):  # type: ignore[misc]
    """CairoSVG's drawing onto a plain image, without a detour through PNG; letters are ours."""

    device_units_per_user_units = 1

    def __init__(self, tree: Any, width: int, height: int, sources: Sources) -> None:
        self.sources = sources
        super().__init__(
            tree,
            None,
            96,
            output_width=width,
            output_height=height,
            background_color="white",
        )

    def _create_surface(self, width: float, height: float) -> tuple[Any, int, int]:
        whole = round(width), round(height)
        return cairocffi.ImageSurface(cairocffi.FORMAT_RGB24, *whole), *whole


def _draw_text(surface: Any, node: Any) -> None:
    """Stands in for CairoSVG's own text: lays out glyph outlines, which it then fills."""
    wanted = Font(
        node.get("font-family", ""),
        int(node.get("font-weight", 400)),
        node.get("font-style") == "italic",
    )
    size = float(node.get("font-size", 0))
    spacing = float(node.get("letter-spacing", 0))
    font, context = typeface(wanted, surface.sources), surface.context
    pen = float(node.get("x", 0))
    baseline = float(node.get("y", 0))
    scale = size / font.units
    context.new_path()
    for glyph in font.shape(node.text or ""):
        context.save()
        context.translate(pen + glyph.dx * size, baseline - glyph.dy * size)
        context.scale(scale, -scale)
        cairocffi.cairo.cairo_append_path(context._pointer, _glyph_path(font, glyph.index))
        context.restore()
        pen += glyph.advance * size + spacing


@cache
def _glyph_path(font: Typeface, index: int) -> Any:
    """A glyph's outline as cairo keeps paths, made once: drawing it is then a single call."""
    kinds = {
        "move": cairocffi.PATH_MOVE_TO,
        "line": cairocffi.PATH_LINE_TO,
        "curve": cairocffi.PATH_CURVE_TO,
        "close": cairocffi.PATH_CLOSE_PATH,
    }
    commands = font.outline(index)
    total = sum(1 + len(points) // 2 for _, points in commands)
    data = cairocffi.ffi.new("cairo_path_data_t[]", max(1, total))
    place = 0
    for name, points in commands:
        data[place].header = {"type": kinds[name], "length": 1 + len(points) // 2}
        for step in range(len(points) // 2):
            data[place + 1 + step].point = {"x": points[2 * step], "y": points[2 * step + 1]}
        place += 1 + len(points) // 2
    path = cairocffi.ffi.new("cairo_path_t *", {"status": 0, "data": data, "num_data": total})
    _KEPT.append(data)
    return path


# cffi frees memory that Python no longer holds; the paths point into these.
_KEPT: list[Any] = []

_text_of_cairosvg = cairosvg.surface.TAGS["text"]


def _text(surface: Any, node: Any) -> None:
    """Our letters on our surfaces; whoever else draws with CairoSVG gets its own."""
    draw_text = _draw_text if isinstance(surface, _Surface) else _text_of_cairosvg
    draw_text(surface, node)


cairosvg.surface.TAGS["text"] = _text
