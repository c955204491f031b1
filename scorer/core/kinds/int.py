"""A whole number from ``low`` to ``high``, or one of the choices instead."""

from __future__ import annotations

from typing import Any

from ..asking import Answers, Asking
from ..forms import Field, choice_label, is_missing
from ..schema import Path

SHEET = BESIDE = "numbers"


def ask(asking: Asking) -> Any:
    """Nothing is an answer where the field may stay empty."""
    field = asking.field
    value = field.default if asking.before is None else asking.before
    default = "" if value is None else str(value)
    typed = asking.text(asking.label, default, lambda text: _refusal(asking, text))
    return _number(field, typed)


def _refusal(asking: Asking, typed: str) -> str:
    field, value = asking.field, _number(asking.field, typed)
    high = field.low if field.high is None else field.high
    words = [choice.label for choice in field.choices]
    known = [choice.value for choice in field.choices]
    if value in known or (isinstance(value, int) and field.low <= value <= high):
        return ""
    if field.optional and not typed.strip():
        return ""
    key = "ask.whole_or" if words else "ask.whole"
    return asking.say(key, low=field.low, high=high, words=", ".join(words))


def _number(field: Field, typed: str) -> Any:
    clean = typed.strip().lower()
    words = {choice.value: choice.value for choice in field.choices}
    words |= {choice.label.lower(): choice.value for choice in field.choices}
    if clean in words:
        return words[clean]
    return int(clean) if clean.isdecimal() and len(clean) < 9 else None


def is_answer(value: Any) -> bool:
    return isinstance(value, str | int | float)


def is_open(field: Field, value: Any) -> bool:
    return is_missing(field, value)


def stand_in(field: Field) -> Any:
    """The least number: totals can follow each tap."""
    return field.default if field.default is not None or field.optional else field.low


def is_settled(field: Field, value: Any, answers: Answers) -> bool:
    return True


def say(field: Field, value: Any) -> str:
    return choice_label(field, value)


def place(path: Path) -> Path:
    return ()
