"""Edit a game's files, one writer at a time, with a journal for undo.

A file that another program saved meanwhile is read again. Only a change of exactly the same place
is a conflict, and then nothing is written. The journal and the lock are stored with the user's data
and not with the game: editing a cell changes no other file there.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

from cards_data import Problems
from cards_data.problems import Message, Place
from cards_data.reader import PICTURE_LIMIT, decode, read_bytes, shown_path
from cards_data.tables import TEXT_SUFFIXES
from generator.store.atomic_files import EDITED, is_link, write_whole, written_whole
from scorer.registry import data_folder

from .csv_text import CsvText
from .game_lock import hold_lock
from .operations import (
    Conflict,
    Contest,
    Operation,
    Operations,
    WholeFile,
    apply,
    from_record,
    inverse,
)
from .table_rows import TableRow, TableRows

# More than anybody does in one session; older steps can no longer be undone.
MOST_STEPS = 500
MOST_BYTES = 64_000_000


@dataclass(frozen=True)
class Step:
    """One edit: its description and its operations."""

    id: int
    description: Mapping[str, Any]
    operations: Operations


@dataclass(frozen=True)
class History:
    """Steps that were done, and those that were undone since, the next one last."""

    done: tuple[Step, ...] = ()
    undone: tuple[Step, ...] = ()

    def last(self, direction: str) -> Step | None:
        """Return the step that "undo" or "redo" would apply."""
        return next(reversed(self.done if direction == "undo" else self.undone), None)

    def apply(self, record: Mapping[str, Any]) -> History:
        match record:
            case {"undo": number} if self.done and self.done[-1].id == number:
                return History(self.done[:-1], (*self.undone, self.done[-1]))
            case {"redo": number} if self.undone and self.undone[-1].id == number:
                return History((*self.done, self.undone[-1]), self.undone[:-1])
            case {"drop": number}:
                steps = (self.done, self.undone)
                return History(*(tuple(one for one in some if one.id != number) for some in steps))
            case {"id": int(number), "said": dict(description), "operations": list(operations)}:
                step = Step(number, description, tuple(from_record(one) for one in operations))
                return History((*self.done, step)[-MOST_STEPS:])
        return self


@dataclass
class Journal:
    folder: Path
    _read: tuple[int, History] = field(default=(-1, History()))

    @property
    def path(self) -> Path:
        return self.folder / "steps.jsonl"

    def size(self) -> int:
        """Return the length of the journal, which only ever grows."""
        try:
            return self.path.stat().st_size
        except OSError:
            return 0

    def history(self) -> History:
        """Return the current history: another server may have added to it."""
        size = self.size()
        if not size:
            return History()
        if size != self._read[0]:
            history = History()
            for record in self._records():
                with suppress(TypeError, KeyError, AttributeError):
                    history = history.apply(record)
            self._read = size, history
        return self._read[1]

    def _records(self) -> Iterator[dict[str, Any]]:
        raw = self.path.read_bytes()[-MOST_BYTES:]
        for line in raw.split(b"\n"):
            with suppress(ValueError):
                record = json.loads(line)
                if isinstance(record, dict):
                    yield record

    def add(self, description: Mapping[str, Any], operations: Operations) -> Step:
        history = self.history()
        last = max((step.id for step in (*history.done, *history.undone)), default=0)
        step = Step(last + 1, description, operations)
        listed = [one.record() for one in operations]
        self.append({"id": step.id, "said": dict(description), "operations": listed})
        return step

    def append(self, record: Mapping[str, Any]) -> None:
        """Append a complete line; first end one that a killed program left unfinished."""
        line = json.dumps(record, ensure_ascii=False).encode("utf-8") + b"\n"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with self.path.open("ab") as file:
                file.write(line if self._ends() else b"\n" + line)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            fault = Message("file.cannot_be_written", reason=error.strerror)
            raise Problems.of(Place(str(self.path)), fault) from None

    def _ends(self) -> bool:
        with self.path.open("rb") as file:
            file.seek(max(0, file.seek(0, os.SEEK_END) - 1))
            return file.read(1) in (b"", b"\n")

    def store(self, content: bytes) -> str:
        """Store the content of a picture; return the name to retrieve it by."""
        name = sha256(content).hexdigest()
        place = self.folder / name
        if not place.is_file():
            write_whole(place, content, EDITED)
        return name

    def read_stored(self, name: str) -> bytes:
        return (self.folder / Path(name).name).read_bytes()

    def rows(self, file: str, table: CsvText) -> TableRows:
        """Return the rows of a table with their identities, even if another program saved it."""
        stored, digest = self._stored_rows(file), _digest(table)
        if digest not in stored:
            last = next(reversed(stored.values()), TableRows())
            stored = {digest: last.follow(table)}
            self.store_rows(file, stored)
        return stored[digest]

    def store_rows(self, file: str, by_digest: Mapping[str, TableRows]) -> None:
        """Store the rows of a table by the hash of its text: as it is, and as it will be."""
        stored = {digest: table_rows.rows for digest, table_rows in by_digest.items()}
        write_whole(self._rows_file(file), json.dumps(stored).encode("utf-8"), EDITED)

    def _stored_rows(self, file: str) -> dict[str, TableRows]:
        try:
            stored = json.loads(self._rows_file(file).read_bytes())
            return {
                digest: TableRows(tuple(TableRow(*map(str, row)) for row in rows))
                for digest, rows in stored.items()
            }
        except (OSError, ValueError, TypeError, AttributeError):
            return {}

    def _rows_file(self, file: str) -> Path:
        return self.folder / f"rows-{sha256(file.encode('utf-8')).hexdigest()[:16]}.json"


def _digest(table: CsvText) -> str:
    return sha256(table.text.encode("utf-8")).hexdigest()[:16]


# How often to retry a file that other programs keep saving.
TRIES = 5
# The prefix of files among the game's templates.
TEMPLATES = "templates"


@dataclass(frozen=True)
class GameEditor:
    """An editor of the files of one game: its data, and its layouts in ``templates/``."""

    folder: Path

    @cached_property
    def journal(self) -> Journal:
        place = str(self.folder.resolve()).encode("utf-8", "surrogateescape")
        return Journal(data_folder() / "workbench" / sha256(place).hexdigest()[:32])

    def hold_lock(self) -> AbstractContextManager[None]:
        """Let no other process or thread change the game until the end of the block."""
        return hold_lock(self.journal.folder / "lock")

    def change(self, description: Mapping[str, Any], operations: Sequence[Operation]) -> Step:
        """Apply a new edit; undone steps can no longer be redone."""
        with self.hold_lock():
            # Once without writing: the journal must record what can really be done.
            done, _ = self.plan(self._with_keys(operations))
            step = self.journal.add(description, done)
            try:
                self._do(done)
            except (Problems, Conflict):
                # Restore files that were already written, each separately.
                for _, own in _by_file(inverse(done)):
                    with suppress(Problems, Conflict):
                        self._do(own)
                self.journal.append({"drop": step.id})
                raise
            return step

    def import_changes(
        self, description: Mapping[str, Any], operations: Sequence[Operation]
    ) -> None:
        """Apply edits that were read from a file; a conflict is a problem of that file."""
        try:
            self.change(description, operations)
        except Conflict as conflict:
            fault, hint = Message("sheet.saved_elsewhere"), Message("sheet.take_again")
            place = self.label(conflict.contested[0].operation.file)
            raise Problems.of(place, fault, hint=hint) from None

    def step_back(self, direction: str) -> Step | None:
        """Undo the last step ("undo"), or redo the last undone one ("redo")."""
        with self.hold_lock():
            if step := self.journal.history().last(direction):
                self._do(inverse(step.operations) if direction == "undo" else step.operations)
                self.journal.append({direction: step.id})
            return step

    def forget(self, direction: str) -> None:
        """Drop a step that can neither be undone nor redone because others changed its place."""
        with self.hold_lock():
            if step := self.journal.history().last(direction):
                self.journal.append({"drop": step.id})

    def plan(self, operations: Sequence[Operation]) -> tuple[Operations, dict[str, bytes]]:
        """Return the operations with what they replace, and the new content of each file."""
        done: list[Operation] = []
        files: dict[str, bytes] = {}
        for file, own in _by_file(operations):
            last = own[-1]
            if isinstance(last, WholeFile):
                self.place(file)
                done += own
                files[file] = self.journal.read_stored(last.after) if last.after else b""
            else:
                text, operations_done = apply(self.text(file), self.label(file), own)
                done += operations_done
                files[file] = text.encode("utf-8")
        return tuple(done), files

    def _with_keys(self, operations: Sequence[Operation]) -> Operations:
        keyed: list[Operation] = []
        for file, own in _by_file(operations):
            table = None if isinstance(own[-1], WholeFile) else _table(file, self.text(file))
            keyed += self.journal.rows(file, table).with_keys(own) if table else own
        return tuple(keyed)

    def _do(self, operations: Sequence[Operation]) -> None:
        for file, own in _by_file(operations):
            wholes = [one for one in own if isinstance(one, WholeFile)]
            for whole in wholes:
                self._put_whole(whole)
            if not wholes:
                self._rewrite(file, own)

    def _rewrite(self, file: str, operations: Sequence[Operation]) -> None:
        """Write a temporary file, check that the original is unchanged, and move it into place."""
        path = self.place(file)
        for _ in range(TRIES):
            text = self.text(file)
            new = self._apply(file, text, operations)
            if new == text or _replace_file(path, text.encode("utf-8"), new.encode("utf-8")):
                return
            if table := _table(file, text):  # the rows have not moved
                by_digest = {_digest(table): self.journal.rows(file, table)}
                self.journal.store_rows(file, by_digest)
        raise Problems.of(self.label(file), Message("edit.always_saved"))

    def _apply(self, file: str, text: str, operations: Sequence[Operation]) -> str:
        """Return the text after the operations; the new row positions are stored first."""
        table = _table(file, text)
        if table is None:
            return apply(text, self.label(file), operations)[0]
        rows = self.journal.rows(file, table)
        new, done = apply(text, self.label(file), tuple(rows.with_ids(operations)))
        if new != text:
            new_table = CsvText(new)
            by_digest = {_digest(table): rows, _digest(new_table): rows.rows_after(done, new_table)}
            self.journal.store_rows(file, by_digest)
        return new

    def text(self, file: str) -> str:
        path = self.place(file)
        raw = read_bytes(path)
        decode(raw, shown_path(path))  # reports the fault with its line
        return raw.decode("utf-8")

    def put(self, file: str, content: bytes | None) -> WholeFile:
        """Return the operation that writes or removes a whole file."""
        path = self.place(file)
        stored = self.journal.store(read_bytes(path, PICTURE_LIMIT)) if path.is_file() else None
        return WholeFile(file, stored, None if content is None else self.journal.store(content))

    def _put_whole(self, whole: WholeFile) -> None:
        path = self.place(whole.file)
        current = sha256(read_bytes(path, PICTURE_LIMIT)).hexdigest() if path.is_file() else None
        if current == whole.after:
            return
        if current != whole.before:
            raise Conflict(Contest(whole, current))
        if whole.after is None:
            path.unlink()
        else:
            write_whole(path, self.journal.read_stored(whole.after), EDITED)

    def label(self, file: str) -> str:
        folder, parts = self._root_of(file)
        return shown_path(folder.joinpath(*parts))

    def place(self, file: str) -> Path:
        """Return a file of the game; refuse links and paths that lead out of the game."""
        folder, parts = self._root_of(file)
        if not parts or Path(file).is_absolute() or any(part in ("..", ".") for part in parts):
            raise Problems.of(file, Message("edit.no_file"))
        folders = [folder, folder.parent]
        folders += [folder.joinpath(*parts[:n]) for n in range(1, len(parts) + 1)]
        if any(map(is_link, folders)):
            raise Problems.of(self.label(file), Message("is.link"), Message("edit.plain_file"))
        return folder.joinpath(*parts)

    def _root_of(self, file: str) -> tuple[Path, tuple[str, ...]]:
        """Return the folder of the data or of the templates, and the path within it."""
        parts = Path(file).parts
        if parts[:1] == (TEMPLATES,):
            return self.folder.parent.parent / TEMPLATES / self.folder.name, parts[1:]
        return self.folder, parts


def _table(file: str, text: str) -> CsvText | None:
    """Return the table in a file, or nothing if it is another kind of file or has no ids."""
    table = CsvText(text) if Path(file).suffix in TEXT_SUFFIXES else None
    return table if table and "id" in table.columns else None


def _by_file(operations: Sequence[Operation]) -> Iterator[tuple[str, list[Operation]]]:
    for file in dict.fromkeys(one.file for one in operations):
        yield file, [one for one in operations if one.file == file]


class _SavedElsewhere(Exception):
    """The file changed since it was read."""


def _replace_file(path: Path, raw: bytes, new: bytes) -> bool:
    """Move the new bytes into place unless the file has changed by then."""
    try:
        with written_whole(path, EDITED) as beside:
            beside.write_bytes(new)
            shutil.copymode(path, beside)
            with beside.open("rb+") as file:
                os.fsync(file.fileno())
            if read_bytes(path) != raw:
                raise _SavedElsewhere
    except _SavedElsewhere:
        return False
    return True
