"""What a game module provides. Every game fills in the same fields, and registers ``RULES``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from cards_data import Game
from cards_data.schema import Mistake

from .forms import Field, Limit
from .result import Result, TableNote
from .state import TableState
from .translation import Translation

S = TypeVar("S", bound=TableState)
N = TypeVar("N")
T = TypeVar("T")


class Change(NamedTuple, Generic[S]):
    """A neighbouring table: how far away it is, what differs in words, and the table.

    ``touches`` names what differs. A change that touches more than a nearer one with the same
    outcome adds nothing.
    """

    cost: int
    text: str
    state: S
    touches: frozenset[str]


def ladder(start: int, step: int, reach: int, lowest: int = 0) -> Iterator[tuple[int, int]]:
    """Yield distance and number: step by step up or down, never below the lowest."""
    for n in range(1, reach + 1):
        if start + step * n < lowest:
            return
        yield n, start + step * n


def direction_key(step: int) -> str:
    """Return the end of the text key for a change."""
    return "more" if step > 0 else "fewer"


def with_item(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    return (*items[:index], item, *items[index + 1 :])


@dataclass(frozen=True)
class Rules(Generic[S, N]):
    """One game. Everything but ``numbers`` itself is given the numbers instead of the game.

    - ``numbers``: what scoring reads, from scoring.yaml and the decks
    - ``blank``: the smallest valid table, as raw values
    - ``check``: what is wrong with a well-formed table: numbers and pieces that the box lacks
    - ``notes``: doubts about a table that the box allows, but turns, setup or order of play forbid
    - ``judge``: the result
    - ``form``: the questions
    - ``printed``: plain values for reference cards and score sheets
    - ``changes``: neighbouring tables for "what would have changed it", each ladder by rising cost
    - ``complete``: turns a form's answers into the shape of the state, if they differ
    - ``split``: the inverse, from a state to the shape of the answers
    - ``limits``: what the box contains, for forms that refuse more
    """

    slug: str
    state: type[S]
    numbers: Callable[[Game], N]
    blank: Callable[[N], dict[str, Any]]
    check: Callable[[S, N], Iterable[Mistake]]
    judge: Callable[[S, N, Translation], Result]
    form: Callable[[N, Translation], tuple[Field, ...]]
    printed: Callable[[N], Mapping[str, object]]
    changes: Callable[[S, N, Translation], Iterable[Iterable[Change[S]]]]
    complete: Callable[[dict[str, Any]], dict[str, Any]] = dict
    split: Callable[[dict[str, Any]], dict[str, Any]] = dict
    limits: Callable[[N, Translation], tuple[Limit, ...]] = lambda numbers, say: ()
    notes: Callable[[S, N, Translation], Iterable[TableNote]] = lambda state, numbers, say: ()
