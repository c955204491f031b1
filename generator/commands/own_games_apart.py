"""One's own games apart from those that came along.

Comes in: games. Goes out: the same, one's own first, with a heading where both are listed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from cards_data import Game
from cards_data.shelf import is_own

from .terminal_language import spoken


def own_first(games: Iterable[Game]) -> list[Game]:
    return sorted(games, key=lambda game: not is_own(game))


def headed(games: Sequence[Game]) -> Iterator[tuple[tuple[str, ...], Game]]:
    """Every game, the first of each kind with a heading; none where all are of one kind."""
    kinds = [is_own(game) for game in games]
    mixed = len(set(kinds)) > 1
    for place, game in enumerate(games):
        first = mixed and (not place or kinds[place] != kinds[place - 1])
        key = "cmd_own_games" if kinds[place] else "cmd_games_along"
        yield ((spoken()(key),) if first else ()), game
