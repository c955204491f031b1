"""Yes or no, as true or false."""

from __future__ import annotations

from typing import Any

from ..forms import Asking, Choice, Field
from . import Kind


def ask(asking: Asking) -> bool:
    """The old answer is marked, else no."""
    words = Choice("yes", asking.say("ask.yes")), Choice("no", asking.say("ask.no"))
    return asking.one(asking.label, words, "yes" if asking.before else "no") == "yes"


def is_answer(value: Any) -> bool:
    return isinstance(value, bool)


def stand_in(field: Field) -> bool:
    """Nobody has what nobody said."""
    return False


def say(field: Field, value: Any) -> str:
    return "✓" if value else "–"


KIND = Kind(ask, is_answer, say, stand_in=stand_in)
