"""Words: short texts by key, in every language, from one ``words.csv``.

Comes in: a CSV with the columns ``id``, ``text`` and ``text:<lang>``; a new language is one more
column, and the plain column is English. Goes out: a table of texts, and one language of it that
fills their placeholders and plural forms.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from .languages import locales
from .languages.pseudo import pseudo
from .plurals import BrokenMessage, MessagePattern, has_plural, has_words, message
from .problems import (
    AnyText,
    Findings,
    Message,
    Place,
    Problem,
    Problems,
    quoted,
    said_by,
)
from .tables import Row, Table, read_table

PLAIN = locales.PLAIN


@dataclass(frozen=True)
class Words(Mapping[str, Mapping[str, str]]):
    """A table of texts: key to language to text."""

    place: Place
    languages: tuple[str, ...]
    texts: Mapping[str, Mapping[str, str]]

    def __getitem__(self, key: str) -> Mapping[str, str]:
        return self.texts[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.texts)

    def __len__(self) -> int:
        return len(self.texts)

    def say(self, lang: str) -> Say:
        """One language of the table; a missing text is taken from the plain column."""
        return Say(
            lang,
            {key: in_language(by_language, lang) for key, by_language in self.items()},
        )

    def merged(self, other: Words) -> Words:
        """Both tables as one; the texts of the other replace those with the same key."""
        languages = dict.fromkeys((*self.languages, *other.languages))
        return Words(other.place, tuple(languages), {**self.texts, **other.texts})


@dataclass(frozen=True)
class Say:
    """The texts of one language: ``say("tokens", n=1)`` fills placeholders and plural forms."""

    lang: str
    words: Mapping[str, str]
    _messages: dict[str, MessagePattern] = field(default_factory=dict, repr=False, compare=False)

    def __call__(self, key: str, /, **values: object) -> str:
        parsed = self._messages.get(key)
        if parsed is None:
            parsed = self._messages[key] = message(self._text(key), self.lang)
        return parsed.filled(values)

    def _text(self, key: str) -> str:
        if key not in self.words:
            raise Problems([Problem("words", Message("value.no_text_for", value=quoted(key)))])
        return self.words[key]

    def word(self, key: str, otherwise: str) -> str:
        """A text without placeholders, or something else where there is none."""
        return self.words.get(key, otherwise)

    def listed(self, names: Sequence[str]) -> str:
        """``Ada, Bo and Cy``."""
        return locales.joined_names(names, self.lang)

    def decimal(self, text: str) -> str:
        """A decimal number with the decimal separator of this language."""
        return locales.decimal(text, self.lang)

    def number(self, number: int) -> str:
        """A whole number with the thousands separator of this language."""
        return locales.whole_number(number, self.lang)


def in_language(texts: Mapping[str, str], lang: str) -> str:
    """A text in a language; where it is not there, the plain one."""
    if lang == locales.PSEUDO:
        return pseudo(texts.get(PLAIN, ""))
    return texts.get(lang) or texts.get(PLAIN, "")


def filled(text: str, values: Mapping[str, object], lang: str) -> str:
    """A text of no table, with its placeholders and plural forms filled."""
    return message(text, lang).filled(values)


def broken(text: str) -> AnyText:
    """What is wrong with a text's plural forms, or nothing."""
    if not has_plural(text):
        return ""
    try:
        message(text, PLAIN)
    except BrokenMessage as error:
        return said_by(error)
    return ""


def read_words(path: Path, languages: Iterable[str], findings: Findings) -> Words:
    """Every text; what is missing in a wanted language or cannot be read is a finding."""
    table = read_table(path)
    wanted = tuple(dict.fromkeys(languages)) or (PLAIN,)
    columns = _columns(table)
    missing = [lang for lang in wanted if lang not in columns]
    texts: dict[str, Mapping[str, str]] = {}
    for row in table.rows:
        key = row.cells.get("id", "")
        if key in texts:
            findings.add(
                table.at(row.line, "id"),
                Message("value.stands_twice", value=quoted(key)),
                Message("allowed.each_key_once"),
            )
        texts[key] = {lang: _text(table, row, lang, lang in wanted, findings) for lang in columns}
        for lang in missing:
            findings.add(
                table.at(row.line, _column(lang)), Message("value.no_text_for", value=quoted(key))
            )
    return Words(table.place, tuple(columns), texts)


def read_own_words(path: Path) -> Words:
    """A table of the program's own, which is whole; one that is not is told at once."""
    findings = Findings()
    words = read_words(path, (), findings)
    findings.raise_any()
    return words


def _columns(table: Table) -> list[str]:
    translated = [name.partition(":")[2] for name in table.columns if name.startswith("text:")]
    return [*([PLAIN] if "text" in table.columns else []), *translated]


def _column(lang: str) -> str:
    return "text" if lang == PLAIN else f"text:{lang}"


def _text(table: Table, row: Row, lang: str, wanted: bool, findings: Findings) -> str:
    column = _column(lang)
    text = row.cells.get(column, "")
    if not text and wanted and (lang == PLAIN or has_words(row.cells.get(_column(PLAIN), ""))):
        findings.add(
            table.at(row.line, column),
            Message("value.no_text_for", value=quoted(row.cells.get("id", ""))),
        )
    if wrong := broken(text):
        hint = Message("plural.write", example="{n, plural, one {# card} other {# cards}}")
        findings.add(table.at(row.line, column), wrong, hint=hint)
    return text
