"""The files of a new game: the starter, or ready layouts with sample data."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from cards_data.problems import Message, Problems, WrongArgument, quote
from cards_data.reader import UNPRINTABLE

from .presets import STARTER, new_game, ready, ready_names

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


def checked_layouts(words: Sequence[str], ready_names: Sequence[str]) -> tuple[str, ...]:
    """Return the chosen layouts, each once; report all unknown ones."""
    if strange := [word for word in words if word not in ready_names]:
        raise Problems(
            WrongArgument.unknown(
                "new --layout", Message("command.no_ready", value=quote(word)), word, ready_names
            )
            for word in strange
        )
    return tuple(dict.fromkeys(words))


def new_files(name: str, title: str, layouts: Sequence[str]) -> dict[str, str]:
    """Return the files of a new game by path; without layouts those of the starter."""
    layouts = checked_layouts(layouts, ready_names())
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
