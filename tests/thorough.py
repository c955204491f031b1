"""How much is tried: enough to find a slip in ``make test``, all of it in ``make trust``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from hypothesis import settings

PROFILE = "thorough"
One = TypeVar("One")


def examples(usual: int, thorough: int) -> Callable[[Any], Any]:
    """So many examples of a property that takes long; fewer where the profile is in haste."""
    name, others = settings.get_current_profile_name(), settings().max_examples
    counts = {"steady": usual, PROFILE: thorough}
    return settings(max_examples=counts.get(name, min(usual, others)))


def sample(items: Sequence[One], step: int) -> Sequence[One]:
    """Every so manyth one, always the same ones, of things that hardly differ."""
    return items if settings.get_current_profile_name() == PROFILE else items[::step]
