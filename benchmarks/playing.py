"""Measure how fast games are played, compared with OpenSpiel's Python games.

    python benchmarks/playing.py            needs pip install open_spiel for the second half

Times are those of one process (user time), so that other work on the machine hardly counts.
"""

from __future__ import annotations

import gc
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from cards_data import load_game  # noqa: E402
from scorer.play.contract import playable  # noqa: E402
from scorer.play.match import PlayTable, play_game  # noqa: E402
from scorer.play.stream import Stream  # noqa: E402

MOVES_AIM, GREEDY_AIM, SEARCH_AIM, WON_AIM = 50_000, 450, 0.5, 0.40
# OpenSpiel's games that are written in Python, and two of its C++ games by their bindings.
OTHERS = ("python_tic_tac_toe", "python_kuhn_poker", "blackjack", "leduc_poker")
ROUNDS = 5


def table(players: int = 2, level: int = 1) -> PlayTable:
    game = load_game("ecosfera_baltica")
    return PlayTable(game, playable(game), {"players": players, "level": level, "stacks": 8})


def best(work: Callable[[], int]) -> float:
    """Return the rate per second: the best of some rounds, in user time."""
    rates = []
    for _ in range(ROUNDS):
        began = time.process_time()
        number = work()
        rates.append(number / (time.process_time() - began))
    return max(rates)


def random_moves(one: PlayTable, games: int = 400) -> int:
    """Play whole games of random moves: deal, list, choose, apply."""
    play, moves = one.playable, 0
    for seed in range(games):
        stream, dice = Stream(seed), random.Random(seed)
        state = play.setup(one.game, one.options, stream)
        while allowed := play.legal(state):
            state = play.apply(state, allowed[int(dice.random() * len(allowed))], stream)
            moves += 1
    return moves


def games_of(one: PlayTable, bot: str, number: int) -> int:
    for seed in range(number):
        play_game(one, bot, seed)
    return number


def spiel_moves(name: str, least: int = 20_000) -> int:
    """Play random moves of an OpenSpiel game."""
    import pyspiel

    game, dice, moves = pyspiel.load_game(name), random.Random(1), 0
    while moves < least:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(_action(state, dice))
            moves += 1
    return moves


def _action(state: Any, dice: random.Random) -> int:
    """Return a legal action; random events are chosen like everything else."""
    actions = state.legal_actions()
    return int(actions[int(dice.random() * len(actions))])


def others() -> None:
    try:
        import pyspiel
        from open_spiel.python.games import kuhn_poker, tic_tac_toe  # noqa: F401
    except ImportError:
        print("OpenSpiel is not installed: pip install open_spiel")
        return
    before = set(pyspiel.registered_names())
    for name in OTHERS:
        if name in before:
            rate = best(lambda name=name: spiel_moves(name))  # type: ignore[misc]
            print(f"  {name:<28}{rate:>12,.0f} random moves a second")


def main() -> None:
    gc.set_threshold(50_000)  # as in the workers
    for level in (1, 2):
        rate = best(lambda level=level: random_moves(table(level=level)))  # type: ignore[misc]
        aim = f"aim {MOVES_AIM:,}" if level == 1 else ""
        print(f"  level {level}: {rate:>12,.0f} random moves a second  {aim}")
    greedy = best(lambda: games_of(table(), "greedy", 200))
    print(f"  greedy:  {greedy:>12,.0f} games a second  aim {GREEDY_AIM}")
    one, began, number = table(), time.process_time(), 60
    won = sum(play_game(one, "search", seed).shares[0] for seed in range(number)) / number
    rate = number / (time.process_time() - began)
    print(f"  search:  {rate:>12,.2f} games a second  aim {SEARCH_AIM}")
    print(
        f"  search wins {won:.0%} of {number} with two players, stacks of eight  aim {WON_AIM:.0%}"
    )
    others()


if __name__ == "__main__":
    main()
