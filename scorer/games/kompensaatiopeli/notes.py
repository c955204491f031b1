"""Kompensaatiopeli: doubts about a table that the box allows.

Sections in docstrings are those of the rulebook.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cards_data.schema import Path

from ...core.clusters import clusters
from ...core.result import Cell, TableNote
from ...core.translation import Translation
from .numbers import LineUp, Numbers
from .state import AREA, CLOSED, NONE, RESTORED, SECTORS, State

_BOARD, _ROLES = ("board",), ("roles",)


class NoteContext(NamedTuple):
    """A table, and what is needed to describe its doubts."""

    state: State
    numbers: Numbers
    say: Translation
    grid: dict[Cell, str]

    def holding(self, *what: str) -> list[Cell]:
        return [cell for cell, token in self.grid.items() if token in what]

    @property
    def built(self) -> list[Cell]:
        return self.holding(*self.state.projects)

    @property
    def developers(self) -> int:
        return len(self.of_team("developers"))

    def of_team(self, team: str) -> list[str]:
        return [role for role in self.state.roles if self.numbers.box.roles[role].team == team]

    def note(self, key: str, path: Path, **gaps: object) -> TableNote:
        return TableNote(self.say(f"note.{key}", **gaps), path)


def notes(state: State, numbers: Numbers, say: Translation) -> Iterator[TableNote]:
    """Check roles, tiles, projects, protests and turns."""
    table = NoteContext(state, numbers, say, state.grid())
    yield from line_up(table)
    yield from tiles(table)
    yield from lost_tiles(table)
    yield from projects(table)
    yield from camp(table)
    yield from turns(table)


def line_up(table: NoteContext) -> Iterator[TableNote]:
    """Choose roles: two line-ups; conservationists may be left out, they change no points."""
    near = _line_up(table)
    if near is None:
        yield table.note("line_up", _ROLES, chosen=_names(table, table.state.roles))
        return
    rest = [role for role in _roles_to_name(table, near) if role not in table.state.roles]
    sectors = near.sector_roles - len(_sector_roles(table))
    if rest or sectors:
        roles = _names(table, rest)
        yield table.note("roles_missing", _ROLES, n=len(rest), roles=roles, sectors=sectors)


def _names(table: NoteContext, roles: Sequence[str]) -> str:
    return table.say.join([table.say.name("roles", role) for role in roles])


def _line_up(table: NoteContext) -> LineUp | None:
    """Return the line-up with fewest missing roles; None if a role is in no line-up."""
    chosen, sector = set(table.state.roles), set(_sector_roles(table))
    near = [
        one
        for one in table.numbers.line_ups.values()
        if chosen - sector <= set(one.roles) and len(sector) <= one.sector_roles
    ]
    return min(
        near, key=lambda one: len(_roles_to_name(table, one)) + one.sector_roles, default=None
    )


def _sector_roles(table: NoteContext) -> list[str]:
    roles = table.numbers.box.roles
    return [role for role in table.state.roles if roles[role].benefits in SECTORS]


def _roles_to_name(table: NoteContext, one: LineUp) -> list[str]:
    """Return the roles of a line-up that a table names; conservationists only if it names any."""
    roles, names_any = table.numbers.box.roles, table.of_team("conservationists")
    return [role for role in one.roles if names_any or roles[role].team == "developers"]


def tiles(table: NoteContext) -> Iterator[TableNote]:
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


def _copies(table: NoteContext, *cards: str) -> int:
    return sum(table.numbers.box.hand_cards[card] for card in cards)


def lost_tiles(table: NoteContext) -> Iterator[TableNote]:
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


def projects(table: NoteContext) -> Iterator[TableNote]:
    """Eligible place: check that the tokens of a project are edge to edge.

    The first one is next to the header, which is outside the board. Project headers and tokens:
    each developer brings five.
    """
    board, each = table.numbers.board, table.numbers.developer.tokens
    most, built = table.developers * each, len(table.built)
    if built > most > 0:
        yield table.note("tokens", _BOARD, n=built, developers=table.developers, most=most)
    for letter, header in table.state.projects.items():
        cells = table.holding(letter)
        name = table.say.name("project_headers", header)
        if len(clusters(cells)) > 1:
            yield table.note("project_apart", _BOARD, project=name)
        if cells and not any(r in (1, board.rows) or c in (1, board.columns) for r, c in cells):
            yield table.note("project_inside", _BOARD, project=name)


def camp(table: NoteContext) -> Iterator[TableNote]:
    """Protest actions: check that a camp was a demonstration first."""
    if table.state.protest_camps > table.state.demonstrations:
        yield table.note("camp", ("protest_camps",))


class Work(NamedTuple):
    """What a role has done, how many turns that takes, and where it is entered."""

    action: str
    n: int
    turns: int
    path: Path


def turns(table: NoteContext) -> Iterator[TableNote]:
    """Quick guides: one tile action per turn. All that one role did shares its turns."""
    line_up = _line_up(table)
    rounds = (
        line_up.rounds if line_up else max(one.rounds for one in table.numbers.line_ups.values())
    )
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


def _work(table: NoteContext) -> Iterator[Work]:
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


def _doer(table: NoteContext, action: str) -> str:
    """Protest actions: return the role for it, or another role in play that has the action."""
    roles = table.numbers.box.roles
    roles_with = [role for role in roles if action in roles[role].actions]
    line_up = _line_up(table)
    playing = [role for role in roles_with if role in (line_up or table.state).roles]
    return min(playing or roles_with, key=lambda role: len(roles[role].actions), default="")


def _developers_turns(table: NoteContext, rounds: int) -> Iterator[TableNote]:
    """Constructing a project token: one per turn, and not in the turn that plans its project."""
    developers, built = table.developers, len(table.built)
    plans = sum(1 for letter in table.state.projects if table.holding(letter))
    had = developers * rounds
    if built + plans > had > 0:
        gaps = {"n": built, "projects": plans, "turns": built + plans, "had": had}
        yield table.note("turns.developers", _BOARD, developers=developers, **gaps)
