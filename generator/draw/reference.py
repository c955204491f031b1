"""SVG into pixels by CairoSVG, its only importer: for what ``reading`` does not cover, and as
the measure that the drawing is held against.

Comes in: SVG and a size in pixels. Goes out: rows of BGRX pixels on white. Text is drawn from the
outlines of the packaged fonts here, too.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from cards_data.models import Face
from generator.render.fonts import typeface

from .cairo_pixels import append_glyphs, white_surface


def draw_reference(svg: str, width: int, height: int) -> bytearray:
    """The face as CairoSVG draws it."""
    from cairosvg.parser import Tree

    tree = Tree(bytestring=svg.encode(), url_fetcher=_refuse)
    surface = _surface_class()(tree, width, height)
    surface.cairo.finish()
    found: bytearray = surface.pixels
    return found


def _refuse(url: str, resource_type: str) -> bytes:
    """Pictures come inline; nothing is fetched."""
    from cairosvg.url import fetch

    if url.startswith("data:"):
        return bytes(fetch(url, resource_type))
    raise ValueError(f"a face may not fetch {url[:60]}")


@cache
def _surface_class() -> Any:
    """CairoSVG's drawing onto a plain image, without a detour through PNG."""
    import cairosvg.surface

    class Plain(cairosvg.surface.Surface):  # type: ignore[misc]
        device_units_per_user_units = 1

        def __init__(self, tree: Any, width: int, height: int) -> None:
            size = {"output_width": width, "output_height": height}
            super().__init__(tree, None, 96, **size)

        def _create_surface(self, width: float, height: float) -> tuple[Any, int, int]:
            whole = round(width), round(height)
            surface, self.pixels = white_surface(*whole)
            return surface, *whole

    cairosvg.surface.TAGS["text"] = _draw_text
    return Plain


def _draw_text(surface: Any, node: Any) -> None:
    """Stands in for CairoSVG's own text: lays out glyph outlines, which it then fills."""
    get = node.get
    face = Face(get("font-family", ""), int(get("font-weight", 400)), get("font-style") == "italic")
    place = float(get("x", 0)), float(get("y", 0))
    surface.context.new_path()
    append_glyphs(
        surface.context,
        face,
        typeface(face).shape(node.text or ""),
        place,
        (float(get("font-size", 0)), float(get("letter-spacing", 0))),
    )
