"""The report as JSON, in a shape that other programs can rely on; docs/playing.md describes it."""

from __future__ import annotations

import json
from typing import Any

from .figures import RunFigures, SideFigures
from .intervals import Interval
from .report import LabReport

DIGITS = 6


def as_json(report: LabReport) -> str:
    return json.dumps(as_data(report), indent=2, ensure_ascii=False)


def as_data(report: LabReport) -> dict[str, Any]:
    trial = report.trial
    return {
        "game": report.game.slug,
        "against": trial.against or None,
        "without": list(trial.after.without),
        "options": {name: str(value) for name, value in trial.options.items()},
        "seed": trial.seed,
        "margin": trial.margin or None,
        "bots_disagree": report.disagree,
        "sayings": list(report.sayings),
        "runs": [_run(run) for run in report.runs],
        "changed_cards": [
            {
                "card": changed.card,
                "bought": [
                    {"bot": bot, "players": n, "before": _round(old), "after": _round(new)}
                    for bot, n, old, new in changed.bought
                ],
            }
            for changed in report.changed
        ],
    }


def _run(run: RunFigures) -> dict[str, Any]:
    moved = {}
    if run.difference is not None:
        moved = {"difference": _interval(run.difference), "verdict": run.verdict}
    sides = {name: _side(side) for name, side in run.sides()}
    return {"players": run.players, "bot": run.bot, **sides, **moved, "worth_a_look": run.seed}


def _side(side: SideFigures) -> dict[str, Any]:
    return {
        "games": side.games,
        "won": _interval(side.won),
        "turns": _interval(side.turns),
        "ends": _rounded(side.ends),
        "in_games": {what: _rounded(items) for what, items in side.shares.items()},
        "a_game": {what: _rounded(items) for what, items in side.means.items()},
        "bought_first": _rounded(side.first),
        "never_bought": list(side.never),
        "by_turn": {
            what: [[turn, _round(number)] for turn, number in line]
            for what, line in side.by_turn.items()
        },
    }


def _interval(interval: Interval) -> dict[str, float]:
    return {
        "value": _round(interval.value),
        "low": _round(interval.low),
        "high": _round(interval.high),
    }


def _rounded(shares: Any) -> dict[str, float]:
    return {item: _round(number) for item, number in shares.items()}


def _round(number: float) -> float:
    return round(number, DIGITS)
