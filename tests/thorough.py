"""How much is tried: enough to find a slip in ``make test``, all of it in ``make trust``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from hypothesis import settings

PROFILE = "thorough"
One = TypeVar("One")


def often(usual: int, thorough: int) -> int:
    """How many times something that takes long is tried; less often where others are, too."""
    name, others = settings.get_current_profile_name(), settings().max_examples
    return {"steady": usual, PROFILE: thorough}.get(name, min(usual, others))


def examples(usual: int, thorough: int) -> Callable[[Any], Any]:
    """So many examples of a property."""
    return settings(max_examples=often(usual, thorough))


def sample(items: Sequence[One], step: int) -> Sequence[One]:
    """Every so manyth one, always the same ones, of things that hardly differ."""
    return items if settings.get_current_profile_name() == PROFILE else items[::step]
