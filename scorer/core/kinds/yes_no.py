"""Yes or no, as true or false."""

from __future__ import annotations

from typing import Any

from ..forms import Asking, Field
from . import Kind


def ask(asking: Asking) -> bool:
    """Ask for yes or no; mark the old answer, or else no."""
    return asking.confirm(asking.label, bool(asking.before))


def is_answer(value: Any) -> bool:
    return isinstance(value, bool)


def default_answer(field: Field) -> bool:
    """Return no until somebody says yes."""
    return False


def say(field: Field, value: Any) -> str:
    return "✓" if value else "–"


KIND = Kind(ask, is_answer, say, default_answer=default_answer)
