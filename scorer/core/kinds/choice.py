"""One of the choices."""

from __future__ import annotations

from ..forms import Asking
from . import Kind, is_text


def ask(asking: Asking) -> str:
    """Ask for one that is free; mark the old answer, the default or the first."""
    field = asking.field
    free = [choice for choice in field.choices if choice.value not in asking.taken]
    values = [choice.value for choice in free]
    preferred = [
        str(value) for value in (asking.before, field.default, *values) if value is not None
    ]
    return asking.one(asking.label, free, next(value for value in preferred if value in values))


KIND = Kind(ask, is_text)
