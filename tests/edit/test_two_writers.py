"""Whatever people, programs and crashes do to a table: no edit is lost and no id destroyed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import settings
from hypothesis import strategies as some
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from thorough import often

from cards_data import Problems
from generator.edit import game_lock
from generator.edit.csv_text import CsvText
from generator.edit.game_editor import GameEditor
from generator.edit.operations import CellChange, Conflict, Move, Operation, RowChange, rows_removed

FILE = "cards.csv"
# Quotes that are not needed, a blank line, spaces and a row that ends early, as people have them.
TEXT = 'id,name,cost\r\na,"Frog",1\r\n\r\nb,Newt ,2\r\nc,"Toad, big",3\r\nd,Carp\r\n'
IDS = some.sampled_from(["a", "b", "c", "d", "e", "f"])
COSTS = some.sampled_from(["1", "2", "3", ""])
# Rows by an identity that only the model knows.
Rows = dict[int, dict[str, str]]


class Killed(BaseException):
    """The process ends here."""


@contextmanager
def killed_at(point: int) -> Iterator[None]:
    """End the process at the nth time that something is about to be written."""
    left = [point]

    def dying(real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*words: Any) -> Any:
            left[0] -= 1
            if left[0] == 0:
                raise Killed
            return real(*words)

        return call

    with patch.object(Path, "replace", dying(Path.replace)), patch("os.fsync", dying(os.fsync)):
        yield


@dataclass
class Done:
    """A step as the model knows it: the cells that changed, rows that came or went, the bytes."""

    cells: list[tuple[int, str, str, str]] = field(default_factory=list)
    came: Rows = field(default_factory=dict)
    went: Rows = field(default_factory=dict)
    before: bytes = b""
    after: bytes = b""

    def other_way(self) -> Done:
        cells = [(row, column, after, before) for row, column, before, after in self.cells]
        return Done(cells, self.went, self.came, self.after, self.before)

    def on(self, rows: Rows) -> Rows:
        rows_left = {key: dict(row) for key, row in rows.items() if key not in self.went}
        for key, column, _, after in self.cells:
            rows_left[key][column] = after
        return {**rows_left, **self.came}


class Writers(RuleBasedStateMachine):
    """Two editors, another program and crashes, compared with rows in memory."""

    @initialize()
    def begin(self) -> None:
        self.home = Path(tempfile.mkdtemp())
        self.folder = self.home / "cards_data" / "pond"
        self.folder.mkdir(parents=True)
        self.path.write_bytes(TEXT.encode())
        with patch.dict(os.environ, ECOTABLE_DATA=str(self.home / "own")):
            self.editors = [GameEditor(self.folder) for _ in range(2)]
        table = CsvText(TEXT)
        self.rows: Rows = {
            number: {column: table.value((name, column)) for column in table.columns}
            for number, name in enumerate(table.rows)
        }
        self.number, self.saved = 100, False
        self.steps: dict[int, Done] = {}

    def teardown(self) -> None:
        shutil.rmtree(self.home, ignore_errors=True)

    @property
    def path(self) -> Path:
        return self.folder / FILE

    @property
    def table(self) -> CsvText:
        return CsvText(self.path.read_bytes().decode())

    def row(self, data: Any) -> int:
        return int(data.draw(some.sampled_from(sorted(self.rows))))

    def new_name(self) -> str:
        self.number += 1
        return f"Fish {self.number}"

    # ---- what the two editors do -----------------------------------------------------------

    def change(self, data: Any, operations: list[Operation], done: Done) -> None:
        """One of them makes a change, and may be killed in the middle of it."""
        editor = self.editors[data.draw(some.integers(0, 1))]
        expected = done.on(self.rows)
        ids = [row["id"] for row in expected.values()]
        stale = any(self.rows[key][column] not in (was, to) for key, column, was, to in done.cells)
        allowed = len(set(ids)) == len(ids) and not stale
        done.before = self.path.read_bytes()
        try:
            with killed_at(data.draw(some.integers(0, 8))):
                step = editor.change({}, operations)
            assert allowed, "two equal ids or an unseen value was overwritten"
            done.after = self.path.read_bytes()
            self.steps[step.id], self.rows = done, expected
        except Conflict:
            assert not allowed and self.path.read_bytes() == done.before
        except Killed:
            self.restarted(done, expected)
        self.saved = False

    def restarted(self, done: Done, expected: Rows) -> None:
        """After a crash the change is made as a whole, or not at all."""
        if self.path.read_bytes() != done.before:
            self.rows, done.after = expected, self.path.read_bytes()
        else:
            done.before = b""  # nothing that could come back to the byte
        for editor in self.editors:
            step = editor.journal.history().done
            if step and step[-1].id not in self.steps:
                self.steps[step[-1].id] = done
        assert list(self.folder.iterdir()) == [self.path]

    @rule(data=some.data())
    def edits(self, data: Any) -> None:
        """A cell, from the value that somebody saw there: by now it may be another one."""
        key, cost = self.row(data), data.draw(COSTS)
        seen = data.draw(some.sampled_from([self.rows[key]["cost"], "1", "7"]))
        cell = CellChange(FILE, self.rows[key]["id"], "cost", seen, cost)
        before = cost if self.rows[key]["cost"] == cost else seen
        self.change(data, [cell], Done([(key, "cost", before, cost)]))

    @rule(data=some.data())
    def pastes(self, data: Any) -> None:
        """Ids and costs of several rows: ids may be swapped, or become equal."""
        keys = data.draw(some.lists(some.sampled_from(sorted(self.rows)), unique=True, min_size=1))
        cells = [
            (key, column, self.rows[key][column], data.draw(IDS if column == "id" else COSTS))
            for key in keys
            for column in ("id", "cost")
        ]
        named_cells = [(self.rows[key]["id"], *cell) for key, *cell in cells]
        self.change(data, [CellChange(FILE, *cell) for cell in named_cells], Done(cells))

    @rule(data=some.data(), name=IDS)
    def adds(self, data: Any, name: str) -> None:
        above = self.rows[self.row(data)]["id"]
        row = {"id": name, "name": self.new_name(), "cost": "1"}
        line = self.table.new_line(row.items())
        done = Done(came={self.number: row})
        self.change(data, [RowChange(FILE, name, above, None, line)], done)

    @precondition(lambda self: len(self.rows) > 1)
    @rule(data=some.data())
    def deletes(self, data: Any) -> None:
        key = self.row(data)
        gone = list(rows_removed(FILE, self.table, {self.rows[key]["id"]}))
        self.change(data, list(gone), Done(went={key: self.rows[key]}))

    @rule(data=some.data())
    def moves(self, data: Any) -> None:
        row, above = (self.rows[self.row(data)]["id"] for _ in range(2))
        if row != above:
            self.change(data, [Move(FILE, row, self.table.row_above(row), above)], Done())

    @rule(data=some.data(), direction=some.sampled_from(["undo", "redo"]))
    def takes_back(self, data: Any, direction: str) -> None:
        """The step is taken back in its own rows, or not at all."""
        editor = self.editors[data.draw(some.integers(0, 1))]
        step = editor.journal.history().last(direction)
        if step is None:
            return
        done = self.steps[step.id]
        done = done.other_way() if direction == "undo" else done
        before = self.path.read_bytes()
        try:
            with killed_at(data.draw(some.integers(0, 6))):
                editor.step_back(direction)
        except Conflict:
            assert before not in (done.before, done.after), "nothing else has changed"
            assert self.path.read_bytes() == before
            editor.forget(direction)
        except Killed:
            pass
        if self.path.read_bytes() != before:
            assert before != done.before or self.path.read_bytes() == done.after
            self.rows = done.on(self.rows)
        self.saved = False

    # ---- what another program does: one save between two changes of ours -------------------------

    def save(self, rows: list[tuple[int, dict[str, str]]]) -> None:
        text = self.table
        lines = [text.new_line(row.items()) for _, row in rows]
        self.path.write_bytes("\n".join(["id,name,cost", *lines, ""]).encode())
        self.rows, self.saved = dict(rows), True

    def listed(self) -> list[tuple[int, dict[str, str]]]:
        """The rows in the order of the file."""
        keys = {row["id"]: key for key, row in self.rows.items()}
        return [(keys[name], dict(self.rows[keys[name]])) for name in self.table.rows]

    @precondition(lambda self: not self.saved)
    @rule(data=some.data(), how=some.sampled_from(["cost", "name", "gone", "new", "id"]))
    def saves_elsewhere(self, data: Any, how: str) -> None:
        rows = self.listed()
        at = data.draw(some.integers(0, len(rows) - 1))
        free = sorted(set("abcdef") - {row["id"] for _, row in rows})
        if how == "gone" and len(rows) > 1:
            del rows[at]
        elif how == "new" and free:
            row = {"id": data.draw(some.sampled_from(free)), "name": self.new_name(), "cost": "2"}
            rows.insert(at, (self.number, row))
        elif how == "id":
            self.renamed(data, rows)
        else:
            rows[at][1][how if how in ("cost", "name") else "cost"] = self.new_name()[-1:]
        self.save(rows)

    def renamed(self, data: Any, rows: list[tuple[int, dict[str, str]]]) -> None:
        """Ids of some rows are given to other rows, or to none."""
        names = data.draw(some.permutations(sorted({row["id"] for _, row in rows} | set("abcdef"))))
        for (_, row), name in zip(rows, names, strict=False):
            row["id"] = name

    # ---- what holds at any time --------------------------------------------------------------

    @invariant()
    def the_file_holds_what_was_acknowledged(self) -> None:
        table = self.table
        assert table.is_plain(FILE) and not table.twice
        rows = [
            {column: table.value((name, column)) for column in ("id", "name", "cost")}
            for name in table.rows
        ]
        assert sorted(map(str, rows)) == sorted(map(str, self.rows.values()))


TestWriters = pytest.mark.slow(pytest.mark.sampled(Writers.TestCase))
TestWriters.settings = settings(max_examples=often(25, 1500), stateful_step_count=20, deadline=None)


# ---- two programs at once ----------------------------------------------------------------------

# Changes its own cells as fast as it can, each once.
WRITER = """
import sys
from pathlib import Path
from generator.edit.game_editor import GameEditor
from generator.edit.operations import CellChange
editor = GameEditor(Path(sys.argv[1]))
input()
for number in range(int(sys.argv[2]), 100, 2):
    editor.change({}, [CellChange("cards.csv", f"row_{number}", "cost", "0", str(number))])
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ECOTABLE_DATA", str(tmp_path / "own"))
    folder = tmp_path / "cards_data" / "pond"
    folder.mkdir(parents=True)
    lines = [f"row_{number},0" for number in range(100)]
    (folder / FILE).write_text("\n".join(["id,cost", *lines, ""]))
    return folder


@pytest.mark.slow
def test_two_programs_at_once_lose_no_edit(folder: Path) -> None:
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(folder), str(first)],
            stdin=subprocess.PIPE,
            text=True,
        )
        for first in (0, 1)
    ]
    for writer in writers:
        assert writer.stdin
        writer.stdin.write("\n")
        writer.stdin.flush()
    for writer in writers:
        writer.communicate()
        assert writer.returncode == 0
    table = CsvText((folder / FILE).read_text())
    assert [table.value((name, "cost")) for name in table.rows] == [str(n) for n in range(100)]
    steps = [step.id for step in GameEditor(folder).journal.history().done]
    assert steps == list(range(1, 101)), "every step has a number of its own"


def test_a_program_that_holds_the_lock_too_long_is_reported(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_lock, "PATIENCE_S", 0.05)
    editor = GameEditor(folder)
    holder = """
import sys
from pathlib import Path
from generator.edit.game_editor import GameEditor
with GameEditor(Path(sys.argv[1])).hold_lock():
    print("held", flush=True)
    input()
"""
    command = [sys.executable, "-c", holder, str(folder)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, **pipes, text=True) as other:
        assert other.stdout and other.stdout.readline() == "held\n"
        with pytest.raises(Problems, match="another program is still changing this game"):
            editor.change({}, [CellChange(FILE, "row_1", "cost", "0", "2")])
        other.kill()
    editor.change({}, [CellChange(FILE, "row_1", "cost", "0", "2")])


def test_a_place_that_cannot_be_locked_is_reported(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("ECOTABLE_DATA", str(tmp_path / "file"))
    before = (folder / FILE).read_bytes()
    with pytest.raises(Problems, match="cannot be locked") as caught:
        GameEditor(folder).change({}, [CellChange(FILE, "row_1", "cost", "0", "2")])
    assert "ECOTABLE_DATA" in str(caught.value)
    assert (folder / FILE).read_bytes() == before
