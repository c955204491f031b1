"""Tables as spreadsheets really write them, and as they must not be."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from texts import fault, text_of
from workshop import Workshop

from cards_data import Problems
from cards_data.tables import Table, read_table

PLAIN = "id,name\npike,Pike\neel,Ål\n"
ROWS = [{"id": "pike", "name": "Pike"}, {"id": "eel", "name": "Ål"}]


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path / "fish.csv"


def cells(table: Table) -> list[dict[str, str]]:
    return [dict(row.cells) for row in table.rows]


def problems(file: Path, content: str | bytes) -> list[str]:
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(Problems) as caught:
        read_table(file)
    return [str(problem) for problem in caught.value.problems]


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(PLAIN.encode(), id="plain UTF-8"),
        pytest.param(PLAIN.encode("utf-8-sig"), id="with a BOM"),
        pytest.param(PLAIN.replace("\n", "\r\n").encode(), id="CRLF"),
        pytest.param(PLAIN.replace("\n", "\r").encode(), id="CR alone"),
        pytest.param(PLAIN.replace(",", ";").encode(), id="semicolons"),
        pytest.param(PLAIN.replace(",", "\t").encode(), id="tabs"),
        pytest.param(PLAIN.rstrip("\n").encode(), id="no newline at the end"),
        pytest.param(b"id,name,,\npike,Pike,,\neel,\xc3\x85l,,\n", id="trailing empty columns"),
        pytest.param(f"{PLAIN},\n,\n\n".encode(), id="trailing empty rows"),
        pytest.param(b" id , name \n pike , Pike \neel,\xc3\x85l\n", id="spaces around cells"),
    ],
)
def test_whatever_a_spreadsheet_writes_gives_the_same_rows(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    table = read_table(file)
    assert table.columns == ("id", "name")
    assert cells(table) == ROWS


def test_a_quoted_newline_stays_in_its_cell_and_later_lines_are_still_counted_right(
    file: Path,
) -> None:
    file.write_text('id,name\npike,"first\nsecond"\neel,Ål\n', encoding="utf-8")
    table = read_table(file)
    assert table.rows[0].cells["name"] == "first\nsecond"
    assert [row.line for row in table.rows] == [2, 4]


def test_a_separator_inside_quotes_is_part_of_the_cell(file: Path) -> None:
    file.write_text('id;name\npike;"Pike; ""the"" pike"\n', encoding="utf-8")
    assert read_table(file).rows[0].cells["name"] == 'Pike; "the" pike'


def test_a_short_row_is_filled_up_with_empty_cells(file: Path) -> None:
    file.write_text("id,name,rule\npike,Pike\n", encoding="utf-8")
    assert read_table(file).rows[0].cells["rule"] == ""


@pytest.mark.parametrize("encoding", ["cp1252", "mac_roman", "utf-16", "utf-16-be"])
def test_an_old_encoding_is_read_where_only_one_gives_words(file: Path, encoding: str) -> None:
    mark = b"\xfe\xff" if encoding == "utf-16-be" else b""
    file.write_bytes(mark + "id,name\npike,Gädda på ån\nzander,”Gös” – ÅL\n".encode(encoding))
    assert [row["name"] for row in cells(read_table(file))] == ["Gädda på ån", "”Gös” – ÅL"]


def test_an_encoding_that_could_be_either_of_two_is_refused_with_both_readings(file: Path) -> None:
    (problem,) = problems(file, "id,name\npike,don’t\n".encode("cp1252"))
    assert problem.startswith(
        fault("fish.csv:2", text_of("file.could_be", encodings="Windows-1252"))
    )
    assert "don’t" in problem and "donít" in problem and "CSV UTF-8" in problem


def test_bytes_of_no_encoding_that_is_known_are_refused(file: Path) -> None:
    (problem,) = problems(file, b"id,name\npike,a\x81\x8d\xc5\xe4b\n")
    assert problem.startswith(fault("fish.csv:2", text_of("file.not_utf8")))


def test_a_broken_utf_16_file_is_refused(file: Path) -> None:
    (problem,) = problems(file, PLAIN.encode("utf-16")[:-1])
    assert problem.startswith("fish.csv: the file starts as UTF-16")


@pytest.mark.parametrize("code", [0x00, 0x07, 0x0B, 0x1B, 0x7F])
def test_a_control_character_is_refused_with_its_line(file: Path, code: int) -> None:
    (problem,) = problems(file, b"id,name\npike,Pi" + bytes([code]) + b"ke\n")
    assert problem.startswith("fish.csv:2")
    assert f"{code:#04x}" in problem


def test_an_unclosed_quote_is_refused_with_the_line_where_the_row_begins(file: Path) -> None:
    (problem,) = problems(file, 'id,name\npike,Pike\neel,"Ål\nperch,Perch\n')
    assert problem.startswith("fish.csv:3: broken CSV")
    assert "unclosed quote" in problem


@pytest.mark.slow
def test_a_cell_of_3_mb_is_refused_without_being_shown_whole(file: Path) -> None:
    (problem,) = problems(file, f"id,name\npike,{'x' * 3_000_000}\n")
    assert problem.startswith('fish.csv:2 column "name"')
    assert "3,000,000 characters" in problem
    assert "up to 4,000" in problem
    assert len(problem) < 200


def test_a_file_of_many_megabytes_is_refused_before_it_is_read(file: Path) -> None:
    (problem,) = problems(file, b"id\n" + b"a\n" * 4_100_000)
    assert "8,200,003 bytes" in problem


def test_a_row_with_more_cells_than_columns_is_refused(file: Path) -> None:
    (problem,) = problems(file, "id,name\npike,Pike, the hunter\n")
    assert problem.startswith("fish.csv:2: 3 cells")
    assert text_of("table.quote_cell") in problem


def test_columns_without_a_name_or_named_twice_are_refused(file: Path) -> None:
    messages = problems(file, "id,,name,name\npike,,Pike,Pike\n")
    assert len(messages) == 2
    assert text_of("table.no_name", n=2) in messages[0]
    assert text_of("table.column_twice", name='"name"') in messages[1]


def test_rows_are_counted_while_they_are_read(file: Path) -> None:
    """What follows row 10,001 is not read: the broken quote there is not reported."""
    rows = ["id", *(f"fish_{number}" for number in range(10_001))]
    assert problems(file, "\n".join([*rows, '"open'])) == [
        fault("fish.csv:10002", text_of("table.rows", n="10,000"), "", text_of("table.split"))
    ]
    file.write_text("\n".join(rows[:-1]))
    assert len(read_table(file).rows) == 10_000


def test_more_columns_than_a_spreadsheet_has_are_refused(file: Path) -> None:
    names = [f"c{number}" for number in range(257)]
    assert problems(file, ",".join(names)) == [
        fault("fish.csv:1", text_of("workbook.columns", n=257), "up to 256")
    ]
    file.write_text(",".join(names[:256]) + ",,,\n1\n")
    assert read_table(file).columns == tuple(names[:256])


@pytest.mark.parametrize("content", ["", "\n\n", "\ufeff", ",,\n"])
def test_an_empty_file_is_refused(file: Path, content: str) -> None:
    assert text_of("table.empty_file") in problems(file, content)[0]


def test_a_missing_file_is_named(file: Path) -> None:
    with pytest.raises(Problems, match=r"fish\.csv: the file is missing"):
        read_table(file)


def test_a_folder_in_the_place_of_a_file_is_a_problem_and_no_traceback(file: Path) -> None:
    file.mkdir()
    with pytest.raises(Problems, match="not a regular file"):
        read_table(file)


@given(
    rows=st.lists(
        st.lists(
            st.text(st.characters(exclude_categories=("Cs", "Cc")) | st.just("\n"), max_size=12),
            min_size=2,
            max_size=2,
        ),
        max_size=6,
    ),
    separator=st.sampled_from(",;\t"),
    newline=st.sampled_from(["\n", "\r\n"]),
    bom=st.booleans(),
)
def test_any_text_that_is_written_as_csv_is_read_back(
    tmp_path_factory: pytest.TempPathFactory,
    rows: list[list[str]],
    separator: str,
    newline: str,
    bom: bool,
) -> None:
    import csv

    file = tmp_path_factory.getbasetemp() / "round_trip.csv"
    with file.open("w", encoding="utf-8-sig" if bom else "utf-8", newline="") as target:
        writer = csv.writer(target, delimiter=separator, lineterminator=newline, quoting=1)
        writer.writerows([["id", "name"], *rows])
    cells = [[cell.strip() for cell in row] for row in rows]
    filled_rows = [row for row in cells if any(row)]
    assert [list(row.cells.values()) for row in read_table(file).rows] == filled_rows


def test_a_conflict_that_git_left_is_told_as_one(pond: Workshop) -> None:
    text = (pond.data / "fish.csv").read_text(encoding="utf-8")
    head, _, rest = text.partition("\n")
    conflict = f"{head}\n<<<<<<< HEAD\n{rest}=======\n{rest}>>>>>>> dearer pike\n"
    pond.write("fish.csv", conflict)
    with pytest.raises(Problems) as caught:
        pond.load()
    (problem,) = caught.value.problems
    assert str(problem.where) == "cards_data/pond/fish.csv:2"
    assert str(problem.found) == text_of("file.conflict")
    assert text_of("file.keep_one") in str(problem.hint)
