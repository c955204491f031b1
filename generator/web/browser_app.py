"""The app inside a browser: the same routes, answered by Python in the browser.

``app_worker.js`` hands over each request and gets its response. A browser has neither threads
nor processes: cards are composed in short steps between requests, and a second worker prints.
"""

from __future__ import annotations

import asyncio
import json
import traceback
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qsl

from cards_data import Problems, load_game
from cards_data.models import Font
from cards_data.problems import Message
from cards_data.words import PLAIN
from generator.text.fonts import font_file
from generator.workbench.bench import Workbench
from generator.workbench.gallery_session import GallerySession
from generator.workers.jobs import Job, JobQueue, run
from scorer.core.translation import own_languages
from scorer.web.api.records import score_record, shelf_record
from scorer.web.ledger import ClientLedger
from scorer.web.routing import HttpError, Request, Response, matching, problems_response

from .app_routes import api_routes
from .game_pictures import rules_summary
from .print_queue import PrintQueue
from .rules_sandbox import run_rules

# Only pages of the same site can reach the worker, so that the secret keeps nobody out.
SECRET = "published"
# Starts the work of a job in another worker: its name, the request, and who hears its lines.
Launch = Callable[[str, str, Callable[[str], None]], None]


class JobWorker(NamedTuple):
    """The other worker, which does one job at a time and can be ended."""

    launch: Launch
    stop: Callable[[], None]


class _BrowserJobs(JobQueue):
    """A queue whose jobs run in another worker instead of a process."""

    worker: JobWorker

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
            self.worker.launch(self.work, json.dumps(self.request(job)), hear)

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
            self.worker.stop()
        self._begin_next()


class _Prints(PrintQueue, _BrowserJobs):
    """Prints in the other worker."""


class BrowserApp:
    """The routes, and what they need, for as long as a page is open."""

    def __init__(self, launch: Launch, stop: Callable[[], None]) -> None:
        _BrowserJobs.worker = JobWorker(launch, stop)
        self._gallery = GallerySession()
        prints = _Prints()
        prints.start()
        bench = Workbench(self._gallery, score_record, None, SECRET, removable=True)
        self._routes = api_routes(prints, bench, _run_rules, ClientLedger())

    def step(self) -> bool:
        """Compose a few more cards of an open gallery; return whether there was anything to do."""
        return self._gallery.galleries.step()

    def saved(self) -> None:
        """Read the files again: another page has changed them."""
        self._gallery.galleries.saved()

    def own_games(self) -> str:
        """Return the entries of the visitor's games in the list of games, by language, as JSON."""
        shelves = {lang: shelf_record(lang, summary=rules_summary) for lang in own_languages()}
        return json.dumps(
            {
                lang: [game for game in shelf["games"] if game["own"]]
                for lang, shelf in shelves.items()
            }
        )

    def answer(self, method: str, path: str, query: str, body: bytes | memoryview) -> Response:
        """Answer a request; a bug of ours is an answer too."""
        pairs = parse_qsl(query, keep_blank_values=True)
        lang = dict(pairs).get("page") or dict(pairs).get("lang") or PLAIN
        try:
            return self._answered(method, path, pairs, bytes(body))
        except HttpError as error:
            why = error.reason
            text = why if isinstance(why, str) else why.text_in(lang)
            return Response(text.encode(), status=error.status)
        except Problems as problems:
            return problems_response(problems, lang)
        except Exception:
            traceback.print_exc()
            return Response(traceback.format_exc(limit=-1).encode(), status=500)

    def _answered(
        self, method: str, path: str, query: list[tuple[str, str]], body: bytes
    ) -> Response:
        found = matching(self._routes, method, path)
        if found is None:
            return Response(status=404)
        route, names = found
        if len(body) > route.body_limit:
            raise HttpError(413, Message("sent.bytes", n=route.body_limit))
        response = route.handler(Request(names, query, body))
        assert isinstance(response, Response), "no route of the browser waits"
        return response


def lacks_fonts() -> bool:
    """Return whether a game of the visitor's has a typeface that was not loaded."""
    for path in Path("cards_data").glob("*/game.yaml"):
        with suppress(Problems):
            game = load_game(path.parent.name, leaflets=False)
            if not all(map(_is_there, game.fonts.values())):
                return True
    return False


def _is_there(font: Font) -> bool:
    try:
        return font_file(font).is_file()
    except Problems:
        return False


def _run_rules(call: str, slug: str, table: Any, lang: str) -> Any:
    return run_rules(None, (call, slug, table, lang))


def content(response: Response) -> bytes | None:
    """Return the body of a response; None for a stream."""
    if isinstance(response.body, Path):
        return response.body.read_bytes()
    return response.body if isinstance(response.body, bytes) else None


def follow(response: Response, send: Callable[[str], None]) -> Callable[[], object]:
    """Send the lines of a stream as they come; return how to end it."""
    lines = response.body
    assert isinstance(lines, AsyncIterator)

    async def sent() -> None:
        try:
            async for line in lines:
                send(line)
        finally:
            response.on_close()

    return asyncio.ensure_future(sent()).cancel


def do_job(work: str, request: str, report: Callable[[str], None]) -> None:
    """Do a job in this worker; report its progress and its answer line by line."""
    run(work, json.loads(request), lambda **line: report(json.dumps(line)))
