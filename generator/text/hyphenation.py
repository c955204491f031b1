"""Words that the hyphenation patterns break badly, and where they may be broken.

Comes in: a word and its language. Goes out: the places that ``breaks.csv`` allows, or nothing
for a word that does not stand there. A word there stands for all that begin with it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from cards_data.tables import read_table

_TABLE = Path(__file__).parent / "breaks.csv"
MARK = "·"


def known_breaks(word: str, lang: str) -> tuple[int, ...] | None:
    """The places of the longest entry that the word begins with."""
    small = word.lower()
    found = [entry for entry in _entries(lang) if small.startswith(entry.replace(MARK, ""))]
    if not found:
        return None
    parts = max(found, key=len).split(MARK)
    return tuple(sum(map(len, parts[:count])) for count in range(1, len(parts)))


@cache
def _entries(lang: str) -> tuple[str, ...]:
    rows = read_table(_TABLE).rows
    return tuple(row.cells["word"].lower() for row in rows if row.cells["lang"] == lang)
