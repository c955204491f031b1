"""Kompensaatiopeli: the table state, what can be wrong with it, and doubts that the box allows.

Sections in docstrings are those of the rulebook.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Annotated, Any, NamedTuple

from cards_data.documents import ReadOnly
from cards_data.problems import quote, short_list
from cards_data.schema import Mistake, Path, mistake, unknown_mistake, wrong

from ...core.clusters import clusters
from ...core.result import Cell, TableNote
from ...core.state import Count, TableState, too_many
from ...core.translation import Translation
from .numbers import LineUp, Numbers

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


class PlayedBoard:
    """A valid state prepared for rules and notes: who plays, and what is on which cells."""

    def __init__(self, state: State, numbers: Numbers, say: Translation) -> None:
        self.state, self.numbers, self.say = state, numbers, say
        self.grid = state.grid()
        self.roles = {role: numbers.box.roles[role] for role in state.roles}
        self.built = self.holding(*state.projects)
        projects = numbers.box.projects
        self._letters: dict[str, list[str]] = {}
        for letter, header in state.projects.items():
            for symbol in (projects[header].profile, *projects[header].sectors):
                self._letters.setdefault(symbol, []).append(letter)

    def holding(self, *what: str) -> tuple[Cell, ...]:
        return tuple(cell for cell, token in self.grid.items() if token in what)

    def benefits(self, symbol: str) -> tuple[Cell, ...]:
        """Return the constructed tokens whose header shows a profile or a sector."""
        letters = self._letters.get(symbol)
        return self.holding(*letters) if letters else ()

    def of_team(self, team: str) -> list[str]:
        return [key for key, role in self.roles.items() if role.team == team]

    def names(self, roles: Iterable[str]) -> str:
        return self.say.join([self.say.name("roles", role) for role in roles])

    def note(self, key: str, path: Path, **gaps: object) -> TableNote:
        return TableNote(self.say(f"note.{key}", **gaps), path)


def notes(state: State, numbers: Numbers, say: Translation) -> Iterator[TableNote]:
    """Check roles, tiles, projects, protests and turns."""
    table = PlayedBoard(state, numbers, say)
    yield from line_up(table)
    yield from tiles(table)
    yield from lost_tiles(table)
    yield from projects(table)
    if state.protest_camps > state.demonstrations:  # Protest actions: it was one first
        yield table.note("camp", ("protest_camps",))
    yield from turns(table)


def line_up(table: PlayedBoard) -> Iterator[TableNote]:
    """Choose roles: two line-ups; conservationists may be left out, they change no points."""
    near = _line_up(table)
    if near is None:
        yield table.note("line_up", _ROLES, chosen=table.names(table.roles))
        return
    rest = [role for role in _roles_to_name(table, near) if role not in table.state.roles]
    sectors = near.sector_roles - len(_sector_roles(table))
    if rest or sectors:
        roles = table.names(rest)
        yield table.note("roles_missing", _ROLES, n=len(rest), roles=roles, sectors=sectors)


def _line_up(table: PlayedBoard) -> LineUp | None:
    """Return the line-up with fewest missing roles; None if a role is in no line-up."""
    chosen, sector = set(table.state.roles), set(_sector_roles(table))
    near = [one for one in table.numbers.line_ups.values() if chosen - sector <= set(one.roles)]
    fitting = [one for one in near if len(sector) <= one.sector_roles]
    sizes = [len(_roles_to_name(table, one)) + one.sector_roles for one in fitting]
    return fitting[sizes.index(min(sizes))] if fitting else None


def _sector_roles(table: PlayedBoard) -> list[str]:
    roles = table.numbers.box.roles
    return [role for role in table.state.roles if roles[role].benefits in SECTORS]


def _roles_to_name(table: PlayedBoard, one: LineUp) -> list[str]:
    """Return the roles of a line-up that a table names; conservationists only if it names any."""
    roles, names_any = table.numbers.box.roles, table.of_team("conservationists")
    return [role for role in one.roles if names_any or roles[role].team == "developers"]


def tiles(table: PlayedBoard) -> Iterator[TableNote]:
    """Create the play area: check which tiles can be face up, missing or restored.

    Every second tile of the outer ring, from a corner, is face up from the start. Playing an action
    card: only a card removes a tile without building there. Restoration: only polluted land is
    restored.
    """
    numbers = table.numbers
    rows, columns, restored = numbers.board.rows, numbers.board.columns, table.holding(RESTORED)
    ring = [(r, c) for r, c in table.grid if r in (1, rows) or c in (1, columns)]
    first = [(row, column) for row, column in ring if (row + column) % 2 == 0]
    closed = [cell for cell in first if table.grid[cell] == CLOSED]
    if closed:
        yield table.note("closed", _BOARD, n=len(closed), open=len(first))
    most = _copies(table, *numbers.destroyed.cards, *numbers.destroyed.under_plans)
    empty = len(table.holding(NONE))
    if empty > most:
        yield table.note("no_tile", _BOARD, n=empty, most=most)
    if len(restored) > numbers.box.polluted:
        yield table.note("restored", _BOARD, n=len(restored), most=numbers.box.polluted)


def _copies(table: PlayedBoard, *cards: str) -> int:
    return sum(table.numbers.box.hand_cards[card] for card in cards)


def lost_tiles(table: PlayedBoard) -> Iterator[TableNote]:
    """Conservationist points: check how many tiles can be lost.

    Tiles under tokens and missing ones are lost, except polluted land that nobody restored. Cards
    destroy a few more.
    """
    at, empty = ("destroyed_nature_tiles",), len(table.holding(NONE))
    lost, gone = table.state.destroyed_nature_tiles, len(table.built) + empty
    polluted = max(0, table.numbers.box.polluted - len(table.holding(RESTORED)))
    least, most = max(0, gone - polluted), gone + _copies(table, *table.numbers.destroyed.cards)
    if lost is None:
        if empty:
            yield table.note("empty", at, n=empty)
    elif not least <= lost <= most:
        yield table.note("destroyed", at, n=lost, least=least, most=most)


def projects(table: PlayedBoard) -> Iterator[TableNote]:
    """Eligible place: check that the tokens of a project are edge to edge.

    The first one is next to the header, which is outside the board. Project headers and tokens:
    each developer brings five.
    """
    board, each = table.numbers.board, table.numbers.developer.tokens
    developers, built = len(table.of_team("developers")), len(table.built)
    most = developers * each
    if built > most > 0:
        yield table.note("tokens", _BOARD, n=built, developers=developers, most=most)
    for letter, header in table.state.projects.items():
        cells = table.holding(letter)
        name = table.say.name("project_headers", header)
        if len(clusters(cells)) > 1:
            yield table.note("project_apart", _BOARD, project=name)
        if cells and not any(r in (1, board.rows) or c in (1, board.columns) for r, c in cells):
            yield table.note("project_inside", _BOARD, project=name)


class Work(NamedTuple):
    """What a role has done, how many turns that takes, and where it is entered."""

    action: str
    n: int
    turns: int
    path: Path


def turns(table: PlayedBoard) -> Iterator[TableNote]:
    """Quick guides: one tile action per turn. All that one role did shares its turns."""
    line_up = _line_up(table)
    line_ups = [line_up] if line_up else table.numbers.line_ups.values()
    rounds = max(one.rounds for one in line_ups)
    by_role: dict[str, list[Work]] = {}
    for work in _work(table):
        if work.n:
            by_role.setdefault(_doer(table, work.action), []).append(work)
    for role, done in by_role.items():
        needed = sum(work.turns for work in done)
        if needed > rounds:
            things = table.say.join([table.say(f"done.{work.action}", n=work.n) for work in done])
            gaps = {"things": things, "turns": needed, "rounds": rounds}
            name = table.say.name("roles", role)
            yield table.note("turns", done[-1].path, role=name, **gaps)
    yield from _developers_turns(table, rounds)


def _work(table: PlayedBoard) -> Iterator[Work]:
    """Conservationist actions: yield what each role did.

    A turn allows up to four proposals, of which later one per turn becomes an area. It allows up to
    two campaigns, and one becomes a demonstration. Everything else takes a turn each.
    """
    state, at_once = table.state, table.numbers.box.turns
    areas, marches = len(table.holding(AREA)), state.demonstrations
    camps, bank, restored = state.protest_camps, state.offsets_in_bank, len(table.holding(RESTORED))
    proposals, campaigns = -(-areas // at_once.proposals), -(-marches // at_once.campaigns)
    yield Work("protect", areas, areas + proposals, _BOARD)
    yield Work("demonstrate", marches, marches + campaigns, ("demonstrations",))
    yield Work("camp", camps, camps, ("protest_camps",))
    yield Work("restore", restored, restored, _BOARD)
    yield Work("bank", bank, bank, ("offsets_in_bank",))


def _doer(table: PlayedBoard, action: str) -> str:
    """Protest actions: return the role for it, or another role in play that has the action."""
    roles = table.numbers.box.roles
    roles_with = [role for role in roles if action in roles[role].actions]
    line_up = _line_up(table)
    playing = [role for role in roles_with if role in (line_up or table.state).roles]
    return min(playing or roles_with, key=lambda role: len(roles[role].actions), default="")


def _developers_turns(table: PlayedBoard, rounds: int) -> Iterator[TableNote]:
    """Constructing a project token: one per turn, and not in the turn that plans its project."""
    developers, built = len(table.of_team("developers")), len(table.built)
    plans = sum(1 for letter in table.state.projects if table.holding(letter))
    had = developers * rounds
    if built + plans > had > 0:
        gaps = {"n": built, "projects": plans, "turns": built + plans, "had": had}
        yield table.note("turns.developers", _BOARD, developers=developers, **gaps)
