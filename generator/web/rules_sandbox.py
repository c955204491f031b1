"""Rules of the current folder, run in processes of their own: they may do anything, also never end.

Comes in: what the page asks of such rules. Goes out: the same records as from rules that came
along; where they fail or take too long, that is the problem that is told. The server goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cards_data import Problem, Problems
from generator.workers import Crew, Failure, Limits
from scorer.web.api.records import (
    NOTHING,
    Record,
    answers_record,
    form_record,
    score_record,
    unplaced,
    what_if_record,
)
from scorer.web.routes import SECONDS

WORKERS = 2
RECORDS: dict[str, Callable[[str, Any, str], Record]] = {
    "form": lambda slug, _, lang: form_record(slug, lang),
    "score": score_record,
    "what-if": what_if_record,
    "answers": answers_record,
}


class Aside:
    """Who runs them."""

    def __init__(self) -> None:
        self._crew = Crew(WORKERS, Limits(seconds=SECONDS))

    def __call__(self, call: str, slug: str, table: Any, lang: str) -> Record:
        found = next(self._crew.each(WORK, None, [(call, slug, table, lang)]))
        if not isinstance(found, Failure):
            record: Record = found
            return record
        why = "failed; the terminal says where" if found.why == "raised" else str(found)
        problems = Problems([Problem(f"scorer/games/{slug}", f"{call}: {why}")])
        if call not in NOTHING:
            raise problems
        return {**NOTHING[call], "problems": unplaced(problems)}

    def end(self) -> None:
        self._crew.end()


def ruled(_: None, question: tuple[str, str, Any, str]) -> Record:
    """What a worker does; who wrote the rules reads at the terminal where they fail."""
    call, slug, table, lang = question
    return RECORDS[call](slug, table, lang)


WORK = f"{__name__}:{ruled.__name__}"
