"""Yes or no, as true or false."""

from __future__ import annotations

from ..forms import Asking
from . import Kind


def ask(asking: Asking) -> bool:
    """Ask for yes or no; mark the old answer, or else no."""
    return asking.confirm(asking.label, bool(asking.before))


KIND = Kind(
    ask,
    is_answer=lambda value: isinstance(value, bool),
    say=lambda field, value: "✓" if value else "–",
    default_answer=lambda field: False,
)
