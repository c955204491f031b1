"""Kompensaatiopeli: the rules, each named after the rulebook's heading.

Sections in docstrings are those of the rulebook.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence

from cards_data.schema import replace

from ...core.clusters import clusters
from ...core.result import Cell, Line, Result, Tally, ranked
from ...core.rules import Change, direction_key, ladder
from ...core.translation import Translation
from .numbers import SLUG, Numbers
from .state import AREA, CLOSED, OFFSET, OPEN, RESTORED, SECTORS, PlayedBoard, State

PROTECTED = (AREA, OFFSET, RESTORED)
PROFILES = ("profitable", "sustainable")


def start(points: int, say: Translation) -> Line:
    """Calculating the score: each team's score marker has its own starting number."""
    return Line("start", points, say("why.start", n=points))


def constructed_tokens(table: PlayedBoard) -> Line:
    """Developer points: each constructed project token."""
    count, each = len(table.built), table.numbers.developers.token
    built = ((letter, len(table.holding(letter))) for letter in sorted(table.state.projects))
    names = ", ".join(f"{n} {project_name(letter, table)}" for letter, n in built if n)
    key = "why.constructed" if names else "why.constructed.none"
    why = table.say(key, n=count, each=each, names=names)
    return Line("constructed", count * each, why, table.built)


def project_name(letter: str, table: PlayedBoard) -> str:
    return table.say.name("project_headers", table.state.projects[letter])


def _count_line(
    rule: str, cells: Sequence[Cell], points: int, say: Translation, extra: int = 0
) -> Line:
    count = len(cells) + extra
    return Line(rule, count * points, say(f"why.{rule}", n=count, each=points), tuple(cells))


def benefiting_roles(table: PlayedBoard) -> Iterator[Line]:
    """Developer points: one more for each role in play that benefits from a token."""
    for profile in PROFILES:
        yield _benefit(profile, profile, getattr(table.numbers.developers, profile), table)
    for sector in SECTORS:
        if any(role.benefits == sector for role in table.roles.values()):
            yield _benefit("sector", sector, table.numbers.developers.sector, table)


def _benefit(rule: str, symbol: str, points: int, table: PlayedBoard) -> Line:
    role = next((key for key, role in table.roles.items() if role.benefits == symbol), None)
    say, name, cells = table.say, table.say(f"symbol.{symbol}"), table.benefits(symbol)
    if role is None:
        return Line(rule, 0, say("why.no_role", symbol=name))
    gaps = {"n": len(cells), "each": points, "role": table.names([role]), "symbol": name}
    return Line(rule, len(cells) * points, say("why.benefit", **gaps), cells)


def developer_cluster(table: PlayedBoard) -> Line:
    """Developer points: one cluster of constructed tokens, of any projects."""
    return _cluster("developer_cluster", table.built, table.numbers.developers.cluster, table)


def _cluster(rule: str, cells: Iterable[Cell], points: int, table: PlayedBoard) -> Line:
    size, most = table.numbers.cluster.tokens, table.numbers.cluster.most
    groups = clusters(cells)
    large = [group for group in groups if len(group) >= size][:most]
    counted = tuple(cell for group in large for cell in group)
    if not large:
        longest = len(groups[0]) if groups else 0
        return Line(rule, 0, table.say(f"why.{rule}.none", n=longest, size=size))
    why = table.say(f"why.{rule}", n=len(counted), size=size)
    return Line(rule, len(large) * points, why, counted)


def developer_points(table: PlayedBoard) -> Tally:
    """Developer points: the team's lines in the order of the rulebook's list."""
    lines = (
        start(table.numbers.developers.start, table.say),
        constructed_tokens(table),
        *benefiting_roles(table),
        developer_cluster(table),
    )
    return Tally(table.say("side.developers"), lines, table.names(table.of_team("developers")))


def individual_points(table: PlayedBoard) -> Iterator[Tally]:
    """Calculating the score: optionally, each developer's individual points, always from 0."""
    individual, say = table.numbers.individual, table.say
    for key in table.of_team("developers"):
        symbol = table.roles[key].benefits
        cells = table.benefits(symbol)
        points = individual.start + len(cells) * individual.token
        why = say("why.individual", n=len(cells), symbol=say(f"symbol.{symbol}"))
        yield Tally(table.names([key]), (Line("individual", points, why, cells),))


def destroyed_tiles(table: PlayedBoard) -> Line:
    """Conservationist points: every nature tile removed from the play area; not polluted land."""
    count, built = table.state.destroyed_nature_tiles, len(table.built)
    points = table.numbers.conservationists.destroyed
    if count is None:
        return Line("destroyed", built * points, table.say("why.destroyed.built", n=built))
    return Line("destroyed", count * points, table.say("why.destroyed", n=count))


def offsetting_sites(table: PlayedBoard) -> Line:
    """Conservationist points: completed offsetting sites, on the board and in the bank."""
    cells, bank = table.holding(OFFSET), table.state.offsets_in_bank
    each = table.numbers.conservationists.offset
    why = table.say("why.offsets", n=len(cells), bank=bank, each=each)
    return Line("offsets", (len(cells) + bank) * each, why, cells)


def conservation_areas(table: PlayedBoard) -> Line:
    """Conservationist points: each conservation area."""
    return _count_line("areas", table.holding(AREA), table.numbers.conservationists.area, table.say)


def restoration_sites(table: PlayedBoard) -> Line:
    """Conservationist points: each restored site."""
    points = table.numbers.conservationists.restored
    return _count_line("restored", table.holding(RESTORED), points, table.say)


def demonstrations(table: PlayedBoard) -> Line:
    """Conservationist points: every demonstration, also one that was removed later."""
    points, count = table.numbers.conservationists.demonstration, table.state.demonstrations
    return _count_line("demonstrations", (), points, table.say, count)


def protest_camp(table: PlayedBoard) -> Line:
    """Conservationist points: the camp, on top of the demonstration it was made of."""
    points, count = table.numbers.conservationists.camp, table.state.protest_camps
    return _count_line("camps", (), points, table.say, count)


def all_tiles_open(table: PlayedBoard) -> Line:
    """Conservationist points: all nature tiles on the board are face up."""
    closed = table.holding(CLOSED)
    if closed:
        return Line("all_open", 0, table.say("why.all_open.none", n=len(closed)))
    return Line("all_open", table.numbers.conservationists.all_open, table.say("why.all_open"))


def sustainable_majority(table: PlayedBoard) -> Line:
    """Conservationist points: more than half of the constructed tokens are sustainable."""
    green, share, built = table.benefits("sustainable"), table.numbers.majority, len(table.built)
    more = len(green) * share.of > built * share.part
    points = table.numbers.conservationists.majority if more else 0
    key = "why.majority" if more else "why.majority.none"
    half = table.say("half") if share.part * 2 == share.of else f"{share.part}/{share.of}"
    why = table.say(key, green=len(green), all=built, share=half)
    return Line("majority", points, why, green if more else ())


def conservation_cluster(table: PlayedBoard) -> Line:
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


def conservationist_points(table: PlayedBoard) -> Tally:
    """Conservationist points: the team's lines."""
    first = start(table.numbers.conservationists.start, table.say)
    lines = (first, *(rule(table) for rule in CONSERVATIONIST_RULES))
    about = table.names(table.of_team("conservationists"))
    return Tally(table.say("side.conservationists"), lines, about)


def judge(state: State, numbers: Numbers, say: Translation) -> Result:
    """Calculating the score: the team with the most points wins; equal points are a draw."""
    table = PlayedBoard(state, numbers, say)
    tallies = [developer_points(table), conservationist_points(table)]
    result = ranked(SLUG, tallies, say, individual_points(table))
    return dataclasses.replace(result, board=state.board)


# How many tokens "what would have changed it" adds or removes.
REACH = 5
COUNTED = ("offsets_in_bank", "demonstrations", "protest_camps", "destroyed_nature_tiles")


def changes(state: State, numbers: Numbers, say: Translation) -> Iterable[Iterable[Change[State]]]:
    """Return changes: tokens added, removed or moved, tiles turned up, counts and losses."""
    table = PlayedBoard(state, numbers, say)
    things = (*PROTECTED, *state.projects)
    yield from (_token_changes(table, what) for what in things)
    yield from (_more_tokens(table, what) for what in things)
    yield from (_fewer_tokens(table, what) for what in things)
    yield _closed_tiles(table)
    yield _moved_tokens(table)
    counts = {key: getattr(state, key) for key in COUNTED}
    if counts["destroyed_nature_tiles"] is None:
        counts["destroyed_nature_tiles"] = len(table.built)
    for key, count in counts.items():
        yield from (_count_changes(table, key, count, step) for step in (1, -1))


def _count_changes(table: PlayedBoard, key: str, start: int, step: int) -> Iterator[Change[State]]:
    for n, value in ladder(start, step, REACH):
        text = table.say(f"change.{key}.{direction_key(step)}", n=n)
        yield Change(n, text, replace(table.state, **{key: value}), frozenset({key}))


def _token_changes(table: PlayedBoard, what: str) -> Iterator[Change[State]]:
    """Yield tables with one more token on each possible tile, where it may join a cluster."""
    for at in _free_for(table, what):
        text = table.say("change.placed", what=_item_name(what, table), row=at[0], column=at[1])
        yield Change(1, text, _with_cells(table, {at: what}), frozenset({f"more {what}"}))


def _free_for(table: PlayedBoard, what: str) -> list[Cell]:
    """Return open tiles; a project grows from its tokens, up to the size on its header."""
    free = table.holding(OPEN)
    if what in PROTECTED:
        return list(free)
    tokens = table.holding(what)
    size = table.numbers.box.projects[table.state.projects[what]].size
    if len(tokens) >= min(size, table.numbers.project.most):
        return []
    return [at for at in free if not tokens or min(_distance(at, other) for other in tokens) == 1]


def _more_tokens(table: PlayedBoard, what: str) -> Iterator[Change[State]]:
    """Yield tables with several more tokens next to each other, nearest to existing ones."""
    added: dict[Cell, str] = {}
    for n in range(1, REACH + 1):
        grown = PlayedBoard(_with_cells(table, added), table.numbers, table.say)
        free, tokens = _free_for(grown, what), table.holding(what)
        if not free:
            return
        # The first of the tiles that are nearest to existing tokens, if there are any.
        distances = [min((_distance(at, one) for one in tokens), default=0) for at in free]
        added[free[distances.index(min(distances))]] = what
        if n > 1:
            text = table.say(f"change.more.{_kind(what)}", n=n, project=_project(what, table))
            yield Change(n, text, _with_cells(table, added), frozenset({f"more {what}"}))


def _fewer_tokens(table: PlayedBoard, what: str) -> Iterator[Change[State]]:
    """Yield tables with one token fewer, in each place, where it may break a cluster."""
    for at in table.holding(what):
        text = table.say("change.without", what=_item_name(what, table), row=at[0], column=at[1])
        yield Change(1, text, _with_cells(table, {at: OPEN}), frozenset({f"fewer {what}"}))


def _distance(one: Cell, other: Cell) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def _closed_tiles(table: PlayedBoard) -> Iterator[Change[State]]:
    """Yield the table with all closed tiles turned up, which costs one for each of them."""
    closed = table.holding(CLOSED)
    if closed:
        text = table.say("change.opened", n=len(closed))
        changed = _with_cells(table, dict.fromkeys(closed, OPEN))
        yield Change(len(closed), text, changed, frozenset({"opened"}))


def _moved_tokens(table: PlayedBoard) -> Iterator[Change[State]]:
    """Yield tables with a token on another open tile, where it may join or leave a cluster."""
    grid, free = table.grid, table.holding(OPEN)
    for at in table.holding(*PROTECTED, *table.state.projects):
        for other in free:
            gaps = {"row": at[0], "column": at[1], "to_row": other[0], "to_column": other[1]}
            text = table.say("change.moved", what=_item_name(grid[at], table), **gaps)
            changed = _with_cells(table, {at: OPEN, other: grid[at]})
            yield Change(1, text, changed, frozenset({f"moved {grid[at]}"}))


def _kind(what: str) -> str:
    return what if what in PROTECTED else "token"


def _project(what: str, table: PlayedBoard) -> str:
    return project_name(what, table) if what in table.state.projects else ""


def _item_name(what: str, table: PlayedBoard) -> str:
    return table.say(f"thing.{_kind(what)}", project=_project(what, table))


def _with_cells(table: PlayedBoard, cells: Mapping[Cell, str]) -> State:
    """Return the state with other cells; each token changes the counted lost tiles by one."""
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
