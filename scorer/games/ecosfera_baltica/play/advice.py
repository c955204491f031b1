"""A sensible beginner's move, and an estimate of how close a team is to winning.

Both are opinions of bots, not rules of the game.
"""

from __future__ import annotations

from .box import PLUS, REFRESH
from .moves import END, TOKEN, consumer_moves, fresh_symbols, habitat_moves, payable
from .policy.measures import answers, measure_moves
from .state import Move, State
from .supply import CONSUMERS, PRODUCERS, offer_of

# Values of what is on the table, in habitat tiles.
PAIR_OF_CONSUMERS, PAIR_OF_PRODUCERS, PRESSED = 1.6, 0.5, 1.2
IMPACT, TOKEN_WORTH = 0.55, 0.06
WON, LOST = 12.0, -6.0


def advise(state: State) -> Move:
    """Choose a move: place habitats, then take consumers, then producers; else use abilities."""
    politics = state.politics
    if politics is not None and politics.asked:
        return answers(state)[0]
    if state.may_reactivate:
        spent = ~state.tokens[state.turn]
        return ("reactivate", next(bit for bit in (PLUS, REFRESH, 1) if spent & bit))
    return _action(state) or _measure(state) or _ability(state) or END


def _action(state: State) -> Move | None:
    box = state.box
    species = [card for card in state.rows[state.turn] if card > box.litter]
    if len(species) > 1:
        if pairs := habitat_moves(state, [card for card in species if box.is_consumer[card]]):
            return max(pairs, key=lambda move: _new(state, int(move[1]), int(move[2])))
        if pairs := consumer_moves(state, [card for card in species if box.is_producer[card]]):
            return max(pairs, key=lambda move: _liking(state, int(move[1])))
    return _producer(state)


def _new(state: State, one: int, other: int) -> int:
    habitats = state.box.habitats
    return (habitats[one] & habitats[other] & ~state.habitats).bit_count()


def _liking(state: State, card: int) -> int:
    """Rate a card: habitats that are not yet restored count most, symbols a little."""
    box = state.box
    new = (box.habitats[card] & ~state.habitats).bit_count()
    return 4 * new + box.abilities[card].bit_count()


def _producer(state: State) -> Move | None:
    """Return the best affordable producer that does not give a third equal element."""
    paid, row, alike = payable(state), state.row, state.box.facts.alike
    best, liked = None, -1
    for card in state.producers.shown:
        missing = paid.get(card, -2)
        if missing == -2:
            continue
        if missing >= 0 and not (state.stacks[missing] and row.count(missing) < alike - 1):
            continue
        liking = 2 * _liking(state, card) + (missing == -1)
        if liking > liked:
            best, liked = card, liking
    return None if best is None else ("producer", best)


def _measure(state: State) -> Move | None:
    if state.politics is None or not state.politics.funding:
        return None
    return next(iter(measure_moves(state)), None)


def _ability(state: State) -> Move | None:
    """Draw a card if it is safe, or change the market, if nothing was gained yet."""
    box, politics = state.box, state.politics
    if state.acted or (politics is not None and politics.quiet == state.turn):
        return None
    if (source := _source(state, PLUS)) is not None and _is_safe(state):
        return ("plus", source)
    if (source := _source(state, REFRESH)) is not None:
        pair = sum(box.is_producer[card] for card in state.rows[state.turn]) > 1
        which = CONSUMERS if pair else PRODUCERS
        return ("refresh", source, which) if offer_of(state, which).deck else None
    return None


def _source(state: State, ability: int) -> int | None:
    if state.tokens[state.turn] & ability:
        return TOKEN
    abilities = state.box.abilities
    species = [card for card in state.rows[state.turn] if card > state.box.litter]
    symbols = fresh_symbols(state, species)
    return next((card for card in symbols if abilities[card] & ability), None)


def _is_safe(state: State) -> bool:
    player, facts = state.turn, state.box.facts
    if not (state.decks[player] or state.discards[player]):
        return False
    return state.rows[player].count(state.box.pressure) < facts.pressures - 1


def value(state: State, player: int) -> float:
    """Return habitats restored minus impacts, plus what the players' cards promise."""
    if state.over:
        return WON if state.over == "won" else LOST + state.habitats.bit_count()
    whole = state.habitats.bit_count() - IMPACT * state.impacts
    for owner in range(len(state.rows)):
        whole += _promise(state, owner)
    return whole


def _promise(state: State, owner: int) -> float:
    """Return how likely pairs are among this player's cards, less the pressures."""
    box = state.box
    cards = state.rows[owner] + state.decks[owner] + state.discards[owner]
    if owner == state.turn:
        cards += state.used
    habitats, new = box.habitats, ~state.habitats
    consumers = [habitats[card] & new for card in cards if box.is_consumer[card]]
    producers = [habitats[card] for card in cards if box.is_producer[card]]
    size = max(len(cards), 4)
    chance = 12 / (size * (size - 1))
    pressed = cards.count(box.pressure) / size
    worth = TOKEN_WORTH * state.tokens[owner].bit_count() - PRESSED * pressed
    worth += PAIR_OF_CONSUMERS * chance * _pairs(consumers)
    return worth + PAIR_OF_PRODUCERS * chance * _pairs(producers)


def _pairs(habitats: list[int]) -> int:
    return sum(
        1 for place, one in enumerate(habitats) for other in habitats[place + 1 :] if one & other
    )
