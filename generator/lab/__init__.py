"""The playtest lab: what a change does to the game, played out by bots.

Comes in: a game, perhaps an earlier reading of it or a card to do without, and how many games.
Goes out: trial (what is played) -> chunks (games on all cores or a cluster, kept) -> figures
(shares, intervals, paired differences) -> report in the terminal, as JSON or as a page.
"""
