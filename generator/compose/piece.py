"""A piece into the SVG of its faces.

Comes in: a checked game and what is wanted of it. Goes out: one SVG for each different face,
linted and stamped; all problems of all faces together.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property

from cards_data.models import Deck, Font, Game, Piece, Size
from cards_data.problems import Findings, Problems, quoted
from generator.geometry.units import BLEED_MM, MM_PER_INCH
from generator.options import FULL_INK, Edition
from generator.store.sources import Sources
from generator.svg.errors import Fault
from generator.svg.parser import read_svg
from generator.text.fonts import typeface
from generator.text.typesetter import Typesetter

from .dependencies import Dependencies, Dependency
from .functions import Subject
from .stamps import StampPlace, stamp, stamp_places, stamped_text
from .variables import variables

VERSION_LETTERS = 4
# What a page is drawn at where it must be pixels: small type at reading distance.
PAGE_DPI = 300
MOST_DPI = 1200
# What a face may have: cairo and PDF hold it several times over while they work on it.
MOST_PIXELS = 120_000_000


_FONT = re.compile(
    r'<text [^>]*?font-family="([^"]+)" font-weight="(\d+)"( font-style="italic")?', re.DOTALL
)


@dataclass(frozen=True)
class Artwork:
    """The finished SVG of one side of a piece; equal SVG is one face."""

    svg: str
    width_mm: float
    height_mm: float
    most_dpi: int = MOST_DPI
    # With how much ink it is drawn: ``generator.draw.apply_ink`` knows what each means.
    ink: str = FULL_INK
    # Whether it is a page that is read, and no piece that is cut out.
    page: bool = False
    # Whose face it is, for problems; two pieces that look the same are still one face.
    where: str = field(default="", compare=False)

    @cached_property
    def key(self) -> str:
        return _digest(self.svg if self.ink == FULL_INK else f"{self.ink} ink\n{self.svg}")

    @cached_property
    def fonts(self) -> tuple[Font, ...]:
        """What its letters are set in."""
        used = sorted(set(_FONT.findall(self.svg)))
        return tuple(Font(family, int(weight), bool(slant)) for family, weight, slant in used)

    def as_data(self) -> dict[str, object]:
        """What it is made of, as JSON can hold it; its key follows from that."""
        return {one.name: getattr(self, one.name) for one in fields(self)}


@dataclass(frozen=True)
class Faces:
    """Both sides of a piece, and the short version that is printed on it."""

    front: Artwork
    back: Artwork | None
    version: str


def _digest(svg: str) -> str:
    return hashlib.sha256(svg.encode()).hexdigest()[:32]


@dataclass(frozen=True)
class Composer:
    """Composes the pieces of one game in one edition, from files read once."""

    game: Game
    edition: Edition
    sources: Sources
    # Sides that are the same for their whole deck, with what they depend on.
    _common: dict[tuple[str, str], tuple[str, tuple[Dependency, ...]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.sources.gather(self.game.slug, "_shared")

    def faces(
        self, deck: Deck, piece: Piece, findings: Findings, dependencies: Dependencies
    ) -> Faces | None:
        """Both faces of a piece; what is wrong with them goes to the findings."""
        front = self.side(deck, piece, "front", findings, dependencies)
        back = self.side(deck, piece, "back", findings, dependencies) if deck.back else ""
        if front is None or back is None:
            return None
        version = _digest(f"{front}\n{back}")[:VERSION_LETTERS]
        try:
            places = stamp_places(deck)
        except ValueError:
            self._refused(deck, findings, '"x,y,colour" or "back x,y,colour" in mm, or none')
            return None
        if "back" in places and self._marks_cards(deck):
            self._refused(deck, findings, "a stamp on the front: no back of its own carries it")
            return None
        stamps = {
            side: self._stamp(stamped_text(deck, piece, version, side), place)
            for side, place in places.items()
        }
        return Faces(
            self._artwork(deck, piece, "front", front + stamps.get("front", "")),
            self._artwork(deck, piece, "back", back + stamps.get("back", ""))
            if deck.back
            else None,
            version,
        )

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

    def side(
        self, deck: Deck, piece: Piece, side: str, findings: Findings, dependencies: Dependencies
    ) -> str | None:
        """One side, without its stamp; composed once for a deck where it shows no row of it."""
        if known := self._common.get((deck.name, side)):
            dependencies.update(known[1])
            return known[0]
        read = Dependencies()
        subject = self.subject(deck, piece, side)
        template = deck.front if side == "front" else deck.back
        body = svg_body(subject, f"{self.game.slug}/{template}", findings, read)
        if body is not None and not read.uses_own_row:
            self._common[deck.name, side] = body, tuple(read)
        dependencies.update(read)
        return body

    def subject(self, deck: Deck, piece: Piece, side: str) -> Subject:
        page = self.page(deck.size, piece.id, piece.place)
        return replace(page, side=side, piece=piece, deck=deck)

    def page(self, size: Size, label: str, place: str = "") -> Subject:
        """A page that shows no piece of its own."""
        made_from = self.game, self.edition, self.sources
        return Subject(*made_from, size, "front", place or label, label)

    def _stamp(self, texts: tuple[str, ...], place: StampPlace) -> str:
        font = self.game.fonts["body"]
        setter = Typesetter({"body": typeface(font, self.sources)}, "en")
        return stamp(texts, place, setter, font)


def _plain(body: str) -> str:
    """Without the white space that no reader sees: a re-indented template is no new version.

    Bytes are split at plain white space only: hard spaces are letters and stay.
    """
    return b" ".join(body.encode().split()).decode().replace("> <", "><")


def compose_page(
    subject: Subject,
    template: str,
    extra: Mapping[str, object],
    findings: Findings,
    dependencies: Dependencies,
) -> Artwork | None:
    """A page of the kit that is no piece: the how-to, the rules, a score sheet, a result."""
    body = svg_body(subject, template, findings, dependencies, extra)
    if body is None:
        return None
    page = artwork(body, subject.size, bleed_mm=0)
    where = f"{subject.label} (templates/{template})"
    return replace(page, most_dpi=PAGE_DPI, where=where, ink=subject.edition.ink, page=True)


def svg_body(
    subject: Subject,
    template: str,
    findings: Findings,
    dependencies: Dependencies,
    extra: Mapping[str, object] | None = None,
) -> str | None:
    """What a template of ``templates/`` draws; what is wrong with it goes to the findings."""
    # Loaded here: a print whose faces are all in the cache needs no template engine.
    from .environment import line_of_element, rendered, used_templates

    where = f"{subject.label}, {subject.side}, {subject.lang}"
    for used in used_templates(subject.sources, template):
        dependencies.add("template" if used else "templates", used)
    inlined: set[str] = set()
    try:
        names = {**variables(subject, findings, dependencies, inlined), **(extra or {})}
        body = _plain(rendered(subject.sources, template, names, where))
    except Problems as problems:
        findings.extend(problems.problems)
        return None
    faults = _faults(body, inlined, subject.size)
    for fault in faults:
        line = line_of_element(subject.sources, template, names, fault.element)
        findings.add(f"templates/{template}{f':{line}' if line else ''} ({where})", fault.words)
    return None if faults else body


def _faults(body: str, inlined: set[str], size: Size) -> tuple[Fault, ...]:
    """What cannot be drawn of a body; pictures in it were read before, each by itself."""
    rest = body
    for content in inlined:
        rest = rest.replace(_plain(content), "") if content else rest
    faults = read_svg(artwork(rest, size).svg, plain_lengths=True).faults
    # Read again with everything in it: elements are told by their number.
    return read_svg(artwork(body, size).svg, plain_lengths=True).faults if faults else ()


def artwork(body: str, size: Size, bleed_mm: float = BLEED_MM) -> Artwork:
    """The body in its frame: the view reaches one bleed beyond the cut."""
    width, height = size.width_mm + 2 * bleed_mm, size.height_mm + 2 * bleed_mm
    view = f"{-bleed_mm:g} {-bleed_mm:g} {width:g} {height:g}"
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">{body}</svg>'
    finest = math.sqrt(MOST_PIXELS / (width * height)) * MM_PER_INCH
    return Artwork(svg, width, height, min(MOST_DPI, int(finest)))
