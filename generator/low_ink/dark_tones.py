"""Colours on their way to a face that takes little ink.

Comes in: colours as they were drawn. Goes out: the same hues, dark enough to be seen on white.
"""

from __future__ import annotations

import colorsys
from functools import lru_cache

from generator.geometry.colours import contrast, distance, lightness, written
from generator.svg.drawing import Colour

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
