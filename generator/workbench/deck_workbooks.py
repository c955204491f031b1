"""Export a deck as a workbook for a spreadsheet program, and import its changes.

An imported workbook is checked like the deck itself before anything is written. The order of its
rows is ignored.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from cards_data import Game, Problems
from cards_data.cells import read_cell
from cards_data.checks import checked_deck
from cards_data.models import Column
from cards_data.problems import Findings, Message, Place, one_line
from cards_data.reader import FILE_LIMIT, read_bytes, shown_path
from cards_data.registry import is_own
from cards_data.tables import SUFFIXES, TEXT_SUFFIXES, Row, Table, made_ids, read_table, table_file
from cards_data.words import PLAIN
from generator.edit.csv_text import CsvText, csv_of
from generator.edit.game_editor import GameEditor
from generator.edit.operations import (
    CellChange,
    Operation,
    RowChange,
    apply,
    columns_added,
    rows_removed,
)
from generator.edit.workbook_file import WorkbookTable, workbook_bytes
from generator.store.atomic_files import write_whole
from scorer.web.routing import HttpError

from .edits import decoded_file
from .grid_json import columns_of

LONGEST = 60


class SheetChanges(NamedTuple):
    """The differences: cells of existing rows, added rows and removed rows."""

    # Row, column, before and after.
    cells: tuple[tuple[str, str, str, str], ...]
    added: tuple[Mapping[str, str], ...]
    removed: tuple[str, ...]
    reordered: bool
    # The id of the row above each row.
    above: Mapping[str, str]

    def __bool__(self) -> bool:
        return bool(self.cells or self.added or self.removed)

    def lines(self) -> Iterator[str]:
        for row, column, before, after in self.cells:
            old, new = shorten(before, LONGEST), shorten(after, LONGEST)
            yield f'~ {row}: {column} "{old}" → "{new}"'
        yield from (f"+ {row['id']}" for row in self.added)
        yield from (f"- {row}" for row in self.removed)

    def operations(self, file: str, text: CsvText) -> Iterator[Operation]:
        """Yield the changes of a table, from its columns to the removed rows."""
        used = [column for _, column, _, _ in self.cells]
        used += [name for row in self.added for name, cell in row.items() if cell]
        wide = text
        for added in columns_added(file, text, used):
            yield added
            wide = CsvText(wide.with_column(added.column))
        yield from (CellChange(file, *cell) for cell in self.cells)
        for row in self.added:
            line = wide.new_line(row.items())
            yield RowChange(file, row["id"], self.above.get(row["id"], ""), None, line)
        yield from rows_removed(file, text, self.removed)


def sheet_changes(old: Table, new: Table, columns: Sequence[Column]) -> SheetChanges:
    """Return how the second table differs, by the values of its cells."""
    by_id = {row.cells["id"]: row.cells for row in old.rows}
    come = {row.cells["id"]: row.cells for row in new.rows}
    kinds = {column.name: column for column in columns}
    cells = (
        (row, name, by_id[row].get(name, ""), cell)
        for row, all_cells in come.items()
        if row in by_id
        for name, cell in all_cells.items()
        if name != "id" and not _is_same(kinds.get(name), by_id[row].get(name, ""), cell)
    )
    return SheetChanges(
        tuple(cells),
        tuple(row for key, row in come.items() if key not in by_id),
        tuple(key for key in by_id if key not in come),
        [key for key in come if key in by_id] != [key for key in by_id if key in come],
        dict(zip(come, ("", *come), strict=False)),
    )


def _is_same(column: Column | None, before: str, after: str) -> bool:
    if before.replace("\r\n", "\n").replace("\r", "\n") == after:
        return True
    if column is None or column.kind == "text":
        return False
    # An empty number of copies means one.
    empty = "1" if column.name == "copies" else ""
    kind, findings = Column(column.name, column.kind, required=False), Findings()
    first, second = (read_cell(kind, cell or empty, "", findings) for cell in (before, after))
    return not findings and first == second


def shorten(text: str, most: int) -> str:
    line = one_line(text)
    return line if len(line) <= most else f"{line[:most]}…"


class DeckSheet(NamedTuple):
    """A deck whose table is exported as a workbook and imported again."""

    game: Game
    deck: str
    # The language of the notes in the workbook.
    lang: str = PLAIN

    def content(self) -> bytes:
        table = self._table(self._file)
        return self._workbook(table, [row.cells for row in table.rows], self.lang)

    def write(self, path: Path) -> int:
        """Write the workbook; return how many rows it has."""
        write_whole(path, self.content())
        return len(self._table(self._file).rows)

    def changes(self, path: Path) -> SheetChanges:
        """Return how a workbook differs; mistakes in it are problems at their cells."""
        if path.suffix.lower() not in SUFFIXES:
            raise Problems.of(Place(str(path)), Message("is.no_table"), ", ".join(SUFFIXES))
        checked_deck(self.game, self.deck, path)
        return sheet_changes(self._table(self._file), self._table(path), self._columns)

    def import_changes(self, changes: SheetChanges) -> str:
        """Write the differences into the deck's own file."""
        file = self._file
        if not is_own(self.game):
            hint = f"ecotable new my_{self.game.slug} --from {self.game.slug}"
            fault = Message("sheet.came_along")
            raise Problems.of(Place(shown_path(file)), fault, hint=hint)
        editor = GameEditor(self.game.folder)
        operations: Sequence[Operation]
        if file.suffix in TEXT_SUFFIXES:
            operations = tuple(changes.operations(file.name, CsvText(editor.text(file.name))))
        else:
            operations = [editor.put(file.name, self._rewrite(file, changes))]
        description = {"key": "said_sheet", "file": file.name, "table": self.deck, "row": ""}
        editor.import_changes(description, operations)
        return shown_path(file)

    def _rewrite(self, file: Path, changes: SheetChanges) -> bytes:
        """Rebuild a deck that is a workbook itself, unless it contains more than the deck."""
        from cards_data.formats.workbook import read_sheet

        place = shown_path(file)
        if file.suffix != ".xlsx":
            hint = Message("sheet.open_it")
            raise Problems.of(place, Message("sheet.not_from_here"), ".csv, .tsv, .xlsx", hint)
        if others := read_sheet(read_bytes(file), place, self.deck).others:
            fault = Message("sheet.other_sheets", names=", ".join(others))
            raise Problems.of(place, fault, Message("sheet.one_sheet"))
        table = self._table(file)
        columns = tuple(dict.fromkeys(("id", *table.columns)))
        cells = ([row.cells.get(name, "") for name in columns] for row in table.rows)
        text = CsvText(csv_of((columns, *cells)))
        new_text, _ = apply(text.text, place, tuple(changes.operations(file.name, text)))
        rows = list(csv.DictReader(io.StringIO(new_text, newline=""), restval=""))
        return self._workbook(table, rows, PLAIN)

    @property
    def _file(self) -> Path:
        return table_file(self.game.folder, self.deck)

    @property
    def _columns(self) -> list[Column]:
        return columns_of(self.game, self.deck)

    def _table(self, path: Path) -> Table:
        """Read the table with its columns spelt as declared, and an id in every row."""
        ignored = self.game.decks[self.deck].ignored
        table = read_table(path, ignored).with_columns(column.name for column in self._columns)
        cells = [row.cells for row in table.rows]
        ids = made_ids([(one.get("id", ""), one.get("name", "")) for one in cells])
        rows = (
            Row(row.line, {**row.cells, "id": row_id})
            for row, row_id in zip(table.rows, ids, strict=True)
        )
        return table._replace(rows=tuple(rows))

    def _workbook(self, table: Table, rows: Sequence[Mapping[str, str]], lang: str) -> bytes:
        """Write every declared column, then undeclared ones."""
        columns = self._columns
        declared = {column.name for column in columns}
        columns += [Column(name, "text") for name in table.columns if name not in declared]
        pieces = {name: [one.id for one in deck.pieces] for name, deck in self.game.decks.items()}
        return workbook_bytes(WorkbookTable(self.deck, columns, pieces, rows, lang))


# Nobody reads more lines than this on a page; ``ecotable sheet --read`` lists them all.
MOST_LINES = 500
_NAME = re.compile(r"[^\w-]+")


def deck_sheet(game: Game, table: object, lang: str = PLAIN) -> DeckSheet:
    if not isinstance(table, str) or table not in game.decks:
        raise HttpError(400, Message("bench.no_deck"))
    return DeckSheet(game, table, lang)


def import_sheet(game: Game, body: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a workbook would change; with ``seen``, the changes shown before, write it."""
    sheet = deck_sheet(game, body.get("table"))
    with saved_upload(body, SUFFIXES) as path:
        changes = sheet.changes(path)
        lines = list(changes.lines())
        if lines and body.get("seen") == lines[:MOST_LINES]:
            return {"written": sheet.import_changes(changes), "n": len(lines)}
    return {"lines": lines[:MOST_LINES], "n": len(lines), "reordered": changes.reordered}


@contextmanager
def saved_upload(body: Mapping[str, Any], suffixes: Sequence[str]) -> Iterator[Path]:
    """Save a file that was sent as a temporary one; problems use its original name."""
    name = body.get("name")
    suffix = Path(name).suffix.lower() if isinstance(name, str) else ""
    if not isinstance(name, str) or suffix not in suffixes:
        raise Problems.of("file", Message("is.no_table"), ", ".join(suffixes))
    content = decoded_file(body.get("data"), FILE_LIMIT)
    with TemporaryDirectory(prefix="ecotable-sheet-") as folder:
        path = Path(folder) / f"{_NAME.sub('_', Path(name).stem)[:60] or 'sheet'}{suffix}"
        path.write_bytes(content)
        try:
            yield path
        except Problems as problems:
            path_shown, own = shown_path(path), path.name
            raise Problems(
                replace(one, where=_with_name(one.where, path_shown, own))
                for one in problems.problems
            ) from None


def _with_name(where: Any, path_shown: str, own: str) -> Any:
    """Return a place with the original name of a file, also inside a message."""
    if isinstance(where, Message):
        params = {name: _with_name(value, path_shown, own) for name, value in where.params}
        return Message(where.key, **params)
    here = isinstance(where, Place) and where.file == path_shown
    return where._replace(file=own) if here else where
