"""The playtest lab: bots play a game, before and after a change."""
