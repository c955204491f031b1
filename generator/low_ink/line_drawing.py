"""Redraw a drawing with little ink: white areas, outlines and hatching instead of fills.

Areas become white with an outline in their colour. Dark areas are hatched, each hue at a different
angle, unless something is on them. Signs stay solid, and light shapes on dark areas become dark on
white.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from cards_data.outlines.path_reader import Rect, Step
from generator.svg.drawing import (
    IDENTITY,
    Begin,
    Colour,
    Drawing,
    End,
    Fill,
    Item,
    Letters,
    Path,
    Photo,
    Shape,
    Stroke,
    map_steps,
    path_of,
)

from .stacking import (
    PAPER,
    SEE_THROUGH,
    InkPlan,
    StackItem,
    angle,
    dark,
    dark_one,
    delta_e,
    is_light,
    light_of,
    mean,
    text_box,
)
from .visible_outlines import NOTHING, curve

# The number of straight segments per curve.
PIECES = 8
Point = tuple[float, float]


def hatching_lines(
    steps: tuple[Step, ...], degrees: float, pitch_mm: float, evenodd: bool
) -> tuple[Step, ...]:
    """Return the hatching lines inside an outline, at an angle and spacing."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    edges = [
        ((x1 * cos + y1 * sin, y1 * cos - x1 * sin), (x2 * cos + y2 * sin, y2 * cos - x2 * sin))
        for (x1, y1), (x2, y2) in _edges(steps)
    ]
    steps_out: list[Step] = []
    for y, start, end in _spans(edges, pitch_mm, evenodd):
        steps_out.append(("M", (start * cos - y * sin, start * sin + y * cos)))
        steps_out.append(("L", (end * cos - y * sin, end * sin + y * cos)))
    return tuple(steps_out)


def _spans(
    edges: list[tuple[Point, Point]], pitch_mm: float, evenodd: bool
) -> Iterator[tuple[float, float, float]]:
    """Yield horizontal lines: their height, start and end."""
    rows: dict[int, list[tuple[float, int]]] = {}
    for (x1, y1), (x2, y2) in edges:
        if y1 == y2:
            continue
        turn = 1 if y2 > y1 else -1
        low, high = sorted((y1, y2))
        for row in range(math.ceil(low / pitch_mm), math.ceil(high / pitch_mm)):
            share = (row * pitch_mm - y1) / (y2 - y1)
            rows.setdefault(row, []).append((x1 + (x2 - x1) * share, turn))
    for row in sorted(rows):
        inside = 0
        crossings = sorted(rows[row])
        for (x, turn), (after, _) in pairwise(crossings):
            inside = inside ^ 1 if evenodd else inside + turn
            if inside and after - x > pitch_mm / 10:
                yield row * pitch_mm, x, after


def _edges(steps: tuple[Step, ...]) -> Iterator[tuple[Point, Point]]:
    """Yield the outline as straight edges, with every part closed."""
    at = start = (0.0, 0.0)
    for letter, values in steps:
        points = list(zip(values[::2], values[1::2], strict=True))
        if letter in "MZ":
            yield at, start
            at = start = points[0] if points else start
            continue
        for point in curve(PIECES, at, *points) if letter == "C" else points:
            yield at, point
            at = point
    yield at, start


@lru_cache(maxsize=24)
def sketch_of(data: bytes) -> bytes:
    from generator.images import line_sketch

    return line_sketch(data)


LINE_MM, FAINT_MM = 0.18, 0.12
# An original line around a large shape is at most this wide; a line wider than the second value is
# drawn as two edges.
FRAME_MM, BROAD_MM = 0.35, 1.0
LARGE_MM = 22.0
# Two colours closer than the first value (CIE76) were hardly meant to be distinct; closer than the
# second, not at first sight.
UNSEEN, SUBTLE = 6.0, 22.0
# The lightness (L*) up to which an area is hatched, and the spacing.
PITCHES_MM = ((35.0, 0.9), (55.0, 1.3), (72.0, 1.8))
# Contrast to white of letters, of lines and signs, and of what was hardly visible before.
TEXT_CONTRAST, LINE_CONTRAST, FAINT_CONTRAST = 5.0, 3.2, 1.9
# The clearance around letters that lines would cross.
CLEAR_MM = 0.4
# A shape that covers this share of a clip is what the clip shows.
FILLING = 0.85
# A shape on bare paper that covers this share of the face is its background.
GROUND = 0.8


def low_ink(drawing: Drawing) -> Drawing:
    items = list(drawing.items)
    for number, item in enumerate(items):
        # The fill of a line has no area.
        if isinstance(item, Shape) and item.stroke and min(item.path.box[2:]) == 0:
            items[number] = item._replace(fill=None)
    plan = InkPlan(drawing._replace(items=tuple(items)))
    return Drawing(drawing.view, tuple(_Lines(plan).items()))


class _Lines:
    def __init__(self, face: InkPlan) -> None:
        self._face = face
        # Clips by number, each with the shape whose outline it is.
        self._filled = dict(self._fillers())
        self._fills = set(self._filled.values())

    def items(self) -> Iterator[Item]:
        opened: list[int] = []
        for number, item in enumerate(self._face.drawing.items):
            look = self._face.looks[number]
            if isinstance(item, Letters):
                yield from self._letters(item, look)
            elif isinstance(item, Shape):
                yield from self._shape(item, look, number)
            elif isinstance(item, Photo):
                yield item._replace(data=sketch_of(item.data), opacity=1.0)
            elif isinstance(item, Begin):
                opened.append(number)
                yield item._replace(opacity=1.0)
            else:
                yield from self._frame(item.begin, self._filled.get(opened.pop()))
                yield End(item.begin._replace(opacity=1.0))

    def _letters(self, item: Letters, look: StackItem) -> Iterator[Item]:
        """Yield dark letters, with a gap in the lines of two backgrounds."""
        colour = dark(dark_one(look.tone, self._face.tone(look.ground)), TEXT_CONTRAST)
        if len(look.grounds) > 1:
            yield Shape(path_of(text_box(item, CLEAR_MM)), IDENTITY, Fill(PAPER), None)
        fill = item.fill and Fill(colour)
        stroke = item.stroke and item.stroke._replace(paint=colour, opacity=1.0)
        yield item._replace(fill=fill, stroke=stroke)

    def _shape(self, item: Shape, look: StackItem, number: int) -> Iterator[Item]:
        if item.fill is None:
            yield from self._line(item, look)
        elif number in self._face.solid:
            yield from self._sign(item, item.fill, look)
        else:
            yield from self._area(item, item.fill, look, number)

    def _sign(self, item: Shape, fill: Fill, look: StackItem) -> Iterator[Item]:
        partner = self._face.partner(look)
        beside, below = self._face.tone(partner), self._face.tone(look.ground)
        if max(delta_e(look.tone, beside), delta_e(look.tone, below)) < UNSEEN:
            return
        colour = dark(dark_one(look.tone, beside), LINE_CONTRAST)
        edge = self._edge(item, look, beside) if item.stroke else None
        # Of two that meet, the darker one stays darker.
        if partner in self._face.solid and light_of(look.tone) > light_of(beside):
            colour, edge = PAPER, edge or Stroke(colour, FAINT_MM)
        yield Shape(_path_on_face(item), IDENTITY, Fill(colour, 1.0, fill.evenodd), edge)

    def _area(self, item: Shape, fill: Fill, look: StackItem, number: int) -> Iterator[Item]:
        """Yield a white area with an edge; hatched if it was dark and nothing is on it."""
        path, below = _path_on_face(item), self._face.tone(look.ground)
        _, _, wide, high = self._face.drawing.view
        large = look.box[2] * look.box[3] >= GROUND * wide * high
        is_ground = look.ground == NOTHING and large
        visible = delta_e(look.tone, below) >= UNSEEN and not is_ground
        edged = visible and number not in self._fills
        if item.stroke and not edged:
            # It has a visible line around it.
            edged = delta_e(mean(item.stroke.paint), below) >= UNSEEN
        edge = self._edge(item, look, below) if edged else None
        white = Fill(PAPER, 1.0, fill.evenodd) if look.opacity > SEE_THROUGH else None
        lines = None
        if white and visible and number not in self._face.clear:
            lines = _hatching(path.steps, look.tone, fill.evenodd)
        if lines:
            yield Shape(path, IDENTITY, white, None)
            yield lines
            white = None
        if white or edge:
            yield Shape(path, IDENTITY, white, edge)

    def _edge(self, item: Shape, look: StackItem, below: Colour) -> Stroke:
        """Return the outline of an area: its own if that was dark, else one in its colour."""
        own = item.stroke
        if own and not is_light(mean(own.paint)):
            colour, scale = dark(mean(own.paint), LINE_CONTRAST), _scale(item)
            dashes = tuple(dash * scale for dash in own.dashes)
            width_mm = min(own.width * scale, FRAME_MM)
            return Stroke(colour, width_mm, 1.0, own.cap, "round", 4.0, dashes)
        faint = look.opacity <= SEE_THROUGH or (is_light(look.tone) and is_light(below))
        colour = dark(dark_one(look.tone, below), LINE_CONTRAST)
        return Stroke(colour, FAINT_MM if faint else LINE_MM, join="round")

    def _line(self, item: Shape, look: StackItem) -> Iterator[Item]:
        assert item.stroke
        below, scale = self._face.tone(look.ground), _scale(item)
        distance = delta_e(look.tone, below)
        if distance < UNSEEN:
            return
        width_mm = item.stroke.width * scale
        if max(look.box[2:]) > LARGE_MM and width_mm < BROAD_MM:
            width_mm = min(width_mm, FRAME_MM)
        if look.ground in self._face.solid and light_of(look.tone) > light_of(below):
            colour = PAPER
        else:
            least = FAINT_CONTRAST if distance < SUBTLE else LINE_CONTRAST
            colour = dark(dark_one(look.tone, below), least)
        stroke = item.stroke._replace(paint=colour, opacity=1.0, width=width_mm / scale)
        yield item._replace(stroke=stroke)
        if width_mm > BROAD_MM and colour != PAPER:
            inner = stroke._replace(paint=PAPER, width=(width_mm - 2 * LINE_MM) / scale)
            yield item._replace(stroke=inner)

    def _fillers(self) -> Iterator[tuple[int, int]]:
        items = self._face.drawing.items
        for number, item in enumerate(items):
            if isinstance(item, Begin) and item.clip is not None:
                inside = number + 1
                while isinstance(items[inside], Begin):
                    inside += 1
                first = items[inside]
                box = self._face.looks[inside].box
                if isinstance(first, Shape) and first.fill and _covers(box, item.clip.box):
                    yield number, inside

    def _frame(self, begin: Begin, filler: int | None) -> Iterator[Item]:
        """Yield the outline of a clip for the shape that fills it; half of the line is cut off."""
        if filler is None or begin.clip is None:
            return
        item, look = self._face.drawing.items[filler], self._face.looks[filler]
        assert isinstance(item, Shape)
        below = self._face.tone(look.ground)
        if delta_e(look.tone, below) >= UNSEEN:
            inside, edge = Begin(_path_on_face(item)), self._edge(item, look, below)
            yield inside
            yield Shape(begin.clip, IDENTITY, None, edge._replace(width=2 * edge.width))
            yield End(inside)


def _hatching(steps: tuple[Step, ...], tone: Colour, evenodd: bool) -> Shape | None:
    for lightest, pitch_mm in PITCHES_MM:
        if light_of(tone) <= lightest:
            lines = hatching_lines(steps, angle(tone), pitch_mm, evenodd)
            stroke = Stroke(dark(tone, LINE_CONTRAST), FAINT_MM)
            return Shape(path_of(lines), IDENTITY, None, stroke) if lines else None
    return None


def _path_on_face(item: Shape) -> Path:
    """Transform a path to millimetres of the face, so that line widths are right."""
    return path_of(map_steps(item.path, item.matrix))


def _scale(item: Shape) -> float:
    a, b, c, d, _, _ = item.matrix
    return abs(a * d - b * c) ** 0.5 or 1.0


def _covers(box: Rect, other: Rect) -> bool:
    """Return whether a box covers most of another."""
    (x, y, wide, high), (left, top, width, height) = box, other
    across = min(x + wide, left + width) - max(x, left)
    down = min(y + high, top + height) - max(y, top)
    return min(across, down) > 0 and across * down >= FILLING * width * height
