"""All tables that are filled in together: in memory, within limits, and saved in a file.

When space runs out, a table that nobody uses is dropped for a new one. A thread writes the file,
which is SQLite, so no phone waits for the disk. Phones still have what a killed server did not
write.
"""

from __future__ import annotations

import json
import re
import secrets
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
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
from ..rate_limiter import MOST_REMEMBERED, TAP_BYTES, Hold, OverShare, Rank, RateLimiter
from ..routing import Client, HttpError, event_text
from .live_table import LiveTable, TableFacts, as_code, new_code, table_id, watch_key
from .taps import CheckedTap, TapCheck

FREE_TRIES = 3
FIRST_PAUSE = 0.5
LONGEST_PAUSE = 8.0
MOST_TRIES = 20
FORGOTTEN_SECONDS = 600.0


@dataclass
class WrongCodes:
    """A limit on wrong codes: each makes the next one slower, and many block for a while.

    Codes are tried one at a time: otherwise the delays would not add up.
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

    def count_wrong(self, who: str, now: float) -> float:
        """Count a wrong code; return how long its answer has to wait."""
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


LONGEST_NAME = 40
# A table without a phone for this long may be dropped for another one.
SILENT_SECONDS = 1800.0
CODE_SECONDS = 900.0


@dataclass
class LiveTables:
    """The tables by id, and the short codes that lead to them."""

    form_of: Callable[[str], TapCheck]
    limiter: RateLimiter
    file: TableDatabase | None = None
    epoch: str = field(default_factory=lambda: secrets.token_hex(4))
    clock: Callable[[], float] = time.monotonic
    tables: dict[str, LiveTable] = field(default_factory=dict)
    _codes: dict[str, tuple[str, float]] = field(default_factory=dict)
    _ended: bool = False

    # ---- finding ---------------------------------------------------------------------------

    def find_table(self, key: str) -> tuple[LiveTable, str]:
        """Return the table of a key, and what the key allows: ``edit`` or ``watch``."""
        watch = watch_key(key)
        for table, may in ((table_id(watch), "edit"), (table_id(key), "watch")):
            if table in self.tables:
                return self.tables[table], may
        raise HttpError(404, Message("web.no_table"))

    def code_for(self, table: LiveTable) -> str:
        """Return the short-lived code of a table: the same while it is valid."""
        now = self.clock()
        self._codes = {
            code: entry for code, entry in self._codes.items() if entry[1] > now - CODE_SECONDS
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
        return self.tables.get(table_id(watch_key(key)))

    # ---- changing --------------------------------------------------------------------------

    def open(self, facts: TableFacts, client: Client) -> LiveTable:
        """Open a new table, or one that a phone restores after a restart of this server."""
        table = self.tables.get(facts.id)
        if table is None:
            hold = Hold(self.limiter, "tables", client, self.limiter.rank(client))
            self._check_game(facts.game)
            self._with_room(hold, 1)
            table = self._add_table(facts, hold)
            if self.file:
                self.file.table(facts)
        return table

    def _check_game(self, slug: str) -> None:
        """Refuse games without rules, and with rules of the current folder, which may be slow."""
        if not (has_game(slug) and has_rules(slug)) or has_own_rules(slug):
            raise HttpError(404, Message("web.no_game"))

    def _add_table(self, facts: TableFacts, hold: Hold) -> LiveTable:
        table = LiveTable(facts, self.epoch, self.form_of(facts.game), self.clock(), hold)
        self.tables[facts.id] = table
        return table

    def _with_room(self, hold: Hold, amount: float) -> None:
        """Take an amount; if there is not enough, drop the table that was silent longest.

        A client first drops its own tables; in total, those of clients without higher priority.
        """
        try:
            hold.take(amount)
        except HttpError as full:
            before, tables = self.clock() - SILENT_SECONDS, self.tables.values()
            silent = [one for one in tables if not one.streams and one.touched < before]
            silent = [one for one in silent if one.hold.rank <= hold.rank]
            if isinstance(full, OverShare):
                silent = [one for one in silent if one.hold.client.address == hold.client.address]
            if full.status == 413 or not silent:
                raise
            self.remove(min(silent, key=lambda table: table.touched))
            hold.take(amount)

    def remove(self, table: LiveTable) -> None:
        table.end()
        del self.tables[table.facts.id]
        for hold in (table.hold, *table.holds.values()):
            hold.end()
        if self.file:
            self.file.forget(table.facts.id)

    def add(self, table: LiveTable, client: Client, raw: list[Any]) -> int:
        """Add taps of a phone; return how many the table has now."""
        self.limiter.spend(client, "taps", len(raw))
        taps = table.new_taps(raw)
        self._with_room(self._hold_at(table, client), _bytes_of(taps))
        table.tapped_by = client
        added = table.add(taps, self.clock())
        if added and self.file:
            self.file.taps(table.facts.id, added)
        return len(table.texts)

    def _hold_at(self, table: LiveTable, client: Client) -> Hold:
        """Return the hold of an address's taps at a table."""
        if client.address not in table.holds:
            rank = self.limiter.rank(client)
            hold = Hold(self.limiter, "bytes", client._replace(phone=""), rank, table.facts.id)
            table.holds[client.address] = hold
        return table.holds[client.address]

    def change(self, table: LiveTable, **facts: Any) -> None:
        """Change facts of a table and inform its phones."""
        table.facts = replace(table.facts, **facts)
        table.touched = self.clock()
        if self.file:
            self.file.table(table.facts)
        table.tell(event_text(table.facts_record(), "facts"))

    def bring_back(self, facts: TableFacts, texts: list[str]) -> int:
        """Restore a saved table without writing it again; return how many taps are damaged."""
        self._check_game(facts.game)
        rank = Rank.CLASS if facts.class_name else Rank.STRANGER
        hold = Hold(self.limiter, "tables", NOBODY, rank)
        hold.take(force=True)
        table, damaged = self._add_table(facts, hold), 0
        for text in texts:
            try:
                taps = table.new_taps([json.loads(text)])
            except (ValueError, Problems):
                damaged += 1
            else:
                self._hold_at(table, NOBODY).take(_bytes_of(taps), force=True)
                table.add(taps, self.clock())
        return damaged

    # ---- streams ---------------------------------------------------------------------------

    def check_open(self) -> None:
        """Refuse new streams on a server that is ending."""
        if self._ended:
            raise HttpError(503, Message("web.ends"))

    def drop(self, address: str) -> None:
        """End the streams of a client, and drop tables where nobody else is."""
        for table in list(self.tables.values()):
            table.end(address)
            others = any(phone.address != address for phone in table.streams.values())
            if table.hold.client.address == address and not others:
                self.remove(table)

    def end_streams(self) -> None:
        self._ended = True
        for table in self.tables.values():
            table.end()


NOBODY = Client("")


def _bytes_of(taps: list[CheckedTap]) -> int:
    return sum(max(TAP_BYTES, len(one.text)) for one in taps)


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
    folded = name.casefold()
    readable = re.sub(r"[^\w-]+", "-", folded)[:40]
    return folder / f"{readable}-{sha256(folded.encode()).hexdigest()[:8]}.class"


class TableDatabase:
    """The file that a server's tables are saved in; ``stop`` waits until everything is written."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._queue: SimpleQueue[Statement | None] = SimpleQueue()
        self._thread: Thread | None = None
        with self._connect() as base:
            if base.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,):
                base.executescript(SCHEMA)
                base.execute("INSERT INTO about VALUES ('format', ?)", (MARK,))
            row = base.execute("SELECT value FROM about WHERE key = 'format'").fetchone()
            if row != (MARK,):
                raise self._problem(Message("class.other_base"))

    # ---- reading ---------------------------------------------------------------------------

    def about(self, key: str) -> str:
        with self._connect() as base:
            row = base.execute("SELECT value FROM about WHERE key = ?", (key,)).fetchone()
        return str(row[0]) if row else ""

    def tables(self) -> Iterator[tuple[str, list[str]]]:
        """Yield the facts of every table and its taps in order of arrival, as JSON."""
        with self._connect() as base:
            rows = base.execute("SELECT id, facts FROM tables").fetchall()
            for table, facts in rows:
                taps = base.execute("SELECT tap FROM taps WHERE id = ? ORDER BY number", (table,))
                yield str(facts), [str(tap) for (tap,) in taps]

    def tell_damage(self, rows: int) -> None:
        problems = Problems.of(Place(str(self._path)), Message("class.damaged", n=rows))
        print(problems, file=sys.stderr)

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
            except Problems as problems:  # a full disk may have space again
                print(problems, file=sys.stderr)
                if None in due:
                    return
                time.sleep(AGAIN_SECONDS)

    def _execute(self, statements: list[Statement]) -> None:
        with self._connect() as base:
            for statement in statements:
                base.execute(*statement)

    @contextmanager
    def _connect(self) -> Iterator[sqlite3.Connection]:
        try:
            with closing(sqlite3.connect(self._path, timeout=10)) as base, base:
                base.execute("PRAGMA secure_delete = ON")
                yield base
        except sqlite3.DatabaseError as error:
            raise self._problem(str(error)) from None

    def _problem(self, reason: AnyText) -> Problems:
        allowed = Message("class.keep_file")
        return Problems.of(
            Place(str(self._path)), Message("class.not_kept", reason=reason), allowed
        )
