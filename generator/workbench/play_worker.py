"""One comparison in a process of its own: a game as it is against an earlier state, played out.

Comes in: what is asked, as JSON on standard input. Goes out: a line of JSON for every chunk of
games on standard output, the last one with the answer in words or with every problem.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

from cards_data import Problems, load_game
from generator.lab.report import LabReport, play_out, share, signed
from generator.lab.trial import GameReading, Trial

from .change_summary import earlier_reading
from .play_jobs import THOROUGHNESS, PlayAsked

OUT = Path("output")


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(10)  # the page comes first
    asked = PlayAsked(**json.load(sys.stdin))
    try:
        _write_line(answer=_played(asked))
    except Problems as problems:
        _write_line(problems=[str(problem) for problem in problems.problems])


def _played(asked: PlayAsked) -> dict[str, Any]:
    game, how = load_game(asked.slug, counted=False), THOROUGHNESS[asked.how]
    with earlier_reading(game, asked.lang, asked.since, OUT) as before:
        trial = Trial(
            GameReading(game),
            GameReading(before),
            against=asked.since,
            bots=how.bots,
            players=(asked.players,),
            games=how.games,
            margin=how.margin,
        )
        return answer(play_out(trial, asked.lang, progress=_Progress(trial)))


class _Progress:
    """How many games were played of how many at most."""

    def __init__(self, trial: Trial) -> None:
        games = sum(trial.most_games(bot) for bot in trial.bots)
        self._total = games * len(trial.sides) * len(trial.players)
        self._done = 0
        self._tell()

    def __call__(self, number: int) -> None:
        self._done += number
        self._tell()

    def _tell(self) -> None:
        _write_line(done=self._done, total=self._total)


def answer(report: LabReport) -> dict[str, Any]:
    """What a comparison says, in words; every figure with its interval."""
    say = report.say
    keys = ("players", "bot", "games", "before", "after", "difference", "turns")
    return {
        "sayings": list(report.sayings),
        "disagree": report.disagree,
        "heads": [say(f"lab_col_{key}") for key in keys],
        "rows": [
            [
                str(run.players),
                run.bot,
                str(run.after.games),
                *(share(say, side.won) for _, side in run.sides()),
                signed(say, run.difference) if run.difference else "",
                say.decimal(f"{run.after.turns.value:.1f}"),
            ]
            for run in report.runs
        ],
        "cards": [
            {
                "name": changed.name,
                "lines": [
                    say(
                        "lab_changed_bought",
                        bot=bot,
                        n=players,
                        old=f"{100 * old:.0f}",
                        new=f"{100 * new:.0f}",
                    )
                    for bot, players, old, new in changed.bought
                ],
            }
            for changed in report.changed
        ],
        "note": say("lab_not_people"),
    }


def _write_line(**what: Any) -> None:
    print(json.dumps(what), flush=True)
