"""All tables that are filled in together, in memory and within bounds.

Comes in: keys, codes, taps. Goes out: the table that a key is for, or a refusal in one line. A
table that nobody looks at makes room for a new one when there is none left; with ``keep`` every
change is written down, too.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from cards_data.problems import Message

from ..api.scorer_cache import has_game, has_own_rules, has_rules
from ..routing import HttpError
from .live_table import LiveTable, TableFacts, as_code, new_code, table_id, watch_key
from .rate_limits import RateLimit
from .tap_check import CheckedTap, TapCheck, taken_as_kept
from .tap_log import Tap

MOST_TABLES = 250
MOST_BYTES = 64 * 1024 * 1024
MOST_STREAMS = 700
MOST_PHONES = 16
LONGEST_NAME = 40
# A table without a phone for so long may make room for another one.
SILENT_SECONDS = 1800.0
CODE_SECONDS = 900.0
FULL = Message("web.too_many_tables")


class Keeper:
    """Writes nothing; a file of its own is another keeper."""

    def table(self, facts: TableFacts) -> None:
        """A table is new, or its facts are others."""

    def taps(self, table: str, texts: list[str]) -> None:
        """Taps were added."""

    def forget(self, table: str) -> None:
        """A table is gone."""


@dataclass
class LiveTables:
    """The tables by id, and the short codes that lead to them."""

    form_of: Callable[[str], TapCheck]
    keeper: Keeper = field(default_factory=Keeper)
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
            self.keeper.table(facts)
        return known

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
        self.keeper.forget(table.facts.id)

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
        if added:
            self.keeper.taps(table.facts.id, added)

    def change(self, table: LiveTable, **facts: Any) -> None:
        """Other facts about a table: its phones are told."""
        table.facts = replace(table.facts, **facts)
        table.touched = self.clock()
        self.keeper.table(table.facts)
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
