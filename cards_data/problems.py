"""Problems: one error family for the whole project.

Comes in: what was wrong, found anywhere. Goes out: lines that say where, what was found,
what is allowed and what to try, all at once.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from itertools import islice
from typing import NamedTuple

# A longer word is no typing error, and comparing takes time that grows with its square.
WORD_LIMIT = 60
# With more words than these a wrong one is compared for longer than somebody looks for it.
COMPARED_LIMIT = 500
LISTED_LIMIT = 100
# Compiled when a problem is shown: most commands have none.
_CONTROL = "[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"


class Problem(NamedTuple):
    """One thing that is wrong with a user's data, state or command."""

    where: str
    found: str
    allowed: str = ""
    hint: str = ""
    # The word before what is allowed, where a problem is told in another language.
    label: str = "allowed"

    def __str__(self) -> str:
        parts = [f"{self.where}: {self.found}"]
        if self.allowed:
            parts.append(f"{self.label}: {self.allowed}")
        if self.hint:
            parts.append(self.hint)
        return _shown("; ".join(parts))


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
        super().__init__("\n".join(str(problem) for problem in self.problems))

    @property
    def exit_code(self) -> int:
        """2 when the command line itself is wrong, 1 when the user's data is."""
        return 2 if any(isinstance(problem, WrongArgument) for problem in self.problems) else 1

    def __reduce__(self) -> tuple[type[Problems], tuple[tuple[Problem, ...]]]:
        return Problems, (self.problems,)


# Where a template failed, and for which of the faces that it draws.
_FACE = re.compile(r"(.+) \((.+)\)", re.DOTALL)


def told_once(problems: Iterable[Problem]) -> Iterator[Problem]:
    """Problems that one line of a template causes on many faces, each once with their number."""
    causes: dict[object, list[Problem]] = {}
    for problem in problems:
        match = _FACE.fullmatch(problem.where) if problem.where.startswith("templates/") else None
        cause = (type(problem), match[1], *problem[1:]) if match else problem
        causes.setdefault(cause, []).append(problem)
    for same in causes.values():
        match = _FACE.fullmatch(same[0].where)
        if len(same) == 1 or not match:
            yield same[0]
        else:
            others = f"{len(same) - 1} more face{'s' if len(same) > 2 else ''}"
            yield same[0]._replace(where=f"{match[1]} ({match[2]}; {others})")


class Findings:
    """Collects problems while work goes on, and fails once at the end."""

    def __init__(self) -> None:
        self._problems: list[Problem] = []

    def add(self, where: str, found: str, allowed: str = "", hint: str = "") -> None:
        self._problems.append(Problem(where, found, allowed, hint))

    def extend(self, problems: Iterable[Problem]) -> None:
        self._problems.extend(problems)

    def __bool__(self) -> bool:
        return bool(self.wrong())

    def __iter__(self) -> Iterator[Problem]:
        return iter(self._problems)

    def told_once(self) -> Findings:
        """The same findings, each cause once."""
        once = Findings()
        once.extend(told_once(self._problems))
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


def did_you_mean(word: str, choices: Iterable[str]) -> str:
    """The nearest allowed words as a hint, or nothing when none is near."""
    near = nearest(word, choices)
    return f"did you mean {' or '.join(near)}?" if near else ""


def listed(choices: Collection[str]) -> str:
    """What is allowed, as a problem lists it; of very many words the first."""
    first, more = ", ".join(islice(choices, LISTED_LIMIT)), len(choices) - LISTED_LIMIT
    return f"{first} and {more:,} more" if more > 0 else first


def quoted(text: object, limit: int = 60) -> str:
    """A value as it is shown in a problem: quoted, on one line, never longer than a line."""
    line = _written(text)
    return f'"{line}"' if len(line) <= limit else f'"{line[:limit]}…" ({len(line):,} characters)'


def one_line(value: object) -> str:
    """A value as text with its line ends shown."""
    return str(value).replace("\n", "\\n").replace("\r", "\\r")


def _written(value: object) -> str:
    """A value as text; a number can have more digits than Python writes."""
    try:
        return one_line(value)
    except ValueError:
        return "a number that fills pages"
