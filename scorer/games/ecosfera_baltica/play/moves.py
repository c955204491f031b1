"""Every legal move of a state (section 3), and the state that follows it.

Moves are plain tuples of an action and card numbers. ``pass``, ``plus`` and ``refresh`` name the
source of the ability: a card, or -1 for the token. A card is passed to a player, or to -1, the
market.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from scorer.play.stream import Stream

from . import supply
from .box import PASS, PLUS, REFRESH, CardIndex
from .policy.drawn import RETENTION, politics_of
from .policy.measures import answer, answers, carry_out, measure_moves
from .state import Move, State, remove, with_item
from .turn import settle, take_top

TOKEN = MARKET = -1
END: Move = ("end",)


def legal(state: State) -> list[Move]:
    """Return every allowed move; none once the game is over."""
    if state.over:
        return []
    politics = state.politics
    if politics is not None and politics.asked:
        return answers(state)
    moves = [END]
    if state.may_reactivate:
        tokens = state.tokens[state.turn]
        moves += [("reactivate", bit) for bit in (1, 2, 4) if not tokens & bit]
    hand, species = _row_parts(state)
    _producers(state, state.box.payable(hand, is_cheaper(state)), moves)
    if len(species) > 1:
        _pairs(state, species, moves)
    _abilities(state, species, moves)
    if politics is not None:
        moves += _stars(state)
        moves += measure_moves(state)
    return moves


def payable(state: State) -> dict[int, int]:
    """Return producers that the row pays for, and the missing element (R3.2a, R3.2b)."""
    return state.box.payable(_row_parts(state)[0], is_cheaper(state))


def is_cheaper(state: State) -> bool:
    """Return whether a measure in force saves one nutrients card of every price."""
    politics = state.politics
    return politics is not None and RETENTION in politics.in_force


def _row_parts(state: State) -> tuple[int, list[int]]:
    """Return, in one pass over the row, the key of the paying hand and the species."""
    litter, weights = state.box.litter, state.box.weights
    hand, species = 0, []
    for card in state.rows[state.turn]:
        if card > litter:
            species.append(card)
        else:
            hand += weights[card]
    return hand, species


def _producers(state: State, paid: dict[int, int], moves: list[Move]) -> None:
    """Add producers that the row pays for if the market has the missing element (R3.2a)."""
    if paid:
        stacks = state.stacks
        for card in state.producers.shown:
            if card in paid and ((missing := paid[card]) < 0 or stacks[missing]):
                moves.append(("producer", card))


def _pairs(state: State, species: list[int], moves: list[Move]) -> None:
    """Add what two cards of the row bring: consumers and habitat tiles (R3.0b)."""
    is_producer = state.box.is_producer
    moves += consumer_moves(state, [card for card in species if is_producer[card]])
    moves += habitat_moves(state, [card for card in species if not is_producer[card]])


def consumer_moves(state: State, producers: list[int]) -> list[Move]:
    """Return pairs of unused producers with consumers of a common habitat (R3.3a, R3.3b)."""
    habitats, offered = state.box.habitats, state.consumers.shown
    return [
        ("consumer", card, one, other)
        for place, one in enumerate(producers)
        for other in producers[place + 1 :]
        if habitats[one] & habitats[other]
        for card in offered
        if habitats[one] & habitats[other] & habitats[card]
    ]


def habitat_moves(state: State, consumers: list[int]) -> list[Move]:
    """Return pairs of unused consumers with a common habitat not yet restored (R3.4a)."""
    habitats, new = state.box.habitats, ~state.habitats
    return [
        ("habitat", one, other)
        for place, one in enumerate(consumers)
        for other in consumers[place + 1 :]
        if habitats[one] & habitats[other] & new
    ]


def fresh_symbols(state: State, species: list[int]) -> list[int]:
    """Return cards in the row that still give an ability this turn, also used ones (R3.6f)."""
    abilities, tapped = state.box.abilities, state.tapped
    cards = [*species, *state.used] if state.used else species
    return [card for card in cards if abilities[card] and not tapped >> card & 1]


def _abilities(state: State, species: list[int], moves: list[Move]) -> None:
    """Add what active tokens and fresh symbols of the row can do (R3.6d, R3.6f)."""
    politics, player = state.politics, state.turn
    tokens = state.tokens[player]
    symbols = fresh_symbols(state, species) if species or state.used else []
    if not (tokens or symbols) or (politics is not None and politics.quiet == player):
        return
    abilities, offered = state.box.abilities, tokens
    for card in symbols:
        offered |= abilities[card]
    for ability, add in _ABILITIES:
        if offered & ability:
            cards = [card for card in symbols if abilities[card] & ability]
            if tokens & ability:
                cards.append(TOKEN)
            add(state, cards, moves)


def _passes(state: State, cards: list[int], moves: list[Move]) -> None:
    """Add passing an unused card to another player, or an element to the market (R3.6a)."""
    player, count = state.turn, len(state.rows)
    ways = [_passes_by(state.box, source, player, count) for source in cards]
    for card in dict.fromkeys(state.rows[player]):
        for passes in ways:
            moves += passes[card]


@lru_cache(maxsize=1024)
def _passes_by(box: CardIndex, source: int, player: int, count: int) -> list[list[Move]]:
    """Return, by card, to whom it may go: other players, and for an element the market.

    Litter stays, and no card passes itself. Computed once, as nearly every turn needs it.
    """
    others = [other for other in range(count) if other != player]
    return [
        []
        if card in (box.litter, source)
        else [("pass", source, card, to) for to in (*others, *[MARKET] * (card < box.elements))]
        for card in range(len(box.names))
    ]


def _pluses(state: State, cards: list[int], moves: list[Move]) -> None:
    """Add drawing a card; an empty deck gives one if there is a discard to shuffle (R3.6b)."""
    if state.decks[state.turn] or state.discards[state.turn]:
        moves += [("plus", source) for source in cards]


def _refreshes(state: State, cards: list[int], moves: list[Move]) -> None:
    """Add refreshing the market, unless a deck is empty (R3.6c)."""
    full = [
        which
        for which in (supply.PRODUCERS, supply.CONSUMERS)
        if supply.offer_of(state, which).deck
    ]
    moves += [("refresh", source, which) for source in cards for which in full]


_ABILITIES = ((PASS, _passes), (PLUS, _pluses), (REFRESH, _refreshes))


def _stars(state: State) -> list[Move]:
    """Return star moves: draw a policy card, once a turn; noise stops only abilities (R3.8f)."""
    politics = state.politics
    assert politics is not None
    if not politics.deck and not politics.discard:
        return []
    stars = state.box.stars
    return [
        ("star", card) for card in state.row if stars[card] and not politics.starred >> card & 1
    ]


# Moves that may bring a third pressure card or a third equal element. Level 1 has no others.
STIRRING = frozenset({"end", "plus", "producer"})


def apply(state: State, move: Move, stream: Stream) -> State:
    """Return the state after a legal move and everything that follows automatically."""
    after = state.copy()
    after.may_reactivate = False
    kind = move[0]
    CARRIED_OUT[kind](after, move, stream)
    if kind in STIRRING or after.politics is not None:
        settle(after, stream)
    return after


def _producer(state: State, move: Move, stream: Stream) -> None:
    """Use the paid elements; the missing one comes from the market, used as well (R3.2)."""
    card = int(move[1])
    box, player = state.box, state.turn
    missing = payable(state)[card]
    row = list(state.rows[player])
    used = box.payment(card, missing, is_cheaper(state))
    for element in used:
        row.remove(element)
    if missing >= 0:
        supply.change_stack(state, missing, -1)
        used += (missing,)
    row.append(card)
    state.rows = with_item(state.rows, player, tuple(row))
    state.used += used
    state.acted = True
    supply.take_species(state, card)


def _consumer(state: State, move: Move, stream: Stream) -> None:
    """Use both producers; the consumer is active at once (R3.3)."""
    _, card, one, other = move
    player = state.turn
    row = remove(remove(state.rows[player], int(one)), int(other))
    state.rows = with_item(state.rows, player, (*row, int(card)))
    state.used += (int(one), int(other))
    state.acted = True
    supply.take_species(state, int(card))


def _habitat(state: State, move: Move, stream: Stream) -> None:
    """Use both consumers for all habitats that they have in common (R3.4)."""
    one, other = int(move[1]), int(move[2])
    player = state.turn
    row = remove(remove(state.rows[player], one), other)
    state.rows = with_item(state.rows, player, row)
    state.used += (one, other)
    supply.place_habitats(state, state.box.habitats[one] & state.box.habitats[other])


def _use_source(state: State, source: int, ability: int) -> None:
    """Make the token inactive; a card gives one ability a turn (R3.6d, R3.6f)."""
    if source != TOKEN:
        state.tapped |= 1 << source
        return
    state.tokens = with_item(state.tokens, state.turn, state.tokens[state.turn] & ~ability)


def _pass(state: State, move: Move, stream: Stream) -> None:
    """Pass a card to another player's row, or an element back to the market (R3.6a)."""
    card, to = int(move[2]), int(move[3])
    _use_source(state, int(move[1]), 1)
    player = state.turn
    state.rows = with_item(state.rows, player, remove(state.rows[player], card))
    if to == MARKET:
        supply.change_stack(state, card, 1)
        return
    state.rows = with_item(state.rows, to, (*state.rows[to], card))
    state.tapped &= ~(1 << card)


def _plus(state: State, move: Move, stream: Stream) -> None:
    """Draw the top card of the player's own deck (R3.6b)."""
    _use_source(state, int(move[1]), 2)
    take_top(state, state.turn, stream)


def _refresh(state: State, move: Move, stream: Stream) -> None:
    """Put all face-up cards of one kind under their deck (R3.6c)."""
    _use_source(state, int(move[1]), 4)
    supply.put_under(state, str(move[2]), lambda card: True)


def _reactivate(state: State, move: Move, stream: Stream) -> None:
    """Make one of the player's tokens active again (R3.6e)."""
    state.tokens = with_item(state.tokens, state.turn, state.tokens[state.turn] | int(move[1]))


def _star(state: State, move: Move, stream: Stream) -> None:
    """Draw the top policy card (R3.8f)."""
    politics = politics_of(state)
    state.politics = politics._replace(
        starred=politics.starred | 1 << int(move[1]), draws=politics.draws + 1
    )


CARRIED_OUT: dict[str | int, Callable[[State, Move, Stream], None]] = {
    "end": lambda state, move, stream: supply.end_turn(state),
    "producer": _producer,
    "consumer": _consumer,
    "habitat": _habitat,
    "pass": _pass,
    "plus": _plus,
    "refresh": _refresh,
    "reactivate": _reactivate,
    "star": _star,
    "measure": carry_out,
    "answer": answer,
}
