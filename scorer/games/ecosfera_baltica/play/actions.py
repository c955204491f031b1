"""A move carried out: the state that follows it."""

from __future__ import annotations

from collections.abc import Callable

from scorer.play.stream import Stream

from .market import change_stack, put_under, take_species
from .moves import MARKET, TOKEN, is_cheaper, payable
from .policy.drawn import politics_of
from .policy.measures import answer, carry_out
from .pressure import end_turn, place_habitats
from .state import Move, State, replaced, without
from .turn import settle, take_top

# Moves that may bring a third pressure card or a third equal element. Level 1 knows no others.
STIRRING = frozenset({"end", "plus", "producer"})


def apply(state: State, move: Move, stream: Stream) -> State:
    """The state after a legal move and everything that follows from it by itself."""
    after = state.copied()
    after.may_reactivate = False
    kind = move[0]
    CARRIED_OUT[kind](after, move, stream)
    if kind in STIRRING or after.politics is not None:
        settle(after, stream)
    return after


def _end(state: State, move: Move, stream: Stream) -> None:
    end_turn(state)


def _producer(state: State, move: Move, stream: Stream) -> None:
    """R3.2: paid elements are used; the one that is missing comes from the market, used as well."""
    card = int(move[1])
    box, player = state.box, state.turn
    missing = payable(state)[card]
    row = list(state.rows[player])
    used = box.payment(card, missing, is_cheaper(state))
    for element in used:
        row.remove(element)
    if missing >= 0:
        change_stack(state, missing, -1)
        used += (missing,)
    row.append(card)
    state.rows = replaced(state.rows, player, tuple(row))
    state.used += used
    state.acted = True
    take_species(state, card)


def _consumer(state: State, move: Move, stream: Stream) -> None:
    """R3.3: both producers are used, the consumer is active at once."""
    _, card, one, other = move
    player = state.turn
    row = without(without(state.rows[player], int(one)), int(other))
    state.rows = replaced(state.rows, player, (*row, int(card)))
    state.used += (int(one), int(other))
    state.acted = True
    take_species(state, int(card))


def _habitat(state: State, move: Move, stream: Stream) -> None:
    """R3.4: both consumers are used for all habitats that they have in common."""
    one, other = int(move[1]), int(move[2])
    player = state.turn
    row = without(without(state.rows[player], one), other)
    state.rows = replaced(state.rows, player, row)
    state.used += (one, other)
    place_habitats(state, state.box.habitats[one] & state.box.habitats[other])


def _use_source(state: State, source: int, ability: int) -> None:
    """R3.6d, R3.6f: the token becomes inactive; a card gives one ability a turn."""
    if source != TOKEN:
        state.tapped |= 1 << source
        return
    state.tokens = replaced(state.tokens, state.turn, state.tokens[state.turn] & ~ability)


def _pass(state: State, move: Move, stream: Stream) -> None:
    """R3.6a: to another player's row, or an element back to the market."""
    card, to = int(move[2]), int(move[3])
    _use_source(state, int(move[1]), 1)
    player = state.turn
    state.rows = replaced(state.rows, player, without(state.rows[player], card))
    if to == MARKET:
        change_stack(state, card, 1)
        return
    state.rows = replaced(state.rows, to, (*state.rows[to], card))
    state.tapped &= ~(1 << card)


def _plus(state: State, move: Move, stream: Stream) -> None:
    """R3.6b: the top card of the own deck."""
    _use_source(state, int(move[1]), 2)
    take_top(state, state.turn, stream)


def _refresh(state: State, move: Move, stream: Stream) -> None:
    """R3.6c: all face-up cards of one kind go under their deck."""
    _use_source(state, int(move[1]), 4)
    put_under(state, str(move[2]), lambda card: True)


def _reactivate(state: State, move: Move, stream: Stream) -> None:
    """R3.6e: one own token becomes active again."""
    state.tokens = replaced(state.tokens, state.turn, state.tokens[state.turn] | int(move[1]))


def _star(state: State, move: Move, stream: Stream) -> None:
    """R3.8f: the top policy card."""
    politics = politics_of(state)
    state.politics = politics._replace(
        starred=politics.starred | 1 << int(move[1]), draws=politics.draws + 1
    )


def _answer(state: State, move: Move, stream: Stream) -> None:
    answer(state, move)


CARRIED_OUT: dict[str | int, Callable[[State, Move, Stream], None]] = {
    "end": _end,
    "producer": _producer,
    "consumer": _consumer,
    "habitat": _habitat,
    "pass": _pass,
    "plus": _plus,
    "refresh": _refresh,
    "reactivate": _reactivate,
    "star": _star,
    "measure": carry_out,
    "answer": _answer,
}
