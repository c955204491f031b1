"""Add, rename or remove columns in the table and in ``game.yaml``, in one step.

Translations (``name:sv``) follow their column. Templates are not changed: before a column is
removed, the page names those that may use it.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Literal

from cards_data import Game, Problems
from cards_data.checks import read_game
from cards_data.declarations import ID, allowing
from cards_data.problems import Message
from cards_data.reader import shown_path
from cards_data.tables import column_name
from generator.edit.csv_text import CsvText
from generator.edit.game_editor import TEMPLATES, GameEditor
from generator.edit.operations import ColumnAdded, ColumnName, Operation, column_removed
from generator.edit.yaml_text import YamlText
from scorer.web.routing import HttpError

from .box_edits import AskedChange, Wanted

GAME = "game.yaml"
# Columns that every table may have, by their names.
FIXED = ("id", "copies", "source", "reason")
MOST_LETTERS = 40
NAMES = Message("bench.column_name", n=MOST_LETTERS, names=", ".join(FIXED))
Name = Annotated[
    str,
    allowing(
        lambda name: ID.fullmatch(name) and len(name) <= MOST_LETTERS and name not in FIXED, NAMES
    ),
]


class AskedColumn(AskedChange):
    """A column that is added, removed or renamed."""

    do: Literal["add", "rename", "remove"]
    column: Name
    name: str = ""
    type: Literal["text", "int", "bool", "list"] = "text"


def column_change(game: Game, editor: GameEditor, asked: AskedColumn, file: str) -> Wanted:
    """Return the edit of a column of the table in a file."""
    text = CsvText(editor.text(file))
    declared = YamlText(editor.text(GAME), editor.shown(GAME))
    path = ("decks", asked.table, "columns", asked.column)
    known = text.has_column(asked.column) or path in declared.nodes
    if known == (asked.do == "add"):
        raise HttpError(400, Message("bench.column_there" if known else "bench.no_column"))
    table = tuple(_in_table(asked, file, text))
    new = _in_game(asked, declared, path)
    own = () if new == declared.text else (editor.whole(GAME, new.encode("utf-8")),)
    _check(game, editor, (*table, *own))
    said = {"key": f"said_column_{asked.do}", "name": asked.column, "after": asked.name}
    return Wanted({**said, "table": asked.table, "row": ""}, (*table, *own))


def _in_table(asked: AskedColumn, file: str, text: CsvText) -> Iterator[Operation]:
    if asked.do == "add":
        yield ColumnAdded(file, asked.column)
        return
    for name in _with_translations(text, asked.column):
        if asked.do == "rename":
            yield ColumnName(file, name, asked.name + name[len(column_name(asked.column)) :])
        else:
            yield from column_removed(file, text, name)
            text = CsvText(text.without_column(name)[0])


def _with_translations(text: CsvText, column: str) -> list[str]:
    own = column_name(column)
    return [name for name in text.columns if name == own or name.startswith(f"{own}:")]


def _in_game(asked: AskedColumn, declared: YamlText, path: tuple[str, ...]) -> str:
    """Return the text of game.yaml; it stays as it is if it does not declare the deck's columns."""
    columns = declared.mappings.get(path[:-1])
    if asked.do == "rename":
        if not ID.fullmatch(asked.name) or asked.name in FIXED or len(asked.name) > MOST_LETTERS:
            raise HttpError(400, NAMES)
        if (*path[:-1], asked.name) in declared.nodes:
            raise HttpError(400, Message("bench.column_there"))
    if columns is None:
        return declared.text
    if asked.do == "add":
        kind = "" if asked.type == "text" else f"type: {asked.type}, "
        return declared.with_key(path, f"{{{kind}required: false}}")
    if path not in declared.nodes:
        return declared.text
    if asked.do == "rename":
        return declared.with_renamed(path, asked.name)
    if len(columns.value) == 1:
        raise HttpError(400, Message("bench.last_column"))
    return declared.without_key(path)


def _check(game: Game, editor: GameEditor, operations: Sequence[Operation]) -> None:
    """Check that the game can still be read: anything else that names the column is a problem."""
    with TemporaryDirectory(prefix="ecotable-column-") as folder:
        made = Path(folder) / "cards_data" / game.folder.name
        shutil.copytree(game.folder, made, ignore=shutil.ignore_patterns("art"))
        for file, content in editor.planned(operations)[1].items():
            (made / file).write_bytes(content)
        try:
            read_game(made, game.slug, counted=False)
        except Problems as problems:
            told = "; ".join(str(one.found) for one in problems.problems[:3])
            raise Problems.of(GAME, Message("bench.column_needed", reason=told)) from None


def uses_of(game: Game, column: str) -> list[str]:
    """Return the lines of templates, layouts and other files of the game with the column's name."""
    word = re.compile(rf"(?<![\w-]){re.escape(column)}(?![\w-])")
    templates = game.folder.parent.parent / TEMPLATES / game.folder.name
    files = [*sorted(templates.rglob("*.j2")), *sorted(templates.rglob("*.layout.yaml"))]
    files += [
        path for name in ("scoring.yaml", "stats.yaml") if (path := game.folder / name).is_file()
    ]
    return [
        f"{shown_path(path)}:{number}"
        for path in files
        for number, line in enumerate(path.read_text("utf-8", errors="replace").splitlines(), 1)
        if word.search(line)
    ]
