"""Make English a third longer and accented, to find layout problems before translating.

Placeholders, symbols, plural forms and markup stay, so that it prints and scores.
"""

from __future__ import annotations

import re
from functools import lru_cache

_PLAIN_LETTERS = "aeiouycnsdrgztAEIOUYCNSDRGZT"
_ACCENTED = "áéíöüýčñšďřğžťÁÉÍÖÜÝČÑŠĎŘĞŽŤ"
_ACCENTS = dict(zip(_PLAIN_LETTERS, _ACCENTED, strict=True))
_VOWELS = frozenset("aeiouyAEIOUY")
# The start of a plural and of its forms; everything else in braces is a placeholder or a symbol.
_HEAD = re.compile(r"\{\s*[\w.]+\s*,\s*plural\s*,")
_FORM = re.compile(r"\s*(?:=\d+|\w+)\s*\{")
_GAP = re.compile(r"\{[^{}]*\}")
_WORDS = re.compile(r"[^{}]+")
_ADDRESS = re.compile(r"(\S+://\S+|\S+@\S+)")


@lru_cache(maxsize=8192)
def pseudo(text: str) -> str:
    return _PseudoReader(text).until_end()


class _PseudoReader:
    """A reader of a text, once from left to right."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def until_end(self, inside: bool = False) -> str:
        """Read up to the end of the text, or of a plural form."""
        parts: list[str] = []
        while self.at < len(self.text) and not (inside and self.text[self.at] == "}"):
            parts.append(self._part())
        return "".join(parts)

    def _part(self) -> str:
        if head := self._match(_HEAD):
            return head + self._forms()
        if gap := self._match(_GAP):
            return gap
        if words := self._match(_WORDS):
            return _longer(words)
        self.at += 1
        return self.text[self.at - 1]

    def _forms(self) -> str:
        parts: list[str] = []
        while form := self._match(_FORM):
            parts += [form, self.until_end(inside=True), self._match(re.compile(r"\}"))]
        return "".join(parts)

    def _match(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self.text, self.at)
        self.at = match.end() if match else self.at
        return match[0] if match else ""


def _longer(words: str) -> str:
    """Add accents, and double vowels until it is a third longer; addresses stay."""
    pieces = _ADDRESS.split(words)
    return "".join(one if at % 2 else _accent(one) for at, one in enumerate(pieces))


def _accent(words: str) -> str:
    missing = len(words) / 3
    words_out: list[str] = []
    for letter in words:
        accented = _ACCENTS.get(letter, letter)
        words_out.append(accented)
        if letter in _VOWELS and missing > 0:
            words_out.append(accented.lower())
            missing -= 1
    return "".join(words_out)
