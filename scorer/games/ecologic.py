"""Ecologic: profits and environment in balance, and what was bought on the way.

Sections in docstrings are those of the rulebook (third edition).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import PlainValidator

from cards_data import Game, quoted

from ..forms import Choice, Field, Group
from ..numbers import deck, read_numbers
from ..result import Line, Result, Tally, ranked
from ..rules import Change, Rules
from ..speech import Speech
from ..state import COUNT_LIMIT, Count, Frozen, Mistake, Name, Path, TableState, wrong

SLUG = "ecologic"
MINUS = "minus"
COUNTS = ("refineries", "eco_initiatives", "tads")
# How far "what would have changed it" looks for each number on the table.
REACH = 12


# Numbers


class Points(Frozen):
    refinery: int
    eco_initiative: int
    tad: int


class Base(Frozen):
    minus_counts_as: int


class Rounding(Frozen):
    default: str
    steps: dict[str, tuple[int, ...]]


class Highest(Frozen):
    highest: int


class Teams(Frozen):
    players: int


class Box(Frozen):
    """What the box holds, counted from the decks."""

    players: int
    refineries: int
    eco_initiatives: int
    tads: int


class Numbers(Frozen):
    points: Points
    base: Base
    rounding: Rounding
    table: Highest
    track: Highest
    teams: Teams
    box: Box


def numbers(game: Game) -> Numbers:
    """What scoring reads; each player has the refinery tokens of one colour."""
    players = deck(game, "tablets").total
    box = {
        "players": players,
        "refineries": deck(game, "refineries").total // max(players, 1),
        "eco_initiatives": deck(game, "eco_initiatives").total,
        "tads": deck(game, "tads").total,
    }
    return read_numbers(Numbers, game, box)


# State


def _enviros(value: Any) -> int | Literal["minus"]:
    if value == MINUS:
        return "minus"
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= COUNT_LIMIT:
        raise wrong(f"{quoted(value)} is no number of Enviros", f"0 or more, {MINUS}")
    return value


class Player(Frozen):
    name: Name
    profits: Count
    enviros: Annotated[int | Literal["minus"], PlainValidator(_enviros)]
    refineries: Count = 0
    eco_initiatives: Count = 0
    tads: Count = 0


class Variants(Frozen):
    rounding: str | None = None


class State(TableState):
    players: tuple[Player, ...]
    teams: dict[Name, tuple[str, ...]] | None = None
    variants: Variants = Variants()


def blank(numbers: Numbers) -> dict[str, Any]:
    """One player who has nothing yet."""
    return {"players": [{"name": "1", "profits": 0, "enviros": 0}]}


def check(state: State, numbers: Numbers) -> Iterator[Mistake]:
    """Names, teams, tracks and counts beyond the box."""
    yield from _check_players(state, numbers)
    yield from _check_box(state, numbers)
    yield from _check_teams(state, numbers)
    steps = numbers.rounding.steps
    if state.variants.rounding not in (None, *steps):
        found = f"{quoted(state.variants.rounding)} is not known"
        yield Mistake(("variants", "rounding"), found, ", ".join(steps))


def _check_players(state: State, numbers: Numbers) -> Iterator[Mistake]:
    most, highest = numbers.box.players, numbers.track.highest
    if not 1 <= len(state.players) <= most:
        yield Mistake(("players",), f"{len(state.players)} players", f"1 to {most}")
    times = Counter(player.name for player in state.players)
    for index, player in enumerate(state.players):
        at = ("players", index)
        if times[player.name] > 1:
            found = f"{quoted(player.name)} stands {times[player.name]} times"
            yield Mistake((*at, "name"), found, "each name once")
        for key, value in (("profits", player.profits), ("enviros", player.enviros)):
            if isinstance(value, int) and value > highest:
                yield Mistake((*at, key), f"{value} is too large", f"up to {highest}")


def _check_box(state: State, numbers: Numbers) -> Iterator[Mistake]:
    """No player has more tokens than a colour; all together not more than the box."""
    own, box = numbers.box.refineries, numbers.box.model_dump()
    for index, player in enumerate(state.players):
        if player.refineries > own:
            found = f"{player.refineries} refineries on the table, a player has {own}"
            yield Mistake(("players", index, "refineries"), found, f"up to {own}")
    for key in ("eco_initiatives", "tads"):
        total = sum(getattr(player, key) for player in state.players)
        if total > box[key]:
            label = {"tads": "TADs", "eco_initiatives": "eco-initiatives"}[key]
            found = f"{total} {label} on the table, the box has {box[key]}"
            yield Mistake(("players",), found, f"up to {box[key]} in all")


def _check_teams(state: State, numbers: Numbers) -> Iterator[Mistake]:
    """Variants: everybody is in one team, and a team has two players."""
    if state.teams is None:
        return
    size, names = numbers.teams.players, [player.name for player in state.players]
    times = Counter(name for members in state.teams.values() for name in members)
    for team, members in state.teams.items():
        if len(members) != size:
            yield Mistake(("teams", team), f"{len(members)} players", f"{size} in a team")
        for index, name in enumerate(members):
            at = ("teams", team, index)
            if name not in names:
                allowed = ", ".join(names)
                yield Mistake(at, f"{quoted(name)} is no player", allowed, needs=_names(state))
            elif times[name] > 1:
                yield Mistake(at, f"{quoted(name)} is in a team twice", "one team for each player")
    for index, name in enumerate(names):
        if name not in times:
            found = f"{quoted(name)} is in no team"
            yield Mistake(("players", index, "name"), found, needs=(("teams",), *_names(state)))


def _names(state: State) -> tuple[Path, ...]:
    return tuple(("players", index, "name") for index in range(len(state.players)))


# Rules


@dataclass(frozen=True, slots=True)
class Holdings:
    """What a player, or a team together, has at the end."""

    name: str
    profits: tuple[int, ...]
    enviros: tuple[int, ...]
    minus: bool
    refineries: int
    eco_initiatives: int
    tads: int


# A fraction as numerator and denominator: exact, and much faster than a Fraction object.
Ratio = tuple[int, int]


def balance(profits: int, enviros: int, steps: Sequence[int]) -> tuple[Ratio, list[Ratio]]:
    """Section 3, formula: K x (X + Z) with K = X / Z, exactly, and after each rounding step."""
    lesser, greater = (profits, enviros) if profits < enviros else (enviros, profits)
    if lesser <= 0:
        return (0, 1), [(0, parts) for parts in steps]
    exact = value = (lesser * (lesser + greater), greater)
    rounded = []
    for parts in steps:
        value = (rounded_half_up(value[0] * parts, value[1]), parts)
        rounded.append(value)
    return exact, rounded


def rounded_half_up(numerator: int, denominator: int) -> int:
    """The nearest whole number; a half goes up."""
    return (2 * numerator + denominator) // (2 * denominator)


def whole(ratio: Ratio) -> int:
    """The points of the last rounding step."""
    return ratio[0] // ratio[1]


def base_points(has: Holdings, steps: Sequence[int], say: Speech) -> Line:
    """Section 3: base points, by the calculation table or the exact formula."""
    profits, enviros = sum(has.profits), sum(has.enviros)
    exact, rounded = balance(profits, enviros, steps)
    together = "" if len(has.profits) == 1 else f"{_together(has, say)} "
    if min(profits, enviros) <= 0:
        key = "why.base.minus" if has.minus else "why.base.zero"
        return Line("base", 0, together + say(key, profits=profits, enviros=enviros))
    names = (say("profits"), say("enviros"))
    (x, x_name), (z, z_name) = sorted(zip((profits, enviros), names, strict=True))
    worked = say("why.base", x=x, z=z, x_name=x_name, z_name=z_name, sum=x + z)
    return Line("base", whole(rounded[-1]), f"{together}{worked} {_rounding(exact, rounded, say)}")


def _together(has: Holdings, say: Speech) -> str:
    """Variants, teams: allies add their Profits and Enviros."""
    profits, enviros = (" + ".join(map(str, parts)) for parts in (has.profits, has.enviros))
    return say("why.base.team", profits=profits, enviros=enviros)


def _rounding(exact: Ratio, rounded: Sequence[Ratio], say: Speech) -> str:
    """``= 12.44…, rounded to 12.4, then to 12.``"""
    value = say.decimal(shown_ratio(exact))
    if exact[0] % exact[1] == 0:
        return say("why.base.whole", value=value)
    steps = [say.decimal(shown_ratio(step)) for step in rounded]
    return say("why.base.rounded", value=value, steps=f", {say('then_to')} ".join(steps))


def shown_ratio(ratio: Ratio) -> str:
    """At most two decimals; what is cut off is marked, never rounded: rounding is the rule's."""
    hundredths, rest = divmod(ratio[0] * 100, ratio[1])
    text = f"{hundredths // 100}.{hundredths % 100:02d}"
    return text + "…" if rest else text.rstrip("0").rstrip(".")


def added_points(has: Holdings, points: Points, say: Speech) -> tuple[Line, ...]:
    """Section 3: points for Refinery tokens, Eco-Initiative cards and TADs, added to the base."""
    counted = (
        ("refineries", has.refineries, points.refinery),
        ("eco_initiatives", has.eco_initiatives, points.eco_initiative),
        ("tads", has.tads, points.tad),
    )
    return tuple(
        Line(rule, count * each, say(f"why.{rule}", n=count, each=each))
        for rule, count, each in counted
    )


def sides(state: State, numbers: Numbers) -> list[Holdings]:
    """Each player alone, or each team together."""
    if not state.teams:
        return [_holdings(player.name, (player,), numbers) for player in state.players]
    by_name = {player.name: player for player in state.players}
    return [
        _holdings(team, tuple(by_name[name] for name in members), numbers)
        for team, members in state.teams.items()
    ]


def _holdings(name: str, players: Sequence[Player], numbers: Numbers) -> Holdings:
    zero = numbers.base.minus_counts_as
    return Holdings(
        name,
        tuple(player.profits for player in players),
        tuple(zero if player.enviros == MINUS else int(player.enviros) for player in players),
        any(player.enviros == MINUS for player in players),
        *(sum(getattr(player, key) for player in players) for key in COUNTS),
    )


def rounding_steps(state: State, numbers: Numbers) -> tuple[int, ...]:
    return numbers.rounding.steps[state.variants.rounding or numbers.rounding.default]


def judge(state: State, numbers: Numbers, say: Speech) -> Result:
    """Section 3: the highest final score wins; equal scores share the place."""
    steps = rounding_steps(state, numbers)
    tallies = [
        Tally(has.name, (base_points(has, steps, say), *added_points(has, numbers.points, say)))
        for has in sides(state, numbers)
    ]
    return ranked(SLUG, tallies, say, ())


# What is asked, printed and changed


def form(game: Game, say: Speech) -> tuple[Field, ...]:
    known = numbers(game)
    players = Group("players", say("players"), 1, known.box.players)

    def count(key: str, high: int, **more: Any) -> Field:
        label, help_text = say(f"field.{key}"), say(f"help.{key}")
        return Field(key, label, "int", 0, high, group=players, help=help_text, **more)

    minus = (Choice(MINUS, say("minus")),)
    rounding = tuple(Choice(key, say(f"rounding.{key}")) for key in known.rounding.steps)
    return (
        Field("name", say("field.name"), "name", group=players),
        count("profits", known.track.highest),
        count("enviros", known.track.highest, choices=minus),
        count("refineries", known.box.refineries, default=0),
        count("eco_initiatives", known.box.eco_initiatives, default=0),
        count("tads", known.box.tads, default=0),
        Field(
            "team", say("field.team"), "name", group=players, help=say("help.team"), optional=True
        ),
        Field(
            "variants.rounding",
            say("field.rounding"),
            "choice",
            choices=rounding,
            default=known.rounding.default,
            help=say("help.rounding"),
            optional=True,
        ),
    )


def complete(raw: dict[str, Any]) -> dict[str, Any]:
    """Answers name a team for each player; the state lists the players of each team."""
    players = [dict(player) for player in raw.get("players", ())]
    teams: dict[str, list[str]] = {}
    for player in players:
        team = player.pop("team", None)
        if team:
            teams.setdefault(team, []).append(player["name"])
    return {**raw, "players": players, **({"teams": teams} if teams else {})}


def balance_table(numbers: Numbers, rounding: str) -> tuple[tuple[int, ...], ...]:
    """Section 3: the calculation table, Profits down, Enviros across, both from 1."""
    steps, sizes = numbers.rounding.steps[rounding], range(1, numbers.table.highest + 1)
    return tuple(tuple(whole(balance(p, e, steps)[1][-1]) for e in sizes) for p in sizes)


def printed(game: Game) -> Mapping[str, object]:
    known = numbers(game)
    tables = {f"balance_table_{key}": balance_table(known, key) for key in known.rounding.steps}
    return {
        **tables,
        "balance_table": tables[f"balance_table_{known.rounding.default}"],
        "points": known.points.model_dump(),
        "minus_counts_as": known.base.minus_counts_as,
        "team_players": known.teams.players,
        "track_highest": known.track.highest,
    }


def changes(state: State, numbers: Numbers, say: Speech) -> Iterable[Iterable[Change[State]]]:
    """Each number of each player, step by step up and down."""
    for index, player in enumerate(state.players):
        for key in ("profits", "enviros", *COUNTS):
            for step in (1, -1):
                yield _ladder(state, index, player, key, step, say)


def _ladder(
    state: State, index: int, player: Player, key: str, step: int, say: Speech
) -> Iterator[Change[State]]:
    value = getattr(player, key)
    start = 0 if value == MINUS else int(value)
    for n in range(1, REACH + 1):
        if start + step * n < 0:
            return
        changed = player.model_copy(update={key: start + step * n})
        players = (*state.players[:index], changed, *state.players[index + 1 :])
        word = say(f"change.{key}.{'more' if step > 0 else 'fewer'}", name=player.name, n=n)
        touches = frozenset({f"{player.name}.{key}"})
        yield Change(n, word, state.model_copy(update={"players": players}), touches)


RULES = Rules(SLUG, State, numbers, blank, check, judge, form, printed, changes, complete=complete)
