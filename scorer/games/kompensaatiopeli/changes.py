"""Kompensaatiopeli: neighbouring tables, to find what would have changed the outcome."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from cards_data.schema import replace

from ...core.result import Cell
from ...core.rules import Change, ladder, way
from ...core.translation import Translation
from .numbers import Numbers
from .rules import PROTECTED, PlayedBoard, project_name
from .state import CLOSED, OPEN, State

# How many tokens "what would have changed it" adds or takes away.
REACH = 5
COUNTED = ("offsets_in_bank", "demonstrations", "protest_camps", "destroyed_nature_tiles")


def changes(state: State, numbers: Numbers, say: Translation) -> Iterable[Iterable[Change[State]]]:
    """Tokens more, fewer or elsewhere, tiles turned up, counts and losses higher or lower."""
    table = PlayedBoard(state, numbers, say)
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
        yield from (_counted(table, key, count, step) for step in (1, -1))


def _counted(table: PlayedBoard, key: str, start: int, step: int) -> Iterator[Change[State]]:
    for n, value in ladder(start, step, REACH):
        text = table.say(f"change.{key}.{way(step)}", n=n)
        yield Change(n, text, replace(table.state, **{key: value}), frozenset({key}))


def _placed(table: PlayedBoard, what: str) -> Iterator[Change[State]]:
    """One token more, on each tile that may take it: it may join a cluster there."""
    for at in _free_for(table, what):
        text = table.say("change.placed", what=_thing(what, table), row=at[0], column=at[1])
        yield Change(1, text, _with_cells(table, {at: what}), frozenset({f"more {what}"}))


def _free_for(table: PlayedBoard, what: str) -> list[Cell]:
    """Open tiles; a project grows from its own tokens, up to the size on its header."""
    free = table.holding(OPEN)
    if what in PROTECTED:
        return list(free)
    there = table.holding(what)
    if len(there) >= _size(what, table):
        return []
    return [at for at in free if not there or min(_far(at, other) for other in there) == 1]


def _size(letter: str, table: PlayedBoard) -> int:
    size = table.numbers.box.projects[table.state.projects[letter]].size
    return min(size, table.numbers.project.most)


def _more(table: PlayedBoard, what: str) -> Iterator[Change[State]]:
    """Several tokens more, one beside the other, nearest to those that lie there."""
    added: dict[Cell, str] = {}
    for n in range(1, REACH + 1):
        grown = PlayedBoard(_with_cells(table, added), table.numbers, table.say)
        free, there = _free_for(grown, what), table.holding(what)
        if not free:
            return
        added[_nearest(free, there)] = what
        if n > 1:
            text = table.say(f"change.more.{_kind(what)}", n=n, project=_project(what, table))
            yield Change(n, text, _with_cells(table, added), frozenset({f"more {what}"}))


def _nearest(free: Sequence[Cell], there: Sequence[Cell]) -> Cell:
    """The first of the tiles that are nearest to what lies there, if anything does."""
    if not there:
        return free[0]
    return min(free, key=lambda at: min(_far(at, other) for other in there))


def _without(table: PlayedBoard, what: str) -> Iterator[Change[State]]:
    """One token fewer, each in its place: it may break a cluster there."""
    for at in table.holding(what):
        text = table.say("change.without", what=_thing(what, table), row=at[0], column=at[1])
        yield Change(1, text, _with_cells(table, {at: OPEN}), frozenset({f"fewer {what}"}))


def _far(one: Cell, other: Cell) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def _closed_tiles(table: PlayedBoard) -> Iterator[Change[State]]:
    """All closed tiles turned up, which costs one for each of them."""
    closed = table.holding(CLOSED)
    if closed:
        text = table.say("change.opened", n=len(closed))
        changed = _with_cells(table, dict.fromkeys(closed, OPEN))
        yield Change(len(closed), text, changed, frozenset({"opened"}))


def _moved_tokens(table: PlayedBoard) -> Iterator[Change[State]]:
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


def _project(what: str, table: PlayedBoard) -> str:
    return project_name(what, table) if what in table.state.projects else ""


def _thing(what: str, table: PlayedBoard) -> str:
    return table.say(f"thing.{_kind(what)}", project=_project(what, table))


def _with_cells(table: PlayedBoard, cells: Mapping[Cell, str]) -> State:
    """The state with other cells; where lost tiles were counted, each token takes or leaves one."""
    grid = {**table.grid, **cells}
    rows, columns = table.numbers.board.rows, table.numbers.board.columns
    board = tuple(
        " ".join(grid[row, column] for column in range(1, columns + 1))
        for row in range(1, rows + 1)
    )
    lost = table.state.destroyed_nature_tiles
    if lost is None:
        return replace(table.state, board=board)
    letters = table.state.projects
    more = sum((what in letters) - (table.grid[at] in letters) for at, what in cells.items())
    return replace(table.state, board=board, destroyed_nature_tiles=max(0, lost + more))
