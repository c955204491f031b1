"""``low`` or more of the choices, as a list."""

from __future__ import annotations

from typing import Any

from ..forms import Field, choice_label
from . import Kind, is_texts


def is_open(field: Field, value: Any) -> bool:
    return not field.optional and len(value or ()) < field.low


def default_answer(field: Field) -> Any:
    """Return an empty list if that is a valid answer."""
    return None if is_open(field, []) else []


def say(field: Field, value: Any) -> str:
    return ", ".join(choice_label(field, item) for item in value)


KIND = Kind(
    lambda asking: asking.several(asking.field.choices, asking.before or []),
    is_texts,
    say,
    is_open,
    default_answer,
)
