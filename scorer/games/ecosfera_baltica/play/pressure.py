"""Pressure cards, and rows that end a turn (3.5)."""

from __future__ import annotations

from .box import Box
from .state import Cards, State, replaced

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


TREATMENT = "upgraded_waste_water_treatment"


def strikes(state: State) -> bool:
    """R3.5b and R3.5c: whether the row in turn ends the turn; pressure and tile are placed."""
    box, row = state.box, state.rows[state.turn]
    if row.count(box.pressure) >= box.facts.pressures:
        place_impacts(state, 1, PRESSURES)
        state.ending = True
        return True
    if state.used:
        row += state.used
    if not is_alike(box, row) or _is_asked(state, row):
        return False
    strike_alike(state)
    return True


def strike_alike(state: State) -> None:
    """R3.5c: one pressure card, and the turn is over; where it is the third, an impact, too."""
    add_pressure(state, state.turn)
    if _too_much(state):
        place_impacts(state, 1, ALIKE)
    state.ending = True


def _too_much(state: State) -> bool:
    box = state.box
    return state.rows[state.turn].count(box.pressure) >= box.facts.pressures


def is_alike(box: Box, row: Cards) -> bool:
    """R3.5c: three element cards of one type; used ones count too."""
    alike = box.facts.alike
    # Most rows hold too few equal cards of any kind, which is quick to see.
    if len(row) - len(set(row)) < alike - 1:
        return False
    return any(row.count(element) >= alike for element in box.element_codes)


def _is_asked(state: State, row: Cards) -> bool:
    """Upgraded waste water treatment may answer the third nutrients card: the team is asked."""
    politics, nutrients = state.politics, state.box.nutrients
    if politics is None or not politics.funding or TREATMENT not in politics.measures:
        return False
    if row.count(nutrients) < state.box.facts.alike:
        return False
    state.politics = politics._replace(asked=(TREATMENT,))
    return True


def add_pressure(state: State, player: int) -> None:
    """A pressure card from the supply into a row; an empty supply gives none."""
    if state.pressures:
        state.pressures -= 1
        row = (*state.rows[player], state.box.pressure)
        state.rows = replaced(state.rows, player, row)


def end_turn(state: State) -> None:
    """R3.5a: whoever gained nothing takes a pressure card first; the third makes an impact."""
    if not state.acted:
        add_pressure(state, state.turn)
        if _too_much(state):
            place_impacts(state, 1, IDLE)
    state.ending = True
