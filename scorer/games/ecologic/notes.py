"""Ecologic: doubts about a table that the box allows.

Sections in docstrings are those of the rulebook.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from operator import add, le

from ...core.result import TableNote
from ...core.translation import Translation
from .numbers import Numbers
from .state import State

# Tokens of a type and colour, and sectors of that type.
Type = tuple[int, int]


def notes(state: State, numbers: Numbers, say: Translation) -> Iterator[TableNote]:
    """Check the space on the board, and the size of teams."""
    yield from refineries(state, numbers, say)
    yield from teams(state, numbers, say)


def refineries(state: State, numbers: Numbers, say: Translation) -> Iterator[TableNote]:
    """Section 1, placement: a sector takes one type of token, has one owner, and four levels."""
    box = numbers.box
    tokens = tuple(sorted(player.refineries for player in state.players))
    types = tuple((most, box.sectors.get(kind, 0)) for kind, most in box.types.items())
    if _have_room(tokens, types, box.levels):
        return
    sectors = say.join([_sectors(kind, n, say) for kind, n in box.sectors.items()])
    gaps = {"tokens": say.join([str(n) for n in tokens if n]), "sectors": sectors}
    text = say("note.refineries", **gaps, levels=box.levels)
    addition = say("note.reconstructed") if box.reconstructed else ""
    yield TableNote(f"{text} {addition}".rstrip(), ("players", 0, "refineries"))


def _sectors(kind: str, n: int, say: Translation) -> str:
    key = f"sectors.{kind}"
    return say(key, n=n) if key in say.words else f"{n} {kind}"


@lru_cache(maxsize=4096)
def _have_room(tokens: tuple[int, ...], types: tuple[Type, ...], levels: int) -> bool:
    """Return whether all sectors are enough for some types of each player's tokens."""
    used, sectors = {(0,) * len(types)}, [most for _, most in types]
    for count in tokens:
        mixed = product(*(range(min(most, count) + 1) for most, _ in types))
        needed = {tuple(-(-n // levels) for n in split) for split in mixed if sum(split) == count}
        every = (tuple(map(add, one, more)) for one in used for more in needed)
        used = {one for one in every if all(map(le, one, sectors))}
    return bool(used)


def teams(state: State, numbers: Numbers, say: Translation) -> Iterator[TableNote]:
    """Variants, play in teams: two allies against two."""
    members_by_team, size = state.teams or {}, numbers.teams.players
    if len(members_by_team) == 1:
        yield TableNote(say("note.one_team"), ("players", 0, "team"))
    names = [player.name for player in state.players]
    for team, members in members_by_team.items():
        if len(members) != size:
            text = say("note.team", team=team, n=len(members), size=size)
            yield TableNote(text, ("players", names.index(members[0]), "team"))
