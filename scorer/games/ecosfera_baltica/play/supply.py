"""What the players share: the market and its decks, element stacks, pressure cards and tiles.

That includes the rows that end a turn (3.5).
"""

from __future__ import annotations

from collections.abc import Callable

from .box import CardIndex
from .state import Cards, Offer, State, remove, with_item

PRODUCERS, CONSUMERS = "producers", "consumers"


def offer_of(state: State, which: str) -> Offer:
    return state.producers if which == PRODUCERS else state.consumers


def take_species(state: State, card: int) -> None:
    """Take a card from the market; refill its slot from the deck (R3.2a, R3.3c)."""
    which = PRODUCERS if state.box.is_producer[card] else CONSUMERS
    setattr(state, which, _refill(offer_of(state, which), (card,)))


def put_under(state: State, which: str, leaves: Callable[[int], bool]) -> None:
    """Replace some face-up cards by new ones and put them under their deck; no shuffling."""
    offer = offer_of(state, which)
    leaving = tuple(card for card in offer.shown if leaves(card))
    offer = _refill(offer, leaving)
    under = offer.under + len(leaving)
    setattr(state, which, offer._replace(deck=leaving + offer.deck, under=under))


def _refill(offer: Offer, leaving: Cards) -> Offer:
    """Fill the slots of leaving cards from the top of the deck, then those left empty before."""
    missing = len(leaving) + offer.empty
    drawn = offer.deck[: -missing - 1 : -1]
    deck = offer.deck[: len(offer.deck) - len(drawn)]
    new = iter(drawn)
    slots = (next(new, None) if card in leaving else card for card in offer.shown)
    offered = (*(card for card in slots if card is not None), *new)
    return Offer(offered, deck, min(offer.under, len(deck)), missing - len(drawn))


def take_element(state: State, element: int, player: int) -> None:
    """Move an element card from its stack into a row, if there is one."""
    if state.stacks[element]:
        change_stack(state, element, -1)
        state.rows = with_item(state.rows, player, (*state.rows[player], element))


def change_stack(state: State, element: int, by: int) -> None:
    state.stacks = with_item(state.stacks, element, state.stacks[element] + by)


def return_elements(state: State, element: int) -> None:
    """Return every card of an element in any row to the market, also used ones."""
    for player, row in enumerate(state.rows):
        if number := row.count(element):
            change_stack(state, element, number)
            rest = tuple(card for card in row if card != element)
            state.rows = with_item(state.rows, player, rest)
    if number := state.used.count(element):
        change_stack(state, element, number)
        state.used = tuple(card for card in state.used if card != element)


def receive(state: State, card: int, player: int) -> None:
    """Add a species to a row with fresh symbols (R3.6g); in the current row it counts as gained."""
    state.rows = with_item(state.rows, player, (*state.rows[player], card))
    state.tapped &= ~(1 << card)
    if player == state.turn:
        state.acted = True


def remove_everywhere(state: State, card: int) -> None:
    """Remove a card from the game, from any place."""
    if card in state.gone:
        return
    _remove_from_market(state, card)
    for pile in ("rows", "decks", "discards"):
        piles: tuple[Cards, ...] = getattr(state, pile)
        setattr(state, pile, tuple(remove(c, card) if card in c else c for c in piles))
    if card in state.used:
        state.used = remove(state.used, card)
    state.gone = (*state.gone, card)


def _remove_from_market(state: State, card: int) -> None:
    for which in (PRODUCERS, CONSUMERS):
        offer = offer_of(state, which)
        if card in offer.shown:
            take_species(state, card)
        elif card in offer.deck:
            under = offer.under - (offer.deck.index(card) < offer.under)
            setattr(state, which, offer._replace(deck=remove(offer.deck, card), under=under))


CLIMATE = "climate_change"
# Why an impact tile is placed; the texts of play explain it.
IDLE, PRESSURES, MANY_PRESSURES = "idle", "pressures", "many_pressures"
ALIKE, POLICY = "alike", "policy"


def place_habitats(state: State, tiles: int) -> None:
    """Place new tiles; with the last one the game is won at once (R3.4a)."""
    new = tiles & ~state.habitats
    state.habitats |= tiles
    state.acted = True
    if state.habitats.bit_count() >= state.box.numbers.win.habitats:
        state.over = "won"
    _draw_policies(state, new.bit_count())


def place_impacts(state: State, number: int, why: str) -> None:
    """Place impact tiles; with the last one the game is lost at once (R3.5b to R3.5e)."""
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
    """Draw one policy card for each tile (R3.8g)."""
    if state.politics is not None and number:
        state.politics = state.politics._replace(draws=state.politics.draws + number)


TREATMENT = "upgraded_waste_water_treatment"


def strikes(state: State) -> bool:
    """Return whether the current row ends the turn; place pressure and tile (R3.5b, R3.5c)."""
    box, row = state.box, state.rows[state.turn]
    if _too_much(state):
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
    """Add a pressure card and end the turn; the third also gives an impact (R3.5c)."""
    add_pressure(state, state.turn)
    if _too_much(state):
        place_impacts(state, 1, ALIKE)
    state.ending = True


def _too_much(state: State) -> bool:
    box = state.box
    return state.rows[state.turn].count(box.pressure) >= box.facts.pressures


def is_alike(box: CardIndex, row: Cards) -> bool:
    """Return whether a row has three element cards of one type, also used ones (R3.5c)."""
    alike = box.facts.alike
    # Most rows have too few equal cards of any kind, which is quick to check.
    if len(row) - len(set(row)) < alike - 1:
        return False
    return any(row.count(element) >= alike for element in box.element_codes)


def _is_asked(state: State, row: Cards) -> bool:
    """Return whether upgraded waste water treatment can answer the third nutrients card."""
    politics, box = state.politics, state.box
    if politics is None or not politics.funding or TREATMENT not in politics.measures:
        return False
    if row.count(box.nutrients) < box.facts.alike:
        return False
    state.politics = politics._replace(asked=(TREATMENT,))
    return True


def add_pressure(state: State, player: int) -> None:
    """Move a pressure card from the supply into a row; an empty supply gives none."""
    if state.pressures:
        state.pressures -= 1
        row = (*state.rows[player], state.box.pressure)
        state.rows = with_item(state.rows, player, row)


def end_turn(state: State) -> None:
    """End the turn: without a gain, take a pressure card; the third gives an impact (R3.5a)."""
    if not state.acted:
        add_pressure(state, state.turn)
        if _too_much(state):
            place_impacts(state, 1, IDLE)
    state.ending = True
