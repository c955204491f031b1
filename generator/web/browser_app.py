"""The app inside a browser: the same routes, answered by Python in the browser.

``app_worker.js`` hands over each request and gets its response. A browser has neither threads
nor processes: cards are composed in short steps between requests, and a second worker prints.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from cards_data import Problems, load_game
from cards_data.models import Font
from cards_data.registry import game_folders
from generator.sheets.papers import papers
from generator.text.fonts import font_file
from generator.workbench.bench import Workbench
from generator.workbench.galleries import GallerySession
from generator.workers.jobs import Job, JobQueue, run
from scorer.core.translation import own_languages
from scorer.web.api.records import call_rules, games_record, score_record
from scorer.web.browser import answer_script
from scorer.web.rate_limiter import RateLimiter
from scorer.web.routing import Response

from .app_routes import api_routes
from .browser_pictures import shipped_files
from .game_pictures import rules_summary
from .print_queue import PrintQueue

# Only pages of the same site can reach the worker, so that the secret keeps nobody out.
SECRET = "published"
# Starts the work of a job in another worker: its name, the request, and who hears its lines.
Launch = Callable[[str, str, Callable[[str], None]], None]


class _BrowserJobs(JobQueue):
    """A queue whose jobs run in another worker instead of a process."""

    # Starts a job in the other worker, which does one at a time, and ends that worker.
    launch: Launch
    stop_worker: Callable[[], None]

    def start(self) -> None:
        """Do nothing: a job starts when it is added or when the last one ends."""

    def add(self, *args: Any, **kwargs: Any) -> Job:
        job = super().add(*args, **kwargs)
        self._begin_next()
        return self._jobs[job.id]

    def _begin_next(self) -> None:
        if self._waiting and not any(one.state == "running" for one in self._jobs.values()):
            job = self._jobs[self._next()]
            hear = partial(self._hear, job.id)
            self.launch(self.work, json.dumps(self.request(job)), hear)

    def _hear(self, key: str, line: str) -> None:
        """Record a line of the other worker; without a last line, it has ended."""
        if line:
            self._update(key, json.loads(line))
        else:
            self._ended_early(key)
        self._begin_next()

    def _end(self, before: Job, job: Job) -> None:
        self._set(job)
        if before.state == "running":
            self.stop_worker()
        self._begin_next()


class _Prints(PrintQueue, _BrowserJobs):
    """Prints in the other worker."""


class BrowserApp:
    """The routes, and what they need, for as long as a page is open."""

    def __init__(self, launch: Launch, stop: Callable[[], None]) -> None:
        self._gallery = GallerySession()
        prints = _Prints()
        prints.launch, prints.stop_worker = launch, stop
        prints.start()
        bench = Workbench(self._gallery, score_record, None, SECRET, removable=True)
        self._routes = api_routes(prints, bench, call_rules, RateLimiter())

    def step(self) -> bool:
        """Compose a few more cards of an open gallery; return whether there was anything to do."""
        return self._gallery.galleries.step()

    def reload(self) -> None:
        """Read the files again: another page has changed them."""
        self._gallery.galleries.reload()

    def own_games(self) -> str:
        """Return the entries of the visitor's games in the list of games, by language, as JSON."""
        records = {lang: games_record(lang, summary=rules_summary) for lang in own_languages()}
        return json.dumps(
            {
                lang: [game for game in record["games"] if game["own"]]
                for lang, record in records.items()
            }
        )

    def answer(
        self, method: str, path: str, query: Iterable[Sequence[str]], body: bytes
    ) -> Response:
        """Answer a request of a script, as the scorer does for the rules alone."""
        return answer_script(self._routes, method, path, query, body)


def prepare() -> None:
    """Do what no file of the visitor's changes; Python's memory is then saved for later visits."""
    papers()
    shipped_files()


def lacks_fonts() -> bool:
    """Return whether a game of the visitor's has a typeface that was not loaded."""
    for path in Path("cards_data").glob("*/game.yaml"):
        with suppress(Problems):
            game = load_game(path.parent.name, leaflets=False)
            if not all(map(_is_there, game.fonts.values())):
                return True
    return False


def needs_libraries() -> bool:
    """Return whether a game may have its own outline or a packed font, which JavaScript reads."""
    fonts = (path for folder in game_folders() for path in folder.glob("*/fonts/*.woff2"))
    games = (path for folder in game_folders() for path in folder.glob("*/game.yaml"))
    return any(fonts) or any(b"path" in path.read_bytes() for path in games)


def _is_there(font: Font) -> bool:
    try:
        return font_file(font).is_file()
    except Problems:
        return False


def do_job(work: str, request: str, report: Callable[[str], None]) -> None:
    """Do a job in this worker; report its progress and its answer line by line."""
    run(work, json.loads(request), lambda **line: report(json.dumps(line)))
