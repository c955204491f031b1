"""Kompensaatiopeli: neighbouring tables, to find what would have changed the outcome."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ...result import Cell
from ...rules import Change
from ...speech import Speech
from .numbers import Numbers
from .rules import PROTECTED
from .state import CLOSED, LETTERS, OPEN, State

# How many tokens "what would have changed it" adds or takes away.
REACH = 5
COUNTED = ("offsets_in_bank", "demonstrations", "protest_camps")


def changes(state: State, numbers: Numbers, say: Speech) -> Iterable[Iterable[Change[State]]]:
    """Tokens more, fewer or elsewhere, tiles turned up, counts and losses higher or lower."""
    things = (*PROTECTED, *state.projects)
    yield from (_placed(state, what, say) for what in things)
    yield from (_more(state, what, say) for what in things)
    yield from (_without(state, what, say) for what in things)
    yield _closed_tiles(state, say)
    yield _moved_tokens(state, say)
    built = sum(cell in LETTERS for cell in state.grid().values())
    lost = built if state.destroyed_nature_tiles is None else state.destroyed_nature_tiles
    counts = {key: getattr(state, key) for key in COUNTED} | {"destroyed_nature_tiles": lost}
    for key, count in counts.items():
        yield from (_ladder(state, key, count, step, say) for step in (1, -1))


def _ladder(state: State, key: str, start: int, step: int, say: Speech) -> Iterator[Change[State]]:
    for n in range(1, REACH + 1):
        value = start + step * n
        if value < 0:
            return
        text = say(f"change.{key}.{'more' if step > 0 else 'fewer'}", n=n)
        yield Change(n, text, state.model_copy(update={key: value}), frozenset({key}))


def _placed(state: State, what: str, say: Speech) -> Iterator[Change[State]]:
    """One token more, on each open tile: it may join a cluster there."""
    for at in _cells(state, OPEN):
        text = say("change.placed", what=_thing(what, state, say), row=at[0], column=at[1])
        yield Change(1, text, _with_cells(state, {at: what}), frozenset({f"more {what}"}))


def _more(state: State, what: str, say: Speech) -> Iterator[Change[State]]:
    """Several tokens more, on the open tiles nearest to those that lie there."""
    there = _cells(state, what)
    free = sorted(_cells(state, OPEN), key=lambda at: min((_far(at, x) for x in there), default=0))
    for n in range(2, min(REACH, len(free)) + 1):
        text = say(f"change.more.{_kind(what)}", n=n, project=_project(what, state, say))
        changed = _with_cells(state, dict.fromkeys(free[:n], what))
        yield Change(n, text, changed, frozenset({f"more {what}"}))


def _without(state: State, what: str, say: Speech) -> Iterator[Change[State]]:
    """One token fewer, each in its place: it may break a cluster there."""
    for at in _cells(state, what):
        text = say("change.without", what=_thing(what, state, say), row=at[0], column=at[1])
        yield Change(1, text, _with_cells(state, {at: OPEN}), frozenset({f"fewer {what}"}))


def _cells(state: State, *what: str) -> list[Cell]:
    return [at for at, cell in state.grid().items() if cell in what]


def _far(one: Cell, other: Cell) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def _closed_tiles(state: State, say: Speech) -> Iterator[Change[State]]:
    """All closed tiles turned up, which costs one for each of them."""
    closed = _cells(state, CLOSED)
    if closed:
        text = say("change.opened", n=len(closed))
        changed = _with_cells(state, dict.fromkeys(closed, OPEN))
        yield Change(len(closed), text, changed, frozenset({"opened"}))


def _moved_tokens(state: State, say: Speech) -> Iterator[Change[State]]:
    """A token on another open tile: it may join or leave a cluster."""
    grid, free = state.grid(), _cells(state, OPEN)
    for at in _cells(state, *PROTECTED, *state.projects):
        for other in free:
            gaps = {"row": at[0], "column": at[1], "to_row": other[0], "to_column": other[1]}
            text = say("change.moved", what=_thing(grid[at], state, say), **gaps)
            changed = _with_cells(state, {at: OPEN, other: grid[at]})
            yield Change(1, text, changed, frozenset({f"moved {grid[at]}"}))


def _kind(what: str) -> str:
    return what if what in PROTECTED else "token"


def _project(what: str, state: State, say: Speech) -> str:
    return say.name("project", state.projects.get(what, ""))


def _thing(what: str, state: State, say: Speech) -> str:
    return say(f"thing.{_kind(what)}", project=_project(what, state, say))


def _with_cells(state: State, cells: Mapping[Cell, str]) -> State:
    grid = {**state.grid(), **cells}
    rows = max(row for row, _ in grid)
    columns = max(column for _, column in grid)
    board = tuple(
        " ".join(grid[row, column] for column in range(1, columns + 1))
        for row in range(1, rows + 1)
    )
    return state.model_copy(update={"board": board})
