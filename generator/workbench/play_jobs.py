"""Play a change in the background: the current game against an earlier state of it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from cards_data import Game, load_game
from cards_data.declarations import allowing, unfit
from cards_data.problems import Message
from cards_data.schema import Frozen
from generator.changes.earlier_state import earlier_game
from generator.lab.playtest import Playtest
from generator.lab.report import LabReport, play_out
from generator.options import Edition
from generator.workers.jobs import Job, JobQueue, Progress
from scorer.core.translation import own_languages
from scorer.web.routing import declared_body

from .grid_json import version_of

OUT = Path("output")
MOST_PLAYERS = 12


# Which bots play, the most games, and the margin below which nothing differs. A quick look takes
# seconds; the others think before they move.
THOROUGHNESS: dict[str, dict[str, Any]] = {
    "quick": {"bots": ("random", "greedy"), "games": 1_000, "margin": 0.03},
    "usual": {"bots": ("greedy", "search")},
    "sure": {"bots": ("greedy", "search"), "margin": 0.03},
}


_players = allowing(
    lambda number: 1 <= number <= MOST_PLAYERS, Message("allowed.range", low=1, high=MOST_PLAYERS)
)


def _language(lang: str) -> str:
    if lang not in own_languages():
        raise unfit(lang, ", ".join(own_languages()))
    return lang


class PlayRequest(Frozen):
    """What a page may request to be played."""

    secret: Any = ""
    since: Any = ""
    players: Annotated[int, _players]
    how: Literal["quick", "usual", "sure"]
    said_in: Annotated[str, _language]


def checked_play(game: Game, since: str, body: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is played, if the request is valid."""
    request = declared_body(PlayRequest, body)
    options = {"lang": request.said_in, "players": request.players, "how": request.how}
    return {"slug": game.slug, "version": version_of(game), "since": since, **options}


class PlayQueue(JobQueue):
    """A queue for one comparison at a time, which is known until the next one begins."""

    work = f"{__name__}:play"
    failed = ended = "box.broken_off"

    def of_game(self, slug: str) -> Job | None:
        """Return the last comparison, if it was of this game."""
        last = next(reversed(self._jobs.values()), None)
        return last if last and last.asked["slug"] == slug else None


def play_record(job: Job) -> dict[str, Any]:
    lang = job.asked["lang"]
    return {**vars(job), "problems": [words[lang] for words in job.problems]}


def play(request: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Play a game, and return a description of the result."""
    if hasattr(os, "nice"):
        os.nice(10)  # the page has priority
    game, since = load_game(request["slug"], counted=False), request["since"]
    options = {"players": (request["players"],), **THOROUGHNESS[request["how"]]}
    with earlier_game(game, Edition(request["lang"]), since, OUT, playable=True) as before:
        playtest = Playtest(game, before, against=since, **options)
        return answer(play_out(playtest, request["lang"], progress=progress))


def answer(report: LabReport) -> dict[str, Any]:
    """Describe a comparison; every figure has its interval."""
    findings, table = report.found, report.table()
    return {
        "changes": list(findings.changes),
        "sayings": list(findings.sayings),
        "certain": list(findings.certain),
        "disagree": findings.disagree,
        "heads": list(table.heads),
        "rows": [list(row) for row in table.rows],
        "cards": [{"name": one.name, "lines": list(one.lines)} for one in findings.cards],
        "note": report.note,
    }
