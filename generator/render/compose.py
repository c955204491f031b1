"""A piece into the SVG of its faces.

Comes in: a checked game and what is wanted of it. Goes out: one SVG for each different face,
linted and stamped; all problems of all faces together.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from cards_data.models import Deck, Game, Piece, Size
from cards_data.problems import Findings, Problems
from generator.units import BLEED_MM, MM_PER_POINT

from .environment import rendered
from .fonts import typeface
from .lint import lint
from .markup import Atom
from .text import Placed, Typesetter
from .variables import INK, Subject, text_element, variables

STAMP_PT = 4.0
VERSION_LETTERS = 4


@dataclass(frozen=True)
class Artwork:
    """The finished SVG of one side of a piece; equal SVG is one face."""

    svg: str
    width_mm: float
    height_mm: float

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


def compose(game: Game, deck: Deck, piece: Piece, lang: str, findings: Findings) -> Faces | None:
    """Both faces of a piece; what is wrong with them goes to the findings."""
    sides = {"front": deck.front, "back": deck.back}
    bodies = {
        side: _body(
            Subject(game, lang, deck.size, side, piece.place, piece.id, piece, deck), name, findings
        )
        for side, name in sides.items()
        if name
    }
    if None in bodies.values():
        return None
    version = _digest("\n".join(str(body) for body in bodies.values()))[:VERSION_LETTERS]
    front = f"{bodies['front']}{_stamp(game, deck, piece, version)}"
    back = bodies.get("back")
    return Faces(
        artwork(front, deck.size), artwork(back, deck.size) if back is not None else None, version
    )


def compose_page(
    subject: Subject, template: str, extra: Mapping[str, object], findings: Findings
) -> Artwork | None:
    """A page of the kit that is no piece: the how-to, a score sheet, a result."""
    body = _body(subject, template, findings, extra)
    return artwork(body, subject.size, bleed_mm=0) if body is not None else None


def _body(
    subject: Subject, template: str, findings: Findings, extra: Mapping[str, object] | None = None
) -> str | None:
    folder = subject.game.slug if subject.deck else "_shared"
    names = {**variables(subject, findings, printed(subject.game)), **(extra or {})}
    where = f"{subject.label}, {subject.side}, {subject.lang}"
    try:
        body = rendered(f"{folder}/{template}", names, where)
    except Problems as problems:
        findings.extend(problems.problems)
        return None
    for found in lint(f'<svg xmlns="http://www.w3.org/2000/svg">{body}</svg>'):
        findings.add(f"templates/{folder}/{template} ({where})", found)
    return body


@lru_cache(maxsize=8)
def printed(game: Game) -> Mapping[str, object]:
    """What the scorer gives for print, so that paper and scorer cannot disagree."""
    from scorer.registry import rules, slugs

    return rules(game.slug).printed(game) if game.slug in slugs() else {}


def artwork(body: str, size: Size, bleed_mm: float = BLEED_MM) -> Artwork:
    """The body in its frame: the view reaches one bleed beyond the cut."""
    width, height = size.width_mm + 2 * bleed_mm, size.height_mm + 2 * bleed_mm
    view = f"{-bleed_mm:g} {-bleed_mm:g} {width:g} {height:g}"
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">{body}</svg>'
    return Artwork(svg, width, height)


def _stamp(game: Game, deck: Deck, piece: Piece, version: str) -> str:
    """Game, deck, piece and its version along the lower edge, as much of it as there is room."""
    option = str(deck.options.get("stamp", ""))
    if option == "none":
        return ""
    x, y, colour, room = _stamp_place(deck.size, option)
    face = game.fonts["body"]
    setter = Typesetter({"body": typeface(face)}, "en")
    initials = "".join(word[0] for word in game.title("en").split())
    full = f"{initials} {deck.name} {piece.id} {version}"
    em = STAMP_PT * MM_PER_POINT
    for words in (full, f"{deck.name} {piece.id} {version}", f"{piece.id} {version}", version):
        atom = Atom(words, "body")
        width = setter.atom_em(atom) * em
        if width <= room or words == version:
            break
    return text_element(Placed(atom, x - width / 2, y), face, em, colour)


def _stamp_place(size: Size, option: str) -> tuple[float, float, str, float]:
    """Centre, baseline, colour and room: along the lower edge, or where the deck wants it."""
    w, h = size.width_mm, size.height_mm
    lift, share = {"rect": (1.1, 0.86), "hex": (1.3, 0.44)}.get(size.shape, (1.4, 0.3))
    if not option:
        return w / 2, h - lift, INK, w * share
    x, y, colour = (part.strip() for part in option.split(","))
    return float(x), float(y), colour, w * share
