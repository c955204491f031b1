"""ICU messages with placeholders and plural forms, parsed once and filled many times.

A placeholder without a value stays as it is: it may be a symbol.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from . import KeyedError
from .locales import plural_rule

_PLAIN = re.compile(r"[^{}#%]+")
_PLACEHOLDER = re.compile(r"\{([\w.]+)\}")
# A symbol with the words that are read aloud.
_SYMBOL = re.compile(r"\{([\w-]+):[^{}]*\}")
_PLURAL = re.compile(r"\{\s*([\w.]+)\s*,")
_KIND = re.compile(r"\s*(\w*)\s*,?\s*")
_FORM = re.compile(r"\s*(=\d+|\w+)\s*\{")
_END = re.compile(r"\s*\}")
CATEGORIES = ("zero", "one", "two", "few", "many", "other")
# The number of patterns cached for a message, one for each number.
_CACHED = 1_000


def has_words(text: str) -> bool:
    """Return whether there is something to translate besides numbers, signs and placeholders."""
    return any(map(str.isalpha, _PLACEHOLDER.sub("", text)))


def has_plural(text: str) -> bool:
    """Return whether a text has a plural; most have none and need not be parsed."""
    return "{" in text and _PLURAL.search(text) is not None


class BrokenMessage(KeyedError):
    """An error: a message whose plural forms cannot be parsed."""


class Plural(NamedTuple):
    """A number's forms: by exact number (``=0``) or by category."""

    name: str
    forms: Mapping[str, Parts]

    def choose(self, value: object, lang: str) -> Parts:
        if isinstance(value, str) and value.isdecimal():
            value = int(value)
        if not isinstance(value, int):
            return self.forms["other"]
        exact, form = f"={value}", plural_rule(lang)(value)
        return self.forms[exact if exact in self.forms else form if form in self.forms else "other"]


Parts = tuple[str | Plural, ...]


class _KeepMissing(dict[str, object]):
    """Values; a placeholder without one stays as written."""

    def __missing__(self, name: str) -> str:
        return f"{{{name}}}"


class MessagePattern(NamedTuple):
    """A parsed text in its language, filled by %-formatting: one pattern for each number."""

    lang: str
    parts: Parts
    numbers: tuple[str, ...]
    placeholders: frozenset[str]
    # The patterns so far, by the numbers that select the plural forms.
    patterns: dict[object, str]

    def fill(self, values: Mapping[str, object]) -> str:
        names = self.numbers
        key: object = None
        if names:
            key = values.get(names[0]) if len(names) == 1 else tuple(map(values.get, names))
        pattern = self.patterns.get(key)
        if pattern is None:
            pattern = self._compile(key, values)
        try:
            return pattern % values
        except KeyError:
            return pattern % _KeepMissing(values)

    def _compile(self, key: object, values: Mapping[str, object]) -> str:
        pattern = "".join(self._flat(self.parts, values))
        if len(self.patterns) < _CACHED:
            self.patterns[key] = pattern
        return pattern

    def _flat(self, parts: Parts, values: Mapping[str, object]) -> Iterator[str]:
        for part in parts:
            if isinstance(part, str):
                yield part
            else:
                yield from self._flat(part.choose(values.get(part.name), self.lang), values)


@lru_cache(maxsize=4096)
def message(text: str, lang: str) -> MessagePattern:
    """Parse a text; broken plural forms raise ``BrokenMessage``."""
    reader = _Reader(text)
    parts = reader.parts()
    return MessagePattern(
        lang, parts, tuple(dict.fromkeys(reader.numbers)), frozenset(reader.placeholders), {}
    )


class _Reader:
    """A recursive-descent parser of messages."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.numbers: list[str] = []
        self.placeholders: set[str] = set()

    def parts(self, number: str = "") -> Parts:
        """Parse up to the end of the text, or of a plural form, in which ``#`` is the number."""
        parts: list[str | Plural] = []
        while self.at < len(self.text) and not (number and self.text[self.at] == "}"):
            parts.append(self._part(number))
        return tuple(parts)

    def _part(self, number: str) -> str | Plural:
        if plain := self._match(_PLAIN):
            return plain[0]
        if placeholder := self._match(_PLACEHOLDER):
            self.placeholders.add(placeholder[1])
            return f"%({placeholder[1]})s"
        if symbol := self._match(_SYMBOL):
            self.placeholders.add(symbol[1])
            return symbol[0].replace("%", "%%")
        if plural := self._match(_PLURAL):
            return self._plural(plural[1])
        letter = self.text[self.at]
        if number and letter == "{":
            raise BrokenMessage("plural.brace", number=number)
        self.at += 1
        return f"%({number})s" if number and letter == "#" else letter.replace("%", "%%")

    def _plural(self, name: str) -> Plural:
        kind = self._match(_KIND)
        if kind is None or kind[1] != "plural":
            raise BrokenMessage(
                "plural.none", name=name, form=f"{{{name}, plural, one {{…}} other {{…}}}}"
            )
        self.placeholders.add(name)
        forms: dict[str, Parts] = {}
        while form := self._match(_FORM):
            self._check_form(name, form[1], forms)
            forms[form[1]] = self.parts(name)
            self._close(name)
        self._close(name)
        if "other" not in forms:
            raise BrokenMessage("plural.no_other", name=name)
        self.numbers.append(name)
        return Plural(name, forms)

    def _check_form(self, name: str, form: str, forms: Mapping[str, object]) -> None:
        if not form.startswith("=") and form not in CATEGORIES:
            raise BrokenMessage("plural.no_form", form=form, name=name, forms=", ".join(CATEGORIES))
        if form in forms:
            raise BrokenMessage("plural.twice", form=form, name=name)

    def _close(self, name: str) -> None:
        if not self._match(_END):
            raise BrokenMessage("plural.open", name=name)

    def _match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        match = pattern.match(self.text, self.at)
        if match:
            self.at = match.end()
        return match
