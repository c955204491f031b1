"""Workbooks made for tests: sheets of values, as .xlsx and as .ods."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import xlsxwriter

Rows = Sequence[Sequence[Any]]
_ODS = """<?xml version="1.0" encoding="UTF-8"?>
<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0">
<office:body><office:spreadsheet>{}</office:spreadsheet></office:body></office:document-content>"""


_MIME = "application/vnd.oasis.opendocument.spreadsheet"
_MANIFEST = f"""<?xml version="1.0" encoding="UTF-8"?>
<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">
<manifest:file-entry manifest:full-path="/" manifest:media-type="{_MIME}"/>
<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>
</manifest:manifest>"""


class Formula(str):
    """What a formula left in a cell."""


def write_xlsx(path: Path, sheets: Mapping[str, Rows]) -> None:
    with xlsxwriter.Workbook(path) as book:
        day = book.add_format({"num_format": "yyyy-mm-dd"})
        for name, rows in sheets.items():
            sheet = book.add_worksheet(name)
            for row, cells in enumerate(rows):
                for column, cell in enumerate(cells):
                    if isinstance(cell, Formula):
                        sheet.write_formula(row, column, "=A1", None, str(cell))
                    elif hasattr(cell, "isoformat"):
                        sheet.write_datetime(row, column, cell, day)
                    elif isinstance(cell, str):
                        sheet.write_string(row, column, cell)
                    else:
                        sheet.write(row, column, cell)


def write_ods(path: Path, sheets: Mapping[str, Rows]) -> None:
    tables = "".join(
        f'<table:table table:name="{name}">{"".join(map(_ods_row, rows))}</table:table>'
        for name, rows in sheets.items()
    )
    write_ods_content(path, tables)


def write_ods_content(path: Path, tables: str) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", _MIME, zipfile.ZIP_STORED)
        archive.writestr("META-INF/manifest.xml", _MANIFEST)
        archive.writestr("content.xml", _ODS.format(tables))


def _ods_row(cells: Sequence[Any]) -> str:
    return f"<table:table-row>{''.join(map(_ods_cell, cells))}</table:table-row>"


def _ods_cell(cell: Any) -> str:
    kind, value = f'office:value-type="float" office:value="{cell}"', escape(str(cell))
    if isinstance(cell, Formula):
        kind = 'office:value-type="string" office:string-value="" calcext:value-type="error"'
    elif hasattr(cell, "isoformat"):
        kind = f'office:value-type="date" office:date-value="{cell.isoformat()}"'
    elif isinstance(cell, bool):
        kind = f'office:value-type="boolean" office:boolean-value="{str(cell).lower()}"'
    elif isinstance(cell, str):
        kind = 'office:value-type="string"'
    paragraphs = "".join(f"<text:p>{line}</text:p>" for line in value.split("\n"))
    return f"<table:table-cell {kind}>{paragraphs}</table:table-cell>"


def with_member(path: Path, name: str, content: bytes) -> None:
    """The same archive with another file in it."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as new:
        for member in old.namelist():
            new.writestr(member, content if member == name else old.read(member))
        if name not in old.namelist():
            new.writestr(name, content)
    path.write_bytes(buffer.getvalue())
