"""Turn a piece into the SVG of its faces: rendered, stamped and checked for all problems."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from cards_data.models import Deck, Game, Piece, Size
from cards_data.problems import Findings, Message, Place, Problems, Where, quote
from generator.options import VERSION_LETTERS, Edition
from generator.store.sources import Sources
from generator.text.speech import speech

from .artwork import Artwork, FaceStep, artwork, reading_of, svg_digest
from .dependencies import Dependencies, Dependency
from .stamps import stamp, stamp_places, stamped_text

if TYPE_CHECKING:
    from generator.layout.box_geometry import Rect
    from generator.layout.box_kinds import Box

    from .functions import Subject

# The resolution of a page that must become pixels: small type at reading distance.
PAGE_DPI = 300


@dataclass(frozen=True)
class RenderedSide:
    body: str
    subject: Subject
    template: str
    names: Mapping[str, object]
    # What is written on it, a text per line.
    text: str = ""

    def is_readable(self, art: Artwork, findings: Findings) -> bool:
        """Return whether an artwork can be drawn; if not, add to the findings."""
        sources = self.subject.sources
        reading = reading_of(art.svg, sources)
        faults = (*reading.faults, *reading.with_unit)
        for fault in faults:
            from .environment import line_of_element
            from .layouts import is_layout

            # The template line that wrote what cannot be drawn; boxes of a layout have none.
            line = None
            if not is_layout(self.template):
                line = line_of_element(sources, self.template, self.names, fault.element)
            about = _label_of(self.subject)
            findings.add(Place(f"templates/{self.template}", line or 0, about=about), fault.words)
        return not faults


def render(
    subject: Subject,
    template: str,
    findings: Findings,
    dependencies: Dependencies,
    extra: Mapping[str, object] | None = None,
) -> RenderedSide | None:
    """Render a template of ``templates/``; add its faults to the findings."""
    from .functions import TemplateFunctions
    from .layouts import is_layout
    from .variables import variables

    try:
        functions = TemplateFunctions(subject, findings, dependencies)
        names = {**variables(functions), **(extra or {})}
        if is_layout(template):
            from .layouts.declared_face import DeclaredFace

            body = DeclaredFace(functions, names).draw(template)
        else:
            # Imported here: a print with all faces in the cache does not need the template engine.
            from .environment import render_text, used_templates

            for used in used_templates(subject.sources, template):
                dependencies.add("template" if used else "templates", used)
            body = render_text(subject.sources, template, names, _label_of(subject))
    except Problems as problems:
        findings.extend(problems.problems)
        return None
    return RenderedSide(_squeeze(body), subject, template, names, str(functions.written))


def compose_page(
    subject: Subject,
    template: str,
    extra: Mapping[str, object],
    findings: Findings,
    dependencies: Dependencies,
) -> Artwork | None:
    """Compose a page of the kit that is not a piece: how-to, rules, score sheet or result."""
    written = render(subject, template, findings, dependencies, extra)
    if written is None:
        return None
    page = artwork(written.body, subject.size, bleed_mm=0)
    where = f"{subject.label} (templates/{template})"
    page = replace(page, most_dpi=PAGE_DPI, where=where, ink=subject.edition.ink, page=True)
    return page if written.is_readable(page, findings) else None


def _label_of(subject: Subject) -> str:
    return f"{subject.label}, {subject.side}, {subject.lang}"


def _squeeze(body: str) -> str:
    """Remove invisible white space, not hard spaces: a re-indented template is not new."""
    return b" ".join(body.encode().split()).decode().replace("> <", "><")


@dataclass(frozen=True)
class Faces:
    """Both sides of a piece, and the short version printed on it."""

    front: Artwork
    back: Artwork | None
    version: str

    @property
    def sides(self) -> tuple[tuple[str, Artwork], ...]:
        """The existing sides, each with its name."""
        front = ("front", self.front)
        return (front, ("back", self.back)) if self.back else (front,)

    def speech(self, game: Game, deck: Deck, piece: Piece, lang: str) -> tuple[str, str]:
        """Return what is said of front and back; two equal sides are described alike."""
        front, back = speech(game, deck, piece, lang, "front", self.front.text), self.back
        if back is None or back.key == self.front.key:
            return front, front if back else ""
        return front, speech(game, deck, piece, lang, "back", back.text)


@dataclass(frozen=True)
class Composer:
    """A composer of the pieces of one game in one edition, from files read once."""

    game: Game
    edition: Edition
    sources: Sources
    # Sides that are the same for their whole deck, with their dependencies.
    _common: dict[tuple[str, str], tuple[RenderedSide, tuple[Dependency, ...]]] = field(
        default_factory=dict
    )
    # What is done with every face in the process that composed it, while its drawing is in memory.
    ahead: FaceStep | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        self.sources.gather(self.game.slug, "_shared")

    def __reduce__(self) -> tuple[Any, ...]:
        """Leave out what was composed when sent to another process."""
        return Composer, (self.game, self.edition, self.sources, {}, self.ahead)

    def faces(
        self, deck: Deck, piece: Piece, findings: Findings, dependencies: Dependencies
    ) -> Faces | None:
        """Compose both faces of a piece; add their faults to the findings."""
        sides = ("front", "back") if deck.back else ("front",)
        rendered = [self.render_side(deck, piece, one, findings, dependencies) for one in sides]
        bodies = [one.body for one in rendered if one]
        if len(bodies) < len(rendered):
            return None
        front, back = (*bodies, "")[:2]
        version = svg_digest(f"{front}\n{back}")[:VERSION_LETTERS]
        try:
            places = stamp_places(deck)
        except ValueError:
            self._refuse_stamp(deck, findings, Message("face.stamp"))
            return None
        # It would mark cards with a shared back, or the deck has no backs.
        shared = len(deck.pieces) > 1 and (deck.name, "back") in self._common
        if "back" in places and (shared or not deck.back):
            self._refuse_stamp(deck, findings, Message("face.stamp_front"))
            return None
        stamps = {}
        for side, place in places.items():
            from generator.text.fonts import typeface

            texts, font = stamped_text(deck, piece, version, side), self.game.fonts["body"]
            stamps[side] = stamp(texts, place, typeface(font, self.sources), font)
        arts = [
            self._artwork(deck, piece, one, stamps.get(one.subject.side, ""))
            for one in rendered
            if one
        ]
        # Check both sides, even if the first cannot be drawn: all problems are reported together.
        drawn = zip(rendered, arts, strict=True)
        if [art for one, art in drawn if one and not one.is_readable(art, findings)]:
            return None
        return Faces(arts[0], arts[1] if deck.back else None, version)

    def step_ahead(self, size: Size, *arts: Artwork | None) -> None:
        """Process faces with drawings in memory; errors are reported where they are used."""
        if self.ahead:
            for art in filter(None, arts):
                with suppress(Exception):
                    self.ahead(art, size, self.sources)

    def _artwork(self, deck: Deck, piece: Piece, side: RenderedSide, stamp: str) -> Artwork:
        where = f"{deck.name}/{piece.id}, {side.subject.side} (templates/{side.template})"
        art = artwork(side.body + stamp, deck.size)
        return replace(art, where=where, ink=self.edition.ink, text=side.text)

    def _refuse_stamp(self, deck: Deck, findings: Findings, allowed: Message) -> None:
        path = ("decks", deck.name, "options", "stamp")
        where = Place(f"cards_data/{self.game.slug}/game.yaml", path=path)
        findings.add(where, quote(deck.options["stamp"]), allowed)

    def render_side(
        self, deck: Deck, piece: Piece, side: str, findings: Findings, dependencies: Dependencies
    ) -> RenderedSide | None:
        """Render a side without its stamp; once per deck if it does not show its row."""
        if common := self._common.get((deck.name, side)):
            dependencies.update(common[1])
            return common[0]
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
        """List every box of a layout drawn on a side, with its rectangle."""
        from .functions import TemplateFunctions
        from .layouts.declared_face import DeclaredFace
        from .variables import variables

        functions = TemplateFunctions(self.subject(deck, piece, side), findings, Dependencies())
        return DeclaredFace(functions, variables(functions)).places(layout)

    def page(self, size: Size, label: str, place: Where = "") -> Subject:
        """Return a page that does not show a piece."""
        made_from = self.game, self.edition, self.sources
        from .functions import Subject

        return Subject(*made_from, size, "front", place or label, label)
