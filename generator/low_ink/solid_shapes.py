"""Which shapes stay dark all over in a line drawing, and which areas stay clear of hatching."""

from __future__ import annotations

import colorsys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from generator.geometry.colours import contrast, distance, lightness, written
from generator.svg.drawing import Colour, Drawing, Item, Letters, Shape

from .stacking import NOTHING, PAPER, Lying, lying, plain

# Lighter than this (L*), and greyer than that, a colour is paper and no paint.
LIGHT, GREY = 78.0, 0.18
STEPS = 25


@lru_cache(maxsize=5_000)
def light_of(colour: Colour) -> float:
    return lightness(written(colour))


def is_light(colour: Colour) -> bool:
    return light_of(colour) > LIGHT


def is_paper(colour: Colour) -> bool:
    """Whether a colour is meant as paper: light, and hardly a colour."""
    return is_light(colour) and max(colour) - min(colour) < GREY


@lru_cache(maxsize=20_000)
def apart(one: Colour, other: Colour) -> float:
    """How far two colours lie from each other (CIE76)."""
    return distance(written(one), written(other))


def dark_one(own: Colour, below: Colour) -> Colour:
    """What gives a mark its colour: its own, or where that is paper, what it lies on."""
    return below if is_paper(own) and light_of(below) < light_of(own) else own


@lru_cache(maxsize=5_000)
def dark(colour: Colour, least: float) -> Colour:
    """A colour as dark as it must be for that contrast to white."""
    for step in range(STEPS):
        red, green, blue = (part * (1 - step / STEPS) for part in colour)
        if contrast(written((red, green, blue)), "#ffffff") >= least:
            return red, green, blue
    return 0.0, 0.0, 0.0


@lru_cache(maxsize=5_000)
def angle(colour: Colour) -> float:
    """Each hue its own angle, so that areas are told apart without colour."""
    hue, _, saturation = colorsys.rgb_to_hls(*colour)
    return 45.0 if saturation < 0.12 else (30.0 * round(hue * 6) + 15.0) % 180


# Up to this side a sign stays solid; a light one on a dark ground up to that.
SIGN_MM, FLIPPED_MM = 7.0, 13.0
# Narrower than this on the average, a shape is a line whatever its length …
NARROW_MM = 1.1
# … and that broad what shows through the holes of something else.
THROUGH_MM = 2.2
# More than this of it seen, nothing is a small sign.
LARGEST_MM2 = 45.0
# What lets more than this through is a shadow or a gleam.
SEE_THROUGH = 0.5
# Darker than this (L*) a ground turns what is light on it round, and by that much.
DARK_GROUND = 68.0
DARKER = 5.0


@dataclass(frozen=True)
class Standing:
    drawing: Drawing

    @cached_property
    def looks(self) -> tuple[Lying, ...]:
        return lying(self.drawing)

    @cached_property
    def solid(self) -> frozenset[int]:
        """Signs, bars and dots."""
        written_on = {
            ground
            for _, item, look in self._all()
            if isinstance(item, Letters)
            for ground in look.grounds
        }
        signs = {
            number
            for number, item, look in self._all()
            if number not in written_on and isinstance(item, Shape) and self._is_sign(item, look)
        }
        return frozenset(signs - set(self._carrying_darker(signs)))

    @cached_property
    def clear(self) -> frozenset[int]:
        """Areas that letters or signs stand on."""
        return frozenset(
            ground
            for number, item, look in self._all()
            if isinstance(item, Letters) or number in self.solid
            for ground in look.grounds
        )

    def tone(self, number: int) -> Colour:
        """The colour of an item as it was seen; of none, the paper's."""
        return self.looks[number].tone if number != NOTHING else PAPER

    def partner(self, look: Lying) -> int:
        """What an item is told from: what it lies beside, or what it lies on where it is tiny."""
        return look.seen.beside if look.seen.area_mm2 else look.ground

    def _all(self) -> Iterator[tuple[int, Item, Lying]]:
        for number, item in enumerate(self.drawing.items):
            yield number, item, self.looks[number]

    def _is_sign(self, item: Shape, look: Lying) -> bool:
        if not item.fill or look.opacity < SEE_THROUGH:
            return False
        small = look.seen.area_mm2 < LARGEST_MM2 and max(look.box[2:]) <= FLIPPED_MM
        through = look.is_shining_through
        if is_paper(look.tone):
            return small and not through and self._is_flipped(item, look)
        if through:
            return small and look.seen.breadth_mm < THROUGH_MM
        return max(look.box[2:]) <= SIGN_MM or look.seen.breadth_mm < NARROW_MM

    def _is_flipped(self, item: Shape, look: Lying) -> bool:
        """Whether a light shape on a dark ground is to be dark on white."""
        edged = item.stroke and not is_light(plain(item.stroke.paint))
        grounds = self.tone(self.partner(look)), self.tone(look.ground)
        return not edged and all(light_of(ground) < DARK_GROUND for ground in grounds)

    def _carrying_darker(self, signs: set[int]) -> Iterator[int]:
        """Signs that are the ground of darker ones: coins, discs, plates."""
        for number, item, look in self._all():
            is_line = isinstance(item, Shape) and not item.fill
            darker = light_of(look.tone) < light_of(self.tone(look.ground)) - DARKER
            if look.ground in signs and darker and (number in signs or is_line):
                yield look.ground
