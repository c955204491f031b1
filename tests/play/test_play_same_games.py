"""The same seed plays the same game, in every version: figures of two versions can be compared.

A change of a rule, of a bot or of the deck plays other games. Whoever means it looks at the
difference and writes the new digests here.
"""

from __future__ import annotations

import hashlib

import pytest
from table import the_game
from thorough import spread

from scorer.play.bots import Thinking
from scorer.play.contract import playable
from scorer.play.match import PlayTable, play_game, steps

# By bot, level and players: a digest of every move of so many games, and of what was counted.
GAMES = {"random": 100, "greedy": 100, "search": 1}
DIGESTS = {
    ("random", 1, 2): "b1dfa89672d8804b",
    ("random", 1, 3): "b525c2c687d33d68",
    ("random", 1, 4): "623a842886337e40",
    ("random", 2, 2): "d69efb828e54013a",
    ("random", 2, 3): "f648ab41aea3cc6c",
    ("random", 2, 4): "3df1b43370f0ac39",
    ("greedy", 1, 2): "11b0d6626aa35378",
    ("greedy", 1, 3): "047c10bb7af0dfd4",
    ("greedy", 1, 4): "e353504e362daa75",
    ("greedy", 2, 2): "f2e770d3d7f14b28",
    ("greedy", 2, 3): "3eef69ae0acf18f7",
    ("greedy", 2, 4): "5fe619d8b8861e1d",
    ("search", 1, 2): "3d7195b40d4627e6",
    ("search", 2, 2): "0abfb35081097c25",
}


def digest(bot: str, level: int, players: int) -> str:
    options = {"players": players, "level": level}
    table = PlayTable(the_game(), playable(the_game()), options)
    thinking = Thinking(samples=2) if bot == "search" else None
    whole = hashlib.sha256()
    for seed in range(GAMES[bot]):
        whole.update(repr([step.move for step in steps(table, bot, seed, thinking)]).encode())
        whole.update(repr(play_game(table, bot, seed, thinking)).encode())
    return whole.hexdigest()[:16]


@pytest.mark.slow
@pytest.mark.parametrize(("bot", "level", "players"), spread(DIGESTS, 4))
def test_the_same_seed_plays_the_same_game_in_every_version(
    bot: str, level: int, players: int
) -> None:
    assert digest(bot, level, players) == DIGESTS[bot, level, players]
