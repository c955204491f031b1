"""Find what would have changed the result: the smallest changes of a table that do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from heapq import merge
from typing import Any

from .core.result import Result, Turn
from .core.rules import Change
from .core.state import TableState
from .core.translation import Translation
from .engine import Scorer

# The most tables scored: this fits well into 200 ms.
LOOKS = 600
MOST_TURNS = 6
# The same winner is reached in many ways; the three smallest are enough to understand it.
SHOWN_ALIKE = 3


Verdict = tuple[str, tuple[str, ...]]


@dataclass(frozen=True)
class KeysOnly(Translation):
    """A translation that returns only keys, for scoring many tables whose texts nobody reads."""

    def __call__(self, key: str, /, **gaps: object) -> str:
        return key


def what_if(scorer: Scorer, state: TableState) -> tuple[Turn, ...]:
    """Return a handful of changes, smallest first, and not all for the same winner."""
    now = _verdict(_silent(scorer).score(state))
    turning: list[tuple[Change[Any], Verdict]] = []
    for change, verdict in _neighbours(scorer, state):
        alike = [other for other, same in turning if same == verdict]
        if verdict == now or len(alike) == SHOWN_ALIKE:
            continue
        if any(other.touches <= change.touches for other in alike):
            continue
        turning.append((change, verdict))
        if len(turning) == MOST_TURNS:
            break
    return tuple(_turn(scorer, change) for change, _ in turning)


def _silent(scorer: Scorer) -> Scorer:
    """Return the same scorer without sentences: only outcomes are compared."""
    say = KeysOnly(scorer.say.lang, scorer.say.words)
    return Scorer(scorer.game, scorer.rules, scorer.numbers, say)


def _verdict(result: Result) -> Verdict:
    return result.outcome, result.winners


def _neighbours(scorer: Scorer, state: TableState) -> Iterator[tuple[Change[Any], Verdict]]:
    """Yield valid neighbouring tables, nearest first, with their outcome and winners.

    A table with a note that the original does not have could not have happened, and is skipped.
    """
    ladders = scorer.rules.changes(state, scorer.numbers, scorer.say)
    nearest = merge(*ladders, key=lambda change: change.cost)
    silent = _silent(scorer)
    notes = Counter(silent.notes(state))
    for _, change in zip(range(LOOKS), nearest, strict=False):
        if any(True for _ in scorer.rules.check(change.state, scorer.numbers)):
            continue
        result = silent.score(change.state)
        if not Counter(result.notes) - notes:
            yield change, _verdict(result)


def _turn(scorer: Scorer, change: Change[Any]) -> Turn:
    result = scorer.score(change.state)
    names = scorer.say.join(result.winners)
    then = scorer.say(f"what_if.{result.outcome}", names=names)
    return Turn(change.text, change.cost, result.outcome, result.winners, then, change.state)
