"""A new card without its picture is compared and printed as a placeholder, and named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from texts import text_of
from workshop import Command

from cards_data import load_game
from generator.workbench.change_summary import changes_record
from generator.workers import WorkerPool

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("cold_cache")]
MISSING = text_of("face.no_picture", name="Heron")


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ecotable: Command) -> Path:
    """A game that was printed, and then got a card without a picture."""
    monkeypatch.chdir(tmp_path)
    assert ecotable("new", "pond", "--layout", "creature").code == 0
    assert ecotable("print", "pond", "--dpi", "72").code == 0
    folder = tmp_path / "cards_data" / "pond"
    path = folder / "creature.csv"
    fox = next(line for line in path.read_text().splitlines() if line.startswith("fox,"))
    with path.open("a") as file:
        file.write(fox.replace("fox,", "heron,", 1).replace("Fox", "Heron", 1) + "\n")
    return folder


def pieces(folder: Path, name: str) -> dict[str, bool]:
    """The pieces on a print, and which of them are placeholders."""
    path = folder.parent.parent / "output" / f"pond-en-a4-{name}.json"
    listed = json.loads(path.read_text())["pieces"]
    return {piece["id"]: piece.get("placeholder", False) for piece in listed}


def test_a_placeholder_is_named_and_printed_until_the_picture_is_there(
    game: Path, ecotable: Command
) -> None:
    (game / "creature.csv").write_text((game / "creature.csv").read_text().replace("Owl", "Auk"))
    for _ in range(2):
        answer = ecotable("changes", "pond")
        assert answer.code == 0 and "+ creature/heron" in answer.out and MISSING in answer.out
        assert ecotable("print", "pond", "--since", "last", "--dpi", "72").code == 0
        assert pieces(game, "changed")["heron"]
    assert "owl" not in pieces(game, "changed"), "it was printed the first time"
    art = next((game / "art").glob("fox.*"))
    (game / "art" / f"heron{art.suffix}").write_bytes(art.read_bytes())
    answer = ecotable("changes", "pond")
    assert "+ creature/heron" in answer.out and MISSING not in answer.out
    assert ecotable("print", "pond", "--since", "last", "--dpi", "72").code == 0
    assert pieces(game, "changed") == {"heron": False}
    assert "heron" not in ecotable("changes", "pond").out


def test_the_workbench_lists_it_and_what_else_changed(game: Path) -> None:
    with WorkerPool() as pool:
        record = changes_record(load_game("pond", counted=False), "en", "last", pool)
    lines = [(line["kind"], line["card"]) for line in record["lines"]]
    assert lines[:2] == [("unpictured", "creature/heron"), ("added", "creature/heron")]
    _, name, out, into = record["swaps"][-1]
    assert MISSING in name and (out, into) == (0, 1)


def test_a_draft_is_not_the_last_print(game: Path, ecotable: Command) -> None:
    assert ecotable("print", "pond", "--since", "last", "--draft", "--dpi", "72").code == 0
    assert "heron" in pieces(game, "draft-changed")
    assert "+ creature/heron" in ecotable("changes", "pond").out


def test_another_problem_stops_as_before(game: Path, ecotable: Command) -> None:
    layout = game.parent.parent / "templates" / "pond" / "creature.layout.yaml"
    layout.write_text(layout.read_text() + "\n  - {text: nothing_such}\n")
    answer = ecotable("changes", "pond")
    assert answer.code == 1 and "nothing_such" in answer.err
