"""Write a picture as SVG to put inside another.

A picture whose elements mean the same anywhere is copied unchanged. One with percentages,
references and the like is written from its drawing, as plain paths.
"""

from __future__ import annotations

import re

from cards_data.outlines.path_reader import tight_box
from generator.geometry.colours import hex_colour

from .drawing import Begin, Colour, Drawing, End, Matrix, Photo, Shape, Stroke, map_steps
from .outlines import rectangle
from .parser import Reading, read_svg
from .svg_writer import INHERITED, SvgWriter, attributes
from .tree import parse

_ID = re.compile(r"""(\sid=["']|url\(["']?#)([^"')]+)""")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_BETWEEN = re.compile(r">\s+<")
# Names of other programs, such as inkscape:label; their declarations stay outside.
_FOREIGN = re.compile(r"""\s(?!xml:)[\w-]+:[\w-]+=("[^"]*"|'[^']*')""")
# Represents the current colour while a picture is written; replaced where it is used.
CURRENT = (11 / 255, 12 / 255, 14 / 255)
# A picture inside another may be enlarged.
EXACT_DIGITS = 8
_HANDED_DOWN = ("fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin")


def inner_svg(svg: str, reading: Reading, name: str) -> str:
    """Return the inner SVG; gradients and clips are named after the picture."""
    if not reading.portable:
        if "currentColor" in svg and "color=" not in svg:
            reading = read_svg(svg.replace("currentColor", hex_colour(CURRENT)))
        return inline_group(reading.drawing, name)
    svg = _ID.sub(lambda match: f"{match[1]}{name}-{match[2]}", svg)
    start = svg.index(">", svg.index("<svg")) + 1
    end = svg.rindex("</svg") if "</svg" in svg else start
    content = _BETWEEN.sub("><", _COMMENT.sub("", svg[start:end]).strip())
    content = _FOREIGN.sub("", re.sub(r"\sxlink:href=", " href=", content))
    own = {key: text for key, text in parse(svg).attrib.items() if key in _HANDED_DOWN}
    if not own:
        return content
    return f"<g{attributes(own)}>{content}</g>"


def reaches_out(drawing: Drawing) -> bool:
    """Return whether anything is painted outside the window."""
    x, y, width, height = drawing.view
    for item in drawing.items:
        if isinstance(item, Shape):
            left, top, wide, high = tight_box(map_steps(item.path, item.matrix))
            pen = _reach(item.stroke, item.matrix) if item.stroke else 0.0
            if left - pen < x or top - pen < y:
                return True
            if left + wide + pen > x + width or top + high + pen > y + height:
                return True
        elif isinstance(item, Photo):
            return True
    return False


def _reach(stroke: Stroke, matrix: Matrix) -> float:
    """Return how far a line may extend past its path, including its longest corner."""
    stretch = max(abs(part) for part in matrix[:4])
    return (
        stroke.width / 2 * stretch * max(1.5, stroke.miter_limit if stroke.join == "miter" else 1)
    )


def cut_off(drawing: Drawing) -> Drawing:
    """Return the drawing clipped to its window."""
    window = Begin(rectangle(*drawing.view, 0.0, 0.0))
    return drawing._replace(items=(window, *drawing.items, End(window)), groups=())


def inline_group(drawing: Drawing, name: str) -> str:
    """Return the items in a group that inherits nothing from what it is put into."""
    writer = SvgWriter(EXACT_DIGITS, f"{name}-", _colour)
    initial = "".join(f' {name}="{text}"' for name, text in INHERITED.items())
    return f"<g{initial}>{writer.write(drawing.items)}</g>"


def _colour(colour: Colour) -> str:
    return "currentColor" if colour == CURRENT else hex_colour(colour)
