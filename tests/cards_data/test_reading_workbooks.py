"""Decks that are workbooks, and what people's spreadsheets do."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
import xlsxwriter
from texts import fault, text_of
from workbooks import Formula, Rows, with_member, write_ods, write_ods_content, write_xlsx
from workshop import Workshop

from cards_data import Problems
from cards_data.tables import column_letter, made_ids, read_table, table_file

Writer = Callable[[Path, dict[str, Rows]], None]
FORMATS = pytest.mark.parametrize(
    ("suffix", "write"), [("xlsx", write_xlsx), ("ods", write_ods)], ids=["xlsx", "ods"]
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def problems(path: Path) -> list[str]:
    with pytest.raises(Problems) as caught:
        read_table(path)
    return [str(problem) for problem in caught.value.problems]


@FORMATS
def test_a_workbook_gives_the_cells_that_its_program_would_write_to_csv(
    folder: Path, suffix: str, write: Writer
) -> None:
    path = folder / f"fish.{suffix}"
    write(
        path,
        {
            "Sheet1": [["x"]],
            "Fish": [
                ["ID", "Flavour Text", "Name : SV", "_notes", "cost"],
                ["pike", "=SUM(1)", "Gädda\nny rad", date(2026, 3, 5), 2.0],
                [],
                ["eel", "007", True, 1, 2.5],
            ],
        },
    )
    table = read_table(path)
    assert table.columns == ("id", "flavour_text", "name:sv", "_notes", "cost")
    assert [row.line for row in table.rows] == [2, 4]
    first, second = ([*row.cells.values()] for row in table.rows)
    assert first == ["pike", "=SUM(1)", "Gädda\nny rad", "2026-03-05", "2"]
    assert second == ["eel", "007", "TRUE", "1", "2.5"]
    assert str(table.at(4, "cost")) == f'fish.{suffix}!Fish E4 column "cost"'


@FORMATS
def test_dates_and_failed_formulas_are_told_with_sheet_row_and_letter(
    folder: Path, suffix: str, write: Writer
) -> None:
    path = folder / f"fish.{suffix}"
    rows = [["id", "cost"], ["pike", date(2026, 6, 5)], ["eel", Formula("#REF!")]]
    write(path, {"My fish": rows})
    day, error = problems(path)
    assert day.startswith(
        f"fish.{suffix}!'My fish' B2 column \"cost\": 2026-06-05 is a date or time"
    )
    assert error.startswith(
        f"fish.{suffix}!'My fish' B3 column \"cost\": the formula returns the error #REF!"
    )
    with_ignored = read_table(path, ["Cost"])
    assert [row.cells["cost"] for row in with_ignored.rows] == ["2026-06-05", "#REF!"]


def test_what_excel_writes_besides_plain_values(folder: Path) -> None:
    with xlsxwriter.Workbook(folder / "fish.xlsx") as book:
        sheet = book.add_worksheet("fish")
        sheet.write_row(0, 0, ["id", "_rich", "_time", "_days", "_old", "_long", "_red", "_1"])
        sheet.write_string(1, 0, "a\rb")
        sheet.write_rich_string(1, 1, "a ", book.add_format({"bold": True}), "b", " c")
        formats = ("hh:mm", "d.m.yyyy h:mm", 14, "[h]:mm", '[Red]0.0 "days"')
        for column, (code, number) in enumerate(
            zip(formats, (0.25, 45000.75, 1, 1e15, 2.5), strict=True), 2
        ):
            sheet.write_number(1, column, number, book.add_format({"num_format": code}))
    cells = [*read_table(folder / "fish.xlsx").rows[0].cells.values()]
    assert cells[:5] == ["a\nb", "a b c", "06:00", "2023-03-15 18:00", "1900-01-01"]
    assert cells[5:] == ["1000000000000000.0", "2.5", ""]
    spoken = b"<sst><si><t>fish</t><rPh><t>spoken</t></rPh></si></sst>"
    with_member(folder / "fish.xlsx", "xl/sharedStrings.xml", spoken)
    with_member(
        folder / "fish.xlsx",
        "xl/worksheets/sheet1.xml",
        b'<worksheet><row><c t="s"><v>0</v></c><c t="inlineStr"><is><t>b</t></is></c></row>'
        b"<row><c><v>1</v></c></row></worksheet>",
    )
    table = read_table(folder / "fish.xlsx")
    assert (table.columns, dict(table.rows[0].cells)) == (("fish", "b"), {"fish": "1", "b": ""})


def test_what_libreoffice_writes_besides_plain_values(folder: Path) -> None:
    name = (
        '<table:table-cell office:value-type="string"><office:annotation><text:p>note</text:p>'
        '</office:annotation><text:p>a<text:s text:c="2"/><text:span>b<text:line-break/>'
        "</text:span>c</text:p></table:table-cell>"
    )
    more = '<table:table-cell office:value-type="percentage" office:value="0.5"/>'
    head = "".join(
        f'<table:table-cell office:value-type="string"><text:p>{one}</text:p></table:table-cell>'
        for one in ("id", "n")
    )
    rows = "".join(f"<table:table-row>{one}</table:table-row>" for one in (head, name + more))
    write_ods_content(folder / "f.ods", f'<table:table table:name="f">{rows}</table:table>')
    assert dict(read_table(folder / "f.ods").rows[0].cells) == {"id": "a  b\nc", "n": "0.5"}


def test_two_files_for_one_deck_are_told_with_both_names(folder: Path) -> None:
    for name in ("fish.csv", "fish.ods"):
        (folder / name).write_bytes(b"")
    with pytest.raises(Problems, match=r"fish\.csv and fish\.ods are the same table"):
        table_file(folder, "fish")


def test_a_whole_game_is_the_same_from_csv_tsv_and_workbooks(pond: Workshop) -> None:
    csv_pieces = pond.load().decks["fish"].pieces
    text = (pond.data / "fish.csv").read_text(encoding="utf-8")
    rows = list(csv.reader(io.StringIO(text)))
    (pond.data / "fish.csv").unlink()
    for suffix in ("tsv", "xlsx", "ods"):
        path = pond.data / f"fish.{suffix}"
        if suffix == "tsv":
            lines = io.StringIO()
            csv.writer(lines, delimiter="\t").writerows(rows)
            path.write_text(lines.getvalue(), encoding="utf-8")
        else:
            {"xlsx": write_xlsx, "ods": write_ods}[suffix](path, {"Fish": rows})
        pieces = pond.load().decks["fish"].pieces
        assert [(one.id, one.copies, one.values, one.translations) for one in pieces] == [
            (one.id, one.copies, one.values, one.translations) for one in csv_pieces
        ]
        path.unlink()


def test_own_columns_are_allowed_and_others_told_with_the_nearest_name(pond: Workshop) -> None:
    head, *rows = (pond.data / "fish.csv").read_text(encoding="utf-8").splitlines()
    more = {"_idea": "a", "#": "b", "Playtest Notes": "see above"}
    lines = [",".join((head, *more)), *(",".join((row, *more.values())) for row in rows)]
    pond.write("fish.csv", "\n".join(lines) + "\n")
    assert any(
        text_of("deck.unknown_column", name='"playtest_notes"') in one for one in pond.problems()
    )
    pond.change("game.yaml", "  fish:\n", "  fish:\n    ignore: [playtest notes]\n")
    pond.write("fish.csv", "\n".join(lines).replace("see above", "#REF!") + "\n")
    assert pond.load().decks["fish"].total
    pond.change("fish.csv", "_idea", "nmae")
    (problem,) = pond.problems()
    assert "did you mean name" in problem


def test_whole_numbers_as_spreadsheets_write_them(pond: Workshop) -> None:
    copies = pond.load().decks["fish"].pieces[0].copies
    pond.change("fish.csv", f"pike,{copies},", f"Pike,{copies}.0,")
    assert text_of("value.no_id") in pond.problems()[0]
    pond.change("fish.csv", f"Pike,{copies}.0,", f"pike,{copies}.0,")
    assert pond.load().decks["fish"].pieces[0].copies == copies


def test_a_missing_id_is_made_from_the_name_and_told(pond: Workshop) -> None:
    before = [piece.id for piece in pond.load().decks["fish"].pieces]
    pond.change("fish.csv", "\npike,", "\n,")
    game = pond.load()
    assert [piece.id for piece in game.decks["fish"].pieces] == before
    (note,) = game.notes
    assert str(note).startswith(
        'cards_data/pond/fish.csv:2 column "id": no id; Ecotable made "pike"'
    )


def test_ids_are_made_of_any_name_and_never_twice() -> None:
    rows = [("", "Öl & Gas!"), ("ol_gas_2", "x"), ("", "Öl, Gas"), ("", "Straße"), ("", "鱼")]
    assert made_ids(rows) == ["ol_gas", "ol_gas_2", "ol_gas_3", "strasse", ""]


def test_columns_have_their_letters() -> None:
    assert " ".join(map(column_letter, (0, 25, 26, 701, 702))) == "A Z AA ZZ AAA"


# ---- what is refused -------------------------------------------------------------------------


def far_away(reference: str) -> bytes:
    return f"""<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">
<sheetData><row><c r="{reference}"><v>1</v></c></row></sheetData></worksheet>""".encode()


@pytest.mark.parametrize(
    ("reference", "words"), [("A1048576", "a cell in row 1,048,576"), ("XFD1", "16,384 columns")]
)
def test_a_cell_far_away_is_refused(folder: Path, reference: str, words: str) -> None:
    write_xlsx(folder / "fish.xlsx", {"Fish": [["id"]]})
    with_member(folder / "fish.xlsx", "xl/worksheets/sheet1.xml", far_away(reference))
    assert words in problems(folder / "fish.xlsx")[0]


def test_a_cell_that_is_repeated_a_million_times_is_refused(folder: Path) -> None:
    cell = '<table:table-cell office:value-type="string"><text:p>x</text:p></table:table-cell>'
    row = f'<table:table-row table:number-rows-repeated="1000000">{cell}</table:table-row>'
    write_ods_content(folder / "fish.ods", f'<table:table table:name="f">{row}</table:table>')
    assert "a cell in row 1,000,000" in problems(folder / "fish.ods")[0]


def test_empty_rows_to_the_end_of_the_sheet_are_none(folder: Path) -> None:
    """As LibreOffice writes a sheet whose columns have a style."""
    cells = "".join(
        f'<table:table-row><table:table-cell office:value-type="string"><text:p>{word}</text:p>'
        '</table:table-cell><table:table-cell table:number-columns-repeated="16383"/>'
        "</table:table-row>"
        for word in ("id", "pike")
    )
    rest = '<table:table-row table:number-rows-repeated="1048574"><table:table-cell/></table:table-row>'  # noqa: E501
    write_ods_content(folder / "f.ods", f'<table:table table:name="f">{cells}{rest}</table:table>')
    assert [dict(row.cells) for row in read_table(folder / "f.ods").rows] == [{"id": "pike"}]


@pytest.mark.slow
def test_a_zip_bomb_is_refused_before_it_fills_the_memory(folder: Path) -> None:
    write_xlsx(folder / "fish.xlsx", {"Fish": [["id"]]})
    with_member(folder / "fish.xlsx", "xl/media/bomb.xml", bytes(60_000_000))
    assert (folder / "fish.xlsx").stat().st_size < 200_000
    assert "the files are 60,0" in problems(folder / "fish.xlsx")[0]


def test_a_long_text_that_a_million_cells_share_is_refused(folder: Path) -> None:
    write_xlsx(folder / "fish.xlsx", {"Fish": [["x" * 32_000] * 200 for _ in range(10)]})
    assert text_of("workbook.characters", n="32,000,000") in problems(folder / "fish.xlsx")[0]


@pytest.mark.parametrize("content", [b"", b"PK\3\4junk", b"\xd0\xcf\x11\xe0 a password"])
def test_what_is_no_workbook_is_told(folder: Path, content: bytes) -> None:
    (folder / "fish.xlsx").write_bytes(content)
    assert problems(folder / "fish.xlsx")[0].startswith(
        fault("fish.xlsx", text_of("workbook.none"))
    )


def test_entities_are_refused(folder: Path) -> None:
    write_xlsx(folder / "fish.xlsx", {"Fish": [["id"]]})
    lol = b'<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]><worksheet>&b;</worksheet>'
    with_member(folder / "fish.xlsx", "xl/worksheets/sheet1.xml", lol)
    assert problems(folder / "fish.xlsx")[0].startswith(
        fault("fish.xlsx", text_of("workbook.none"))
    )
