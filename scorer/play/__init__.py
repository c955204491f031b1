"""Games played by bots: the contract of a game, randomness, and one game from start to end."""
