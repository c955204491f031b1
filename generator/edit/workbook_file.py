"""Write a table as an .xlsx file whose cells know their types, bounds and choices.

The only importer of XlsxWriter.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from cards_data.cells import YES
from cards_data.models import Column
from cards_data.words import PLAIN, Say
from generator.words import say_in

if TYPE_CHECKING:
    from xlsxwriter.workbook import Workbook
    from xlsxwriter.worksheet import Worksheet

# What spreadsheet programs allow for a sheet's name, and for a cell rule's choices and message.
NAME_LIMIT, LISTED_LIMIT, MESSAGE_LIMIT = 31, 255, 255
# Empty rows below the last one that have the rules too, for new cards.
SPARE_ROWS = 500
WIDTHS = {"int": 8, "bool": 8, "choice": 14, "ref": 18, "list": 22, "text": 28}
CHOICES = "choices"
_ANY_WHOLE = 1_000_000_000
# How the bounds of a whole number are described.
WHOLE = {
    (): "note_whole",
    ("low",): "note_whole_from",
    ("high",): "note_whole_to",
    ("low", "high"): "note_whole_between",
}
# A fixed date, so that the bytes are always the same.
_CREATED = datetime(2000, 1, 1, tzinfo=UTC).replace(tzinfo=None)


class WorkbookTable(NamedTuple):
    """The contents: sheet name, columns, ids that a column may refer to, and rows.

    Notes are in ``lang``.
    """

    name: str
    columns: Sequence[Column]
    pieces: Mapping[str, Sequence[str]]
    rows: Sequence[Mapping[str, str]]
    lang: str = PLAIN


def workbook_bytes(table: WorkbookTable) -> bytes:
    """Write the workbook with the table as its first sheet and a frozen header."""
    import xlsxwriter

    file = io.BytesIO()
    book = xlsxwriter.Workbook(file, {"in_memory": True})
    book.set_properties({"created": _CREATED})
    _Writer(book, table).write()
    book.close()
    return file.getvalue()


class _Writer:
    def __init__(self, book: Workbook, table: WorkbookTable) -> None:
        self._table = table
        self._say = say_in(table.lang)
        name = f"{CHOICES}_" if table.name == CHOICES else table.name[:NAME_LIMIT]
        self._sheet: Worksheet = book.add_worksheet(name)
        self._choices: Worksheet = book.add_worksheet(CHOICES)
        self._choices.hide()
        # Text stays as typed: 007, 1-2, =SUM.
        self._text = book.add_format({"num_format": "@", "text_wrap": True, "valign": "top"})
        self._number = book.add_format({"num_format": "0", "valign": "top"})
        self._head = book.add_format({"bold": True, "bg_color": "#e4efe0", "num_format": "@"})
        self._listed = 0

    def write(self) -> None:
        for index, column in enumerate(self._table.columns):
            self._column(index, column)
        for number, row in enumerate(self._table.rows, 1):
            for index, column in enumerate(self._table.columns):
                self._cell(number, index, column, row.get(column.name, ""))
        self._sheet.freeze_panes(1, 1)
        self._sheet.autofilter(0, 0, len(self._table.rows), len(self._table.columns) - 1)

    def _column(self, index: int, column: Column) -> None:
        look = self._number if column.kind == "int" else self._text
        self._sheet.set_column(index, index, WIDTHS[column.kind], look)
        self._sheet.write_string(0, index, column.name, self._head)
        if note := "\n".join(_notes(column, self._say)):
            self._sheet.write_comment(0, index, note, {"x_scale": 2})
        if rule := self._rule(column):
            last = len(self._table.rows) + SPARE_ROWS
            self._sheet.data_validation(1, index, last, index, rule)

    def _cell(self, row: int, index: int, column: Column, value: str) -> None:
        if column.kind == "int" and is_plain_number(value):
            self._sheet.write_number(row, index, int(value), self._number)
        elif value:
            if column.kind == "bool":
                value = "yes" if value.lower() in YES else "no"
            self._sheet.write_string(row, index, value, self._text)

    def _rule(self, column: Column) -> dict[str, Any]:
        messages = {
            "error_title": column.name[:32],
            "error_message": " ".join(_notes(column, self._say))[:MESSAGE_LIMIT],
            "ignore_blank": True,
        }
        if column.kind == "int":
            low = -_ANY_WHOLE if column.minimum is None else column.minimum
            high = _ANY_WHOLE if column.maximum is None else column.maximum
            bounds = {"criteria": "between", "minimum": low, "maximum": high}
            return {"validate": "integer", **bounds, **messages}
        words = self._words(column)
        return {"validate": "list", "source": self._source(words), **messages} if words else {}

    def _words(self, column: Column) -> Sequence[str]:
        if column.kind == "bool":
            return ("yes", "no")
        if column.kind == "ref":
            return self._table.pieces.get(column.ref, ())
        return column.choices if column.kind == "choice" else ()

    def _source(self, words: Sequence[str]) -> list[str] | str:
        """Return the choices, or a range on the other sheet if they are too long for a rule."""
        if len(",".join(words)) <= LISTED_LIMIT and not any("," in word for word in words):
            return list(words)
        from xlsxwriter.utility import xl_range_abs

        for row, word in enumerate(words):
            self._choices.write_string(row, self._listed, word)
        cells = xl_range_abs(0, self._listed, len(words) - 1, self._listed)
        self._listed += 1
        return f"={CHOICES}!{cells}"


def is_plain_number(value: str) -> bool:
    """Return whether a spreadsheet shows the number with exactly the same digits."""
    digits = value.removeprefix("-")
    return digits.isascii() and digits.isdecimal() and len(digits) < 16 and str(int(value)) == value


def _notes(column: Column, say: Say) -> Iterable[str]:
    """Describe what a cell may contain."""
    if column.help:
        yield column.help
    match column.kind:
        case "int":
            bounds = {"low": column.minimum, "high": column.maximum}
            bounds_set = {name: bound for name, bound in bounds.items() if bound is not None}
            yield say(WHOLE[tuple(bounds_set)], **bounds_set)
        case "list" if column.choices:
            yield say("note_words_of", words=" | ".join(column.choices))
        case "list":
            yield say("note_words")
        case "choice":
            yield say("note_one_of", words=", ".join(column.choices))
        case "bool":
            yield say("note_yes_no")
        case "ref":
            yield say("note_piece_of", deck=column.ref)
