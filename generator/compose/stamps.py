"""The stamp: the small print that identifies a piece, and its position on the face.

The front shows a short stamp that depends only on deck and id. Deck and version are added on a back
that does not identify a card. If all cards share a back, the sheet's margin shows the version.
"""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cards_data.models import Deck, Font, Piece, Size
from generator.geometry.colours import INK, contrast, hex_colour, luminance, shade, tint
from generator.geometry.shapes import Box, lowest_free_strip, safe_mm
from generator.geometry.units import BLEED_MM, MM_PER_POINT, SAFE_MM

if TYPE_CHECKING:
    from generator.text.fonts import Typeface

STAMP_PT = 4.5
STAMP_LIFT_MM = 3.4
# Without vowels and similar letters: a stamp never forms a word and is not misread.
ALPHABET = "23456789BCDFGHJKLMNPQRSTVWXZ"
LETTERS = 3
PAPER = "#ffffff"
# The plate is opaque: print shops want no transparency, and the stamp must be readable anywhere.
ON_PLATE = 4.5
PLATE_MM = 0.45
# A colour lighter than this means light letters on a dark background.
LIGHT = 0.5


def short_stamp(deck: str, piece: str) -> str:
    """Return the initial of the deck and three characters: ``E7KD``."""
    number = int.from_bytes(hashlib.sha256(f"{deck}/{piece}".encode()).digest()[:8])
    signs = ""
    for _ in range(LETTERS):
        number, index = divmod(number, len(ALPHABET))
        signs += ALPHABET[index]
    return deck[0].upper() + signs


@dataclass(frozen=True)
class StampPlace:
    """The middle of the stamp's baseline, its colour and its greatest length."""

    x_mm: float
    y_mm: float
    colour: str
    room_mm: float

    def box(self) -> Box:
        """Return left, top, right and bottom on a face with its bleed."""
        x, y, em = self.x_mm + BLEED_MM, self.y_mm + BLEED_MM, STAMP_PT * MM_PER_POINT
        return x - self.room_mm / 2, y - em, x + self.room_mm / 2, y + em / 2


def stamp_places(deck: Deck) -> dict[str, StampPlace]:
    """Return the sides with a stamp and its position; an invalid option is a ValueError."""
    option = str(deck.options.get("stamp", ""))
    behind = deck.size.seen_from("back")
    if option == "none":
        return {}
    if option.startswith("back "):
        return {"back": _place(behind, option.removeprefix("back "))}
    front = {"front": _place(deck.size, option)}
    # A deck of one piece does not need identical backs.
    alone = deck.back and len(deck.pieces) == 1
    return {**front, "back": _place(behind, "")} if alone else front


def stamped_text(deck: Deck, piece: Piece, version: str, side: str) -> tuple[str, ...]:
    """Return the texts of the stamp, longest first; the longest that fits is printed."""
    short = short_stamp(deck.name, piece.id)
    if side == "front":
        return (short,)
    return f"{short} {deck.name} {version}", f"{short} {version}", version


def stamp(texts: tuple[str, ...], place: StampPlace, face: Typeface, font: Font) -> str:
    """Draw the stamp on its plate, readable on any background."""
    from generator.text.markup import Atom
    from generator.text.typesetter import PlacedAtom

    from .figure_functions import text_element

    em = STAMP_PT * MM_PER_POINT
    for words in texts:
        width = face.width(words) * em
        if width <= place.room_mm:
            break
    plate, ink = _readable(place.colour)
    left = place.x_mm - width / 2
    ground = (
        f'<rect x="{left - PLATE_MM:.3f}" y="{place.y_mm - 0.86 * em:.3f}" '
        f'width="{width + 2 * PLATE_MM:.3f}" height="{1.16 * em:.3f}" rx="0.6" '
        f'fill="{plate}"/>'
    )
    return ground + text_element(PlacedAtom(Atom(words, "body"), left, place.y_mm), font, em, ink)


def _readable(ink: str) -> tuple[str, str]:
    """Return a plate colour, and an ink colour with enough contrast for small print."""
    plate = INK if luminance(ink) > LIGHT else PAPER
    while contrast(ink, plate) < ON_PLATE:
        ink = shade(ink, 0.1) if plate == PAPER else tint(ink, 0.1)
    return plate, ink


def _place(size: Size, option: str) -> StampPlace:
    """Return the position at the lower edge of the safe zone, or the chosen one."""
    from cards_data.outlines.path_reader import SvgError, number_list
    from generator.svg.css_values import colour

    w, h = size.width_mm, size.height_mm
    if not option and size.shape == "path":
        # The lowest position at which the short stamp fits into a custom outline.
        em, inset = STAMP_PT * MM_PER_POINT, safe_mm(size) + PLATE_MM
        (x, y), room = lowest_free_strip(size, inset, em, LETTERS * em + em)
        return StampPlace(x, y, INK, room)
    lift, room = _stamp_room(size)
    if not option:
        return StampPlace(w / 2, h - lift, INK, room)
    across, down, ink = (part.strip() for part in option.split(","))
    try:
        left, baseline = number_list(f"{across} {down}")
        red, green, blue, _ = colour(ink)
    except SvgError:
        raise ValueError(option) from None
    return StampPlace(left, baseline, hex_colour((red, green, blue)), room)


def _stamp_room(size: Size) -> tuple[float, float]:
    """Return how far above the cut the stamp is, and how long it may be there."""
    w = size.width_mm
    if size.shape == "rect":
        return STAMP_LIFT_MM, w - 2 * SAFE_MM
    if size.shape == "hex":
        return STAMP_LIFT_MM, w / 2 - SAFE_MM / math.cos(math.pi / 6)
    if size.shape == "hex_pointy":
        # Where the slanted sides begin; the width there is the distance between the flat sides.
        return size.height_mm / 4 + SAFE_MM / 2, w - 2 * SAFE_MM
    # A chord of the safe zone's circle, long enough for a few letters.
    radius, half = w / 2 - SAFE_MM, 0.2 * w
    return SAFE_MM + radius - math.sqrt(max(0.0, radius**2 - half**2)), 2 * half
