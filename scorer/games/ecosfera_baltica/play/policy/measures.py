"""Measures (R3.8d, R3.8i): what a measure and a funding card do together, and answers to cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement

from scorer.play.stream import Stream

from .. import supply
from ..state import ALL_TOKENS, Move, State, remove, with_item
from ..turn import take_top
from . import drawn

PLANNING = "maritime_spatial_planning"
LOOKED_AT = 5
REMOVED_PRESSURES = 2
Ways = Iterator[tuple[str | int, ...]]


def measure_moves(state: State) -> list[Move]:
    """Return every funded measure, in every way it can be carried out."""
    politics = drawn.politics_of(state)
    if not politics.funding:
        return []
    return [
        ("measure", name, *details)
        for name in dict.fromkeys(politics.measures)
        for details in MEASURES[name][0](state)
    ]


def carry_out(state: State, move: Move, stream: Stream) -> None:
    """Spend the funding card, apply the measure and put it away (R3.8d)."""
    name = str(move[1])
    _spend(state, name)
    MEASURES[name][1](state, move[2:], stream)


def _spend(state: State, name: str) -> None:
    politics = drawn.politics_of(state)
    at = politics.measures.index(name)
    state.politics = politics._replace(
        measures=politics.measures[:at] + politics.measures[at + 1 :],
        funding=politics.funding - 1,
        discard=(*politics.discard, name, "funding"),
        carried_out=politics.carried_out + 1,
    )


def _always(state: State) -> Ways:
    yield ()


def _regulated_habitats(state: State) -> Ways:
    """Return unrestored habitats that a producer and a consumer in the row share."""
    box, shared = state.box, 0
    producers = [box.habitats[card] for card in state.row if box.is_producer[card]]
    for card in state.row:
        if box.is_consumer[card]:
            for habitats in producers:
                shared |= habitats & box.habitats[card]
    yield from _each_habitat(state, shared & ~state.habitats)


def _each_habitat(state: State, habitats: int) -> Ways:
    for place in range(len(state.box.habitat_names)):
        if habitats >> place & 1:
            yield (place,)


def _regulate(state: State, details: Move, stream: Stream) -> None:
    supply.place_habitats(state, 1 << int(details[0]))


def _has_impact(state: State) -> Ways:
    if state.impacts:
        yield ()


def _restore(state: State, details: Move, stream: Stream) -> None:
    state.impacts -= 1


def _all_tokens(state: State, details: Move, stream: Stream) -> None:
    state.tokens = (ALL_TOKENS,) * len(state.rows)


def _has_nutrients(state: State) -> Ways:
    if state.stacks[state.box.nutrients]:
        yield ()


def _treat(state: State, details: Move, stream: Stream) -> None:
    supply.take_element(state, state.box.nutrients, state.turn)


def _in_force(name: str) -> Callable[[State, Move, Stream], None]:
    return lambda state, details, stream: drawn.keep_in_force(state, name)


def _fish_and_birds(state: State) -> Ways:
    for card in state.consumers.shown:
        if state.box.groups[card] in ("fish", "birds"):
            yield from ((card, player) for player in range(len(state.rows)))


def _move_species(state: State, details: Move, stream: Stream) -> None:
    card, player = int(details[0]), int(details[1])
    supply.take_species(state, card)
    supply.receive(state, card, player)


def _mud_cards(state: State) -> list[int]:
    mud = 1 << state.box.habitat_names.index("mud")
    offered = state.producers.shown + state.consumers.shown
    return [card for card in offered if state.box.habitats[card] & mud]


def _has_mud(state: State) -> Ways:
    if _mud_cards(state):
        yield from ((player,) for player in range(len(state.rows)))


def _move_mud(state: State, details: Move, stream: Stream) -> None:
    for card in _mud_cards(state):
        _move_species(state, (card, details[0]), stream)


def _pressed_rows(state: State) -> Ways:
    """Return one or two pressure cards, by the players whose rows have them."""
    counts = [row.count(state.box.pressure) for row in state.rows]
    for number in range(1, REMOVED_PRESSURES + 1):
        for players in combinations_with_replacement(range(len(counts)), number):
            if all(players.count(player) <= counts[player] for player in players):
                yield players


def _recycle(state: State, details: Move, stream: Stream) -> None:
    for player in map(int, details):
        row = remove(state.rows[player], state.box.pressure)
        state.rows = with_item(state.rows, player, row)
        state.gone = (*state.gone, state.box.pressure)
        take_top(state, player, stream)


def _decks(state: State) -> Ways:
    yield from (
        (which,)
        for which in (supply.PRODUCERS, supply.CONSUMERS)
        if supply.offer_of(state, which).deck
    )


def _look(state: State, details: Move, stream: Stream) -> None:
    state.politics = drawn.politics_of(state)._replace(asked=(PLANNING, details[0]))


MEASURES: dict[str, tuple[Callable[[State], Ways], Callable[[State, Move, Stream], None]]] = {
    "hazardous_substance_regulation": (_regulated_habitats, _regulate),
    "habitat_restoration": (_has_impact, _restore),
    "bubble_curtains": (_always, _all_tokens),
    supply.TREATMENT: (_has_nutrients, _treat),
    drawn.RETENTION: (_always, _in_force(drawn.RETENTION)),
    "migratory_barrier_removal": (_fish_and_birds, _move_species),
    "fishing_gear_regulation": (_has_mud, _move_mud),
    "recycling_and_waste_disposal": (_pressed_rows, _recycle),
    drawn.PROTECTION: (_always, _in_force(drawn.PROTECTION)),
    PLANNING: (_decks, _look),
}


def answers(state: State) -> list[Move]:
    """Return the possible answers to the question that a card asks."""
    question, *rest = drawn.politics_of(state).asked
    if question == drawn.GREEN_ENERGY:
        return [("answer", place[0]) for place in _each_habitat(state, drawn.green_habitats(state))]
    if question == drawn.ICE_WINTER:
        tokens = state.tokens[int(rest[0])]
        return [("answer", bit) for bit in (1, 2, 4) if not tokens & bit]
    if question == PLANNING:
        cards = _looked_at(state, str(rest[0]))
        players = range(len(state.rows))
        return [("answer", card, player) for card in cards for player in players]
    return [("answer", "yes"), ("answer", "no")]


def _looked_at(state: State, which: str) -> tuple[int, ...]:
    return supply.offer_of(state, which).deck[: -LOOKED_AT - 1 : -1]


def answer(state: State, move: Move, stream: Stream) -> None:
    """Carry out the answer; the question is settled."""
    question, *rest = drawn.politics_of(state).asked
    state.politics = drawn.politics_of(state)._replace(asked=())
    if question == drawn.GREEN_ENERGY:
        supply.place_habitats(state, 1 << int(move[1]))
    elif question == drawn.ICE_WINTER:
        player = int(rest[0])
        state.tokens = with_item(state.tokens, player, state.tokens[player] | int(move[1]))
        drawn.ask_ice_winter(state, tuple(map(int, rest[1:])))
    elif question == PLANNING:
        _plan(state, str(rest[0]), int(move[1]), int(move[2]))
    elif question == drawn.PROTECTION:
        _protect(state, str(rest[0]), move[1] == "yes")
    elif move[1] == "yes":
        _spend(state, supply.TREATMENT)
        _return_nutrients(state)
    else:
        supply.strike_alike(state)


def _plan(state: State, which: str, card: int, player: int) -> None:
    """Put one of the cards looked at into a row, the others under their deck."""
    seen = _looked_at(state, which)
    others = tuple(other for other in seen if other != card)
    offer = supply.offer_of(state, which)
    deck = others + offer.deck[: -len(seen)]
    under = min(len(deck), offer.under + len(others))
    setattr(state, which, offer._replace(deck=deck, under=under))
    supply.receive(state, card, player)


def _protect(state: State, name: str, yes: bool) -> None:
    if yes:
        _spend(state, drawn.PROTECTION)
        drawn.keep_in_force(state, drawn.PROTECTION)
    else:
        drawn.discard_group(state, drawn.STRIKES[name])


def _return_nutrients(state: State) -> None:
    """Return an unused nutrients card, or a used one if there is no other."""
    nutrients = state.box.nutrients
    row = state.rows[state.turn]
    if nutrients in row:
        state.rows = with_item(state.rows, state.turn, remove(row, nutrients))
    else:
        state.used = remove(state.used, nutrients)
    supply.change_stack(state, nutrients, 1)
