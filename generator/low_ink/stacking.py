"""Find what is on top of what in a drawing, and which shapes stay solid in line drawings.

For every item: how much of it is visible, what is below it and what is next to it.
"""

from __future__ import annotations

import colorsys
import math
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import groupby, pairwise
from typing import NamedTuple

from cards_data.outlines.path_reader import Rect, Step, tight_box
from generator.geometry.colours import contrast, distance, hex_colour, lightness
from generator.svg.drawing import (
    Begin,
    Colour,
    Drawing,
    End,
    Gradient,
    Item,
    Letters,
    Paint,
    Shape,
    map_steps,
)
from generator.svg.outlines import polygon

from .visible_outlines import NOTHING, Layers

# Every second row and column shows as much as all of them.
EVERY = 2


def visible_items(layers: Layers, per_mm: float) -> dict[int, tuple[float, float, int]]:
    """Return how much is visible of every item, its average width, and what is next to it."""
    wide, top_items = layers.columns, layers.top_items
    rows = [top_items[start : start + wide] for start in range(0, len(top_items), EVERY * wide)]
    columns = [top_items[start::wide] for start in range(0, wide, EVERY)]
    (across, met_across), (down, met_down) = _runs(rows), _runs(columns)
    neighbours = _neighbours(met_across + met_down)
    visible = {}
    for number, count in Counter(top_items).items():
        runs = EVERY * max(across[number], down[number], 1)
        neighbour = neighbours.get(number, NOTHING)
        visible[number] = count / per_mm**2, count / runs / per_mm, neighbour
    return visible


def _runs(lines: Iterable[Iterable[int]]) -> tuple[Counter[int], Counter[tuple[int, int]]]:
    """Count the runs of each item, and which items meet."""
    runs: Counter[int] = Counter()
    meetings: Counter[tuple[int, int]] = Counter()
    for line in lines:
        met = [value for value, _ in groupby(line)]
        runs.update(met)
        meetings.update(pairwise(met))
    return runs, meetings


def _neighbours(meetings: Counter[tuple[int, int]]) -> dict[int, int]:
    """Return for each item the one that it meets most often."""
    meets: dict[int, Counter[int]] = {}
    for (one, other), count in meetings.items():
        meets.setdefault(one, Counter())[other] += count
        meets.setdefault(other, Counter())[one] += count
    return {number: met.most_common(1)[0][0] for number, met in meets.items()}


PAPER: Colour = (1.0, 1.0, 1.0)
NO_BOX: Rect = (0.0, 0.0, 0.0, 0.0)
# The resolution; lower for a board.
PER_MM, MOST_PLACES = 3.5, 400_000
# Sample points along each side of a shape's box.
GRID = 6
# The share of a run of letters that must be on something to count as written on it.
WRITTEN_ON = 0.03


class StackItem(NamedTuple):
    """An item in the stack; others are referred to by number."""

    # What it was painted on, and everything that letters are written on.
    ground: int
    grounds: tuple[int, ...]
    # The visible colour, if the background shines through.
    tone: Colour
    opacity: float
    box: Rect
    painted_mm2: float = 0.0
    # How much of it is visible in the end, its average width, and what is next to it.
    area_mm2: float = 0.0
    breadth_mm: float = 0.0
    neighbour: int = NOTHING


def stack_items(drawing: Drawing) -> tuple[StackItem, ...]:
    per_mm = min(PER_MM, math.sqrt(MOST_PLACES / (drawing.view[2] * drawing.view[3])))
    layers = Layers(drawing.view, per_mm)
    items: list[StackItem] = []
    faded = [1.0]
    for number, item in enumerate(drawing.items):
        if isinstance(item, Begin):
            faded.append(faded[-1] * item.opacity)
            layers.begin(item.clip, item.evenodd)
        elif isinstance(item, End):
            faded.pop()
            layers.end()
        items.append(_item(item, number, layers, items, faded[-1]))
    visible = visible_items(layers, per_mm)
    return tuple(
        StackItem(*look[:6], *visible[number]) if number in visible else look
        for number, look in enumerate(items)
    )


def _item(
    item: Item, number: int, layers: Layers, before: list[StackItem], faded: float
) -> StackItem:
    box, painted = NO_BOX, 0.0
    if isinstance(item, Shape):
        steps = map_steps(item.path, item.matrix)
        box = tight_box(steps)
        places = _grid(box, layers)
        below = layers.numbers(places)
        layers.paint(item, steps, number)
        now = layers.numbers(places)
        hit = [one for one, top in zip(below, now, strict=True) if top == number]
        grounds = _by_frequency(hit or below)
        painted = len(hit) / len(places) * box[2] * box[3]
    elif isinstance(item, Letters):
        grounds = _by_frequency(layers.numbers(_places_under(item, layers)))
    else:
        return StackItem(NOTHING, (), PAPER, faded, box)
    ink = item.fill or item.stroke
    assert ink
    below_tone = before[grounds[0]].tone if grounds[0] != NOTHING else PAPER
    opacity = ink.opacity * faded
    tone = mix(below_tone, mean(ink.paint), opacity)
    return StackItem(grounds[0], grounds, tone, opacity, box, painted)


def _by_frequency(numbers: list[int]) -> tuple[int, ...]:
    """Rank the items by how often they show; drop those that hardly show."""
    least = WRITTEN_ON * len(numbers)
    return tuple(number for number, count in Counter(numbers).most_common() if count >= least)


def _grid(box: Rect, layers: Layers) -> list[int]:
    x, y, wide, high = box
    columns = [layers.column(x + wide * share) for share in _SHARES]
    rows = [layers.row(y + high * share) for share in _SHARES]
    return [row + column for row in rows for column in columns]


_SHARES = tuple((step + 0.5) / GRID for step in range(GRID))


def _places_under(letters: Letters, layers: Layers) -> Iterator[int]:
    """Yield places along a run of letters, low and high."""
    (_, (x1, y1)), (_, (x2, y2)), (_, (x3, y3)), *_ = text_box(letters)
    for along in _ALONG:
        x, y = x1 + (x2 - x1) * along, y1 + (y2 - y1) * along
        for height in (0.0, 0.5, 1.0):
            right, low = x + (x3 - x2) * height, y + (y3 - y2) * height
            yield layers.row(low) + layers.column(right)


_ALONG = tuple((step + 0.5) / 12 for step in range(12))


def text_box(letters: Letters, clear_mm: float = 0.0) -> tuple[Step, ...]:
    """Return the box of a run of letters on the face, from baseline to cap height."""
    width = letters.face.width(letters.text) * letters.size
    width += letters.spacing * max(0, len(letters.text) - 1)
    left, right = letters.x - clear_mm, letters.x + width + clear_mm
    top = letters.y - letters.face.cap_height * letters.size - clear_mm
    low = letters.y + clear_mm
    return map_steps(
        polygon((left, low, right, low, right, top, left, top), closed=True), letters.matrix
    )


def mean(paint: Paint) -> Colour:
    """Return a paint as one colour: for a gradient, the mean of its stops."""
    if not isinstance(paint, Gradient):
        return paint
    colours = [mix(PAPER, stop.colour, stop.opacity) for stop in paint.stops]
    red, green, blue = (sum(parts) / len(colours) for parts in zip(*colours, strict=True))
    return red, green, blue


def mix(one: Colour, other: Colour, share: float) -> Colour:
    red, green, blue = (a + (b - a) * share for a, b in zip(one, other, strict=True))
    return red, green, blue


# A colour lighter than the first value (L*) and greyer than the second counts as paper.
LIGHT, GREY = 78.0, 0.18
STEPS = 25


@lru_cache(maxsize=5_000)
def light_of(colour: Colour) -> float:
    return lightness(hex_colour(colour))


def is_light(colour: Colour) -> bool:
    return light_of(colour) > LIGHT


def is_paper(colour: Colour) -> bool:
    """Return whether a colour represents paper: light and hardly coloured."""
    return is_light(colour) and max(colour) - min(colour) < GREY


@lru_cache(maxsize=20_000)
def delta_e(one: Colour, other: Colour) -> float:
    """Return the distance of two colours (CIE76)."""
    return distance(hex_colour(one), hex_colour(other))


def dark_one(own: Colour, below: Colour) -> Colour:
    """Return the colour of a mark: its own, or that of its background if its own is paper."""
    return below if is_paper(own) and light_of(below) < light_of(own) else own


@lru_cache(maxsize=5_000)
def dark(colour: Colour, least: float) -> Colour:
    """Darken a colour until it has that contrast to white."""
    for step in range(STEPS):
        red, green, blue = (part * (1 - step / STEPS) for part in colour)
        if contrast(hex_colour((red, green, blue)), "#ffffff") >= least:
            return red, green, blue
    return 0.0, 0.0, 0.0


@lru_cache(maxsize=5_000)
def angle(colour: Colour) -> float:
    """Return a hatching angle for each hue, so that areas are distinct without colour."""
    hue, _, saturation = colorsys.rgb_to_hls(*colour)
    return 45.0 if saturation < 0.12 else (30.0 * round(hue * 6) + 15.0) % 180


# A sign up to the first size stays solid; a light one on a dark background up to the second.
SIGN_MM, FLIPPED_MM = 7.0, 13.0
# A shape with a smaller average width is a line, no matter how long …
NARROW_MM = 1.1
# … and up to this width if it shows through holes in something else.
THROUGH_MM = 2.2
# A shape with a larger visible area is not a small sign.
LARGEST_MM2 = 45.0
# A shape more transparent than this is a shadow or a highlight.
SEE_THROUGH = 0.5
# On a background darker than the first value (L*), light shapes become dark. A darker item differs
# from its background by more than the second value.
DARK_GROUND = 68.0
DARKER = 5.0


@dataclass(frozen=True)
class InkPlan:
    drawing: Drawing

    @cached_property
    def looks(self) -> tuple[StackItem, ...]:
        return stack_items(self.drawing)

    @cached_property
    def solid(self) -> frozenset[int]:
        """Signs, bars and dots."""
        written_on = {
            ground
            for _, item, look in self._stack()
            if isinstance(item, Letters)
            for ground in look.grounds
        }
        signs = {
            number
            for number, item, look in self._stack()
            if number not in written_on and isinstance(item, Shape) and self._is_sign(item, look)
        }
        return self._with_copies(signs - set(self._carrying_darker(signs)))

    @cached_property
    def clear(self) -> frozenset[int]:
        """Areas that letters or signs are on."""
        return frozenset(
            ground
            for number, item, look in self._stack()
            if isinstance(item, Letters) or number in self.solid
            for ground in look.grounds
        )

    def tone(self, number: int) -> Colour:
        """Return the visible colour of an item; without an item, the paper's."""
        return self.looks[number].tone if number != NOTHING else PAPER

    def partner(self, look: StackItem) -> int:
        """Return what an item must differ from: its neighbour, or its background if it is tiny."""
        return look.neighbour if look.area_mm2 else look.ground

    def _stack(self) -> Iterator[tuple[int, Item, StackItem]]:
        for number, item in enumerate(self.drawing.items):
            yield number, item, self.looks[number]

    def _with_copies(self, signs: set[int]) -> frozenset[int]:
        """Add the other copies of each sign, so that it looks the same all over a board."""
        kinds: dict[object, set[int]] = {}
        for number, item, look in self._stack():
            if isinstance(item, Shape) and item.fill:
                scale = tuple(round(part, 3) for part in item.matrix[:4])
                light = is_light(self.tone(look.ground))
                kind = item.path.steps, scale, item.fill.paint, light
                kinds.setdefault(kind, set()).add(number)
        copies = (copies_of for copies_of in kinds.values() if not copies_of.isdisjoint(signs))
        return frozenset().union(*copies)

    def _is_sign(self, item: Shape, look: StackItem) -> bool:
        if not item.fill or look.opacity < SEE_THROUGH:
            return False
        small = look.area_mm2 < LARGEST_MM2 and max(look.box[2:]) <= FLIPPED_MM
        # Less than half of it is visible in the end, because others cover it.
        through = look.area_mm2 < look.painted_mm2 / 2
        if is_paper(look.tone):
            return small and not through and self._is_flipped(item, look)
        if through:
            return small and look.breadth_mm < THROUGH_MM
        return max(look.box[2:]) <= SIGN_MM or look.breadth_mm < NARROW_MM

    def _is_flipped(self, item: Shape, look: StackItem) -> bool:
        """Return whether a light shape on a dark background becomes dark on white."""
        edged = item.stroke and not is_light(mean(item.stroke.paint))
        grounds = self.tone(self.partner(look)), self.tone(look.ground)
        return not edged and all(light_of(ground) < DARK_GROUND for ground in grounds)

    def _carrying_darker(self, signs: set[int]) -> Iterator[int]:
        """Yield signs that are the background of darker ones: coins, discs, plates."""
        for number, item, look in self._stack():
            is_line = isinstance(item, Shape) and not item.fill
            darker = light_of(look.tone) < light_of(self.tone(look.ground)) - DARKER
            if look.ground in signs and darker and (number in signs or is_line):
                yield look.ground
