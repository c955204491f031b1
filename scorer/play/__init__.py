"""Games played out: chance, the contract of a game, bots, and one game from deal to end.

Comes in: a game's data and its ``play`` module. Goes out: played games as plain records, and a
game told move by move.
"""
