"""Paint numbers over outlines into a grid of places, with hard edges.

A place is painted if its centre is inside, as by cairo without antialiasing. This is plain Python:
a line drawing is the same on every computer and in a browser.
"""

from __future__ import annotations

import math
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import cycle, pairwise
from typing import NamedTuple

from cards_data.outlines.path_reader import Point, Rect, Step
from generator.svg.drawing import Matrix, Path, Shape, Stroke, inverse, times

# The farthest that the straight segments may be from their curve, in places, as in cairo.
TOLERANCE = 0.1
# Cairo counts in steps of 1/256, and a centre on a left or upper edge is inside. With this added to
# coordinates, whole parts are the first row and column whose centre is inside.
HALF = 0.5 - 1 / 512
CENTRE = 0.5 + HALF
# Where a line turns with a larger cosine, a pointed join is as good as a round one; with a smaller
# sine, none is needed.
ROUND, STRAIGHT = 0.7, 0.02
# Shorter dashes, in places, and their gaps are a line.
SHORTEST_DASHES = 0.5

# A place without an item.
NOTHING = -1
# Points in places, and whether the last is joined to the first.
Line = tuple[list[Point], bool]
# A row, its first painted column and the one after its last.
Span = tuple[int, int, int]
# The painted columns of each row.
Clip = list[list[tuple[int, int]]]


class Layers:
    """Rows of places, each with the number of the item on top; outlines are in millimetres."""

    def __init__(self, view: Rect, per_mm: float) -> None:
        x, y, wide, high = view
        self.columns, self.rows = max(1, round(wide * per_mm)), max(1, round(high * per_mm))
        # Row by row.
        self.top_items = array("i", [NOTHING]) * (self.columns * self.rows)
        self.origin, self._per_mm = (x, y), per_mm
        self._shift = HALF - x * per_mm, HALF - y * per_mm
        self._clips: list[Clip] = [[[(0, self.columns)]] * self.rows]

    def paint(self, item: Shape, steps: Iterable[Step], number: int) -> None:
        """Paint a shape on top, as if it were opaque."""
        if item.fill:
            self._paint(self._fill_spans(steps, item.fill.evenodd), number)
        if item.stroke:
            self._stroke(steps, item.stroke, item.matrix, number)

    def column(self, x_mm: float) -> int:
        column = int((x_mm - self.origin[0]) * self._per_mm)
        return min(self.columns - 1, max(0, column))

    def row(self, y_mm: float) -> int:
        row = int((y_mm - self.origin[1]) * self._per_mm)
        return self.columns * min(self.rows - 1, max(0, row))

    def numbers(self, places: Iterable[int]) -> list[int]:
        """Return the items visible at places, each the sum of a row and a column."""
        top_items = self.top_items
        return [top_items[place] for place in places]

    def _stroke(self, steps: Iterable[Step], stroke: Stroke, matrix: Matrix, number: int) -> None:
        """Stroke an outline whose pen the matrix deforms."""
        to_places = times(matrix, (self._per_mm, 0.0, 0.0, self._per_mm, 0.0, 0.0))
        if back := inverse(to_places):
            lines = straight(steps, self._per_mm, self._shift)
            polygons = _Pen(stroke, to_places, back).polygons(lines)
            self._paint(_spans(polygons, self.rows, evenodd=False), number)

    def begin(self, clip: Path | None, evenodd: bool) -> None:
        """Paint only inside a clip, and those around it, until the matching end."""
        if clip is None:
            self._clips.append(self._clips[-1])
            return
        clip_rows: Clip = [[] for _ in range(self.rows)]
        for row, first, last in self._inside(self._fill_spans(clip.steps, evenodd)):
            clip_rows[row].append((first, last))
        self._clips.append(clip_rows)

    def end(self) -> None:
        self._clips.pop()

    def _fill_spans(self, steps: Iterable[Step], evenodd: bool) -> Iterator[Span]:
        lines = straight(steps, self._per_mm, self._shift)
        return _spans((points for points, _ in lines), self.rows, evenodd)

    def _paint(self, spans: Iterator[Span], number: int) -> None:
        grid, columns = self.top_items, self.columns
        run = array("i", [number]) * columns
        for row, first, last in self._inside(spans):
            start = row * columns
            grid[start + first : start + last] = run[: last - first]

    def _inside(self, spans: Iterator[Span]) -> Iterator[Span]:
        """Yield the parts of spans that are on the grid and inside the clips."""
        clip = self._clips[-1]
        for row, start, end in spans:
            for left, right in clip[row]:
                first = start if start > left else left
                last = end if end < right else right
                if first < last:
                    yield row, first, last


def straight(steps: Iterable[Step], scale: float, shift: Point) -> Iterator[Line]:
    """Yield the parts of an outline as straight lines, in places."""
    dx, dy = shift
    points: list[Point] = []
    for letter, at in steps:
        if letter == "Z":
            yield points, True
            points = points[:1]
            continue
        end = at[-2] * scale + dx, at[-1] * scale + dy
        if letter == "M":
            if len(points) > 1:
                yield points, False
            points = [end]
        elif letter == "L":
            points.append(end)
        else:
            one = at[0] * scale + dx, at[1] * scale + dy
            two = at[2] * scale + dx, at[3] * scale + dy
            points += curve(_pieces(points[-1], one, two, end), points[-1], one, two, end)
    if len(points) > 1:
        yield points, False


def _pieces(start: Point, one: Point, two: Point, end: Point) -> int:
    """Return how many straight segments are close to a curve (Wang's formula)."""
    first = abs(start[0] - 2 * one[0] + two[0]) + abs(start[1] - 2 * one[1] + two[1])
    second = abs(one[0] - 2 * two[0] + end[0]) + abs(one[1] - 2 * two[1] + end[1])
    return min(MOST_PIECES, math.ceil(math.sqrt(0.75 / TOLERANCE * max(first, second)))) or 1


# A curve that needs more reaches far outside of every face.
MOST_PIECES = 200


def curve(pieces: int, start: Point, one: Point, two: Point, end: Point) -> Iterator[Point]:
    """Yield points of a curve, without its start."""
    (x, y), (x1, y1), (x2, y2), (x3, y3) = start, one, two, end
    cx, cy = 3 * (x1 - x), 3 * (y1 - y)
    bx, by = 3 * (x2 - x1) - cx, 3 * (y2 - y1) - cy
    ax, ay = x3 - x - cx - bx, y3 - y - cy - by
    for piece in range(1, pieces):
        t = piece / pieces
        yield ((ax * t + bx) * t + cx) * t + x, ((ay * t + by) * t + cy) * t + y
    yield end


def _spans(polygons: Iterable[list[Point]], rows: int, evenodd: bool) -> Iterator[Span]:
    """Yield what is inside closed polygons, row by row; a gap of one place is painted, too."""
    mask = 1 if evenodd else -1
    for row, crossings in _crossings(polygons, rows).items():
        crossings.sort()
        start = end = crossings[0] >> 1
        depth = 0
        for crossing in crossings:
            column = crossing >> 1
            if not depth & mask and column > end + 1:
                yield row, start, end
                start = column
            depth += 1 if crossing & 1 else -1
            end = column
        yield row, start, end


def _crossings(polygons: Iterable[list[Point]], rows: int) -> dict[int, list[int]]:
    """Return by row where edges cross its centre: twice the column, and 1 more if downwards."""
    crossings: defaultdict[int, list[int]] = defaultdict(list)
    for points in polygons:
        x1, y1 = points[-1]
        before = int(y1)
        for x2, y2 in points:
            after = int(y2)
            if before != after:
                down = before < after
                top, low = (before, after) if down else (after, before)
                top = max(top, 0)
                slope = (x2 - x1) / (y2 - y1)
                x = x1 + (top + CENTRE - y1) * slope
                for row in range(top, min(low, rows)):
                    crossings[row].append(int(x) << 1 | down)
                    x += slope
            x1, y1, before = x2, y2, after
    return crossings


class _Segment(NamedTuple):
    """A straight part of a line, in places; the last two are those before the shape's matrix."""

    start: Point
    end: Point
    # Half of the pen, as a vector across the line.
    across: Point
    # Of length 1.
    direction: Point
    length: float


class _Pen:
    """The pen of a stroke, deformed by a matrix; no polygon of a line is a hole in another."""

    def __init__(self, stroke: Stroke, matrix: Matrix, back: Matrix) -> None:
        self._stroke, self._matrix, self._back = stroke, matrix, back
        self._scale = math.sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))
        self._disc = tuple(self._round())

    def polygons(self, lines: Iterable[Line]) -> Iterator[list[Point]]:
        if sum(self._stroke.dashes) * self._scale > SHORTEST_DASHES:
            lines = self._dash_lines(lines)
        for points, closed in lines:
            segments = self._segments(points, closed)
            yield from map(_quad, segments)
            for one, other in pairwise((*segments, *segments[:1]) if closed else segments):
                yield from self._join(one, other)
            if segments and not closed:
                yield from self._caps(segments)
            elif not segments and self._stroke.cap == "round":
                yield self._dot(points[0])

    def _segments(self, points: list[Point], closed: bool) -> list[_Segment]:
        (a, b, c, d, _, _), (k, q, m, n, _, _) = self._matrix, self._back
        radius, segments = self._stroke.width / 2, []
        for start, end in pairwise((*points, *points[:1]) if closed else points):
            x, y = end[0] - start[0], end[1] - start[1]
            u, v = k * x + m * y, q * x + n * y
            if length := math.hypot(u, v):
                u, v = u / length, v / length
                across = (c * u - a * v) * radius, (d * u - b * v) * radius
                segments.append(_Segment(start, end, across, (u, v), length))
        return segments

    def _join(self, one: _Segment, other: _Segment) -> Iterator[list[Point]]:
        (u, v), (m, n) = one.direction, other.direction
        turn, cosine = u * n - v * m, u * m + v * n
        if abs(turn) < STRAIGHT and cosine > 0:
            return
        if self._stroke.join == "round" and cosine < ROUND:
            yield self._dot(one.end)
            return
        # From the first to the second outer corner, the same way round as the segments.
        (ax, ay), (bx, by) = one.across, other.across
        if turn > 0:
            ax, ay, bx, by = -ax, -ay, -bx, -by
        else:
            ax, ay, bx, by = bx, by, ax, ay
        x, y = one.end
        corners = [(x, y), (x + ax, y + ay), (x + bx, y + by)]
        limit = self._stroke.miter_limit
        if self._stroke.join != "bevel" and limit * limit * (1 + cosine) >= 2:
            tip = x + (ax + bx) / (1 + cosine), y + (ay + by) / (1 + cosine)
            corners.insert(2, tip)
        yield corners

    def _caps(self, segments: list[_Segment]) -> Iterator[list[Point]]:
        """Yield the caps of an open line."""
        first, last = segments[0], segments[-1]
        if self._stroke.cap == "round":
            yield self._dot(first.start)
            yield self._dot(last.end)
        elif self._stroke.cap == "square":
            yield _quad(first._replace(start=self._offset(first.start, first, -1), end=first.start))
            yield _quad(last._replace(start=last.end, end=self._offset(last.end, last, 1)))

    def _offset(self, at: Point, segment: _Segment, sign: int) -> Point:
        """Return the point half a pen ahead of another, or behind it."""
        a, b, c, d, _, _ = self._matrix
        (u, v), far = segment.direction, sign * self._stroke.width / 2
        return at[0] + (a * u + c * v) * far, at[1] + (b * u + d * v) * far

    def _dot(self, at: Point) -> list[Point]:
        return [(at[0] + x, at[1] + y) for x, y in self._disc]

    def _round(self) -> Iterator[Point]:
        """Yield the outline of the pen."""
        a, b, c, d, _, _ = self._matrix
        radius = self._stroke.width / 2
        finest = math.ceil(math.pi * math.sqrt(radius * self._scale / 2 / TOLERANCE))
        count = max(8, min(finest, MOST_PIECES))
        for number in range(count):
            angle = math.tau * number / count
            x, y = radius * math.cos(angle), radius * math.sin(angle)
            yield a * x + c * y, b * x + d * y

    def _dash_lines(self, lines: Iterable[Line]) -> Iterator[Line]:
        dashes = self._stroke.dashes * (1 + len(self._stroke.dashes) % 2)
        for points, closed in lines:
            turns, is_dash, dash = cycle(dashes), True, points[:1]
            left = next(turns) - self._stroke.dash_offset % sum(dashes)
            while left < 0:
                left, is_dash = left + next(turns), not is_dash
            for (x1, y1), (x2, y2), _, _, length in self._segments(points, closed):
                done = 0.0
                while length - done > left:
                    done += left
                    share = done / length
                    point = x1 + (x2 - x1) * share, y1 + (y2 - y1) * share
                    if is_dash:
                        yield [*dash, point], False
                    left, is_dash, dash = next(turns), not is_dash, [point]
                left -= length - done
                dash.append((x2, y2))
            if is_dash:
                yield dash, False


def _quad(segment: _Segment) -> list[Point]:
    (x1, y1), (x2, y2), (x, y), _, _ = segment
    return [(x1 - x, y1 - y), (x2 - x, y2 - y), (x2 + x, y2 + y), (x1 + x, y1 + y)]
