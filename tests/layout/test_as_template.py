"""A layout written out as a template draws the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from declared import begun, declare, write_template, written
from layout_pictures import SLUG
from texts import text_of
from thorough import spread
from workshop import Command, Workshop, composer

from cards_data import Deck, Findings, Game, load_game
from generator.compose.dependencies import Dependencies
from generator.compose.layouts import is_layout
from generator.layout.presets import ready_names


def drawn(game: Game, deck: Deck) -> list[str]:
    """Every face of a deck, front and back, without its stamp."""
    findings, one = Findings(), composer(game)
    sides = ("front", "back") if deck.back else ("front",)
    faces = [
        one.render_side(deck, piece, side, findings, Dependencies())
        for piece in deck.pieces
        for side in sides
    ]
    findings.raise_any()
    return [face.body for face in faces if face]


@pytest.mark.slow
@pytest.mark.parametrize("name", spread(ready_names(), 4))
def test_every_ready_layout_is_drawn_the_same_by_its_template(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    game = begun(tmp_path, name)
    before = drawn(game, game.decks[name])
    write_template(game, game.decks[name], tmp_path)
    game = load_game(SLUG)
    assert not is_layout(game.decks[name].front)
    assert drawn(game, game.decks[name]) == before


# Every kind of box, with all that moves and hides them.
EVERYTHING = """\
ground: {colour: paper, border: reed 2}
pad: [5, 5, 7]
gap: 1
face:
  - row:
      gap: 2
      when: cost > 1 and not (level = "1")
      boxes:
        - {text: "{cost} of {deck.total}: {food.name}", size: 9-7, hug: true}
        - {space: 2, grow: 1}
        - {badge: cost, shape: star, size: 9, when: rare}
        - {icons: zones, size: 4, hug: true, count: 1}
  - {text: latin, font: italic, size: 9-7, align: right}
  - {text: t.pond, size: 8, width: 20, align: centre, hug: true}
  - {line: reed 0.4, when: cost}
  - row:
      valign: bottom
      repeat: zones
      gap: 1
      boxes:
        - {badge: index, size: 6, shape: rect, corner: 1, fill: reed 40 %}
        - {text: item, size: 9-7, when: index > 1}
        - {shape: diamond, fill: accent, size: 4}
  - {text: "{index} of {cost}", repeat: cost, size: 7, when: index % 2 = 0}
  - {icons: [sun, sun], count: cost, size: 3, gap: 0.5, align: right}
  - grid:
      height: 10
      columns: 3
      rows: 1
      items: zones
      gap: 1
      boxes:
        - panel:
            grow: 1
            line: reed 0.3
            shape: hex
            align: centre
            valign: middle
            boxes: [{text: item, size: 7}]
  - column: {grow: 1, turn: 90, fill: accent, pad: 1, boxes: [{text: name, size: 9-7}]}
  - panel:
      hug: true
      fill: reed
      shape: circle
      pad: 2
      boxes: [{text: name, size: 8, hug: true, valign: middle}]
  - {picture: food, height: 5, shape: circle, when: '"reed" in zones'}
  - {picture: food, grow: 0}
  - {template: frame.svg.j2, at: [-20, -20], width: 10, height: 10}
  - {shape: outline, line: accent 0.5, at: [1, 1], width: 61, height: 86}
  - {text: rule, at: [5, -30], width: 40, size: 8-7}
"""


def declared(pond: Workshop, layout: str) -> tuple[Game, Deck]:
    declare(pond, layout)
    pond.template("frame.svg.j2", FRAME)
    for plant in ("reed", "lily"):
        (pond.data / "art").mkdir(exist_ok=True)
        (pond.data / "art" / f"{plant}.svg").write_text(ART)
    for zone in ("reed", "mud", "open"):
        pond.template(f"symbols/{zone}.svg", ART)
    game = pond.load()
    return game, game.decks["fish"]


FRAME = '<rect x="{{ place.x }}" y="{{ place.y }}" width="{{ place.width }}" height="2"/>'
ART = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><rect width="4" height="4"/></svg>'


@pytest.mark.slow
def test_every_kind_of_box_is_drawn_the_same(pond: Workshop) -> None:
    game, deck = declared(pond, EVERYTHING)
    before = drawn(game, deck)
    pond.template("fish.svg.j2", written(game, deck.front))
    text = (pond.data / "game.yaml").read_text()
    pond.write("game.yaml", text.replace("fish.layout.yaml", "fish.svg.j2"))
    game = pond.load()
    assert drawn(game, game.decks["fish"]) == before


def test_a_layout_with_changes_is_drawn_the_same(pond: Workshop) -> None:
    pond.template("plain.layout.yaml", PLAIN)
    game, deck = declared(pond, CHANGED)
    before = drawn(game, deck)
    text = written(game, deck.front)
    assert 'boxes.text("rule", size=8, name="name")' in text
    pond.template("fish.svg.j2", text)
    text = (pond.data / "game.yaml").read_text()
    pond.write("game.yaml", text.replace("fish.layout.yaml", "fish.svg.j2"))
    game = pond.load()
    assert drawn(game, game.decks["fish"]) == before


PLAIN = """\
ground: {colour: paper, border: reed 2}
face:
  - {text: name, size: 14-10}
  - row: [{badge: cost}, {text: latin}]
  - panel: {name: below, fill: reed, boxes: [{text: rule}]}
"""
CHANGED = """\
from: plain
ground: {colour: accent}
pad: 5
boxes:
  name: {text: rule, size: 8}
  below: {fill: accent, corner: 2}
"""


def test_a_template_builds_boxes_of_its_own(pond: Workshop) -> None:
    svg = pond.front(
        "{{ face(boxes.column(boxes.text('{name}!'), boxes.space(3), fill='reed'), pad=4) }}"
        '<rect x="1" y="1" width="2" height="2"/>'
    )
    assert "Pike!" in svg
    assert '<rect x="4.000" y="4.000"' in svg
    assert '<rect x="1" y="1" width="2" height="2"/>' in svg


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("face(boxes.text('nme'))", text_of("layout.no_name", value='"nme"')),
        ("face(boxes.text('name', sie=9))", 'unknown key "sie"'),
        ("face(boxes.tex('name'))", text_of("face.no_part", name="tex")),
        ("face(3)", (text_of("value.found", value='"3"') + "; allowed: " + "a box")),
    ],
)
def test_a_wrong_call_is_reported_with_its_template(
    pond: Workshop, call: str, message: str
) -> None:
    pond.template("fish.svg.j2", f"{{{{ {call} }}}}")
    _, problems = pond.compose("pike")
    assert any("templates/pond/fish.svg.j2" in one and message in one for one in problems), problems


def test_boxes_in_boxes_without_end_are_reported(pond: Workshop) -> None:
    pond.template(
        "fish.svg.j2",
        "{% set deep = namespace(box=boxes.text('name')) %}{% for i in range(900) %}"
        "{% set deep.box = boxes.column(deep.box) %}{% endfor %}{{ face(deep.box) }}",
    )
    _, problems = pond.compose("pike")
    assert any("more than 4,000 boxes" in one for one in problems), problems


def test_the_command_shows_the_places_and_writes_the_template_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ecotable: Command
) -> None:
    monkeypatch.chdir(tmp_path)
    begun(tmp_path, "creature")
    listed = ecotable("layout", SLUG, "creature", "--piece", "owl")
    assert listed.code == 0
    assert re.search(r"badge cost +18 +48\.0 +5\.0 +10\.0 +10\.0\n", listed.out)
    template = tmp_path / "templates" / SLUG / "creature.svg.j2"
    assert not template.exists()
    assert ecotable("layout", SLUG, "creature", "--as-template").code == 0
    text = template.read_text(encoding="utf-8")
    assert 'boxes.text("rule"' in text
    template.write_text("mine", encoding="utf-8")
    again = ecotable("layout", SLUG, "creature", "--as-template")
    assert again.code != 0
    assert "already exists" in again.err
    assert template.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize(
    ("asked_names", "message"),
    [
        (("creatur",), text_of("problem.did_you_mean", words="creature")),
        (("creature", "--piece", "owk"), "did you mean owl"),
    ],
)
def test_the_command_names_the_nearest(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    ecotable: Command,
    asked_names: tuple[str, ...],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    begun(tmp_path, "creature")
    answer = ecotable("layout", SLUG, *asked_names)
    assert answer.code == 2
    assert message in answer.err
