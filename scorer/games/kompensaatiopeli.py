"""Kompensaatiopeli: developers build, conservationists protect, offset and protest.

Sections in docstrings are those of the rulebook, "Calculating the Score".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any

from pydantic import AfterValidator
from pydantic import Field as Item

from cards_data import Game, did_you_mean, quoted

from ..clusters import clusters
from ..forms import Choice, Field, choices_of
from ..numbers import deck, read_numbers
from ..result import Cell, Line, Result, Tally, ranked
from ..rules import Change, Rules
from ..speech import Speech
from ..state import Count, Frozen, Mistake, TableState

SLUG = "kompensaatiopeli"
AREA, OFFSET, RESTORED, OPEN, CLOSED, NONE = "c", "o", "r", ".", "?", "-"
PROTECTED = (AREA, OFFSET, RESTORED)
SMALL = (AREA, OFFSET, RESTORED, OPEN, CLOSED, NONE)
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
PROFILES = ("profitable", "sustainable")
SECTORS = ("real_estate", "energy", "material", "mobility")
# How many tokens "what would have changed it" adds or takes away.
REACH = 5


# Numbers


class DeveloperPoints(Frozen):
    start: int
    token: int
    profitable: int
    sustainable: int
    sector: int
    cluster: int


class ConservationistPoints(Frozen):
    start: int
    destroyed: int
    offset: int
    area: int
    restored: int
    demonstration: int
    camp: int
    all_open: int
    majority: int
    cluster: int


class Cluster(Frozen):
    tokens: int
    most: int


class Share(Frozen):
    part: int
    of: int


class Board(Frozen):
    rows: int
    columns: int


class Bank(Frozen):
    tiles: int


class Camps(Frozen):
    most: int


class Individual(Frozen):
    start: int
    token: int


class LineUp(Frozen):
    rounds: int
    roles: tuple[str, ...]
    sector_roles: int


class Project(Frozen):
    """What a header tile says: its name, profile and sectors."""

    name: str
    profile: str
    sectors: tuple[str, ...]


class Role(Frozen):
    name: str
    team: str
    benefits: str


class Box(Frozen):
    """What the decks hold: headers, roles and the number of tokens and tiles."""

    projects: dict[str, Project]
    roles: dict[str, Role]
    tokens: int
    offsets: int
    areas: int
    restorations: int
    tiles: int


class Numbers(Frozen):
    developers: DeveloperPoints
    conservationists: ConservationistPoints
    cluster: Cluster
    majority: Share
    board: Board
    bank: Bank
    camps: Camps
    individual: Individual
    line_ups: dict[str, LineUp]
    box: Box


def numbers(game: Game) -> Numbers:
    """What scoring reads; profiles, sectors, roles and counts come from the decks."""
    headers = deck(game, "project_headers").pieces
    roles = deck(game, "roles").pieces
    box = {
        "projects": {
            piece.id: {key: piece.values[key] for key in ("name", "profile", "sectors")}
            for piece in headers
        },
        "roles": {
            piece.id: {key: piece.values[key] for key in ("name", "team", "benefits")}
            for piece in roles
        },
        "tokens": deck(game, "project_tokens").total,
        "offsets": deck(game, "offsetting_tokens").total,
        "areas": deck(game, "conservation_tokens").total,
        "restorations": deck(game, "restoration_tokens").total,
        "tiles": deck(game, "nature_tiles").total,
    }
    return read_numbers(Numbers, game, box)


# State


def _row(text: str) -> str:
    """A row with its cells apart, however closely it was typed."""
    cells = text.split()
    return " ".join(cells[0] if len(cells) == 1 else cells)


Row = Annotated[str, AfterValidator(_row)]


class State(TableState):
    roles: tuple[str, ...]
    projects: dict[str, str] = Item(default_factory=dict)
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
    yield from _check_protests(state, numbers)


def _check_roles(state: State, numbers: Numbers) -> Iterator[Mistake]:
    known = numbers.box.roles
    times = Counter(state.roles)
    for index, role in enumerate(state.roles):
        if role not in known:
            hint = did_you_mean(role, known)
            yield Mistake(("roles", index), f"{quoted(role)} is no role", ", ".join(known), hint)
        elif times[role] > 1:
            found = f"{quoted(role)} stands {times[role]} times"
            yield Mistake(("roles", index), found, "each role once")
    if all(role in known for role in state.roles) and max(times.values(), default=0) < 2:
        yield from _check_line_up(state, numbers)


def _check_line_up(state: State, numbers: Numbers) -> Iterator[Mistake]:
    """Setup: two line-ups; the conservationists may be left out, they change no points."""
    with_team = any(_team(role, numbers) == "conservationists" for role in state.roles)
    if any(_fits(state, line_up, numbers, with_team) for line_up in numbers.line_ups.values()):
        return
    allowed = " or ".join(_told(line_up) for line_up in numbers.line_ups.values())
    found = f"{', '.join(state.roles) or 'nobody'} cannot be in play together"
    yield Mistake(("roles",), found, allowed)


def _team(role: str, numbers: Numbers) -> str:
    return numbers.box.roles[role].team


def _fits(state: State, line_up: LineUp, numbers: Numbers, with_team: bool) -> bool:
    wanted = {role for role in line_up.roles if with_team or _team(role, numbers) == "developers"}
    others = [role for role in state.roles if role not in wanted]
    sectors = [role for role in others if numbers.box.roles[role].benefits in SECTORS]
    return wanted <= set(state.roles) and len(others) == len(sectors) == line_up.sector_roles


def _told(line_up: LineUp) -> str:
    more = f" and {line_up.sector_roles} sector role" if line_up.sector_roles else ""
    return ", ".join(line_up.roles) + more


def _check_projects(state: State, numbers: Numbers) -> Iterator[Mistake]:
    known, times = numbers.box.projects, Counter(state.projects.values())
    for letter, header in state.projects.items():
        at = ("projects", letter)
        if len(letter) != 1 or letter not in LETTERS:
            yield Mistake(at, f"{quoted(letter)} is no project letter", "one capital, A to Z")
        if header not in known:
            hint = did_you_mean(header, known)
            yield Mistake(at, f"{quoted(header)} is no project", ", ".join(known), hint)
        elif times[header] > 1:
            found = f"{quoted(header)} has {times[header]} letters, the box has 1 such header"
            yield Mistake(at, found, "one letter for each header")


def _check_board(state: State, numbers: Numbers) -> Iterator[Mistake]:
    rows, columns = numbers.board.rows, numbers.board.columns
    if len(state.board) != rows:
        yield Mistake(("board",), f"{len(state.board)} rows", f"{rows} rows of {columns} cells")
    for index, row in enumerate(state.board):
        width = len(row.split())
        if width != columns:
            yield Mistake(
                ("board", index), f"the row has {width}: {quoted(row)}", f"{columns} cells"
            )
    for (row_number, column), cell in state.grid().items():
        at = ("board", row_number - 1, column - 1)
        if cell in SMALL:
            continue
        if len(cell) != 1 or cell not in LETTERS:
            allowed = f"{', '.join(SMALL)}, or the capital letter of a project"
            yield Mistake(at, f"{quoted(cell)} is nothing that can lie on a tile", allowed)
        elif cell not in state.projects:
            found = f"{quoted(cell)} has no project header"
            allowed = ", ".join(state.projects) or "a letter that stands in projects"
            yield Mistake(at, found, allowed, needs=(("projects",),))


def _check_box(state: State, numbers: Numbers) -> Iterator[Mistake]:
    on_board, box = Counter(state.grid().values()), numbers.box
    built = sum(count for cell, count in on_board.items() if cell in LETTERS)
    counted = (
        ("project tokens", built, box.tokens),
        ("offsetting sites", on_board[OFFSET] + state.offsets_in_bank, box.offsets),
        ("conservation areas", on_board[AREA], box.areas),
        ("restored sites", on_board[RESTORED], box.restorations),
    )
    for label, count, most in counted:
        if count > most:
            found = f"{count} {label} on the table, the box has {most}"
            yield Mistake(("board",), found, f"up to {most}")
    if state.offsets_in_bank > numbers.bank.tiles:
        found = f"{state.offsets_in_bank} offsets, the bank holds {numbers.bank.tiles} tiles"
        yield Mistake(("offsets_in_bank",), found, f"up to {numbers.bank.tiles}")
    lost = state.destroyed_nature_tiles or 0
    if lost > box.tiles:
        found = f"{lost} nature tiles, the box has {box.tiles}"
        yield Mistake(("destroyed_nature_tiles",), found, f"up to {box.tiles}")


def _check_protests(state: State, numbers: Numbers) -> Iterator[Mistake]:
    """Protest actions: one demonstration in a turn; one camp in a game, made of one of them."""
    most = most_demonstrations(numbers)
    if state.demonstrations > most:
        found = f"{state.demonstrations} demonstrations, one can be made in each round"
        yield Mistake(("demonstrations",), found, f"up to {most}")
    if state.protest_camps > numbers.camps.most:
        found = f"{state.protest_camps} protest camps"
        yield Mistake(("protest_camps",), found, f"up to {numbers.camps.most}")
    elif state.protest_camps > state.demonstrations:
        found = f"{state.protest_camps} protest camp but no demonstration to make it of"
        hint = "a camp was a demonstration first: count it there too"
        yield Mistake(("protest_camps",), found, hint=hint, needs=(("demonstrations",),))


def most_demonstrations(numbers: Numbers) -> int:
    return max(line_up.rounds for line_up in numbers.line_ups.values())


# Rules: developer points


class Table:
    """A state laid out for the rules: which cells hold what."""

    def __init__(self, state: State, numbers: Numbers, say: Speech) -> None:
        self.state, self.numbers, self.say = state, numbers, say
        self.grid = state.grid()
        self.roles = [numbers.box.roles[role] for role in state.roles]
        self.built = tuple(cell for cell, what in self.grid.items() if what in state.projects)
        projects = numbers.box.projects
        self._letters: dict[str, list[str]] = {}
        for letter, header in state.projects.items():
            for symbol in (projects[header].profile, *projects[header].sectors):
                self._letters.setdefault(symbol, []).append(letter)

    def holding(self, *what: str) -> tuple[Cell, ...]:
        return tuple(cell for cell, there in self.grid.items() if there in what)

    def benefits(self, symbol: str) -> tuple[Cell, ...]:
        """The constructed tokens whose header shows a profile or a sector."""
        letters = self._letters.get(symbol)
        return self.holding(*letters) if letters else ()


def start(points: int, say: Speech) -> Line:
    """Calculating the score: each team's score marker starts on its own number."""
    return Line("start", points, say("why.start", n=points))


def constructed_tokens(table: Table) -> Line:
    """Developer points: each constructed project token."""
    points = table.numbers.developers.token
    return _each("constructed", table.built, points, table.say)


def _each(rule: str, cells: Sequence[Cell], points: int, say: Speech, extra: int = 0) -> Line:
    count = len(cells) + extra
    return Line(rule, count * points, say(f"why.{rule}", n=count, each=points), tuple(cells))


def benefiting_roles(table: Table) -> Iterator[Line]:
    """Developer points: one more for each role in play that benefits from a token."""
    for profile in PROFILES:
        yield _benefit(profile, profile, getattr(table.numbers.developers, profile), table)
    for sector in SECTORS:
        if any(role.benefits == sector for role in table.roles):
            yield _benefit("sector", sector, table.numbers.developers.sector, table)


def _benefit(rule: str, symbol: str, points: int, table: Table) -> Line:
    role = next((role for role in table.roles if role.benefits == symbol), None)
    say = table.say
    if role is None:
        return Line(rule, 0, say("why.no_role", symbol=say(f"symbol.{symbol}")))
    cells = table.benefits(symbol)
    why = say(
        "why.benefit",
        n=len(cells),
        each=points,
        role=_role_name(role, table),
        symbol=say(f"symbol.{symbol}"),
    )
    return Line(rule, len(cells) * points, why, cells)


def _role_name(role: Role, table: Table) -> str:
    key = next(key for key, known in table.numbers.box.roles.items() if known is role)
    return table.say.name("role", key, role.name)


def developer_cluster(table: Table) -> Line:
    """Developer points: one cluster of constructed tokens, whatever their projects."""
    return _cluster("developer_cluster", table.built, table.numbers.developers.cluster, table)


def _cluster(rule: str, cells: Iterable[Cell], points: int, table: Table) -> Line:
    size, most = table.numbers.cluster.tokens, table.numbers.cluster.most
    groups = clusters(cells)
    large = [group for group in groups if len(group) >= size][:most]
    counted = tuple(cell for group in large for cell in group)
    if not large:
        longest = len(groups[0]) if groups else 0
        return Line(rule, 0, table.say(f"why.{rule}.none", n=longest, size=size))
    why = table.say(f"why.{rule}", n=len(counted), size=size)
    return Line(rule, len(large) * points, why, counted)


def developer_points(table: Table) -> Tally:
    """Developer points: the team's lines in the order of the rulebook's list."""
    lines = (
        start(table.numbers.developers.start, table.say),
        constructed_tokens(table),
        *benefiting_roles(table),
        developer_cluster(table),
    )
    return Tally(table.say("side.developers"), lines)


def individual_points(table: Table) -> Iterator[Tally]:
    """Calculating the score: if wanted, each developer's own points, always from 0."""
    individual, say = table.numbers.individual, table.say
    for role in table.roles:
        if role.team != "developers":
            continue
        cells = table.benefits(role.benefits)
        points = individual.start + len(cells) * individual.token
        why = say("why.individual", n=len(cells), symbol=say(f"symbol.{role.benefits}"))
        yield Tally(_role_name(role, table), (Line("individual", points, why, cells),))


# Rules: conservationist points


def destroyed_tiles(table: Table) -> Line:
    """Conservationist points: every nature tile removed from the play area; not polluted land."""
    given, built = table.state.destroyed_nature_tiles, len(table.built)
    points = table.numbers.conservationists.destroyed
    if given is None:
        return Line("destroyed", built * points, table.say("why.destroyed.built", n=built))
    return Line("destroyed", given * points, table.say("why.destroyed", n=given))


def offsetting_sites(table: Table) -> Line:
    """Conservationist points: completed offsetting sites, on the board and in the bank."""
    cells, bank = table.holding(OFFSET), table.state.offsets_in_bank
    each = table.numbers.conservationists.offset
    why = table.say("why.offsets", n=len(cells), bank=bank, each=each)
    return Line("offsets", (len(cells) + bank) * each, why, cells)


def conservation_areas(table: Table) -> Line:
    """Conservationist points: each conservation area."""
    return _each("areas", table.holding(AREA), table.numbers.conservationists.area, table.say)


def restoration_sites(table: Table) -> Line:
    """Conservationist points: each restored site."""
    points = table.numbers.conservationists.restored
    return _each("restored", table.holding(RESTORED), points, table.say)


def demonstrations(table: Table) -> Line:
    """Conservationist points: every demonstration, also one that was removed later."""
    points, count = table.numbers.conservationists.demonstration, table.state.demonstrations
    return _each("demonstrations", (), points, table.say, count)


def protest_camp(table: Table) -> Line:
    """Conservationist points: the camp, on top of the demonstration it was made of."""
    points, count = table.numbers.conservationists.camp, table.state.protest_camps
    return _each("camps", (), points, table.say, count)


def all_tiles_open(table: Table) -> Line:
    """Conservationist points: all nature tiles on the board lie face up."""
    closed = table.holding(CLOSED)
    if closed:
        return Line("all_open", 0, table.say("why.all_open.none", n=len(closed)))
    return Line("all_open", table.numbers.conservationists.all_open, table.say("why.all_open"))


def sustainable_majority(table: Table) -> Line:
    """Conservationist points: more than half of the constructed tokens are sustainable."""
    green, share, built = table.benefits("sustainable"), table.numbers.majority, len(table.built)
    more = len(green) * share.of > built * share.part
    points = table.numbers.conservationists.majority if more else 0
    key = "why.majority" if more else "why.majority.none"
    half = table.say("half") if share.part * 2 == share.of else f"{share.part}/{share.of}"
    why = table.say(key, green=len(green), all=built, share=half)
    return Line("majority", points, why, green if more else ())


def conservation_cluster(table: Table) -> Line:
    """Conservationist points: one cluster of areas, offsetting sites and restored sites."""
    cells = table.holding(*PROTECTED)
    points = table.numbers.conservationists.cluster
    return _cluster("conservation_cluster", cells, points, table)


CONSERVATIONIST_RULES = (
    destroyed_tiles,
    offsetting_sites,
    conservation_areas,
    restoration_sites,
    demonstrations,
    protest_camp,
    all_tiles_open,
    sustainable_majority,
    conservation_cluster,
)


def conservationist_points(table: Table) -> Tally:
    """Conservationist points: the team's lines."""
    first = start(table.numbers.conservationists.start, table.say)
    lines = (first, *(rule(table) for rule in CONSERVATIONIST_RULES))
    return Tally(table.say("side.conservationists"), lines)


def judge(state: State, numbers: Numbers, say: Speech) -> Result:
    """Calculating the score: the team with the most points wins; no rule for ties, so a draw."""
    table = Table(state, numbers, say)
    tallies = [developer_points(table), conservationist_points(table)]
    return ranked(SLUG, tallies, say, individual_points(table))


# What is asked, printed and changed


def form(game: Game, say: Speech) -> tuple[Field, ...]:
    known = numbers(game)
    cells = tuple(Choice(cell, say(f"cell.{cell}")) for cell in SMALL)
    roles = choices_of(deck(game, "roles"), "role", say)
    headers = choices_of(deck(game, "project_headers"), "project", say)

    def count(key: str, high: int, **more: Any) -> Field:
        return Field(key, say(f"field.{key}"), "int", 0, high, help=say(f"help.{key}"), **more)

    board, text = known.board, say
    return (
        Field("roles", say("field.roles"), "multi", choices=roles, help=say("help.roles")),
        Field(
            "board",
            text("field.board"),
            "board",
            board.rows,
            board.columns,
            cells,
            help=say("help.board"),
        ),
        Field(
            "projects", say("field.projects"), "letters", choices=headers, help=say("help.projects")
        ),
        count("destroyed_nature_tiles", known.box.tiles, optional=True),
        count("offsets_in_bank", known.bank.tiles, default=0),
        count("demonstrations", most_demonstrations(known), default=0),
        count("protest_camps", known.camps.most, default=0),
    )


def printed(game: Game) -> Mapping[str, object]:
    """The scoring lines of both teams with their points, for reference card and score sheet."""
    known = numbers(game)
    return {
        "developers": known.developers.model_dump(),
        "conservationists": known.conservationists.model_dump(),
        "cluster": known.cluster.model_dump(),
        "majority": known.majority.model_dump(),
        "board": known.board.model_dump(),
        "bank_tiles": known.bank.tiles,
        "camps_most": known.camps.most,
        "individual": known.individual.model_dump(),
        "rounds": {key: line_up.rounds for key, line_up in known.line_ups.items()},
        "line_ups": {key: line_up.model_dump() for key, line_up in known.line_ups.items()},
    }


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


RULES = Rules(SLUG, State, numbers, blank, check, judge, form, printed, changes)
