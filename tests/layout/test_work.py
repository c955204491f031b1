"""A face by layout costs little more work than the same face by template."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from types import FrameType

import pytest
from declared import LAYOUT, begun, texts, write_template
from layout_pictures import SLUG
from thorough import spread
from workshop import Workshop, composer

from cards_data import Findings, Game, load_game
from generator.compose.dependencies import Dependencies
from generator.layout.presets import ready_names

MOST = 1.3
# What LAYOUT declares, typed by hand.
TEMPLATE = """\
<rect x="{{ -bleed }}" y="{{ -bleed }}" width="{{ w + 2 * bleed }}" height="{{ h + 2 * bleed }}" \
fill="{{ c.paper }}"/>
<rect x="{{ -bleed }}" y="{{ -bleed }}" width="{{ w + 2 * bleed }}" height="{{ 12 + bleed }}" \
fill="{{ c.reed }}" fill-opacity="0.3"/>
{{ text(piece.name, safe, 0, w - 15, 12, font="title", size=14, floor=10, valign="middle", \
lines=1, fill=c.ink) }}
<circle cx="{{ w - 7.5 }}" cy="6" r="4.5" fill="{{ c.accent }}"/>
{{ text(piece.cost, w - 10.74, 1.5, 6.48, 9, font="title", size=13.05, align="center", \
valign="middle", lines=1, fill=ink_on(c.accent)) }}
{{ art(-bleed, 12, w + 2 * bleed, 30) }}
{% set below = 1 + text_height(piece.latin, w - 6, font="italic", size=8) if piece.latin else 0 %}
{% set icons = 6 if piece.cost else 0 %}
{% set rule = text_height(piece.rule, w - 6, size=10) %}
{% set top = h - 8.5 - rule - below - icons %}
<rect x="{{ -bleed }}" y="{{ top }}" width="{{ w + 2 * bleed }}" height="{{ h + bleed - top }}" \
fill="{{ c.accent }}" fill-opacity="0.1"/>
{{ text(piece.rule, safe, top + 2.5, w - 6, rule + 0.001, size=10, floor=7.5, fill=c.ink) }}
{% if piece.latin %}
{{ text(piece.latin, safe, top + 3.5 + rule, w - 6, below, font="italic", size=8, floor=7, \
fill=c.ink) }}
{% endif %}
{% for place in range(piece.cost) %}
{{ symbol("sun", w / 2 - piece.cost * 3 + 0.5 + place * 6, h - 11, 5, c.ink) }}
{% endfor %}
"""


def calls(game: Game, name: str, front: str) -> tuple[int, str]:
    """How many calls composing a deck takes, once everything is read; and a face."""
    deck = replace(game.decks[name], front=front, back=None)
    one = composer(game)

    def compose() -> str:
        findings = Findings()
        faces = [one.faces(deck, piece, findings, Dependencies()) for piece in deck.pieces]
        findings.raise_any()
        assert faces[0]
        return faces[0].front.svg

    svg, count = compose(), 0

    def counted(frame: FrameType, event: str, arg: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(counted)
    try:
        compose()
    finally:
        sys.setprofile(None)
    return count, svg


def test_a_face_by_layout_takes_at_most_so_much_more_work(pond: Workshop) -> None:
    pond.template("fish.layout.yaml", LAYOUT)
    pond.template("fish.svg.j2", TEMPLATE)
    typed, by_hand = calls(pond.load(), "fish", "fish.svg.j2")
    declared, by_layout = calls(pond.load(), "fish", "fish.layout.yaml")
    places = {words: (round(x, 1), round(y, 1)) for words, (x, y, _) in texts(by_layout).items()}
    assert places == {
        words: (round(x, 1), round(y, 1)) for words, (x, y, _) in texts(by_hand).items()
    }
    assert declared <= typed * MOST, f"{declared} calls, {typed} by template"


@pytest.mark.slow
@pytest.mark.parametrize("name", spread(ready_names(), 4))
def test_no_ready_layout_takes_more_work_than_its_own_template(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    game = begun(tmp_path, name)
    declared, _ = calls(game, name, game.decks[name].front)
    write_template(game, game.decks[name], tmp_path)
    game = load_game(SLUG)
    typed, _ = calls(game, name, game.decks[name].front)
    assert declared <= typed * MOST, f"{declared} calls, {typed} by template"
