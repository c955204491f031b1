"""The words of problems: said when somebody looks at one.

Comes in: a key, what fills its params, and a language. Goes out: the words, with numbers and
quotation marks as the language writes them. Each package has a table of its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from .problems import Message, Problem
from .words import PLAIN, Say, Words, read_own_words

NAME = "problem_words.csv"
PACKAGES = ("cards_data", "scorer", "generator")


def text_in(key: str, params: Iterable[tuple[str, object]], lang: str) -> str:
    say = _say(lang if lang in all_words().languages else PLAIN)
    return say(key, **{name: _filled(value, say) for name, value in params})


def tables() -> list[Path]:
    """The tables that are here; the Python of a browser has no generator."""
    home = Path(__file__).parent.parent
    return [path for package in PACKAGES if (path := home / package / NAME).is_file()]


@cache
def all_words() -> Words:
    """The words of every package."""
    found = [read_own_words(path) for path in tables()]
    words = found[0]
    for more in found[1:]:
        words = words.merged(more)
    return words


def in_every_language(words: Message | Problem) -> dict[str, str]:
    """The same in all languages, for those who do not know yet who will read it."""
    return {lang: words.text_in(lang) for lang in all_words().languages}


@cache
def _say(lang: str) -> Say:
    return all_words().say(lang)


def _filled(value: object, say: Say) -> object:
    if isinstance(value, Message):
        return value.text_in(say.lang)
    if isinstance(value, int):
        return say.number(value)
    return say.decimal(f"{value:g}") if isinstance(value, float) else value
