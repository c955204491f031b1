"""The made-up game with its fish declared as boxes."""

from __future__ import annotations

import re
from pathlib import Path

from layout_pictures import SLUG
from workshop import Workshop

from cards_data import Deck, Game, load_game
from generator.compose.layouts import is_layout
from generator.compose.layouts.declared_face import documents, template_of
from generator.layout.presets import new_game, ready
from generator.store.sources import Sources

LAYOUT = """\
ground: {colour: paper}
face:
  - row:
      height: 12
      pad: [0, safe]
      fill: reed 30 %
      boxes:
        - {text: name, font: title, size: 14-10, lines: 1}
        - {badge: cost, shape: circle, fill: accent, size: 9}
  - {picture: art, height: 30}
  - {space: 0, grow: 1}
  - panel:
      fill: accent 10 %
      pad: [2.5, safe, 6]
      gap: 1
      boxes:
        - {text: rule, size: 10-7.5}
        - {text: latin, font: italic, size: 8-7, when: latin}
        - {icons: sun, count: cost, size: 5, align: centre}
"""
_TEXT = re.compile(r'<text x="([-\d.]+)" y="([-\d.]+)"[^>]*font-size="([\d.]+)"[^>]*>([^<]*)<')


def declare(pond: Workshop, layout: str = LAYOUT) -> Workshop:
    """The fish by a layout file instead of a template."""
    pond.template("fish.layout.yaml", layout)
    game = (pond.data / "game.yaml").read_text(encoding="utf-8")
    pond.write("game.yaml", game.replace("front: fish.svg.j2", "front: fish.layout.yaml"))
    return pond


def face(pond: Workshop, layout: str = LAYOUT, piece: str = "pike", lang: str = "en") -> str:
    """The SVG of a face that must be sound."""
    faces, problems = declare(pond, layout).compose(piece, lang)
    assert not problems, problems
    assert faces
    return faces.front.svg


def problems(pond: Workshop, layout: str, piece: str = "pike") -> list[str]:
    """What is told of a layout; nothing is a failure of the test."""
    _, messages = declare(pond, layout).compose(piece)
    assert messages
    return messages


def texts(svg: str) -> dict[str, tuple[float, float, float]]:
    """Every run of letters but the stamp: x, baseline and size in mm."""
    places = {words: (float(x), float(y), float(size)) for x, y, size, words in _TEXT.findall(svg)}
    return {words: place for words, place in places.items() if place[2] > 1.7}


def begun(root: Path, name: str) -> Game:
    """A game of one ready layout, in the current folder."""
    for place, text in new_game(SLUG, "Reef", [ready(name)]).items():
        path = root / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return load_game(SLUG)


def written(game: Game, side: str) -> str:
    """The layout of a side as a template."""
    own, base, _ = documents(game, Sources(), f"{game.slug}/{side}")
    return template_of(own, base)


def write_template(game: Game, deck: Deck, root: Path) -> None:
    """Both sides of a deck by templates instead of layouts."""
    data = root / "cards_data" / game.slug / "game.yaml"
    text = data.read_text(encoding="utf-8")
    for side in filter(None, (deck.front, deck.back)):
        assert is_layout(side)
        template = side.replace(".layout.yaml", ".svg.j2")
        path = root / "templates" / game.slug / template
        path.write_text(written(game, side), encoding="utf-8")
        text = text.replace(side, template)
    data.write_text(text, encoding="utf-8")
