"""A whole number from ``low`` to ``high``, or one of the choices instead."""

from __future__ import annotations

from typing import Any

from ..forms import Asking, Field
from . import Kind


def ask(asking: Asking) -> Any:
    """Ask for a number; an empty answer is valid if the field is optional."""
    field = asking.field
    value = field.default if asking.before is None else asking.before
    default = "" if value is None else str(value)
    typed = asking.text(asking.label, default, lambda text: _refusal(asking, text))
    return _number(field, typed)


def _refusal(asking: Asking, typed: str) -> str:
    field, value = asking.field, _number(asking.field, typed)
    high = field.low if field.high is None else field.high
    words = [choice.label for choice in field.choices]
    values = [choice.value for choice in field.choices]
    if value in values or (isinstance(value, int) and field.low <= value <= high):
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
    digits = clean.replace("−", "-").removeprefix("-")
    whole = digits.isdecimal() and len(clean) < 9
    return int(clean.replace("−", "-")) if whole else None


def default_answer(field: Field) -> Any:
    """Return the smallest number, so that totals can follow each tap."""
    return field.default if field.default is not None or field.optional else field.low


def note(field: Field) -> str:
    """Return the smallest and largest number, and the alternatives."""
    if field.high is None:
        return ""
    return ", ".join([f"{field.low}–{field.high}", *(choice.label for choice in field.choices)])


KIND = Kind(
    ask,
    is_answer=lambda value: isinstance(value, str | int | float),
    default_answer=default_answer,
    sheet="numbers",
    beside="numbers",
    note=note,
    counts=True,
)
