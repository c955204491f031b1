"""A game's numbers: scoring.yaml and the decks' counts as one checked, frozen value."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Annotated, Any, TypeVar

from cards_data import Deck, Game, Problem, Problems
from cards_data.documents import Document
from cards_data.problems import Message, Place, quoted
from cards_data.reader import read_yaml, shown_path
from cards_data.schema import Frozen, Mistake, read, within, wrong

from .state import outwards
from .translation import translated

N = TypeVar("N", bound=Frozen)

# Points for one thing may be taken away too; what exceeds a thousand is a slip of the hand.
Points = Annotated[int, within(-1_000, 1_000)]
# How many there are of something: none is possible, or at least one.
Amount = Annotated[int, within(0, 1_000)]
Some = Annotated[int, within(1, 1_000)]
# What is drawn, listed or played one after the other.
Few = Annotated[int, within(1, 40)]


def read_numbers(
    model: type[N],
    game: Game,
    box: dict[str, Any],
    more: Callable[[N], Iterable[Mistake]] = lambda numbers: (),
) -> N:
    """The numbers of scoring.yaml together with what the decks count (``box``).

    ``more`` finds what is wrong between parts that are sound.
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
        path = mistake.path
        if path[:1] == ("box",):
            where = Place(shown_path(game.folder / "game.yaml"))
        else:
            where = place_in(document, path)
        yield translated(mistake, where, game)


def place_in(document: Document, path: tuple[str | int, ...]) -> Place:
    """File, line and path; of a part that is missing, the line of what it is missing in."""
    near = next(part for part in outwards(path) if not part or part in document.lines)
    line = document.lines.get((*near, "value")) or document.lines.get(near, 1)
    return Place(document.place, line, path=path)


def ascending(numbers: Sequence[int], key: str) -> None:
    """Raises ``wrong(…)`` where a number is smaller than the one before it."""
    if list(numbers) != sorted(numbers):
        raise wrong(f"rising.{key}", numbers=", ".join(map(str, numbers)))


def deck(game: Game, name: str) -> Deck:
    if name not in game.decks:
        place = Place(shown_path(game.folder / "game.yaml"))
        raise Problems.of(
            place, Message("rules.no_deck", name=quoted(name)), hint=Message("rules.counts_pieces")
        )
    return game.decks[name]
