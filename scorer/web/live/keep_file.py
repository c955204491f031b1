"""The tables of a class in a SQLite file, over a restart: ``--keep FILE``.

No phone waits for the disk: a thread writes what has gathered while it wrote the last. The phones
still have what a killed server did not write.
"""

from __future__ import annotations

import json
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any

from cards_data import Problems
from cards_data.problems import AnyText, Message, Place

from .live_table import TableFacts
from .taps import Tap

MARK = "ecotable class 1"
SCHEMA = """
CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT);
CREATE TABLE tables (id TEXT PRIMARY KEY, facts TEXT);
CREATE TABLE taps (number INTEGER PRIMARY KEY, id TEXT, tap TEXT);
"""
Statement = tuple[str, tuple[Any, ...]]
AGAIN_SECONDS = 1.0


class KeptFile:
    """The file of a class; ``stop`` waits until everything is written."""

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
