"""Games played out by bots: the contract of a game, chance, and one game from deal to end."""
