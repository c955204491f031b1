"""The market: four producers and four consumers face up, their decks, and the element stacks."""

from __future__ import annotations

from collections.abc import Callable

from .state import Cards, Offer, State, replaced, without

PRODUCERS, CONSUMERS = "producers", "consumers"


def offer_of(state: State, which: str) -> Offer:
    return state.producers if which == PRODUCERS else state.consumers


def put_offer(state: State, which: str, shown: Cards, deck: Cards, under: int) -> None:
    setattr(state, which, Offer(shown, deck, under))


def take_species(state: State, card: int) -> None:
    """R3.2a, R3.3c: a card leaves the market; its slot is refilled from the deck at once."""
    which = PRODUCERS if state.box.is_producer[card] else CONSUMERS
    shown, deck, under = offer_of(state, which)
    at = shown.index(card)
    shown = shown[:at] + deck[-1:] + shown[at + 1 :]
    put_offer(state, which, shown, deck[:-1], under)


def put_under(state: State, which: str, leaves: Callable[[int], bool]) -> None:
    """Some face-up cards go under their own deck, new ones come from its top; no shuffling."""
    shown, deck, under = offer_of(state, which)
    leaving = tuple(card for card in shown if leaves(card))
    deck = leaving + deck
    drawn = iter(deck[: -len(leaving) - 1 : -1])
    shown = tuple(next(drawn) if leaves(card) else card for card in shown)
    deck = deck[: len(deck) - len(leaving)]
    put_offer(state, which, shown, deck, min(len(deck), under + len(leaving)))


def take_element(state: State, element: int, player: int) -> None:
    """An element card from its stack into a row, where there is one."""
    if state.stacks[element]:
        change_stack(state, element, -1)
        state.rows = replaced(state.rows, player, (*state.rows[player], element))


def change_stack(state: State, element: int, by: int) -> None:
    state.stacks = replaced(state.stacks, element, state.stacks[element] + by)


def return_elements(state: State, element: int) -> None:
    """Every card of an element in any row goes back to the market, used ones too."""
    for player, row in enumerate(state.rows):
        if number := row.count(element):
            change_stack(state, element, number)
            kept = tuple(card for card in row if card != element)
            state.rows = replaced(state.rows, player, kept)
    if number := state.used.count(element):
        change_stack(state, element, number)
        state.used = tuple(card for card in state.used if card != element)


def receive(state: State, card: int, player: int) -> None:
    """A species enters a row with its symbols fresh (R3.6g); in turn it counts as gained."""
    state.rows = replaced(state.rows, player, (*state.rows[player], card))
    state.tapped &= ~(1 << card)
    if player == state.turn:
        state.acted = True


def remove_everywhere(state: State, card: int) -> None:
    """A card leaves the game, wherever it lies."""
    if card in state.gone:
        return
    _remove_from_market(state, card)
    for pile in ("rows", "decks", "discards"):
        piles: tuple[Cards, ...] = getattr(state, pile)
        setattr(state, pile, tuple(without(c, card) if card in c else c for c in piles))
    if card in state.used:
        state.used = without(state.used, card)
    state.gone = (*state.gone, card)


def _remove_from_market(state: State, card: int) -> None:
    for which in (PRODUCERS, CONSUMERS):
        shown, deck, under = offer_of(state, which)
        if card in shown:
            take_species(state, card)
        elif card in deck:
            seen = deck.index(card) < under
            put_offer(state, which, shown, without(deck, card), under - seen)
