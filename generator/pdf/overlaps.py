"""Avoids hairlines between neighbouring faces of a page.

Where a card meets one that is painted later, its bleed reaches a little under it: two edges that
only just touch let the paper show through on a screen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.geometry.shapes import Path, rounded
from generator.sheets.sheet_pages import HAIR_MM, Placement

UNDER_MM = 0.5
Box = tuple[float, float, float, float]
Edge = tuple[int, float, float, float]
# Of left, top, right and bottom: the opposite side, and the two in between.
_OPPOSITE = (2, 3, 0, 1)
_BETWEEN = ((1, 3), (0, 2), (1, 3), (0, 2))


def clips(placements: Sequence[Placement]) -> Iterator[Path]:
    """The clip of every placement, reaching under its later neighbours."""
    boxes = [_box(place.clip) for place in placements]
    last = {
        _edge(box, side, box[side]): number
        for number, box in enumerate(boxes)
        if box
        for side in range(4)
    }
    for number, (place, box) in enumerate(zip(placements, boxes, strict=True)):
        under = [side for side in range(4) if box and _meets(box, side, last) > number]
        yield rounded(_grown(box, under, place), 0) if box and under else place.clip


def _box(clip: Path) -> Box | None:
    """Left, top, right and bottom of a clip that is an upright rectangle."""
    points = [point for _, step in clip for point in step]
    xs, ys = sorted({x for x, _ in points}), sorted({y for _, y in points})
    if len(points) != 4 or len(xs) != 2 or len(ys) != 2:
        return None
    return xs[0], ys[0], xs[1], ys[1]


def _edge(box: Box, side: int, place: float) -> Edge:
    one, other = _BETWEEN[side]
    return side, round(place, 2), round(box[one], 2), round(box[other], 2)


def _meets(box: Box, side: int, last: dict[Edge, int]) -> int:
    """The number of the neighbour at a side, which touches or slightly overlaps it."""
    hair = 2 * HAIR_MM if side > 1 else -2 * HAIR_MM
    edges = ((_OPPOSITE[side], *_edge(box, side, box[side] - lap)[1:]) for lap in (0.0, hair))
    return max(last.get(edge, -1) for edge in edges)


def _grown(box: Box, under: list[int], place: Placement) -> Box:
    """Farther at some sides, but no farther than the face itself reaches."""
    left, top, right, bottom = (
        value + (UNDER_MM if side > 1 else -UNDER_MM) * (side in under)
        for side, value in enumerate(box)
    )
    return (
        max(left, place.x_mm),
        max(top, place.y_mm),
        min(right, place.x_mm + place.width_mm),
        min(bottom, place.y_mm + place.height_mm),
    )
