"""Counts in words, for what is told about tables."""

from __future__ import annotations

from cards_data.words import PLAIN, filled


def counted(n: int, one: str, many: str) -> str:
    """``1 player``, ``2 players``: problems are told in English."""
    return filled(f"{{n, plural, one {{# {one}}} other {{# {many}}}}}", {"n": n}, PLAIN)
