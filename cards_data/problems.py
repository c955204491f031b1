"""Messages, places and problems: everything that is wrong, collected and told in any language.

A message is a key of a ``problem_words.csv`` with parameters. Each package has its own table.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache, reduce
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple, Self

from .languages import KeyedError

# A longer word is no typing error, and comparing takes time that grows with its square.
WORD_LIMIT = 60
# With more words than these a wrong one is compared for longer than somebody looks for it.
COMPARED_LIMIT = 500
LISTED_LIMIT = 100
ENGLISH = "en"
# Compiled when a problem is shown: most commands have none.
_CONTROL = "[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"


NO_WORDS: Mapping[str, str] = MappingProxyType({})
# Makes of an id what people call it.
Naming = Callable[[str], str]


@dataclass(frozen=True, init=False)
class Message:
    """A text by its key in ``problem_words.csv``, with what fills its placeholders.

    A parameter is an id, a number, what a library said, a place or another message. The table is
    read only when a message is shown. The words of a game come before those of the tables.
    """

    key: str
    params: tuple[tuple[str, object], ...]

    def __init__(self, key: str, /, **params: object) -> None:
        object.__setattr__(self, "key", key)
        values = ((name, _value(value)) for name, value in params.items())
        object.__setattr__(self, "params", tuple(values))

    def __str__(self) -> str:
        return self.text_in(ENGLISH)

    def also(self, **params: object) -> Message:
        """The same with more parameters."""
        return type(self)(self.key, **dict(self.params), **params)

    def text_in(self, lang: str, words: Mapping[str, str] = NO_WORDS, naming: Naming = str) -> str:
        # Imported when a problem is shown: most commands have none.
        from .languages.plurals import message

        text = words.get(self.key)
        if text is None:
            texts = _texts_of(self.key)
            lang = lang if texts.get(lang) else ENGLISH
            text = texts[lang]
        values = {name: _filled(value, lang, words, naming) for name, value in self.params}
        return message(text, lang).filled(values)


class OptionalMessage(Message):
    """A message that is empty where no table has its key."""

    def text_in(self, lang: str, words: Mapping[str, str] = NO_WORDS, naming: Naming = str) -> str:
        known = self.key in words or self.key in message_texts()
        return super().text_in(lang, words, naming) if known else ""


class Translated(Message):
    """What has been said in several languages already, by language; elsewhere in English."""

    def __init__(self, texts: Mapping[str, str], /) -> None:
        super().__init__(texts[ENGLISH], **texts)

    def text_in(self, lang: str, words: Mapping[str, str] = NO_WORDS, naming: Naming = str) -> str:
        return str(dict(self.params).get(lang) or self.key)


def _texts_of(key: str) -> Mapping[str, str]:
    texts = message_texts()
    if key not in texts:
        # The rules of somebody's own game name a text that its words do not have.
        raise Problems.of("words", Message("value.no_text_for", value=quoted(key)))
    return texts[key]


def _value(value: object) -> object:
    """As it can be kept and sent between processes."""
    if isinstance(value, BaseException):
        return said_by(value)
    return value if isinstance(value, str | int | float | Message | Place) else str(value)


def _filled(value: object, lang: str, words: Mapping[str, str], naming: Naming) -> object:
    """A parameter as a language writes it."""
    from .languages.locales import decimal, whole_number

    if isinstance(value, Message):
        return value.text_in(lang, words, naming)
    if isinstance(value, Place):
        return value.text_in(lang)
    if isinstance(value, int):
        return whole_number(value, lang)
    return decimal(f"{value:g}", lang) if isinstance(value, float) else naming(str(value))


def said_by(error: BaseException) -> AnyText:
    """The words of an error: by their key where it is ours, else as its library says them."""
    if isinstance(error, KeyedError):
        return Message(error.key, **error.params)
    first = error.args[0] if error.args else None
    return first if isinstance(first, Message) else str(error)


# What a problem is made of: words by their key, or data that every language shows as it is.
AnyText = str | Message


class Place(NamedTuple):
    """A place in a file: a line, a cell of a table, or a path of keys and indexes."""

    file: str
    line: int = 0
    # The name of a column, and in a workbook also its letter and the sheet.
    column: str = ""
    path: tuple[str | int, ...] = ()
    letter: str = ""
    sheet: str = ""
    # What a problem there is about: the face that a template draws, or a language.
    about: str = ""

    def __bool__(self) -> bool:
        return bool(self.file)

    def __str__(self) -> str:
        return self.text_in(ENGLISH)

    def text_in(self, lang: str) -> str:
        path, about = ".".join(map(str, self.path)), f"({self.about})" if self.about else ""
        place = " ".join(filter(None, (self._row, path, about)))
        if not self.column:
            return place
        return Message("problem.column", place=place, column=self.column).text_in(lang)

    @property
    def _row(self) -> str:
        if self.sheet:
            row = f" {self.letter}{self.line}" if self.line else ""
            return f"{self.file}!{self.sheet}{row}"
        return f"{self.file}:{self.line}" if self.line else self.file


NOWHERE = Place("")
# Where a problem is: in a file, or something that has no file, such as an option of a command.
Where = AnyText | Place


def text_in(words: Where, lang: str) -> str:
    return words if isinstance(words, str) else words.text_in(lang)


# By name: a worker can send a message of a package of which nothing is loaded here.
_PACKAGES = ("cards_data", "scorer", "generator")


@cache
def message_texts() -> Mapping[str, Mapping[str, str]]:
    """The messages of all packages that are installed, by key, then by language."""
    home = Path(__file__).parents[1]
    paths = (home / package / "problem_words.csv" for package in _PACKAGES)
    tables = (read_texts(path) for path in paths if path.is_file())
    return {key: texts for table in tables for key, texts in table.items()}


def read_texts(path: Path) -> dict[str, dict[str, str]]:
    """A word table of the program: by key, then by language (``text`` or ``text:<lang>``)."""
    with path.open(encoding="utf-8", newline="") as file:
        return {
            row.pop("id"): {name[5:] or ENGLISH: (text or "").strip() for name, text in row.items()}
            for row in csv.DictReader(file)
        }


def message_languages() -> tuple[str, ...]:
    return tuple(message_texts()["problem.allowed"])


def in_every_language(words: Message | Problem) -> dict[str, str]:
    """The same in all languages, for those who do not know yet who will read it."""
    return {lang: words.text_in(lang) for lang in message_languages()}


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong with a user's data, state or command."""

    where: Where
    found: AnyText
    allowed: AnyText = ""
    hint: AnyText = ""

    @classmethod
    def unknown(cls, where: Where, found: AnyText, word: object, known: Iterable[str]) -> Self:
        """A word that is not among the known ones; they are listed, the nearest is the hint."""
        words = tuple(known)
        return cls(where, found, ", ".join(words), did_you_mean(str(word), words))

    def __str__(self) -> str:
        return self.text_in(ENGLISH)

    def text_in(self, lang: str) -> str:
        """All of it on one line, in a language."""
        return _shown(f"{text_in(self.where, lang)}: {self.said_in(lang)}")

    def said_in(self, lang: str, words: Mapping[str, str] = NO_WORDS, naming: Naming = str) -> str:
        """What was found, what is allowed and what to try, without the place."""
        found, allowed, hint = self.parts_in(lang, words, naming)
        if allowed:
            allowed = f"{Message('problem.allowed').text_in(lang)}: {allowed}"
        return "; ".join(filter(None, (found, allowed, hint)))

    def parts_in(
        self, lang: str, words: Mapping[str, str] = NO_WORDS, naming: Naming = str
    ) -> tuple[str, ...]:
        """What was found, what is allowed and what to try; the last two may be empty."""
        return tuple(
            part if isinstance(part, str) else part.text_in(lang, words, naming)
            for part in (self.found, self.allowed, self.hint)
        )


class WrongArgument(Problem):
    """A word on the command line that means nothing: no such game, deck or language."""


class WrongCount(Problem):
    """A deck with another number of pieces than declared: whoever compares goes on with it."""


class DraftProblem(Problem):
    """Something wrong that a draft shows and goes on with."""


class Note(Problem):
    """Something to know that is not wrong: nothing is stopped by it."""


class Problems(Exception):
    """Raised once, with every problem that was found."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(dict.fromkeys(problems))
        self.lang = ENGLISH
        super().__init__(self.problems)

    @classmethod
    def of(
        cls, where: Where, found: AnyText, allowed: AnyText = "", hint: AnyText = ""
    ) -> Problems:
        """A single problem, to be raised."""
        return cls([Problem(where, found, allowed, hint)])

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self) -> list[str]:
        """Every problem, in the language that whoever stopped here speaks."""
        return [problem.text_in(self.lang) for problem in self.problems]

    @property
    def exit_code(self) -> int:
        """2 when the command line itself is wrong, 1 when the user's data is."""
        return 2 if any(isinstance(problem, WrongArgument) for problem in self.problems) else 1

    def __reduce__(self) -> tuple[type[Problems], tuple[tuple[Problem, ...]]]:
        return Problems, (self.problems,)


@contextmanager
def reported_in(lang: str) -> Iterator[None]:
    """Problems that come out of this are told in a language."""
    try:
        yield
    except Problems as problems:
        problems.lang = lang
        raise


def without_repeats(problems: Iterable[Problem]) -> Iterator[Problem]:
    """Problems that one line of a template causes on many faces, each once with their number."""
    causes: dict[object, list[Problem]] = {}
    for problem in problems:
        where = problem.where
        cause: object = problem
        if isinstance(where, Place) and where.file.startswith("templates/"):
            cause = replace(problem, where=where._replace(about=""))
        causes.setdefault(cause, []).append(problem)
    for first, *others in causes.values():
        where = first.where
        if others and isinstance(where, Place) and where.about:
            line, n = where._replace(about=""), len(others)
            faces = Message("problem.faces", line=line, face=where.about, n=n)
            first = replace(first, where=faces)  # noqa: PLW2901
        yield first


class Findings:
    """Collects problems while work goes on, and fails once at the end."""

    def __init__(self) -> None:
        self._problems: list[Problem] = []

    def add(self, where: Where, found: AnyText, allowed: AnyText = "", hint: AnyText = "") -> None:
        self._problems.append(Problem(where, found, allowed, hint))

    def extend(self, problems: Iterable[Problem]) -> None:
        self._problems.extend(problems)

    def __bool__(self) -> bool:
        return bool(self.wrong())

    def __iter__(self) -> Iterator[Problem]:
        return iter(self._problems)

    def without_repeats(self) -> Findings:
        """The same findings, each cause once."""
        once = Findings()
        once.extend(without_repeats(self._problems))
        return once

    def raise_any(self) -> None:
        if not all(isinstance(problem, DraftProblem) for problem in self.wrong()):
            raise Problems(self.wrong())

    def wrong(self) -> list[Problem]:
        """What is wrong; notes are not."""
        return [problem for problem in self._problems if not isinstance(problem, Note)]

    def notes(self) -> list[Note]:
        """What is not wrong and good to know."""
        return [problem for problem in self._problems if isinstance(problem, Note)]


def _shown(text: str) -> str:
    """Text that is safe on a terminal: control and bidi characters as escapes."""
    return re.sub(_CONTROL, lambda match: match[0].encode("unicode_escape").decode(), text)


def nearest(word: str, choices: Iterable[str]) -> tuple[str, ...]:
    """The allowed words that are nearest to a word, at most two."""
    if len(word) > WORD_LIMIT:
        return ()
    # Imported only when it is needed: most words are right.
    from difflib import get_close_matches

    compared = list(islice(choices, COMPARED_LIMIT))
    return tuple(get_close_matches(word.lower(), compared, n=2, cutoff=0.6))


def did_you_mean(word: str, choices: Iterable[str]) -> AnyText:
    """The nearest allowed words as a hint, or nothing when none is near."""
    near = nearest(word, choices)
    return Message("problem.did_you_mean", words=_joined("problem.which", near)) if near else ""


def unknown(where: Where, name: str, known: Iterable[str], found: AnyText = "") -> Problems:
    """A name that is not among the known ones, to be raised."""
    return Problems([Problem.unknown(where, found or Message("is.unknown"), name, known)])


def either(choices: Sequence[AnyText]) -> AnyText:
    """``a, b or c``."""
    return _joined("problem.or", choices)


def both(names: Sequence[AnyText]) -> AnyText:
    """``a, b and c``."""
    return _joined("problem.and", names)


def _joined(key: str, names: Sequence[AnyText]) -> AnyText:
    *others, last = names
    return Message(key, first=reduce(_comma, others), last=last) if others else last


def _comma(first: AnyText, last: AnyText) -> AnyText:
    plain = isinstance(first, str) and isinstance(last, str)
    return f"{first}, {last}" if plain else Message("problem.comma", first=first, last=last)


def listed(choices: Collection[str]) -> AnyText:
    """What is allowed, as a problem lists it; of very many words the first."""
    first, more = ", ".join(islice(choices, LISTED_LIMIT)), len(choices) - LISTED_LIMIT
    return Message("problem.and_more", first=first, n=more) if more > 0 else first


def quoted(value: object, limit: int = 60) -> Message:
    """A value as it is shown in a problem: quoted, on one line, never longer than a line."""
    try:
        # Half a character, which no file can hold, is shown as its code.
        line = one_line(value).encode("utf-8", "backslashreplace").decode()
    except ValueError:
        # A number can have more digits than Python writes.
        return Message("problem.quoted", text=Message("problem.endless"))
    if len(line) <= limit:
        return Message("problem.quoted", text=line)
    return Message("problem.quoted_long", text=line[:limit], n=len(line))


def fixed(number: float, digits: int) -> Message:
    """A number with so many digits after its decimal mark."""
    whole, _, part = f"{number:.{digits}f}".partition(".")
    return Message("problem.decimal", whole=whole, part=part)


def one_line(value: object) -> str:
    """A value as a file has it, with its line ends shown."""
    return _as_yaml(value).replace("\n", "\\n").replace("\r", "\\r")


def _as_yaml(value: object) -> str:
    """``null`` and ``[true]``: nobody who writes a table types ``None`` or ``(True,)``."""
    if value is None or isinstance(value, bool):
        return "null" if value is None else str(value).lower()
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_as_yaml, value))}]"
    if isinstance(value, dict):
        pairs = (f"{_as_yaml(key)}: {_as_yaml(item)}" for key, item in value.items())
        return f"{{{', '.join(pairs)}}}"
    return str(value)
