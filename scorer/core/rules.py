"""What a game module provides, and how it reads its numbers.

Every game fills in the same fields, and registers ``RULES``. Its numbers are scoring.yaml and the
counts of its decks as one checked, frozen value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Generic, NamedTuple, TypeVar

from cards_data import Deck, Game, Problem, Problems
from cards_data.documents import Document
from cards_data.problems import Message, Place, quote
from cards_data.reader import read_yaml, shown_path
from cards_data.schema import Frozen, Mistake, in_range, read, wrong

from .forms import Field, Limit
from .result import Result, TableNote
from .state import TableState, outwards
from .translation import Translation, localise

S = TypeVar("S", bound=TableState)
N = TypeVar("N")
T = TypeVar("T")
M = TypeVar("M", bound=Frozen)


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


# ---- numbers -------------------------------------------------------------------------------

# Points may be negative too; more than a thousand is a typing mistake.
Points = Annotated[int, in_range(-1_000, 1_000)]
# How many there are of something: zero is possible, or at least one.
Amount = Annotated[int, in_range(0, 1_000)]
Some = Annotated[int, in_range(1, 1_000)]
# What is drawn, listed or played one after the other.
Few = Annotated[int, in_range(1, 40)]


def read_numbers(
    model: type[M],
    game: Game,
    box: dict[str, Any],
    more: Callable[[M], Iterable[Mistake]] = lambda numbers: (),
) -> M:
    """Read the numbers of scoring.yaml together with the counts of the decks (``box``).

    ``more`` finds errors between parts that are valid by themselves.
    """
    numbers, errors = read(model, {**game.scoring, "box": box})
    if numbers is not None:
        errors = list(more(numbers))
    if numbers is None or errors:
        raise Problems(_problems(game, errors))
    return numbers


def _problems(game: Game, errors: Iterable[Mistake]) -> Iterator[Problem]:
    document = read_yaml(game.folder / "scoring.yaml")
    for mistake in errors:
        is_of_deck = mistake.path[:1] == ("box",)
        place = Place(shown_path(game.folder / "game.yaml"))
        yield localise(mistake, place if is_of_deck else place_in(document, mistake.path), game)


def place_in(document: Document, path: tuple[str | int, ...]) -> Place:
    """Return file, line and path; for a missing part, the line of its parent."""
    near = next(part for part in outwards(path) if not part or part in document.lines)
    line = document.lines.get((*near, "value")) or document.lines.get(near, 1)
    return Place(document.place, line, path=path)


def ascending(numbers: Sequence[int], key: str) -> None:
    """Raise ``wrong(…)`` if a number is smaller than the one before it."""
    if list(numbers) != sorted(numbers):
        raise wrong(f"rising.{key}", numbers=", ".join(map(str, numbers)))


def deck(game: Game, name: str) -> Deck:
    if name not in game.decks:
        place, fault = (
            Place(shown_path(game.folder / "game.yaml")),
            Message("rules.no_deck", name=quote(name)),
        )
        raise Problems.of(place, fault, hint=Message("rules.counts_pieces"))
    return game.decks[name]
