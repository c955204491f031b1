"""A change played out in the background: one comparison at a time, how far it is, and its answer.

Comes in: what the page asks, checked. Goes out: jobs that are played, ready, stopped or failed.
Each is played in a process of its own: to stop it is to end that process, and no error in a game's
play reaches the server.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from threading import Lock, Thread
from typing import Any, Literal, NamedTuple

from cards_data import Game
from cards_data.problems import Message
from generator.workers.process import python_command
from scorer.core.translation import own_languages
from scorer.web.routing import HttpError

from .grid_json import version_of

_START = "from generator.workbench.play_worker import main; main()"
MOST_PLAYERS = 12


class Thoroughness(NamedTuple):
    """Which bots play, how many games at most, and within what margin nothing differs."""

    bots: tuple[str, str]
    games: int = 0
    margin: float = 0.0


# A first look takes seconds; the others think before they move.
THOROUGHNESS = {
    "quick": Thoroughness(("random", "greedy"), games=1_000, margin=0.03),
    "usual": Thoroughness(("greedy", "search")),
    "sure": Thoroughness(("greedy", "search"), margin=0.03),
}


@dataclass(frozen=True)
class PlayAsked:
    """What is played: a game with its files as they are now, against an earlier state of it."""

    slug: str
    version: str
    since: str
    lang: str
    players: int
    how: str


def checked_play(game: Game, since: str, asked: Mapping[str, Any]) -> PlayAsked:
    """What a page may ask for; anything else is an error."""
    players, how, lang = asked.get("players"), asked.get("how"), asked.get("said_in")
    if not isinstance(players, int) or isinstance(players, bool):
        raise HttpError(400, Message("box.players"))
    if not 1 <= players <= MOST_PLAYERS:
        raise HttpError(400, Message("box.players_range", n=MOST_PLAYERS))
    if not isinstance(how, str) or how not in THOROUGHNESS:
        raise HttpError(400, f"how: {', '.join(THOROUGHNESS)}")
    if not isinstance(lang, str) or lang not in own_languages():
        raise HttpError(400, f"said_in: {', '.join(own_languages())}")
    return PlayAsked(game.slug, version_of(game), since, lang, players, how)


@dataclass(frozen=True)
class PlayJob:
    """One comparison and how far it is."""

    id: int
    asked: PlayAsked
    state: Literal["playing", "ready", "stopped", "failed"] = "playing"
    done: int = 0
    total: int = 0
    answer: Mapping[str, Any] = field(default_factory=dict)
    problems: tuple[str, ...] = ()

    def record(self) -> dict[str, Any]:
        return asdict(self)


class PlayJobs:
    """The comparison that is played or was played last; another one waits for nobody."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._job: PlayJob | None = None
        self._worker: subprocess.Popen[str] | None = None

    def start(self, asked: PlayAsked) -> PlayJob:
        """Plays it; the same one that is played already goes on."""
        with self._lock:
            if self._job and self._job.state == "playing":
                if self._job.asked == asked:
                    return self._job
                raise HttpError(409, Message("box.playing"))
            number = self._job.id + 1 if self._job else 1
            self._job = job = PlayJob(number, asked)
            self._worker = worker = subprocess.Popen(
                python_command(_START), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
        name = f"play-{number}"
        Thread(target=self._follow, args=(number, worker), name=name, daemon=True).start()
        return job

    def job(self, slug: str) -> PlayJob | None:
        """The comparison of a game, where there is one."""
        job = self._job
        return job if job and job.asked.slug == slug else None

    def stop(self, slug: str = "") -> PlayJob | None:
        """Ends the comparison of a game, or whichever is played."""
        with self._lock:
            job = self._job
            if job and job.state == "playing" and slug in ("", job.asked.slug):
                self._job = replace(job, state="stopped")
                assert self._worker is not None
                self._worker.kill()
        return self._job

    def _follow(self, number: int, worker: subprocess.Popen[str]) -> None:
        assert self._job and worker.stdin and worker.stdout
        with worker:
            try:
                worker.stdin.write(json.dumps(asdict(self._job.asked)))
                worker.stdin.close()
                for line in worker.stdout:
                    self._hear(number, json.loads(line))
            except (OSError, ValueError):
                pass  # a line that was cut off: the process was ended
        self._hear(number, {"problems": [Message("play.broken_off").text_in(self._job.asked.lang)]})

    def _hear(self, number: int, line: Mapping[str, Any]) -> None:
        """What the process says counts as long as it is the one that plays."""
        with self._lock:
            if self._job and self._job.id == number and self._job.state == "playing":
                self._job = _told(self._job, line)


def _told(job: PlayJob, line: Mapping[str, Any]) -> PlayJob:
    if "problems" in line:
        return replace(job, state="failed", problems=tuple(line["problems"]))
    if "answer" in line:
        return replace(job, state="ready", answer=line["answer"])
    return replace(job, done=line["done"], total=line["total"])
