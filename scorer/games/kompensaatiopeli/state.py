"""Kompensaatiopeli: the table state and what can be wrong with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Any

from cards_data.documents import ReadOnly
from cards_data.problems import Message, either, listed, quoted
from cards_data.schema import Mistake, mistake, unknown_mistake, wrong

from ...core.clusters import clusters
from ...core.result import Cell
from ...core.state import Count, TableState, over
from .numbers import LineUp, Numbers

AREA, OFFSET, RESTORED, OPEN, CLOSED, NONE = "c", "o", "r", ".", "?", "-"
SMALL = (AREA, OFFSET, RESTORED, OPEN, CLOSED, NONE)
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
# Far wider than any board; a longer row would only make messages long.
ROW_LIMIT = 100
_BOARD, _ROLES = ("board",), ("roles",)
SECTORS = ("real_estate", "energy", "material", "mobility")


def _row(text: str) -> str:
    """A row with its cells apart, however closely it was typed."""
    if len(text) > ROW_LIMIT:
        raise wrong("row", given=quoted(text, 20), most=ROW_LIMIT)
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
        """What lies on each cell, by row and column from 1."""
        return {
            (row, column): cell
            for row, cells in enumerate(self.board, 1)
            for column, cell in enumerate(cells.split(), 1)
        }


def blank(numbers: Numbers) -> dict[str, Any]:
    """The smaller line-up before an empty, open board."""
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
    """Roles, headers, the board's shape and cells, and counts beyond the box."""
    yield from _check_roles(state, numbers)
    yield from _check_projects(state, numbers)
    yield from _check_board(state, numbers)
    yield from _check_box(state, numbers)
    yield from check_construction(state, numbers)
    yield from _check_destroyed(state, numbers)
    yield from _check_tiles(state, numbers)
    yield from _check_protests(state, numbers)
    yield from _check_turns(state, numbers)


def _check_roles(state: State, numbers: Numbers) -> Iterator[Mistake]:
    known = numbers.box.roles
    times = Counter(state.roles)
    for index, role in enumerate(state.roles):
        if role not in known:
            yield unknown_mistake(("roles", index), role, "role", known)
        elif times[role] > 1:
            at, n = ("roles", index), times[role]
            yield mistake(at, "twice.role", what=role, given=quoted(role), n=n)
    if all(role in known for role in state.roles) and max(times.values(), default=0) < 2:
        yield from _check_line_up(state, numbers)


def _check_line_up(state: State, numbers: Numbers) -> Iterator[Mistake]:
    """Setup: two line-ups; the conservationists may be left out, they change no points."""
    if line_ups_of(state, numbers):
        return
    missing = _missing(state, numbers)
    params = {
        "chosen": listed(state.roles),
        "n_chosen": len(state.roles),
        "line_ups": either([_line_up_text(one) for one in numbers.line_ups.values()]),
        **missing,
    }
    key = "roles_missing" if missing else "line_up"
    yield mistake(_ROLES, key, unfinished=bool(missing), **params)


def _missing(state: State, numbers: Numbers) -> dict[str, Any]:
    """Who is still to be named for the nearest line-up; nothing where the roles fit none."""
    chosen = set(state.roles)
    for line_up in sorted(numbers.line_ups.values(), key=lambda one: len(one.roles)):
        sector = [role for role in chosen if numbers.box.roles[role].benefits in SECTORS]
        if chosen - set(line_up.roles) == set(sector) and len(sector) <= line_up.sector_roles:
            rest = [role for role in line_up.roles if role not in chosen]
            others = line_up.sector_roles - len(sector)
            return {"n": len(rest), "roles": listed(rest), "sectors": others}
    return {}


def line_ups_of(state: State, numbers: Numbers) -> list[LineUp]:
    known = [role for role in state.roles if role in numbers.box.roles]
    with_team = any(_team(role, numbers) == "conservationists" for role in known)
    if len(known) < len(state.roles):
        return []
    every = numbers.line_ups.values()
    return [line_up for line_up in every if _fits(state, line_up, numbers, with_team)]


def _team(role: str, numbers: Numbers) -> str:
    return numbers.box.roles[role].team


def _developers(state: State, numbers: Numbers) -> int:
    known = (role for role in state.roles if role in numbers.box.roles)
    return sum(_team(role, numbers) == "developers" for role in known)


def _fits(state: State, line_up: LineUp, numbers: Numbers, with_team: bool) -> bool:
    wanted = {role for role in line_up.roles if with_team or _team(role, numbers) == "developers"}
    others = [role for role in state.roles if role not in wanted]
    sectors = [role for role in others if numbers.box.roles[role].benefits in SECTORS]
    return wanted <= set(state.roles) and len(others) == len(sectors) == line_up.sector_roles


def _line_up_text(line_up: LineUp) -> Message:
    roles, sectors = listed(line_up.roles), line_up.sector_roles
    return Message("wrong.line_up.one", roles=roles, sectors=sectors)


def _check_projects(state: State, numbers: Numbers) -> Iterator[Mistake]:
    known, times = numbers.box.projects, Counter(state.projects.values())
    for letter, header in state.projects.items():
        at = ("projects", letter)
        if len(letter) != 1 or letter not in LETTERS:
            yield mistake(at, "letter", given=quoted(letter))
        if header not in known:
            yield unknown_mistake(at, header, "project", known)
        elif times[header] > 1:
            yield mistake(at, "header_twice", given=quoted(header), n=times[header])


def _check_board(state: State, numbers: Numbers) -> Iterator[Mistake]:
    rows, columns = numbers.board.rows, numbers.board.columns
    if len(state.board) != rows:
        yield mistake(_BOARD, "rows", n=len(state.board), rows=rows, columns=columns)
    for index, row in enumerate(state.board):
        width = len(row.split())
        if width != columns:
            yield mistake(("board", index), "cells", n=width, given=quoted(row), most=columns)
    for (row_number, column), cell in state.grid().items():
        if row_number > rows or column > columns:
            continue
        at = ("board", row_number - 1, column - 1)
        if cell in SMALL:
            continue
        if len(cell) != 1 or cell not in LETTERS:
            yield mistake(at, "cell", given=quoted(cell), known=listed(SMALL))
        elif cell not in state.projects:
            known = listed(state.projects)
            key = "no_header" if state.projects else "no_headers"
            yield mistake(at, key, given=quoted(cell), known=known, needs=(("projects",),))


def _check_box(state: State, numbers: Numbers) -> Iterator[Mistake]:
    on_board, box = Counter(state.grid().values()), numbers.box
    built = sum(count for cell, count in on_board.items() if cell in LETTERS)
    limits = (
        ("tokens", built, box.tokens),
        ("offsets", on_board[OFFSET] + state.offsets_in_bank, box.offsets),
        ("areas", on_board[AREA], box.areas),
        ("restored", on_board[RESTORED], min(box.restorations, box.polluted)),
    )
    for key, count, most in limits:
        yield from over(_BOARD, f"box.{key}", count, most)
    yield from over(("offsets_in_bank",), "bank", state.offsets_in_bank, numbers.bank.tiles)


def destroyed_bounds(state: State, numbers: Numbers) -> tuple[int, int]:
    """How many nature tiles can be gone: those under tokens and missing, some of them polluted
    land that nobody restored, and what cards destroy beside them."""
    cells = list(state.grid().values())
    gone = sum(cell in LETTERS or cell == NONE for cell in cells)
    polluted = max(0, numbers.box.polluted - cells.count(RESTORED))
    return max(0, gone - polluted), gone + _copies(numbers.destroyed.cards, numbers)


def _copies(cards: tuple[str, ...], numbers: Numbers) -> int:
    return sum(numbers.box.hand_cards[card] for card in cards)


def _check_destroyed(state: State, numbers: Numbers) -> Iterator[Mistake]:
    """Conservationist points: polluted land is no nature tile; cards destroy a few more."""
    lost, (least, most) = state.destroyed_nature_tiles, destroyed_bounds(state, numbers)
    if lost is not None and not least <= lost <= most:
        at, hint = ("destroyed_nature_tiles",), Message("hint.destroyed")
        yield mistake(at, "destroyed", n=lost, least=least, most=most, hint=hint, needs=(_BOARD,))


def _check_tiles(state: State, numbers: Numbers) -> Iterator[Mistake]:
    """Setup: every second tile of the outer ring lies open from the start. Action cards: nothing
    but a card takes a tile away without building in its place.

    Closed tiles are counted, not looked at one by one: corners lie open, yet the example that the
    format of tables was agreed with has a closed one, and such tables stay readable.
    """
    rows, columns, cells = numbers.board.rows, numbers.board.columns, Counter(state.grid().values())
    ring = rows * columns - max(0, rows - 2) * max(0, columns - 2)
    half = ring // 2
    yield from over(_BOARD, "closed", cells[CLOSED], rows * columns - half, open=half)
    cards = (*numbers.destroyed.cards, *numbers.destroyed.under_plans)
    yield from over(_BOARD, "no_tile", cells[NONE], _copies(cards, numbers))


def check_construction(state: State, numbers: Numbers) -> Iterator[Mistake]:
    """Planning: one to five tokens, edge to edge, the first one beside the header, which lies
    outside of the board; each developer brings tokens of their own."""
    developers = _developers(state, numbers)
    tokens: dict[str, list[Cell]] = {}
    for cell, what in state.grid().items():
        if what in state.projects:
            tokens.setdefault(what, []).append(cell)
    built, each = sum(map(len, tokens.values())), numbers.developer.tokens
    params: dict[str, Any] = {"developers": developers, "each": each, "needs": (_ROLES,)}
    yield from over(_BOARD, "tokens", built, developers * each, **params)
    for letter, cells in tokens.items():
        yield from _check_project(letter, cells, numbers)


def _check_project(letter: str, cells: list[Cell], numbers: Numbers) -> Iterator[Mistake]:
    most, board = numbers.project.most, numbers.board
    # On a page tokens are laid one by one, in any order: those to come may reach the others or
    # the edge.
    begun = len(cells) < most
    yield from over(_BOARD, "project_tokens", len(cells), most, letter=letter)
    if len(clusters(cells)) > 1:
        yield mistake(_BOARD, "project_apart", letter=letter, unfinished=begun, countable=begun)
    if not any(row in (1, board.rows) or column in (1, board.columns) for row, column in cells):
        key, hint = "project_inside", Message("hint.header")
        yield mistake(_BOARD, key, letter=letter, hint=hint, unfinished=begun, countable=begun)


def _check_protests(state: State, numbers: Numbers) -> Iterator[Mistake]:
    """Protest actions: one camp in a game, made of a demonstration."""
    at, n = ("protest_camps",), state.protest_camps
    if n > numbers.camps.most:
        yield mistake(at, "camps", n=n, most=numbers.camps.most)
    elif n > state.demonstrations:
        needs, hint = (("demonstrations",),), Message("hint.camp")
        yield mistake(at, "camp", n=n, hint=hint, needs=needs, unfinished=True)


# What comes first takes a turn of its own: a campaign, a proposal.
_FIRST = 1


def _check_turns(state: State, numbers: Numbers) -> Iterator[Mistake]:
    """Quick guides: one tile action in a turn. Demonstrations are made of a campaign, areas of a
    proposal, tokens of a plan of an earlier turn; a camp, a restoration and a tile for the bank
    are a turn each."""
    fitting = line_ups_of(state, numbers) or list(numbers.line_ups.values())
    line_up = max(fitting, key=lambda one: one.rounds)
    rounds, needs = line_up.rounds, (_ROLES, _BOARD)
    cells = Counter(state.grid().values())
    areas, most = cells[AREA], rounds - _FIRST
    protests = state.demonstrations + state.protest_camps
    if protests > most:
        key = "demonstrations"
        yield mistake((key,), key, n=protests, rounds=rounds, most=most, needs=(_ROLES,))
    elif numbers.box.areas >= areas > most:
        yield mistake(_BOARD, "areas", n=areas, rounds=rounds, most=most, needs=needs)
    restored, bank = cells[RESTORED], state.offsets_in_bank
    if bank <= numbers.bank.tiles and restored <= numbers.box.polluted and restored + bank > rounds:
        at = ("offsets_in_bank",)
        yield mistake(at, "saver", n=restored, bank=bank, rounds=rounds, needs=needs)
    yield from _check_developers(state, numbers, rounds)


def _check_developers(state: State, numbers: Numbers, rounds: int) -> Iterator[Mistake]:
    """Construction: one token a turn, and not in the turn in which its project was planned."""
    developers = _developers(state, numbers)
    cells = Counter(cell for cell in state.grid().values() if cell in state.projects)
    built, turns = sum(cells.values()), developers * rounds
    if built <= developers * numbers.developer.tokens and built + len(cells) > turns:
        needs = (_ROLES, ("projects",))
        yield mistake(_BOARD, "turns", n=built, projects=len(cells), turns=turns, needs=needs)


def most_demonstrations(numbers: Numbers) -> int:
    return max(line_up.rounds for line_up in numbers.line_ups.values()) - _FIRST
