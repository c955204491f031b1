"""One change is one cell: nothing else of a file differs, whatever it looks like."""

from __future__ import annotations

import csv
import io
import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from cards_data import Problems, load_game
from generator.edit import game_editor
from generator.edit.csv_text import CsvText
from generator.edit.game_editor import GameEditor
from generator.edit.operations import (
    CellChange,
    ColumnAdded,
    ColumnName,
    Conflict,
    Move,
    RawValue,
    RowChange,
    Value,
    WholeFile,
    apply,
    column_removed,
    from_record,
    inverse,
)
from generator.edit.yaml_text import YamlText

WORDS = some.text(
    some.characters(codec="utf-8", exclude_categories=("Cc", "Cs")) | some.sampled_from('",;\n'),
    max_size=12,
)
GAMES = ("better_life", "ecologic", "ecosfera_baltica", "kompensaatiopeli")
COLUMNS = ("id", "copies", "name", "text:sv")


@some.composite
def tables(draw: Any) -> str:
    """Tables as people's programs write them."""
    delimiter = draw(some.sampled_from(",;\t"))
    end = draw(some.sampled_from(["\n", "\r\n", "\r"]))
    rows = draw(some.lists(some.tuples(WORDS, WORDS, WORDS), min_size=1, max_size=5))
    quoting = draw(some.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]))
    written = io.StringIO(newline="")
    writer = csv.writer(written, delimiter=delimiter, lineterminator=end, quoting=quoting)
    writer.writerow(COLUMNS)
    for number, cells in enumerate(rows):
        writer.writerow([f"row_{number}", *cells])
        if draw(some.booleans()):
            written.write(end)
    text = written.getvalue()
    text = text.removesuffix(end) if draw(some.booleans()) else text
    return ("\ufeff" if draw(some.booleans()) else "") + text


def read(text: str) -> list[list[str]]:
    table = CsvText(text)
    return [table.values(record) for record in table._filled_records]


@given(tables(), some.data(), WORDS)
def test_only_the_bytes_of_the_cell_differ(text: str, data: Any, value: str) -> None:
    table = CsvText(text)
    row = data.draw(some.sampled_from(list(table.rows)))
    column = data.draw(some.sampled_from(COLUMNS[1:]))
    before, after = table.value((row, column)), value.strip()
    new, done = apply(text, "x.csv", [CellChange("x.csv", row, column, before, after)])
    start, end = table.rows[row].cells[COLUMNS.index(column)]
    tail = len(text) - end
    assert new[:start] == text[:start]
    assert new[len(new) - tail :] == text[end:]
    assert CsvText(new).value((row, column)) == after
    assert CsvText(new).is_plain("x.csv")
    assert apply(new, "x.csv", inverse(done))[0] == text


@given(tables(), some.data())
def test_rows_come_go_and_move_and_come_back_to_the_byte(text: str, data: Any) -> None:
    table = CsvText(text)
    rows = list(table.rows)
    row = data.draw(some.sampled_from(rows))
    line = table.new_line([("id", "new"), ("name", 'a "b", c')])
    others = ["", *(one for one in rows if one != row)]
    for change in (
        RowChange("x.csv", "new", row, None, line),
        Move("x.csv", row, table.row_above(row), data.draw(some.sampled_from(others))),
    ):
        new, done = apply(text, "x.csv", [change])
        assert set(rows) <= set(CsvText(new).rows)
        back = apply(new, "x.csv", inverse(done))[0]
        assert read(back) == read(text)
    gone = apply(
        text, "x.csv", [RowChange("x.csv", row, table.row_above(row), table.line(row), None)]
    )
    assert row not in CsvText(gone[0]).rows
    assert [one for one in rows if one != row] == list(CsvText(gone[0]).rows)
    assert read(apply(gone[0], "x.csv", inverse(gone[1]))[0]) == read(text)


def test_a_row_that_goes_and_comes_back_leaves_no_trace() -> None:
    text = 'id,name\r\na,"x, y"\r\n\r\nb,z\r\n'
    for row in "ab":
        table = CsvText(text)
        gone = RowChange("x.csv", row, table.row_above(row), table.line(row), None)
        new, done = apply(text, "x.csv", [gone])
        assert len(new) < len(text)
        assert read(apply(new, "x.csv", inverse(done))[0]) == read(text)


def test_a_column_that_a_table_lacks_comes_with_its_first_cell() -> None:
    text = "id,name\na,x\nb,y\n"
    change = [ColumnAdded("x.csv", "copies"), CellChange("x.csv", "b", "copies", "", "3")]
    new, done = apply(text, "x.csv", change)
    assert new == "id,name,copies\na,x\nb,y,3\n"
    assert apply(new, "x.csv", inverse(done))[0] == text


@given(tables(), some.sampled_from(COLUMNS[1:]))
def test_columns_get_other_names_go_and_come_back_to_the_byte(text: str, column: str) -> None:
    table = CsvText(text)
    for change in (
        [ColumnName("x.csv", column, "other")],
        list(column_removed("x.csv", table, column)),
    ):
        new, done = apply(text, "x.csv", change)
        edited = CsvText(new)
        assert not edited.has_column(column) and edited.is_plain("x.csv")
        others = [one for one in COLUMNS if one != column]
        for row in table.rows:
            assert [edited.value((row, one)) for one in others] == [
                table.value((row, one)) for one in others
            ]
        stored = tuple(from_record(json.loads(json.dumps(one.record()))) for one in done)
        assert apply(new, "x.csv", inverse(stored))[0] == text


@pytest.mark.parametrize(
    "slug", ["better_life", "ecologic", "ecosfera_baltica", "kompensaatiopeli"]
)
def test_every_table_of_the_four_games_can_be_changed(slug: str) -> None:
    for path in load_game(slug).folder.glob("*.csv"):
        assert CsvText(path.read_bytes().decode()).is_plain(path.name), path


YAML = """\
# the head
points: {a: 1, b: "x y"}   # first
list:
  - 10
  - 'it''s'   # quoted

deep:
  value: 55 # why
  reason: A text that goes on
"""


@pytest.mark.parametrize(
    ("path", "after", "raw"),
    [
        (("points", "a"), "12", "12"),
        (("points", "b"), 'a "b"', r'"a \"b\""'),
        (("list", 0), "-3", "-3"),
        (("list", 1), "she's", "'she''s'"),
        (("deep", "value"), "7", "7"),
        (("deep", "reason"), "yes: [no] # maybe", '"yes: [no] # maybe"'),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_only_the_bytes_of_the_value_differ(
    path: tuple[str | int, ...], after: str, raw: str, end: str, mark: str
) -> None:
    text = mark + YAML.replace("\n", end)
    document = YamlText(text, "x.yaml")
    change = Value("x.yaml", path, document.value(path), after)
    new, done = apply(text, "x.yaml", [change])
    assert new == text.replace(document.raw(path) or "", raw, 1)
    assert YamlText(new, "x.yaml").value(path) == after
    assert apply(new, "x.yaml", inverse(done))[0] == text


@given(WORDS.filter(lambda word: "\n" not in word))
def test_any_text_can_be_a_value(word: str) -> None:
    text = "a: {b: x, c: 'y'} # d\ne: z\n"
    for path in (("a", "b"), ("a", "c"), ("e",)):
        before = YamlText(text, "x.yaml").value(path)
        new, _ = apply(text, "x.yaml", [Value("x.yaml", path, before, word)])
        assert YamlText(new, "x.yaml").value(path) == word
        assert new.count(" # d") == 1


RAW = """\
languages: [en, sv]
unfinished: [et]
makers: >
  Some people
  who made it

steps:
  en:
    - one
    - two  # second
# tail
decks: {fish: {title: {en: Fish}}}
"""


@pytest.mark.parametrize(
    ("path", "after", "exists"),
    [
        (("makers",), "{en: Some people, et: Mõned}", "makers: {en: Some people, et: Mõned}\n\ns"),
        (("steps", "en"), "[one, three]", "en:\n    [one, three]  # second\n# tail"),
        (("steps", "et"), "[üks]", "two  # second\n  et: [üks]\n# tail"),
        (("unfinished",), None, "languages: [en, sv]\nmakers"),
        (("unfinished",), "[et, fi]", "unfinished: [et, fi]\nmakers"),
        (("decks", "fish", "title", "et"), "Kalad", "{en: Fish, et: Kalad}"),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_what_is_written_at_a_path_comes_and_goes_to_the_byte(
    path: tuple[str | int, ...], after: str | None, exists: str, end: str
) -> None:
    text = RAW.replace("\n", end)
    change = RawValue("x.yaml", path, YamlText(text, "x.yaml").raw(path), after, "languages")
    new, done = apply(text, "x.yaml", [change])
    assert exists.replace("\n", end) in new
    assert apply(new, "x.yaml", [change])[0] == new
    assert apply(new, "x.yaml", inverse(done))[0] == text


@pytest.mark.slow
@pytest.mark.parametrize(
    "slug", ["better_life", "ecologic", "ecosfera_baltica", "kompensaatiopeli"]
)
def test_every_number_of_the_four_games_can_be_changed_and_back(slug: str) -> None:
    text = (load_game(slug).folder / "scoring.yaml").read_bytes().decode()
    for path, scalar in YamlText(text, "scoring.yaml").scalars.items():
        change = Value("scoring.yaml", path, scalar.value, "77")
        new, done = apply(text, "scoring.yaml", [change])
        assert apply(new, "scoring.yaml", inverse(done))[0] == text


# ---- files and their journal ---------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ECOTABLE_DATA", str(tmp_path / "own"))
    folder = tmp_path / "cards_data" / "pond"
    folder.mkdir(parents=True)
    (folder / "cards.csv").write_bytes(b"id,name,cost\r\na,Frog,1\r\nb,Newt,2\r\n")
    return folder


def cell(row: str, before: str, after: str) -> CellChange:
    return CellChange("cards.csv", row, "cost", before, after)


def test_undo_and_redo_survive_a_restart(folder: Path) -> None:
    before = (folder / "cards.csv").read_bytes()
    GameEditor(folder).change({"key": "cell", "name": "Frog"}, [cell("a", "1", "6")])
    after = (folder / "cards.csv").read_bytes()
    assert after == before.replace(b"Frog,1", b"Frog,6")
    assert [step.description["name"] for step in GameEditor(folder).journal.history().done] == [
        "Frog"
    ]
    GameEditor(folder).step_back("undo")
    assert (folder / "cards.csv").read_bytes() == before
    GameEditor(folder).step_back("redo")
    assert (folder / "cards.csv").read_bytes() == after
    assert GameEditor(folder).step_back("redo") is None


def test_another_cell_that_was_saved_meanwhile_stands_too(folder: Path) -> None:
    path, editor = folder / "cards.csv", GameEditor(folder)
    path.write_bytes(path.read_bytes().replace(b"Newt,2", b"Newt,9"))
    editor.change({}, [cell("a", "1", "6")])
    assert path.read_bytes() == b"id,name,cost\r\na,Frog,6\r\nb,Newt,9\r\n"


def test_the_same_cell_that_was_saved_meanwhile_is_never_overwritten(folder: Path) -> None:
    path, editor = folder / "cards.csv", GameEditor(folder)
    path.write_bytes(theirs := path.read_bytes().replace(b"Frog,1", b"Frog,4"))
    with pytest.raises(Conflict) as caught:
        editor.change({}, [cell("a", "1", "6")])
    assert caught.value.contested[0].found == "4"
    assert path.read_bytes() == theirs
    assert editor.journal.history().done == ()


def test_a_save_between_reading_and_writing_is_met(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, real = folder / "cards.csv", game_editor._replace_file
    saves = iter([b"Newt,7", b"Newt,8"])

    def saved_meanwhile(place: Path, raw: bytes, new: bytes) -> bool:
        if word := next(saves, None):
            path.write_bytes(path.read_bytes().split(b"Newt")[0] + word + b"\r\n")
        return real(place, raw, new)

    monkeypatch.setattr(game_editor, "_replace_file", saved_meanwhile)
    GameEditor(folder).change({}, [cell("a", "1", "6")])
    assert path.read_bytes() == b"id,name,cost\r\na,Frog,6\r\nb,Newt,8\r\n"


def test_an_undo_whose_cell_others_changed_is_told(folder: Path) -> None:
    path, editor = folder / "cards.csv", GameEditor(folder)
    editor.change({}, [cell("a", "1", "6")])
    path.write_bytes(path.read_bytes().replace(b"Frog,6", b"Frog,7"))
    with pytest.raises(Conflict):
        editor.step_back("undo")
    editor.forget("undo")
    assert editor.journal.history().done == ()
    assert b"Frog,7" in path.read_bytes()


@pytest.mark.parametrize("torn", [b'{"id": 2, "sa', b"\n\n", b"\xff\xfe", b'[1]\n{"undo": 77}\n'])
def test_a_torn_journal_hides_no_other_step(folder: Path, torn: bytes) -> None:
    editor = GameEditor(folder)
    editor.change({"n": 1}, [cell("a", "1", "6")])
    with editor.journal.path.open("ab") as file:
        file.write(torn)
    GameEditor(folder).change({"n": 2}, [cell("b", "2", "8")])
    assert [step.description["n"] for step in GameEditor(folder).journal.history().done] == [1, 2]


def test_a_change_that_was_written_down_and_not_done_undoes_to_nothing(folder: Path) -> None:
    path, editor = folder / "cards.csv", GameEditor(folder)
    before = path.read_bytes()
    editor.journal.add({}, (cell("a", "1", "6"),))  # killed before the file was written
    GameEditor(folder).step_back("undo")
    assert path.read_bytes() == before


@pytest.mark.parametrize("file", ["../x.csv", "/etc/passwd", "a/../../x", "", "."])
def test_no_way_leads_out_of_the_game(folder: Path, file: str) -> None:
    with pytest.raises(Problems):
        GameEditor(folder).change({}, [CellChange(file, "a", "cost", "1", "2")])


def test_what_others_saved_meanwhile_leaves_every_file_as_it_was(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "more.csv").write_bytes(b"id,cost\na,1\n")
    editor = GameEditor(folder)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    theirs = b"id,cost\na,9\n"
    put = game_editor._replace_file

    def saved_elsewhere(path: Path, raw: bytes, new: bytes) -> bool:
        done = put(path, raw, new)
        (folder / "more.csv").write_bytes(theirs)
        return done

    monkeypatch.setattr(game_editor, "_replace_file", saved_elsewhere)
    with pytest.raises(Conflict):
        editor.change({}, [cell("a", "1", "2"), CellChange("more.csv", "a", "cost", "1", "2")])
    after = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert after == {**before, "more.csv": theirs}
    assert not editor.journal.history().done


def test_links_are_not_followed(folder: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside.csv"
    outside.write_text("id,cost\na,1\n")
    (folder / "linked.csv").symlink_to(outside)
    with pytest.raises(Problems, match="is a link"):
        GameEditor(folder).change({}, [CellChange("linked.csv", "a", "cost", "1", "2")])
    (folder / "art").symlink_to(tmp_path)
    with pytest.raises(Problems, match="is a link"):
        GameEditor(folder).change({}, [WholeFile("art/a.png", None, "0" * 64)])
    assert outside.read_text() == "id,cost\na,1\n"


def test_a_broken_file_is_told_with_its_line_and_never_replaced(folder: Path) -> None:
    path = folder / "cards.csv"
    path.write_bytes(broken := b'id,name,cost\na,"Frog,1\nb,Newt,2\n')
    with pytest.raises(Problems, match=r"cards\.csv:2: broken CSV"):
        GameEditor(folder).change({}, [cell("a", "1", "2")])
    assert path.read_bytes() == broken


@pytest.mark.skipif(os.name == "nt", reason="Windows has no modes of files")
def test_a_changed_file_keeps_its_mode(folder: Path) -> None:
    path = folder / "cards.csv"
    path.chmod(0o640)
    GameEditor(folder).change({}, [cell("a", "1", "6")])
    assert path.stat().st_mode & 0o777 == 0o640


def test_pictures_come_back(folder: Path) -> None:
    editor = GameEditor(folder)
    old, new = editor.journal.store(b"old"), editor.journal.store(b"new")
    editor.change({}, [WholeFile("art/a.png", None, old)])
    editor.change({}, [WholeFile("art/a.png", old, new)])
    assert (folder / "art" / "a.png").read_bytes() == b"new"
    editor.step_back("undo")
    assert (folder / "art" / "a.png").read_bytes() == b"old"
    editor.step_back("undo")
    assert not (folder / "art" / "a.png").exists()


@pytest.mark.slow
@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(some.lists(some.sampled_from(["change", "undo", "redo"]), max_size=12))
def test_any_walk_back_and_forth_ends_where_it_should(folder: Path, ways: list[str]) -> None:
    path = folder / "cards.csv"
    path.write_bytes(b"id,name,cost\r\na,Frog,1\r\n")
    editor = GameEditor(folder)
    editor.journal.path.unlink(missing_ok=True)
    states, at = ["1"], 0
    for number, direction in enumerate(ways, 2):
        if direction == "change":
            editor.change({}, [cell("a", states[at], str(number))])
            states, at = [*states[: at + 1], str(number)], at + 1
        elif direction == "undo":
            editor.step_back("undo")
            at = max(0, at - 1)
        else:
            editor.step_back("redo")
            at = min(len(states) - 1, at + 1)
        assert path.read_bytes() == f"id,name,cost\r\na,Frog,{states[at]}\r\n".encode()


def test_the_journal_is_plain_lines(folder: Path) -> None:
    editor = GameEditor(folder)
    editor.change({"key": "cell"}, [cell("a", "1", "6")])
    (line,) = editor.journal.path.read_text().splitlines()
    assert json.loads(line)["operations"][0]["after"] == "6"
