"""Ecologic: the rules, each named after the rulebook's heading.

Sections in docstrings are those of the rulebook.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from cards_data.schema import replace

from ...core.result import Line, Result, Tally, ranked
from ...core.rules import Change, direction_key, ladder, with_item
from ...core.translation import Translation
from .numbers import SLUG, Numbers, PointValues
from .state import MINUS, Player, State

COUNTS = ("refineries", "eco_initiatives", "tads")


class Holdings(NamedTuple):
    """What a player, or the members of a team together, have at the end."""

    name: str
    players: tuple[Player, ...]
    members: tuple[str, ...] = ()


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
    """Return the nearest whole number; a half is rounded up."""
    return (2 * numerator + denominator) // (2 * denominator)


def as_int(ratio: Ratio) -> int:
    """Return the points of the last rounding step, which is always to whole points."""
    return ratio[0]


def base_points(has: Holdings, steps: Sequence[int], minus: int, say: Translation) -> Line:
    """Section 3: base points, by the calculation table or the exact formula."""
    on_minus = [player.enviros == MINUS for player in has.players]
    profits = sum(player.profits for player in has.players)
    enviros = sum(minus if one.enviros == MINUS else int(one.enviros) for one in has.players)
    exact, rounded = balance(profits, enviros, steps)
    together = "" if len(has.players) == 1 else f"{_team_text(has, minus, say)} "
    if min(profits, enviros) <= 0:
        key = "why.base.minus" if any(on_minus) else "why.base.zero"
        zeros = (profits, enviros).count(0)
        why = say(key, profits=profits, enviros=enviros, zeros=zeros)
        return Line("base", 0, together + why)
    names = (say("profits"), say("enviros"))
    (x, x_name), (z, z_name) = sorted(zip((profits, enviros), names, strict=True))
    key = "why.base" if x < z else "why.base.equal"
    worked = say(key, x=x, z=z, x_name=x_name, z_name=z_name, sum=x + z)
    return Line("base", as_int(rounded[-1]), f"{together}{worked} {_rounding(exact, rounded, say)}")


def _team_text(has: Holdings, minus: int, say: Translation) -> str:
    """Variants, teams: allies add their Profits and Enviros."""
    on_minus = say("why.base.team.minus", n=minus)
    enviros = [on_minus if one.enviros == MINUS else str(one.enviros) for one in has.players]
    profits = [str(one.profits) for one in has.players]
    return say("why.base.team", profits=" + ".join(profits), enviros=" + ".join(enviros))


def _rounding(exact: Ratio, rounded: Sequence[Ratio], say: Translation) -> str:
    """Return ``= 12.44…, rounded to 12.4, then to 12.``"""
    value = say.decimal(shown_ratio(exact))
    if exact[0] % exact[1] == 0:
        return say("why.base.whole", value=value)
    steps = dict.fromkeys(say.decimal(shown_ratio(step)) for step in rounded)
    changed = [step for step in steps if step != value]
    return say("why.base.rounded", value=value, steps=f", {say('then_to')} ".join(changed))


def shown_ratio(ratio: Ratio) -> str:
    """Format at most two decimals; the rest is cut off with a mark, as rounding is a game rule."""
    hundredths, rest = divmod(ratio[0] * 100, ratio[1])
    text = f"{hundredths // 100}.{hundredths % 100:02d}"
    return text + "…" if rest else text.rstrip("0").rstrip(".")


def added_points(has: Holdings, points: PointValues, say: Translation) -> tuple[Line, ...]:
    """Section 3: points for Refinery tokens, Eco-Initiative cards and TADs, added to the base."""
    lines = []
    worth = (points.refinery, points.eco_initiative, points.tad)
    for rule, each in zip(COUNTS, worth, strict=True):
        count = sum(getattr(player, rule) for player in has.players)
        lines.append(Line(rule, count * each, say(f"why.{rule}", n=count, each=each)))
    return tuple(lines)


def sides(state: State) -> list[Holdings]:
    """Return each player alone, or each team together."""
    if not state.teams:
        return [Holdings(player.name, (player,)) for player in state.players]
    by_name = {player.name: player for player in state.players}
    return [
        Holdings(team, tuple(by_name[name] for name in members), members)
        for team, members in state.teams.items()
    ]


def judge(state: State, numbers: Numbers, say: Translation) -> Result:
    """Section 3: the highest final score wins; equal scores share the place."""
    steps = numbers.rounding.steps[state.variants.rounding or numbers.rounding.default]
    minus = numbers.base.minus_counts_as
    tallies = []
    for has in sides(state):
        lines = (base_points(has, steps, minus, say), *added_points(has, numbers.points, say))
        tallies.append(Tally(has.name, lines, say.join(has.members)))
    return ranked(SLUG, tallies, say, ())


# How far "what would have changed it" searches for each number on the table.
REACH = 12


def changes(state: State, numbers: Numbers, say: Translation) -> Iterable[Iterable[Change[State]]]:
    """Return changes of each number of each player, step by step up and down."""
    for index, player in enumerate(state.players):
        for key in ("profits", "enviros", *COUNTS):
            for step in (1, -1):
                yield _ladder(state, index, player, key, step, say)


def _ladder(
    state: State, index: int, player: Player, key: str, step: int, say: Translation
) -> Iterator[Change[State]]:
    value = getattr(player, key)
    touches = frozenset({f"{player.name}.{key}"})
    # Minus is one step below 0, and only Enviros have it.
    start, lowest = (-1 if value == MINUS else int(value)), (-1 if key == "enviros" else 0)
    for n, place in ladder(start, step, REACH, lowest):
        changed = replace(player, **{key: MINUS if place < 0 else place})
        players = with_item(state.players, index, changed)
        text = say(f"change.{key}.{direction_key(step)}", name=player.name, n=n)
        yield Change(n, text, replace(state, players=players), touches)
