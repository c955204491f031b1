"""The one way to say a word of our own pages: how-to, sheets, statistics.

Comes in: a language and a key of words.csv. Goes out: the text with its placeholders and plural
forms filled. A language is a column of that table; one that it lacks falls back to English.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from cards_data.words import Say, Words, read_own_words

_WORDS = Path(__file__).parent / "words.csv"


@cache
def own_words() -> Words:
    return read_own_words(_WORDS)


@cache
def say_in(lang: str) -> Say:
    """Our own words in one language."""
    return own_words().say(lang)
