"""The points of a declared game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..core.result import Line, Result, Tally, ranked
from ..core.translation import Translation
from .numbers import Numbers


def judge(slug: str, state: Any, numbers: Numbers, say: Translation) -> Result:
    """Most points win; equal points share the place."""
    tallies = [
        Tally(player.name, (*_counts(player, numbers, say), *_awards(player, state, numbers, say)))
        for player in state.players
    ]
    return ranked(slug, tallies, say, ())


def _counts(player: Any, numbers: Numbers, say: Translation) -> Iterator[Line]:
    for key, one in numbers.score.count.items():
        n = getattr(player, key)
        points = one.points(n)
        word = "steps" if one.steps is not None else "each" if one.group == 1 else "every"
        why = say(f"declared.{word}", n=n, each=one.each, every=one.group, points=points)
        yield Line(key, points, why)


def _awards(player: Any, state: Any, numbers: Numbers, say: Translation) -> Iterator[Line]:
    """Who has none of something has not most of it, even if nobody has any."""
    for key, award in numbers.score.awards.items():
        best = max(getattr(one, award.most_of) for one in state.players)
        first = [one.name for one in state.players if best and getattr(one, award.most_of) == best]
        won = player.name in first and (len(first) == 1 or award.ties == "all")
        why = say(f"declared.{_word(player.name, first, won)}", n=best, names=say.listed(first))
        yield Line(key, award.points if won else 0, why)


def _word(name: str, first: Sequence[str], won: bool) -> str:
    """How an award is told to one player."""
    if not first:
        return "nobody"
    if name not in first:
        return "not_most"
    return ("most" if len(first) == 1 else "shared") if won else "tied"
