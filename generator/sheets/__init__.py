"""Pieces on sheets: where each is, how it is cut, and the marks around it."""
