"""A deck as a workbook for a spreadsheet program, and what comes back of it.

Comes in: a deck, or a workbook that was made of it. Goes out: a workbook; what differs; the deck's
own file with those cells changed. What comes back is checked like the deck itself before anything
is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from cards_data import Game, Problem, Problems
from cards_data.checks import checked_deck
from cards_data.models import Column
from cards_data.problems import Message, Place
from cards_data.reader import read_bytes, read_text, shown_path
from cards_data.registry import is_own
from cards_data.tables import SUFFIXES, TEXT_SUFFIXES, Row, Table, made_ids, read_table, table_file
from cards_data.words import PLAIN
from generator.edit.csv_text import CsvText
from generator.edit.game_editor import GameEditor
from generator.edit.operations import Conflict, Operation, WholeFile
from generator.edit.sheet_changes import SheetChanges, rows_above, sheet_changes
from generator.edit.workbook_file import WorkbookTable, workbook_bytes
from generator.store.atomic_files import written_whole

from .grid_json import columns_of


class DeckSheet(NamedTuple):
    """A deck whose table goes out as a workbook and comes in again."""

    game: Game
    deck: str
    # In which the notes of a workbook for somebody are.
    lang: str = PLAIN

    def content(self) -> bytes:
        """The workbook."""
        table = self._table(self._file)
        return self._workbook(table, [row.cells for row in table.rows], self.lang)

    def write(self, path: Path) -> int:
        """Writes the workbook; how many rows it has."""
        path.parent.mkdir(parents=True, exist_ok=True)
        with written_whole(path) as beside:
            beside.write_bytes(self.content())
        return len(self._table(self._file).rows)

    def changes(self, path: Path) -> SheetChanges:
        """What a workbook says otherwise; what is wrong in it is a problem at its cell."""
        if path.suffix.lower() not in SUFFIXES:
            raise Problems([Problem(Place(str(path)), Message("is.no_table"), ", ".join(SUFFIXES))])
        checked_deck(self.game, self.deck, path)
        return sheet_changes(self._table(self._file), self._table(path), self._columns)

    def take_in(self, path: Path, changes: SheetChanges) -> str:
        """Writes what differs into the deck's own file."""
        file = self._file
        if not is_own(self.game):
            hint = f"ecotable new my_{self.game.slug} --from {self.game.slug}"
            found = Message("sheet.came_along")
            raise Problems([Problem(Place(shown_path(file)), found, hint=hint)])
        if file.suffix in TEXT_SUFFIXES:
            self._change_text(file, rows_above(self._table(path)), changes)
        else:
            self._written_anew(file, rows_above(self._table(path)), changes)
        return shown_path(file)

    def _change_text(self, file: Path, above: Mapping[str, str], changes: SheetChanges) -> None:
        editor = GameEditor(self.game.folder)
        text = CsvText(read_text(editor.place(file.name)))
        self._change(editor, file, changes.operations(file.name, text, above))

    def _change(self, editor: GameEditor, file: Path, operations: Sequence[Operation]) -> None:
        """A step that the workbench can undo."""
        said = {"key": "said_sheet", "file": file.name, "table": self.deck, "row": ""}
        try:
            editor.change(said, operations)
        except Conflict:
            found = Message("sheet.saved_elsewhere")
            raise Problems(
                [Problem(Place(shown_path(file)), found, hint=Message("sheet.take_again"))]
            ) from None

    def _written_anew(self, file: Path, above: Mapping[str, str], changes: SheetChanges) -> None:
        """A deck that is a workbook itself is written anew, unless more than the deck is in it."""
        from cards_data.formats.workbook import read_sheet

        editor = GameEditor(self.game.folder)
        place = shown_path(editor.place(file.name))
        if file.suffix != ".xlsx":
            hint = Message("sheet.open_it")
            raise Problems(
                [Problem(place, Message("sheet.not_from_here"), ".csv, .tsv, .xlsx", hint)]
            )
        before = read_bytes(file)
        if others := read_sheet(before, place, self.deck).others:
            found = Message("sheet.other_sheets", names=", ".join(others))
            raise Problems([Problem(place, found, Message("sheet.one_sheet"))])
        table = self._table(file)
        after = self._workbook(table, changes.rows(table, above), PLAIN)
        kept = [editor.journal.keep(content) for content in (before, after)]
        self._change(editor, file, [WholeFile(file.name, *kept)])

    @property
    def _file(self) -> Path:
        return table_file(self.game.folder, self.deck)

    @property
    def _columns(self) -> list[Column]:
        return columns_of(self.game, self.deck)

    def _table(self, path: Path) -> Table:
        """The table with its columns spelt as they are declared, and an id in every row."""
        ignored = self.game.decks[self.deck].ignored
        table = read_table(path, ignored).named(column.name for column in self._columns)
        cells = [row.cells for row in table.rows]
        ids = made_ids([(one.get("id", ""), one.get("name", "")) for one in cells])
        rows = (
            Row(row.line, {**row.cells, "id": made})
            for row, made in zip(table.rows, ids, strict=True)
        )
        return table._replace(rows=tuple(rows))

    def _workbook(self, table: Table, rows: Sequence[Mapping[str, str]], lang: str) -> bytes:
        columns = tuple(self._written(table))
        pieces = {name: [one.id for one in deck.pieces] for name, deck in self.game.decks.items()}
        return workbook_bytes(WorkbookTable(self.deck, columns, pieces, rows, lang))

    def _written(self, table: Table) -> Iterator[Column]:
        """Every declared column, and at the end those that are somebody's own."""
        known = self._columns
        yield from known
        names = {column.name for column in known}
        yield from (Column(name, "text") for name in table.columns if name not in names)
