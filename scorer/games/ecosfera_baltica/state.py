"""Ecosfera Baltica: the table state, what can be wrong with it, and doubts that the box allows.

Sections in docstrings are those of the rulebook.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cards_data.problems import quote
from cards_data.schema import Frozen, Mistake, mistake, unknown_mistake

from ...core.result import TableNote
from ...core.state import Count, Name, TableState, players_mistakes, repeat_mistakes, too_many
from ...core.translation import Translation
from .numbers import Numbers


class Variants(Frozen):
    """Section 2.3: difficulty, each option separately. What was not entered is unknown."""

    elements: Count | None = None
    high_pressure: bool = False
    eutrophication: bool = False
    loss_of_biodiversity: bool = False


class State(TableState):
    """Habitats and impacts decide the game: a missing number does not mean zero."""

    players: tuple[Name, ...]
    level: int = 1
    variants: Variants = Variants()
    habitats: tuple[str, ...]
    impacts: Count


def blank(numbers: Numbers) -> dict[str, Any]:
    """Return one player before the first turn."""
    return {"players": ["1"], "level": numbers.levels[0], "habitats": [], "impacts": 0}


def check(state: State, numbers: Numbers) -> Iterator[Mistake]:
    """Check players, habitats, impacts and stacks against the box."""
    yield from _check_players(state, numbers)
    yield from _check_tiles(state, numbers)
    # Section 1: no stack has more cards than there are of an element.
    stack = state.variants.elements or 0
    yield from too_many(("variants", "elements"), "elements", stack, numbers.box.nutrients)


def _check_players(state: State, numbers: Numbers) -> Iterator[Mistake]:
    yield from players_mistakes(len(state.players), numbers.players.least, numbers.players.most)
    yield from repeat_mistakes(state.players, "players")
    if state.level not in numbers.levels:
        levels = ", ".join(map(str, numbers.levels))
        yield mistake(("level",), "level", n=state.level, levels=levels)


def _check_tiles(state: State, numbers: Numbers) -> Iterator[Mistake]:
    habitats = numbers.box.habitats
    for index, habitat in enumerate(state.habitats):
        at, times = ("habitats", index), state.habitats.count(habitat)
        if habitat not in habitats:
            yield unknown_mistake(at, habitat, "habitat", habitats)
        elif times > 1:
            yield mistake(at, "habitat_twice", given=quote(habitat), n=times)
    yield from too_many(("impacts",), "impacts", state.impacts, numbers.box.impacts)


def notes(state: State, numbers: Numbers, say: Translation) -> Iterator[TableNote]:
    """Section 2.3: stack sizes, and whether the nutrients cards last for every start deck."""
    least, most, stack = numbers.elements.least, numbers.elements.most, state.variants.elements
    if stack is not None and not least <= stack <= most:
        yield TableNote(
            say("note.elements", n=stack, least=least, most=most), ("variants", "elements")
        )
    rows, cards = max(len(state.players), numbers.rows.least), numbers.box.nutrients
    size = least if stack is None else stack
    needed = size + rows * numbers.eutrophication.nutrients
    if state.variants.eutrophication and needed > cards:
        text = say("note.nutrients", n=needed, rows=rows, stack=size, most=cards)
        yield TableNote(text, ("switches",))
