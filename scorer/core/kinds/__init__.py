"""The kinds of questions, found by looking: a module here is a kind, its name a field's ``kind``.

Each has the same constants and functions, which ``Kind`` lists. Whatever asks, checks, shows or
prints a field asks its kind, so a new kind is a module here, and one of the same name in
``scorer/web/page/kinds/`` for the page.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

from cards_data import Problem, Problems, did_you_mean, quoted

from ..forms import Field

if TYPE_CHECKING:
    from ..asking import Answers, Asking
    from ..schema import Path as StatePath


class Kind(Protocol):
    """What every module here offers.

    ``SHEET`` is the block of the printed score sheet that a field gets (``numbers``, ``ticks``,
    ``board``), and ``BESIDE`` the block that it joins where it follows one.
    """

    SHEET: str
    BESIDE: str

    def ask(self, asking: Asking) -> Any:
        """The answer of somebody at a terminal, asked again until it fits."""

    def is_answer(self, value: Any) -> bool:
        """Whether a value from outside has the shape of an answer; the rules judge what it says."""

    def is_open(self, field: Field, value: Any) -> bool:
        """Whether a page still has to ask, where this is what was entered so far."""

    def stand_in(self, field: Field) -> Any:
        """What counts while nothing is entered; nothing where no score can be told without it."""

    def is_settled(self, field: Field, value: Any, answers: Answers) -> bool:
        """Whether an answer still fits the answers to the other questions."""

    def say(self, field: Field, value: Any) -> str:
        """An answer as people read it: names instead of ids."""

    def place(self, path: StatePath) -> StatePath:
        """How far a page can show a place inside of an answer, such as a cell of a board."""


def names() -> tuple[str, ...]:
    """Every kind, in order of the alphabet."""
    files = (path for folder in __path__ for path in Path(folder).glob("[a-z]*.py"))
    return tuple(sorted(path.stem for path in files))


def kind_of(field: Field) -> Kind:
    return _kind(field.kind)


@cache
def _kind(name: str) -> Kind:
    known = names()
    if name not in known:
        hint = did_you_mean(name, known)
        found = f"{quoted(name)} is no kind of question"
        raise Problems([Problem("form", found, ", ".join(known), hint)])
    return cast(Kind, import_module(f"{__name__}.{name}"))
