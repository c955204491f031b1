"""Ecosfera Baltica: the rules, each named after the rulebook's heading.

Sections in docstrings are those of the rulebook.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cards_data.schema import replace

from ...core.result import Line, Outcome, Result, Tally, place_sides
from ...core.rules import Change, direction_key
from ...core.translation import Translation
from .numbers import SLUG, Numbers
from .state import State

SWITCHES = ("high_pressure", "eutrophication", "loss_of_biodiversity")


def habitat_tiles(state: State, numbers: Numbers, say: Translation) -> Line:
    """Section 3.4: the habitats restored so far."""
    names = [say.name("habitats", key) for key in state.habitats]
    needed, count = numbers.win.habitats, len(state.habitats)
    key = "why.habitats" if names else "why.habitats.none"
    why = say(key, count=count, needed=needed, names=say.join(names))
    return Line("habitats", count * numbers.progress.habitat, why)


def impact_tiles(state: State, numbers: Numbers, say: Translation) -> Line:
    """Section 3.5: the impacts placed so far; they give no points, but end the game."""
    return Line("impacts", 0, say("why.impacts", count=state.impacts, most=numbers.lose.impacts))


def level_name(level: int, say: Translation) -> str:
    return say.word(f"level.{level}", str(level))


def difficulty(state: State, say: Translation) -> Line:
    """Sections 2.3 and 2.4: how hard the game was, for the record."""
    variants = state.variants
    parts = [level_name(state.level, say)]
    if variants.elements is not None:
        parts.append(say("variant.elements", n=variants.elements))
    parts += [say(f"variant.{key}") for key in SWITCHES if getattr(variants, key)]
    return Line("difficulty", 0, f"{say.join(parts)}.")


def end_of_the_game(habitats: int, impacts: int, numbers: Numbers) -> Outcome:
    """Section 3: won with the sixth habitat, lost with the sixth impact."""
    won, lost = habitats >= numbers.win.habitats, impacts >= numbers.lose.impacts
    if won and lost:
        return numbers.both_at_once
    return "won" if won else "lost" if lost else "ongoing"


def judge(state: State, numbers: Numbers, say: Translation) -> Result:
    """Section 3: all players win or lose together."""
    lines = (
        habitat_tiles(state, numbers, say),
        impact_tiles(state, numbers, say),
        difficulty(state, say),
    )
    outcome = end_of_the_game(len(state.habitats), state.impacts, numbers)
    team = say("side.team")
    gaps = {
        "n": numbers.win.habitats - len(state.habitats),
        "impacts": numbers.lose.impacts - state.impacts,
        "needed": numbers.win.habitats,
        "most": numbers.lose.impacts,
    }
    winners = (team,) if outcome == "won" else ()
    reason = say(f"reason.{outcome}", **gaps)
    return Result(
        SLUG, outcome, winners, reason, place_sides([Tally(team, lines, say.join(state.players))])
    )


def changes(state: State, numbers: Numbers, say: Translation) -> Iterable[Iterable[Change[State]]]:
    """Return changes of habitats and impacts, one more or fewer at a time, and both together."""
    missing = [key for key in numbers.box.habitats if key not in state.habitats]
    for impacts in range(-state.impacts, numbers.box.impacts - state.impacts + 1):
        for step in (1, -1):
            yield _habitat_changes(state, missing, impacts, step, say)


def _habitat_changes(
    state: State, missing: list[str], impacts: int, step: int, say: Translation
) -> Iterator[Change[State]]:
    """Yield habitat changes for a change of impacts: none, then step by step further."""
    most = len(missing) if step > 0 else len(state.habitats)
    for n in range(most + 1):
        if n == 0 and impacts == 0:
            continue
        more, fewer = (*state.habitats, *missing[:n]), state.habitats[: len(state.habitats) - n]
        update = {"habitats": more if step > 0 else fewer, "impacts": state.impacts + impacts}
        parts = (("habitats", n * step), ("impacts", impacts))
        words = [say(f"change.{key}.{direction_key(by)}", n=abs(by)) for key, by in parts if by]
        text = say("change.with", parts=say.join(words))
        touches = frozenset(f"{key} {direction_key(by)}" for key, by in parts if by)
        yield Change(n + abs(impacts), text, replace(state, **update), touches)
