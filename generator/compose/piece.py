"""A piece into the SVG of its faces.

Comes in: a checked game and what is wanted of it. Goes out: one SVG for each different face,
linted and stamped; all problems of all faces together.
"""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from cards_data.models import Deck, Game, Piece, Size
from cards_data.problems import Findings, quoted
from generator.geometry.colours import INK
from generator.geometry.units import BLEED_MM, MM_PER_POINT, SAFE_MM
from generator.options import Edition
from generator.store.sources import Sources
from generator.svg.errors import SvgError
from generator.svg.values.css_colours import is_colour
from generator.svg.values.lengths import numbers
from generator.text.fonts import typeface
from generator.text.markup import Atom
from generator.text.typesetter import Placed, Typesetter

from .artwork import Artwork, FaceStep, artwork, svg_digest
from .dependencies import Dependencies, Dependency
from .functions import Subject, text_element
from .rendering import Rendered, render

STAMP_PT = 4.0
STAMP_LIFT_MM = 3.4
VERSION_LETTERS = 4


@dataclass(frozen=True)
class Faces:
    """Both sides of a piece, and the short version that is printed on it."""

    front: Artwork
    back: Artwork | None
    version: str


@dataclass(frozen=True)
class Composer:
    """Composes the pieces of one game in one edition, from files read once."""

    game: Game
    edition: Edition
    sources: Sources
    # Sides that are the same for their whole deck, with what they depend on.
    _common: dict[tuple[str, str], tuple[Rendered, tuple[Dependency, ...]]] = field(
        default_factory=dict
    )
    # What is done with every face in the process that composed it, while its drawing is there.
    ahead: FaceStep | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        self.sources.gather(self.game.slug, "_shared")

    def __reduce__(self) -> tuple[Any, ...]:
        """What was composed is not sent to other processes."""
        return Composer, (self.game, self.edition, self.sources, {}, self.ahead)

    def faces(
        self, deck: Deck, piece: Piece, findings: Findings, dependencies: Dependencies
    ) -> Faces | None:
        """Both faces of a piece; what is wrong with them goes to the findings."""
        rendered = [
            self.render_side(deck, piece, side, findings, dependencies) for side in _sides(deck)
        ]
        bodies = [one.body for one in rendered if one]
        if len(bodies) < len(rendered):
            return None
        front, back = (*bodies, "")[:2]
        version = svg_digest(f"{front}\n{back}")[:VERSION_LETTERS]
        try:
            stamp = self._stamp(deck, piece, version)
        except ValueError:
            self._refused(deck, findings, '"x,y,colour" or "back x,y,colour" in mm, or none')
            return None
        if _on_back(deck) and self._marks_cards(deck):
            self._refused(deck, findings, "a stamp on the front: no back of its own carries it")
            return None
        if _on_back(deck):
            back += stamp
        else:
            front += stamp
        arts = [
            self._artwork(deck, piece, side, body)
            for side, body in zip(_sides(deck), (front, back), strict=False)
        ]
        # Both are read, also where the first cannot be drawn: all problems are told at once.
        sides = zip(rendered, arts, strict=True)
        unreadable = [art for one, art in sides if one and not one.is_readable(art, findings)]
        if unreadable:
            return None
        return Faces(arts[0], arts[1] if deck.back else None, version)

    def step_ahead(self, size: Size, *arts: Artwork | None) -> None:
        """Does what is done with faces of this run while their drawings are there.

        What goes wrong here goes wrong again where the face is wanted, and is told there.
        """
        if self.ahead:
            for art in filter(None, arts):
                with suppress(Exception):
                    self.ahead(art, size, self.sources)

    def _artwork(self, deck: Deck, piece: Piece, side: str, body: str) -> Artwork:
        template = deck.front if side == "front" else deck.back
        where = f"{deck.name}/{piece.id}, {side} (templates/{self.game.slug}/{template})"
        return replace(artwork(body, deck.size), where=where, ink=self.edition.ink)

    def _marks_cards(self, deck: Deck) -> bool:
        """Whether a stamp on the back would mark cards with a shared back, or there is no back."""
        shared = len(deck.pieces) > 1 and (deck.name, "back") in self._common
        return shared or not deck.back

    def _refused(self, deck: Deck, findings: Findings, allowed: str) -> None:
        where = f"cards_data/{self.game.slug}/game.yaml decks.{deck.name}.options.stamp"
        findings.add(where, quoted(deck.options["stamp"]), allowed)

    def render_side(
        self, deck: Deck, piece: Piece, side: str, findings: Findings, dependencies: Dependencies
    ) -> Rendered | None:
        """A side without its stamp; rendered once for a deck where it shows no row of it."""
        if known := self._common.get((deck.name, side)):
            dependencies.update(known[1])
            return known[0]
        read = Dependencies()
        subject = self.subject(deck, piece, side)
        template = deck.front if side == "front" else deck.back
        rendered = render(subject, f"{self.game.slug}/{template}", findings, read)
        if rendered and not read.uses_own_row:
            self._common[deck.name, side] = rendered, tuple(read)
        dependencies.update(read)
        return rendered

    def subject(self, deck: Deck, piece: Piece, side: str) -> Subject:
        page = self.page(deck.size, piece.id, piece.place)
        return replace(page, side=side, piece=piece, deck=deck)

    def page(self, size: Size, label: str, place: str = "") -> Subject:
        """A page that shows no piece of its own."""
        made_from = self.game, self.edition, self.sources
        return Subject(*made_from, size, "front", place or label, label)

    def _stamp(self, deck: Deck, piece: Piece, version: str) -> str:
        """Game, deck, piece and its version along the lower edge, as much as there is room."""
        option = str(deck.options.get("stamp", ""))
        if option == "none":
            return ""
        x, y, colour, room = _stamp_place(deck.size, option.removeprefix("back "))
        font = self.game.fonts["body"]
        setter = Typesetter({"body": typeface(font, self.sources)}, "en")
        initials = "".join(word[0] for word in self.game.title("en").split())
        full = f"{initials} {deck.name} {piece.id} {version}"
        em = STAMP_PT * MM_PER_POINT
        for words in (full, f"{deck.name} {piece.id} {version}", f"{piece.id} {version}", version):
            atom = Atom(words, "body")
            width = setter.atom_em(atom) * em
            if width <= room or words == version:
                break
        return text_element(Placed(atom, x - width / 2, y), font, em, colour)


def _sides(deck: Deck) -> tuple[str, ...]:
    return ("front", "back") if deck.back else ("front",)


def _on_back(deck: Deck) -> bool:
    return str(deck.options.get("stamp", "")).startswith("back ")


def stamp_box(deck: Deck, side: str) -> tuple[float, float, float, float] | None:
    """Where a face with its bleed carries the version: left, top, right and bottom in mm."""
    option = str(deck.options.get("stamp", ""))
    if option == "none" or (side == "back") != _on_back(deck):
        return None
    x, y, _, room = _stamp_place(deck.size, option.removeprefix("back "))
    x, y, em = x + BLEED_MM, y + BLEED_MM, STAMP_PT * MM_PER_POINT
    return x - room / 2, y - em, x + room / 2, y + em / 2


def _stamp_place(size: Size, option: str) -> tuple[float, float, str, float]:
    """Centre, baseline, colour and room: above the safe zone's lower edge, or where wanted."""
    w, h = size.width_mm, size.height_mm
    lift, room = _stamp_room(size)
    if not option:
        return w / 2, h - lift, INK, room
    x, y, colour = (part.strip() for part in option.split(","))
    try:
        left, baseline = numbers(f"{x} {y}")
    except SvgError:
        raise ValueError(option) from None
    if not is_colour(colour):
        raise ValueError(option)
    return left, baseline, colour, room


def _stamp_room(size: Size) -> tuple[float, float]:
    """How far above the cut the stamp stands, and how long it may be there."""
    w = size.width_mm
    if size.shape == "rect":
        return STAMP_LIFT_MM, w - 2 * SAFE_MM
    if size.shape == "hex":
        return STAMP_LIFT_MM, w / 2 - SAFE_MM / math.cos(math.pi / 6)
    # A chord of the safe zone's round edge, long enough for a few letters.
    radius, half = w / 2 - SAFE_MM, 0.2 * w
    return SAFE_MM + radius - math.sqrt(max(0.0, radius**2 - half**2)), 2 * half
