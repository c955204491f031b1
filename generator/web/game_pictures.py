"""The pictures, symbols and rules of a game on the page, and the icons of the page."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock

from cards_data import Game, Piece, Problems, load_game
from generator import images
from generator.compose.artwork import Artwork
from generator.compose.composed_game import CachedFaces
from generator.compose.dependencies import symbol_source
from generator.compose.piece import Composer
from generator.draw.face import screen_png
from generator.leaflet.flowables import plain
from generator.leaflet.leaflet_html import WebContext, leaflet_html
from generator.leaflet.resolved import fill, numbers
from generator.options import Edition
from generator.resources import template_folders
from generator.store.receipts import receipt
from generator.store.sources import Sources
from generator.words import say_in
from generator.workers import WorkerPool
from scorer.web.static_files import PAGE

WIDTH, HEIGHT = 720, 315
CARDS = 4
CARD_HEIGHT = 300
BLEED_SHARE, CORNER = 0.045, 12
TURN_DEGREES = 7
QUALITY = 25
# Pictures with letters in them must stay sharp.
PICTURE_QUALITY = 80
_one_at_a_time = Lock()


def fan_picture(slug: str, lang: str, pool: WorkerPool) -> bytes:
    """Return the picture of a game's current data, drawn once."""
    game = load_game(slug)
    with _one_at_a_time:
        return _fan(game, lang if lang in game.languages else game.languages[0], pool)


@lru_cache(maxsize=32)
def _fan(game: Game, lang: str, pool: WorkerPool) -> bytes:
    ground = _soft(game.colours.get("accent", "#446655"))
    cards = list(_cards(game, lang, pool))
    return images.webp(images.fanned(cards, (WIDTH, HEIGHT), ground, TURN_DEGREES), QUALITY)


def symbol_file(slug: str, name: str) -> bytes | None:
    """Return the SVG that the game's cards are printed with."""
    source = symbol_source(load_game(slug, leaflets=False), Sources(), name)
    return source.content if source else None


def as_webp(png: bytes) -> bytes:
    """Return a picture for the web: a tenth of the PNG."""
    return images.webp(images.decoded(png), PICTURE_QUALITY)


def _soft(colour: str) -> tuple[int, int, int]:
    """Return the accent as a muted background that suits light and dark mode."""
    parts = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    mixed = [round(part * 0.55 + 236 * 0.45) for part in parts]
    return mixed[0], mixed[1], mixed[2]


def _cards(game: Game, lang: str, pool: WorkerPool) -> Iterator[images.Bitmap]:
    composer = Composer(game, Edition(lang), Sources())
    pieces = [(game.decks[piece.deck], piece) for piece in _chosen(game)]
    for made in CachedFaces(composer, pool).composed(pieces):
        if made.faces is None:
            continue
        if png := screen_png(pool, composer.sources, made.faces.front, 1):
            yield images.rounded_card(png, CARD_HEIGHT, BLEED_SHARE, CORNER)


def _chosen(game: Game) -> list[Piece]:
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
SCALE = 2


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
        return screen_png(self.pool, self.sources, self.arts[key], SCALE)


def rules_page(game: Game, lang: str, pool: WorkerPool, kind: str = "png") -> RulesPage | None:
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
    made = leaflet_html(composer, leaflet, web)
    return RulesPage(made.html, made.arts, web.url, composer.sources, pool)


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
    sentences = _SENTENCE_END.split(plain(lead))
    return {"lang": leaflet.lang, "text": " ".join(sentences[:SENTENCES])}


SIZES = (180, 192, 512)
GROUND = "#1f4a38"
_MM = 45.0


def icon_files(pool: WorkerPool) -> dict[str, bytes]:
    """Return ``icon-512.png`` and smaller ones; the background fills them, as phones crop icons."""
    inner = (PAGE / "icon.svg").read_text(encoding="utf-8").partition(">")[2]
    body = inner.rpartition("</svg>")[0]
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">'
        f'<rect width="32" height="32" fill="{GROUND}"/>'
        f'<g transform="translate(1.6 1.6) scale(0.9)">{body}</g></svg>'
    )
    png = screen_png(pool, Sources(), Artwork(svg, _MM, _MM), 3)
    assert png is not None
    large = images.decoded(png)
    return {f"icon-{size}.png": images.square_png(large, size) for size in SIZES}
