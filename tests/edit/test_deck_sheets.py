"""A deck as a workbook, and taken in again."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from zipfile import ZipFile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from texts import fault, text_of
from workbooks import write_ods, write_xlsx
from workshop import Command, Workshop

from cards_data.formats.workbook import read_sheet
from cards_data.models import Column
from cards_data.tables import read_table
from generator.edit.workbook_file import WorkbookTable, workbook_bytes
from generator.workbench.deck_workbooks import DeckSheet

TEXTS = st.one_of(
    st.sampled_from(
        ["", "007", "=SUM(A1:B2)", 'say "no"', "two\nlines", "1-2", "+1", "@x", "_x000D_", "TRUE"]
    ),
    st.text(
        st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="\ufffe\uffff"),
        max_size=12,
    ).map(str.strip),
)
COLUMNS = (
    Column("id", "text"),
    Column("cost", "int", minimum=0, maximum=99),
    Column("rule", "text", help="what it does"),
    Column("rule:sv", "text"),
    Column("kind", "choice", choices=("a", "b, c", *(f"word{number}" for number in range(60)))),
)


@pytest.mark.slow
@settings(max_examples=40)
@given(st.lists(st.tuples(st.integers(-99, 10**15), TEXTS, TEXTS, TEXTS), min_size=1, max_size=8))
def test_a_table_comes_back_from_its_workbook_as_it_was(
    rows: list[tuple[int, str, str, str]],
) -> None:
    names = [column.name for column in COLUMNS]
    table = [
        dict(zip(names, (f"piece{at}", str(cost), *texts), strict=True))
        for at, (cost, *texts) in enumerate(rows)
    ]
    content = workbook_bytes(WorkbookTable("fish", COLUMNS, {}, table))
    sheet = read_sheet(content, "fish.xlsx", "fish")
    assert sheet.records[0] == (1, names)
    assert [dict(zip(names, cells, strict=True)) for _, cells in sheet.records[1:]] == table
    assert sheet.others == ()


def changed_workbook(pond: Workshop, old: str, new: str) -> Path:
    """The workbook of the fish as a spreadsheet program saves it, with one cell replaced."""
    DeckSheet(pond.load(), "fish").write(pond.root / "made.xlsx")
    table = read_table(pond.root / "made.xlsx")
    rows = [table.columns, *(list(row.cells.values()) for row in table.rows)]
    assert [cell for row in rows for cell in row].count(old) == 1
    changed = [[new if cell == old else cell for cell in row] for row in rows]
    write_xlsx(pond.root / "back.xlsx", {"fish": changed})
    return pond.root / "back.xlsx"


def test_nothing_differs_in_a_workbook_that_nobody_changed(
    pond: Workshop, ecotable: Command
) -> None:
    assert "3 rows" in ecotable("sheet", "pond", "fish", "--out", "fish.xlsx").out
    assert ecotable("sheet", "pond", "Fiskar", "--read", "fish.xlsx").out == "no differences\n"


def test_only_the_cells_that_differ_are_written_byte_for_byte(
    pond: Workshop, ecotable: Command
) -> None:
    raw = (
        (pond.data / "fish.csv").read_bytes().replace(b"\n", b"\r\n").replace(b"Rest.", b'"Rest."')
    )
    (pond.data / "fish.csv").write_bytes(b"\xef\xbb\xbf" + raw)
    before = (pond.data / "fish.csv").read_bytes()
    back = changed_workbook(pond, "Draw a card.", "Draw two, then rest.")
    answer = ecotable("sheet", "pond", "fish", "--read", back)
    assert '~ perch: rule "Draw a card." → "Draw two, then rest."' in answer.out
    assert text_of("cmd_yes_writes") in answer.out
    assert (pond.data / "fish.csv").read_bytes() == before
    assert ecotable("sheet", "pond", "fish", "--read", back, "--yes").code == 0
    expected = before.replace(b"Draw a card.", b'"Draw two, then rest."')
    assert (pond.data / "fish.csv").read_bytes() == expected


def test_rows_come_and_go(pond: Workshop, ecotable: Command) -> None:
    back = changed_workbook(pond, "perch", "roach")
    answer = ecotable("sheet", "pond", "fish", "--read", back, "--yes")
    assert "+ roach" in answer.out and "- perch" in answer.out
    assert [piece.id for piece in pond.load().decks["fish"].pieces] == ["pike", "roach", "tench"]


def test_what_is_not_allowed_is_told_at_its_cell_and_nothing_is_written(
    pond: Workshop, ecotable: Command
) -> None:
    before = (pond.data / "fish.csv").read_bytes()
    back = changed_workbook(pond, "reed|open", "reed|sky")
    answer = ecotable("sheet", "pond", "fish", "--read", back, "--yes")
    assert answer.code == 1
    column = read_table(back).letters["zones"]
    assert (
        fault(f'back.xlsx!fish {column}2 column "zones"', text_of("value.unknown", value='"sky"'))
        in answer.err
    )
    assert (pond.data / "fish.csv").read_bytes() == before


def as_workbook(pond: Workshop, sheets: dict[str, list[list[str]]] | None = None) -> Path:
    """The fish as a workbook in place of their CSV."""
    rows = list(csv.reader(io.StringIO((pond.data / "fish.csv").read_text(encoding="utf-8"))))
    (pond.data / "fish.csv").unlink()
    write_xlsx(pond.data / "fish.xlsx", {"fish": rows, **(sheets or {})})
    return pond.data / "fish.xlsx"


def test_a_deck_that_is_a_workbook_is_replaced_whole(pond: Workshop, ecotable: Command) -> None:
    as_workbook(pond)
    back = changed_workbook(pond, "Draw a card.", "Draw two.")
    assert "wrote " in ecotable("sheet", "pond", "fish", "--read", back, "--yes").out
    assert pond.piece("perch").values["rule"] == "Draw two."
    assert [path.name for path in pond.data.glob("*fish*")] == ["fish.xlsx"]


def test_a_workbook_with_other_sheets_is_not_replaced(pond: Workshop, ecotable: Command) -> None:
    path = as_workbook(pond, {"Notes": [["mine"]]})
    before = path.read_bytes()
    back = changed_workbook(pond, "Draw a card.", "Draw two.")
    answer = ecotable("sheet", "pond", "fish", "--read", back, "--yes")
    assert answer.code == 1 and "other sheets that would be lost: Notes" in answer.err
    assert path.read_bytes() == before


def test_own_columns_go_along(pond: Workshop) -> None:
    head, *rows = (pond.data / "fish.csv").read_text(encoding="utf-8").splitlines()
    pond.write("fish.csv", "\n".join([f"{head},_idea", *(f"{row},bigger" for row in rows)]) + "\n")
    DeckSheet(pond.load(), "fish").write(pond.root / "made.xlsx")
    assert {row.cells["_idea"] for row in read_table(pond.root / "made.xlsx").rows} == {"bigger"}


def test_a_deck_that_is_no_workbook_of_ours_is_changed_elsewhere(
    pond: Workshop, ecotable: Command
) -> None:
    rows = list(csv.reader(io.StringIO((pond.data / "fish.csv").read_text(encoding="utf-8"))))
    (pond.data / "fish.csv").unlink()
    write_ods(pond.data / "fish.ods", {"fish": rows})
    back = changed_workbook(pond, "Draw a card.", "Draw two.")
    answer = ecotable("sheet", "pond", "fish", "--read", back, "--yes")
    assert answer.code == 1 and fault("fish.ods", text_of("sheet.not_from_here")) in answer.err


@pytest.mark.parametrize(
    ("lang", "notes"),
    [
        ("en", (text_of("note_whole_between", low=0, high=99), "One of: a, b, c", "yes or no")),
        (
            "fi",
            ("Kokonaisluku väliltä 0–99.", "Jokin näistä: a, b, c", text_of("note_yes_no", "fi")),
        ),
    ],
)
def test_notes_of_a_workbook_are_in_a_language(lang: str, notes: tuple[str, ...]) -> None:
    columns = (
        Column("cost", "int", minimum=0, maximum=99),
        Column("kind", "choice", choices=("a", "b, c")),
        Column("rare", "bool"),
    )
    content = workbook_bytes(WorkbookTable("fish", columns, {}, [], lang))
    with ZipFile(io.BytesIO(content)) as book:
        comments = book.read("xl/comments1.xml").decode()
    assert [note for note in notes if note not in comments] == []
