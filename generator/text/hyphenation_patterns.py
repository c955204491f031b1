"""Liang's hyphenation patterns, as Hunspell's ``hyph_*.dic`` files hold them.

Comes in: such a file, and words. Goes out: the places where a word may be broken. A pattern is
taken apart when a word has its letters: pyphen takes all of them apart first, a second for German.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

_NO_PATTERNS = (
    *("%", "#", "LEFTHYPHENMIN", "RIGHTHYPHENMIN"),
    *("COMPOUNDLEFTHYPHENMIN", "COMPOUNDRIGHTHYPHENMIN", "NOHYPHEN", "NEXTLEVEL"),
)
_HEX = re.compile(rb"\^\^([0-9a-f]{2})")
# How a file names an encoding that Python calls otherwise.
_ENCODINGS = {"microsoft-cp1251": "cp1251"}
# Behind it stands how the spelling changes where a word is broken there.
_CHANGED = "/"


@dataclass(frozen=True)
class Patterns:
    """Patterns as they are written, by their letters."""

    written: Mapping[str, str]

    @cached_property
    def _longest(self) -> int:
        return max(map(len, self.written), default=0)

    def places(self, word: str) -> tuple[int, ...]:
        """After how many letters the word may be broken: where the highest number is odd."""
        dotted = f".{word.lower()}."
        highest = [0] * (len(dotted) + 1)
        for start, pattern in self._found(dotted):
            for place, number in _numbers(pattern):
                highest[start + place] = max(highest[start + place], number)
        return tuple(place - 1 for place, number in enumerate(highest) if number % 2)

    def _found(self, dotted: str) -> Iterator[tuple[int, str]]:
        """The patterns whose letters the word has, each with where they begin."""
        for start in range(len(dotted)):
            for end in range(start + 1, min(start + self._longest, len(dotted)) + 1):
                if pattern := self.written.get(dotted[start:end]):
                    yield start, pattern


def _numbers(pattern: str) -> Iterator[tuple[int, int]]:
    """The numbers of a pattern, each with how many of its letters stand before it.

    No word is broken where that would change its spelling: the number is made even.
    """
    plain, changed, _ = pattern.partition(_CHANGED)
    letters = 0
    for letter in plain:
        if letter.isdecimal():
            yield letters, int(letter) + (int(letter) % 2 if changed else 0)
        else:
            letters += 1


def read_patterns(path: Path) -> Patterns:
    """All patterns of a file; its first line says how it is encoded."""
    first, _, rest = path.read_bytes().partition(b"\n")
    name = first.decode("ascii").strip().lower()
    encoding = _ENCODINGS.get(name, name)
    rest = _HEX.sub(lambda hex_: chr(int(hex_[1], 16)).encode(encoding), rest)
    bare = rest.translate(None, delete=b"0123456789").decode(encoding).split("\n")
    pairs = zip(bare, rest.decode(encoding).split("\n"), strict=True)
    return Patterns(
        {
            letters.partition(_CHANGED)[0].strip(): line.strip()
            for letters, line in pairs
            if letters != line and not line.startswith(_NO_PATTERNS)
        }
    )
