"""A workbook that comes back through the page: differences first, then written.

Comes in: the bytes of a workbook, and its name. Goes out: what differs, in lines; what was shown
is what is written, else it is shown again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from cards_data import Game, Problem, Problems
from cards_data.problems import Message, Place
from cards_data.reader import shown_path
from cards_data.tables import SUFFIXES
from cards_data.words import PLAIN
from scorer.web.routing import HttpError

from .deck_workbooks import DeckSheet
from .edits import decoded_file

# More lines than this nobody reads in a page; ``ecotable sheet --read`` lists them all.
MOST_LINES = 500
_NAME = re.compile(r"[^\w-]+")


def deck_sheet(game: Game, table: object, lang: str = PLAIN) -> DeckSheet:
    if not isinstance(table, str) or table not in game.decks:
        raise HttpError(400, Message("bench.no_deck"))
    return DeckSheet(game, table, lang)


def taken_sheet(game: Game, asked: Mapping[str, Any]) -> dict[str, Any]:
    """What a workbook would change; with ``seen``, what was shown of it, that is written."""
    sheet = deck_sheet(game, asked.get("table"))
    with _saved(asked) as path:
        changes = sheet.changes(path)
        lines = list(changes.lines())
        if lines and asked.get("seen") == lines[:MOST_LINES]:
            return {"written": sheet.take_in(path, changes), "n": len(lines)}
    return {"lines": lines[:MOST_LINES], "n": len(lines), "reordered": changes.reordered}


@contextmanager
def _saved(asked: Mapping[str, Any]) -> Iterator[Path]:
    """The workbook as a file, for as long as it is read; problems name it as its owner does."""
    name = asked.get("name")
    suffix = Path(name).suffix.lower() if isinstance(name, str) else ""
    if not isinstance(name, str) or suffix not in SUFFIXES:
        raise Problems([Problem("workbook", Message("is.no_table"), ", ".join(SUFFIXES))])
    content = decoded_file(asked.get("data"))
    with TemporaryDirectory(prefix="ecotable-sheet-") as folder:
        path = Path(folder) / f"{_NAME.sub('_', Path(name).stem)[:60] or 'sheet'}{suffix}"
        path.write_bytes(content)
        try:
            yield path
        except Problems as problems:
            raise Problems(_named(path, problems)) from None


def _named(path: Path, problems: Problems) -> Iterator[Problem]:
    for one in problems.problems:
        where = one.where
        if isinstance(where, Place) and where.file == shown_path(path):
            where = where._replace(file=path.name)
        yield one._replace(where=where)
