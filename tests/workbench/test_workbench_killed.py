"""Killed at any moment, the workbench loses at most the key being typed and leaves no half file."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
from thorough import often

from generator.edit.csv_text import CsvText
from generator.edit.game_editor import GameEditor

pytestmark = [pytest.mark.slow, pytest.mark.sampled]
KILLS = often(15, 50)
ROWS = 300
# Changes one cell after the other as fast as it can, and says which ones are done.
WRITER = """
import sys
from pathlib import Path
from generator.edit.game_editor import GameEditor
from generator.edit.operations import CellChange
editor, number = GameEditor(Path(sys.argv[1])), int(sys.argv[2])
print("ready", flush=True)
while True:
    cell = CellChange("cards.csv", "row_7", "cost", str(number), str(number + 1))
    editor.change({"n": number + 1}, [cell])
    number += 1
    print(number, flush=True)
"""


def test_kills_at_any_moment_lose_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ECOTABLE_DATA", str(tmp_path / "own"))
    folder = tmp_path / "cards_data" / "pond"
    folder.mkdir(parents=True)
    path = folder / "cards.csv"
    lines = [f"row_{number},{'x' * 200},0" for number in range(ROWS)]
    path.write_bytes("\r\n".join(["id,name,cost", *lines, ""]).encode())
    whole, chance, done = path.read_bytes(), random.Random(21), 0
    for _ in range(KILLS):
        acknowledged = _killed_after(folder, done, chance.randint(1, 6), chance.uniform(0, 0.02))
        content = path.read_bytes()
        number = int(CsvText(content.decode()).value(("row_7", "cost")))
        assert acknowledged <= number <= acknowledged + 1, "what was said to be done is in the file"
        old = f"row_7,{'x' * 200},0\r\n".encode()
        assert content == whole.replace(old, old.replace(b",0\r", f",{number}\r".encode()))
        done = number
    assert done >= KILLS, "each run changed something before it was killed"
    assert not [other for other in folder.iterdir() if other != path and other.suffix != ".part"]
    steps = GameEditor(folder).journal.history().done
    assert steps[-1].description["n"] in (done, done + 1)
    GameEditor(folder).step_back("undo")
    undone = int(CsvText(path.read_bytes().decode()).value(("row_7", "cost")))
    assert undone in (done - 1, done)


def _killed_after(folder: Path, number: int, changes: int, seconds: float) -> int:
    """Start the writer, kill it a moment after some changes; return the last one it has told."""
    command = [sys.executable, "-c", WRITER, str(folder), str(number)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "ready\n"
        lines = [writer.stdout.readline() for _ in range(changes)]
        time.sleep(seconds)
        writer.kill()
        lines += writer.stdout.readlines()
    # A number that was cut off while it was told was not told.
    return int([line for line in lines if line.endswith("\n")][-1])
