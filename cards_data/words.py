"""Short texts by key, with a column for each language, from a ``words.csv``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from .languages import locales
from .languages.plurals import BrokenMessage, MessagePattern, has_plural, message
from .problems import AnyText, Message, Problems, quote, read_texts, said_by

PLAIN = locales.PLAIN


@dataclass(frozen=True)
class Words(Mapping[str, Mapping[str, str]]):
    """A table of texts: key to language to text."""

    languages: tuple[str, ...]
    texts: Mapping[str, Mapping[str, str]]

    def __getitem__(self, key: str) -> Mapping[str, str]:
        return self.texts[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.texts)

    def __len__(self) -> int:
        return len(self.texts)

    def say(self, lang: str) -> Say:
        """Return one language of the table; missing texts come from the plain column."""
        return Say(lang, {key: in_language(by_language, lang) for key, by_language in self.items()})

    def merge(self, other: Words) -> Words:
        """Merge both tables; the texts of the other replace those with the same key."""
        languages = dict.fromkeys((*self.languages, *other.languages))
        return Words(tuple(languages), {**self.texts, **other.texts})


@dataclass(frozen=True)
class Say:
    """The texts of one language: ``say("tokens", n=1)`` fills placeholders and plural forms."""

    lang: str
    words: Mapping[str, str]
    _messages: dict[str, MessagePattern] = field(default_factory=dict, repr=False, compare=False)

    def __call__(self, key: str, /, **values: object) -> str:
        parsed = self._messages.get(key)
        if parsed is None:
            if key not in self.words:
                raise Problems.of("words", Message("value.no_text_for", value=quote(key)))
            parsed = self._messages[key] = message(self.words[key], self.lang)
        return parsed.fill(values)

    def word(self, key: str, otherwise: str) -> str:
        """Return a text without placeholders, or a default."""
        return self.words.get(key, otherwise)

    def join(self, names: Sequence[str]) -> str:
        """Return ``Ada, Bo and Cy``."""
        return locales.joined_names(names, self.lang)

    def decimal(self, text: str) -> str:
        """Return a decimal number with the decimal separator of this language."""
        return locales.decimal(text, self.lang)

    def number(self, number: int) -> str:
        """Return a whole number with the thousands separator of this language."""
        return locales.whole_number(number, self.lang)


def in_language(texts: Mapping[str, str], lang: str) -> str:
    """Return a text in a language, or else the plain one."""
    if lang == locales.PSEUDO:
        from .languages.pseudo import pseudo

        return pseudo(texts.get(PLAIN, ""))
    return texts.get(lang) or texts.get(PLAIN, "")


def fill_text(text: str, values: Mapping[str, object], lang: str) -> str:
    """Fill the placeholders and plural forms of a text that is not in a table."""
    return message(text, lang).fill(values)


def plural_fault(text: str) -> AnyText:
    """Return what is wrong with a text's plural forms, or an empty text."""
    if not has_plural(text):
        return ""
    try:
        message(text, PLAIN)
    except BrokenMessage as error:
        return said_by(error)
    return ""


def read_own_words(path: Path) -> Words:
    """Read a table of the program itself, which tests know to be complete."""
    texts = read_texts(path)
    return Words(tuple(next(iter(texts.values()))), texts)
