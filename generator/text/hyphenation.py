"""Find where a word may be hyphenated. The only importer of pyphen, for its patterns.

Hyphens and soft hyphens in the word have precedence. Next are the entries of ``breaks.csv`` for
words that the patterns break badly, then the patterns of the language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from cards_data.languages.locales import likely_region, spoken_as
from cards_data.tables import read_table

_NO_PATTERNS = (
    *("%", "#", "LEFTHYPHENMIN", "RIGHTHYPHENMIN"),
    *("COMPOUNDLEFTHYPHENMIN", "COMPOUNDRIGHTHYPHENMIN", "NOHYPHEN", "NEXTLEVEL"),
)
_HEX = re.compile(rb"\^\^([0-9a-f]{2})")
# Encoding names in files for which Python uses other names.
_ENCODINGS = {"microsoft-cp1251": "cp1251"}
# After it, the pattern says how the spelling changes at the break.
_CHANGED = "/"


@dataclass(frozen=True)
class Patterns:
    """Hyphenation patterns as written, by their letters."""

    by_letters: Mapping[str, str]

    @cached_property
    def _longest(self) -> int:
        return max(map(len, self.by_letters), default=0)

    def places(self, word: str) -> tuple[int, ...]:
        """Return after how many letters the word may be broken: where the highest number is odd."""
        dotted = f".{word.lower()}."
        highest = [0] * (len(dotted) + 1)
        for start in range(len(dotted)):
            for end in range(start + 1, min(start + self._longest, len(dotted)) + 1):
                pattern = self.by_letters.get(dotted[start:end])
                for place, number in _numbers(pattern) if pattern else ():
                    highest[start + place] = max(highest[start + place], number)
        return tuple(place - 1 for place, number in enumerate(highest) if number % 2)


def _numbers(pattern: str) -> Iterator[tuple[int, int]]:
    """Yield the numbers of a pattern by letters before them; even, if a break changes spelling."""
    plain, changed, _ = pattern.partition(_CHANGED)
    letters = 0
    for letter in plain:
        if letter.isdecimal():
            yield letters, int(letter) + (int(letter) % 2 if changed else 0)
        else:
            letters += 1


def read_patterns(path: Path) -> Patterns:
    """Read all patterns of a file; its first line gives the encoding."""
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


SOFT_HYPHEN = "\u00ad"
_TABLE = Path(__file__).parent / "breaks.csv"
# Marks the places in ``breaks.csv``.
_MARK = "·"
# Patterns for languages that pyphen lacks.
_OWN_PATTERNS = Path(__file__).parent / "patterns"
_CLOSING = ".,;:!?)”\"'"


def visible(text: str) -> str:
    """Return a text without its soft hyphens, which show only at the end of a line."""
    return text.replace(SOFT_HYPHEN, "")


def break_places(text: str, lang: str) -> tuple[int, ...]:
    """Return where a word may be broken, as numbers of letters before the break."""
    own = own_hyphens(text)
    soft = tuple(index + 1 for index, letter in enumerate(text) if letter == SOFT_HYPHEN)
    return tuple(sorted({*own, *soft})) or _by_language(text, lang)


def own_hyphens(text: str) -> tuple[int, ...]:
    """Return the places after hyphens, dashes and slashes in the word."""
    return tuple(index + 1 for index, char in enumerate(text[:-1]) if char in "-–/" and index > 1)


@cache
def _by_language(text: str, lang: str) -> tuple[int, ...]:
    start = next((index for index, char in enumerate(text) if char.isalpha()), None)
    if start is None:
        return ()
    core = text[start:].rstrip(_CLOSING)
    places = _listed_breaks(core, lang)
    if places is None:
        patterns = _patterns(lang)
        places = patterns.places(core) if patterns and core.isalpha() else ()
    return tuple(start + place for place in places if 2 < place < len(core) - 2)


def _listed_breaks(word: str, lang: str) -> tuple[int, ...] | None:
    """Return the places of the longest entry of ``breaks.csv`` that the word begins with."""
    small = word.lower()
    entries = [entry for entry in _entries(lang) if small.startswith(entry.replace(_MARK, ""))]
    if not entries:
        return None
    parts = max(entries, key=len).split(_MARK)
    return tuple(sum(map(len, parts[:count])) for count in range(1, len(parts)))


@cache
def _entries(lang: str) -> tuple[str, ...]:
    rows = read_table(_TABLE).rows
    return tuple(row.cells["word"].lower() for row in rows if row.cells["lang"] == lang)


@cache
def _patterns(lang: str) -> Patterns | None:
    file = pattern_file(lang)
    return read_patterns(file) if file else None


@cache
def pattern_file(lang: str) -> Path | None:
    """Return the pattern file of a language, or of the language without its region."""
    import pyphen

    tag = likely_region(spoken_as(lang))
    if fallback := pyphen.language_fallback(tag.replace("-", "_")):
        return Path(pyphen.LANGUAGES[fallback])
    own = _OWN_PATTERNS / f"hyph_{tag.partition('_')[0]}.dic"
    return own if own.is_file() else None
