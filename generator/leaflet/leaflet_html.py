"""Write the leaflet as HTML for a web page, with the same blocks as on paper."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup, escape

from cards_data.leaflet import (
    COLUMN_MM,
    NO_TEXT,
    WIDE_MM,
    Leaflet,
    Picture,
    PictureStrip,
    ShownPiece,
    SourceText,
    TablePicture,
)
from cards_data.models import Size
from cards_data.problems import Findings, Message, Problems, Where
from generator.compose import art as pictures
from generator.compose.artwork import Artwork, artwork
from generator.compose.dependencies import Dependencies
from generator.compose.environment import render_text
from generator.compose.piece import Composer
from generator.text.markup import THIN, Atom, parse
from generator.text.speech import plain_text, spoken_words

from .first_game import PANEL_MM, panel_names, table_alt, table_names
from .piece_pictures import Illustrator, picture_alt
from .resolved import ResolvedLeaflet, resolve, signed_points, total

TEMPLATE = "_shared/leaflet.html.j2"
PIXELS_PER_MM = 96 / 25.4
FACE_MM = 40.0
# A longer caption is set at the side of its picture instead of below.
SHORT_LETTERS = 90


@dataclass(frozen=True)
class WebLeaflet:
    """The article, and the artwork for every address in it."""

    html: str
    arts: dict[str, Artwork]


@dataclass(frozen=True)
class WebContext:
    """What the page provides: the address of a picture by its key, its texts, the accent colour."""

    url: Callable[[str], str]
    t: Callable[..., str]
    accent: str


# A picture of the article, as passed to the template.
Figure = dict[str, Any]


def leaflet_html(composer: Composer, leaflet: Leaflet, web: WebContext) -> WebLeaflet:
    """Write the whole leaflet, or raise every problem in it."""
    findings = Findings()
    resolved = resolve(composer.game, leaflet, findings)
    page = _Page(resolved, web, Illustrator(composer, findings, Dependencies()), findings)
    html = render_text(composer.sources, TEMPLATE, page.names(), f"rules, {leaflet.lang}")
    findings.raise_any()
    return WebLeaflet(html, page.arts)


@dataclass
class _Page:
    """The functions that the template calls for texts and pictures; collects the pictures."""

    leaflet: ResolvedLeaflet
    web: WebContext
    illustrator: Illustrator
    findings: Findings
    arts: dict[str, Artwork] = field(default_factory=dict)

    def names(self) -> dict[str, object]:
        return {
            "leaflet": self.leaflet,
            "t": self.web.t,
            "kind_of": lambda block: type(block).__name__,
            "inline": self.inline,
            "piece": self.piece,
            "picture": self.picture,
            "table": self.table,
            "panels": self.panels,
            "signed": signed_points,
            "total": total,
        }

    def piece(self, item: ShownPiece) -> Figure:
        deck, _ = self.illustrator.piece(item.deck, item.id)
        high = FACE_MM * deck.size.height_mm / deck.size.width_mm
        face = self.illustrator.face(item.deck, item.id, 0, 0, FACE_MM, item.side)
        speech = self.illustrator.speech(item)
        beside = len(self._plain_text(item.caption.text)) > SHORT_LETTERS
        return self._figure(str(face), (FACE_MM, high), speech, item.caption, beside)

    def _plain_text(self, text: str) -> str:
        return plain_text(self.leaflet.game, text, self.leaflet.lang)

    def picture(self, block: Picture, chapter: SourceText) -> Figure:
        width = WIDE_MM if block.wide else COLUMN_MM
        drawn = self.illustrator.picture(block, {"accent": self.web.accent})
        alt = picture_alt(drawn, block, self._plain_text(chapter.text))
        return self._figure(drawn.svg, (width, block.height_mm), alt, block.caption)

    def table(self, block: TablePicture) -> Figure:
        drawn = self.illustrator.draw(block, WIDE_MM, table_names(block, self.web.accent))
        alt = table_alt(block, drawn, self._plain_text)
        return self._figure(drawn.svg, (WIDE_MM, block.height_mm), alt, NO_TEXT)

    def panels(self, strip: PictureStrip) -> list[Figure]:
        """Return the panels of a strip; a panel's text is its caption, so it needs no other."""
        figures = []
        for number, text in enumerate(strip.panels, 1):
            names = panel_names(number, self.web.accent)
            body = self.illustrator.draw(strip, PANEL_MM, names).svg
            figures.append(self._figure(body, (PANEL_MM, strip.height_mm), "", text))
        return figures

    def _figure(
        self,
        body: str,
        size_mm: tuple[float, float],
        alt: str,
        caption: SourceText,
        beside: bool = False,
    ) -> Figure:
        art = artwork(body, Size("figure", *size_mm), bleed_mm=0)
        self.arts[art.key] = art
        self.illustrator.restart_ids()
        width, height = (round(side * PIXELS_PER_MM) for side in size_mm)
        return {
            "url": self.web.url(art.key),
            "alt": alt,
            "width": width,
            "height": height,
            "caption": caption,
            "beside": beside,
        }

    def inline(self, text: str, place: Where) -> Markup:
        words: list[Markup] = []
        for line in parse(text, "body"):
            spoken = spoken_words(self.leaflet.game, line, self.leaflet.lang)
            atoms = (
                [(one, THIN if one.text == THIN else next(spoken)) for one in word] for word in line
            )
            words += [self._word(word, place) for word in atoms]
        # Consecutive bold words form one bold run.
        return Markup(Markup(" ").join(words).replace("</strong> <strong>", " "))

    def _word(self, word: Sequence[tuple[Atom, str]], place: Where) -> Markup:
        """Return a word with its symbols on one line: browsers may break after an image."""
        written = Markup("").join(self._atom(*one, place) for one in word)
        if len(word) > 1 and any(atom.symbol for atom, _ in word):
            return Markup('<span class="together">{}</span>').format(written)
        return written

    def _atom(self, atom: Atom, words: str, place: Where) -> Markup:
        if not atom.symbol:
            strong = Markup("<strong>{}</strong>")
            return strong.format(atom.text) if atom.role == "strong" else escape(atom.text)
        try:
            sources = self.illustrator.composer.sources
            picture = pictures.symbol(self.leaflet.game, sources, atom.text)
        except Problems as problems:
            for problem in problems.problems:
                fault = Message("problem.of", subject=problem.where, found=problem.found)
                self.findings.add(place, fault, problem.allowed, problem.hint)
            return Markup("")
        box = " ".join(f"{side:g}" for side in picture.box)
        label = Markup('role="img" aria-label="{}"').format(words.strip())
        # The content is a checked file of the game's symbols, not text from its data.
        aria = label if words else Markup('aria-hidden="true"')
        return Markup('<svg class="symbol" data-symbol="{}" viewBox="{}" {}>{}</svg>').format(
            atom.text, box, aria, Markup(picture.content)
        )
