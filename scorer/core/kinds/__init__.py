"""The kinds of questions: each module here is a kind, and its name is a field's ``kind``.

Each registers ``KIND = Kind(…)``. Code that asks, checks, shows or prints a field calls its kind. A
new kind is therefore a module here, and one with the same name in ``scorer/web/page/kinds/`` for
the page.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from cards_data.problems import Message, quote, unknown
from cards_data.schema import Path as StatePath

from ..forms import Answers, Asking, Field, choice_label, is_missing


@dataclass(frozen=True)
class Kind:
    """The functions of every kind of question.

    - ``ask``: asks on a terminal, again until the answer is valid
    - ``is_answer``: whether a value from outside has the shape of an answer; rules judge the rest
    - ``say``: an answer in readable form: names instead of ids
    - ``is_open``: whether a page still has to ask, after what was entered so far
    - ``default_answer``: what counts while nothing is entered; None if a score needs an answer
    - ``is_settled``: whether an answer still fits the answers to the other questions
    - ``place``: how far a page can show a place inside an answer, such as a cell of a board
    - ``sheet``: the block of the printed score sheet: numbers, ticks, board, or a separate one
    - ``beside``: the block that it joins if it follows one
    - ``note``: the small print with the question on paper: the smallest and largest value
    - ``counts``: whether plus and minus count the answer up and down, from ``low`` to ``high``
    """

    ask: Callable[[Asking], Any]
    is_answer: Callable[[Any], bool]
    say: Callable[[Field, Any], str] = choice_label
    is_open: Callable[[Field, Any], bool] = is_missing
    default_answer: Callable[[Field], Any] = lambda field: field.default
    is_settled: Callable[[Field, Any, Answers], bool] = lambda field, value, answers: True
    place: Callable[[StatePath], StatePath] = lambda path: ()
    sheet: str = "ticks"
    beside: str = ""
    note: Callable[[Field], str] = lambda field: ""
    counts: bool = False


def is_text(value: Any) -> bool:
    return isinstance(value, str)


def is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(map(is_text, value))


def names() -> tuple[str, ...]:
    """Return every kind, in alphabetical order."""
    files = (path for folder in __path__ for path in Path(folder).glob("[a-z]*.py"))
    return tuple(sorted(path.stem for path in files))


def kind_of(field: Field) -> Kind:
    return _kind(field.kind)


@cache
def _kind(name: str) -> Kind:
    kinds = names()
    if name not in kinds:
        raise unknown("form", name, kinds, Message("rules.no_kind", name=quote(name)))
    kind: Kind = import_module(f"{__name__}.{name}").KIND
    return kind
