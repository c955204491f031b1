"""At which card a problem is shown."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from cards_data.problems import Place, Problem, Problems
from cards_data.tables import SUFFIXES, read_table, table_file
from generator.compose.face_cache import Name

from .gallery_view import View


def located(view: View, folder: Path) -> dict[Problem, Name]:
    """The problems that are in the row of a card that the view shows."""
    rows: dict[str, Mapping[int, str]] = {}
    names: dict[Problem, Name] = {}
    for problem in view.problems:
        where = problem.where
        if not isinstance(where, Place) or not where.line:
            continue
        file = PurePosixPath(where.file)
        if file.suffix not in SUFFIXES:
            continue
        deck, row = file.stem, Place(where.file, where.line, sheet=where.sheet)
        if deck not in rows:
            rows[deck] = _ids_by_line(folder, deck)
        name = (deck, rows[deck].get(row.line) or _id_at(view, row))
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


def _id_at(view: View, row: Place) -> str:
    """The id of the card that was there when the file could last be read."""
    return next((card.id for card in view.cards.values() if card.place == row), "")
