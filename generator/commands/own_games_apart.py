"""One's own games apart from those that came along.

Comes in: games. Goes out: the same, one's own first, with a heading where both are listed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from cards_data import Game
from cards_data.shelf import is_own

OWN, ALONG = "games of your own:", "games that came along:"


def own_first(games: Iterable[Game]) -> list[Game]:
    return sorted(games, key=lambda game: not is_own(game))


def headed(games: Sequence[Game]) -> Iterator[tuple[tuple[str, ...], Game]]:
    """Every game, the first of each kind with a heading; none where all are of one kind."""
    kinds = [is_own(game) for game in games]
    mixed = len(set(kinds)) > 1
    for place, game in enumerate(games):
        first = mixed and (not place or kinds[place] != kinds[place - 1])
        yield ((OWN if kinds[place] else ALONG,) if first else ()), game
