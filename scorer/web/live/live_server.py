"""The live part of a server: tables, class and kept file, and how they start and stop.

Comes in: the name of a class and a file to keep it in, both optional. Goes out: routes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from cards_data.words import PLAIN

from ..api.scorer_cache import cached_scorer, scorer_stamps
from ..routing import Route
from .class_routes import Walls, class_routes
from .classroom import Classroom
from .keep_file import KeptFile
from .live_routes import LiveSession, live_page_routes, live_routes
from .live_tables import Keeper, LiveTables
from .tap_check import TapCheck


@dataclass(frozen=True)
class LiveOptions:
    """The class that a server is for, and the file that outlives it."""

    class_name: str = ""
    keep: Path | None = None


class LiveServer:
    """What phones share while a server runs."""

    def __init__(self, options: LiveOptions | None = None) -> None:
        options = options or LiveOptions()
        self._file = KeptFile(options.keep) if options.keep else None
        tables = LiveTables(_tap_check, self._file or Keeper())
        classroom = Classroom(options.class_name) if options.class_name else None
        self.session = LiveSession(tables, classroom)
        self._walls = Walls(self.session)
        if self._file:
            self._bring_back(self._file)

    def routes(self) -> list[Route]:
        return [
            *live_page_routes(),
            *live_routes(self.session),
            *class_routes(self.session, self._walls),
        ]

    def start(self) -> None:
        if self._file:
            self._file.start()

    def stop(self) -> None:
        if self._file:
            self._file.stop()

    def close_streams(self) -> None:
        self._walls.end()
        self.session.close_streams()

    def _bring_back(self, file: KeptFile) -> None:
        """The tables and the class as they were kept."""
        for facts, taps in file.tables():
            self.session.tables.bring_back(facts, taps)
        classroom = self.session.classroom
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


def _tap_check(slug: str) -> TapCheck:
    return _check(slug, scorer_stamps(slug))


@lru_cache(maxsize=32)
def _check(slug: str, state: tuple[object, ...]) -> TapCheck:
    """The shape of answers is the same in every language."""
    return TapCheck(cached_scorer(slug, PLAIN).form())
