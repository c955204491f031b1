"""The rules of a game for the rules page, where the game has a leaflet.

Comes in: a game and a language. Goes out: an article of HTML and the pictures in it, by key. The
leaflet's own room makes both; this is the one place that knows it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module

from cards_data import Game
from generator.kit import word
from generator.preview.easel import drawn_png
from generator.render.compose import Artwork

# Twice the size that it has on the page: sharp on every screen.
SCALE = 2


@dataclass(frozen=True)
class RulesPage:
    """The article, and the artwork behind every picture in it."""

    html: str
    arts: Mapping[str, Artwork]

    def picture(self, key: str) -> bytes | None:
        return drawn_png(self.arts[key], SCALE) if key in self.arts else None


def rules_page(game: Game, lang: str) -> RulesPage | None:
    """The leaflet as a page; nothing for a game without one."""
    leaflets = getattr(game, "leaflets", {})
    leaflet = leaflets.get(lang) or next(iter(leaflets.values()), None)
    if leaflet is None:
        return None
    room = import_module("generator.leaflet.html")
    web = room.Web(
        url=lambda key: f"leaflet/{game.slug}/{leaflet.lang}/{key}.png",
        t=word(leaflet.lang),
        accent=game.colours.get("accent", ""),
    )
    made = room.leaflet_html(game, leaflet, web)
    return RulesPage(made.html, made.arts)
