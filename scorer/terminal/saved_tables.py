"""Tables that were scored or begun, kept so that nothing is typed twice.

Comes in: a table's answers or state. Goes out: a small file for each table in the user's data
folder, and the list of them. A folder that cannot be written keeps nothing and stops nobody.
"""

from __future__ import annotations

import json
import re
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from cards_data import Problem, Problems, quoted
from cards_data.models import ReadOnly

from ..trust import data_folder

# The oldest go first; an evening a week fills it in ten years.
MOST = 500
_NAME = re.compile(r"(\d+)-(begun|[0-9a-f]{12})\.json")


class SavedTable(NamedTuple):
    """A table: whole, with its state and how it ended, or begun, with the answers so far."""

    id: int
    game: str
    when: str
    names: tuple[str, ...] = ()
    outcome: str = ""
    winners: tuple[str, ...] = ()
    state: dict[str, Any] = ReadOnly()
    answers: dict[str, Any] = ReadOnly()

    @property
    def begun(self) -> bool:
        return not self.state


class SavedTables(NamedTuple):
    """The folder of saved tables."""

    folder: Path

    def all(self) -> list[SavedTable]:
        """Every table, the newest first; a damaged file is as good as none."""
        tables = [_read(path) for path in self._files()]
        return [table for table in reversed(tables) if table]

    def find(self, number: str) -> SavedTable:
        known = {str(table.id): table for table in self.all()}
        if number not in known:
            listed = ", ".join(known) or "none is kept yet"
            raise Problems([Problem("table", f"{quoted(number)} is not kept", listed)])
        return known[number]

    def begun(self, game: str) -> SavedTable | None:
        """The newest table of a game that was begun and not scored."""
        return next((one for one in self.all() if one.begun and one.game == game), None)

    def next_id(self) -> int:
        return 1 + max((_number(path) for path in self._files()), default=0)

    def same(self, state: dict[str, Any]) -> int | None:
        """The table that holds the very same state: scoring it again keeps it once."""
        mark = _digest(state)
        return next((_number(path) for path in self._files() if mark in path.name), None)

    def save(self, table: SavedTable) -> bool:
        """Whether it could be written; an earlier file of the same table gives way."""
        mark = "begun" if table.begun else _digest(table.state)
        path = self.folder / f"{table.id:05d}-{mark}.json"
        part = path.with_suffix(".part")
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            part.write_text(json.dumps(table._asdict(), ensure_ascii=True), encoding="utf-8")
            part.replace(path)
            self._clear(table.id, path)
        except OSError:
            return False
        return True

    def _clear(self, number: int, newest: Path) -> None:
        files = self._files()
        for path in files:
            if path != newest and _number(path) == number:
                path.unlink(missing_ok=True)
        for path in files[: max(0, len(files) - MOST)]:
            path.unlink(missing_ok=True)

    def _files(self) -> list[Path]:
        try:
            names = [path for path in self.folder.iterdir() if _NAME.fullmatch(path.name)]
        except OSError:
            return []
        return sorted(names, key=_number)


def _number(path: Path) -> int:
    return int(path.name.partition("-")[0])


def _digest(state: dict[str, Any]) -> str:
    return sha256(json.dumps(state, sort_keys=True).encode()).hexdigest()[:12]


def _read(path: Path) -> SavedTable | None:
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
        table = SavedTable(**raw)
    except (OSError, ValueError, TypeError):
        return None
    sound = isinstance(table.state, dict) and isinstance(table.answers, dict)
    tidy = table._replace(id=_number(path), names=tuple(table.names), winners=tuple(table.winners))
    return tidy if sound else None


def saved_tables() -> SavedTables:
    return SavedTables(data_folder() / "tables")
