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

from .box_edits import ChangeRequest, EditPlan

GAME = "game.yaml"
# Columns that every table may have, by their names.
FIXED = ("id", "copies", "source", "reason")
MOST_LETTERS = 40
NAMES = Message("bench.column_name", n=MOST_LETTERS, names=", ".join(FIXED))


def _is_name(name: str) -> bool:
    return bool(ID.fullmatch(name)) and len(name) <= MOST_LETTERS and name not in FIXED


Name = Annotated[str, allowing(_is_name, NAMES)]


class ColumnRequest(ChangeRequest):
    """A column that is added, removed or renamed."""

    do: Literal["add", "rename", "remove"]
    column: Name
    name: str = ""
    type: Literal["text", "int", "bool", "list"] = "text"


def column_change(game: Game, editor: GameEditor, request: ColumnRequest, file: str) -> EditPlan:
    """Return the edit of a column of the table in a file."""
    text = CsvText(editor.text(file))
    declared = YamlText(editor.text(GAME), editor.label(GAME))
    path = ("decks", request.table, "columns", request.column)
    exists = text.has_column(request.column) or path in declared.nodes
    if exists == (request.do == "add"):
        raise HttpError(400, Message("bench.column_there" if exists else "bench.no_column"))
    table = tuple(_in_table(request, file, text))
    new = _in_game(request, declared, path)
    own = () if new == declared.text else (editor.put(GAME, new.encode("utf-8")),)
    _check(game, editor, (*table, *own))
    description = {"key": f"said_column_{request.do}", "name": request.column}
    description |= {"after": request.name, "table": request.table, "row": ""}
    return EditPlan(description, (*table, *own))


def _in_table(request: ColumnRequest, file: str, text: CsvText) -> Iterator[Operation]:
    if request.do == "add":
        yield ColumnAdded(file, request.column)
        return
    own = column_name(request.column)
    for name in [one for one in text.columns if one.partition(":")[0] == own]:
        if request.do == "rename":
            yield ColumnName(file, name, request.name + name[len(own) :])
        else:
            yield from column_removed(file, text, name)
            text = CsvText(text.without_column(name)[0])


def _in_game(request: ColumnRequest, declared: YamlText, path: tuple[str, ...]) -> str:
    """Return the text of game.yaml; it stays as it is if it does not declare the deck's columns."""
    columns = declared.mappings.get(path[:-1])
    if request.do == "rename":
        if not _is_name(request.name):
            raise HttpError(400, NAMES)
        if (*path[:-1], request.name) in declared.nodes:
            raise HttpError(400, Message("bench.column_there"))
    if columns is None:
        return declared.text
    if request.do == "add":
        kind = "" if request.type == "text" else f"type: {request.type}, "
        return declared.with_key(path, f"{{{kind}required: false}}")
    if path not in declared.nodes:
        return declared.text
    if request.do == "rename":
        return declared.with_renamed(path, request.name)
    if len(columns.value) == 1:
        raise HttpError(400, Message("bench.last_column"))
    return declared.without_key(path)


def _check(game: Game, editor: GameEditor, operations: Sequence[Operation]) -> None:
    """Check that the game can still be read: anything else that names the column is a problem."""
    with TemporaryDirectory(prefix="ecotable-column-") as folder:
        copy = Path(folder) / "cards_data" / game.folder.name
        shutil.copytree(game.folder, copy, ignore=shutil.ignore_patterns("art"))
        for file, content in editor.plan(operations)[1].items():
            (copy / file).write_bytes(content)
        try:
            read_game(copy, game.slug, counted=False)
        except Problems as problems:
            reasons = "; ".join(str(one.found) for one in problems.problems[:3])
            raise Problems.of(GAME, Message("bench.column_needed", reason=reasons)) from None


def uses_of(game: Game, column: str) -> list[str]:
    """Return the lines of templates, layouts and other files of the game with the column's name."""
    word = re.compile(rf"(?<![\w-]){re.escape(column)}(?![\w-])")
    templates = game.folder.parent.parent / TEMPLATES / game.folder.name
    files = [*sorted(templates.rglob("*.j2")), *sorted(templates.rglob("*.layout.yaml"))]
    files += filter(Path.is_file, (game.folder / "scoring.yaml", game.folder / "stats.yaml"))
    return [
        f"{shown_path(path)}:{number}"
        for path in files
        for number, line in enumerate(path.read_text("utf-8", errors="replace").splitlines(), 1)
        if word.search(line)
    ]
