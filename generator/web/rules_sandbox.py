"""Run the rules of the current folder in worker processes: they may do anything, or never end.

Rules that fail or take too long are a problem in the record; the server continues.
"""

from __future__ import annotations

from typing import Any

from cards_data import Problems
from cards_data.problems import Message
from generator.workers import Failure, Limits, WorkerPool
from scorer.web.api.records import NOTHING, Record, call_rules, problems_without_field
from scorer.web.routes import SECONDS

WORKERS = 2


class RulesSandbox:
    """Worker processes for rules of the current folder, with a deadline for each call."""

    def __init__(self) -> None:
        self._pool = WorkerPool(WORKERS, Limits(seconds=SECONDS))

    def __call__(self, call: str, slug: str, table: Any, lang: str) -> Record:
        result = next(self._pool.map(WORK, None, [(call, slug, table, lang)]))
        if not isinstance(result, Failure):
            record: Record = result
            return record
        why = Message("rules.failed") if result.why == "raised" else result.words
        fault = Message("problem.inside", outer=call, found=why)
        problems = Problems.of(f"scorer/games/{slug}", fault)
        if call not in NOTHING:
            raise problems
        return {**NOTHING[call], "problems": problems_without_field(problems, lang)}

    def shut_down(self) -> None:
        self._pool.shut_down()


def run_rules(_: None, item: tuple[str, str, Any, str]) -> Record:
    """Run rules in a worker; if they fail, their author sees the traceback on the terminal."""
    return call_rules(*item)


WORK = f"{__name__}:{run_rules.__name__}"
