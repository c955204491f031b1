"""A resolved leaflet as HTML for a web page: the same blocks as on paper.

Comes in: a game, its leaflet and a way to name a picture's address. Goes out: an ``article``,
everything from the data escaped, and the pictures that it shows by their keys.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from markupsafe import Markup, escape

from cards_data.leaflet import (
    Faq,
    Leaflet,
    LeafletTable,
    Listing,
    Picture,
    Pieces,
    Prose,
    Questions,
    ShownPiece,
    SourceText,
)
from cards_data.leaflet_reader import COLUMN_MM, WIDE_MM
from cards_data.models import Size
from cards_data.problems import Findings, Problems
from generator.compose import art as pictures
from generator.compose.dependencies import Dependencies
from generator.compose.piece import Artwork, Composer, artwork
from generator.text.hyphenation import visible
from generator.text.markup import Atom, parse

from .piece_pictures import Illustrator
from .resolved import Chapter, ResolvedBlock, ResolvedLeaflet, resolve
from .scored_example import ScoredExample, signed, total

PIXELS_PER_MM = 96 / 25.4
FACE_MM = 40.0
# What stands under a picture; more stands beside it.
SHORT_LETTERS = 90


@dataclass(frozen=True)
class WebLeaflet:
    """The article, and the artwork behind every address in it."""

    html: str
    arts: dict[str, Artwork]


@dataclass(frozen=True)
class WebContext:
    """What the page gives: the address of a picture by its key, its words, the accent."""

    url: Callable[[str], str]
    t: Callable[..., str]
    accent: str


def leaflet_html(composer: Composer, leaflet: Leaflet, web: WebContext) -> WebLeaflet:
    """The whole leaflet, or every problem in it."""
    findings = Findings()
    resolved = resolve(composer.game, leaflet, findings)
    page = _Page(resolved, web, Illustrator(composer, findings, Dependencies()), findings)
    html = str(page.article())
    findings.raise_any()
    return WebLeaflet(html, page.arts)


@dataclass
class _Page:
    leaflet: ResolvedLeaflet
    web: WebContext
    illustrator: Illustrator
    findings: Findings
    arts: dict[str, Artwork] = field(default_factory=dict)

    def article(self) -> Markup:
        leaflet = self.leaflet
        head = Markup('<h1>{}</h1>\n<p class="lead">{}</p>\n').format(
            self.inline(leaflet.title), self.inline(leaflet.lead)
        )
        body = _joined(self.section(chapter) for chapter in leaflet.chapters)
        return Markup('<article class="leaflet" lang="{}">\n{}{}</article>\n').format(
            leaflet.lang, head, body
        )

    def section(self, chapter: Chapter) -> Markup:
        blocks = _joined(self.block(block) for block in chapter.blocks)
        return Markup('<section id="rules-{}">\n<h2>{}</h2>\n{}</section>\n').format(
            chapter.id, self.inline(chapter.title), blocks
        )

    def block(self, block: ResolvedBlock) -> Markup:
        if isinstance(block, Prose):
            return self.words(block)
        if isinstance(block, Listing):
            return self.listing(block)
        if isinstance(block, LeafletTable):
            return self.table(block)
        if isinstance(block, Pieces):
            figures = _joined(self.piece(item) for item in block.items)
            return Markup('<div class="pieces">\n{}</div>\n').format(figures)
        if isinstance(block, Picture):
            return self.picture(block)
        if isinstance(block, ScoredExample):
            return self.scored(block)
        return self.questions(block)

    def words(self, block: Prose) -> Markup:
        paragraphs = self.paragraphs(block.content)
        if block.tone == "text":
            return paragraphs
        if block.tone == "note":
            return Markup('<aside class="note">{}</aside>\n').format(paragraphs)
        label = Markup("<strong>{}</strong>").format(self.web.t("rules_reading"))
        return Markup('<aside class="reading">{}{}</aside>\n').format(label, paragraphs)

    def paragraphs(self, content: SourceText) -> Markup:
        parts = content.text.split("\n")
        return _joined(
            Markup("<p>{}</p>\n").format(self.inline(SourceText(part, content.place)))
            for part in parts
        )

    def listing(self, block: Listing) -> Markup:
        tag = Markup("ol" if block.numbered else "ul")
        items = _joined(Markup("<li>{}</li>\n").format(self.inline(item)) for item in block.items)
        return Markup("<{0}>\n{1}</{0}>\n").format(tag, items)

    def table(self, block: LeafletTable) -> Markup:
        head = self.row(block.head, "th") if block.head else Markup("")
        rows = _joined(self.row(row, "td") for row in block.rows)
        top = Markup("<thead>{}</thead>\n").format(head) if block.head else head
        return Markup("<table>\n{}<tbody>\n{}</tbody></table>\n").format(top, rows)

    def row(self, cells: Iterable[SourceText], tag: str) -> Markup:
        scope = Markup(' scope="col"') if tag == "th" else Markup("")
        inner = _joined(
            Markup("<{0}{1}>{2}</{0}>").format(Markup(tag), scope, self.inline(cell))
            for cell in cells
        )
        return Markup("<tr>{}</tr>\n").format(inner)

    def piece(self, item: ShownPiece) -> Markup:
        deck, piece = self.illustrator.piece(item.deck, item.id)
        self.illustrator.restart_ids()
        high = FACE_MM * deck.size.height_mm / deck.size.width_mm
        face = self.illustrator.face(item.deck, item.id, 0, 0, FACE_MM, item.side)
        name = piece.localised(self.leaflet.lang).get("name") or piece.id.replace("_", " ")
        art = artwork(str(face), Size("face", FACE_MM, high), bleed_mm=0)
        kind = "told" if len(plain(item.caption.text)) > SHORT_LETTERS else ""
        return self.figure(art, str(name), item.caption, kind)

    def picture(self, block: Picture) -> Markup:
        width = WIDE_MM if block.wide else COLUMN_MM
        self.illustrator.restart_ids()
        body = self.illustrator.picture(block, {"accent": self.web.accent})
        art = artwork(body, Size("picture", width, block.height_mm), bleed_mm=0)
        alt = plain(block.caption.text) or block.name.replace("_", " ")
        return self.figure(art, alt, block.caption)

    def figure(self, art: Artwork, alt: str, caption: SourceText, kind: str = "") -> Markup:
        self.arts[art.key] = art
        image = Markup('<img src="{}" alt="{}" width="{}" height="{}" loading="lazy">').format(
            self.web.url(art.key),
            alt,
            round(art.width_mm * PIXELS_PER_MM),
            round(art.height_mm * PIXELS_PER_MM),
        )
        words = Markup("<figcaption>{}</figcaption>").format(self.inline(caption))
        begin = Markup('<figure class="{}">').format(kind) if kind else Markup("<figure>")
        return Markup("{}{}{}</figure>\n").format(
            begin, image, words if caption.text else Markup("")
        )

    def scored(self, block: ScoredExample) -> Markup:
        title = Markup("<h3>{}</h3>\n").format(block.title) if block.title else Markup("")
        sides = _joined(_side(block, index) for index in range(len(block.result.sides)))
        reason = Markup("<p>{}</p>\n").format(block.result.reason)
        return Markup('<div class="scored">\n{}{}{}</div>\n').format(title, sides, reason)

    def questions(self, block: Questions) -> Markup:
        return _joined(self.question(item) for item in block.items)

    def question(self, item: Faq) -> Markup:
        label = Markup('<p class="reading">{}</p>\n').format(self.web.t("rules_reading"))
        return Markup("<details>\n<summary>{}</summary>\n{}{}</details>\n").format(
            self.inline(item.asked),
            self.paragraphs(item.answer),
            label if item.reading else Markup(""),
        )

    def inline(self, content: SourceText) -> Markup:
        """A text with its strong words and symbols."""
        words = (
            self.word(word, content.place)
            for paragraph in parse(content.text, "body")
            for word in paragraph
        )
        # Strong words that follow each other are one strong run.
        return Markup(Markup(" ").join(words).replace("</strong> <strong>", " "))

    def word(self, word: Sequence[Atom], place: str) -> Markup:
        """What stands together; after a picture browsers begin a new line before any letter."""
        written = _joined(self.atom(atom, place) for atom in word)
        if len(word) > 1 and any(atom.symbol for atom in word):
            return Markup('<span class="together">{}</span>').format(written)
        return written

    def atom(self, atom: Atom, place: str) -> Markup:
        if not atom.symbol:
            written = escape(atom.text)
            return (
                Markup("<strong>{}</strong>").format(written) if atom.role == "strong" else written
            )
        try:
            sources = self.illustrator.composer.sources
            picture = pictures.symbol(self.leaflet.game, sources, atom.text)
        except Problems as problems:
            for problem in problems.problems:
                found = f"{problem.where} {problem.found}"
                self.findings.add(place, found, problem.allowed, problem.hint)
            return Markup("")
        box = " ".join(f"{side:g}" for side in picture.box)
        # The content is a checked file of the game's symbols, not text from its data.
        return Markup(
            '<svg class="symbol" viewBox="{}" role="img" aria-label="{}">{}</svg>'
        ).format(box, self.read_out(atom.text), Markup(picture.content))

    def read_out(self, symbol: str) -> str:
        """A symbol for who does not see it: as the game's words call it, else by its file."""
        known = self.leaflet.game.words.get(f"symbol_{symbol}", {})
        return known.get(self.leaflet.lang, symbol.replace("_", " "))


def _side(block: ScoredExample, index: int) -> Markup:
    """One side of a scored example as a table with its total in the caption."""
    side = block.result.sides[index]
    rows = _joined(
        Markup('<tr><th scope="row">{}</th><td>{}</td><td>{}</td></tr>\n').format(
            block.rule(line.rule), signed(line.points), line.why
        )
        for line in side.lines
    )
    return Markup("<table>\n<caption>{}: {}</caption>\n<tbody>\n{}</tbody></table>\n").format(
        side.name, total(side), rows
    )


def plain(text: str) -> str:
    """A text without its marks, for readers who hear it."""
    words = (word for paragraph in parse(visible(text), "body") for word in paragraph)
    return " ".join("".join(atom.text for atom in word) for word in words)


def _joined(parts: Iterable[Markup]) -> Markup:
    return Markup("").join(parts)
