"""Scored or unfinished tables, saved in the user's data folder so that nothing is typed twice.

A folder that cannot be written does not stop anything, and a broken file does not hide the others.
"""

from __future__ import annotations

import json
import re
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from cards_data import Problems, quote
from cards_data.documents import ReadOnly
from cards_data.files import replacing
from cards_data.problems import Message, Place
from cards_data.words import Say

from ..registry import data_folder

# The oldest are removed first; a game a week fills it in ten years.
MOST = 500
# A table is a few hundred bytes; a larger file was not written here.
MOST_BYTES = 1 << 20
# The most changed numbers that are listed one by one.
MOST_NUMBERS = 8
# Writing takes no time: a file started so long ago was interrupted.
STALE_SECONDS = 3600
_NAME = re.compile(r"(\d{1,9})-(begun|[0-9a-f]{12})\.json")
_LISTS, _DICTS = ("names", "winners"), ("state", "answers", "numbers")


class SavedTable(NamedTuple):
    """A table: complete, with its state and how it ended, or unfinished, with the answers so far.

    A new one has no number yet, which is 0.
    """

    id: int
    game: str
    when: str
    names: tuple[str, ...] = ()
    outcome: str = ""
    winners: tuple[str, ...] = ()
    state: dict[str, Any] = ReadOnly()
    answers: dict[str, Any] = ReadOnly()
    # The numbers that it was scored with, by their dotted path.
    numbers: dict[str, Any] = ReadOnly()

    @property
    def is_open(self) -> bool:
        return not self.state


class SavedTables(NamedTuple):
    """The folder of saved tables."""

    folder: Path

    def all(self) -> list[SavedTable]:
        """Return every table, newest first; ignore damaged files."""
        tables = [_read(path) for path in self._files()]
        return [table for table in reversed(tables) if table]

    def unreadable(self) -> list[Path]:
        """Return files that are named like tables but cannot be read."""
        return [path for path in self._files() if _read(path) is None]

    def find(self, number: str) -> SavedTable:
        by_id = {str(table.id): table for table in self.all()}
        if number not in by_id:
            listed = ", ".join(by_id) or Message("state.none_kept")
            raise Problems.of("--again", Message("state.not_kept", value=quote(number)), listed)
        return by_id[number]

    def newest_unfinished(self, game: str) -> SavedTable | None:
        return next((one for one in self.all() if one.is_open and one.game == game), None)

    def find_same(self, state: dict[str, Any]) -> int | None:
        """Return the table with exactly the same state, so that it is saved only once."""
        mark = _digest(state)
        return next((_number(path) for path in self._files() if mark in path.name), None)

    def is_scored(self, number: int) -> bool:
        """Return whether the table is complete, which may have happened on another terminal."""
        return any(_number(one) == number and "begun" not in one.name for one in self._files())

    def save(self, table: SavedTable) -> int:
        """Save a table and return its number; an earlier file of the same table is replaced."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with self._reserve_number(table.id) as number:
                entry = table._replace(id=number)
                mark = "begun" if table.is_open else _digest(table.state)
                path = self.folder / f"{number:05d}-{mark}.json"
                with replacing(path) as (part,):
                    part.write_text(json.dumps(entry._asdict()), encoding="utf-8")
            self._clear(number, path)
        except OSError as error:
            fault = Message("state.cannot_be_kept", reason=error.strerror or error)
            hint = Message("state.make_room")
            raise Problems.of(Place(str(self.folder)), fault, "", hint) from None
        return number

    @contextmanager
    def _reserve_number(self, number: int) -> Iterator[int]:
        """Yield the number of a table; a new one is claimed as long as the block runs."""
        if number:
            yield number
            return
        number, claim = self._claim_number()
        try:
            yield number
        finally:
            claim.unlink(missing_ok=True)

    def _claim_number(self) -> tuple[int, Path]:
        """Return a number that nobody else has, even if many tables are scored at once.

        Creating the file of a number claims it. Another process may have finished with that number
        since the folder was listed, so it is listed again.
        """
        number = self._next_number()
        while True:
            part = self.folder / f"{number:05d}.part"
            try:
                part.open("x").close()
            except FileExistsError:
                number += 1
                continue
            if number not in map(_number, self._files()):
                return number, part
            part.unlink(missing_ok=True)
            number = self._next_number()

    def _next_number(self) -> int:
        return 1 + max((_number(path) for path in self._files()), default=0)

    def _clear(self, number: int, newest: Path) -> None:
        files = self._files()
        for path in files:
            if path != newest and _number(path) == number:
                _remove(path)
        for path in files[: max(0, len(files) - MOST)]:
            _remove(path)
        for path in self.folder.glob("*.part"):
            with suppress(OSError):
                if path.lstat().st_mtime < time.time() - STALE_SECONDS:
                    path.unlink()

    def _files(self) -> list[Path]:
        try:
            names = [path for path in self.folder.iterdir() if _NAME.fullmatch(path.name)]
        except OSError:
            return []
        return sorted(names, key=_number)


def _remove(path: Path) -> None:
    """Remove an old file; failing to do so does not mean that the new one is lost."""
    with suppress(OSError):
        path.unlink()


def _number(path: Path) -> int:
    return int(path.name.partition("-")[0])


def _digest(state: dict[str, Any]) -> str:
    return sha256(json.dumps(state, sort_keys=True).encode()).hexdigest()[:12]


def _read(path: Path) -> SavedTable | None:
    """Read the table in a file; None if it contains anything else or is not a regular file."""
    try:
        status = path.lstat()
        if not stat.S_ISREG(status.st_mode) or status.st_size > MOST_BYTES:
            return None
        raw = json.loads(path.read_text(encoding="utf-8"))
        table = SavedTable(**raw)
    except (OSError, ValueError, TypeError, RecursionError):
        return None
    return _check(table._replace(id=_number(path)))


def _check(table: SavedTable) -> SavedTable | None:
    """Return the table if every field has its type; its texts are made safe for a terminal."""
    fields = table._asdict()
    words = {name: fields[name] for name in ("game", "when", "outcome")}
    lists = {name: fields[name] for name in _LISTS}
    if not (
        all(isinstance(word, str) for word in words.values())
        and all(isinstance(value, list | tuple) for value in lists.values())
        and all(isinstance(word, str) for value in lists.values() for word in value)
        and all(isinstance(fields[name], dict) for name in _DICTS)
        and all(isinstance(number, int) for number in fields["numbers"].values())
    ):
        return None
    fields |= {name: _printable(word) for name, word in words.items()}
    fields |= {name: tuple(map(_printable, value)) for name, value in lists.items()}
    return SavedTable(**fields)


def number_changes(table: SavedTable, now: dict[str, int], say: Say) -> list[str]:
    """Return which numbers changed since the table was scored; none if they were not saved."""
    if not table.numbers:
        return []
    places = dict.fromkeys((*table.numbers, *now))
    changed = [place for place in places if table.numbers.get(place) != now.get(place)]
    lines = [
        _number_line(place, table.numbers.get(place), now.get(place), say) for place in changed
    ]
    more = len(lines) - MOST_NUMBERS
    return [*lines[:MOST_NUMBERS], *([say("saved.more_numbers", n=more)] if more > 0 else [])]


def _number_line(place: str, before: object, now: object, say: Say) -> str:
    """Describe a changed, added or removed number."""
    if before is None or now is None:
        key = "saved.number_new" if before is None else "saved.number_gone"
        return say(key, place=_printable(place), n=now if before is None else before)
    return say("saved.number", place=_printable(place), before=before, now=now)


def _printable(text: str) -> str:
    """Remove control characters and lone surrogates."""
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in text)


def saved_tables() -> SavedTables:
    return SavedTables(data_folder() / "tables")
