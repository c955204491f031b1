"""How a picture is fitted into its place: ``viewBox`` and ``preserveAspectRatio``."""

from __future__ import annotations

import re
from typing import NamedTuple

from cards_data.outlines.bounding_box import Rect
from cards_data.problems import Text

from ..errors import SvgError
from ..limits import SMALLEST_VIEW
from .lengths import numbers

_ASPECT = re.compile(r"(?:defer\s+)?(none|x(Min|Mid|Max)Y(Min|Mid|Max))(?:\s+(meet|slice))?")
_SHARES = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}


class Fit(NamedTuple):
    """Scale and offset; and whether something sticks out that must be cut off."""

    scale_x: float
    scale_y: float
    dx: float
    dy: float
    cut: bool


def fitted(aspect: str, place: tuple[float, float], size: tuple[float, float]) -> Fit:
    """Something of that size in that place."""
    match = _ASPECT.fullmatch(aspect.strip() or "xMidYMid")
    if not match:
        raise SvgError(f'preserveAspectRatio="{aspect[:30]}"', Text("svg.aspect"))
    scale_x, scale_y = place[0] / size[0], place[1] / size[1]
    if match[1] == "none":
        return Fit(scale_x, scale_y, 0.0, 0.0, False)
    scale = max(scale_x, scale_y) if match[4] == "slice" else min(scale_x, scale_y)
    dx = (place[0] - size[0] * scale) * _SHARES[match[2]]
    dy = (place[1] - size[1] * scale) * _SHARES[match[3]]
    return Fit(scale, scale, dx, dy, match[4] == "slice" and scale_x != scale_y)


def view_box(text: str) -> Rect:
    """Four numbers with a size that can be drawn."""
    allowed = Text("svg.view", n=SMALLEST_VIEW)
    try:
        x, y, width, height = numbers(text)
    except (SvgError, ValueError):
        raise SvgError(f'viewBox="{text[:40]}"', allowed) from None
    if min(width, height) < SMALLEST_VIEW:
        raise SvgError(f'viewBox="{text[:40]}"', allowed)
    return x, y, width, height
