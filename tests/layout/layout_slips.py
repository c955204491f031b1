"""Mutations of layout files: each is told with its file and line, or can be drawn.

A sample runs with the tests; ``python tests/layout/layout_slips.py 10000 1`` tries as many from a
seed.
"""

from __future__ import annotations

import os
import random
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from layout_pictures import SLUG, write_game
from text_slips import cut_off, other_lines, replaced
from workshop import composer

from cards_data import Findings, Game
from cards_data.schema import fields
from generator.compose.artwork import Artwork
from generator.compose.dependencies import Dependencies
from generator.draw.face import apply_ink, form_one
from generator.layout import box_kinds
from generator.layout.box_geometry import ARRANGEMENTS
from generator.layout.box_kinds import FaceGround, LayoutFile
from generator.layout.presets import ready_names
from generator.raster.painter import draw_pixels
from generator.store.sources import Sources

MOST_SECONDS = 20.0
ODD = (
    *"0 -1 1 3 5000 1e9 .nan .inf 0.001 99999999999999999999 yes no null ~ [] {} [1] [[1]]".split(),
    *"'' \"\" name rule cost gains item index art safe bleed 14-10 10-14 #123456".split(),
    *"accent paper sand '#12345' left middle cover contain circle hex outline star 50% 100".split(),
    *("paper 90 %", "paper -3 %", "ink 0.4", "ink 400", "50% 30%", "{a: 1}", "[1, 2, 3]", "&a *a"),
    *("'cost > 3'", "'((('", "'not not not name'", "'1 % 0'", "'name in name'", "'cost * cost'"),
    *("'{name} {nothing}'", "'{{ 7 * 7 }}'", "'<rect/>'", "'\U0001f98a'", "'ا'", "'\\u202e'"),
    "x" * 3000,
)
_FILE = fields(LayoutFile)
_KEYS = [key for kind in box_kinds.KINDS.values() for key in kind.keys]
WORDS = tuple(
    dict.fromkeys((*box_kinds.KINDS, *box_kinds.COMMON, *_FILE, *fields(FaceGround), *_KEYS))
)
_VALUE = re.compile(r"(?<=: )[^,{}\[\]\n]+")
_NUMBER = re.compile(r"\b\d+(?:\.\d+)?\b")
_KINDRED = (
    ("ink", "paper", "accent", "sand", "leaf", "sun", "night"),
    ("left", "centre", "right"),
    ("top", "middle", "bottom"),
    ("title", "body", "strong", "italic"),
    ("row", "column", "panel"),
    ("contain", "cover"),
    ("name", "id", "index", "item", "number", "deck.title", "game.title"),
    box_kinds.SHAPES,
    ARRANGEMENTS,
)
_WORD = re.compile(r"[a-z_]+(?=:)")


def mutated(text: str, chance: random.Random) -> str:
    """A layout file with one to three slips in it."""
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        text = chance.choice(_SLIPS)(text, chance)
    return text


def _other_value(text: str, chance: random.Random) -> str:
    return replaced(text, _VALUE, chance.choice(ODD), chance)


def _other_word(text: str, chance: random.Random) -> str:
    return replaced(text, _WORD, chance.choice(WORDS), chance)


def _other_number(text: str, chance: random.Random) -> str:
    """Sizes that can be written, also such as no face can hold."""
    number = chance.choice((0, 0.01, 0.3, 1, 2, 4.5, 9, 15, 40, 90, 300, 1999))
    return replaced(text, _NUMBER, str(number), chance)


def _other_choice(text: str, chance: random.Random) -> str:
    """Another word of the same kind."""
    words = chance.choice(_KINDRED)
    pattern = re.compile(rf"\b(?:{'|'.join(words)})\b")
    return replaced(text, pattern, chance.choice(words), chance)


def _one_key_more(text: str, chance: random.Random) -> str:
    places = [place.end() for place in re.finditer("{", text)]
    if not places:
        return text
    at = chance.choice(places)
    return f"{text[:at]}{chance.choice(WORDS)}: {chance.choice(ODD)}, {text[at:]}"


def _other_sign(text: str, chance: random.Random) -> str:
    at = chance.randrange(len(text))
    return text[:at] + chance.choice("{}[]:,-#'\"&*!|>%@ \n\t0aé") + text[at + 1 :]


_SLIPS = (
    _other_number,
    _other_number,
    _other_choice,
    _other_choice,
    _other_value,
    _other_word,
    _one_key_more,
    other_lines,
    _other_sign,
    cut_off,
)


def tried(game: Game, root: Path, count: int, seed: int) -> Iterator[str]:
    """What became of every mutation: told, or drawn; anything else is an error."""
    chance = random.Random(seed)
    names = ready_names()
    contents = {name: _file(root, name).read_text(encoding="utf-8") for name in names}
    for turn in range(count):
        name = names[turn % len(names)]
        text = mutated(contents[name], chance)
        _file(root, name).write_text(text, encoding="utf-8")
        begun = time.process_time()
        try:
            yield _outcome(game, name)
        except Exception:
            print(f"--- seed {seed}, turn {turn}, {name}\n{text}", file=sys.stderr)
            raise
        assert time.process_time() - begun < MOST_SECONDS, f"{name} takes too long:\n{text}"
        _file(root, name).write_text(contents[name], encoding="utf-8")


def _file(root: Path, name: str) -> Path:
    return root / "templates" / SLUG / f"{name}.layout.yaml"


def _outcome(game: Game, name: str) -> str:
    deck = game.decks[name]
    findings, sources = Findings(), Sources()
    one = composer(game, sources=sources)
    for piece in deck.pieces[:2]:
        faces = one.faces(deck, piece, findings, Dependencies())
        if faces and not findings:
            _draw(faces.front, sources)
    for problem in findings:
        assert str(problem.where).startswith(("templates/", "cards_data/")), problem
        assert re.search(r":\d+", str(problem.where)), problem
        assert problem.found and (problem.allowed or problem.hint), problem
    return "told" if findings else "drawn"


def _draw(face: Artwork, sources: Sources) -> None:
    """In pixels, in low ink and in vectors, as a print does."""
    drawing = face.drawing(sources)
    for ink in ("full", "low"):
        draw_pixels(apply_ink(drawing, ink), 60, 80)
    form_one(sources, (face, 72))


def main() -> None:
    count, seed = int(sys.argv[1]), int(sys.argv[2])
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        outcomes = Counter(tried(write_game(Path(folder)), Path(folder), count, seed))
    print(f"{count} mutations from seed {seed}: {dict(outcomes)}")


if __name__ == "__main__":
    main()
