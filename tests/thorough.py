"""How much is tried: a sample in ``make test``, more in ``make thorough`` and ``make trust``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import pytest
from hypothesis import settings

# Profiles of Hypothesis, with the examples of a property that names no number.
PROFILES = {"quick": 8, "test": 20, "thorough": 60, "trust": 60}
One = TypeVar("One")


def often(thorough: int, trust: int) -> int:
    """How many times something that takes long is tried."""
    profile = settings.get_current_profile_name()
    counts = {"test": -(-thorough // 3), "thorough": thorough, "trust": trust}
    return counts.get(profile) or min(-(-thorough // 3), settings().max_examples)


def examples(thorough: int, trust: int) -> Callable[[Any], Any]:
    """So many examples of a property."""
    return settings(max_examples=often(thorough, trust))


def sample(items: Sequence[One], step: int) -> Sequence[One]:
    """Every so manyth one, always the same ones, of things that hardly differ; all with trust."""
    return items if settings.get_current_profile_name() == "trust" else items[::step]


def spread(cases: Iterable[Any], step: int) -> list[Any]:
    """All cases for ``parametrize``: every so manyth is tested always, the others thoroughly."""
    return [
        pytest.param(
            *(case if isinstance(case, tuple) else (case,)),
            marks=pytest.mark.thorough if number % step else (),
        )
        for number, case in enumerate(cases)
    ]
