"""Read workbooks (.xlsx, .ods) as rows of texts, each file once and within limits."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from itertools import product
from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from ..problems import Message, Place, Problems
from ..reader import COLUMNS_LIMIT, ROWS_LIMIT
from .archives import DAMAGED, unpack

# A deck of 5,000 rows with long texts in four languages takes a third of this.
UNPACKED_LIMIT = 48_000_000
MEMBERS_LIMIT = 2_000
CHARACTERS_LIMIT = 32_000_000
# That one element of a text can represent.
MOST_SPACES = 20
# The start of a Git LFS pointer file.
_POINTER = b"version https://git-lfs"


class Sheet(NamedTuple):
    """One sheet: its rows with their numbers, which cells are dates, and the other sheets."""

    name: str
    records: tuple[tuple[int, list[str]], ...]
    # By row, from 1, and column, from 0.
    dates: frozenset[tuple[int, int]]
    others: tuple[str, ...]


def read_sheet(raw: bytes, place: str, table: str) -> Sheet:
    """Read the sheet with the table's name, or else the first visible one."""
    try:
        files = unpack(raw, place, MEMBERS_LIMIT, UNPACKED_LIMIT)
        if "xl/workbook.xml" in files:
            return _read_xlsx(files, place, table)
        if "content.xml" in files:
            return _read_ods(files["content.xml"], place, table)
    except (*DAMAGED, ElementTree.ParseError):
        pass
    hint = "workbook.lfs" if raw.startswith(_POINTER) else "workbook.save_again"
    raise Problems.of(Place(place), Message("workbook.none"), ".xlsx, .ods", Message(hint))


def _choose_sheet(names: Mapping[str, bool], table: str) -> str:
    """Return the sheet with the table's name, else the first visible one, else the first."""
    same = [name for name in names if _normalise(name) == _normalise(table)]
    visible = [name for name, is_visible in names.items() if is_visible]
    return next(iter((*same, *visible, *names)), "")


def _normalise(name: str) -> str:
    return re.sub(r"[\s_-]+", "_", name.strip()).casefold()


class _Tree(ElementTree.TreeBuilder):
    """The elements of a file; those with certain names are read and forgotten at their end."""

    def __init__(self, readers: Mapping[str, Callable[[Element], None]]) -> None:
        super().__init__()
        self._readers = readers

    def doctype(self, *_: object) -> None:
        """Refuse declarations of entities, which may make a file longer than it is."""
        raise ValueError

    def end(self, tag: str) -> Element:
        element = super().end(tag)
        if reader := self._readers.get(tag.rpartition("}")[2]):
            reader(element)
            element.clear()
        return element


def _parse(xml: bytes, **readers: Callable[[Element], None]) -> Element:
    by_tag = {name.replace("_", "-"): reader for name, reader in readers.items()}
    return ElementTree.fromstring(xml, ElementTree.XMLParser(target=_Tree(by_tag)))


class _Cells:
    """The cells of a sheet, counted while they are read."""

    def __init__(self, place: str) -> None:
        self._place = Place(place)
        self._rows: dict[int, dict[int, str]] = {}
        self._dates: set[tuple[int, int]] = set()
        self._characters = 0

    def sheet(self, name: str, others: Iterable[str]) -> Sheet:
        width = 1 + max((column for cells in self._rows.values() for column in cells), default=0)
        records = (
            (row, [cells.get(column, "") for column in range(width)])
            for row, cells in sorted(self._rows.items())
            if any(cells.values())
        )
        return Sheet(name, tuple(records), frozenset(self._dates), tuple(others))

    def put(self, rows: range, columns: range, text: str, is_date: bool) -> None:
        """Put a value into equal cells; rows count from 1, columns from 0."""
        row, column = rows[-1], columns[-1]
        if row > ROWS_LIMIT:
            raise self._too_much("workbook.row", row, ROWS_LIMIT)
        if column >= COLUMNS_LIMIT:
            raise self._too_much("workbook.columns", column + 1, COLUMNS_LIMIT)
        self._characters += len(text) * len(rows) * len(columns)
        if self._characters > CHARACTERS_LIMIT:
            raise self._too_much("workbook.characters", CHARACTERS_LIMIT, CHARACTERS_LIMIT)
        clean = text.replace("\r\n", "\n").replace("\r", "\n").strip()
        for row in rows:
            self._rows.setdefault(row, {}).update(dict.fromkeys(columns, clean))
        if is_date:
            self._dates.update(product(rows, columns))

    def _too_much(self, key: str, n: int, most: int) -> Problems:
        return Problems.of(self._place, Message(key, n=n), Message("allowed.up_to", n=most))


def _number(value: str) -> str:
    """Return a number as a spreadsheet program writes it to CSV."""
    number = float(value)
    return f"{number:.0f}" if number.is_integer() and abs(number) < 1e15 else f"{number:.15g}"


# ---- .xlsx -----------------------------------------------------------------------------------


_REFERENCE = re.compile(r"([A-Z]{1,4})([0-9]{1,9})")
# How characters are written that XML cannot hold.
_ESCAPED = re.compile("_x([0-9A-Fa-f]{4})_")
# The numbers of the formats of dates and times that every program knows.
_DATE_FORMATS = (*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59))
# What a format contains besides letters for parts of a date: texts, colours, languages.
_NO_DATE = re.compile(r'"[^"]*"|\[(?!(?i:h+|m+|s+)\])[^\]]*\]|[\\_*].|(?i:general)')
_DAY_0, _DAY_0_OF_1904 = datetime(1899, 12, 30), datetime(1904, 1, 1)


def _read_xlsx(files: Mapping[str, bytes], place: str, table: str) -> Sheet:
    book = _parse(files["xl/workbook.xml"])
    sheets = {one.attrib["name"]: one for one in book.iterfind("{*}sheets/{*}sheet")}
    visible = {name: one.get("state", "visible") == "visible" for name, one in sheets.items()}
    chosen = _choose_sheet(visible, table)
    relations = {one.get("Id"): one for one in _parse(files["xl/_rels/workbook.xml.rels"])}
    (relation,) = (value for name, value in sheets[chosen].items() if name.endswith("}id"))
    target = relations[relation].attrib["Target"]
    shared = (_parse(files[name]) for name in ("xl/sharedStrings.xml",) if name in files)
    styles = (_parse(files[name]) for name in ("xl/styles.xml",) if name in files)
    properties = book.find("{*}workbookPr")
    since_1904 = properties is not None and properties.get("date1904") in ("1", "true")
    cells = _XlsxCells(
        place,
        [_rich_text(one) for tree in shared for one in tree],
        {name for tree in styles for name in _date_styles(tree)},
        _DAY_0_OF_1904 if since_1904 else _DAY_0,
    )
    _parse(files[target[1:] if target.startswith("/") else f"xl/{target}"], row=cells.read_row)
    return cells.sheet(chosen, (name for name in visible if visible[name] and name != chosen))


def _rich_text(element: Element) -> str:
    """Return the text of all runs, without hints on its pronunciation."""
    space = element.tag.removesuffix("si").removesuffix("is")
    parts = [element, *element.findall(f"{space}r")]
    return _unescape("".join(part.findtext(f"{space}t") or "" for part in parts))


def _unescape(text: str) -> str:
    return _ESCAPED.sub(lambda match: chr(int(match[1], 16)), text)


def _date_styles(tree: Element) -> Iterator[str]:
    """Yield the numbers of the styles that show a number as a date or time."""
    codes = {
        one.get("numFmtId"): one.get("formatCode", "")
        for one in tree.iterfind("{*}numFmts/{*}numFmt")
    }
    dates = {
        name for name, code in codes.items() if re.search("[dmyhsDMYHS]", _NO_DATE.sub("", code))
    }
    dates |= set(map(str, _DATE_FORMATS))
    for number, style in enumerate(tree.iterfind("{*}cellXfs/{*}xf")):
        if style.get("numFmtId") in dates:
            yield str(number)


class _XlsxCells(_Cells):
    """Cells with their places; those without one follow the previous one."""

    def __init__(self, place: str, shared: list[str], dates: set[str], day_0: datetime) -> None:
        super().__init__(place)
        self._shared, self._date_styles, self._day_0 = shared, dates, day_0
        self._row = 0

    def read_row(self, element: Element) -> None:
        self._row, column = int(element.get("r") or self._row + 1), -1
        value_tag = f"{element.tag.removesuffix('row')}v"
        for cell in element:
            column += 1
            if place := _REFERENCE.fullmatch(cell.get("r", "")):
                column, self._row = _column_index(place[1]), int(place[2])
            kind = cell.get("t", "n")
            value = cell.findtext(value_tag) or ("#VALUE!" if kind == "e" else "")
            if kind == "inlineStr":
                value = "".join(map(_rich_text, cell))
            if value:
                is_date = kind == "d" or (kind == "n" and cell.get("s") in self._date_styles)
                text = self._text(kind, value, is_date)
                rows, columns = range(self._row, self._row + 1), range(column, column + 1)
                self.put(rows, columns, text, is_date)

    def _text(self, kind: str, value: str, is_date: bool) -> str:
        match kind:
            case "s":
                return self._shared[int(value)]
            case "b":
                return "TRUE" if value == "1" else "FALSE"
            case "n":
                return self._moment(float(value)) if is_date else _number(value)
            case _:
                return _unescape(value)

    def _moment(self, days: float) -> str:
        """Return the date, the time, or both that a number of days means."""
        try:
            # The first spreadsheet program took 1900 for a leap year; others followed.
            early = self._day_0 == _DAY_0 and 1 <= days < 60
            moment = self._day_0 + timedelta(days=days + early)
        except (OverflowError, ValueError):
            return str(days)
        if 0 <= days < 1:
            return moment.time().isoformat("minutes")
        return moment.date().isoformat() if days.is_integer() else moment.isoformat(" ", "minutes")


def _column_index(letters: str) -> int:
    index = 0
    for letter in letters:
        index = index * 26 + ord(letter) - ord("A") + 1
    return index - 1


# ---- .ods ------------------------------------------------------------------------------------


_OASIS = "{urn:oasis:names:tc:opendocument:xmlns:%s:1.0}"
_OFFICE, _TABLE, _TEXT = (_OASIS % name for name in ("office", "table", "text"))
_VALUE_TYPE = "{urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0}value-type"
_ODS_CELLS = (f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell")
# Elements instead of white space.
_SIGNS = {f"{_TEXT}s": " ", f"{_TEXT}tab": "\t", f"{_TEXT}line-break": "\n"}


def _read_ods(content: bytes, place: str, table: str) -> Sheet:
    sheets: dict[str, _OdsCells] = {}
    # Rows end before their table does.
    read = [_OdsCells(place)]

    def read_row(element: Element) -> None:
        read[-1].read_row(element)

    def read_table(element: Element) -> None:
        sheets[element.attrib[f"{_TABLE}name"]] = read[-1]
        read.append(_OdsCells(place))

    _parse(content, table_row=read_row, table=read_table)
    chosen = _choose_sheet(dict.fromkeys(sheets, True), table)
    return sheets[chosen].sheet(chosen, (name for name in sheets if name != chosen))


class _OdsCells(_Cells):
    """Rows and cells, each of which may represent many equal ones."""

    _row = 1

    def read_row(self, element: Element) -> None:
        column = 0
        rows = range(self._row, self._row + int(element.get(f"{_TABLE}number-rows-repeated", 1)))
        for cell in element:
            if cell.tag in _ODS_CELLS:
                columns = range(
                    column, column + int(cell.get(f"{_TABLE}number-columns-repeated", 1))
                )
                if kind := cell.get(f"{_OFFICE}value-type"):
                    self.put(rows, columns, _ods_text(kind, cell), kind in ("date", "time"))
                column = columns.stop
        self._row = rows.stop


def _ods_text(kind: str, cell: Element) -> str:
    text = "\n".join(map(_paragraph, cell.iterfind(f"{_TEXT}p")))
    if cell.get(_VALUE_TYPE) == "error":
        return text or "#VALUE!"
    match kind:
        case "float" | "percentage" | "currency":
            return _number(cell.attrib[f"{_OFFICE}value"])
        case "boolean":
            return cell.attrib[f"{_OFFICE}boolean-value"].upper()
        case "date":
            return cell.attrib[f"{_OFFICE}date-value"].replace("T", " ")[:16]
        case _:
            return text or cell.get(f"{_OFFICE}string-value", "")


def _paragraph(part: Element) -> str:
    sign = _SIGNS.get(part.tag, "") * min(int(part.get(f"{_TEXT}c", 1)), MOST_SPACES)
    inside = (_paragraph(child) + (child.tail or "") for child in part)
    return f"{sign}{part.text or ''}{''.join(inside)}"
