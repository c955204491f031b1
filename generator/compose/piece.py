"""A piece into the SVG of its faces.

Comes in: a checked game and what is wanted of it. Goes out: one SVG for each different face,
linted and stamped; all problems of all faces together.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from cards_data.models import Deck, Game, Piece, Size
from cards_data.problems import Findings, Problems, quoted
from generator.geometry.colours import INK
from generator.geometry.units import BLEED_MM, MM_PER_POINT
from generator.options import Edition
from generator.store.sources import Sources
from generator.text.fonts import typeface
from generator.text.markup import Atom
from generator.text.typesetter import Placed, Typesetter

from .environment import rendered, used_templates
from .functions import Subject, text_element
from .lint import lint
from .reads import Read, Reads
from .variables import variables

STAMP_PT = 4.0
VERSION_LETTERS = 4
# A page of text at arm's length gains nothing from more.
PAGE_DPI = 200


@dataclass(frozen=True)
class Artwork:
    """The finished SVG of one side of a piece; equal SVG is one face."""

    svg: str
    width_mm: float
    height_mm: float
    most_dpi: int = 1200
    # Whose face it is, for problems; two pieces that look the same are still one face.
    where: str = field(default="", compare=False)

    @property
    def key(self) -> str:
        return _digest(self.svg)


@dataclass(frozen=True)
class Faces:
    """Both sides of a piece, and the short version that is printed on it."""

    front: Artwork
    back: Artwork | None
    version: str


@lru_cache(maxsize=4096)
def _digest(svg: str) -> str:
    return hashlib.sha256(svg.encode()).hexdigest()[:32]


@dataclass(frozen=True)
class Composer:
    """Composes the pieces of one game in one edition, from files read once."""

    game: Game
    edition: Edition
    sources: Sources
    # Sides that are the same for their whole deck, with what they looked at.
    _common: dict[tuple[str, str], tuple[str, tuple[Read, ...]]] = field(default_factory=dict)

    def faces(self, deck: Deck, piece: Piece, findings: Findings, reads: Reads) -> Faces | None:
        """Both faces of a piece; what is wrong with them goes to the findings."""
        front = self._side(deck, piece, "front", findings, reads)
        back = self._side(deck, piece, "back", findings, reads) if deck.back else ""
        if front is None or back is None:
            return None
        version = _digest(f"{front}\n{back}")[:VERSION_LETTERS]
        try:
            stamped = f"{front}{self._stamp(deck, piece, version)}"
        except ValueError:
            where = f"cards_data/{self.game.slug}/game.yaml decks.{deck.name}.options.stamp"
            findings.add(where, quoted(deck.options["stamp"]), '"x,y,colour" in mm, or none')
            return None
        shown = f"{deck.name}/{piece.id} (templates/{self.game.slug}/"
        return Faces(
            replace(artwork(stamped, deck.size), where=f"{shown}{deck.front}, front)"),
            replace(artwork(back, deck.size), where=f"{shown}{deck.back}, back)")
            if deck.back
            else None,
            version,
        )

    def _side(
        self, deck: Deck, piece: Piece, side: str, findings: Findings, reads: Reads
    ) -> str | None:
        """One side. A side that never looks at its row is composed once for the whole deck."""
        if known := self._common.get((deck.name, side)):
            reads.also(known[1])
            return known[0]
        looked = Reads()
        subject = self.subject(deck, piece, side)
        template = deck.front if side == "front" else deck.back
        body = _body(subject, str(template), findings, looked)
        if body is not None and not looked.own_row:
            self._common[deck.name, side] = body, tuple(looked)
        reads.also(looked)
        return body

    def subject(self, deck: Deck, piece: Piece, side: str) -> Subject:
        return Subject(
            game=self.game,
            edition=self.edition,
            sources=self.sources,
            size=deck.size,
            side=side,
            place=piece.place,
            label=piece.id,
            piece=piece,
            deck=deck,
        )

    def _stamp(self, deck: Deck, piece: Piece, version: str) -> str:
        """Game, deck, piece and its version along the lower edge, as much as there is room."""
        option = str(deck.options.get("stamp", ""))
        if option == "none":
            return ""
        x, y, colour, room = _stamp_place(deck.size, option)
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


# White space between and inside tags; hard spaces are letters and stay.
_SPACE = re.compile(r"[ \t\r\n]+")
_BETWEEN = re.compile(r"> <")


def _plain(body: str) -> str:
    """Without the white space that no reader sees: a re-indented template is no new version."""
    return _BETWEEN.sub("><", _SPACE.sub(" ", body)).strip()


def compose_page(
    subject: Subject, template: str, extra: Mapping[str, object], findings: Findings, reads: Reads
) -> Artwork | None:
    """A page of the kit that is no piece: the how-to, a score sheet, a result."""
    body = _body(subject, template, findings, reads, extra)
    if body is None:
        return None
    page = artwork(body, subject.size, bleed_mm=0)
    return replace(page, most_dpi=PAGE_DPI, where=f"{subject.label} (templates/_shared/{template})")


def _body(
    subject: Subject,
    template: str,
    findings: Findings,
    reads: Reads,
    extra: Mapping[str, object] | None = None,
) -> str | None:
    folder = subject.game.slug if subject.deck else "_shared"
    where = f"{subject.label}, {subject.side}, {subject.lang}"
    name = f"{folder}/{template}"
    for used in used_templates(subject.sources, name):
        reads.note("template" if used else "templates", used)
    try:
        names = {**variables(subject, findings, reads), **(extra or {})}
        body = _plain(rendered(subject.sources, name, names, where))
    except Problems as problems:
        findings.extend(problems.problems)
        return None
    for found in lint(f'<svg xmlns="http://www.w3.org/2000/svg">{body}</svg>'):
        findings.add(f"templates/{name} ({where})", found)
    return body


def artwork(body: str, size: Size, bleed_mm: float = BLEED_MM) -> Artwork:
    """The body in its frame: the view reaches one bleed beyond the cut."""
    width, height = size.width_mm + 2 * bleed_mm, size.height_mm + 2 * bleed_mm
    view = f"{-bleed_mm:g} {-bleed_mm:g} {width:g} {height:g}"
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">{body}</svg>'
    return Artwork(svg, width, height)


def _stamp_place(size: Size, option: str) -> tuple[float, float, str, float]:
    """Centre, baseline, colour and room: along the lower edge, or where the deck wants it."""
    w, h = size.width_mm, size.height_mm
    lift, share = {"rect": (1.1, 0.86), "hex": (1.3, 0.44)}.get(size.shape, (1.4, 0.3))
    if not option:
        return w / 2, h - lift, INK, w * share
    x, y, colour = (part.strip() for part in option.split(","))
    return float(x), float(y), colour, w * share
