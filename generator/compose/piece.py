"""A piece into the SVG of its faces: rendered, stamped and read, with all problems together."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from cards_data.models import Deck, Game, Piece, Size
from cards_data.problems import Findings, Message, Place, Problems, Where, quoted
from generator.options import VERSION_LETTERS, Edition
from generator.store.sources import Sources

from .artwork import Artwork, FaceStep, artwork, reading_of, svg_digest
from .dependencies import Dependencies, Dependency
from .stamps import StampPlace, stamp, stamp_places, stamped_text

if TYPE_CHECKING:
    from generator.layout.box_geometry import Rect
    from generator.layout.box_kinds import Box
    from generator.svg.tree import Fault

    from .functions import Subject

# What a page is drawn at where it must be pixels: small type at reading distance.
PAGE_DPI = 300


@dataclass(frozen=True)
class Rendered:
    body: str
    subject: Subject
    template: str
    names: Mapping[str, object]

    def is_readable(self, art: Artwork, findings: Findings) -> bool:
        """Whether an artwork that begins with the body can be drawn; if not, the findings say."""
        sources = self.subject.sources
        reading = reading_of(art.svg, sources)
        faults = (*reading.faults, *reading.with_unit)
        for fault in faults:
            line = self._line_of(fault)
            about = _where(self.subject)
            findings.add(Place(f"templates/{self.template}", line, about=about), fault.words)
        return not faults

    def _line_of(self, fault: Fault) -> int:
        """The line of a template that wrote what cannot be drawn; boxes of a layout have none."""
        from .environment import line_of_element
        from .layouts import is_layout

        if is_layout(self.template):
            return 0
        sources = self.subject.sources
        return line_of_element(sources, self.template, self.names, fault.element) or 0


def render(
    subject: Subject,
    template: str,
    findings: Findings,
    dependencies: Dependencies,
    extra: Mapping[str, object] | None = None,
) -> Rendered | None:
    """What a template of ``templates/`` writes; what is wrong with it goes to the findings."""
    from .functions import TemplateFunctions
    from .layouts import is_layout
    from .variables import variables

    try:
        functions = TemplateFunctions(subject, findings, dependencies)
        names = {**variables(functions), **(extra or {})}
        if is_layout(template):
            from .layouts.declared_face import DeclaredFace

            body = DeclaredFace(functions, names).drawn(template)
        else:
            body = _written(subject, template, dependencies, names)
    except Problems as problems:
        findings.extend(problems.problems)
        return None
    return Rendered(_plain(body), subject, template, names)


def _written(
    subject: Subject, template: str, dependencies: Dependencies, names: Mapping[str, object]
) -> str:
    """What a template writes; it and all that it builds on are noted."""
    # Loaded here: a print whose faces are all in the cache needs no template engine.
    from .environment import rendered, used_templates

    for used in used_templates(subject.sources, template):
        dependencies.add("template" if used else "templates", used)
    return rendered(subject.sources, template, names, _where(subject))


def compose_page(
    subject: Subject,
    template: str,
    extra: Mapping[str, object],
    findings: Findings,
    dependencies: Dependencies,
) -> Artwork | None:
    """A page of the kit that is no piece: the how-to, the rules, a score sheet, a result."""
    written = render(subject, template, findings, dependencies, extra)
    if written is None:
        return None
    page = artwork(written.body, subject.size, bleed_mm=0)
    where = f"{subject.label} (templates/{template})"
    page = replace(page, most_dpi=PAGE_DPI, where=where, ink=subject.edition.ink, page=True)
    return page if written.is_readable(page, findings) else None


def _where(subject: Subject) -> str:
    return f"{subject.label}, {subject.side}, {subject.lang}"


def _plain(body: str) -> str:
    """Without the white space that no reader sees: a re-indented template is no new version.

    Bytes are split at plain white space only: hard spaces are letters and stay.
    """
    return b" ".join(body.encode().split()).decode().replace("> <", "><")


@dataclass(frozen=True)
class Faces:
    """Both sides of a piece, and the short version that is printed on it."""

    front: Artwork
    back: Artwork | None
    version: str

    @property
    def sides(self) -> tuple[tuple[str, Artwork], ...]:
        """The sides that there are, each by its name."""
        front = ("front", self.front)
        return (front, ("back", self.back)) if self.back else (front,)


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
            places = stamp_places(deck)
        except ValueError:
            self._refused(deck, findings, Message("face.stamp"))
            return None
        if "back" in places and self._marks_cards(deck):
            self._refused(deck, findings, Message("face.stamp_front"))
            return None
        stamps = {
            side: self._stamp(stamped_text(deck, piece, version, side), place)
            for side, place in places.items()
        }
        arts = [
            self._artwork(deck, piece, side, body + stamps.get(side, ""))
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

    def _refused(self, deck: Deck, findings: Findings, allowed: Message) -> None:
        path = ("decks", deck.name, "options", "stamp")
        where = Place(f"cards_data/{self.game.slug}/game.yaml", path=path)
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
        page = self.page(deck.size.seen_from(side), piece.id, piece.place)
        return replace(page, side=side, piece=piece, deck=deck)

    def box_places(
        self, deck: Deck, piece: Piece, side: str, layout: str, findings: Findings
    ) -> list[tuple[Box, Rect]]:
        """Every box of a layout that is drawn on a side, with the room that it has."""
        from .functions import TemplateFunctions
        from .layouts.declared_face import DeclaredFace
        from .variables import variables

        functions = TemplateFunctions(self.subject(deck, piece, side), findings, Dependencies())
        return DeclaredFace(functions, variables(functions)).places(layout)

    def page(self, size: Size, label: str, place: Where = "") -> Subject:
        """A page that shows no piece of its own."""
        made_from = self.game, self.edition, self.sources
        from .functions import Subject

        return Subject(*made_from, size, "front", place or label, label)

    def _stamp(self, texts: tuple[str, ...], place: StampPlace) -> str:
        font = self.game.fonts["body"]
        from generator.text.fonts import typeface

        return stamp(texts, place, typeface(font, self.sources), font)


def _sides(deck: Deck) -> tuple[str, ...]:
    return ("front", "back") if deck.back else ("front",)
