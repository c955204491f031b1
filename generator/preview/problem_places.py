"""At which card a problem is shown.

Comes in: a problem with its place. Goes out: the card it belongs to, if it belongs to one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from cards_data.problems import Problem, Problems
from cards_data.tables import SUFFIXES, read_table, table_file
from generator.compose.face_cache import Name

from .gallery_view import View

_SUFFIX = "|".join(map(re.escape, SUFFIXES))
# ``fish.csv:4``, and of a workbook ``fish.xlsx!Fish B4``; a longer sheet's name is in quotes.
_SHEET = r"!(?:'(?:[^']|'')*'|\w+) "
_LINE = re.compile(
    rf"(?P<row>.*?(?P<deck>\w+)(?:{_SUFFIX})(?::|{_SHEET}))[A-Z]{{0,3}}(?P<line>\d+)"
)


def located(view: View, folder: Path) -> dict[Problem, Name]:
    """The problems of the view's files that stand in the row of a card it shows."""
    rows: dict[str, Mapping[int, str]] = {}
    names: dict[Problem, Name] = {}
    for problem in view.problems:
        place = _LINE.match(str(problem.where))
        if place is None:
            continue
        deck, line = place["deck"], int(place["line"])
        if deck not in rows:
            rows[deck] = _ids_by_line(folder, deck)
        name = (deck, rows[deck].get(line) or _id_at(view, f"{place['row']}{line}"))
        if name in view.cards:
            names[problem] = name
    return names


def _ids_by_line(folder: Path, deck: str) -> dict[int, str]:
    """The ids as the file has them now: lines may have moved since the last good reading."""
    try:
        table = read_table(table_file(folder, deck))
        return {row.line: row.cells.get("id", "") for row in table.rows}
    except Problems:
        return {}


def _id_at(view: View, place: str) -> str:
    """The id of the card that stood there when the file could last be read."""
    return next((card.id for card in view.cards.values() if card.place == place), "")
