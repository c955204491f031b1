"""Draw pieces and pictures for the leaflet, with unique ids so that none repeats on a page."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import count

from markupsafe import Markup

from cards_data.languages.locales import joined_names
from cards_data.leaflet import COLUMN_MM, WIDE_MM, Picture, PictureStrip, ShownPiece, TablePicture
from cards_data.models import Deck, Piece, Size
from cards_data.problems import Findings, Message, Problems, unknown
from generator.compose import template_limits as bounds
from generator.compose.artwork import artwork
from generator.compose.dependencies import Dependencies
from generator.compose.piece import Composer, RenderedSide, render
from generator.geometry import shapes
from generator.text.speech import name_of, speech, written_sentences
from generator.words import say_in

EDGE = "#9aa5ad"
EDGE_MM = 0.15


# What a template of ``leaflet/`` draws.
Drawable = Picture | TablePicture | PictureStrip


@dataclass(frozen=True)
class RulesPicture:
    """A picture of the rules: its SVG, its texts, and a sentence about the pieces on it."""

    svg: str
    texts: str
    pieces: str


NOTHING = RulesPicture("", "", "")


class Illustrator:
    """An illustrator of one game in one language; each piece is drawn once, then copied."""

    def __init__(self, composer: Composer, findings: Findings, dependencies: Dependencies) -> None:
        self.composer = composer
        self.game = composer.game
        self.findings = findings
        self.dependencies = dependencies
        self._sides: dict[tuple[str, str, str], RenderedSide | None] = {}
        self._pictures: dict[tuple[object, ...], RulesPicture] = {}
        # The sides that the current picture shows.
        self._shown: dict[tuple[str, str, str], tuple[Deck, Piece]] = {}
        self._rendered: list[RenderedSide] = []
        self._numbers = count(1)

    def restart_ids(self) -> None:
        """Restart the ids, for pictures that do not share a page."""
        self._numbers = count(1)

    def piece(self, deck: str, piece_id: str) -> tuple[Deck, Piece]:
        """Return a piece by name; suggest similar names for an unknown one."""
        decks = self.game.decks
        if deck not in decks:
            raise unknown(Message("problem.deck", deck=deck), deck, decks)
        if piece_id not in decks[deck].by_id:
            place = Message("place.piece_of", deck=deck, name=piece_id)
            raise unknown(place, piece_id, decks[deck].by_id)
        return decks[deck], decks[deck].piece(piece_id)

    def speech(self, item: ShownPiece) -> str:
        """Return what is said instead of a picture of a piece."""
        deck, piece = self.piece(item.deck, item.id)
        self.dependencies.add("speech", f"{item.deck}/{item.id}")
        side = self._side(deck, piece, item.side)
        written, lang = side.text if side else "", self.composer.edition.lang
        return speech(self.game, deck, piece, lang, item.side, written)

    def face(
        self,
        deck: str,
        id: str,
        x: float,
        y: float,
        width: float,
        side: str = "front",
        turn: float = 0,
    ) -> Markup:
        """Draw a piece's face with its top left corner at x, y, rotated about its middle."""
        bounds.places(x=x, y=y, turn=turn)
        bounds.check_range(0.1, bounds.FARTHEST_MM, width=width)
        owner, piece = self.piece(str(deck), str(id))
        if side not in ("front", "back") or (side == "back" and not owner.back):
            place, fault = Message("place.side", name=side), Message("leaflet.no_side", deck=deck)
            raise Problems.of(place, fault, "front, back")
        self._shown[owner.name, piece.id, side] = owner, piece
        size = owner.size
        scale = width / size.width_mm
        middle = f"{size.width_mm / 2:.3f} {size.height_mm / 2:.3f}"
        turned = f" rotate({turn:g} {middle})" if turn else ""
        return Markup(
            f'<g aria-hidden="true" '
            f'transform="translate({x:.3f} {y:.3f}) scale({scale:.5f}){turned}">'
            f"{self._clip_face(owner, piece, side, EDGE_MM / scale)}</g>"
        )

    def _clip_face(self, deck: Deck, piece: Piece, side: str, edge: float) -> str:
        """Draw the face clipped to its outline, with a hairline that shows on white paper."""
        name = f"piece{next(self._numbers)}"
        rendered = self._side(deck, piece, side)
        body = _own_ids(rendered.body, name) if rendered else ""
        outline = shapes.path_data(shapes.outline(deck.size.seen_from(side)))
        return (
            f'<clipPath id="{name}"><path d="{outline}"/></clipPath>'
            f'<g clip-path="url(#{name})">{body}</g>'
            f'<path d="{outline}" fill="none" stroke="{EDGE}" stroke-width="{edge:.3f}"/>'
        )

    def _side(self, deck: Deck, piece: Piece, side: str) -> RenderedSide | None:
        key = deck.name, piece.id, side
        if key not in self._sides:
            args = deck, piece, side, self.findings, self.dependencies
            self._sides[key] = self._put_in(self.composer.render_side(*args))
        return self._sides[key]

    def _put_in(self, rendered: RenderedSide | None) -> RenderedSide | None:
        """Remember what a page shows for reading with the page."""
        if rendered:
            self._rendered.append(rendered)
        return rendered

    def report_unreadable(self, findings: Findings) -> None:
        """Report what cannot be drawn in pieces and pictures, with the template's line."""
        for rendered in self._rendered:
            rendered.is_readable(artwork(rendered.body, rendered.subject.size), findings)

    def picture(self, picture: Picture, extra: dict[str, object]) -> RulesPicture:
        """Draw a picture of the rules; its template can use ``players``."""
        width = WIDE_MM if picture.wide else COLUMN_MM
        players = picture.players[0] if picture.players else None
        return self.draw(picture, width, {**extra, "players": players})

    def draw(self, picture: Drawable, width_mm: float, names: dict[str, object]) -> RulesPicture:
        """Draw a template of ``leaflet/``, which can use these names and ``face``."""
        key = picture.picture, width_mm, *names.values()
        if key not in self._pictures:
            size = Size("picture", width_mm, picture.height_mm)
            subject = self.composer.page(size, picture.picture, picture.place)
            template = f"{self.game.slug}/leaflet/{picture.picture}.svg.j2"
            args = subject, template, self.findings, self.dependencies
            self._shown.clear()
            rendered = self._put_in(render(*args, {**names, "face": self.face}))
            self._pictures[key] = self._with_speech(rendered) if rendered else NOTHING
        own = self._pictures[key]
        return replace(own, svg=_own_ids(own.svg, f"picture{next(self._numbers)}"))

    def _with_speech(self, picture: RenderedSide) -> RulesPicture:
        """Return a picture with what is said instead of it."""
        lang = self.composer.edition.lang
        decks: dict[str, dict[str, None]] = {}
        for (_, _, side), (deck, piece) in self._shown.items():
            self.dependencies.add("speech", f"{deck.name}/{piece.id}")
            names = decks.setdefault(deck.title(lang), {})
            if side == "front" and piece.values.get("name"):
                names[name_of(self.game, piece, lang)] = None
        sentences = "; ".join(
            f"{title}: {joined_names(list(names), lang)}" if names else title
            for title, names in decks.items()
        )
        texts = written_sentences(self.game, picture.text, lang)
        pieces = say_in(lang)("picture_shows", pieces=sentences) if sentences else ""
        return RulesPicture(picture.body, texts, pieces)


def picture_alt(drawn: RulesPicture, picture: Picture, chapter: str) -> str:
    """Return the alternative of a picture, without its caption, which is a separate text.

    A picture without pieces and texts has none if it has a caption, else the title of its chapter.
    """
    own = f"{drawn.texts} {drawn.pieces}".strip()
    return own or ("" if picture.caption.text else chapter)


def _own_ids(svg: str, name: str) -> str:
    """Prefix the ids of gradients and clips, so that they are unique on a page.

    Composed SVG has single spaces, so a plain text search is enough.
    """
    return svg.replace(' id="', f' id="{name}-').replace("url(#", f"url(#{name}-")
