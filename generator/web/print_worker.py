"""One print in a process of its own, which the print queue starts.

Comes in: a game's slug and options as JSON on standard input. Goes out: one line of JSON for each
step on standard output, the last one with the file or with every problem. A process can be killed,
and no error in it reaches the server.
"""

from __future__ import annotations

import json
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from cards_data import Game, Problem, Problems, load_game
from cards_data.problems import Message, in_every_language
from generator.changes.reprint import print_changed, sets_before
from generator.kit.print_files import PrintReport
from generator.options import Edition, PrintOptions
from generator.pipeline import print_game
from generator.workers import WorkerPool

OUT = Path("output")


def main() -> None:
    request: dict[str, Any] = json.load(sys.stdin)
    try:
        game = load_game(request["slug"])
        since = request["options"].pop("since", "")
        # A reprint lies where prints are looked for: the next one begins with it.
        out = OUT if since else Path(request["out"])
        options = replace(print_options(request["options"]), out=out)
        with WorkerPool(options.jobs) as pool:
            report = _printed(game, options, since, pool)
    except Problems as problems:
        _write_line(problems=[in_every_language(problem) for problem in problems.problems])
        return
    _write_line(pdf=str(report.pdf), pages=report.pages)


def _printed(game: Game, options: PrintOptions, since: str, pool: WorkerPool) -> PrintReport:
    """The whole game, or only what changed since an earlier state."""
    if not since:
        return print_game(game, options, pool, _progress)
    sets = sets_before(game, options.edition, since, options.out)
    report = print_changed(game, replace(options, copies=sets), since, pool, _progress)
    if report is None:
        raise Problems([Problem(since, Message("page.nothing_anew"))])
    return report


def print_options(chosen: dict[str, Any]) -> PrintOptions:
    """The options of a print, from what the page let people choose."""
    looks = {name: chosen[name] for name in ("lang", "ink") if name in chosen}
    lists: dict[str, Any] = {
        name: tuple(chosen[name]) for name in ("decks", "only") if name in chosen
    }
    rest = {name: value for name, value in chosen.items() if name not in {*looks, *lists}}
    return PrintOptions(edition=Edition(**looks), **lists, **rest)


def _progress(done: int, total: int) -> None:
    _write_line(done=done, total=total)


def _write_line(**what: Any) -> None:
    """Where the server was killed nobody reads any more: then the print ends, too."""
    try:
        print(json.dumps(what), flush=True)
    except BrokenPipeError:
        # Python writes what is left when it ends, and would tell the same once more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
