"""A rules leaflet for the made-up game: every kind of block, and a picture with real pieces."""

from __future__ import annotations

import re
from html import unescape

from workshop import Workshop, composer

from cards_data import Game
from generator.compose.artwork import Artwork
from generator.compose.dependencies import Dependencies
from generator.kit.kit_worker import PAGE, accent
from generator.leaflet.leaflet_pages import PageStyle, leaflet_pages
from generator.words import say_in

RULES = """\
title: How to play Pond Life
lead: "Catch {scoring.points.fish} fish before winter."
sections:
  - id: goal
    title: Goal
    blocks:
      - text: "There are {decks.fish, plural, other {# fish}} of {different.fish} kinds."
      - note: "Hold up to {facts.hand} cards {sun}."
  - id: box
    title: The box
    blocks:
      - pieces:
          - {deck: fish, id: pike, caption: "{decks.fish} fish"}
          - {deck: fish, id: perch, caption: a back, side: back}
          - {deck: plants, id: reed, caption: Plants}
  - id: setup
    title: Setting up
    blocks:
      - picture: setup
        players: [2, 4]
        caption: "For {players} players"
        height_mm: 40
      - steps: ["Shuffle.", "Deal **two** cards."]
      - list: ["A bullet.", "Another."]
  - id: turn
    title: Your turn
    blocks:
      - table: {head: [Do, Get], rows: [[Fish, "{pieces.fish.pike.cost} points"], [Rest, nothing]]}
      - reading: "Nobody says who begins."
  - id: questions
    title: Questions
    blocks:
      - questions:
          - {q: "May a pike eat a pike?", a: "Yes.", reading: true}
"""
PICTURE = """\
<rect x="0" y="0" width="{{ w }}" height="{{ h }}" fill="{{ tint(accent, 0.9) }}"/>
{% for i in range(players) %}{{ face("fish", "pike", 4 + i * 16, 4, 12, turn=90 * i) }}{% endfor %}
{{ line(players ~ " seats, hand " ~ facts.hand, w / 2, h - 3, align="center") }}
"""


def with_rules(pond: Workshop, text: str = RULES) -> Workshop:
    """The made-up game with a leaflet, its facts and its picture."""
    if "facts:" not in (pond.data / "game.yaml").read_text(encoding="utf-8"):
        pond.change("game.yaml", "decks:\n", "facts: {hand: 5}\ndecks:\n")
    (pond.templates / "leaflet").mkdir(exist_ok=True)
    pond.template("leaflet/setup.svg.j2", PICTURE)
    pond.write("rules/en.yaml", text)
    return pond


def look(game: Game, lang: str = "en") -> PageStyle:
    return PageStyle(PAGE, accent(game), say_in(lang))


def pages(pond: Workshop, lang: str = "en") -> list[Artwork]:
    game = pond.load()
    leaflet = game.leaflet(lang)
    assert leaflet
    return leaflet_pages(
        composer(game, leaflet.lang), leaflet, look(game, leaflet.lang), Dependencies()
    )


def words_on(arts: list[Artwork]) -> str:
    """Everything that is written on some pages."""
    svg = "".join(art.svg for art in arts)
    return " ".join(unescape(text) for text in re.findall(r"<text[^>]*>([^<]*)</text>", svg))


def longer(count: int, words: str = "Wait for the fish to come. " * 30) -> str:
    """The leaflet with so many long paragraphs under its goal."""
    block = f'      - text: "{words}"\n'
    return RULES.replace("  - id: box\n", block * count + "  - id: box\n")
