"""A printer that errs as its profile says, for the tests."""

from __future__ import annotations

import math

from generator.sheets.papers import Paper, Profile


def erring(profile: Profile, point: tuple[float, float], paper: Paper) -> tuple[float, float]:
    """Where the printer puts a point that was drawn right: turned and stretched about the middle
    of the paper, then moved."""
    middle = paper.width_mm / 2, paper.height_mm / 2
    x, y = point[0] - middle[0], point[1] - middle[1]
    cos, sin = math.cos(math.radians(profile.angle_deg)), math.sin(math.radians(profile.angle_deg))
    turned = (x * cos - y * sin) * profile.scale, (x * sin + y * cos) * profile.scale
    return turned[0] + middle[0] + profile.x_mm, turned[1] + middle[1] + profile.y_mm
