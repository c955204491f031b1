"""PDFs on demand, in a folder that is removed at the end: choices, estimate and queue."""

from __future__ import annotations

import os
import re
import shutil
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from threading import Lock
from typing import Any

from cards_data import Game, Problems, load_game
from cards_data.problems import Message
from generator.changes.reprint import print_changed, sets_before
from generator.compose.stamps import short_stamp
from generator.kit.print_files import PrintReport
from generator.options import CHOICES, Edition, PrintOptions
from generator.pipeline import print_game
from generator.planning.plan import make_plan
from generator.raster.cairo_library import known_cairo_version
from generator.sheets.papers import papers
from generator.stats.report import piece_name
from generator.workers import WorkerPool
from generator.workers.jobs import Job, JobQueue, Progress
from scorer.web.rate_limiter import RateLimiter
from scorer.web.routing import Client, HttpError

# The options that the page offers.
OFFERED = ("paper", "layout", "flip", "ink")
MOST_COPIES = 20
# Twenty sets of the largest game take a minute or two; a longer print is stopped.
PRINT_SECONDS = 600.0
OUT = Path("output")
# Plans are cheap, but not free: one at a time, no matter how many ask.
_PLANNING = Lock()


def choices(game: Game) -> dict[str, list[str]]:
    """Return the choices for a game, in the order of the form."""
    values = {"paper": tuple(papers()), **CHOICES}
    offered = {name: list(values[name]) for name in OFFERED}
    return {"lang": list(game.languages), **offered}


def checked_options(game: Game, raw: Any) -> dict[str, Any]:
    """Check the options of a print; anything that is not offered is an error."""
    if not isinstance(raw, dict):
        raise HttpError(400, Message("play.no_options"))
    allowed = choices(game)
    copies = raw.get("copies", 1)
    valid = all(raw.get(name, values[0]) in values for name, values in allowed.items())
    sets = isinstance(copies, int) and not isinstance(copies, bool) and 1 <= copies <= MOST_COPIES
    if not valid or not sets or not set(raw) <= {*allowed, "copies", "decks", "only"}:
        raise HttpError(400, Message("page.not_offered"))
    return {
        **{name: raw.get(name, values[0]) for name, values in allowed.items()},
        "copies": copies,
        **_name_list(raw, "decks", set(game.decks)),
        **_name_list(
            raw, "only", {f"{d.name}/{one.id}" for d in game.decks.values() for one in d.pieces}
        ),
    }


def _name_list(raw: Mapping[str, Any], name: str, allowed: set[str]) -> dict[str, list[str]]:
    """Return single decks or lost pieces, if any are requested."""
    names = raw.get(name, [])
    if not isinstance(names, list) or not all(isinstance(one, str) for one in names):
        raise HttpError(400, Message("bench.no_list", key=name))
    if not set(names) <= allowed:
        raise HttpError(400, Message("page.not_offered"))
    return {name: sorted(set(names))} if names else {}


def decks_record(game: Game, lang: str) -> list[dict[str, Any]]:
    """Return the decks by title, each with its pieces by name and by printed stamp."""
    return [
        {
            "key": deck.name,
            "title": deck.title(lang),
            "pieces": [
                {
                    "key": f"{deck.name}/{piece.id}",
                    "name": piece_name(piece, lang),
                    "stamp": short_stamp(deck.name, piece.id),
                }
                for piece in deck.pieces
                if piece.copies
            ],
        }
        for deck in game.decks.values()
    ]


def plan_record(game: Game, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Return how many pages and sheets a print needs; rules never typeset are left out."""
    with _PLANNING:
        plan = make_plan(game, print_options(dict(chosen)))
    return {"pages": plan.pages, "sheets": plan.sheets, "exact": plan.rules_counted}


class PrintQueue(JobQueue):
    """A queue that prints one PDF at a time into a temporary folder."""

    work = f"{__name__}:print_request"
    most_waiting = inf  # the limiter limits it
    seconds = PRINT_SECONDS
    failed = "page.failed"
    ended = "page.stopped"
    late = "page.late"
    _folder: TemporaryDirectory[str]

    def start(self) -> None:
        sweep(Path(gettempdir()))
        self._folder = TemporaryDirectory(prefix=f"ecotable-print-{os.getpid()}-")
        super().start()

    def stop(self) -> None:
        super().stop()
        self._folder.cleanup()

    def print(
        self, slug: str, options: Mapping[str, Any], client: Client, limiter: RateLimiter
    ) -> Job:
        """Add a print; the owner's prints have priority."""
        request = {"slug": slug, "options": dict(options)}
        return self.add(request, client.owner, lambda: limiter.hold(client, "prints").end)

    def job_or_404(self, key: str) -> Job:
        job = self.job(key)
        if job is None:
            raise HttpError(404, Message("page.no_print"))
        return job

    def request(self, job: Job) -> dict[str, Any]:
        return {**job.asked, "out": str(self._folder_of(job.id))}

    def forget(self, key: str) -> None:
        shutil.rmtree(self._folder_of(key), ignore_errors=True)

    def _folder_of(self, key: str) -> Path:
        return Path(self._folder.name) / key


def pdf_of(job: Job) -> Path | None:
    return Path(job.answer["pdf"]) if job.state == "ready" else None


def print_record(job: Job, before: int, lang: str) -> dict[str, Any]:
    pdf = pdf_of(job)
    return {
        "job": job.id,
        "state": job.state,
        "before": before,
        "done": job.done,
        "total": job.total,
        "pages": job.answer.get("pages", 0),
        "name": pdf.name if pdf else "",
        "problems": [words[lang] for words in job.problems],
    }


def print_request(request: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Print a game, or what changed since an earlier state; return the file and its pages."""
    if hasattr(os, "nice"):
        os.nice(5)  # requests have priority
    game, since = load_game(request["slug"]), request["options"].pop("since", "")
    # A reprint goes where prints are searched: the next one is based on it.
    out = OUT if since else Path(request["out"])
    options = replace(print_options(request["options"]), out=out)
    if not known_cairo_version():
        options = replace(options, render="vector")
    report: PrintReport | None
    with WorkerPool(options.jobs) as pool:
        if since:
            sets = sets_before(game, options.edition, since, options.out)
            report = print_changed(game, replace(options, copies=sets), since, pool, progress)
        else:
            report = print_game(game, options, pool, progress)
    if report is None:
        raise Problems.of(since, Message("page.nothing_anew"))
    return {"pdf": str(report.pdf), "pages": report.pages}


def print_options(chosen: dict[str, Any]) -> PrintOptions:
    """Return the options of a print from the choices on the page."""
    looks = {name: chosen[name] for name in ("lang", "ink") if name in chosen}
    lists: dict[str, Any] = {
        name: tuple(chosen[name]) for name in ("decks", "only") if name in chosen
    }
    rest = {name: value for name, value in chosen.items() if name not in {*looks, *lists}}
    return PrintOptions(edition=Edition(**looks), **lists, **rest)


_LEFT = re.compile(r"ecotable-print-(\d+)-\w+")
# If a process cannot be found, its folder is left alone for this long.
STALE_SECONDS = 2 * 24 * 3600


def sweep(temporary: Path) -> None:
    """Remove the folders of killed servers."""
    for folder in temporary.glob("ecotable-print-*"):
        match = _LEFT.fullmatch(folder.name)
        with suppress(OSError):
            if match and not folder.is_symlink() and _is_left(folder, int(match[1])):
                shutil.rmtree(folder, ignore_errors=True)


def _is_left(folder: Path, process: int) -> bool:
    """Return whether a folder is unused; another user's folder is not ours to judge."""
    status = folder.stat()
    if os.name == "nt":
        return time.time() - status.st_mtime > STALE_SECONDS
    if status.st_uid != os.getuid():
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return False
