"""The live part of a server: tables, class and saved file, and how they start and stop."""

from __future__ import annotations

from pathlib import Path

from cards_data.words import PLAIN

from ..api.scorer_cache import cached_scorer, while_unchanged
from .classroom import Classroom, Walls
from .keep_file import KeptFile
from .live_tables import LiveTables, RateLimit, WrongCodes
from .taps import TapCheck


class LiveServer:
    """Everything that phones and the class share while a server runs.

    ``class_name`` is the class that it is for, and ``keep`` the file that outlives it.
    """

    def __init__(self, class_name: str = "", keep: Path | None = None) -> None:
        self._file = KeptFile(keep) if keep else None
        self.tables = LiveTables(_tap_check, self._file)
        self.classroom = Classroom(class_name) if class_name else None
        self.walls = Walls(self.tables)
        self.wrong_codes = WrongCodes()
        self.opened = RateLimit(60, 0.2)
        if self._file:
            self._bring_back(self._file)

    def start(self) -> None:
        if self._file:
            self._file.start()

    def stop(self) -> None:
        if self._file:
            self._file.stop()

    def close_streams(self) -> None:
        self.walls.end()
        self.tables.end_streams()

    def _bring_back(self, file: KeptFile) -> None:
        """The tables and the class as they were saved."""
        for facts, taps in file.tables():
            self.tables.bring_back(facts, taps)
        classroom = self.classroom
        if classroom is None:
            return
        if key := file.about("class"):
            classroom.adopt(key, int(file.about("turn")))
            classroom.sent_out.update(dict.fromkeys(file.about("sent_out").split()))
        classroom.on_change = lambda: _write_class(file, classroom)
        _write_class(file, classroom)


def _write_class(file: KeptFile, classroom: Classroom) -> None:
    file.set_about("class", classroom.key)
    file.set_about("turn", str(classroom.turn))
    file.set_about("sent_out", " ".join(classroom.sent_out))


@while_unchanged
def _tap_check(slug: str) -> TapCheck:
    """The shape of answers is the same in every language."""
    return TapCheck(cached_scorer(slug, PLAIN).form())
