"""Turn edits from the page into operations on the files of a game.

Everything is checked before anything is written: an invalid value is never written.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Annotated, Any, Literal, NamedTuple

from cards_data import Column, Findings, Game, Problems, quote
from cards_data.cells import read_cell
from cards_data.checks import COLOUR, numbers_of
from cards_data.declarations import ID, allowing
from cards_data.documents import parse_yaml
from cards_data.files import PICTURE_SUFFIXES
from cards_data.problems import AnyText, Message, Problem, text_in
from cards_data.reader import PICTURE_LIMIT, UNPRINTABLE, read_text
from cards_data.tables import CELL_LIMIT, TEXT_SUFFIXES, table_file
from generator.edit.csv_text import CsvText
from generator.edit.game_editor import GameEditor
from generator.edit.operations import (
    CellChange,
    Conflict,
    Contest,
    Move,
    Operation,
    RowChange,
    Value,
    apply,
    columns_added,
    rows_removed,
)
from scorer.registry import check_rules
from scorer.web.api.scorer_cache import has_own_rules
from scorer.web.routing import HttpError, declared_body

from .box_edits import BoxRequest, ChangeRequest, EditPlan, box_change
from .column_edits import ColumnRequest, column_change
from .grid_json import WORDS, columns_of, pictures_of

MOST_CELLS = 2_000
Columns = Mapping[str, Column]
_BEGINNINGS = {
    ".png": (b"\x89PNG",),
    ".jpg": (b"\xff\xd8\xff",),
    ".jpeg": (b"\xff\xd8\xff",),
    ".webp": (b"RIFF",),
    ".svg": (b"<", b"\xef\xbb\xbf<", b"\n<", b" <"),
}


_some = allowing(lambda items: 0 < len(items) <= MOST_CELLS, Message("bench.cells", n=MOST_CELLS))
ShortText = Annotated[
    str, allowing(lambda text: len(text) <= CELL_LIMIT, Message("allowed.up_to", n=CELL_LIMIT))
]
AskedCell = Annotated[
    tuple[str, ...], allowing(lambda parts: len(parts) == 4, Message("bench.cell"))
]


AskedKey = Annotated[
    str | int, allowing(lambda key: type(key) in (str, int), Message("bench.no_value"))
]


class CellsRequest(ChangeRequest):
    """Cells of a table: each a row, a column, and its text before and after."""

    cells: Annotated[tuple[AskedCell, ...], _some]


class RowRequest(ChangeRequest):
    """A new row below another one, or a copy of that one (``whole``)."""

    like: ShortText = ""
    id: ShortText = ""
    whole: bool = False


class RemovalRequest(ChangeRequest):
    """Rows to remove."""

    rows: Annotated[tuple[str, ...], _some]


class MoveRequest(ChangeRequest):
    """A row that moves below another one, or to the top."""

    row: ShortText = ""
    above: ShortText = ""


class ValueRequest(ChangeRequest):
    """A value of a YAML file."""

    file: Literal["scoring.yaml", "game.yaml"]
    path: Annotated[tuple[AskedKey, ...], _some]
    before: ShortText = ""
    after: ShortText = ""


class PictureRequest(ChangeRequest):
    """A picture of a piece, as base64, and the picture that the page showed before."""

    row: ShortText = ""
    before: ShortText = ""
    name: ShortText = ""
    data: Any = None


class CellProblem(NamedTuple):
    """What is wrong with a cell as typed."""

    row: str
    column: str
    text: AnyText

    def record(self, lang: str) -> dict[str, str]:
        return {"row": self.row, "column": self.column, "text": text_in(self.text, lang)}


class BadCells(Exception):
    """An error for invalid values: nothing is written, and each is reported at its cell."""

    def __init__(self, problems: Sequence[CellProblem]) -> None:
        super().__init__(problems)
        self.problems = tuple(problems)


class Editing(NamedTuple):
    """A game that is edited, and the editor of its files."""

    game: Game
    editor: GameEditor

    def plan(self, body: Mapping[str, Any]) -> EditPlan:
        kinds: dict[str, tuple[type[ChangeRequest], Callable[[Any], EditPlan]]] = {
            "cells": (CellsRequest, self._cells),
            "add": (RowRequest, self._add_row),
            "delete": (RemovalRequest, self._delete_rows),
            "move": (MoveRequest, self._move_row),
            "value": (ValueRequest, self._value),
            "picture": (PictureRequest, self._picture),
            "column": (ColumnRequest, self._column),
            "box": (BoxRequest, partial(box_change, self.game, self.editor)),
        }
        kind = body.get("kind")
        if not isinstance(kind, str) or kind not in kinds:
            raise HttpError(400, Message("bench.no_change_kind"))
        model, change = kinds[kind]
        return change(declared_body(model, body))

    # ---- cells -----------------------------------------------------------------------------

    def _cells(self, request: CellsRequest) -> EditPlan:
        table, file = self._table(request)
        columns = {column.name: column for column in columns_of(self.game, table)}
        if not all(column in columns for _, column, _, _ in request.cells):
            raise HttpError(400, Message("bench.no_column"))
        cells = [
            CellChange(file, row, column, before, after.strip())
            for row, column, before, after in request.cells
        ]
        self._check(table, cells, columns)
        used = {cell.column for cell in cells}
        added = columns_added(file, self._text(file), [name for name in columns if name in used])
        return EditPlan(self._describe_cells(table, cells), (*added, *cells))

    def _check(self, table: str, cells: Sequence[CellChange], columns: Columns) -> None:
        problems = [
            CellProblem(cell.row, cell.column, text)
            for cell in cells
            for text in self._cell_faults(table, cell, columns[cell.column])
        ]
        problems += self._equal_ids(cells)
        if problems:
            raise BadCells(problems)

    def _cell_faults(self, table: str, cell: CellChange, column: Column) -> Iterator[AnyText]:
        value = cell.after
        if len(value) > CELL_LIMIT:
            yield Message("cell.characters_allowed", n=len(value), limit=CELL_LIMIT)
        if UNPRINTABLE.search(value):
            yield Message("cell.control_allowed")
        if column.name == "id" and table != WORDS and not ID.fullmatch(value):
            yield Message("cell.id_allowed", value=quote(value))
        findings = Findings()
        read_cell(column, value or ("1" if column.name == "copies" else ""), "", findings)
        yield from (problem_words(problem) for problem in findings)
        pieces = self.game.decks[column.ref].pieces if column.ref in self.game.decks else ()
        if value and column.kind == "ref" and value not in [piece.id for piece in pieces]:
            yield Message("value.no_piece_of", value=quote(value), deck=column.ref)

    def _equal_ids(self, cells: Sequence[CellChange]) -> Iterator[CellProblem]:
        """Yield ids that would become equal, at each cell that would make them so."""
        ids = [cell for cell in cells if cell.column == "id"]
        if not ids:
            return
        changed = {cell.row for cell in ids}
        others = [row for row in self._text(ids[0].file).rows if row not in changed]
        counted = Counter([*others, *(cell.after for cell in ids)])
        for cell in ids:
            if counted[cell.after] > 1:
                fault = Message("cell.id_elsewhere", value=quote(cell.after))
                yield CellProblem(cell.row, cell.column, fault)

    def _describe_cells(self, table: str, cells: Sequence[CellChange]) -> dict[str, Any]:
        first = cells[0]
        if len(cells) > 1:
            return {"key": "said_cells", "n": len(cells), "table": table, "row": first.row}
        values = {"column": first.column, "before": first.before[:60], "after": first.after[:60]}
        return {**self._describe_row("said_cell", table, first.row), **values}

    def _describe_row(self, key: str, table: str, row: str) -> dict[str, Any]:
        deck = self.game.decks.get(table)
        piece = deck.by_id.get(row) if deck else None
        name = str(piece.values.get("name") or row) if piece else row
        return {"key": key, "name": name, "table": table, "row": row}

    # ---- rows ------------------------------------------------------------------------------

    def _add_row(self, request: RowRequest) -> EditPlan:
        """Add a row below another one: a copy of it, or with only what every row needs."""
        table, file = self._table(request)
        text, like, new = self._text(file), request.like, request.id
        if like not in text.rows:
            raise HttpError(400, Message("bench.no_row"))
        self._check(table, [CellChange(file, "", "id", "", new)], {"id": Column("id", "text")})
        if request.whole:
            cells = {name: text.value((like, name)) for name in text.columns}
        else:
            columns = [one for one in columns_of(self.game, table) if text.has_column(one.name)]
            cells = {column.name: self._default(column, new) for column in columns}
        line = text.new_line({**cells, "id": new}.items())
        added = RowChange(file, new, like, None, line)
        return EditPlan(self._describe_row("said_added", table, new), (added,))

    def _default(self, column: Column, new: str) -> str:
        """Return what a cell must hold: the first allowed value, or a word to replace."""
        if column.name == "copies":
            return "1"
        if not column.required:
            return ""
        match column.kind:
            case "int":
                return str(column.minimum or min(0, column.maximum or 0))
            case "bool":
                return "no"
            case "ref":
                pieces = self.game.decks[column.ref].pieces if column.ref in self.game.decks else ()
                return next((piece.id for piece in pieces), "")
        return next(iter(column.choices), new.replace("_", " ").capitalize())

    def _delete_rows(self, request: RemovalRequest) -> EditPlan:
        table, file = self._table(request)
        text, rows = self._text(file), request.rows
        if not set(rows) <= set(text.rows) or len(rows) >= len(text.rows):
            raise HttpError(400, Message("bench.rows"))
        self._check_unused(table, rows)
        key = "said_deleted" if len(rows) == 1 else "said_deleted_many"
        more = {"n": len(rows), "row": text.row_above(rows[0])}
        description = {**self._describe_row(key, table, rows[0]), **more}
        return EditPlan(description, tuple(rows_removed(file, text, rows)))

    def _check_unused(self, table: str, rows: Sequence[str]) -> None:
        """Refuse to remove a piece while others refer to it."""
        problems = [
            CellProblem(
                str(piece.values[column.name]),
                "id",
                Message("cell.names_it", piece=f"{piece.deck}/{piece.id}"),
            )
            for deck in self.game.decks.values()
            for column in deck.columns.values()
            if column.kind == "ref" and column.ref == table
            for piece in deck.pieces
            if piece.values[column.name] in rows and not (deck.name == table and piece.id in rows)
        ]
        if problems:
            raise BadCells(problems)

    def _move_row(self, request: MoveRequest) -> EditPlan:
        table, file = self._table(request)
        text, row, above = self._text(file), request.row, request.above
        if row not in text.rows or (above and above not in text.rows) or above == row:
            raise HttpError(400, Message("bench.no_row"))
        move = Move(file, row, text.row_above(row), above)
        return EditPlan(self._describe_row("said_moved", table, row), (move,))

    def _column(self, request: ColumnRequest) -> EditPlan:
        table, file = self._table(request)
        if table == WORDS:
            raise HttpError(400, Message("bench.no_column"))
        return column_change(self.game, self.editor, request, file)

    # ---- values ----------------------------------------------------------------------------

    def _value(self, request: ValueRequest) -> EditPlan:
        value = Value(request.file, request.path, request.before, request.after.strip())
        dotted = ".".join(map(str, value.path))
        if wrong := _wrong_value(value):
            raise BadCells([CellProblem(value.file, dotted, wrong)])
        if value.file == "scoring.yaml":
            self._check_numbers(value, dotted)
        change = {"before": value.before[:60], "after": value.after[:60]}
        return EditPlan({"key": "said_value", "name": dotted, **change}, (value,))

    def _check_numbers(self, value: Value, dotted: str) -> None:
        """Let the rules check the numbers; those of the current folder do not run here."""
        if has_own_rules(self.game.slug):
            return
        text = apply(read_text(self.editor.place(value.file)), value.file, [value])[0]
        numbers = numbers_of(parse_yaml(text, value.file))
        problems = set(check_rules(replace(self.game, scoring=numbers)))
        wrong = problems - set(check_rules(self.game))
        if wrong:
            raise BadCells([CellProblem(value.file, dotted, problem_words(one)) for one in wrong])

    # ---- pictures --------------------------------------------------------------------------

    def _picture(self, request: PictureRequest) -> EditPlan:
        """Save a picture under the piece's id; remove those with that name in other formats."""
        table, deck = request.table, self.game.decks.get(request.table)
        row, name = request.row, request.name.lower()
        exists = deck is not None and row in deck.by_id
        suffix = next((end for end in PICTURE_SUFFIXES if name.endswith(end)), "")
        if not exists or not ID.fullmatch(row):
            raise HttpError(400, Message("bench.no_piece"))
        content = decoded_file(request.data, PICTURE_LIMIT)
        if not suffix or not content.startswith(_BEGINNINGS[suffix]):
            raise BadCells([CellProblem(row, "art", Message("cell.no_picture", name=quote(name)))])
        now = pictures_of(self.game).get(row, "")
        if request.before != now:
            raise Conflict(Contest(Operation("art"), now or None, f"art/{row}", now))
        places = [f"art/{row}{end}" for end in PICTURE_SUFFIXES if end != suffix]
        existing = [place for place in places if self.editor.place(place).is_file()]
        gone = (self.editor.put(place, None) for place in existing)
        put = self.editor.put(f"art/{row}{suffix}", content)
        return EditPlan(self._describe_row("said_picture", table, row), (*gone, put))

    def _table(self, request: ChangeRequest) -> tuple[str, str]:
        """Return the table by name, and its file: only tables of the game have names."""
        table = request.table
        if table != WORDS and table not in self.game.decks:
            raise HttpError(400, Message("web.no_table"))
        path = table_file(self.game.folder, table)
        if path.suffix not in TEXT_SUFFIXES:
            hint = Message("bench.take_workbook")
            raise Problems.of(path.name, Message("bench.single_cells"), hint=hint)
        return table, path.name

    def _text(self, file: str) -> CsvText:
        return CsvText(read_text(self.editor.place(file)))


def _wrong_value(value: Value) -> AnyText:
    """Return what is wrong with a value of a YAML file itself; the rules check the rest."""
    after, whole = value.after, re.compile(r"-?\d{1,9}")
    if value.path[0] == "colours" and not COLOUR.fullmatch(after):
        return Message("cell.no_colour_allowed", value=quote(after))
    if whole.fullmatch(value.before) and not whole.fullmatch(after):
        return Message("cell.no_whole_number", value=quote(after))
    if not after or UNPRINTABLE.search(after):
        return Message("cell.empty_value")
    return ""


def problem_words(problem: Problem) -> AnyText:
    """Return the text of a problem of a cell, without its place."""
    words = problem.found
    if problem.allowed:
        words = Message("limit.says", found=words, allowed=problem.allowed)
    return Message("limit.and_hint", allowed=words, hint=problem.hint) if problem.hint else words


def decoded_file(data: object, limit: int) -> bytes:
    """Decode a file that was sent as text."""
    try:
        content = base64.b64decode(data, validate=True) if isinstance(data, str) else b""
    except (binascii.Error, ValueError):
        content = b""
    if not 0 < len(content) <= limit:
        raise HttpError(400, Message("bench.file_limit", n=limit))
    return content
