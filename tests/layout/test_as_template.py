"""A layout written out as a template draws the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from declared import begun, declare, write_template
from layout_pictures import SLUG
from workshop import Command, Workshop, composer

from cards_data import Deck, Findings, Game, Problems, load_game
from generator.compose.dependencies import Dependencies
from generator.compose.layouts import is_layout
from generator.compose.layouts.as_template import template_of
from generator.compose.layouts.declared_face import DeckLayouts
from generator.compose.variables import variables
from generator.layout.presets import ready_names
from generator.store.sources import Sources

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
NEAR_MM = 0.01


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


def assert_same(one: str, other: str) -> None:
    """The same elements, every number within a hundredth of a millimetre."""
    assert _NUMBER.sub("0", one) == _NUMBER.sub("0", other)
    pairs = zip(*(map(float, _NUMBER.findall(svg)) for svg in (one, other)), strict=True)
    assert max(abs(first - second) for first, second in pairs) <= NEAR_MM


@pytest.mark.slow
@pytest.mark.parametrize("name", ready_names())
def test_every_ready_layout_is_drawn_the_same_by_its_template(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    game = begun(tmp_path, name)
    before = drawn(game, game.decks[name])
    write_template(game, game.decks[name], tmp_path)
    game = load_game(SLUG)
    assert not is_layout(game.decks[name].front)
    after = drawn(game, game.decks[name])
    assert len(before) == len(after)
    for one, other in zip(before, after, strict=True):
        assert_same(one, other)


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


def written(game: Game, deck: Deck) -> str:
    one = composer(game)
    names = variables(one.subject(deck, deck.pieces[0], "front"), Findings(), Dependencies())
    layout = DeckLayouts(game, deck, Sources()).read(f"{game.slug}/{deck.front}")
    return template_of(game, deck, layout, names)


@pytest.mark.slow
def test_every_kind_of_box_is_drawn_the_same(pond: Workshop) -> None:
    game, deck = declared(pond, EVERYTHING)
    before = drawn(game, deck)
    pond.template("fish.svg.j2", written(game, deck))
    text = (pond.data / "game.yaml").read_text()
    pond.write("game.yaml", text.replace("fish.layout.yaml", "fish.svg.j2"))
    game = pond.load()
    for one, other in zip(before, drawn(game, game.decks["fish"]), strict=True):
        assert_same(one, other)


@pytest.mark.parametrize(
    ("box", "found"),
    [
        ('{text: name, when: "name = 3"}', "compares a text with a number"),
        ("{text: name, repeat: name}", "counts by a text"),
        ("{row: {boxes: [{row: {hug: true, boxes: [{text: name, repeat: 2}]}}]}}", "a repeat in"),
        ("{text: name, when: '\"a\" in name'}", "a column of type list"),
    ],
)
def test_what_a_template_cannot_say_is_told_with_its_line(
    pond: Workshop, box: str, found: str
) -> None:
    game, deck = declared(pond, f"face:\n  - {{text: rule}}\n  - {box}\n")
    with pytest.raises(Problems) as told:
        written(game, deck)
    (problem,) = told.value.problems
    assert str(problem.where).startswith("templates/pond/fish.layout.yaml:3")
    assert found in str(problem.found)


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
    assert "text(piece.rule" in text
    template.write_text("mine", encoding="utf-8")
    again = ecotable("layout", SLUG, "creature", "--as-template")
    assert again.code != 0
    assert "is there already" in again.err
    assert template.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (("creatur",), "did you mean creature?"),
        (("creature", "--piece", "owk"), "did you mean owl"),
    ],
)
def test_the_command_names_the_nearest(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    ecotable: Command,
    asked: tuple[str, ...],
    told: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    begun(tmp_path, "creature")
    answer = ecotable("layout", SLUG, *asked)
    assert answer.code == 2
    assert told in answer.err


def test_spans_share_out_and_leave_out(pond: Workshop) -> None:
    svg = pond.front(
        "{% set at = spans([[4, 4], none, [2, 1, 1]], 10, 20, 1) %}"
        '<rect x="{{ at[2].start }}" y="1" width="{{ at[2].length }}" height="{{ at[0].length }}"/>'
        "{% if at[1] %}<g/>{% endif %}"
    )
    assert '<rect x="15" y="1" width="15" height="4"/>' in svg
    assert "<g/>" not in svg
