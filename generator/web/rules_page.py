"""The rules of a game for the rules page, where the game has a leaflet.

Comes in: a game, a language and workers. Goes out: an article of HTML and the pictures in it, by
key.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from cards_data import Game
from generator.compose.artwork import Artwork
from generator.compose.piece import Composer
from generator.draw.screen_picture import screen_png
from generator.leaflet.leaflet_html import WebContext, leaflet_html
from generator.options import Edition
from generator.store.sources import Sources
from generator.words import say_in
from generator.workers import WorkerPool

# Twice the size that it has on the page: sharp on every screen.
SCALE = 2


@dataclass(frozen=True)
class RulesPage:
    """The article, and the artwork behind every picture in it."""

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
    """The leaflet as a page with pictures of a kind; nothing for a game without one."""
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
