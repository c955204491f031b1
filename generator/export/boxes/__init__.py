"""Tuck boxes for decks of cards: their nets, what is drawn on them, and their pages."""
