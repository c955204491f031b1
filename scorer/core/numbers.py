"""A game's numbers: scoring.yaml and the decks' counts as one checked, frozen value."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Annotated, Any, TypeVar

from cards_data import Deck, Game, Problem, Problems
from cards_data.documents import Document
from cards_data.problems import Message, Place, quote
from cards_data.reader import read_yaml, shown_path
from cards_data.schema import Frozen, Mistake, in_range, read, wrong

from .state import outwards
from .translation import localise

N = TypeVar("N", bound=Frozen)

# Points may be negative too; more than a thousand is a typing mistake.
Points = Annotated[int, in_range(-1_000, 1_000)]
# How many there are of something: zero is possible, or at least one.
Amount = Annotated[int, in_range(0, 1_000)]
Some = Annotated[int, in_range(1, 1_000)]
# What is drawn, listed or played one after the other.
Few = Annotated[int, in_range(1, 40)]


def read_numbers(
    model: type[N],
    game: Game,
    box: dict[str, Any],
    more: Callable[[N], Iterable[Mistake]] = lambda numbers: (),
) -> N:
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
        place = Place(shown_path(game.folder / "game.yaml"))
        raise Problems.of(
            place, Message("rules.no_deck", name=quote(name)), hint=Message("rules.counts_pieces")
        )
    return game.decks[name]
