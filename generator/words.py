"""The words of our own pages, from words.csv: a language that it lacks falls back to English."""

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
