"""A piece into the SVG of its faces.

Comes in: a checked game and what is wanted of it. Goes out: one SVG for each different face,
linted and stamped; all problems of all faces together.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache

from cards_data.models import Deck, Game, Piece, Size
from cards_data.problems import Findings, Problems, quoted
from generator.units import BLEED_MM, MM_PER_POINT

from .colours import INK
from .drawing import OWN_ROW, Subject, text_element
from .fonts import typeface
from .lint import lint
from .markup import Atom
from .text import Placed, Typesetter
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


class Composer:
    """Composes the pieces of one game in one language.

    ``seen`` after a call holds the decks that the face looked at, for whoever keeps results.
    """

    def __init__(self, game: Game, lang: str) -> None:
        self.game = game
        self.lang = lang
        self._shared: dict[tuple[str, str], tuple[str, frozenset[str]]] = {}

    def get_ready(self) -> None:
        """Loads what composing needs, so that processes forked from now on have it."""
        from . import environment  # noqa: F401

        with suppress(Problems):
            for face in self.game.fonts.values():
                typeface(face)

    def faces(self, deck: Deck, piece: Piece, findings: Findings, seen: set[str]) -> Faces | None:
        """Both faces of a piece; what is wrong with them goes to the findings."""
        front = self._side(deck, piece, "front", findings, seen)
        back = self._side(deck, piece, "back", findings, seen) if deck.back else ""
        if front is None or back is None:
            return None
        version = _digest(f"{front}\n{back}")[:VERSION_LETTERS]
        try:
            stamped = f"{front}{_stamp(self.game, deck, piece, version)}"
        except ValueError:
            where = f"cards_data/{self.game.slug}/game.yaml decks.{deck.name}.options.stamp"
            findings.add(where, quoted(deck.options["stamp"]), '"x,y,colour" in mm, or none')
            return None
        return Faces(
            artwork(stamped, deck.size), artwork(back, deck.size) if deck.back else None, version
        )

    def _side(
        self, deck: Deck, piece: Piece, side: str, findings: Findings, seen: set[str]
    ) -> str | None:
        """One side. A side that never looks at its row is composed once for the whole deck."""
        if known := self._shared.get((deck.name, side)):
            seen.update(known[1])
            return known[0]
        looked: set[str] = set()
        subject = Subject(self.game, self.lang, deck.size, side, piece.place, piece.id, piece, deck)
        template = deck.front if side == "front" else deck.back
        body = _body(subject, str(template), findings, looked)
        if body is not None and OWN_ROW not in looked:
            self._shared[deck.name, side] = body, frozenset(looked)
        seen.update(looked)
        return body


def _plain(body: str) -> str:
    """Without the white space that no reader sees: a re-indented template is no new version.

    Bytes are split at plain white space only: hard spaces are letters and stay.
    """
    return b" ".join(body.encode().split()).decode().replace("> <", "><")


def compose(game: Game, deck: Deck, piece: Piece, lang: str, findings: Findings) -> Faces | None:
    """Both faces of a single piece."""
    return Composer(game, lang).faces(deck, piece, findings, set())


def compose_page(
    subject: Subject, template: str, extra: Mapping[str, object], findings: Findings
) -> Artwork | None:
    """A page of the kit that is no piece: the how-to, a score sheet, a result."""
    body = _body(subject, template, findings, set(), extra)
    if body is None:
        return None
    return replace(artwork(body, subject.size, bleed_mm=0), most_dpi=PAGE_DPI)


def _body(
    subject: Subject,
    template: str,
    findings: Findings,
    seen: set[str],
    extra: Mapping[str, object] | None = None,
) -> str | None:
    from .environment import rendered

    folder = subject.game.slug if subject.deck else "_shared"
    where = f"{subject.label}, {subject.side}, {subject.lang}"
    try:
        names = {**variables(subject, findings, Printed(subject.game, seen), seen), **(extra or {})}
        body = _plain(rendered(f"{folder}/{template}", names, where))
    except Problems as problems:
        findings.extend(problems.problems)
        return None
    for found in lint(f'<svg xmlns="http://www.w3.org/2000/svg">{body}</svg>'):
        findings.add(f"templates/{folder}/{template} ({where})", found)
    return body


class Printed(Mapping[str, object]):
    """What the scorer gives for print, asked for only by templates that use it.

    The scorer reads all decks, so a face that asks has seen them all.
    """

    def __init__(self, game: Game, seen: set[str]) -> None:
        self._game = game
        self._seen = seen

    def _values(self) -> Mapping[str, object]:
        self._seen.update(self._game.decks)
        return printed(self._game)

    def __getitem__(self, key: str) -> object:
        return self._values()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values())

    def __len__(self) -> int:
        return len(self._values())


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
