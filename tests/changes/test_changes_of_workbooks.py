"""Decks that are workbooks, compared with git, a folder and a .zip, and with their CSV of then."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from workbooks import write_ods, write_xlsx
from workshop import Command

from cards_data.tables import read_table

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("cold_cache")]

Rows = list[list[str]]
SEED = {"deck": "cards", "id": "seed", "fields": [{"field": "cost", "before": 0, "after": 3}]}


@pytest.fixture
def pond(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ecotable: Command) -> Path:
    monkeypatch.chdir(tmp_path)
    assert ecotable("new", "pond").code == 0
    return tmp_path / "cards_data" / "pond"


def rows_of(path: Path) -> Rows:
    table = read_table(path)
    return [list(table.columns), *(list(row.cells.values()) for row in table.rows)]


def save(folder: Path, suffix: str, rows: Rows) -> None:
    """The deck as a spreadsheet program saves it, its headers as people write them."""
    for old in folder.glob("cards.*"):
        old.unlink()
    head = [name.title() for name in rows[0]]
    notes = [[*row, "" if at else "_notes"] for at, row in enumerate([head, *rows[1:]])]
    sheets = {"Ideas": [["nothing"]], "Cards": notes}
    (write_ods if suffix == ".ods" else write_xlsx)(folder / f"cards{suffix}", sheets)


def dearer(rows: Rows) -> Rows:
    at = rows[0].index("cost")
    return [[*row[:at], "3", *row[at + 1 :]] if row[0] == "seed" else row for row in rows]


def save_reference(folder: Path, kind: str) -> str:
    """The project as it is now, by the reference that will name it."""
    root = folder.parent.parent
    if kind == "folder":
        shutil.copytree(root / "cards_data", root / "before" / "cards_data")
        return "before"
    if kind == "zip":
        return Path(shutil.make_archive(str(root / "before"), "zip", root, "cards_data")).name
    who = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
    for words in (["init", "-q"], ["add", "-A"], [*who, "commit", "-qm", "then"]):
        subprocess.run(["git", *words], cwd=root, check=True, capture_output=True)
    return "HEAD"


def changes(ecotable: Command, ref: str) -> Any:
    answer = ecotable("changes", "pond", "--since", ref, "--json")
    assert answer.code == 0, answer.err
    return json.loads(answer.out)


def seed_changes(record: Any) -> list[Any]:
    return [{key: one[key] for key in SEED} for one in record["changed"]]


@pytest.mark.parametrize("suffix", [".xlsx", ".ods"])
@pytest.mark.parametrize("kind", ["git", "folder", "zip"])
def test_one_cell_of_a_workbook_is_one_change(
    pond: Path, ecotable: Command, suffix: str, kind: str
) -> None:
    rows = rows_of(pond / "cards.csv")
    save(pond, suffix, rows)
    ref = save_reference(pond, kind)
    save(pond, suffix, dearer(rows))
    record = changes(ecotable, ref)
    assert seed_changes(record) == [SEED]
    assert record["added"] == record["removed"] == []


@pytest.mark.parametrize("kind", ["git", "zip"])
def test_a_csv_that_became_a_workbook_is_the_same_deck(
    pond: Path, ecotable: Command, kind: str
) -> None:
    rows = rows_of(pond / "cards.csv")
    ref = save_reference(pond, kind)
    save(pond, ".xlsx", rows)
    assert seed_changes(changes(ecotable, ref)) == []
    save(pond, ".xlsx", dearer(rows))
    assert seed_changes(changes(ecotable, ref)) == [SEED]


def test_rows_of_a_workbook_come_and_go(pond: Path, ecotable: Command) -> None:
    rows = rows_of(pond / "cards.csv")
    save(pond, ".xlsx", rows)
    ref = save_reference(pond, "git")
    acorn = ["acorn", *rows[1][1:]]
    save(pond, ".xlsx", [rows[0], rows[1], acorn, *rows[3:]])
    record = changes(ecotable, ref)
    assert [one["id"] for one in record["added"]] == ["acorn"]
    assert [one["id"] for one in record["removed"]] == [rows[2][0]]


@pytest.mark.parametrize("kind", ["git", "folder", "zip"])
def test_a_workbook_of_then_that_cannot_be_read_is_told_by_its_name(
    pond: Path, ecotable: Command, kind: str
) -> None:
    rows = rows_of(pond / "cards.csv")
    save(pond, ".xlsx", rows)
    whole = (pond / "cards.xlsx").read_bytes()
    pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 7000\n"
    (pond / "cards.xlsx").write_bytes(pointer)
    ref = save_reference(pond, kind)
    (pond / "cards.xlsx").write_bytes(whole)
    answer = ecotable("changes", "pond", "--since", ref, "--json")
    assert answer.code == 1
    place = {"git": "git HEAD: ", "folder": "before/", "zip": "before.zip: "}[kind]
    message = "the workbook cannot be read"
    assert answer.err.startswith(f"{place}cards_data/pond/cards.xlsx: {message}")
    assert "Git LFS" in answer.err
