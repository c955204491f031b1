"""Draw SVG as BGRX pixels with CairoSVG, for what our reader does not support, and for tests.

The only importer of CairoSVG and cairocffi. Text is drawn from the packaged fonts here too.
"""

from __future__ import annotations

from typing import Any

from cards_data.models import Font
from cards_data.problems import Message
from generator.store.sources import Sources
from generator.svg.drawing import IDENTITY, Letters
from generator.text.fonts import typeface

# Imported first: if cairo is missing, it explains what to do.
from .cairo import append_glyphs, ffi

import cairocffi  # isort: skip
import cairosvg.surface  # isort: skip
from cairosvg.parser import Tree  # isort: skip


def draw_reference(svg: str, width: int, height: int, sources: Sources) -> bytearray:
    """Draw the face with CairoSVG."""
    tree = Tree(bytestring=svg.encode(), url_fetcher=_refuse)
    surface = _Surface(tree, width, height, sources)
    surface.cairo.finish()
    return surface.pixels


def _refuse(url: str, resource_type: str) -> bytes:
    """Refuse to fetch anything: pictures are inline."""
    from cairosvg.url import fetch

    if url.startswith("data:"):
        return bytes(fetch(url, resource_type))
    raise ValueError(Message("cairo.fetch", url=url[:60]))


class _Surface(cairosvg.surface.Surface):  # type: ignore[misc]
    """CairoSVG drawing to a plain image without PNG in between, with our letters."""

    device_units_per_user_units = 1
    pixels: bytearray

    def __init__(self, tree: Any, width: int, height: int, sources: Sources) -> None:
        self.sources = sources
        super().__init__(tree, None, 96, output_width=width, output_height=height)

    def _create_surface(self, width: float, height: float) -> tuple[Any, int, int]:
        whole = round(width), round(height)
        self.pixels = bytearray(b"\xff") * (4 * whole[0] * whole[1])
        form = cairocffi.FORMAT_RGB24
        return cairocffi.ImageSurface(form, *whole, data=self.pixels), *whole


_text_of_cairosvg = cairosvg.surface.TAGS["text"]


def _text(surface: Any, node: Any) -> None:
    """Add glyph outlines, which CairoSVG then fills; its other users get its own text."""
    if not isinstance(surface, _Surface):
        _text_of_cairosvg(surface, node)
        return
    get = node.get
    font = Font(get("font-family", ""), int(get("font-weight", 400)), get("font-style") == "italic")
    face = typeface(font, surface.sources)
    size, spacing = float(get("font-size", 0)), float(get("letter-spacing", 0))
    x, y = float(get("x", 0)), float(get("y", 0))
    surface.context.new_path()
    run = Letters(node.text or "", font, face, size, spacing, x, y, IDENTITY, None, None)
    append_glyphs(_ours(surface.context), run)


def _ours(context: Any) -> Any:
    """Convert a context from another binding of the same library."""
    address = cairocffi.ffi.cast("uintptr_t", context._pointer)
    return ffi.cast("cairo_t *", int(address))


cairosvg.surface.TAGS["text"] = _text
