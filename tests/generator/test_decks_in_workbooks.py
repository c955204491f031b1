"""Whole runs with decks that are workbooks: check, print, changes, preview, workbench."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from texts import fault, text_of
from workbooks import write_xlsx
from workshop import Command, Workshop

from cards_data.problems import Place, Problem
from generator.web.file_watcher import Change, _is_ours
from generator.workbench.gallery_view import View, locate_problems
from generator.workbench.grid_json import grid_record, version_of


def fish_rows(pond: Workshop) -> list[list[str]]:
    return list(csv.reader(io.StringIO((pond.data / "fish.csv").read_text(encoding="utf-8"))))


def to_workbook(pond: Workshop, rows: list[list[str]]) -> None:
    (pond.data / "fish.csv").unlink(missing_ok=True)
    write_xlsx(pond.data / "fish.xlsx", {"Fish": rows})


def manifest(pond: Workshop) -> dict[str, tuple[str, str]]:
    record = json.loads((pond.out / "pond-en-a4.json").read_text(encoding="utf-8"))
    return {piece["id"]: (piece["front"], piece["back"]) for piece in record["pieces"]}


@pytest.mark.slow
def test_a_deck_prints_the_same_faces_and_tells_what_changed(
    pond: Workshop, ecotable: Command
) -> None:
    rows = fish_rows(pond)
    assert ecotable("print", "pond", "--dpi", 72, "--jobs", 1).code == 0
    before = manifest(pond)
    to_workbook(pond, rows)
    assert "nothing changed" in ecotable("changes", "pond").out
    assert ecotable("check", "pond").code == 0
    rows[2][rows[0].index("rule")] = "Draw two cards."
    to_workbook(pond, rows)
    output = ecotable("changes", "pond").out
    assert "perch" in output and "tench" not in output
    assert ecotable("print", "pond", "--dpi", 72, "--jobs", 1).code == 0
    now = manifest(pond)
    assert {piece for piece in now if now[piece] != before[piece]} == {"perch"}


@pytest.mark.slow
def test_a_benched_card_is_kept_and_printed_nowhere(pond: Workshop, ecotable: Command) -> None:
    rows = fish_rows(pond)
    rows[1][1] = "0"
    to_workbook(pond, rows)
    (problem,) = pond.problems()
    assert fault("fish.xlsx!Fish", text_of("deck.rows_copies", rows=3, copies=4), "5") in problem
    pond.change("game.yaml", "pieces: 5", "pieces: 4")
    assert ecotable("print", "pond", "--dpi", 72, "--jobs", 1).code == 0
    assert "pike" in [piece.id for piece in pond.load().decks["fish"].pieces]
    assert "pike" not in manifest(pond)


@pytest.mark.parametrize(
    "where",
    [
        Place("fish.xlsx", 4, "name", letter="C", sheet="Fish"),
        Place("fish.ods", 4, path=("pike",), sheet="'My 2 fish'"),
        Place("a/fish.csv", 4),
    ],
)
def test_a_problem_in_a_workbook_belongs_to_its_card(pond: Workshop, where: Place) -> None:
    rows = fish_rows(pond)
    to_workbook(pond, rows)
    game = pond.load()
    view = View("pond", "en").with_game(game).with_problems([Problem(where, "odd")])
    assert list(locate_problems(view, game.folder).values()) == [("fish", rows[3][0])]


@pytest.mark.parametrize(
    ("name", "ours"),
    [("fish.xlsx", True), ("fish.ods", True), ("fish.tsv", True), ("~$fish.xlsx", False)],
)
def test_saving_a_workbook_reloads_the_preview(tmp_path: Path, name: str, ours: bool) -> None:
    assert _is_ours(Change.modified, str(tmp_path / name)) is ours


def test_the_grid_shows_a_workbook_and_sees_it_change(pond: Workshop) -> None:
    rows = fish_rows(pond)
    before = grid_record(pond.load(), "fish", "en")["rows"]
    to_workbook(pond, rows)
    version = version_of(pond.load())
    assert grid_record(pond.load(), "fish", "en")["rows"] == before
    rows[1][2] = "Northern pike"
    to_workbook(pond, rows)
    assert version_of(pond.load()) != version
