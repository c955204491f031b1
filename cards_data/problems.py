"""Messages, places and problems: collect everything that is wrong, for any language.

A message is a key of a ``problem_words.csv`` with parameters. Each package has a separate table.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, reduce
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple, Self

from .languages import KeyedError

# A longer word is not a typing error, and comparing takes quadratic time.
WORD_LIMIT = 60
# With more words than this, comparing takes longer than somebody needs to find the right one.
COMPARED_LIMIT = 500
LISTED_LIMIT = 100
ENGLISH = "en"
# Compiled when a problem is shown: most commands have none.
_CONTROL = "[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"


NO_WORDS: Mapping[str, str] = MappingProxyType({})
# Turns an id into a readable name.
Naming = Callable[[str], str]


@dataclass(frozen=True, init=False)
class Message:
    """A text by its key in ``problem_words.csv``, with the values of its placeholders.

    A parameter is an id, a number, a library's message, a place or another message. The table is
    read only when a message is shown. The texts of a game precede those of the tables.
    """

    key: str
    params: tuple[tuple[str, object], ...]

    def __init__(self, key: str, /, **params: object) -> None:
        object.__setattr__(self, "key", key)
        values = ((name, _value(value)) for name, value in params.items())
        object.__setattr__(self, "params", tuple(values))

    def __str__(self) -> str:
        return self.text_in(ENGLISH)

    def with_params(self, **params: object) -> Message:
        return type(self)(self.key, **dict(self.params), **params)

    def text_in(self, lang: str, words: Mapping[str, str] = NO_WORDS, naming: Naming = str) -> str:
        # Imported when a problem is shown: most commands have none.
        from .languages.plurals import message

        text = words.get(self.key)
        if text is None:
            texts = _texts_of(self.key)
            lang = lang if texts.get(lang) else ENGLISH
            text = texts[lang]
        values = {name: _param_text(value, lang, words, naming) for name, value in self.params}
        return message(text, lang).fill(values)


class OptionalMessage(Message):
    """A message that is empty if no table has its key."""

    def text_in(self, lang: str, words: Mapping[str, str] = NO_WORDS, naming: Naming = str) -> str:
        exists = self.key in words or self.key in message_texts()
        return super().text_in(lang, words, naming) if exists else ""


class TextsByLanguage(Message):
    """A text that already exists in several languages, by language; otherwise in English."""

    def __init__(self, texts: Mapping[str, str], /) -> None:
        super().__init__(texts[ENGLISH], **texts)

    def text_in(self, lang: str, words: Mapping[str, str] = NO_WORDS, naming: Naming = str) -> str:
        return str(dict(self.params).get(lang) or self.key)


def _texts_of(key: str) -> Mapping[str, str]:
    texts = message_texts()
    if key not in texts:
        # The rules of a custom game name a text that its words lack.
        raise Problems.of("words", Message("value.no_text_for", value=quote(key)))
    return texts[key]


def _value(value: object) -> object:
    """Return a value that can be stored and sent between processes."""
    if isinstance(value, BaseException):
        return said_by(value)
    return value if isinstance(value, str | int | float | Message | Place) else str(value)


def _param_text(value: object, lang: str, words: Mapping[str, str], naming: Naming) -> object:
    """Return a parameter as a language writes it."""
    from .languages.locales import decimal, whole_number

    if isinstance(value, Message):
        return value.text_in(lang, words, naming)
    if isinstance(value, Place):
        return value.text_in(lang)
    if isinstance(value, int):
        return whole_number(value, lang)
    return decimal(f"{value:g}", lang) if isinstance(value, float) else naming(str(value))


def said_by(error: BaseException) -> AnyText:
    """Return the text of an error: by its key if it is ours, else as its library has it."""
    if isinstance(error, KeyedError):
        return Message(error.key, **error.params)
    first = error.args[0] if error.args else None
    return first if isinstance(first, Message) else str(error)


# What a problem is made of: texts by key, or data that is the same in every language.
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
    # What a problem there concerns: the face that a template draws, or a language.
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
# Where a problem is: in a file, or in something without a file, such as a command option.
Where = AnyText | Place


def text_in(words: Where, lang: str) -> str:
    return words if isinstance(words, str) else words.text_in(lang)


# By name: a worker can send a message of a package that is not loaded here.
_PACKAGES = ("cards_data", "scorer", "generator")


@cache
def message_texts() -> Mapping[str, Mapping[str, str]]:
    """Return the messages of all installed packages, by key, then by language."""
    home = Path(__file__).parents[1]
    paths = (home / package / "problem_words.csv" for package in _PACKAGES)
    tables = (read_texts(path) for path in paths if path.is_file())
    return {key: texts for table in tables for key, texts in table.items()}


def read_texts(path: Path) -> dict[str, dict[str, str]]:
    """Read a text table of the program: by key, then by language (``text`` or ``text:<lang>``)."""
    with path.open(encoding="utf-8", newline="") as file:
        return {
            row.pop("id"): {name[5:] or ENGLISH: (text or "").strip() for name, text in row.items()}
            for row in csv.DictReader(file)
        }


def message_languages() -> tuple[str, ...]:
    return tuple(message_texts()["problem.allowed"])


def in_every_language(words: Message | Problem) -> dict[str, str]:
    """Return the text in all languages, if the reader's language is not known yet."""
    return {lang: words.text_in(lang) for lang in message_languages()}


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong with a user's data, state or command."""

    where: Where
    found: AnyText
    allowed: AnyText = ""
    hint: AnyText = ""

    @classmethod
    def unknown(cls, where: Where, fault: AnyText, word: object, names: Iterable[str]) -> Self:
        """Return the problem of an unknown word; list the known ones and suggest the nearest."""
        words = tuple(names)
        return cls(where, fault, ", ".join(words), did_you_mean(str(word), words))

    def __str__(self) -> str:
        return self.text_in(ENGLISH)

    def text_in(self, lang: str) -> str:
        """Return all of it on one line, in a language; control and bidi characters are escaped."""
        text = f"{text_in(self.where, lang)}: {self.said_in(lang)}"
        return re.sub(_CONTROL, lambda match: match[0].encode("unicode_escape").decode(), text)

    def said_in(self, lang: str, words: Mapping[str, str] = NO_WORDS, naming: Naming = str) -> str:
        """Return what was found, what is allowed and what to try, without the place."""
        fault, allowed, hint = self.parts_in(lang, words, naming)
        if allowed:
            allowed = f"{Message('problem.allowed').text_in(lang)}: {allowed}"
        return "; ".join(filter(None, (fault, allowed, hint)))

    def parts_in(
        self, lang: str, words: Mapping[str, str] = NO_WORDS, naming: Naming = str
    ) -> tuple[str, ...]:
        """Return what was found, what is allowed and what to try; the last two may be empty."""
        return tuple(
            part if isinstance(part, str) else part.text_in(lang, words, naming)
            for part in (self.found, self.allowed, self.hint)
        )


class WrongArgument(Problem):
    """A word on the command line without a meaning: an unknown game, deck or language."""


class WrongCount(Problem):
    """A deck with a number of pieces other than declared; comparisons can ignore it."""


class DraftProblem(Problem):
    """A fault that a draft shows without stopping."""


class Note(Problem):
    """Information that is not a fault and does not stop anything."""


class Problems(Exception):
    """An exception with every problem that was found."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(dict.fromkeys(problems))
        self.lang = ENGLISH
        super().__init__(self.problems)

    @classmethod
    def of(
        cls, where: Where, fault: AnyText, allowed: AnyText = "", hint: AnyText = ""
    ) -> Problems:
        """Return a single problem, to be raised."""
        return cls([Problem(where, fault, allowed, hint)])

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self) -> list[str]:
        """Return every problem in the reader's language."""
        return [problem.text_in(self.lang) for problem in self.problems]

    @property
    def exit_code(self) -> int:
        """2 if the command line itself is wrong, 1 if the user's data is."""
        return 2 if any(isinstance(problem, WrongArgument) for problem in self.problems) else 1

    def __reduce__(self) -> tuple[type[Problems], tuple[tuple[Problem, ...]]]:
        return Problems, (self.problems,)


class Findings:
    """A collection of problems that lets work continue, and fails once at the end."""

    def __init__(self) -> None:
        self._problems: list[Problem] = []

    def add(self, where: Where, fault: AnyText, allowed: AnyText = "", hint: AnyText = "") -> None:
        self._problems.append(Problem(where, fault, allowed, hint))

    def extend(self, problems: Iterable[Problem]) -> None:
        self._problems.extend(problems)

    def __bool__(self) -> bool:
        return bool(self.without_notes())

    def __iter__(self) -> Iterator[Problem]:
        return iter(self._problems)

    def without_repeats(self) -> Findings:
        """Return the findings; those that one template line causes on many faces once."""
        causes: dict[Problem, list[Problem]] = {}
        for problem in self._problems:
            where, cause = problem.where, problem
            if isinstance(where, Place) and where.file.startswith("templates/"):
                cause = replace(problem, where=where._replace(about=""))
            causes.setdefault(cause, []).append(problem)
        once = Findings()
        for first, *others in causes.values():
            where, n = first.where, len(others)
            if n and isinstance(where, Place) and where.about:
                line = where._replace(about="")
                faces = Message("problem.faces", line=line, face=where.about, n=n)
                first = replace(first, where=faces)  # noqa: PLW2901
            once.extend([first])
        return once

    def raise_any(self) -> None:
        if not all(isinstance(problem, DraftProblem) for problem in self.without_notes()):
            raise Problems(self.without_notes())

    def without_notes(self) -> list[Problem]:
        return [problem for problem in self._problems if not isinstance(problem, Note)]

    def notes(self) -> list[Note]:
        return [problem for problem in self._problems if isinstance(problem, Note)]


def nearest(word: str, choices: Iterable[str]) -> tuple[str, ...]:
    """Return the allowed words that are closest to a word, at most two."""
    if len(word) > WORD_LIMIT:
        return ()
    # Imported only when needed: most words are right.
    from difflib import get_close_matches

    compared = list(islice(choices, COMPARED_LIMIT))
    return tuple(get_close_matches(word.lower(), compared, n=2, cutoff=0.6))


def did_you_mean(word: str, choices: Iterable[str]) -> AnyText:
    """Return the closest allowed words as a hint; empty if none is close."""
    near = nearest(word, choices)
    return Message("problem.did_you_mean", words=_join_names("problem.which", near)) if near else ""


def unknown(where: Where, name: str, names: Iterable[str], fault: AnyText = "") -> Problems:
    """Return the problem of an unknown name, to be raised."""
    return Problems([Problem.unknown(where, fault or Message("is.unknown"), name, names)])


def one_of(choices: Sequence[AnyText]) -> AnyText:
    """Return ``a, b or c``."""
    return _join_names("problem.or", choices)


def all_of(names: Sequence[AnyText]) -> AnyText:
    """Return ``a, b and c``."""
    return _join_names("problem.and", names)


def _join_names(key: str, names: Sequence[AnyText]) -> AnyText:
    *others, last = names
    return Message(key, first=reduce(_comma, others), last=last) if others else last


def _comma(first: AnyText, last: AnyText) -> AnyText:
    plain = isinstance(first, str) and isinstance(last, str)
    return f"{first}, {last}" if plain else Message("problem.comma", first=first, last=last)


def short_list(choices: Collection[str]) -> AnyText:
    """List what is allowed; of very many words only the first."""
    first, more = ", ".join(islice(choices, LISTED_LIMIT)), len(choices) - LISTED_LIMIT
    return Message("problem.and_more", first=first, n=more) if more > 0 else first


def quote(value: object, limit: int = 60) -> Message:
    """Show a value in a problem: quoted, on one line, at most one line long."""
    try:
        # A lone surrogate, which no file can hold, is shown as its code.
        line = one_line(value).encode("utf-8", "backslashreplace").decode()
    except ValueError:
        # A number can have more digits than Python writes.
        return Message("problem.quoted", text=Message("problem.endless"))
    if len(line) <= limit:
        return Message("problem.quoted", text=line)
    return Message("problem.quoted_long", text=line[:limit], n=len(line))


def decimals(number: float, digits: int) -> Message:
    """Return a number with a fixed number of decimals."""
    whole, _, part = f"{number:.{digits}f}".partition(".")
    return Message("problem.decimal", whole=whole, part=part)


def one_line(value: object) -> str:
    """Return a value as in a file, with its line ends shown."""
    return _as_yaml(value).replace("\n", "\\n").replace("\r", "\\r")


def _as_yaml(value: object) -> str:
    """Write ``null`` and ``[true]``, as authors of tables do not know ``None`` or ``(True,)``."""
    if value is None or isinstance(value, bool):
        return "null" if value is None else str(value).lower()
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_as_yaml, value))}]"
    if isinstance(value, dict):
        pairs = (f"{_as_yaml(key)}: {_as_yaml(item)}" for key, item in value.items())
        return f"{{{', '.join(pairs)}}}"
    return str(value)
