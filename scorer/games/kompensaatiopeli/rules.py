"""Kompensaatiopeli: the rules, each named after the rulebook's heading.

Sections in docstrings are those of the rulebook.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from ...core.clusters import clusters
from ...core.result import Cell, Line, Result, Tally, ranked
from ...core.translation import Translation
from .numbers import SLUG, Numbers, Role
from .state import AREA, CLOSED, NONE, OFFSET, RESTORED, SECTORS, State

PROTECTED = (AREA, OFFSET, RESTORED)
PROFILES = ("profitable", "sustainable")


class PlayedBoard:
    """A state laid out for the rules: which cells hold what."""

    def __init__(self, state: State, numbers: Numbers, say: Translation) -> None:
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


def start(points: int, say: Translation) -> Line:
    """Calculating the score: each team's score marker starts on its own number."""
    return Line("start", points, say("why.start", n=points))


def constructed_tokens(table: PlayedBoard) -> Line:
    """Developer points: each constructed project token."""
    count, each = len(table.built), table.numbers.developers.token
    built = ((letter, len(table.holding(letter))) for letter in sorted(table.state.projects))
    names = ", ".join(f"{n} {project_name(letter, table)}" for letter, n in built if n)
    why = table.say(
        "why.constructed" if names else "why.constructed.none", n=count, each=each, names=names
    )
    return Line("constructed", count * each, why, table.built)


def project_name(letter: str, table: PlayedBoard) -> str:
    return table.say.name("project_headers", table.state.projects[letter])


def _each(rule: str, cells: Sequence[Cell], points: int, say: Translation, extra: int = 0) -> Line:
    count = len(cells) + extra
    return Line(rule, count * points, say(f"why.{rule}", n=count, each=points), tuple(cells))


def benefiting_roles(table: PlayedBoard) -> Iterator[Line]:
    """Developer points: one more for each role in play that benefits from a token."""
    for profile in PROFILES:
        yield _benefit(profile, profile, getattr(table.numbers.developers, profile), table)
    for sector in SECTORS:
        if any(role.benefits == sector for role in table.roles):
            yield _benefit("sector", sector, table.numbers.developers.sector, table)


def _benefit(rule: str, symbol: str, points: int, table: PlayedBoard) -> Line:
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


def _role_name(role: Role, table: PlayedBoard) -> str:
    key = next(key for key, known in table.numbers.box.roles.items() if known is role)
    return table.say.name("roles", key)


def developer_cluster(table: PlayedBoard) -> Line:
    """Developer points: one cluster of constructed tokens, whatever their projects."""
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
    return Tally(table.say("side.developers"), lines, _in_play("developers", table))


def _in_play(team: str, table: PlayedBoard) -> str:
    names = [_role_name(role, table) for role in table.roles if role.team == team]
    return table.say.listed(names)


def individual_points(table: PlayedBoard) -> Iterator[Tally]:
    """Calculating the score: if wanted, each developer's own points, always from 0."""
    individual, say = table.numbers.individual, table.say
    for role in table.roles:
        if role.team != "developers":
            continue
        cells = table.benefits(role.benefits)
        points = individual.start + len(cells) * individual.token
        why = say("why.individual", n=len(cells), symbol=say(f"symbol.{role.benefits}"))
        yield Tally(_role_name(role, table), (Line("individual", points, why, cells),))


def destroyed_tiles(table: PlayedBoard) -> Line:
    """Conservationist points: every nature tile removed from the play area; not polluted land."""
    given, built = table.state.destroyed_nature_tiles, len(table.built)
    points = table.numbers.conservationists.destroyed
    if given is None:
        return Line("destroyed", built * points, table.say("why.destroyed.built", n=built))
    return Line("destroyed", given * points, table.say("why.destroyed", n=given))


def offsetting_sites(table: PlayedBoard) -> Line:
    """Conservationist points: completed offsetting sites, on the board and in the bank."""
    cells, bank = table.holding(OFFSET), table.state.offsets_in_bank
    each = table.numbers.conservationists.offset
    why = table.say("why.offsets", n=len(cells), bank=bank, each=each)
    return Line("offsets", (len(cells) + bank) * each, why, cells)


def conservation_areas(table: PlayedBoard) -> Line:
    """Conservationist points: each conservation area."""
    return _each("areas", table.holding(AREA), table.numbers.conservationists.area, table.say)


def restoration_sites(table: PlayedBoard) -> Line:
    """Conservationist points: each restored site."""
    points = table.numbers.conservationists.restored
    return _each("restored", table.holding(RESTORED), points, table.say)


def demonstrations(table: PlayedBoard) -> Line:
    """Conservationist points: every demonstration, also one that was removed later."""
    points, count = table.numbers.conservationists.demonstration, table.state.demonstrations
    return _each("demonstrations", (), points, table.say, count)


def protest_camp(table: PlayedBoard) -> Line:
    """Conservationist points: the camp, on top of the demonstration it was made of."""
    points, count = table.numbers.conservationists.camp, table.state.protest_camps
    return _each("camps", (), points, table.say, count)


def all_tiles_open(table: PlayedBoard) -> Line:
    """Conservationist points: all nature tiles on the board lie face up."""
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
    about = _in_play("conservationists", table)
    return Tally(table.say("side.conservationists"), lines, about)


def judge(state: State, numbers: Numbers, say: Translation) -> Result:
    """Calculating the score: the team with the most points wins; no rule for ties, so a draw."""
    table = PlayedBoard(state, numbers, say)
    tallies = [developer_points(table), conservationist_points(table)]
    result = ranked(SLUG, tallies, say, individual_points(table))
    return replace(result, board=state.board, notes=tuple(forgotten(table)))


def forgotten(table: PlayedBoard) -> Iterator[str]:
    """Conservationist points: a tile that a card destroyed counts too, if it was entered."""
    empty = len(table.holding(NONE))
    if empty and table.state.destroyed_nature_tiles is None:
        yield table.say("note.empty", n=empty)
