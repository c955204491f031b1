"""All tables that are filled in together: in memory, within limits, and in a file over a restart.

A table that nobody looks at makes room for a new one when there is none left. The file, which is
SQLite, is written by a thread: no phone waits for the disk, and phones still have what a killed
server did not write.
"""

from __future__ import annotations

import json
import re
import secrets
import sqlite3
import sys
import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any

from cards_data import Problems
from cards_data.problems import AnyText, Message, Place

from ...registry import data_folder
from ..api.scorer_cache import has_game, has_own_rules, has_rules
from ..routing import HttpError
from .live_table import LiveTable, TableFacts, as_code, new_code, table_id, watch_key
from .taps import CheckedTap, Tap, TapCheck, taken_as_kept

MOST_REMEMBERED = 4096


@dataclass
class RateLimit:
    """So many at once, and so many a second after that."""

    burst: float
    a_second: float
    _left: dict[Hashable, tuple[float, float]] = field(default_factory=dict)

    def allows(self, who: Hashable, now: float) -> bool:
        left, since = self._left.pop(who, (self.burst, now))
        left = min(self.burst, left + (now - since) * self.a_second)
        allowed = left >= 1
        self._left[who] = (left - 1 if allowed else left, now)
        while len(self._left) > MOST_REMEMBERED:
            del self._left[next(iter(self._left))]
        return allowed


FREE_TRIES = 3
FIRST_PAUSE = 0.5
LONGEST_PAUSE = 8.0
MOST_TRIES = 20
FORGOTTEN_SECONDS = 600.0


@dataclass
class WrongCodes:
    """Every wrong code makes the next one slower; after many there is none for a while.

    Nobody tries two at the same time: pauses would not add up then.
    """

    _tries: dict[str, tuple[int, float]] = field(default_factory=dict)
    _trying: set[str] = field(default_factory=set)

    def may_try(self, who: str, now: float) -> bool:
        self._forget(now)
        count, _ = self._tries.get(who, (0, now))
        return count < MOST_TRIES and who not in self._trying

    def begin(self, who: str) -> None:
        self._trying.add(who)

    def end(self, who: str) -> None:
        self._trying.discard(who)

    def wrong(self, who: str, now: float) -> float:
        """Counts a wrong code; how long its answer has to wait."""
        count = self._tries.pop(who, (0, now))[0] + 1
        self._tries[who] = (count, now)
        if count <= FREE_TRIES:
            return 0.0
        return min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** (count - FREE_TRIES - 1))

    def _forget(self, now: float) -> None:
        old = [who for who, (_, at) in self._tries.items() if now - at > FORGOTTEN_SECONDS]
        surplus = list(self._tries)[: max(0, len(self._tries) - MOST_REMEMBERED)]
        for who in {*old, *surplus}:
            del self._tries[who]


MOST_TABLES = 250
MOST_BYTES = 64 * 1024 * 1024
MOST_STREAMS = 700
MOST_PHONES = 16
LONGEST_NAME = 40
# A table without a phone for so long may make room for another one.
SILENT_SECONDS = 1800.0
CODE_SECONDS = 900.0
FULL = Message("web.too_many_tables")


@dataclass
class LiveTables:
    """The tables by id, and the short codes that lead to them."""

    form_of: Callable[[str], TapCheck]
    file: KeptFile | None = None
    epoch: str = field(default_factory=lambda: secrets.token_hex(4))
    clock: Callable[[], float] = time.monotonic
    tables: dict[str, LiveTable] = field(default_factory=dict)
    _codes: dict[str, tuple[str, float]] = field(default_factory=dict)
    _taps: RateLimit = field(default_factory=lambda: RateLimit(40, 10))
    _ended: bool = False

    # ---- finding ---------------------------------------------------------------------------

    def found(self, key: str) -> tuple[LiveTable, str]:
        """The table of a key, and what the key allows: ``edit`` or ``watch``."""
        watch = watch_key(key)
        for table, may in ((table_id(watch), "edit"), (table_id(key), "watch")):
            if table in self.tables:
                return self.tables[table], may
        raise HttpError(404, Message("web.no_table"))

    def editable(self, key: str) -> LiveTable:
        table, may = self.found(key)
        if may != "edit":
            raise HttpError(403, Message("web.watching"))
        return table

    def code_for(self, table: LiveTable) -> str:
        """The short-lived code of a table: the same while it holds."""
        now = self.clock()
        self._codes = {
            code: held for code, held in self._codes.items() if held[1] > now - CODE_SECONDS
        }
        for code, (key, _) in self._codes.items():
            if key == table.facts.edit:
                return code
        code = next(one for one in iter(new_code, "") if one not in self._codes)
        self._codes[code] = (table.facts.edit, now)
        return code

    def by_code(self, code: str) -> LiveTable | None:
        key, since = self._codes.get(as_code(code), ("", 0.0))
        if not key or self.clock() - since > CODE_SECONDS:
            return None
        try:
            return self.editable(key)
        except HttpError:
            return None

    # ---- changing --------------------------------------------------------------------------

    def open(self, facts: TableFacts) -> LiveTable:
        """A new table, or one that a phone brings back after this server was started again."""
        known = self.tables.get(facts.id)
        if known is None:
            known = self._made(facts)
            self._keep(facts)
        return known

    def _keep(self, facts: TableFacts) -> None:
        if self.file:
            self.file.table(facts)

    def _made(self, facts: TableFacts) -> LiveTable:
        if not is_live_game(facts.game):
            raise HttpError(404, Message("web.no_game"))
        self._make_room()
        table = LiveTable(facts, self.epoch, self.form_of(facts.game), self.clock())
        self.tables[facts.id] = table
        return table

    def _make_room(self) -> None:
        """Forgets the table that was silent for longest, where there is no room left."""
        if len(self.tables) < MOST_TABLES and self._bytes() < MOST_BYTES:
            return
        silent = [
            table
            for table in self.tables.values()
            if not table.streams and self.clock() - table.touched > SILENT_SECONDS
        ]
        if not silent:
            raise HttpError(503, FULL)
        self.remove(min(silent, key=lambda table: table.touched))

    def _bytes(self) -> int:
        return sum(table.bytes for table in self.tables.values())

    def remove(self, table: LiveTable) -> None:
        table.end()
        del self.tables[table.facts.id]
        if self.file:
            self.file.forget(table.facts.id)

    def add(self, table: LiveTable, by: str, raw: list[Any]) -> int:
        """Adds taps of a phone; how many the table has now."""
        if not self._taps.allows((table.facts.id, by), self.clock()):
            raise HttpError(429, Message("web.too_fast"))
        taps = table.new_taps(raw)
        if table.is_full(len(taps)) or self._bytes() > MOST_BYTES:
            raise HttpError(413, Message("web.full"))
        self._store(table, taps)
        return len(table.texts)

    def _store(self, table: LiveTable, taps: list[CheckedTap]) -> None:
        added = table.add(taps, self.clock())
        if added and self.file:
            self.file.taps(table.facts.id, added)

    def change(self, table: LiveTable, **facts: Any) -> None:
        """Other facts about a table: its phones are told."""
        table.facts = replace(table.facts, **facts)
        table.touched = self.clock()
        self._keep(table.facts)
        table.tell_facts()

    def bring_back(self, facts: TableFacts, taps: list[Tap]) -> None:
        """A table as it was kept; it is not written again."""
        self._made(facts).add(taken_as_kept(taps), self.clock())

    # ---- streams ---------------------------------------------------------------------------

    def check_streams(self, table: LiveTable) -> None:
        """Whether one more phone may listen."""
        if self._ended:
            raise HttpError(503, Message("web.ends"))
        if len(table.streams) >= MOST_PHONES:
            raise HttpError(503, Message("web.phones", n=MOST_PHONES))
        if sum(len(one.streams) for one in self.tables.values()) >= MOST_STREAMS:
            raise HttpError(503, Message("web.too_many_phones"))

    def end_streams(self) -> None:
        self._ended = True
        for table in self.tables.values():
            table.end()


def is_live_game(slug: str) -> bool:
    """Whether a game can be played together: rules of the current folder may take any time."""
    return has_game(slug) and has_rules(slug) and not has_own_rules(slug)


MARK = "ecotable class 1"
SCHEMA = """
CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT);
CREATE TABLE tables (id TEXT PRIMARY KEY, facts TEXT);
CREATE TABLE taps (number INTEGER PRIMARY KEY, id TEXT, tap TEXT);
"""
Statement = tuple[str, tuple[Any, ...]]
AGAIN_SECONDS = 1.0


KEPT_DAYS = 30


def class_file(name: str) -> Path:
    """Return the file of a class in the user's data folder, and delete old files of classes."""
    folder = data_folder() / "classes"
    with suppress(OSError):  # opening the file reports what is wrong
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for file in folder.glob("*.class"):
            if time.time() - file.stat().st_mtime > KEPT_DAYS * 24 * 3600:
                file.unlink()
    known = name.casefold()
    readable = re.sub(r"[^\w-]+", "-", known)[:40]
    return folder / f"{readable}-{sha256(known.encode()).hexdigest()[:8]}.class"


class KeptFile:
    """The file that a server's tables are saved in; ``stop`` waits until everything is written."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._queue: SimpleQueue[Statement | None] = SimpleQueue()
        self._thread: Thread | None = None
        with self._opened() as base:
            if base.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,):
                base.executescript(SCHEMA)
                base.execute("INSERT INTO about VALUES ('format', ?)", (MARK,))
            self._check(base)

    # ---- reading ---------------------------------------------------------------------------

    def about(self, key: str) -> str:
        with self._opened() as base:
            row = base.execute("SELECT value FROM about WHERE key = ?", (key,)).fetchone()
        return str(row[0]) if row else ""

    def tables(self) -> Iterator[tuple[TableFacts, list[Tap]]]:
        """Every table with its taps in the order of their arrival."""
        with self._opened() as base:
            rows = base.execute("SELECT id, facts FROM tables").fetchall()
            for table, facts in rows:
                taps = base.execute("SELECT tap FROM taps WHERE id = ? ORDER BY number", (table,))
                yield TableFacts(**json.loads(facts)), [json.loads(tap) for (tap,) in taps]

    # ---- writing ---------------------------------------------------------------------------

    def set_about(self, key: str, value: str) -> None:
        self._queue.put(("INSERT OR REPLACE INTO about VALUES (?, ?)", (key, value)))

    def table(self, facts: TableFacts) -> None:
        text = json.dumps(vars(facts), ensure_ascii=False)
        self._queue.put(("INSERT OR REPLACE INTO tables VALUES (?, ?)", (facts.id, text)))

    def taps(self, table: str, texts: list[str]) -> None:
        for text in texts:
            self._queue.put(("INSERT INTO taps (id, tap) VALUES (?, ?)", (table, text)))

    def forget(self, table: str) -> None:
        self._queue.put(("DELETE FROM taps WHERE id = ?", (table,)))
        self._queue.put(("DELETE FROM tables WHERE id = ?", (table,)))

    def start(self) -> None:
        self._thread = Thread(target=self._write, name="keep", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._queue.put(None)
        if self._thread:
            self._thread.join()

    def _write(self) -> None:
        due: list[Statement | None] = []
        while None not in due:
            due.append(self._queue.get())
            while not self._queue.empty():
                due.append(self._queue.get())
            try:
                self._execute([statement for statement in due if statement])
                due = [None] if None in due else []
            except Problems as problems:  # a full disk may have room again
                print(problems, file=sys.stderr)
                time.sleep(AGAIN_SECONDS)

    def _execute(self, statements: list[Statement]) -> None:
        with self._opened() as base:
            for statement in statements:
                base.execute(*statement)

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        try:
            with closing(sqlite3.connect(self._path, timeout=10)) as base, base:
                base.execute("PRAGMA secure_delete = ON")
                yield base
        except sqlite3.DatabaseError as error:
            raise self._problem(str(error)) from None

    def _check(self, base: sqlite3.Connection) -> None:
        row = base.execute("SELECT value FROM about WHERE key = 'format'").fetchone()
        if row != (MARK,):
            raise self._problem(Message("class.other_base"))

    def _problem(self, found: AnyText) -> Problems:
        allowed = Message("class.keep_file")
        return Problems.of(Place(str(self._path)), Message("class.not_kept", reason=found), allowed)
