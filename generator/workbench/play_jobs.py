"""A change played out in the background: a game as it is now against an earlier state of it."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from cards_data import Game, load_game
from cards_data.problems import Message
from generator.changes.earlier_state import earlier_game
from generator.lab.report import LabReport, play_out
from generator.lab.trial import GameReading, Trial
from generator.options import Edition
from generator.workers.jobs import Job, JobQueue, Progress
from scorer.core.translation import own_languages
from scorer.web.routing import HttpError

from .grid_json import version_of

OUT = Path("output")
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


def checked_play(game: Game, since: str, asked: Mapping[str, Any]) -> dict[str, Any]:
    """What a page may ask for; anything else is an error."""
    players, how, lang = asked.get("players"), asked.get("how"), asked.get("said_in")
    if not isinstance(players, int) or isinstance(players, bool):
        raise HttpError(400, Message("box.players"))
    if not 1 <= players <= MOST_PLAYERS:
        raise HttpError(400, Message("allowed.range", low=1, high=MOST_PLAYERS))
    if not isinstance(how, str) or how not in THOROUGHNESS:
        raise HttpError(400, f"how: {', '.join(THOROUGHNESS)}")
    if not isinstance(lang, str) or lang not in own_languages():
        raise HttpError(400, f"said_in: {', '.join(own_languages())}")
    return {
        **{"slug": game.slug, "version": version_of(game), "since": since},
        **{"lang": lang, "players": players, "how": how},
    }


class PlayQueue(JobQueue):
    """One comparison at a time; it is known until the next one begins."""

    work = f"{__name__}:played"
    failed = ended = "box.broken_off"

    def of_game(self, slug: str) -> Job | None:
        """The last comparison, if it was of this game."""
        last = next(reversed(self._jobs.values()), None)
        return last if last and last.asked["slug"] == slug else None


def play_record(job: Job) -> dict[str, Any]:
    lang = job.asked["lang"]
    return {**vars(job), "problems": [words[lang] for words in job.problems]}


def played(asked: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Play a game out, and return the answer in words."""
    if hasattr(os, "nice"):
        os.nice(10)  # the page comes first
    game, how = load_game(asked["slug"], counted=False), THOROUGHNESS[asked["how"]]
    edition = Edition(asked["lang"])
    with earlier_game(game, edition, asked["since"], OUT, playable=True) as before:
        trial = Trial(
            GameReading(game),
            GameReading(before),
            against=asked["since"],
            bots=how.bots,
            players=(asked["players"],),
            games=how.games,
            margin=how.margin,
        )
        return answer(play_out(trial, asked["lang"], progress=_counted(trial, progress)))


def _counted(trial: Trial, progress: Progress) -> Callable[[int], None]:
    """Reports how many games were played, of how many at most."""
    games = sum(trial.most_games(bot) for bot in trial.bots)
    total, done = games * len(trial.sides) * len(trial.players), 0

    def add(number: int) -> None:
        nonlocal done
        done += number
        progress(done, total)

    add(0)
    return add


def answer(report: LabReport) -> dict[str, Any]:
    """What a comparison says, in words; every figure with its interval."""
    say, chances = report.say, report.chances()
    return {
        "sayings": list(report.sayings),
        "disagree": report.disagree,
        "heads": list(chances.heads),
        "rows": [list(row) for row in chances.rows],
        "cards": [{"name": one.name, "lines": one.lines(say)} for one in report.changed],
        "note": say("lab_not_people"),
    }
