"""The texts of the printed pages, from words.csv; missing languages fall back to English."""

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
    return own_words().say(lang)
