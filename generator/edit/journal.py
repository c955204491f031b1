"""What was done to a game, in order, so that it can be undone after a restart too.

Comes in: changes as they are made. Goes out: which of them can be undone and done again. A line of
JSON is added for each step; a line that was cut off by a killed program is passed over. The journal
lies with the user's own things, not with the game: a change of a cell changes no other file there.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from cards_data import Problem, Problems
from cards_data.problems import Message, Place
from scorer.registry import data_folder

from .operations import Operation, as_record, from_record

# Longer than any evening's work; older steps can no longer be undone.
MOST_STEPS = 500
MOST_BYTES = 64_000_000


@dataclass(frozen=True)
class Step:
    """One change: how it is said, and what it did."""

    id: int
    said: Mapping[str, Any]
    operations: tuple[Operation, ...]


@dataclass(frozen=True)
class History:
    """Steps that were done, and those that were undone since, the next one last."""

    done: tuple[Step, ...] = ()
    undone: tuple[Step, ...] = ()

    def after(self, record: Mapping[str, Any]) -> History:
        match record:
            case {"undo": number} if self.done and self.done[-1].id == number:
                return History(self.done[:-1], (*self.undone, self.done[-1]))
            case {"redo": number} if self.undone and self.undone[-1].id == number:
                return History((*self.done, self.undone[-1]), self.undone[:-1])
            case {"drop": number}:
                return History(_without(self.done, number), _without(self.undone, number))
            case {"id": int(number), "said": dict(said), "operations": list(listed)}:
                step = Step(number, said, tuple(from_record(one) for one in listed))
                return History((*self.done, step)[-MOST_STEPS:])
        return self


def _without(steps: tuple[Step, ...], number: object) -> tuple[Step, ...]:
    return tuple(step for step in steps if step.id != number)


@dataclass
class Journal:
    """The journal of one game's folder."""

    folder: Path
    _read: tuple[int, History] = field(default=(-1, History()))

    @property
    def path(self) -> Path:
        return self.folder / "steps.jsonl"

    def size(self) -> int:
        """How long the journal is: it only ever grows."""
        try:
            return self.path.stat().st_size
        except OSError:
            return 0

    def history(self) -> History:
        """As it stands now: another server may have added to it."""
        size = self.size()
        if not size:
            return History()
        if size != self._read[0]:
            history = History()
            for record in self._records():
                history = _followed(history, record)
            self._read = size, history
        return self._read[1]

    def _records(self) -> Iterator[dict[str, Any]]:
        raw = self.path.read_bytes()[-MOST_BYTES:]
        for line in raw.split(b"\n"):
            try:
                record = json.loads(line)
            except ValueError:
                continue
            if isinstance(record, dict):
                yield record

    def add(self, said: Mapping[str, Any], operations: tuple[Operation, ...]) -> Step:
        known = self.history()
        last = max((step.id for step in (*known.done, *known.undone)), default=0)
        step = Step(last + 1, said, operations)
        listed = [as_record(one) for one in operations]
        self.append({"id": step.id, "said": dict(said), "operations": listed})
        return step

    def append(self, record: Mapping[str, Any]) -> None:
        """Adds a line, whole; one that a killed program left unfinished gets its end first."""
        line = json.dumps(record, ensure_ascii=False).encode("utf-8") + b"\n"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with self.path.open("ab") as file:
                file.write(line if self._ends() else b"\n" + line)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            found = Message("file.cannot_be_written", reason=error.strerror)
            raise Problems([Problem(Place(str(self.path)), found)]) from None

    def _ends(self) -> bool:
        """Whether the last line is whole."""
        with self.path.open("rb") as file:
            if file.seek(0, os.SEEK_END) == 0:
                return True
            file.seek(-1, os.SEEK_END)
            return file.read(1) == b"\n"

    def keep(self, content: bytes) -> str:
        """Keeps what a picture held; gives back the name to ask for it."""
        name = sha256(content).hexdigest()
        place = self.folder / name
        if not place.is_file():
            self.folder.mkdir(parents=True, exist_ok=True)
            beside = place.with_suffix(".part")
            beside.write_bytes(content)
            beside.replace(place)
        return name

    def kept(self, name: str) -> bytes:
        return (self.folder / Path(name).name).read_bytes()


def _followed(history: History, record: Mapping[str, Any]) -> History:
    try:
        return history.after(record)
    except (TypeError, KeyError, AttributeError):
        return history


def journal_of(folder: Path) -> Journal:
    """The journal of a game, by the place where it lies."""
    mark = sha256(str(folder.resolve()).encode("utf-8", "surrogateescape")).hexdigest()[:32]
    return Journal(data_folder() / "workbench" / mark)
