"""Policy cards that act when they are drawn (3.8): negative and dual ones.

A card that leaves a choice asks for it; ``measures.py`` carries out the answer.
"""

from __future__ import annotations

from collections.abc import Callable

from scorer.play.stream import Stream

from .. import supply
from ..state import ALL_TOKENS, Politics, State, with_item

PROTECTION = "strict_protection"
RETENTION = "improved_nutrient_retention"
GREEN_ENERGY = "green_energy"
ICE_WINTER = "ice_winter"
GREEN_HABITATS = ("coast", "rock", "mud")
FERTILISER = 2
UPWELLING = 2
Effect = Callable[[State], None]


def politics_of(state: State) -> Politics:
    assert state.politics is not None
    return state.politics


def draw_policy(state: State, stream: Stream) -> None:
    """Draw a policy card: collect measures and funding, all else acts at once (R3.8b to R3.8d)."""
    politics = _with_deck(politics_of(state), stream)
    if not politics.deck:
        state.politics = politics
        return
    name = politics.deck[-1]
    politics = politics._replace(deck=politics.deck[:-1])
    category = state.box.categories[name]
    if category == "positive":
        state.politics = politics._replace(measures=(*politics.measures, name))
    elif category == "funding":
        state.politics = politics._replace(funding=politics.funding + 1)
    else:
        state.politics = politics._replace(discard=(*politics.discard, name))
        EFFECTS[name](state)


def _with_deck(politics: Politics, stream: Stream) -> Politics:
    """Rebuild an empty policy deck from its discard, which the rulebook leaves open."""
    if politics.deck or not politics.discard:
        return politics
    deck = stream.shuffled(politics.discard, "policies", politics.shuffles)
    return politics._replace(deck=deck, discard=(), shuffles=politics.shuffles + 1)


def keep_in_force(state: State, name: str) -> None:
    """Leave a card face up for the rest of the game (R3.8h)."""
    politics = politics_of(state)
    discard = tuple(card for card in politics.discard if card != name)
    state.politics = politics._replace(discard=discard, in_force=(*politics.in_force, name))


def _waste_water_failure(state: State) -> None:
    nutrients = state.box.nutrients
    for player, row in enumerate(state.rows):
        if nutrients in row or (player == state.turn and nutrients in state.used):
            supply.add_pressure(state, player)


def _discards(name: str, group: str) -> Effect:
    def effect(state: State) -> None:
        politics = politics_of(state)
        if PROTECTION in politics.in_force:
            return
        if PROTECTION in politics.measures and politics.funding:
            state.politics = politics._replace(asked=(PROTECTION, name))
            return
        discard_group(state, group)

    return effect


def discard_group(state: State, group: str) -> None:
    """Discard face-up species of a group from rows; put those in the market under their deck."""
    box = state.box

    def leaves(card: int) -> bool:
        return box.groups[card] == group or (group == supply.PRODUCERS and box.is_producer[card])

    for player in range(len(state.rows)):
        _discard_from_row(state, player, leaves)
    for which in (supply.PRODUCERS, supply.CONSUMERS):
        supply.put_under(state, which, leaves)


def _discard_from_row(state: State, player: int, leaves: Callable[[int], bool]) -> None:
    in_turn = player == state.turn
    row = state.rows[player]
    leaving = tuple(card for card in row + state.used * in_turn if leaves(card))
    if not leaving:
        return
    state.rows = with_item(state.rows, player, tuple(card for card in row if not leaves(card)))
    if in_turn:
        state.used = tuple(card for card in state.used if not leaves(card))
    state.discards = with_item(state.discards, player, state.discards[player] + leaving)


def _hunting(state: State) -> None:
    for card in state.row:
        if state.box.groups[card] in ("mammals", "birds"):
            supply.remove_everywhere(state, card)


def _deposition(state: State) -> None:
    for card, name in enumerate(state.box.names):
        if name.partition("#")[0] == "calanoida":
            supply.remove_everywhere(state, card)


def _fertiliser(state: State) -> None:
    nutrients = state.box.nutrients
    if state.stacks[nutrients] < FERTILISER:
        supply.add_pressure(state, state.turn)
    else:
        for _ in range(FERTILISER):
            supply.take_element(state, nutrients, state.turn)
    supply.return_elements(state, state.box.code("oxygen"))


def _noise(state: State) -> None:
    state.politics = politics_of(state)._replace(quiet=_next(state))


def _litter(state: State) -> None:
    """Put the card itself into the row, and so into the deck of the player who drew it."""
    politics = politics_of(state)
    discard = tuple(card for card in politics.discard if card != state.box.names[state.box.litter])
    state.politics = politics._replace(discard=discard, skips=_next(state))
    row = (*state.rows[state.turn], state.box.litter)
    state.rows = with_item(state.rows, state.turn, row)


def _next(state: State) -> int:
    return (state.turn + 1) % len(state.rows)


def _warm_summer(state: State) -> None:
    tokens = ALL_TOKENS if politics_of(state).carried_out else 0
    state.tokens = (tokens,) * len(state.rows)


def _upwelling(state: State) -> None:
    for _ in range(UPWELLING):
        for player in _from_turn(state):
            supply.take_element(state, state.box.nutrients, player)


def _from_turn(state: State) -> list[int]:
    """Return the players, beginning with the current one."""
    count = len(state.rows)
    return [(state.turn + step) % count for step in range(count)]


def green_habitats(state: State) -> int:
    names = state.box.habitat_names
    return sum(1 << names.index(name) for name in GREEN_HABITATS)


def _green_energy(state: State) -> None:
    if state.habitats & green_habitats(state):
        supply.place_impacts(state, 1, supply.POLICY)
    else:
        state.politics = politics_of(state)._replace(asked=(GREEN_ENERGY,))


def _inflow(state: State) -> None:
    for player in _from_turn(state):
        for name in ("salinity", "oxygen"):
            supply.take_element(state, state.box.code(name), player)


def _ice_winter(state: State) -> None:
    if not state.habitats >> state.box.habitat_names.index("ice") & 1:
        supply.return_elements(state, state.box.code("sun"))
        return
    ask_ice_winter(state, tuple(_from_turn(state)))


def ask_ice_winter(state: State, players: tuple[int, ...]) -> None:
    """Ask each player in order to activate one token; skip those who have none to turn."""
    waiting = tuple(player for player in players if state.tokens[player] != ALL_TOKENS)
    question: tuple[str | int, ...] = (ICE_WINTER, *waiting) if waiting else ()
    state.politics = politics_of(state)._replace(asked=question)


STRIKES = {
    "oil_spill": "birds",
    "overfishing": "fish",
    "hazardous_substances_from_industry": supply.PRODUCERS,
}
EFFECTS: dict[str, Effect] = {
    "waste_water_treatment_failure": _waste_water_failure,
    supply.CLIMATE: lambda state: keep_in_force(state, supply.CLIMATE),
    **{name: _discards(name, group) for name, group in STRIKES.items()},
    "hunting": _hunting,
    "atmospheric_deposition_of_hazardous_substances": _deposition,
    "excessive_fertiliser_use": _fertiliser,
    "underwater_noise": _noise,
    "beach_litter": _litter,
    "warm_summer": _warm_summer,
    "nutrient_upwelling": _upwelling,
    GREEN_ENERGY: _green_energy,
    "salt_water_inflow": _inflow,
    ICE_WINTER: _ice_winter,
}
