"""Decks that are workbooks: shown, never written cell by cell, taken in with differences first."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import pytest
from texts import text_of
from workbench_client import Bench
from workbooks import write_ods, write_xlsx

from cards_data.tables import read_table

pytestmark = pytest.mark.slow

CARDS = "cards"


def rows_of(path: Path) -> list[list[str]]:
    table = read_table(path)
    return [list(table.columns), *(list(row.cells.values()) for row in table.rows)]


def as_workbook(bench: Bench, suffix: str) -> Path:
    """The deck as a workbook in the place of its CSV."""
    path = bench.folder / f"cards{suffix}"
    write = write_ods if suffix == ".ods" else write_xlsx
    write(path, {"cards": rows_of(bench.folder / "cards.csv")})
    (bench.folder / "cards.csv").unlink()
    return path


def saved(bench: Bench, tmp_path: Path, old: str = "", new: str = "") -> Path:
    """What the page saves, with one cell changed as a spreadsheet program does."""
    answer = bench.client.get("/change/sheet.xlsx?game=pond&table=cards")
    assert answer.status_code == 200
    assert "spreadsheetml" in answer.headers["content-type"]
    path = tmp_path / "made.xlsx"
    path.write_bytes(answer.content)
    rows = [[new if old and cell == old else cell for cell in row] for row in rows_of(path)]
    changed = tmp_path / "back.xlsx"
    write_xlsx(changed, {"cards": rows})
    return changed


def take(bench: Bench, path: Path, **more: Any) -> Any:
    data = base64.b64encode(path.read_bytes()).decode()
    return bench.ask("sheet", name=path.name, data=data, **more)


def test_what_differs_is_shown_first_and_then_written_to_those_cells(
    bench: Bench, tmp_path: Path
) -> None:
    before = bench.cards
    path = saved(bench, tmp_path, "Seed", "Acorn")
    preview = take(bench, path)
    assert preview["lines"] == ['~ seed: name "Seed" → "Acorn"']
    assert bench.cards == before
    assert take(bench, path, seen=["~ other"])["lines"] == preview["lines"]
    assert bench.cards == before
    assert take(bench, path, seen=preview["lines"])["written"].endswith("cards.csv")
    assert bench.cards == before.replace(b"Seed,", b"Acorn,", 1)
    assert bench.step("undo")["said"]["key"] == "said_sheet"
    assert bench.cards == before


def test_nothing_differs_in_what_was_just_saved(bench: Bench, tmp_path: Path) -> None:
    assert take(bench, saved(bench, tmp_path)) == {"lines": [], "n": 0, "reordered": False}


def test_a_deck_that_is_a_workbook_is_shown_and_not_written_by_cells(bench: Bench) -> None:
    path = as_workbook(bench, ".xlsx")
    before = path.read_bytes()
    grid = bench.client.get("/change/bench.json?game=pond&table=cards").json()["grid"]
    assert grid["written"] is False and grid["workbook"] is True
    assert [row[0] for row in grid["rows"]] == ["seed", "meadow", "forest"]
    body = {"table": "cards", "kind": "cells", "cells": [["seed", "cost", "0", "2"]]}
    answer = bench.post("edit", {**body, "secret": bench.secret})
    assert answer.status_code == 409
    assert text_of("bench.single_cells") in answer.text
    assert path.read_bytes() == before


def test_a_deck_that_is_an_xlsx_is_written_anew_and_comes_back_byte_for_byte(
    bench: Bench, tmp_path: Path
) -> None:
    deck = as_workbook(bench, ".xlsx")
    before = deck.read_bytes()
    path = saved(bench, tmp_path, "Seed", "Acorn")
    take(bench, path, seen=take(bench, path)["lines"])
    assert [row[2] for row in rows_of(deck)[1:]] == ["Acorn", "Meadow", "Forest"]
    bench.step("undo")
    assert deck.read_bytes() == before


def test_what_would_be_lost_is_not_written(bench: Bench, tmp_path: Path) -> None:
    deck = as_workbook(bench, ".xlsx")
    write_xlsx(deck, {"cards": rows_of(deck), "ideas": [["more"]]})
    before = deck.read_bytes()
    path = saved(bench, tmp_path, "Seed", "Acorn")
    lines = take(bench, path)["lines"]
    data = base64.b64encode(path.read_bytes()).decode()
    body = {"table": "cards", "name": "back.xlsx", "data": data, "seen": lines}
    answer = bench.post("sheet", {**body, "secret": bench.secret})
    assert answer.status_code == 409 and "other sheets that would be lost: ideas" in answer.text
    assert deck.read_bytes() == before


def test_an_ods_is_shown_and_told_to_stay_as_it_is(bench: Bench, tmp_path: Path) -> None:
    deck = as_workbook(bench, ".ods")
    before = deck.read_bytes()
    path = saved(bench, tmp_path, "Seed", "Acorn")
    lines = take(bench, path)["lines"]
    data = base64.b64encode(path.read_bytes()).decode()
    body = {"table": "cards", "name": "back.xlsx", "data": data, "seen": lines}
    answer = bench.post("sheet", {**body, "secret": bench.secret})
    assert answer.status_code == 409 and text_of("sheet.not_from_here") in answer.text
    assert deck.read_bytes() == before


def test_a_picture_is_dropped_onto_a_card_of_a_workbook(bench: Bench) -> None:
    as_workbook(bench, ".xlsx")
    svg = base64.b64encode(b"<svg/>").decode()
    bench.ask("picture", row="seed", name="seed.svg", data=svg)
    assert (bench.folder / "art" / "seed.svg").read_bytes() == b"<svg/>"


@pytest.mark.parametrize(
    ("body", "status", "message"),
    [
        ({"name": "x.exe"}, 409, "is not a table"),
        ({"name": "../../x"}, 409, "is not a table"),
        ({"name": None}, 409, "is not a table"),
        ({"table": "../x"}, 400, "no such deck"),
        ({"table": "words"}, 400, "no such deck"),
        ({"data": "%%%"}, 400, text_of("bench.file_limit")),
        ({"data": None}, 400, text_of("bench.file_limit")),
        ({"data": base64.b64encode(b"no workbook").decode()}, 409, "x.xlsx"),
    ],
)
def test_what_is_no_workbook_is_refused_in_words(
    bench: Bench, body: dict[str, Any], status: int, message: str
) -> None:
    before = bench.cards
    usual = {"table": "cards", "name": "../../etc/x.xlsx", "data": "AAAA"}
    answer = bench.post("sheet", {**usual, **body, "secret": bench.secret})
    assert answer.status_code == status, answer.text
    assert message in answer.text and "ecotable-sheet-" not in answer.text
    assert bench.cards == before


def test_a_wrong_cell_of_a_workbook_is_told_at_its_cell(bench: Bench, tmp_path: Path) -> None:
    path = saved(bench, tmp_path)
    rows = rows_of(path)
    rows[1][rows[0].index("cost")] = "many"
    write_xlsx(path, {"cards": rows})
    data = base64.b64encode(path.read_bytes()).decode()
    body = {"table": "cards", "name": "back.xlsx", "data": data, "secret": bench.secret}
    answer = bench.post("sheet", body)
    assert answer.status_code == 409
    assert '["back.xlsx!cards' in answer.text and text_of("wrong.no_whole_number") in answer.text
