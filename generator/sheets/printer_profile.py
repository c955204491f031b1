"""A printer's own way of laying down backs, and the cure for it: pure geometry.

Comes in: what was read off a calibration sheet. Goes out: where a point of a back must be drawn so
that it lands where it belongs. Millimetres and degrees; about the middle of the paper.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from generator.geometry.shapes import Point

from .papers import Paper


@dataclass(frozen=True)
class Profile:
    """How far a printer moves, turns and stretches the second side."""

    x_mm: float = 0.0
    y_mm: float = 0.0
    angle_deg: float = 0.0
    scale: float = 1.0

    def erring(self, point: Point, paper: Paper) -> Point:
        """Where the printer lays a point that was drawn right."""
        turned = self._turned(self._about(point, paper), self.angle_deg, self.scale)
        return self._back(turned, paper, self.x_mm, self.y_mm)

    def corrected(self, point: Point, paper: Paper) -> Point:
        """Where a point must be drawn so that the printer lays it right."""
        x, y = self._about(point, paper)
        moved = x - self.x_mm, y - self.y_mm
        return self._back(self._turned(moved, -self.angle_deg, 1 / self.scale), paper, 0.0, 0.0)

    def matrix(self, paper: Paper) -> tuple[float, float, float, float, float, float]:
        """The correction as a, b, c, d, e, f: x' = a x + c y + e, y' = b x + d y + f."""
        e, f = self.corrected((0.0, 0.0), paper)
        ax, bx = self.corrected((1.0, 0.0), paper)
        cx, dx = self.corrected((0.0, 1.0), paper)
        return ax - e, bx - f, cx - e, dx - f, e, f

    def _about(self, point: Point, paper: Paper) -> Point:
        return point[0] - paper.width_mm / 2, point[1] - paper.height_mm / 2

    def _turned(self, point: Point, degrees: float, scale: float) -> Point:
        x, y = point
        cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        return (x * cos - y * sin) * scale, (x * sin + y * cos) * scale

    def _back(self, point: Point, paper: Paper, dx: float, dy: float) -> Point:
        return point[0] + paper.width_mm / 2 + dx, point[1] + paper.height_mm / 2 + dy
