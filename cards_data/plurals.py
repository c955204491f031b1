"""Texts with gaps and plural forms, understood once and filled many times.

Comes in: ``{n, plural, one {# token} other {# tokens}} on {place}``, as ICU writes it. Goes out:
the sentence. A gap that is not given stays as it is: it may be a symbol. Nothing that is filled
in is ever read as a text again. The only importer of babel, which knows every language's forms.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

_PLAIN = re.compile(r"[^{}#%]+")
_GAP = re.compile(r"\{([\w.]+)\}")
_PLURAL = re.compile(r"\{\s*([\w.]+)\s*,")
_KIND = re.compile(r"\s*(\w*)\s*,?\s*")
_FORM = re.compile(r"\s*(=\d+|\w+)\s*\{")
_END = re.compile(r"\s*\}")
CATEGORIES = ("zero", "one", "two", "few", "many", "other")
# So many numbers are remembered with their sentence; more are rare.
_REMEMBERED = 1_000


def has_plural(text: str) -> bool:
    """Whether there is a plural to be understood at all; most texts have none."""
    return "{" in text and _PLURAL.search(text) is not None


class BrokenMessage(ValueError):
    """A text whose plural forms cannot be read; its words say what is wrong."""


@cache
def _rule(lang: str) -> Callable[[int], str]:
    """Which form a language takes for a number: ``one``, ``few``, ``other``.

    A language's own file alone is opened, half the time of a whole locale; a region without
    forms of its own has its language's, and a language that nobody knows a single form.
    """
    from babel import localedata
    from babel.plural import PluralRule

    name = lang.replace("-", "_")
    for known in (name, name.partition("_")[0]):
        if localedata.exists(known):
            data = localedata.load(known, merge_inherited=False)
            if "plural_form" in data:
                rule: Callable[[int], str] = data["plural_form"]
                return rule
    return PluralRule({})


def carried(languages: Iterable[str]) -> dict[str, bytes]:
    """babel for a Python elsewhere: the code that is needed here, and of each language its plural
    forms alone, which are a thousandth of what is known about it."""
    import pickle

    import babel

    home = Path(babel.__file__).parent
    code = ("__init__.py", "core.py", "localedata.py", "plural.py")
    files = {f"babel/{name}": (home / name).read_bytes() for name in code}
    for lang in languages:
        forms = pickle.dumps({"plural_form": _rule(lang)}, protocol=4)
        files[f"babel/locale-data/{lang.replace('-', '_')}.dat"] = forms
    return files


class Plural(NamedTuple):
    """A number's forms: by exact number (``=0``) or by category."""

    name: str
    forms: Mapping[str, Parts]

    def chosen(self, value: object, lang: str) -> Parts:
        return self.forms[self._form(value, lang)]

    def _form(self, value: object, lang: str) -> str:
        number = _whole(value)
        if number is None:
            return "other"
        if f"={number}" in self.forms:
            return f"={number}"
        form = _rule(lang)(number)
        return form if form in self.forms else "other"


Parts = tuple[str | Plural, ...]


def _whole(value: object) -> int | None:
    if isinstance(value, int):
        return value
    return int(value) if isinstance(value, str) and value.isdecimal() else None


class _Left(dict[str, object]):
    """Gaps; one that is not given stays as it was written."""

    def __missing__(self, name: str) -> str:
        return f"{{{name}}}"


class Message(NamedTuple):
    """One text in its language, as patterns that Python fills fastest: one for each number."""

    lang: str
    parts: Parts
    numbers: tuple[str, ...]
    gaps: frozenset[str]
    # What was filled before, by its numbers.
    patterns: dict[object, str]

    def filled(self, gaps: Mapping[str, object]) -> str:
        names = self.numbers
        key: object = None
        if names:
            key = gaps.get(names[0]) if len(names) == 1 else tuple(map(gaps.get, names))
        pattern = self.patterns.get(key)
        if pattern is None:
            pattern = self._learnt(key, gaps)
        try:
            return pattern % gaps
        except KeyError:
            return pattern % _Left(gaps)

    def _learnt(self, key: object, gaps: Mapping[str, object]) -> str:
        pattern = "".join(self._flat(self.parts, gaps))
        if len(self.patterns) < _REMEMBERED:
            self.patterns[key] = pattern
        return pattern

    def _flat(self, parts: Parts, gaps: Mapping[str, object]) -> Iterator[str]:
        for part in parts:
            if isinstance(part, str):
                yield part
            else:
                yield from self._flat(part.chosen(gaps.get(part.name), self.lang), gaps)


@lru_cache(maxsize=4096)
def message(text: str, lang: str) -> Message:
    """The text understood; broken plural forms raise ``Broken``."""
    reader = _Reader(text)
    parts = reader.parts()
    return Message(lang, parts, tuple(dict.fromkeys(reader.numbers)), frozenset(reader.gaps), {})


class _Reader:
    """Reads a text from left to right."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.numbers: list[str] = []
        self.gaps: set[str] = set()

    def parts(self, number: str = "") -> Parts:
        """To the end of the text, or of the form of a number, which ``#`` then stands for."""
        parts: list[str | Plural] = []
        while self.at < len(self.text) and not (number and self.text[self.at] == "}"):
            parts.append(self._part(number))
        return tuple(parts)

    def _part(self, number: str) -> str | Plural:
        if plain := self._taken(_PLAIN):
            return plain[0]
        if gap := self._taken(_GAP):
            self.gaps.add(gap[1])
            return f"%({gap[1]})s"
        if plural := self._taken(_PLURAL):
            return self._plural(plural[1])
        letter = self.text[self.at]
        if number and letter == "{":
            raise BrokenMessage(f"a brace inside a form of {number} that begins no gap")
        self.at += 1
        return f"%({number})s" if number and letter == "#" else letter.replace("%", "%%")

    def _plural(self, name: str) -> Plural:
        kind = self._taken(_KIND)
        if kind is None or kind[1] != "plural":
            raise BrokenMessage(f"{name} is no plural: {{{name}, plural, one {{…}} other {{…}}}}")
        self.gaps.add(name)
        forms: dict[str, Parts] = {}
        while form := self._taken(_FORM):
            self._check_form(name, form[1], forms)
            forms[form[1]] = self.parts(name)
            self._close(name)
        self._close(name)
        if "other" not in forms:
            raise BrokenMessage(f"the plural of {name} has no form other")
        self.numbers.append(name)
        return Plural(name, forms)

    def _check_form(self, name: str, form: str, forms: Mapping[str, object]) -> None:
        if not form.startswith("=") and form not in CATEGORIES:
            raise BrokenMessage(f"{form} is no form of {name}: {', '.join(CATEGORIES)}, =0, =1 …")
        if form in forms:
            raise BrokenMessage(f"the form {form} of {name} stands twice")

    def _close(self, name: str) -> None:
        if not self._taken(_END):
            raise BrokenMessage(f"the plural of {name} is not closed")

    def _taken(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        match = pattern.match(self.text, self.at)
        if match:
            self.at = match.end()
        return match
