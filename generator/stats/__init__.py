"""Compute statistics of a game's decks, and what a balance change does to them."""
