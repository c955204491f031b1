"""Measure one face: safe zone, contrast, smallest type and the colours of its edges.

Workers measure the faces. Results are cached by the face's key, so a second check does not draw
anything.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, pairwise

from cards_data.models import HEXES, Game, Size
from cards_data.outlines.path_reader import Rect, Step
from cards_data.problems import Message, decimals
from generator.compose.art import Inline, symbol, symbol_names
from generator.compose.artwork import Artwork
from generator.compose.functions import SMALLEST_PT
from generator.compose.stamps import ALPHABET, LETTERS, STAMP_PT
from generator.geometry.colours import contrast, hex_colour
from generator.geometry.shapes import depth_mm, safe_mm
from generator.geometry.units import BLEED_MM, MM_PER_INCH, MM_PER_POINT, pixels
from generator.options import VERSION_LETTERS
from generator.raster.cairo_library import known_cairo_version
from generator.store.cache import open_cache
from generator.store.fingerprint import code_digest, digest
from generator.store.sources import Sources
from generator.svg.drawing import IDENTITY, Drawing, Gradient, Letters, Matrix, Shape, times
from generator.svg.parser import read_svg

Point = tuple[float, float]


@dataclass(frozen=True)
class Symbol:
    """A symbol on a face: its outlines in order, in any colour, and its box."""

    name: str
    outlines: tuple[tuple[Step, ...], ...]
    # The placement of its first outline.
    matrix: Matrix
    box: Rect

    @classmethod
    def read(cls, name: str, picture: Inline) -> Symbol:
        view = " ".join(f"{side:.8g}" for side in picture.box)
        body = picture.content.replace("currentColor", "#000000")
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">{body}</svg>'
        shapes = _shapes(read_svg(svg).drawing.items)
        matrix = shapes[0].matrix if shapes else IDENTITY
        return cls(name, tuple(shape.path.steps for shape in shapes), matrix, picture.box)

    def stands_as(self, shapes: Sequence[Shape], matrix: Matrix) -> bool:
        """Return whether these shapes, transformed by the matrix, are the symbol."""
        if tuple(shape.path.steps for shape in shapes) != self.outlines:
            return False
        placed = zip(shapes[0].matrix, times(self.matrix, matrix), strict=True)
        return all(math.isclose(one, other, abs_tol=1e-6) for one, other in placed)


@dataclass(frozen=True)
class Mark:
    """A run of letters or a symbol: its box in its own units, and its transform onto the face."""

    words: str
    box: tuple[float, float, float, float]
    matrix: Matrix
    fill: str = ""
    size_mm: float = 0.0

    def point(self, across: float, down: float) -> Point:
        """Return the position on the face in mm of a point in the box, given as 0 to 1."""
        left, top, right, bottom = self.box
        a, b, c, d, e, f = self.matrix
        x, y = left + across * (right - left), top + down * (bottom - top)
        return a * x + c * y + e, b * x + d * y + f

    @property
    def corners(self) -> tuple[Point, ...]:
        return tuple(self.point(across, down) for across in (0, 1) for down in (0, 1))

    @property
    def width_mm(self) -> float:
        return math.dist(self.point(0, 0), self.point(1, 0))


def symbols_on(drawing: Drawing, symbols: Sequence[Symbol]) -> Iterator[Mark]:
    """Yield the symbols of a face: groups whose outlines match a symbol."""
    by_count: dict[int, list[Symbol]] = {}
    for sign in symbols:
        by_count.setdefault(len(sign.outlines), []).append(sign)
    for group in drawing.groups:
        shapes = _shapes(drawing.items[group.first : group.last])
        for sign in by_count.get(len(shapes), ()):
            if shapes and sign.stands_as(shapes, group.matrix):
                left, top, width, height = sign.box
                box = (left, top, left + width, top + height)
                yield Mark(f"{{{sign.name}}}", box, group.matrix)
                break


def letters_on(drawing: Drawing) -> Iterator[Mark]:
    """Yield the runs of letters of a face, in the colours they are drawn in."""
    for item in drawing.items:
        if isinstance(item, Letters):
            width = item.face.width(item.text) * item.size
            width += item.spacing * max(0, len(item.text) - 1)
            top = item.y - item.face.cap_height * item.size
            ink = item.fill or item.stroke
            fill = hex_colour(ink.paint) if ink and not isinstance(ink.paint, Gradient) else ""
            scale = math.hypot(item.matrix[0], item.matrix[1])
            box = (item.x, top, item.x + width, item.y)
            yield Mark(item.text, box, item.matrix, fill, item.size * scale)


def _shapes(items: Sequence[object]) -> list[Shape]:
    return [item for item in items if isinstance(item, Shape)]


# Fine enough for the background of 6.5-point letters.
DPI = 72
# WCAG's ratios for text and large text, and the size from which text is large.
CONTRAST, CONTRAST_LARGE, LARGE_PT = 4.5, 3.0, 14.0
# The share of a line's height, at top and bottom, that may overlap another line.
CORE = 0.05
TOUCH_MM = 0.1
# Letters are drawn twice for an outline or a shadow.
OUTLINE_MM = 1.0
# The share of its length for which text may be on a low-contrast background.
TOLERATED = 0.2
SLACK_MM = 0.06
EDGE_POINTS = 24
# Just inside the cut: the area that shows if the knife slips.
EDGE_INSIDE_MM = 0.4
# A stamp: the short one, alone or with deck and version.
_STAMP = re.compile(
    rf"[A-Z][{ALPHABET}]{{{LETTERS}}}|(^|.* )[0-9a-f]{{{VERSION_LETTERS}}}", re.DOTALL
)
# What was found, and what is allowed.
Fault = tuple[Message, Message]


@dataclass(frozen=True)
class Gauge:
    """What every face of a game is measured against."""

    sources: Sources
    symbols: tuple[Symbol, ...]


@dataclass(frozen=True)
class MeasuredFace:
    """A face's faults, and the colours just inside its cut, clockwise from the top left.

    Without cairo, colours are not measured.
    """

    faults: tuple[Fault, ...]
    edges: tuple[tuple[str, ...], ...]


def measure(gauge: Gauge, item: tuple[Artwork, Size]) -> MeasuredFace:
    """Measure one face in a worker."""
    from generator.draw.face import apply_ink

    art, size = item
    drawing = art.drawing(gauge.sources)
    inked = apply_ink(drawing, art.ink)
    marks = [*symbols_on(drawing, gauge.symbols), *letters_on(inked)]
    ground = _ground(art, inked, size)
    faults = (
        *_outside_safe_zone(marks, size),
        *_small(marks),
        *(_pale(marks, ground) if ground else ()),
        *_over_each_other([mark for mark in marks if mark.size_mm]),
    )
    return MeasuredFace(tuple(dict.fromkeys(faults)), tuple(ground.edges()) if ground else ())


def _ground(art: Artwork, drawing: Drawing, size: Size) -> Ground | None:
    """Return the pixels behind the letters, or nothing if cairo is missing."""
    if not known_cairo_version():
        return None
    from generator.draw.face import without_letters
    from generator.raster.painter import draw_pixels

    width, height = pixels(art.width_mm, DPI), pixels(art.height_mm, DPI)
    rows = draw_pixels(without_letters(drawing), width, height)
    return Ground(bytes(rows), width, height, size)


WORK = f"{__name__}:{measure.__name__}"


def _outside_safe_zone(marks: Sequence[Mark], size: Size) -> Iterator[Fault]:
    """Yield letters and symbols that are outside the safe zone."""
    for mark in marks:
        nearest = min(_depth(corner, size) for corner in mark.corners)
        if nearest < safe_mm(size) - SLACK_MM:
            key = "measure.near_cut" if nearest >= 0 else "measure.over_cut"
            fault = Message(key, mark=_mark_label(mark), mm=decimals(abs(nearest), 1))
            yield fault, Message("measure.inside", mm=safe_mm(size))


def _depth(point: Point, size: Size) -> float:
    w, h = size.width_mm, size.height_mm
    x, y = point[0] - w / 2, point[1] - h / 2
    if size.shape == "circle":
        return w / 2 - math.hypot(x, y)
    if size.shape in HEXES:
        # Between the flat sides of the hexagon: top and bottom, or left and right.
        across, along = (y, x) if size.shape == "hex" else (x, y)
        slanted = abs(along) * math.cos(math.pi / 6) + abs(across) / 2
        return min(w, h) / 2 - max(abs(across), slanted)
    if size.shape == "path":
        return depth_mm(point, size)
    return min(w / 2 - abs(x), h / 2 - abs(y))


def _small(marks: Sequence[Mark]) -> Iterator[Fault]:
    """Yield type too small to read at a table; stamps are smaller on purpose."""
    for mark in marks:
        size_pt = mark.size_mm / MM_PER_POINT
        as_stamp = math.isclose(mark.size_mm, STAMP_PT * MM_PER_POINT, rel_tol=1e-3)
        is_stamp = as_stamp and _STAMP.fullmatch(mark.words)
        if 0 < size_pt < SMALLEST_PT - 0.01 and not is_stamp:
            fault = Message("measure.size", mark=_mark_label(mark), size=decimals(size_pt, 1))
            yield fault, Message("face.pt_or_more", size=SMALLEST_PT)


def _pale(marks: Sequence[Mark], ground: Ground) -> Iterator[Fault]:
    """Yield text with too little contrast to its background."""
    for mark in marks:
        if not mark.words.strip() or not mark.fill:
            continue
        large = mark.size_mm / MM_PER_POINT >= LARGE_PT - 0.01
        least = CONTRAST_LARGE if large else CONTRAST
        ratio = _worst_contrast(mark.fill, ground.colours_behind(mark))
        if ratio < least - 0.05:
            fault = Message("measure.contrast", mark=_mark_label(mark), ratio=decimals(ratio, 1))
            yield fault, Message("check.or_more", n=least)


def _over_each_other(marks: Sequence[Mark]) -> Iterator[Fault]:
    """Yield text printed over other text; the same words in one place are an outline."""
    letters = [(mark, *_core(mark)) for mark in marks if mark.words.strip()]
    for (one, first, a), (other, second, b) in combinations(letters, 2):
        # Most marks are far apart, which their bounding boxes show quickly.
        if a[2] < b[0] or b[2] < a[0] or a[3] < b[1] or b[3] < a[1]:
            continue
        apart_mm = math.dist(one.point(0, 0), other.point(0, 0))
        same = one.words == other.words and apart_mm < OUTLINE_MM
        if not same and _meet(first, second) and _meet(second, first):
            fault = Message("measure.over", one=_mark_label(one), other=_mark_label(other))
            yield fault, Message("measure.own_place")


def _core(mark: Mark) -> tuple[tuple[Point, ...], tuple[float, float, float, float]]:
    """Return the corners, in order, of the core of a mark, and its bounding box."""
    low, high = CORE, 1 - CORE
    # Runs of one line touch, and positions are rounded.
    left = min(0.25, TOUCH_MM / mark.width_mm) if mark.width_mm else 0.0
    right = 1 - left
    around = ((left, low), (right, low), (right, high), (left, high))
    corners = tuple(mark.point(across, down) for across, down in around)
    xs, ys = zip(*corners, strict=True)
    return corners, (min(xs), min(ys), max(xs), max(ys))


def _meet(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Return whether no edge of the first shape has all of the second on its outer side."""
    for (x1, y1), (x2, y2) in pairwise((*one, one[0])):
        nx, ny = y2 - y1, x1 - x2
        mine = [x * nx + y * ny for x, y in one]
        theirs = [x * nx + y * ny for x, y in other]
        if max(mine) <= min(theirs) or max(theirs) <= min(mine):
            return False
    return True


def _worst_contrast(colour: str, behind: Counter[str]) -> float:
    """Return the lowest contrast to the background, ignoring a share of the positions."""
    left = int(behind.total() * TOLERATED)
    for ratio, count in sorted((_contrast(colour, other), behind[other]) for other in behind):
        if left < count:
            return ratio
        left -= count
    return 1.0


def _mark_label(mark: Mark) -> Message:
    return Message("measure.mark", words=f"{mark.words[:24]}{'…' if len(mark.words) > 24 else ''}")


@dataclass(frozen=True)
class Ground:
    """The pixels of a face without its letters: blue, green, red and an unused byte."""

    rows: bytes
    width: int
    height: int
    size: Size

    def colours_behind(self, mark: Mark) -> Counter[str]:
        """Count the colours behind a mark, along its bottom, middle and top."""
        steps = max(3, int(mark.width_mm / 0.5))
        seen = Counter(
            self.rows[place : place + 3]
            for down in (0.15, 0.5, 0.85)
            for place in self._line(mark.point(0, down), mark.point(1, down), steps)
        )
        return Counter({_hex(pixel): count for pixel, count in seen.items()})

    def _line(self, start: Point, end: Point, steps: int) -> Iterator[int]:
        """Yield the offsets of the pixels at the middle of equal steps along a line."""
        (x, y), (right, low) = start, end
        across, along = (right - x) / steps, (low - y) / steps
        scale, most_x, most_y = DPI / MM_PER_INCH, self.width - 1, self.height - 1
        for step in range(steps):
            column = round((x + across * (step + 0.5) + BLEED_MM) * scale)
            row = round((y + along * (step + 0.5) + BLEED_MM) * scale)
            yield 4 * (min(most_y, max(0, row)) * self.width + min(most_x, max(0, column)))

    def edges(self) -> Iterator[tuple[str, ...]]:
        """Yield the top, right, bottom and left edges, each clockwise."""
        w, h, inside = self.size.width_mm, self.size.height_mm, EDGE_INSIDE_MM
        for start, end in (
            ((0.0, inside), (w, inside)),
            ((w - inside, 0.0), (w - inside, h)),
            ((w, h - inside), (0.0, h - inside)),
            ((inside, h), (inside, 0.0)),
        ):
            places = self._line(start, end, EDGE_POINTS)
            yield tuple(_hex(self.rows[place : place + 3]) for place in places)


def _hex(pixel: bytes) -> str:
    return "#{2:02x}{1:02x}{0:02x}".format(*pixel)


_contrast = lru_cache(maxsize=20_000)(contrast)


# ---- cached measurements -----------------------------------------------------------------------

KIND = "measured"


def gauge_of(game: Game, sources: Sources) -> Gauge:
    names = symbol_names(game, sources)
    return Gauge(sources, tuple(Symbol.read(name, symbol(game, sources, name)) for name in names))


@dataclass(frozen=True)
class MeasureAhead:
    """A step that measures the faces of a game; pages are not measured."""

    game: Game
    sources: Sources

    @cached_property
    def _gauge(self) -> Gauge:
        return gauge_of(self.game, self.sources)

    def __call__(self, art: Artwork, size: Size, sources: Sources) -> None:
        if not art.page and cached_measures(art, size) is None:
            cache_measures(art, size, measure(self._gauge, (art, size)))


def cache_measures(art: Artwork, size: Size, measured: MeasuredFace) -> None:
    def data(words: Message) -> dict[str, object]:
        return {"key": words.key, **dict(words.params)}

    content = json.dumps([measured.faults, measured.edges], default=data)
    open_cache().put(KIND, _key(art, size), content.encode())


def cached_measures(art: Artwork, size: Size) -> MeasuredFace | None:
    stored = open_cache().get(KIND, _key(art, size))
    if stored is None:
        return None
    faults, edges = json.loads(stored, object_hook=lambda data: Message(data.pop("key"), **data))
    return MeasuredFace(tuple(map(tuple, faults)), tuple(map(tuple, edges)))


def _key(art: Artwork, size: Size) -> str:
    return digest(code_digest(), known_cairo_version(), art.key, vars(size))
