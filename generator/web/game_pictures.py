"""The pictures, symbols and rules of a game on the page, and the icons of the page."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock

from cards_data import Game, Piece, Problems, load_game
from cards_data.problems import Message
from generator import images
from generator.compose.artwork import Artwork
from generator.compose.composed_game import CachedFaces
from generator.compose.dependencies import symbol_source
from generator.compose.piece import Composer
from generator.draw.face import drawing_of, screen_png, screen_svg
from generator.geometry.colours import mix
from generator.leaflet.leaflet_html import WebContext, leaflet_html
from generator.leaflet.resolved import fill, numbers
from generator.options import Edition
from generator.resources import template_folders
from generator.store.fingerprint import receipt
from generator.store.sources import Sources
from generator.svg.drawing import IDENTITY, Begin, Drawing, End, Fill, NotDrawn, Shape
from generator.svg.imported_svg import svg_bitmap
from generator.svg.outlines import rectangle
from generator.svg.svg_writer import SCREEN_DIGITS, WHITE, SvgWriter, document
from generator.text.speech import plain_text
from generator.words import say_in
from generator.workers import Failure, WorkerPool
from scorer.web.routing import SVG
from scorer.web.static_files import PAGE

WIDTH, HEIGHT = 720, 315
CARDS = 4
CARD_HEIGHT = 300
BLEED_SHARE, CORNER = 0.045, 12
TURN_DEGREES = 7
APART, LOWER = 150, 14
MIDDLE = 0.56
SHADE, SHADE_OPACITY = (20 / 255, 20 / 255, 10 / 255), 0.25
QUALITY = 22
# Pictures with letters in them must stay sharp.
PICTURE_QUALITY = 80
WEBP = "image/webp"
_one_at_a_time = Lock()


def cover(slug: str, lang: str, pool: WorkerPool) -> tuple[bytes, str]:
    """Return the picture of a game's current data and its media type: SVG without Pillow."""
    game, kind = load_game(slug), WEBP if images.PILLOW else SVG
    with _one_at_a_time:
        return _fan(game, lang if lang in game.languages else game.languages[0], pool, kind), kind


@lru_cache(maxsize=32)
def _fan(game: Game, lang: str, pool: WorkerPool, kind: str) -> bytes:
    sources = Sources()
    item = _fronts(game, lang, sources, pool), _soft(game), kind
    result = next(pool.map(f"{__name__}:{fan_one.__name__}", sources, [item]))
    if isinstance(result, Failure):
        raise Problems.of(game.slug, Message("is.not_drawn", reason=result.words))
    return bytes(result)


def fan_one(sources: Sources, item: tuple[Sequence[Artwork], str, str]) -> bytes:
    """Draw a few faces as a fan of cards on a background, as SVG or as WebP."""
    arts, ground, kind = item
    writer, drawings = SvgWriter(SCREEN_DIGITS), list[Drawing]()
    for art in arts:
        with suppress(NotDrawn):
            drawings.append(drawing_of(art, sources))
    turned = (
        f'<g transform="translate({x:g} {y:g}) rotate({degrees:g})">{_svg_card(writer, one)}</g>'
        for one, (x, y, degrees) in zip(drawings, _places(len(drawings)), strict=True)
    )
    content = (
        f'<filter id="soft"><feGaussianBlur stdDeviation="6"/></filter>'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{ground}"/>{"".join(turned)}'
    )
    svg = document((0.0, 0.0, WIDTH, HEIGHT), (str(WIDTH), str(HEIGHT)), content)
    if kind == SVG:
        return svg
    png = images.decode(svg_bitmap(svg.decode(), WIDTH, HEIGHT))
    return images.webp(png.convert("RGB"), QUALITY)


def _svg_card(writer: SvgWriter, drawing: Drawing) -> str:
    """Return a card with rounded corners and without its bleed, centred, over its shadow."""
    x, y, width, height = drawing.view
    bleed = width * BLEED_SHARE
    scale = CARD_HEIGHT / (height - 2 * bleed)
    wide, corner = width - 2 * bleed, CORNER / scale
    card = rectangle(x + bleed, y + bleed, wide, height - 2 * bleed, corner, corner)
    window = Begin(card)
    ground = Shape(card, IDENTITY, Fill(WHITE), None)
    shadow = writer.write([Shape(card, IDENTITY, Fill(SHADE, SHADE_OPACITY), None)])
    inner = writer.write([window, ground, *drawing.items, End(window)])
    placed = f'<g transform="scale({scale:g}) translate({-x - width / 2:g} {-y - height / 2:g})">'
    return (
        f'<g filter="url(#soft)" transform="translate(0 6)">{placed}{shadow}</g></g>'
        f"{placed}{inner}</g>"
    )


def symbol_file(slug: str, name: str) -> bytes | None:
    """Return the SVG that the game's cards are printed with."""
    source = symbol_source(load_game(slug, leaflets=False), Sources(), name)
    return source.content if source else None


def _soft(game: Game) -> str:
    """Return the accent as a muted background that suits light and dark mode."""
    return mix(game.colours.get("accent", "#446655"), "#ececec", 0.45)


def _places(count: int) -> list[tuple[float, float, float]]:
    """Return the centre of each card of a fan, and its turn in degrees."""
    far = [index - (count - 1) / 2 for index in range(count)]
    return [
        (WIDTH / 2 + one * APART, HEIGHT * MIDDLE + abs(one) * LOWER, one * TURN_DEGREES)
        for one in far
    ]


def _fronts(game: Game, lang: str, sources: Sources, pool: WorkerPool) -> list[Artwork]:
    composer = Composer(game, Edition(lang), sources)
    pieces = [(game.decks[piece.deck], piece) for piece in _cover_pieces(game)]
    stream = CachedFaces(composer, pool).compose(pieces)
    return [one.faces.front for one in stream if one.faces]


def _cover_pieces(game: Game) -> list[Piece]:
    """Choose the first pieces of each card deck in turn, for variety."""
    decks = [
        deck
        for deck in game.decks.values()
        if deck.size.shape == "rect" and 55 <= deck.size.width_mm < deck.size.height_mm <= 125
    ]
    rows = [deck.pieces for deck in decks] or [deck.pieces for deck in game.decks.values()]
    depth = max(len(row) for row in rows)
    mixed = [row[turn] for turn in range(depth) for row in rows if turn < len(row)]
    return mixed[:CARDS]


# Twice its size on the page: sharp on every screen.
PICTURE_DPI = 200


@dataclass(frozen=True)
class RulesPage:
    """The article, and the artwork of every picture in it."""

    html: str
    arts: Mapping[str, Artwork]
    address: Callable[[str], str]
    sources: Sources
    pool: WorkerPool

    def picture(self, key: str) -> bytes | None:
        if key not in self.arts:
            return None
        return screen_svg(self.pool, self.sources, self.arts[key])

    def webp(self, key: str) -> bytes | None:
        """Return a picture as pixels, for a site that does not draw anything."""
        png = screen_png(self.pool, self.sources, self.arts[key], PICTURE_DPI)
        return images.webp(images.decode(png), PICTURE_QUALITY) if png else None


def rules_page(game: Game, lang: str, pool: WorkerPool, kind: str = "svg") -> RulesPage | None:
    """Return the leaflet as a page with pictures of a kind; None if the game has no leaflet."""
    leaflet = game.leaflet(lang)
    if leaflet is None:
        return None
    home = f"leaflet/{game.slug}/{leaflet.lang}"
    web = WebContext(
        url=lambda key: f"{home}/{key}.{kind}",
        t=say_in(leaflet.lang),
        accent=game.colours.get("accent", ""),
    )
    composer = Composer(game, Edition(leaflet.lang), Sources())
    page = leaflet_html(composer, leaflet, web)
    return RulesPage(page.html, page.arts, web.url, composer.sources, pool)


def known_rules_page(game: Game, lang: str, pool: WorkerPool) -> RulesPage | None:
    """Return the same page while none of its files changed: each of its pictures asks for it."""
    state = receipt(template_folders(), game.slug, lang).key
    return _rules_page(game, lang, pool, state) if state else rules_page(game, lang, pool)


@lru_cache(maxsize=8)
def _rules_page(game: Game, lang: str, pool: WorkerPool, state: str) -> RulesPage | None:
    return rules_page(game, lang, pool)


# Two sentences describe a game; after that the rules explain how it is won.
SENTENCES = 2
_SENTENCE_END = re.compile(r"(?<=[.!?]) ")


@lru_cache(maxsize=32)
def rules_summary(game: Game, lang: str) -> dict[str, str] | None:
    """Return what the game is about: the start of its rules, in the language if available."""
    leaflet = game.leaflet(lang)
    if leaflet is None:
        return None
    try:
        lead = fill(leaflet.lead.text, numbers(game, leaflet.lang), leaflet.lang)
    except Problems:
        return None
    sentences = _SENTENCE_END.split(plain_text(game, lead, leaflet.lang))
    return {"lang": leaflet.lang, "text": " ".join(sentences[:SENTENCES])}


SIZES = (180, 192, 512)
GROUND = "#1f4a38"
_MM, ICON_DPI = 45.0, 300


def icon_files(pool: WorkerPool) -> dict[str, bytes]:
    """Return ``icon-512.png`` and smaller ones; the background fills them, as phones crop icons."""
    inner = (PAGE / "icon.svg").read_text(encoding="utf-8").partition(">")[2]
    body = inner.rpartition("</svg>")[0]
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">'
        f'<rect width="32" height="32" fill="{GROUND}"/>'
        f'<g transform="translate(1.6 1.6) scale(0.9)">{body}</g></svg>'
    )
    png = screen_png(pool, Sources(), Artwork(svg, _MM, _MM), ICON_DPI)
    assert png is not None
    large = images.decode(png)
    return {f"icon-{size}.png": images.square_png(large, size) for size in SIZES}
