"""Kompensaatiopeli: the table state and what can be wrong with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Any

from cards_data.documents import ReadOnly
from cards_data.problems import quote, short_list
from cards_data.schema import Mistake, mistake, unknown_mistake, wrong

from ...core.result import Cell
from ...core.state import Count, TableState, too_many
from .numbers import Numbers

AREA, OFFSET, RESTORED, OPEN, CLOSED, NONE = "c", "o", "r", ".", "?", "-"
SMALL = (AREA, OFFSET, RESTORED, OPEN, CLOSED, NONE)
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
# Far wider than any board; a longer row would only make messages long.
ROW_LIMIT = 100
_BOARD, _ROLES = ("board",), ("roles",)
SECTORS = ("real_estate", "energy", "material", "mobility")


def _row(text: str) -> str:
    """Separate the cells of a row, with or without typed spaces."""
    if len(text) > ROW_LIMIT:
        raise wrong("row", given=quote(text, 20), most=ROW_LIMIT)
    cells = text.split()
    return " ".join(cells[0] if len(cells) == 1 else cells)


Row = Annotated[str, _row]


class State(TableState):
    roles: tuple[str, ...]
    projects: dict[str, str] = ReadOnly()
    board: tuple[Row, ...]
    destroyed_nature_tiles: Count | None = None
    offsets_in_bank: Count = 0
    demonstrations: Count = 0
    protest_camps: Count = 0

    def grid(self) -> dict[Cell, str]:
        """Return what is on each cell, by row and column from 1."""
        return {
            (row, column): cell
            for row, cells in enumerate(self.board, 1)
            for column, cell in enumerate(cells.split(), 1)
        }


def blank(numbers: Numbers) -> dict[str, Any]:
    """Return the smaller line-up with an empty, open board."""
    line_up = min(numbers.line_ups.values(), key=lambda line_up: len(line_up.roles))
    row = " ".join(OPEN * numbers.board.columns)
    return {
        "roles": list(line_up.roles),
        "projects": {},
        "board": [row] * numbers.board.rows,
        "offsets_in_bank": 0,
        "demonstrations": 0,
        "protest_camps": 0,
    }


def check(state: State, numbers: Numbers) -> Iterator[Mistake]:
    """Check roles, headers, the board's shape and cells, and counts that exceed the box."""
    yield from _check_roles(state, numbers)
    yield from _check_projects(state, numbers)
    yield from _check_board(state, numbers)
    yield from _check_box(state, numbers)
    yield from _check_counts(state, numbers)


def _check_roles(state: State, numbers: Numbers) -> Iterator[Mistake]:
    """Check roles: the box has one card of each; unusual line-ups are only a note."""
    roles = numbers.box.roles
    times = Counter(state.roles)
    if not state.roles:
        yield mistake(_ROLES, "no_roles", known=short_list(roles), unfinished=True)
    for index, role in enumerate(state.roles):
        if role not in roles:
            yield unknown_mistake(("roles", index), role, "role", roles)
        elif times[role] > 1:
            at, n = ("roles", index), times[role]
            yield mistake(at, "twice.role", what=role, given=quote(role), n=n)


def _check_projects(state: State, numbers: Numbers) -> Iterator[Mistake]:
    projects, times = numbers.box.projects, Counter(state.projects.values())
    for letter, header in state.projects.items():
        at = ("projects", letter)
        if len(letter) != 1 or letter not in LETTERS:
            yield mistake(at, "letter", given=quote(letter))
        if header not in projects:
            yield unknown_mistake(at, header, "project", projects)
        elif times[header] > 1:
            yield mistake(at, "header_twice", given=quote(header), n=times[header])


def _check_board(state: State, numbers: Numbers) -> Iterator[Mistake]:
    rows, columns = numbers.board.rows, numbers.board.columns
    if len(state.board) != rows:
        yield mistake(_BOARD, "rows", n=len(state.board), rows=rows, columns=columns)
    for index, row in enumerate(state.board):
        width = len(row.split())
        if width != columns:
            yield mistake(("board", index), "cells", n=width, given=quote(row), most=columns)
    for (row_number, column), cell in state.grid().items():
        if row_number > rows or column > columns:
            continue
        at = ("board", row_number - 1, column - 1)
        if cell in SMALL:
            continue
        if len(cell) != 1 or cell not in LETTERS:
            yield mistake(at, "cell", given=quote(cell), known=short_list(SMALL))
        elif cell not in state.projects:
            names = short_list(state.projects)
            key = "no_header" if state.projects else "no_headers"
            yield mistake(at, key, given=quote(cell), known=names, needs=(("projects",),))


def _check_box(state: State, numbers: Numbers) -> Iterator[Mistake]:
    """Check tokens against the box and the sizes of projects, five at most."""
    on_board, box = Counter(state.grid().values()), numbers.box
    built = sum(count for cell, count in on_board.items() if cell in LETTERS)
    limits = (
        ("tokens", built, box.tokens),
        ("offsets", on_board[OFFSET] + state.offsets_in_bank, box.offsets),
        ("areas", on_board[AREA], box.areas),
        ("restored", on_board[RESTORED], box.restorations),
    )
    for key, count, most in limits:
        yield from too_many(_BOARD, f"box.{key}", count, most)
    for letter in state.projects:
        count, most = on_board[letter], numbers.project.most
        yield from too_many(_BOARD, "project_tokens", count, most, letter=letter)


def _check_counts(state: State, numbers: Numbers) -> Iterator[Mistake]:
    """Check what is counted outside the board. A demonstration needs a knowledge card."""
    box, most = numbers.box, numbers.camps.most
    lost = state.destroyed_nature_tiles or 0
    yield from too_many(("destroyed_nature_tiles",), "destroyed", lost, box.nature_tiles)
    yield from too_many(("offsets_in_bank",), "bank", state.offsets_in_bank, numbers.bank.tiles)
    yield from too_many(("demonstrations",), "demonstrations", state.demonstrations, box.knowledge)
    yield from too_many(("protest_camps",), "camps", state.protest_camps, most)
