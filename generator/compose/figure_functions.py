"""The figures that a template draws: pure functions with checked arguments.

Also the placeholders that a draft shows for what is missing or does not fit. The only importer of
qrcode.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from hashlib import shake_256
from itertools import groupby
from typing import Any

from markupsafe import Markup, escape

from cards_data.models import Font
from cards_data.problems import Message
from generator.geometry import colours, shapes
from generator.geometry.colours import INK
from generator.svg.drawing import INLINE
from generator.svg.elements import JOINED
from generator.text.typesetter import PlacedAtom, TextBox

from . import template_limits as bounds

GREY, RED = "#d9dde0", "#c62828"
QUIET_MODULES = 4


def placeholder(box: TextBox) -> str:
    """Draw a crossed-out grey area in place of a missing picture or symbol."""
    x, y, width, height = box.x_mm, box.y_mm, box.width_mm, box.height_mm
    return (
        f'<rect {_rect_attributes(box)} fill="{GREY}"/>'
        f'<path d="M{x:.3f} {y:.3f}l{width:.3f} {height:.3f}m0 {-height:.3f}l{-width:.3f} '
        f'{height:.3f}" stroke="#ffffff" stroke-width="0.4" fill="none"/>'
    )


def clip(box: TextBox, drawn: str, name: str) -> Markup:
    """Draw the part inside the box, with a red frame that marks the overflow."""
    return Markup(
        f'<clipPath id="{name}"><rect {_rect_attributes(box)}/></clipPath>'
        f'<g clip-path="url(#{name})">{drawn}</g>'
        f'<rect {_rect_attributes(box)} fill="none" stroke="{RED}" stroke-width="0.4"/>'
    )


def cut_picture(drawn: str, box: TextBox, clip: str, name: str) -> Markup:
    """Clip a picture to a path, or to its box if it fills the box and extends past it."""
    sides = f'width="{box.width_mm:.3f}" height="{box.height_mm:.3f}"'
    whole = f'<rect x="{box.x_mm:.3f}" y="{box.y_mm:.3f}" {sides}/>'
    shape = f'<path d="{escape(clip)}"/>' if clip else whole
    return Markup(
        f'<clipPath id="{name}">{shape}</clipPath><g clip-path="url(#{name})">{drawn}</g>'
    )


def _rect_attributes(box: TextBox) -> str:
    return (
        f'x="{box.x_mm:.3f}" y="{box.y_mm:.3f}" '
        f'width="{max(0.0, box.width_mm):.3f}" height="{max(0.0, box.height_mm):.3f}"'
    )


def text_element(
    item: PlacedAtom, font: Font, em: float, fill: str, spacing_em: float = 0.0
) -> str:
    """Return one run as an SVG text element; our renderer draws it from the font's outlines."""
    slant = ' font-style="italic"' if font.italic else ""
    spacing = f' letter-spacing="{spacing_em * em:.4f}"' if spacing_em else ""
    joined = "" if item.spaced else f' {JOINED}="true"'
    return (
        f'<text x="{item.x_mm:.3f}" y="{item.y_mm:.3f}" font-family="{escape(font.family)}" '
        f'font-weight="{font.weight}"{slant} font-size="{em:.4f}"{spacing} '
        f'fill="{escape(fill)}"{joined}>{escape(item.atom.text)}</text>'
    )


def named_symbol(drawn: str, item: PlacedAtom, font: Font, em: float, stretch: float) -> str:
    """Return a symbol with its words, which are invisible and as wide as the symbol."""
    run, label = text_element(item, font, em, "none"), escape(item.atom.text)
    # The words begin where they are placed, whatever their width.
    place = f"matrix({stretch:.4f} 0 0 1 {item.x_mm * (1 - stretch):.3f} 0)"
    return f'<g role="{INLINE}" aria-label="{label}"><g transform="{place}">{run}</g>{drawn}</g>'


def qr(text: str, x: float, y: float, size: float, colour: str = "#000000") -> Markup:
    bounds.places(x=x, y=y, size=size)
    bounds.check_range(1, bounds.LONGEST_QR, letters=len(str(text)))
    bounds.check_range(1, bounds.MOST_QR_BYTES, bytes=len(str(text).encode()))
    data, modules = _qr_path(str(text))
    scale = size / modules
    return Markup(
        f'<rect x="{x:.3f}" y="{y:.3f}" width="{size:.3f}" height="{size:.3f}" '
        f'fill="#ffffff"/><path transform="translate({x:.3f} {y:.3f}) scale({scale:.6f})" '
        f'd="{data}" fill="{escape(colour)}"/>'
    )


@lru_cache(maxsize=64)
def _qr_path(text: str) -> tuple[str, int]:
    """Return path data, a rectangle a run to avoid hairlines, and modules with the quiet zone."""
    rows = _modules(text, "M", QUIET_MODULES)
    runs = []
    for y, row in enumerate(rows):
        x = 0
        for dark, modules in groupby(row):
            wide = len(list(modules))
            runs += [f"M{x} {y}h{wide}v1h{-wide}z"] if dark else []
            x += wide
    return " ".join(runs), len(rows)


def _modules(text: str, correction: str, border: int) -> list[list[bool]]:
    """Return the dark modules of a code, row by row."""
    from qrcode import QRCode, constants

    code = QRCode(error_correction=getattr(constants, f"ERROR_CORRECT_{correction}"), border=border)
    code.add_data(text)
    code.make(fit=True)
    rows: list[list[bool]] = code.get_matrix()
    return rows


def qr_text(text: str) -> str:
    """Draw a code to scan from a terminal: two rows of modules per line, light on dark."""
    rows = _modules(text, "L", border=2)
    rows += [[True] * len(rows[0])] * (len(rows) % 2)
    signs = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return "\n".join("".join(signs[cells] for cells in zip(*pair, strict=True)) for pair in pairs)


def hexagon(cx: float, cy: float, width: float) -> str:
    bounds.places(cx=cx, cy=cy, width=width)
    return shapes.path_data(shapes.hexagon(cx, cy, width))


def star(cx: float, cy: float, r: float, points: int = 5, inner: float = 0.5) -> str:
    bounds.places(cx=cx, cy=cy, r=r, inner=inner)
    bounds.check_whole(2, bounds.MOST_POINTS, points=points)
    return shapes.path_data(shapes.star(cx, cy, r, int(points), inner))


def polar(cx: float, cy: float, r: float, degrees: float) -> shapes.Point:
    bounds.places(cx=cx, cy=cy, r=r)
    bounds.check_range(-1e6, 1e6, degrees=degrees)
    return shapes.polar(cx, cy, r, degrees)


def smooth(points: Any, closed: bool = False) -> str:
    checked = tuple(bounds.points(points))
    return shapes.path_data(shapes.smooth(checked, bool(closed)))


def rosette(
    cx: float, cy: float, rx: float, ry: float, waves: int, depth: float = 0.2, phase: float = 0
) -> str:
    bounds.places(cx=cx, cy=cy, rx=rx, ry=ry)
    bounds.check_whole(0, bounds.MOST_WAVES, waves=waves)
    bounds.check_range(-1, 1, depth=depth)
    bounds.check_range(-1e6, 1e6, phase=phase)
    return shapes.path_data(shapes.rosette((cx, cy), (rx, ry), int(waves), depth, phase))


def chance(seed: object, count: int = 1) -> list[float]:
    """Return pseudo-random numbers from 0 to 1, always the same for the same seed."""
    bounds.check_whole(1, bounds.MOST_POINTS, count=count)
    if not isinstance(seed, str | int):
        raise bounds.limit(bounds.is_value("seed", seed), Message("limit.seed"))
    thrown = shake_256(str(seed).encode()).digest(2 * int(count))
    pairs = zip(thrown[::2], thrown[1::2], strict=True)
    return [(256 * high + low) / 65_535 for high, low in pairs]


def mix(colour: str, other: str, amount: float) -> str:
    bounds.colours(colour=colour, other=other)
    bounds.places(amount=amount)
    return colours.mix(colour, other, amount)


def tint(colour: str, amount: float) -> str:
    return mix(colour, "#ffffff", amount)


def shade(colour: str, amount: float) -> str:
    return mix(colour, "#000000", amount)


def ink_on(colour: str, ink: str = INK) -> str:
    bounds.colours(colour=colour, ink=ink)
    return colours.ink_on(colour, ink)


FIGURES: dict[str, Callable[..., Any]] = {
    one.__name__: one
    for one in (qr, hexagon, star, polar, smooth, rosette, chance, mix, tint, shade, ink_on)
}
