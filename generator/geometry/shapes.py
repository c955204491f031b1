"""Outlines of pieces and small figures as SVG path data, in millimetres.

Templates (frames), the cutter and the PDF's clip paths use the same outlines. The only importer of
pyclipper, which moves a game's own outlines inwards and outwards.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import pairwise

from cards_data.models import Size
from cards_data.outlines.own_outline import Outline, corners_of

from .units import SAFE_MM

# Clipper uses whole numbers: a unit is a ten-thousandth of a millimetre.
PER_MM = 10_000
# A chord deviates from its curve by less than a printer can show.
CHORDS = 24
ARC_MM = 0.01
# The step of the search for space for small print.
STEP_MM = 0.5


def safe_mm(size: Size) -> float:
    """Return the safe margin inside the cut; small tokens use a tenth of their side."""
    return min(SAFE_MM, min(size.width_mm, size.height_mm) / 10)


@lru_cache(maxsize=256)
def moved_cut(size: Size, inset_mm: float) -> Outline:
    """Return the cut moved inwards (outwards if negative), rounded; empty if it is too narrow."""
    if not inset_mm:
        return size.outline
    rings = _rings(size, inset_mm)
    if not rings:
        middle = size.width_mm / 2, size.height_mm / 2
        return (("M", (middle,)), ("Z", ()))
    return tuple(step for ring in rings for step in polygon(tuple(ring)))


def _rings(size: Size, inset_mm: float) -> list[list[Point]]:
    from pyclipper import ET_CLOSEDPOLYGON, JT_ROUND, PyclipperOffset

    offset = PyclipperOffset(arc_tolerance=ARC_MM * PER_MM)
    corners = [(round(x * PER_MM), round(y * PER_MM)) for x, y in corners_of(size.outline, CHORDS)]
    offset.AddPath(corners, JT_ROUND, ET_CLOSEDPOLYGON)
    rings = offset.Execute(-inset_mm * PER_MM)
    return [[(x / PER_MM, y / PER_MM) for x, y in ring] for ring in rings]


@lru_cache(maxsize=64)
def _edges(size: Size, inset_mm: float = 0.0) -> tuple[tuple[Point, Point], ...]:
    rings = _rings(size, inset_mm) if inset_mm else [corners_of(size.outline, CHORDS)]
    return tuple(edge for ring in rings for edge in pairwise((*ring, ring[0])))


def depth_mm(point: Point, size: Size) -> float:
    """Return how far inside the cut a point is; negative outside it."""
    edges = _edges(size)
    far = min(_distance(point, start, end) for start, end in edges)
    left = sum(x < point[0] for x in _crossings(edges, point[1]))
    return far if left % 2 else -far


def _distance(point: Point, start: Point, end: Point) -> float:
    (x, y), (x1, y1), (x2, y2) = point, start, end
    dx, dy = x2 - x1, y2 - y1
    along = ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy)
    share = min(1.0, max(0.0, along))
    return math.hypot(x1 + share * dx - x, y1 + share * dy - y)


def _crossings(edges: tuple[tuple[Point, Point], ...], y: float) -> list[float]:
    """Return where a horizontal line crosses the edges, from left to right."""
    return sorted(
        x1 + (y - y1) * (x2 - x1) / (y2 - y1)
        for (x1, y1), (x2, y2) in edges
        if (y1 <= y) != (y2 <= y)
    )


def lowest_free_strip(
    size: Size, inset_mm: float, height_mm: float, wanted_mm: float
) -> tuple[Point, float]:
    """Return middle and length of the lowest baseline with enough space above, or the longest."""
    edges = _edges(size, inset_mm)
    best: tuple[Point, float] = ((size.width_mm / 2, size.height_mm / 2), 0.0)
    for step in range(int((size.height_mm - inset_mm) / STEP_MM)):
        y = size.height_mm - inset_mm - step * STEP_MM
        for left, right in _spans(edges, y, y - height_mm):
            if right - left > best[1]:
                best = ((left + right) / 2, y), right - left
        if best[1] >= wanted_mm:
            break
    return best


def _spans(
    edges: tuple[tuple[Point, Point], ...], low: float, high: float
) -> Iterator[tuple[float, float]]:
    """Yield what is inside on both of two horizontal lines."""
    one, other = _crossings(edges, low), _crossings(edges, high)
    for a, b in zip(one[::2], one[1::2], strict=True):
        for c, d in zip(other[::2], other[1::2], strict=True):
            if max(a, c) < min(b, d):
                yield max(a, c), min(b, d)


Point = tuple[float, float]
# Left, top, right and bottom.
Box = tuple[float, float, float, float]
# A path: each step is a letter (M, L, C, Z) and its points.
Path = tuple[tuple[str, tuple[Point, ...]], ...]
# Four cubic curves make a circle with this handle length.
KAPPA = 0.5522847498


def outline(size: Size, inset: float = 0.0) -> Path:
    """Return the cut outline moved inwards by ``inset`` (outwards if negative)."""
    return _OUTLINES[size.shape](size, inset)


def _rect(size: Size, inset: float) -> Path:
    corner = max(0.0, size.corner_mm - inset) if size.corner_mm else 0.0
    right, bottom = size.width_mm - inset, size.height_mm - inset
    return rounded_rect((inset, inset, right, bottom), corner)


def rounded_rect(box: Box, radius: float) -> Path:
    """Return a rectangle (left, top, right, bottom) with rounded corners."""
    left, top, right, bottom = box
    if radius <= 0:
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        return polygon(corners)
    r, k = radius, radius * (1 - KAPPA)
    return (
        ("M", ((left + r, top),)),
        ("L", ((right - r, top),)),
        ("C", ((right - k, top), (right, top + k), (right, top + r))),
        ("L", ((right, bottom - r),)),
        ("C", ((right, bottom - k), (right - k, bottom), (right - r, bottom))),
        ("L", ((left + r, bottom),)),
        ("C", ((left + k, bottom), (left, bottom - k), (left, bottom - r))),
        ("L", ((left, top + r),)),
        ("C", ((left, top + k), (left + k, top), (left + r, top))),
        ("Z", ()),
    )


def _hex(size: Size, inset: float) -> Path:
    # Moving the flat sides inwards by the inset moves the corners by inset / cos 30°.
    width = size.width_mm - 2 * inset / math.cos(math.pi / 6)
    return hexagon(size.width_mm / 2, size.height_mm / 2, width)


def hexagon(cx: float, cy: float, width: float, turn: int = 90) -> Path:
    """Return a flat-topped hexagon, or one with a corner at another turn; corner to corner."""
    return polygon(tuple(polar(cx, cy, width / 2, turn + 60 * step) for step in range(6)))


def _pointy_hex(size: Size, inset: float) -> Path:
    """Return a hexagon with a corner at the top; the height is corner to corner."""
    height = size.height_mm - 2 * inset / math.cos(math.pi / 6)
    return hexagon(size.width_mm / 2, size.height_mm / 2, height, turn=0)


def _circle(size: Size, inset: float) -> Path:
    cx, cy = size.width_mm / 2, size.height_mm / 2
    return ellipse(cx, cy, cx - inset, cy - inset)


def ellipse(cx: float, cy: float, rx: float, ry: float) -> Path:
    kx, ky = rx * KAPPA, ry * KAPPA
    return (
        ("M", ((cx, cy - ry),)),
        ("C", ((cx + kx, cy - ry), (cx + rx, cy - ky), (cx + rx, cy))),
        ("C", ((cx + rx, cy + ky), (cx + kx, cy + ry), (cx, cy + ry))),
        ("C", ((cx - kx, cy + ry), (cx - rx, cy + ky), (cx - rx, cy))),
        ("C", ((cx - rx, cy - ky), (cx - kx, cy - ry), (cx, cy - ry))),
        ("Z", ()),
    )


def drop(w: float, h: float, inset: float = 0.0) -> Path:
    """Return a drop, with its tip at the top."""
    r = w / 2 - inset
    cx, cy = w / 2, h - w / 2
    top = max(inset, inset * 1.8)  # the bleed ends where its box does
    return (
        ("M", ((cx, top),)),
        ("C", ((cx + r * 0.28, top + h * 0.2), (cx + r, cy - r * 0.62), (cx + r, cy))),
        ("C", ((cx + r, cy + r * KAPPA), (cx + r * KAPPA, cy + r), (cx, cy + r))),
        ("C", ((cx - r * KAPPA, cy + r), (cx - r, cy + r * KAPPA), (cx - r, cy))),
        ("C", ((cx - r, cy - r * 0.62), (cx - r * 0.28, top + h * 0.2), (cx, top))),
        ("Z", ()),
    )


_OUTLINES: dict[str, Callable[[Size, float], Path]] = {
    "rect": _rect,
    "hex": _hex,
    "hex_pointy": _pointy_hex,
    "circle": _circle,
    "drop": lambda size, inset: drop(size.width_mm, size.height_mm, inset),
    "path": moved_cut,
}


def polygon(points: tuple[Point, ...]) -> Path:
    return (("M", points[:1]), *(("L", (point,)) for point in points[1:]), ("Z", ()))


def star(cx: float, cy: float, r: float, points: int = 5, inner: float = 0.5) -> Path:
    step = 180 / points
    corners = [
        polar(cx, cy, r if index % 2 == 0 else r * inner, step * index)
        for index in range(2 * points)
    ]
    return polygon(tuple(corners))


def polar(cx: float, cy: float, r: float, degrees: float) -> Point:
    """Return a point on a circle; 0 degrees is up, clockwise."""
    angle = math.radians(degrees)
    return cx + r * math.sin(angle), cy - r * math.cos(angle)


def smooth(points: tuple[Point, ...], closed: bool = False) -> Path:
    """Return a smooth curve through all points (Catmull-Rom, as cubic curves)."""
    before, after = (points[-1:], points[:2]) if closed else (points[:1], points[-1:])
    through = (*before, *points, *after)
    curves = (_curve(*through[first : first + 4]) for first in range(len(through) - 3))
    end: Path = (("Z", ()),) if closed else ()
    return (("M", points[:1]), *curves, *end)


def _curve(before: Point, start: Point, end: Point, after: Point) -> tuple[str, tuple[Point, ...]]:
    first = (start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6)
    second = (end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6)
    return "C", (first, second, end)


ROSETTE_POINTS = 4


def rosette(
    centre: Point, radii: Point, waves: int, depth: float = 0.2, phase_degrees: float = 0.0
) -> Path:
    """Return an ellipse with a wavy radius: one strand of a banknote's guilloche."""
    count = max(12, ROSETTE_POINTS * waves)
    turns = (math.tau * step / count for step in range(count))
    swings = (
        (turn, 1 + depth * math.cos(waves * turn + math.radians(phase_degrees))) for turn in turns
    )
    points = (
        (centre[0] + radii[0] * far * math.sin(turn), centre[1] - radii[1] * far * math.cos(turn))
        for turn, far in swings
    )
    return smooth(tuple(points), closed=True)


def upside_down(path: Path, size: Size) -> Path:
    return tuple(
        (letter, tuple((size.width_mm - x, size.height_mm - y) for x, y in points))
        for letter, points in path
    )


def move_path(path: Path, shift: Point) -> Path:
    dx, dy = shift
    return tuple((letter, tuple((x + dx, y + dy) for x, y in points)) for letter, points in path)


def path_data(path: Path) -> str:
    return " ".join(
        letter + " ".join(f"{x:.3f},{y:.3f}" for x, y in points) for letter, points in path
    )
