"""Placeholders in drafts, for what is missing or does not fit.

Comes in: a box in millimetres. Goes out: SVG that is clearly unfinished.
"""

from __future__ import annotations

from markupsafe import Markup

from generator.text.typesetter import TextBox

GREY, RED = "#d9dde0", "#c62828"


def placeholder(box: TextBox) -> str:
    """A grey field, crossed out, for a missing picture or symbol."""
    x, y, width, height = box.x_mm, box.y_mm, box.width_mm, box.height_mm
    return (
        f'<rect {_at(box)} fill="{GREY}"/>'
        f'<path d="M{x:.3f} {y:.3f}l{width:.3f} {height:.3f}m0 {-height:.3f}l{-width:.3f} '
        f'{height:.3f}" stroke="#ffffff" stroke-width="0.4" fill="none"/>'
    )


def clipped(box: TextBox, drawn: str, name: str) -> Markup:
    """The part inside the box, with a red frame that marks the overflow."""
    return Markup(
        f'<clipPath id="{name}"><rect {_at(box)}/></clipPath>'
        f'<g clip-path="url(#{name})">{drawn}</g>'
        f'<rect {_at(box)} fill="none" stroke="{RED}" stroke-width="0.4"/>'
    )


def _at(box: TextBox) -> str:
    return (
        f'x="{box.x_mm:.3f}" y="{box.y_mm:.3f}" '
        f'width="{max(0.0, box.width_mm):.3f}" height="{max(0.0, box.height_mm):.3f}"'
    )
