"""Every legal move of a state (section 3), as plain tuples of an action and card numbers.

``pass``, ``plus`` and ``refresh`` name what gives the ability: a card, or -1 for the token. A card
is passed to a player, or to -1, the market.
"""

from __future__ import annotations

from functools import lru_cache

from .box import PASS, PLUS, REFRESH, Box
from .market import CONSUMERS, PRODUCERS, offer_of
from .policy.drawn import RETENTION
from .policy.measures import answers, measure_moves
from .state import Move, State

TOKEN = MARKET = -1
END: Move = ("end",)


def legal(state: State) -> list[Move]:
    """Every move that is allowed; none once the game is over."""
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
    """R3.2a, R3.2b: producers that the row pays for, and the one element that is missing."""
    return state.box.payable(_row_parts(state)[0], is_cheaper(state))


def is_cheaper(state: State) -> bool:
    """Whether a measure in force spares one nutrients card of every price."""
    politics = state.politics
    return politics is not None and RETENTION in politics.in_force


def _row_parts(state: State) -> tuple[int, list[int]]:
    """The row in turn in one pass: the key of the hand that pays, and the species."""
    litter, weights = state.box.litter, state.box.weights
    hand, species = 0, []
    for card in state.rows[state.turn]:
        if card > litter:
            species.append(card)
        else:
            hand += weights[card]
    return hand, species


def _producers(state: State, paid: dict[int, int], moves: list[Move]) -> None:
    """R3.2a: what the row pays for, where the market has the element that is missing."""
    if paid:
        stacks = state.stacks
        for card in state.producers.shown:
            if card in paid and ((missing := paid[card]) < 0 or stacks[missing]):
                moves.append(("producer", card))


def _pairs(state: State, species: list[int], moves: list[Move]) -> None:
    """R3.0b: what two cards of the row bring: consumers and habitat tiles."""
    is_producer = state.box.is_producer
    moves += consumer_moves(state, [card for card in species if is_producer[card]])
    moves += habitat_moves(state, [card for card in species if not is_producer[card]])


def consumer_moves(state: State, producers: list[int]) -> list[Move]:
    """R3.3a, R3.3b: pairs of unused producers, and the consumers that show a common habitat."""
    habitats, shown = state.box.habitats, state.consumers.shown
    return [
        ("consumer", card, one, other)
        for place, one in enumerate(producers)
        for other in producers[place + 1 :]
        if habitats[one] & habitats[other]
        for card in shown
        if habitats[one] & habitats[other] & habitats[card]
    ]


def habitat_moves(state: State, consumers: list[int]) -> list[Move]:
    """R3.4a: pairs of unused consumers that have a habitat in common which is not yet restored."""
    habitats, new = state.box.habitats, ~state.habitats
    return [
        ("habitat", one, other)
        for place, one in enumerate(consumers)
        for other in consumers[place + 1 :]
        if habitats[one] & habitats[other] & new
    ]


def fresh_symbols(state: State, species: list[int]) -> list[int]:
    """R3.6f: cards in the row that still give an ability in this turn, used ones too."""
    abilities, tapped = state.box.abilities, state.tapped
    cards = [*species, *state.used] if state.used else species
    return [card for card in cards if abilities[card] and not tapped >> card & 1]


def _abilities(state: State, species: list[int], moves: list[Move]) -> None:
    """R3.6d, R3.6f: what the active tokens and the fresh symbols of the row can do."""
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
            found = [card for card in symbols if abilities[card] & ability]
            if tokens & ability:
                found.append(TOKEN)
            add(state, found, moves)


def _passes(state: State, found: list[int], moves: list[Move]) -> None:
    """R3.6a: an unused card to another player, an unused element to the market."""
    player, count = state.turn, len(state.rows)
    ways = [_passes_by(state.box, source, player, count) for source in found]
    for card in dict.fromkeys(state.rows[player]):
        for passes in ways:
            moves += passes[card]


@lru_cache(maxsize=1024)
def _passes_by(box: Box, source: int, player: int, count: int) -> list[list[Move]]:
    """By card, to whom it may go: everybody else, an element to the market, too.

    Litter stays, and no card passes itself. Made once, for they are listed in nearly every turn.
    """
    others = [other for other in range(count) if other != player]
    return [
        []
        if card in (box.litter, source)
        else [("pass", source, card, to) for to in (*others, *[MARKET] * (card < box.elements))]
        for card in range(len(box.names))
    ]


def _pluses(state: State, found: list[int], moves: list[Move]) -> None:
    """R3.6b: an empty deck gives a card as long as there is a discard to shuffle."""
    if state.decks[state.turn] or state.discards[state.turn]:
        moves += [("plus", source) for source in found]


def _refreshes(state: State, found: list[int], moves: list[Move]) -> None:
    """R3.6c: a deck that is empty cannot bring new cards."""
    full = [which for which in (PRODUCERS, CONSUMERS) if offer_of(state, which).deck]
    moves += [("refresh", source, which) for source in found for which in full]


_ABILITIES = ((PASS, _passes), (PLUS, _pluses), (REFRESH, _refreshes))


def _stars(state: State) -> list[Move]:
    """R3.8f: a star in the row draws a policy card, once a turn; noise stops abilities alone."""
    politics = state.politics
    assert politics is not None
    if not politics.deck and not politics.discard:
        return []
    stars = state.box.stars
    return [
        ("star", card) for card in state.row if stars[card] and not politics.starred >> card & 1
    ]
