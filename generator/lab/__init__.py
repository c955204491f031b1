"""The playtest lab: bots play a game out, before and after a change."""
