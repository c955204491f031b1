"""Kompensaatiopeli: neighbouring tables, to find what would have changed the outcome."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ...result import Cell
from ...rules import Change
from ...speech import Speech
from .numbers import Numbers
from .rules import PROTECTED, Table, project_name
from .state import CLOSED, OPEN, State

# How many tokens "what would have changed it" adds or takes away.
REACH = 5
COUNTED = ("offsets_in_bank", "demonstrations", "protest_camps", "destroyed_nature_tiles")


def changes(state: State, numbers: Numbers, say: Speech) -> Iterable[Iterable[Change[State]]]:
    """Tokens more, fewer or elsewhere, tiles turned up, counts and losses higher or lower."""
    table = Table(state, numbers, say)
    things = (*PROTECTED, *state.projects)
    yield from (_placed(table, what) for what in things)
    yield from (_more(table, what) for what in things)
    yield from (_without(table, what) for what in things)
    yield _closed_tiles(table)
    yield _moved_tokens(table)
    counts = {key: getattr(state, key) for key in COUNTED}
    if counts["destroyed_nature_tiles"] is None:
        counts["destroyed_nature_tiles"] = len(table.built)
    for key, count in counts.items():
        yield from (_ladder(table, key, count, step) for step in (1, -1))


def _ladder(table: Table, key: str, start: int, step: int) -> Iterator[Change[State]]:
    for n in range(1, REACH + 1):
        value = start + step * n
        if value < 0:
            return
        text = table.say(f"change.{key}.{'more' if step > 0 else 'fewer'}", n=n)
        yield Change(n, text, table.state.model_copy(update={key: value}), frozenset({key}))


def _placed(table: Table, what: str) -> Iterator[Change[State]]:
    """One token more, on each open tile: it may join a cluster there."""
    for at in table.holding(OPEN):
        text = table.say("change.placed", what=_thing(what, table), row=at[0], column=at[1])
        yield Change(1, text, _with_cells(table, {at: what}), frozenset({f"more {what}"}))


def _more(table: Table, what: str) -> Iterator[Change[State]]:
    """Several tokens more, on the open tiles nearest to those that lie there."""
    there = table.holding(what)
    free = sorted(table.holding(OPEN), key=lambda at: min((_far(at, x) for x in there), default=0))
    for n in range(2, min(REACH, len(free)) + 1):
        text = table.say(f"change.more.{_kind(what)}", n=n, project=_project(what, table))
        changed = _with_cells(table, dict.fromkeys(free[:n], what))
        yield Change(n, text, changed, frozenset({f"more {what}"}))


def _without(table: Table, what: str) -> Iterator[Change[State]]:
    """One token fewer, each in its place: it may break a cluster there."""
    for at in table.holding(what):
        text = table.say("change.without", what=_thing(what, table), row=at[0], column=at[1])
        yield Change(1, text, _with_cells(table, {at: OPEN}), frozenset({f"fewer {what}"}))


def _far(one: Cell, other: Cell) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def _closed_tiles(table: Table) -> Iterator[Change[State]]:
    """All closed tiles turned up, which costs one for each of them."""
    closed = table.holding(CLOSED)
    if closed:
        text = table.say("change.opened", n=len(closed))
        changed = _with_cells(table, dict.fromkeys(closed, OPEN))
        yield Change(len(closed), text, changed, frozenset({"opened"}))


def _moved_tokens(table: Table) -> Iterator[Change[State]]:
    """A token on another open tile: it may join or leave a cluster."""
    grid, free = table.grid, table.holding(OPEN)
    for at in table.holding(*PROTECTED, *table.state.projects):
        for other in free:
            gaps = {"row": at[0], "column": at[1], "to_row": other[0], "to_column": other[1]}
            text = table.say("change.moved", what=_thing(grid[at], table), **gaps)
            changed = _with_cells(table, {at: OPEN, other: grid[at]})
            yield Change(1, text, changed, frozenset({f"moved {grid[at]}"}))


def _kind(what: str) -> str:
    return what if what in PROTECTED else "token"


def _project(what: str, table: Table) -> str:
    return project_name(what, table) if what in table.state.projects else ""


def _thing(what: str, table: Table) -> str:
    return table.say(f"thing.{_kind(what)}", project=_project(what, table))


def _with_cells(table: Table, cells: Mapping[Cell, str]) -> State:
    grid = {**table.grid, **cells}
    rows = max(row for row, _ in grid)
    columns = max(column for _, column in grid)
    board = tuple(
        " ".join(grid[row, column] for column in range(1, columns + 1))
        for row in range(1, rows + 1)
    )
    return table.state.model_copy(update={"board": board})
