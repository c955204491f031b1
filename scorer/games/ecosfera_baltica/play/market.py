"""The market: four producers and four consumers face up, their decks, and the element stacks."""

from __future__ import annotations

from collections.abc import Callable

from .state import Cards, State, replaced, without

PRODUCERS, CONSUMERS = "producers", "consumers"


def take_species(state: State, card: int) -> None:
    """R3.2a, R3.3c: a card leaves the market; its slot is refilled from the deck at once."""
    if state.box.is_producer[card]:
        at, deck = state.producers.index(card), state.producer_deck
        new, state.producer_deck = deck[-1:], deck[:-1]
        state.producers = state.producers[:at] + new + state.producers[at + 1 :]
    else:
        at, deck = state.consumers.index(card), state.consumer_deck
        new, state.consumer_deck = deck[-1:], deck[:-1]
        state.consumers = state.consumers[:at] + new + state.consumers[at + 1 :]


def refresh(state: State, which: str) -> None:
    """R3.6c: all face-up cards of one kind go under their deck, new ones come from its top."""
    if which == PRODUCERS:
        shown, deck = state.producers, state.producers + state.producer_deck
        state.producers, state.producer_deck = deck[: -len(shown) - 1 : -1], deck[: -len(shown)]
        state.producers_under = min(len(deck) - len(shown), state.producers_under + len(shown))
    else:
        shown, deck = state.consumers, state.consumers + state.consumer_deck
        state.consumers, state.consumer_deck = deck[: -len(shown) - 1 : -1], deck[: -len(shown)]
        state.consumers_under = min(len(deck) - len(shown), state.consumers_under + len(shown))


def put_under(state: State, which: str, leaves: Callable[[int], bool]) -> None:
    """Some face-up cards go under their own deck, new ones come from its top; no shuffling."""
    producers = which == PRODUCERS
    shown = state.producers if producers else state.consumers
    deck = state.producer_deck if producers else state.consumer_deck
    leaving = tuple(card for card in shown if leaves(card))
    deck = leaving + deck
    drawn = iter(deck[: -len(leaving) - 1 : -1] if leaving else ())
    shown = tuple(next(drawn) if leaves(card) else card for card in shown)
    deck = deck[: len(deck) - len(leaving)]
    if producers:
        state.producers, state.producer_deck = shown, deck
        state.producers_under = min(len(deck), state.producers_under + len(leaving))
    else:
        state.consumers, state.consumer_deck = shown, deck
        state.consumers_under = min(len(deck), state.consumers_under + len(leaving))


def take_element(state: State, element: int, player: int) -> None:
    """An element card from its stack into a row, where there is one."""
    if state.stacks[element]:
        change_stack(state, element, -1)
        state.rows = replaced(state.rows, player, (*state.rows[player], element))


def change_stack(state: State, element: int, by: int) -> None:
    stacks = list(state.stacks)
    stacks[element] += by
    state.stacks = tuple(stacks)


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
    if card in state.producers or card in state.consumers:
        take_species(state, card)
    elif card in state.producer_deck:
        state.producers_under -= state.producer_deck.index(card) < state.producers_under
        state.producer_deck = without(state.producer_deck, card)
    elif card in state.consumer_deck:
        state.consumers_under -= state.consumer_deck.index(card) < state.consumers_under
        state.consumer_deck = without(state.consumer_deck, card)
