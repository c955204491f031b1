"""One of the choices."""

from __future__ import annotations

from ..forms import Asking
from . import Kind, is_text


def ask(asking: Asking) -> str:
    """One of what is still free; the old answer, the field's own or the first is marked."""
    field = asking.field
    free = [choice for choice in field.choices if choice.value not in asking.taken]
    values = [choice.value for choice in free]
    wanted = [str(value) for value in (asking.before, field.default, *values) if value is not None]
    return asking.one(asking.label, free, next(value for value in wanted if value in values))


KIND = Kind(ask, is_text)
