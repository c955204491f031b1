"""Bots: random, greedy and search.

A bot knows what its player knows and imagines the rest. Thinking is counted in samples, not in
seconds, so that the same seed gives the same game on every machine.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from cards_data import Problems, quote
from cards_data.problems import Message, WrongArgument

from .contract import Move, Playable, State
from .stream import Stream

# A bot decides: the state, the stream of its game, and how many moves were made before.
Bot = Callable[[State, Stream, int], Move]
NAMES = ("random", "greedy", "search")
# Playouts of a game without advice or value end here at the latest.
LONGEST_PLAYOUT = 400


@dataclass(frozen=True)
class Thinking:
    """How much a search explores: samples of what it cannot see, and turns to play."""

    samples: int = 24
    turns: int = 3


def bot(name: str, playable: Playable, thinking: Thinking | None = None) -> Bot:
    makers: dict[str, Bot] = {
        "random": partial(_random, playable),
        "greedy": partial(_greedy, playable),
        "search": partial(_search, playable, thinking or Thinking()),
    }
    return makers[named_bot(name)]


def named_bot(name: str) -> str:
    """Return the name, if there is a bot with that name."""
    if name not in NAMES:
        fault = Message("play.no_bot", name=quote(name))
        raise Problems([WrongArgument.unknown("--bot", fault, name, NAMES)])
    return name


def _random(playable: Playable, state: State, stream: Stream, number: int) -> Move:
    moves = playable.legal(state)
    return moves[stream.roll(len(moves), "random bot", number)]


def _greedy(playable: Playable, state: State, stream: Stream, number: int) -> Move:
    """Return the game's own advice, or else the move after which its player is best off."""
    if playable.advise is not None:
        return playable.advise(state)
    moves = playable.legal(state)
    dream = stream.branch("greedy bot", number)
    here = playable.hide(state, state.turn, dream)
    values = [_value(playable, playable.apply(here, move, dream), state.turn) for move in moves]
    best = max(values)
    ties = [move for move, worth in zip(moves, values, strict=True) if worth == best]
    return ties[stream.roll(len(ties), "greedy bot", number)]


def _value(playable: Playable, state: State, player: int) -> float:
    """Return the share of the victory at the end, or else the game's estimate, or 0."""
    if playable.value is not None:
        return playable.value(state, player)
    outcome = playable.outcome(state)
    return outcome.shares[player] if outcome else 0.5


def _search(
    playable: Playable, thinking: Thinking, state: State, stream: Stream, number: int
) -> Move:
    """Play every candidate with the same imagined decks; the better half gets more samples."""
    moves = playable.legal(state)
    candidates = list(playable.prune(state, moves) if playable.prune else moves)
    sums = dict.fromkeys(range(len(candidates)), 0.0)
    sample, rounds = 0, max(1, (len(candidates) - 1).bit_length())
    for _ in range(rounds):
        if len(sums) == 1:
            break
        for _ in range(max(1, thinking.samples * len(candidates) // (rounds * len(sums)) // 4)):
            dream = stream.branch("search bot", number * 1_000 + sample)
            sample += 1
            here = playable.hide(state, state.turn, dream)
            for index in sums:
                after = playable.apply(here, candidates[index], dream)
                sums[index] += _playout(playable, after, state.turn, thinking.turns, dream)
        order = sorted(sums, key=lambda index: -sums[index])
        sums = {index: sums[index] for index in order[: (len(order) + 1) // 2]}
    return candidates[next(iter(sums))]


def _playout(playable: Playable, state: State, player: int, turns: int, stream: Stream) -> float:
    """Return the value after some turns of advice, or after random moves to the end."""
    advise, apply = playable.advise, playable.apply
    if advise is None or playable.value is None:
        return _random_playout(playable, state, player, stream)
    turn, outcome = state.turn, playable.outcome
    for _ in range(LONGEST_PLAYOUT):
        if outcome(state) is not None:
            break
        if state.turn != turn:
            turns, turn = turns - 1, state.turn
            if turns < 0:
                break
        state = apply(state, advise(state), stream)
    return playable.value(state, player)


def _random_playout(playable: Playable, state: State, player: int, stream: Stream) -> float:
    for step in range(LONGEST_PLAYOUT):
        moves = playable.legal(state)
        if not moves:
            break
        state = playable.apply(state, moves[stream.roll(len(moves), "playout", step)], stream)
    return _value(playable, state, player)
