"""One of the choices."""

from __future__ import annotations

from typing import Any

from ..asking import Answers, Asking
from ..forms import Field, choice_label, is_missing
from ..schema import Path

SHEET, BESIDE = "ticks", ""


def ask(asking: Asking) -> str:
    """One of what is still free; the old answer, the field's own or the first is marked."""
    field = asking.field
    free = [choice for choice in field.choices if choice.value not in asking.taken]
    values = [choice.value for choice in free]
    wanted = [str(value) for value in (asking.before, field.default, *values) if value is not None]
    return asking.one(asking.label, free, next(value for value in wanted if value in values))


def is_answer(value: Any) -> bool:
    return isinstance(value, str)


def is_open(field: Field, value: Any) -> bool:
    return is_missing(field, value)


def stand_in(field: Field) -> Any:
    return field.default


def is_settled(field: Field, value: Any, answers: Answers) -> bool:
    return True


def say(field: Field, value: Any) -> str:
    return choice_label(field, value)


def place(path: Path) -> Path:
    return ()
