"""The files of a new game: the starter, or ready layouts with sample data.

They come from ``templates/_shared/layouts`` and ``generator/starter``.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from cards_data.documents import parse_yaml
from cards_data.problems import Message, Problems, WrongArgument, quote
from cards_data.reader import UNPRINTABLE
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
    tables = [csv.DictReader(io.StringIO(one.rows)) for one in layouts]
    ids = frozenset(row["id"] for table in tables for row in table)
    files |= _pictures("symbols", words, f"{templates}/symbols")
    return files | _pictures("art", ids, f"{data}/art")


def _game_yaml(title: str, layouts: Sequence[ReadyLayout]) -> str:
    head = (
        "# The game: its title, colours and decks. `ecotable docs files` lists every key,\n"
        "# `ecotable docs layouts` every key of the layouts in templates/.\n"
    )
    decks = []
    for one in layouts:
        lines = [f"front: {one.name}{SUFFIX}", *one.deck.splitlines()]
        inner = "".join(f"    {line}\n" for line in lines)
        decks.append(f"  {one.name}:    # {one.about[PLAIN]}\n{inner}")
    return f"{head}title: {title}\n{COLOURS}decks:\n{''.join(decks)}"


def _pictures(folder: str, names: frozenset[str], place: str) -> dict[str, str]:
    paths = sorted(path for path in (STARTER / folder).glob("*.svg") if path.stem in names)
    return {f"{place}/{path.name}": path.read_text(encoding="utf-8") for path in paths}


# Where each starter file goes.
PLACES = {
    "game.yaml": "cards_data/{slug}/game.yaml",
    "cards.csv": "cards_data/{slug}/cards.csv",
    "scoring.yaml": "cards_data/{slug}/scoring.yaml",
    "example.yaml": "cards_data/{slug}/examples/first_table.yaml",
    "rules.yaml": "cards_data/{slug}/rules/en.yaml",
    "card.svg.j2": "templates/{slug}/card.svg.j2",
    "card_back.svg.j2": "templates/{slug}/card_back.svg.j2",
    "symbols/leaf.svg": "templates/{slug}/symbols/leaf.svg",
}
# These contain the game's name; the others use braces for something else.
NAMING = ("game.yaml", "rules.yaml", "README.md")
LONGEST_TITLE = 60
# YAML reads these words without quotes as text.
_PLAIN_TITLE = re.compile(r"(?!(?:y|yes|n|no|on|off|true|false|null)$)[A-Za-z][A-Za-z0-9 ]*", re.I)


def checked_title(title: str) -> str:
    """Check the title of a new game; braces would be placeholders in its rules."""
    title = " ".join(title.split())
    if not 0 < len(title) <= LONGEST_TITLE or UNPRINTABLE.search(title) or set("{}") & set(title):
        fault = Message("new.no_title", value=quote(title))
        raise Problems([WrongArgument("new", fault, Message("new.title", n=LONGEST_TITLE))])
    return title


def starter_title(name: str) -> str:
    return name.replace("_", " ").title()


def checked_layouts(words: Sequence[str]) -> tuple[str, ...]:
    """Return the chosen layouts, each once; report all unknown ones."""
    names = ready_names()
    if strange := [word for word in words if word not in names]:
        faults = (Message("command.no_ready", value=quote(word)) for word in strange)
        raise Problems(
            WrongArgument.unknown("new --layout", fault, word, names)
            for word, fault in zip(strange, faults, strict=True)
        )
    return tuple(dict.fromkeys(words))


def new_files(name: str, title: str, layouts: Sequence[str]) -> dict[str, str]:
    """Return the files of a new game by path; without layouts those of the starter."""
    layouts = checked_layouts(layouts)
    if not layouts:
        files = PLACES.items()
        return {place.format(slug=name): fill_starter(file, name, title) for file, place in files}
    base = new_game(name, _yaml(title), [ready(one) for one in layouts])
    return base | {
        PLACES[file].format(slug=name): fill_starter(file, name, title, layouts[0])
        for file in ("rules.yaml", "scoring.yaml", "example.yaml")
    }


def fill_starter(file: str, name: str, title: str, deck: str = "cards") -> str:
    """Return a file of the starter, with the name of the game."""
    text = (STARTER / file).read_text(encoding="utf-8")
    if file not in NAMING:
        return text
    quoted_title = json.dumps(title, ensure_ascii=False)[1:-1]
    shown_title = {"game.yaml": _yaml(title), "rules.yaml": quoted_title}.get(file, title)
    return text.format(slug=name, title=shown_title, deck=deck)


def _yaml(title: str) -> str:
    return title if _PLAIN_TITLE.fullmatch(title) else json.dumps(title, ensure_ascii=False)
