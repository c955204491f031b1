"""Ready layouts with sample data, to start a game with.

Reads ``templates/_shared/layouts`` and ``generator/starter``, and returns the texts of a new game's
files.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from cards_data.documents import parse_yaml
from cards_data.words import PLAIN
from generator.resources import template_folders

STARTER = Path(__file__).parent.parent / "starter"
SUFFIX = ".layout.yaml"
BACK = "back"
# The colours of the layouts; a new game gets all of them.
COLOURS = """\
colours:
  ink: "#1c2733"
  paper: "#fffdf7"
  accent: "#1f5f5b"
  sand: "#efe6d3"
  leaf: "#4b7a34"
  sun: "#e0a030"
  water: "#2b6f97"
  clay: "#a8472f"
  night: "#232e47"
  stone: "#5d6673"
"""


@dataclass(frozen=True)
class ReadyLayout:
    """A layout and its sample: the deck's part of game.yaml, and the deck's rows."""

    name: str
    # Its description, by language.
    about: Mapping[str, str]
    deck: str
    rows: str

    @property
    def text(self) -> str:
        return _layout_text(self.name)

    @property
    def has_back(self) -> bool:
        return f"back: {BACK}{SUFFIX}" in self.deck

    @cached_property
    def words(self) -> frozenset[str]:
        """Every word in its files: symbols and pictures are found by name."""
        back = _layout_text(BACK) if self.has_back else ""
        return frozenset(re.findall(r"\w+", self.text + self.rows + back))

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(row["id"] for row in csv.DictReader(io.StringIO(self.rows)))


def ready_names() -> tuple[str, ...]:
    """Return the ready layouts in the order given in their files."""
    order = (STARTER / "layouts" / "order.txt").read_text(encoding="utf-8").split()
    return tuple(order)


def ready(name: str) -> ReadyLayout:
    """Return a ready layout by name."""
    text = (STARTER / "layouts" / f"{name}.yaml").read_text(encoding="utf-8")
    about, _, rest = text.partition("\n")
    deck, _, rows = rest.partition("rows: |\n")
    about_texts = parse_yaml(about, f"{name}.yaml").data["about"]
    return ReadyLayout(name, about_texts, deck, re.sub("(?m)^  ", "", rows))


def _layout_text(name: str) -> str:
    places = (folder / "_shared" / "layouts" / f"{name}{SUFFIX}" for folder in template_folders())
    return next(place for place in places if place.is_file()).read_text(encoding="utf-8")


def new_game(slug: str, title: str, layouts: Sequence[ReadyLayout]) -> dict[str, str]:
    """Return the files of a new game with these layouts, by path."""
    data, templates = f"cards_data/{slug}", f"templates/{slug}"
    files = {f"{data}/game.yaml": _game_yaml(title, layouts)}
    for one in layouts:
        files[f"{data}/{one.name}.csv"] = one.rows
        files[f"{templates}/{one.name}{SUFFIX}"] = one.text
    if any(one.has_back for one in layouts):
        files[f"{templates}/{BACK}{SUFFIX}"] = _layout_text(BACK)
    words = frozenset(word for one in layouts for word in one.words)
    ids = frozenset(name for one in layouts for name in one.ids)
    files |= _pictures("symbols", words, f"{templates}/symbols")
    return files | _pictures("art", ids, f"{data}/art")


def _game_yaml(title: str, layouts: Sequence[ReadyLayout]) -> str:
    head = (
        "# The game: its title, colours and decks. `ecotable docs files` lists every key,\n"
        "# `ecotable docs layouts` every key of the layouts in templates/.\n"
    )
    decks = "".join(_deck(one) for one in layouts)
    return f"{head}title: {title}\n{COLOURS}decks:\n{decks}"


def _deck(one: ReadyLayout) -> str:
    lines = [f"front: {one.name}{SUFFIX}", *one.deck.splitlines()]
    inner = "".join(f"    {line}\n" for line in lines)
    return f"  {one.name}:    # {one.about[PLAIN]}\n{inner}"


def _pictures(folder: str, names: frozenset[str], place: str) -> dict[str, str]:
    paths = sorted(path for path in (STARTER / folder).glob("*.svg") if path.stem in names)
    return {f"{place}/{path.name}": path.read_text(encoding="utf-8") for path in paths}
