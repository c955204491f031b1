"""The words that a page needs: those whose keys its markup and its scripts name.

Comes in: a page of the scorer. Goes out: keys. Every language comes along inside a page, so that
it speaks at once without a network; words of other pages would only make the first one heavy.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from ..core.translation import own_languages
from .api.records import WORDS, words_record
from .scripts import page_scripts

NAME = re.compile(r"[\w.]+")
# A key that is put together when the script runs: `print_${name}`.
TEMPLATE = re.compile(r"`((?:[\w.]|\$\{[^{}`]*\})+)`")
GAP = re.compile(r"\$\{[^{}`]*\}")


def page_words(page: Path, lang: str) -> dict[str, str]:
    """The words of a page in one language."""
    words = words_record(lang, WORDS)
    # Whichever languages they offer, scripts name the same words.
    scripts = page_scripts(page, "served", own_languages())
    sources = (page.read_text(encoding="utf-8"), *scripts.values())
    needed = _needed(sources, tuple(words))
    return {key: text for key, text in words.items() if key in needed}


@lru_cache(maxsize=16)
def _needed(sources: tuple[str, ...], keys: tuple[str, ...]) -> frozenset[str]:
    named = {name for text in sources for name in NAME.findall(text)}
    made = [pattern for text in sources for pattern in _patterns(text)]
    return frozenset(key for key in keys if key in named or any(one.fullmatch(key) for one in made))


def _patterns(text: str) -> Iterator[re.Pattern[str]]:
    """What a template may become; one of gaps alone could be anything, and is no key."""
    for template in TEMPLATE.findall(text):
        parts = GAP.split(template)
        if any(parts) and len(parts) > 1:
            yield re.compile(r"[\w.]+".join(map(re.escape, parts)))
