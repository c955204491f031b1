"""Clips: the shapes that an element is seen through, as one path.

Comes in: the outlines inside a ``clipPath``. Goes out: a path and its rule that cover exactly what
all of them cover together.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from cards_data.outlines.bounding_box import Rect, Step, tight_box
from cards_data.problems import Text

from .drawing import Begin, path_of
from .errors import SvgError


class ClipShape(NamedTuple):
    """One outline in the coordinates of the face, and its rule."""

    steps: tuple[Step, ...]
    evenodd: bool
    # A rectangle or an ellipse: it turns one way and never crosses itself.
    simple: bool


def clip_of(shapes: Sequence[ClipShape]) -> Begin:
    """What all shapes cover together."""
    if len(shapes) == 1:
        return Begin(path_of(shapes[0].steps), evenodd=shapes[0].evenodd)
    rules = {shape.evenodd for shape in shapes}
    steps = [shape.steps for shape in shapes]
    if len(rules) > 1 or not _lie_apart(steps):
        if not all(shape.simple for shape in shapes):
            raise SvgError(Text("svg.overlap"), Text("svg.one_shape"))
        rules, steps = {False}, [_clockwise(one) for one in steps]
    return Begin(path_of(tuple(step for one in steps for step in one)), evenodd=True in rules)


def _lie_apart(outlines: Sequence[tuple[Step, ...]]) -> bool:
    boxes = [tight_box(steps) for steps in outlines]
    return not any(_meet(one, other) for one, other in combinations(boxes, 2))


def _meet(one: Rect, other: Rect) -> bool:
    return (
        one[0] < other[0] + other[2]
        and other[0] < one[0] + one[2]
        and one[1] < other[1] + other[3]
        and other[1] < one[1] + one[3]
    )


def _clockwise(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """The same outline in the one direction, so that two of them never cancel out."""
    points = [at[-2:] for _, at in steps if at]
    pairs = zip(points, points[1:] + points[:1], strict=True)
    area = sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs)
    return steps if area >= 0 else _reversed(steps)


def _reversed(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """A closed outline walked the other way."""
    points = [at for _, at in steps if at]
    walked: list[Step] = [("M", points[-1][-2:])]
    for place in range(len(points) - 1, 0, -1):
        at, before = points[place], points[place - 1][-2:]
        walked.append(("C", (*at[2:4], *at[:2], *before)) if len(at) == 6 else ("L", before))
    return (*walked, ("Z", ()))
