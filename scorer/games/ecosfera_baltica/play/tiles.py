"""Habitat and impact tiles, and the end of the game (R3.0c)."""

from __future__ import annotations

from .state import State

CLIMATE = "climate_change"
# Why an impact tile is placed; the words of play say it in full.
IDLE, PRESSURES, MANY_PRESSURES, ALIKE, POLICY = (
    "idle",
    "pressures",
    "many_pressures",
    "alike",
    "policy",
)


def place_habitats(state: State, tiles: int) -> None:
    """R3.4a: new tiles are placed; with the last one the game is won at once."""
    new = tiles & ~state.habitats
    state.habitats |= tiles
    state.acted = True
    if state.habitats.bit_count() >= state.box.numbers.win.habitats:
        state.over = "won"
    _draw_policies(state, new.bit_count())


def place_impacts(state: State, number: int, why: str) -> None:
    """R3.5b to R3.5e: impact tiles; with the last one the game is lost at once."""
    politics = state.politics
    if politics is not None and CLIMATE in politics.in_force:
        number += 1
    before, most = state.impacts, state.box.numbers.lose.impacts
    state.impacts = min(most, before + number)
    state.struck += (why,) * (state.impacts - before)
    if state.impacts >= most:
        state.over = "lost"
    _draw_policies(state, state.impacts - before)


def _draw_policies(state: State, number: int) -> None:
    """R3.8g: one policy card for each tile."""
    if state.politics is not None and number:
        state.politics = state.politics._replace(draws=state.politics.draws + number)
