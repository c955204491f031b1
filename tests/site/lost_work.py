"""Edit a game of a published site, interrupt it, and count which answered edits are missing."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlsplit

from browsers import Profile, Tab
from publishing import Space
from stored_files import write_files

from generator.layout.presets import new_game, ready
from generator.web.browser_app import SECRET

SECONDS = 120
LONGEST_WORK = 2.0
WAYS = ("crash", "close", "reload")
# The cards of the starter, with their names, which become numbers.
ROWS = {"fox": "Red Fox", "owl": "Barn Owl"}
TABLE = "cards_data/pond/creature.csv"
REQUEST = """async (path) => {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer.json();
}"""
# Count a cell up as fast as the app answers; the server hears of every answer.
COUNTING = """(row, from, secret) => {
  const post = (path, body) => fetch(path, { method: "POST", body: JSON.stringify(body) });
  (async () => {
    for (let n = from; ; n += 1) {
      const cells = [[row, "name", String(n), String(n + 1)]];
      const asked = { kind: "cells", table: "creature", cells, secret };
      const answer = await post("edit?game=pond", asked);
      const text = await answer.text();
      const wrong = answer.ok && text.startsWith('{"history"') ? "" : `${answer.status} ${text}`;
      await fetch(`../answered?${new URLSearchParams({ row, n: n + 1, wrong })}`);
      if (wrong) return;
    }
  })().catch(() => null);
}"""


def pond_files() -> dict[str, bytes]:
    """Return a small game, as a site stored it in its first days; the names of cards are 0."""
    game = dict(new_game("pond", "Pond", [ready("creature")]))
    for name in ROWS.values():
        game[TABLE] = game[TABLE].replace(name, "0")
    return {path: text.encode() for path, text in game.items()}


@dataclass
class LostWork:
    """A game whose cards are counted up, each in a tab of its own, and what was answered."""

    profile: Profile
    space: Space
    rows: Sequence[str] = tuple(ROWS)
    chance: random.Random = field(default_factory=lambda: random.Random(31))
    counted: dict[str, int] = field(default_factory=lambda: dict.fromkeys(ROWS, 0))
    edits: int = 0

    def __post_init__(self) -> None:
        tab = self.profile.tab()
        tab.open(self.space.base)
        tab.wait("!!navigator.serviceWorker.controller", seconds=SECONDS)
        write_files(tab, pond_files())
        tab.close()
        self.tabs = [self._opened() for _ in self.rows]

    def _opened(self) -> Tab:
        tab = self.profile.tab()
        tab.open(f"{self.space.base}change/?game=pond")
        return tab

    def interrupted(self, how: str, seconds: float | None = None) -> None:
        """Count in all tabs for a moment, interrupt it, and look for what was answered."""
        for tab in self.tabs:
            _ready(tab)
        self.space.asked.clear()
        for tab, row in zip(self.tabs, self.rows, strict=True):
            tab.run(COUNTING, row, self.counted[row], SECRET)
        before = dict(self.counted)
        self._wait_for_answers(before)
        time.sleep(self.chance.uniform(0, LONGEST_WORK) if seconds is None else seconds)
        {"reload": self._reload, "close": self._close, "crash": self._crash}[how]()
        numbers = self._numbers_in_files()
        answered = self._answered(before)
        for row in self.rows:
            assert answered[row] <= numbers[row] <= answered[row] + 1, (how, row, answered, numbers)
            self.edits += answered[row] - before[row]
        self.counted = numbers

    def rested(self, seconds: float) -> None:
        """Look at the game for a while, until what can wait is stored, and leave it."""
        _ready(self.tabs[0])
        time.sleep(seconds)
        self._reload()
        assert self._numbers_in_files() == self.counted

    def _wait_for_answers(self, before: Mapping[str, int]) -> None:
        end = time.monotonic() + SECONDS
        while any(self._answered(before)[row] == before[row] for row in self.rows):
            assert time.monotonic() < end, "no edit was answered"
            time.sleep(0.05)

    def _answered(self, before: Mapping[str, int]) -> dict[str, int]:
        last = dict(before)
        for address in [one for one in self.space.asked if "/answered?" in one]:
            query = {key: value[0] for key, value in parse_qs(urlsplit(address).query).items()}
            assert "wrong" not in query, query
            last[query["row"]] = int(query["n"])
        return last

    def _numbers_in_files(self) -> dict[str, int]:
        """Return the numbers in the files, as an app reads them that has just started."""
        _ready(self.tabs[0])
        record: Any = self.tabs[0].run(REQUEST, "bench.json?game=pond", seconds=SECONDS)
        names = [column["name"] for column in record["grid"]["columns"]]
        rows = (dict(zip(names, row, strict=True)) for row in record["grid"]["rows"])
        numbers = {row["id"]: int(row["name"]) for row in rows}
        # The last step can be undone: the journal belongs to the files.
        for step in record["history"]["undo"][:1]:
            assert int(step["after"]) in numbers.values(), (step, numbers)
        return numbers

    # ---- interruptions -----------------------------------------------------------------------

    def _reload(self) -> None:
        for tab in self.tabs:
            tab.open(f"{self.space.base}change/?game=pond")

    def _close(self) -> None:
        for tab in self.tabs:
            tab.close()
        self.tabs = [self._opened() for _ in self.rows]

    def _crash(self) -> None:
        self.profile.crash()
        self.tabs = [self._opened() for _ in self.rows]


def _ready(tab: Tab) -> None:
    tab.wait("document.body?.dataset.ready === 'true'", seconds=SECONDS)
